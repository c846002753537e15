"""Plans for each first step, and the policy that decides between them over the dice.

A plan names the next room, and its costs assume that the token walks straight there. After a roll
another room may be better. So the engine gives the best plan of all and the best plan for each
promising first step. The cost of the best plan from a room on is the price of entering the room.
From these prices and the probabilities of the dice follows where to stop on the way
(:class:`planner_clue.board.turns.TravelCosts`). The token heads only for rooms that begin one of
the engine's plans.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from math import inf

from planner_clue.board import Place
from planner_clue.board.turns import ExpectedTurns, TravelCosts
from planner_clue.cards import Card
from planner_clue.deliberation.decision import Alternative
from planner_clue.deliberation.loop import Deliberation
from planner_clue.deliberation.model import TURN, FormulatedProblem
from planner_clue.deliberation.plan_tree import By, destination_of
from planner_clue.errors import PlanningFailure
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Beginnings, Branch, Engine
from planner_clue.planning.plan import PlanningResult, Status, Step
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions

_BEFORE_THE_DICE = 2
"""The number of the most promising rooms to plan for before the dice are rolled."""


class FirstStepPlans:
    """The best plans for the current problem, one per first step."""

    def __init__(self, engine: Engine, domain: Domain) -> None:
        """Plan with ``engine`` in ``domain``."""
        self.engine = engine
        self.domain = domain
        self.branches: list[Branch] = []
        """The best plan for each first step considered so far."""
        self._problem: FormulatedProblem | None = None
        self._beginnings: Beginnings | None = None
        self._failed: set[Step] = set()
        """First steps of the current problem for which the engine failed."""
        self._opened: dict[str, Beginnings] = {}
        """The first steps of every problem of this game, by the problem's text."""

    def search(self, problem: FormulatedProblem, *, in_a_room_to_ask: bool) -> PlanningResult:
        """Return the best plan; unless it can ask at once, find others by first step."""
        self.branches, self._failed, self._problem = [], set(), problem
        try:
            if problem.text not in self._opened:  # in one game, no problem is translated twice
                self._opened[problem.text] = self.engine.beginnings(self.domain.text, problem.pddl)
            beginnings = self._beginnings = self._opened[problem.text]
            firsts = [] if in_a_room_to_ask else self._promising(beginnings)
            beginnings.expect(firsts)
            self._add(beginnings.best())
            for first in firsts:
                self._add(beginnings.branch(first))
        except PlanningFailure as failure:
            spent, status = _seconds(self.branches), Status(failure.reason)
            return PlanningResult(status, None, failure.detail, seconds=spent)
        finally:
            self._stop()
        best = min(self.branches, key=lambda branch: branch.plan.cost)
        return replace(best.result, seconds=_seconds(self.branches))

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The first steps considered so far, with the cost of the best plan for each."""

        def told(branch: Branch) -> Alternative:
            room, by = destination_of(branch.first) or (None, None)
            return Alternative(str(branch.first), branch.plan.cost, room, by)

        return tuple(map(told, self.branches))

    def search_for(self, rooms: Collection[Card]) -> tuple[Counter[str], list[PlanningFailure]]:
        """Add the best plans that begin by travelling to ``rooms`` to :attr:`branches`.

        Return the seconds that took, and the failures.
        """
        known, failures = len(self.branches), list[PlanningFailure]()
        if beginnings := self._beginnings:
            ways = ((first, destination_of(first)) for first in beginnings.steps)
            wanted = [first for first, way in ways if way and way[1] == "dice" and way[0] in rooms]
            firsts = [first for first in wanted if first not in self._failed]
            beginnings.expect(firsts)
            for first in firsts:
                try:
                    self._add(beginnings.branch(first))
                except PlanningFailure as failure:
                    failures.append(failure)
                    self._failed.add(first)
            self._stop()
        return _seconds(self.branches[known:]), failures

    def forget(self) -> None:
        """Forget all plans, because an answer has changed their worth."""
        self.branches, self._beginnings = [], None

    def to_go(self) -> dict[Card, float]:
        """Return, for each room, the rest of the cost of the best plan after entering it."""
        costs: dict[Card, float] = {}
        for branch in self.branches:
            way = destination_of(branch.first)
            if way and branch.cost_to_go is not None:
                costs[way[0]] = min(branch.cost_to_go, costs.get(way[0], branch.cost_to_go))
        return costs

    def _stop(self) -> None:
        """Stop all searches, because nobody may think in the turn of another."""
        if self._beginnings:
            self._beginnings.stop()

    def _promising(self, beginnings: Beginnings) -> list[Step]:
        """Return the first steps to plan for: passages, stays, and the best travels.

        The best have the lowest cost of the way plus what is expected to be left at its end. If the
        rules let any player stay, staying is to travel from a room to itself.
        """
        assert self._problem is not None
        promise = self._problem.promise
        ways = {first: way for first in beginnings.steps if (way := destination_of(first))}
        ordered = sorted(ways, key=lambda step: beginnings.steps[step] + promise(ways[step][0]))
        by_dice = [first for first in ordered if ways[first][1] == "dice"]
        return [first for first in ordered if first not in by_dice[_BEFORE_THE_DICE:]]

    def _add(self, branch: Branch | None) -> None:
        if branch and branch not in self.branches:
            self.branches.append(branch)


def _seconds(branches: Iterable[Branch]) -> Counter[str]:
    """Return the seconds that each part of the searches for some branches took."""
    return sum((Counter(branch.result.seconds) for branch in branches), Counter[str]())


class MovePolicy:
    """Decides from the current plans how a turn begins and where the token stops."""

    def __init__(
        self,
        deliberation: Deliberation,
        plans: FirstStepPlans,
        turns: ExpectedTurns | None,
        passages: Mapping[Card, Card],
    ) -> None:
        self._deliberation = deliberation
        self._plans = plans
        self._turns = turns
        self._passages = passages
        self._prices: dict[Card, float] = {}
        self._costs: TravelCosts | None = None

    def opening(self, options: TurnOptions) -> Opening:
        """Return the way to begin the turn that costs least, or that of the only plan."""
        prices = self._update()
        costs = {Opening.ROLL: self._costs.cost_of_rolling(options.here) if self._costs else inf}
        rooms = {opening: self._room(opening, options.here) for opening in options.openings}
        for opening, room in rooms.items():
            if opening is not Opening.ROLL and room in prices:
                costs[opening] = TURN + prices[room]
        best = min(costs, key=costs.__getitem__)
        if best is not Opening.ROLL:
            self._go(rooms[best], best, options.turn, f"{best.value} is better than the dice")
        return best

    def _room(self, opening: Opening, here: Place) -> Card | None:
        """Return the room that an opening leads to, or None."""
        if not isinstance(here, str) or opening is Opening.ROLL:
            return None
        return here if opening is Opening.STAY else self._passages.get(here)

    def stop(self, options: MoveOptions) -> Place | None:
        """Return where to end the move: the place from which the rest of the plan costs least."""
        if not self._deliberation.has_given_up:
            self._deliberation.searched_further(*self._plans.search_for(options.rooms))
        prices = self._update()
        if self._turns is None or self._costs is None or options.here is None:
            known = [room for room in options.rooms if room in prices]
            best: Place | None = min(known, key=prices.__getitem__, default=None)
        else:
            places: list[Place] = [*options.rooms, *options.squares]
            costs = {place: self._costs.cost(place) for place in places}
            if options.here not in costs:
                costs[options.here] = self._costs.cost_of_rolling(options.here)
            best = min(costs, key=costs.__getitem__)
        if isinstance(best, str) and best in options.rooms:
            rolled = f"a roll of {sum(options.dice)} reaches {best}" if options.dice else best
            self._go(best, Opening.ROLL, options.turn, rolled)
        return best

    def _go(self, room: Card | None, opening: Opening, turn: int, why: str) -> None:
        """Play the step into a room, adopting the plan that begins so if it is another one."""
        into = {
            way[1]: branch
            for branch in self._plans.branches
            if (way := destination_of(branch.first)) and way[0] == room
        }
        if into:
            branch = into.get(_BY[opening]) or next(iter(into.values()))
            self._deliberation.adopt(branch, self._plans.alternatives, turn, why)
            self._deliberation.played(turn)

    def _update(self) -> dict[Card, float]:
        """Return the price of entering each room, by the current plans or in a follow-up.

        If the engine returns only one plan, only the first room of that plan has a price.
        """
        prices = self._plans.to_go() or dict(self._deliberation.prices)
        step = self._deliberation.next_step
        if not prices and step and step.to is not None:
            prices = {step.to: 0.0}
        if prices != self._prices:
            self._prices = prices
            self._costs = TravelCosts(self._turns, prices, TURN) if self._turns and prices else None
        return prices


_BY: dict[Opening, By] = {Opening.ROLL: "dice", Opening.PASSAGE: "passage", Opening.STAY: "staying"}
"""The ways of steps by the openings of a turn."""
