"""Where the token goes, given the plans and the dice.

A plan names the next room, and its costs assume that the token walks straight there. After a
roll another room may be better. For each room that could be entered next, the engine gave the
best plan from there on; the cost of this plan is the price of entering the room. From these prices
and the probabilities of the dice follows where to stop on the way
(:class:`planner_clue.board.turns.Journeys`). The token heads only for rooms that begin one of the
engine's plans.
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
    """Decides from the current plans how a turn begins and where the token stops."""

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

        If the engine returns only one plan, this is the way that plan begins.
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
        """Return where to end the move: the place from which the rest of the plan costs least."""
        if not self._deliberation.has_given_up:
            self._deliberation.looked_further(*self._ways.look_at(options.rooms))
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
        """Play the first step of a branch, adopting its plan if the current one differs there."""
        self._deliberation.adopt(branch, self._ways.alternatives, turn, why)
        self._deliberation.played(turn)

    def _branch(self, opening: Opening, options: TurnOptions) -> Branch | None:
        """Return the best plan that begins the turn in this way."""
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
        """Return the price of entering each room, by the current plans.

        If the engine returns only one plan, only the first room of that plan has a price.
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
