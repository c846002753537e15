"""Checks of a search: optimality, expansions and duplicates, in state spaces of the grader.

The grader expands states and counts them; submitted code only sees the states that it asked for.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from planner_clue.errors import SubmissionError, nearest, shown
from planner_clue.planning.astar import HEURISTICS
from planner_clue.teach.box import Box, TrustedHost, open_box
from planner_clue.teach.checks import CaseData, Trial, case_check
from planner_clue.teach.marks import Earned, Shortfall
from planner_clue.teach.search_spaces import (
    GREEDY,
    INFINITY,
    SearchSpace,
    lines_of_space,
    random_space,
    space_of_lines,
    space_of_problem,
)
from planner_clue.teach.submission import Submission

FILE = "search.py"
_FUNCTIONS = ("astar", "weighted_astar", "greedy")
_ANSWER_SECONDS, _MEGABYTES = 10, 512
_PATIENCE = 3
"""Factor of the allowed expansions after which a search is stopped."""
_GRAPH = "STATE ESTIMATE: SUCCESSOR COST, ..."
_STEPS = 20
"""Steps of a plan that are shown."""
_HALF, _TOLD = 0.5, 3
_FIELDS = {
    "problem": ("domain", "problem", "heuristic"),
    "graph": ("start", "goals", "graph"),
    "seed": ("seed", "states", "heuristic"),
}
_ENDLESS = (
    "States that were expanded are expanded again: the space has cycles, so a search has to "
    "remember which states it has reached, and at which cost."
)
_AGAIN = (
    "A state is expanded again only if it was reached at less cost since. Skip the older entries "
    "of the queue."
)
_MANY = "States with a greater f = g + weight * h come later. Is the queue in this order?"
_FEW = (
    "Whoever expands fewer cannot know that the plan is optimal: test for the goal when a state "
    "leaves the queue, not when it enters."
)
_DEARER = (
    "Is the goal tested when a state leaves the queue? Is a state reached again at less cost "
    "entered again, with its new parent?"
)
_NOT_A_PLAN = "A plan is a list of actions, the first one first, from the start to a goal."


@dataclass(frozen=True)
class _SearchProblem:
    """One problem of a case."""

    name: str
    story: tuple[str, ...]
    """The problem in further lines."""
    make: Callable[[], SearchSpace] = field(repr=False)

    @cached_property
    def space(self) -> SearchSpace:
        return self.make()

    @classmethod
    def read(cls, data: CaseData) -> "_SearchProblem":
        kind = next((kind for kind in _FIELDS if kind in data.table), None)
        if kind is None:
            data.fail("problems", f"tables with one of {', '.join(_FIELDS)}")
        data.refuse_others(_FIELDS[kind])
        if kind == "graph":
            start, goals = data.text("start"), data.texts("goals")
            space = space_of_lines(start, goals, data.texts("graph"))
            name = f"a graph, from {start} to {' or '.join(goals) or 'nowhere'}"
            return cls(name, (_GRAPH, *lines_of_space(space)), lambda: space)
        heuristic = data.text("heuristic")
        if kind == "seed":
            seed, states = data.whole("seed"), data.whole("states")
            space = random_space(seed, states, heuristic)
            name = f"random graph {seed} from {space.initial} to {min(space.goals)}"
            name += f", {heuristic} estimates"
            return cls(name, (_GRAPH, *lines_of_space(space)), lambda: space)
        known = [*HEURISTICS, *(f"{name}-with-gaps" for name in HEURISTICS)]
        if heuristic not in known:
            data.fail("heuristic", nearest(heuristic, known))
        domain, problem = data.file("domain"), data.file("problem")
        story = [line for line in problem.splitlines() if line.startswith(";")]
        name = f"{data.text('problem').rpartition('/')[2]} with {heuristic}"
        return cls(name, tuple(story), lambda: space_of_problem(domain, problem, heuristic))

    def lines(self) -> list[str]:
        """Return name and story, the story indented."""
        return [self.name, *(f"  {line}" for line in self.story)]


class _CountedSearch:
    """A run of a submitted search: its plan, and how often each state was expanded."""

    def __init__(
        self, box: Box | TrustedHost, function: str, weight: float, space: SearchSpace, most: int
    ) -> None:
        self.expanded = Counter[str]()
        self._space, self._most = space, _PATIENCE * most + 10
        reply = box.ask(
            "search",
            function,
            on_request=self._expand,
            file=FILE,
            function=function,
            initial=[space.initial, *self._about(space.initial)],
            more=[weight] if function == "weighted_astar" else [],
        )
        self.plan = self._read(reply, function)

    @property
    def count(self) -> int:
        """The number of expansions."""
        return self.expanded.total()

    def _expand(self, state: Any) -> list[tuple[Any, ...]]:
        if not isinstance(state, str) or state not in self._space.edges:
            raise SubmissionError(f"expanded {shown(state)}, which is not a state", _NOT_A_PLAN)
        self.expanded[state] += 1
        if self.count > self._most:
            again, times = self.expanded.most_common(1)[0]
            what = f"stopped after {self.count} expansions; {again} was expanded {times} times"
            raise SubmissionError(what, _ENDLESS if times > 1 else _MANY)
        return [
            (action, after, cost, *self._about(after))
            for action, after, cost in self._space.edges[state]
        ]

    def _about(self, state: str) -> tuple[bool, float]:
        return state in self._space.goals, self._space.estimates[state]

    @staticmethod
    def _read(reply: Any, function: str) -> list[str] | None:
        plan: Any = reply.get("plan", reply) if isinstance(reply, dict) else reply
        is_plan = isinstance(plan, list) and all(isinstance(action, str) for action in plan)
        if plan is not None and not is_plan:
            what = f"{function} returned {shown(plan)}; expected a list of actions, or None"
            raise SubmissionError(what, _NOT_A_PLAN)
        found: list[str] | None = plan
        return found


@case_check(
    "search-runs",
    "the search finds plans as good as it promises, and expands no more than it has to",
    "function weight problems whole",
)
def _searches(data: CaseData) -> tuple[Trial, str]:
    """Check a search on some problems.

    Half of each problem's share is for the plan, the other half for the expansions; with
    ``whole``, everything or no points.
    """
    function, whole = data.text("function"), data.flag("whole")
    if function not in _FUNCTIONS:
        data.fail("function", nearest(function, _FUNCTIONS))
    weight = {"astar": 1.0, "greedy": GREEDY}.get(function) or data.number("weight")
    problems = list(map(_SearchProblem.read, data.tables("problems")))
    if not problems:
        data.fail("problems", "a list of tables")

    def trial(submission: Submission) -> Earned:
        submission.text(FILE)
        box, share, falls, counts = None, 0.0, list[Shortfall](), list[str]()
        for problem in problems:
            if box is None:
                box = open_box(
                    submission, "SearchHost", seconds=_ANSWER_SECONDS, megabytes=_MEGABYTES
                )
            least, most = problem.space.bounds(weight)
            try:
                found = _CountedSearch(box, function, weight, problem.space, most)
            except SubmissionError as error:
                falls.append(Shortfall(f"{error}\nin {problem.name}", error.means))
                box = None  # it still waits for successors, or has ended
                continue
            of_plan = _of_plan(problem.space, found, function, weight)
            of_count = _of_expansions(problem.space, found, least, most)
            told = [fall for fall in (of_plan, of_count) if fall]
            falls += [Shortfall(f"{fall.what}\nin {problem.name}", fall.means) for fall in told]
            share += 0.0 if of_plan else 1.0 - _HALF * len(told)
            counts.append(f"{found.count} ({least} to {most})")
        full = 0.0 if whole and falls else share / len(problems)
        says = f"expansions, in brackets those of a fair search: {', '.join(counts)}"
        return Earned(full, tuple(falls[:_TOLD]), says if counts else "")

    called = f"{function}{f', weight {weight:g}' if 1 < weight < GREEDY else ''}"
    return trial, "\n".join([called, *(line for one in problems for line in one.lines())])


def _of_plan(
    space: SearchSpace, found: _CountedSearch, function: str, weight: float
) -> Shortfall | None:
    """Return what is wrong with a plan."""
    if found.plan is None:
        if space.best == INFINITY:
            return None
        return Shortfall(f"no plan; there is one of cost {space.best:g}", _DEARER)
    cost, fault = space.cost(found.plan)
    if fault:
        told = ", ".join(found.plan[:_STEPS]) or "no action"
        return Shortfall(f"not a plan: {fault}\n{told}", _NOT_A_PLAN)
    if function != "greedy" and cost > weight * space.best:
        allowed = f"the best costs {space.best:g}"
        allowed += f", at most {weight * space.best:g} is allowed" if weight > 1 else ""
        return Shortfall(f"a plan of cost {cost}; {allowed}", _DEARER)
    return None


def _of_expansions(
    space: SearchSpace, found: _CountedSearch, least: int, most: int
) -> Shortfall | None:
    """Return what is wrong with the number of expansions."""
    said = f"{found.count} expansions; a fair search takes {least} to {most}"
    again = [state for state, times in found.expanded.items() if times > 1]
    if found.count > most:
        if not again:
            return Shortfall(said, _MANY)
        return Shortfall(f"{said}; {again[0]} was expanded again", _AGAIN)
    if found.count < least:
        return Shortfall(said, _FEW)
    return None
