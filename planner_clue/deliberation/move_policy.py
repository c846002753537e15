"""Plans for each first step, and the policy that decides between them over the dice.

A plan names the next room, and its costs assume that the token walks straight there. After a roll
another room may be better. So the engine gives the best plan of all and the best plan for each
promising first step. The cost of the best plan from a room on is the price of entering the room.
From these prices and the probabilities of the dice follows where to stop on the way
(:class:`planner_clue.board.turns.TravelCosts`). The token heads only for rooms that begin one of
the engine's plans.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from math import inf

from planner_clue.board import Place
from planner_clue.board.turns import ExpectedTurns, TravelCosts
from planner_clue.cards import Card
from planner_clue.deliberation.loop import Deliberation
from planner_clue.deliberation.model import TURN, PosedProblem
from planner_clue.deliberation.plan_steps import PASSAGE, STAY, TRAVELS, destination
from planner_clue.deliberation.planning_run import cheapest_suggestions
from planner_clue.errors import PlanningFailure
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Beginnings, Branch, Engine
from planner_clue.planning.plan import PlanningResult, Status, Step
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions


class FirstStepPlans:
    """The best plans for the current problem, one per first step."""

    def __init__(self, engine: Engine, domain: Domain, before_the_dice: int) -> None:
        """Plan with ``engine``, for ``before_the_dice`` of the best rooms before a roll."""
        self.engine = engine
        self.domain = domain
        self.branches: list[Branch] = []
        """The best plan for each first step considered so far."""
        self._before_the_dice = before_the_dice
        self._beginnings: Beginnings | None = None
        self._failed: set[Step] = set()
        """First steps of the current problem for which the engine failed."""
        self._suggestions: dict[str, int] = {}
        """The cost of the cheapest suggestion in each room that has one; none if it is not told."""
        self._opened: dict[str, Beginnings] = {}
        """The first steps of every problem of this game, by the problem's text."""

    def search(self, problem: PosedProblem, *, in_a_room_to_ask: bool) -> PlanningResult:
        """Return the best plan of all, and find the best plan for each promising first step.

        If the token can ask at once (``in_a_room_to_ask``), only the best plan of all.
        """
        self.branches, self._failed = [], set()
        try:
            if problem.text not in self._opened:  # in one game, no problem is translated twice
                opened = self.engine.beginnings(self.domain.text, problem.pddl)
                self._opened[problem.text] = opened
            beginnings = self._beginnings = self._opened[problem.text]
            self._suggestions = cheapest_suggestions(problem.pddl)
            firsts = [] if in_a_room_to_ask else self._promising(beginnings)
            beginnings.expect(firsts)
            self._add(beginnings.best())
            for first in firsts:
                self._add(beginnings.branch(first))
        except PlanningFailure as failure:
            spent, status = _seconds(self.branches), Status(failure.reason)
            return PlanningResult(status, None, failure.detail, seconds=spent)
        finally:
            self._settle()
        best = min(self.branches, key=lambda branch: branch.plan.cost)
        return replace(best.result, seconds=_seconds(self.branches))

    @property
    def first_costs(self) -> dict[str, int]:
        """The cost of the best plan for each first step considered so far."""
        return {str(branch.first): branch.plan.cost for branch in self.branches}

    def look_at(self, rooms: Collection[Card]) -> tuple[Counter[str], list[PlanningFailure]]:
        """Add the best plans that begin by travelling to ``rooms`` to :attr:`branches`.

        Return the seconds that took, and the failures.
        """
        known, failures = len(self.branches), list[PlanningFailure]()
        if beginnings := self._beginnings:
            begin = [first for first in self._to_suggest(beginnings) if first.action in TRAVELS]
            wanted = [first for first in begin if destination(first) in rooms]
            firsts = [first for first in wanted if first not in self._failed]
            beginnings.expect(firsts)
            for first in firsts:
                try:
                    self._add(beginnings.branch(first))
                except PlanningFailure as failure:
                    failures.append(failure)
                    self._failed.add(first)
            self._settle()
        return _seconds(self.branches[known:]), failures

    def forget(self) -> None:
        """Forget all plans, because an answer has changed their worth."""
        self.branches, self._beginnings = [], None

    def to_go(self) -> dict[Card, float]:
        """Return, for each room, the rest of the cost of the best plan after entering it."""
        costs: dict[Card, float] = {}
        for branch in self.branches:
            room = destination(branch.first)
            if room is not None and branch.rest_cost is not None:
                costs[room] = min(branch.rest_cost, costs.get(room, branch.rest_cost))
        return costs

    def _settle(self) -> None:
        """Stop all searches, because nobody may think in the turn of another."""
        if self._beginnings:
            self._beginnings.settle()

    def _to_suggest(self, beginnings: Beginnings) -> list[Step]:
        """Return the first steps into rooms in which the plan may suggest."""
        worth, rooms = self._suggestions, {step: destination(step) for step in beginnings.steps}
        return [step for step, room in rooms.items() if room and (room in worth or not worth)]

    def _promising(self, beginnings: Beginnings) -> list[Step]:
        """Return the first steps to plan for: passages, stays, and the best travels.

        The best have the lowest cost of the way plus the cheapest suggestion at its end. If the
        rules let any player stay, staying is to travel from a room to itself.
        """

        def promise(step: Step) -> int:
            return beginnings.steps[step] + self._suggestions.get(destination(step) or "", 0)

        ordered = sorted(self._to_suggest(beginnings), key=promise)
        by_dice = [step for step in ordered if step.action in TRAVELS]
        return [step for step in ordered if step not in by_dice[self._before_the_dice :]]

    def _add(self, branch: Branch | None) -> None:
        if branch and branch not in self.branches:
            self.branches.append(branch)


def _seconds(branches: Iterable[Branch]) -> Counter[str]:
    """Return the seconds that each part of the searches for some branches took."""
    return sum((Counter(branch.result.seconds) for branch in branches), Counter[str]())


class MovePolicy:
    """Decides from the current plans how a turn begins and where the token stops."""

    def __init__(
        self, deliberation: Deliberation, plans: FirstStepPlans, turns: ExpectedTurns | None
    ) -> None:
        self._deliberation = deliberation
        self._plans = plans
        self._turns = turns
        self._prices: dict[Card, float] = {}
        self._costs: TravelCosts | None = None

    def opening(self, options: TurnOptions) -> Opening:
        """Return the way to begin the turn whose best plan costs least.

        If the engine returns only one plan, this is the way that plan begins; in a branch of a
        plan, the way of its next step.
        """
        if self._deliberation.rest_costs:
            return self._opening_of_branch(options)
        branches = {opening: self._branch(opening, options) for opening in options.openings}
        rolling = self._cost_of_rolling(options.here) if self._plans.to_go() else inf
        costs = {Opening.ROLL: rolling}
        for opening, branch in branches.items():
            if branch and opening is not Opening.ROLL:
                costs[opening] = branch.plan.cost
        best = min(costs, key=costs.__getitem__)
        if best is not Opening.ROLL and (branch := branches[best]):
            self._follow(branch, options.turn, f"{best.value} is better than the dice")
        return best

    def _opening_of_branch(self, options: TurnOptions) -> Opening:
        step = self._deliberation.next_step
        assert step is not None
        opening = Opening.STAY if _stays(step, options.here) else Opening.ROLL
        if step.action == PASSAGE:
            opening = Opening.PASSAGE
        if opening is Opening.ROLL or opening not in options.openings:
            return Opening.ROLL
        self._deliberation.played(options.turn)
        return opening

    def stop(self, options: MoveOptions) -> Place | None:
        """Return where to end the move: the place from which the rest of the plan costs least."""
        if not self._deliberation.has_given_up:
            self._deliberation.looked_further(*self._plans.look_at(options.rooms))
        prices = self._update()
        if self._turns is None or self._costs is None or options.here is None:
            known = [room for room in options.rooms if room in prices]
            best: Place | None = min(known, key=prices.__getitem__, default=None)
        else:
            places: list[Place] = [*options.rooms, *options.squares]
            costs = {place: self._costs.cost(place) for place in places}
            if options.here not in costs:
                costs[options.here] = self._cost_of_rolling(options.here)
            best = min(costs, key=costs.__getitem__)
        if isinstance(best, str) and best in options.rooms:
            self._enter(best, options)
        return best

    def _enter(self, room: Card, options: MoveOptions) -> None:
        for branch in self._plans.branches:
            first = branch.first
            if first.action in TRAVELS and destination(first) == room:
                rolled = f"a roll of {sum(options.dice)} reaches {room}" if options.dice else room
                self._follow(branch, options.turn, rolled)
                return
        step = self._deliberation.next_step
        if step and destination(step) == room:  # of a branch that was taken
            self._deliberation.played(options.turn)

    def _follow(self, branch: Branch, turn: int, why: str) -> None:
        """Play the first step of a branch, adopting its plan if the current one differs there."""
        self._deliberation.adopt(branch, self._plans.first_costs, turn, why)
        self._deliberation.played(turn)

    def _branch(self, opening: Opening, options: TurnOptions) -> Branch | None:
        """Return the best plan that begins the turn in this way."""
        for branch in self._plans.branches:
            first = branch.first
            if opening is Opening.PASSAGE and first.action == PASSAGE:
                return branch
            if opening is Opening.STAY and _stays(first, options.here):
                return branch
        return None

    def _cost_of_rolling(self, here: Place) -> float:
        self._update()
        return self._costs.cost_of_rolling(here) if self._costs else 0.0

    def _update(self) -> dict[Card, float]:
        """Return the price of entering each room, by the current plans or the branch taken.

        If the engine returns only one plan, only the first room of that plan has a price.
        """
        prices = self._plans.to_go() or dict(self._deliberation.rest_costs)
        step = self._deliberation.next_step
        room = destination(step) if step else None
        if not prices and room is not None:
            prices = {room: 0.0}
        if prices != self._prices:
            self._prices = prices
            self._costs = TravelCosts(self._turns, prices, TURN) if self._turns and prices else None
        return prices


def _stays(step: Step, here: Place) -> bool:
    """Tell whether a step stays in its room; a way from a room to itself does where it may."""
    return step.action == STAY or destination(step) == here
