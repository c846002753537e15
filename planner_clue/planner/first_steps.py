"""The best plan for each promising first step of a problem.

A plan names the next room, and its costs assume that the token walks straight there. After a roll
another room may be better. So the engine gives the best plan of all and the best plan for each
promising first step; the token heads only for rooms that begin one of these plans.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from planner_clue.game.cards import Card
from planner_clue.planner.decision import Alternative
from planner_clue.planner.model import FormulatedProblem
from planner_clue.planner.plan_tree import destination_of
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Beginnings, Branch, Engine
from planner_clue.planning.plan import PlanningResult, Status, Step
from planner_clue.support.errors import PlanningFailure

_BEFORE_THE_DICE = 2
"""The number of the most promising rooms to plan for before the dice are rolled."""


@dataclass(frozen=True)
class FirstSteps:
    """The best plans for one problem, one per first step that was considered."""

    branches: tuple[Branch, ...] = ()
    beginnings: Beginnings | None = None
    """The engine's searches of the problem; None if there are none."""
    failed: frozenset[Step] = frozenset()
    """The first steps for which the engine failed."""

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The first steps considered so far, with the cost of the best plan for each."""
        ways = ((one, destination_of(one.first) or (None, None)) for one in self.branches)
        return tuple(Alternative(str(one.first), one.plan.cost, *way) for one, way in ways)

    @property
    def costs_to_go(self) -> dict[Card, float]:
        """For each room, the rest of the cost of the best plan after entering it."""
        costs: dict[Card, float] = {}
        for branch in self.branches:
            way = destination_of(branch.first)
            if way and branch.cost_to_go is not None:
                costs[way[0]] = min(branch.cost_to_go, costs.get(way[0], branch.cost_to_go))
        return costs

    def into(self, room: Card | None, by: str) -> Branch | None:
        """Return the plan that begins by entering a room, if possible in this way."""
        ways = {
            way[1]: branch
            for branch in self.branches
            if (way := destination_of(branch.first)) and way[0] == room
        }
        return ways.get(by) or next(iter(ways.values()), None)  # type: ignore[call-overload]

    def with_branch(self, branch: Branch | None) -> "FirstSteps":
        """Return the plans with another one."""
        if branch is None or branch in self.branches:
            return self
        return replace(self, branches=(*self.branches, branch))


class FirstStepSearch:
    """Searches for the best plan of all and for each first step, in one game."""

    def __init__(self, engine: Engine, domain: Domain) -> None:
        """Plan with ``engine`` in ``domain``."""
        self._engine, self._domain = engine, domain
        self._opened: dict[str, Beginnings] = {}
        """The first steps of every problem, by its text: in a game, none is translated twice."""

    def search(
        self, problem: FormulatedProblem, *, may_suggest: bool
    ) -> tuple[FirstSteps, PlanningResult]:
        """Return the best plans and the best of them; if it may suggest at once, only that."""
        found, beginnings = FirstSteps(), None
        try:
            if problem.text not in self._opened:
                self._opened[problem.text] = self._engine.beginnings(
                    self._domain.text, problem.pddl
                )
            beginnings = self._opened[problem.text]
            found = FirstSteps(beginnings=beginnings)
            firsts = [] if may_suggest else _promising(problem, beginnings)
            beginnings.expect(firsts)
            found = found.with_branch(beginnings.best())
            for first in firsts:
                found = found.with_branch(beginnings.branch(first))
        except PlanningFailure as failure:
            spent, status = _seconds(found.branches), Status(failure.reason)
            return found, PlanningResult(status, None, failure.detail, seconds=spent)
        finally:  # pondering is not allowed
            if beginnings:
                beginnings.stop()
        best = min(found.branches, key=lambda branch: branch.plan.cost)
        return found, replace(best.result, seconds=_seconds(found.branches))


def searched_for(
    found: FirstSteps, rooms: Collection[Card]
) -> tuple[FirstSteps, Mapping[str, float], list[PlanningFailure]]:
    """Add the best plans that begin by travelling to ``rooms``.

    Return the plans, the seconds of each part of the searches, and the failures.
    """
    known, failures = len(found.branches), list[PlanningFailure]()
    if beginnings := found.beginnings:
        ways = ((first, destination_of(first)) for first in beginnings.steps)
        wanted = [first for first, way in ways if way and way[1] == "dice" and way[0] in rooms]
        firsts = [first for first in wanted if first not in found.failed]
        beginnings.expect(firsts)
        for first in firsts:
            try:
                found = found.with_branch(beginnings.branch(first))
            except PlanningFailure as failure:
                failures.append(failure)
                found = replace(found, failed=found.failed | {first})
        beginnings.stop()
    return found, _seconds(found.branches[known:]), failures


def _promising(problem: FormulatedProblem, beginnings: Beginnings) -> list[Step]:
    """Return the first steps to plan for: passages, stays, and the best travels.

    The best have the lowest cost of the way plus what is expected to be left at its end. If the
    rules let any player stay, staying is to travel from a room to itself.
    """
    ways = {first: way for first in beginnings.steps if (way := destination_of(first))}
    ordered = sorted(ways, key=lambda step: beginnings.steps[step] + problem.promise(ways[step][0]))
    by_dice = [first for first in ordered if ways[first][1] == "dice"]
    return [first for first in ordered if first not in by_dice[_BEFORE_THE_DICE:]]


def _seconds(branches: Iterable[Branch]) -> Counter[str]:
    """Return the seconds that each part of the searches for some branches took."""
    return sum((Counter(branch.result.seconds) for branch in branches), Counter[str]())
