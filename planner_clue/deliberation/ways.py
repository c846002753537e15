"""The best plan for each way to begin, from an engine that can find several.

Because the dice decide which room can be reached, one plan is not enough. The planner keeps the
best plan of all, and the best plan for each promising first step.
"""

from collections import Counter
from collections.abc import Collection

from planner_clue.cards import Card
from planner_clue.deliberation.decision import Alternative
from planner_clue.deliberation.steps import TRAVELS, destination
from planner_clue.deliberation.thought import Found, Problem, cheapest_questions
from planner_clue.errors import PlanningFailure
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Beginnings, Branch, Engine
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import PddlProblem


class WaysToBegin:
    """The plans for the current problem, one for each way to begin (first step)."""

    def __init__(self, engine: Engine, domain: Domain, before_the_dice: int) -> None:
        """Plan with ``engine``, for ``before_the_dice`` of the best rooms before a roll."""
        self.engine = engine
        self.domain = domain
        self.branches: list[Branch] = []
        """The best plan for each first step considered so far."""
        self._before_the_dice = before_the_dice
        self._beginnings: Beginnings | None = None
        self._failed: set[Step] = set()
        """Ways to begin the current problem for which the engine failed."""
        self._opened: dict[str, Beginnings] = {}
        """The ways to begin of every problem of this game, by the problem's text."""

    def search(self, problem: Problem, *, in_a_room_to_ask: bool) -> Found:
        """Find the best plan of all, and the best plan for each promising way to begin.

        If the token can ask at once (``in_a_room_to_ask``), only the best plan of all.
        """
        self.branches, seconds = [], Counter[str]()
        self._failed = set()
        try:
            ways = self._beginnings = self._open(problem)
            firsts = [] if in_a_room_to_ask else self._promising(ways, problem.data)
            ways.expect(firsts)
            seconds += self._follow_up(ways.best())
            for first in firsts:
                seconds += self._follow_up(ways.branch(first))
        except PlanningFailure as failure:
            return Found.nothing(failure, seconds)
        finally:
            self._settle()
        best = min(self.branches, key=lambda branch: branch.plan.cost)
        return Found(best.result, self.alternatives, seconds)

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The first steps considered so far, with the costs of their best plans."""
        return tuple(Alternative(way.first, way.plan.cost) for way in self.branches)

    def look_at(self, rooms: Collection[Card]) -> tuple[Counter[str], list[PlanningFailure]]:
        """Add the best plans that begin by travelling to ``rooms`` to :attr:`branches`.

        Return the seconds that took, and why some room has no plan.
        """
        seconds, failures = Counter[str](), list[PlanningFailure]()
        if ways := self._beginnings:
            begin = [first for first in ways.steps if first.action in TRAVELS]
            wanted = [first for first in begin if destination(first) in rooms]
            firsts = [first for first in wanted if first not in self._failed]
            ways.expect(firsts)
            for first in firsts:
                try:
                    seconds += self._follow_up(ways.branch(first))
                except PlanningFailure as failure:
                    failures.append(failure)
                    self._failed.add(first)
            self._settle()
        return seconds, failures

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
        """Leave no search running: nobody may think while others do."""
        if self._beginnings:
            self._beginnings.settle()

    def _open(self, problem: Problem) -> Beginnings:
        """Return the ways to begin a problem; in one game, no problem is translated twice."""
        if problem.text not in self._opened:
            self._opened[problem.text] = self.engine.beginnings(
                self.domain.text, problem.text, hints=problem.data.unwritten
            )
        return self._opened[problem.text]

    def _promising(self, ways: Beginnings, problem: PddlProblem) -> list[Step]:
        """Return the first steps to plan for: passages, stays, and the best travels.

        The best have the lowest cost of the way plus the cheapest question at its end. If the
        rules let any player stay, staying is to travel from a room to itself.
        """
        questions = cheapest_questions(problem)

        def promise(step: Step) -> int:
            return ways.steps[step] + questions.get(destination(step) or "", 0)

        ordered = sorted(filter(destination, ways.steps), key=promise)
        by_dice = [step for step in ordered if step.action in TRAVELS]
        return [step for step in ordered if step not in by_dice[self._before_the_dice :]]

    def _follow_up(self, branch: Branch | None) -> Counter[str]:
        """Add a branch to :attr:`branches` if it is new; return the seconds it took."""
        if branch is None or branch in self.branches:
            return Counter()
        self.branches.append(branch)
        return Counter(branch.result.seconds)
