"""How the journey of a plan is carried out under the dice.

A plan says which room comes next and what is to be done there; its costs assume that the
token walks straight to one room. The dice allow for more. For each room that could be
entered next the engine has returned the best plan from there on, so its cost is what entering
that room still costs; and where to stop short of a room follows from these prices and the
chances of the dice (:class:`planner_clue.board.turns.Journeys`). Only rooms that begin some
plan of the engine are made for.
"""

from math import inf

from planner_clue.board import Place
from planner_clue.board.turns import ExpectedTurns, Journeys
from planner_clue.cards import Card
from planner_clue.deliberation.loop import Deliberation
from planner_clue.deliberation.model import TURN
from planner_clue.deliberation.steps import PASSAGE, STAY, TRAVELS, destination
from planner_clue.deliberation.ways import WaysToBegin
from planner_clue.planning.engines import Branch
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions


class Journey:
    """Decides how a turn begins and where the token stops, by the plans in hand."""

    def __init__(
        self, deliberation: Deliberation, ways: WaysToBegin, turns: ExpectedTurns | None
    ) -> None:
        self._deliberation = deliberation
        self._ways = ways
        self._turns = turns
        self._prices: dict[Card, float] = {}
        self._journeys: Journeys | None = None

    def opening(self, options: TurnOptions) -> Opening:
        """Return the way to begin the turn whose best plan costs least.

        From an engine that returns one plan only, that plan's way.
        """
        branches = {opening: self._branch(opening, options) for opening in options.openings}
        rolling = self._cost_of_rolling(options.here) if self._ways.to_go() else inf
        costs = {Opening.ROLL: rolling}
        for opening, branch in branches.items():
            if branch and opening is not Opening.ROLL:
                costs[opening] = branch.plan.cost
        best = min(costs, key=costs.__getitem__)
        if best is not Opening.ROLL and (branch := branches[best]):
            self._follow(branch, options.turn, f"{best.value} is better than the dice")
        return best

    def stop(self, options: MoveOptions) -> Place | None:
        """Return where to end the move: the place from which the rest costs least."""
        self._ways.look_at(options.rooms)
        prices = self._update()
        if self._turns is None or self._journeys is None or options.here is None:
            known = [room for room in options.rooms if room in prices]
            best: Place | None = min(known, key=prices.__getitem__, default=None)
        else:
            places: list[Place] = [*options.rooms, *options.squares]
            costs = {place: self._journeys.cost(place) for place in places}
            if options.here not in costs:
                costs[options.here] = self._cost_of_rolling(options.here)
            best = min(costs, key=costs.__getitem__)
        if isinstance(best, str) and best in options.rooms:
            self._enter(best, options)
        return best

    def _enter(self, room: Card, options: MoveOptions) -> None:
        for branch in self._ways.branches:
            first = branch.first
            if first.action in TRAVELS and destination(first) == room:
                rolled = f"a roll of {sum(options.dice)} reaches {room}" if options.dice else room
                self._follow(branch, options.turn, rolled)
                return

    def _follow(self, branch: Branch, turn: int, why: str) -> None:
        """Play the first step of a branch, by the plan in hand if that begins so too."""
        self._deliberation.adopt(branch, self._ways.alternatives, turn, why)
        self._deliberation.played(self._deliberation.waiting[0], turn)

    def _branch(self, opening: Opening, options: TurnOptions) -> Branch | None:
        """Return the best plan that begins the turn in this way, from the room it is in."""
        for branch in self._ways.branches:
            first = branch.first
            stays = first.action == STAY or destination(first) == options.here
            if opening is Opening.PASSAGE and first.action == PASSAGE:
                return branch
            if opening is Opening.STAY and stays:
                return branch
        return None

    def _cost_of_rolling(self, here: Place) -> float:
        self._update()
        return self._journeys.cost_of_rolling(here) if self._journeys else 0.0

    def _update(self) -> dict[Card, float]:
        """Return what the rest costs once each room is entered, as of the plans in hand.

        From an engine that returns one plan only, that plan's room is the one to go to.
        """
        prices = self._ways.to_go()
        step = self._deliberation.next_step
        room = destination(step) if step else None
        if not prices and room is not None:
            prices = {room: 0.0}
        if prices != self._prices:
            self._prices = prices
            self._journeys = self._turns.journeys(prices, TURN) if self._turns and prices else None
        return prices
