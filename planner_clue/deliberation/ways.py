"""The best plan for each way to begin, from an engine that can tell them apart.

Where the dice decide which room comes into reach, one plan is not enough: the planner has the
best plan of all, and the best that begins with each of the promising first steps.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress

from planner_clue.cards import Card
from planner_clue.deliberation.decision import Alternative
from planner_clue.deliberation.loop import Found, Problem
from planner_clue.deliberation.steps import TRAVELS, destination
from planner_clue.errors import PlanningFailure
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Beginnings, Branch, Engine
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import Atom


class WaysToBegin:
    """The plans that one planner has for its present problem, one for each way to begin."""

    def __init__(self, engine: Engine, domain: Domain, before_the_dice: int) -> None:
        """Plan with ``engine``, for so many of the best rooms before the dice are rolled."""
        self.engine = engine
        self.domain = domain
        self.branches: list[Branch] = []
        """The best plans for each way to begin that was looked at."""
        self._before_the_dice = before_the_dice
        self._beginnings: Beginnings | None = None
        self._seconds = Counter[str]()
        self._opened: dict[str, Beginnings] = {}
        """The ways to begin of every problem of this game, by its text."""

    def search(self, problem: Problem, *, in_a_room_to_ask: bool) -> Found:
        """Plan: the best of all, and the best for each promising way to begin.

        Where the token may ask at once (``in_a_room_to_ask``), there is no way to choose.
        """
        self.branches, self._seconds = [], Counter[str]()
        try:
            ways = self._beginnings = self._open(problem)
            firsts = [] if in_a_room_to_ask else self._promising(ways, problem.data.values)
            ways.expect(firsts)
            self._follow_up(ways.best())
            for first in firsts:
                self._follow_up(ways.branch(first))
        except PlanningFailure as failure:
            return Found.nothing(failure, self._seconds)
        best = min(self.branches, key=lambda branch: branch.plan.cost)
        return Found(best.result, self.alternatives, self._seconds)

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The ways to begin that were looked at so far, with their costs."""
        return tuple(Alternative(way.first, way.plan.cost) for way in self.branches)

    def look_at(self, rooms: Collection[Card]) -> None:
        """Have the best plans that begin by travelling to ``rooms`` among :attr:`branches`."""
        if ways := self._beginnings:
            begin = [first for first in ways.steps if first.action in TRAVELS]
            firsts = [first for first in begin if destination(first) in rooms]
            ways.expect(firsts)
            for first in firsts:
                with suppress(PlanningFailure):  # then there is one way less
                    self._follow_up(ways.branch(first))

    def forget(self) -> None:
        """Forget all ways: an answer has changed what they are worth."""
        self.branches, self._beginnings = [], None

    def to_go(self) -> dict[Card, float]:
        """Return what the best plans still cost once each room is entered."""
        costs: dict[Card, float] = {}
        for branch in self.branches:
            room = destination(branch.first)
            if room is not None and branch.rest_cost is not None:
                costs[room] = min(branch.rest_cost, costs.get(room, branch.rest_cost))
        return costs

    def _open(self, problem: Problem) -> Beginnings:
        """Return the ways to begin; what was opened before in this game is not opened again."""
        if problem.text not in self._opened:
            self._opened[problem.text] = self.engine.beginnings(
                self.domain.text, problem.text, hints=problem.data.unwritten
            )
        return self._opened[problem.text]

    def _promising(self, ways: Beginnings, values: Mapping[Atom, int]) -> list[Step]:
        """Return the ways to plan on from: passages, stays, and the best travels.

        Best by what they cost, and by the cheapest question at the end of a way. Where the
        rules let anybody stay, to stay is to travel from a room to itself.
        """
        questions: dict[str, int] = {}
        for atom, cost in values.items():
            if atom[0] in ("question-cost", "proof-cost"):
                questions[atom[-1]] = min(cost, questions.get(atom[-1], cost))

        def promise(step: Step) -> int:
            return ways.steps[step] + questions.get(destination(step) or "", 0)

        ordered = sorted(filter(destination, ways.steps), key=promise)
        by_dice = [step for step in ordered if step.action in TRAVELS]
        return [step for step in ordered if step not in by_dice[self._before_the_dice :]]

    def _follow_up(self, branch: Branch | None) -> None:
        """Put a branch among :attr:`branches`, and count the time it took."""
        if branch and branch not in self.branches:
            self.branches.append(branch)
            self._seconds.update(branch.result.seconds)
