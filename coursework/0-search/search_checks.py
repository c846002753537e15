"""The checks of exercise 0: optimality, expansions and duplicates, in state spaces of the grader.

The grader expands states and counts them; submitted code only sees the states that it asked for.
"""

from collections import Counter
from dataclasses import replace
from functools import cached_property
from math import inf
from typing import Annotated, Any, Literal

from graders import search_spaces
from msgspec import Meta, Struct

from planner_clue.planning.astar import HEURISTICS
from planner_clue.support.errors import CourseworkError, SubmissionError, shown
from planner_clue.teaching.checks import Case, Feedback, File, Number, Score, Whole, check_known
from planner_clue.teaching.submission import Submission
from planner_clue.teaching.worker import Worker, open_worker

FILE = "search.py"
_PATIENCE = 3
"""Factor of the allowed expansions after which a search is stopped."""
_GRAPH = "STATE ESTIMATE: SUCCESSOR COST, ..."
_STEPS, _TOLD = 20, 3
"""Steps of a plan, and shortfalls, that are shown."""
_ENDLESS = "The space has cycles. Remember which states were reached, and at which cost."
_AGAIN = "Expand a state again only if it was reached at a lower cost since. Skip older entries."
_MANY = "States with a greater f = {} come later. Is the queue in this order?"
_PRIORITY = {"astar": "g + h", "weighted_astar": "g + weight * h", "greedy": "h"}
_FEW = "With fewer, no plan is proved optimal. Test for the goal when states leave the queue."
_WORSE = (
    "Test for the goal when a state leaves the queue. Enter each cheaper path, with its parent."
)
_NOT_A_PLAN = "A plan is a list of actions, the first one first, from the start to a goal."


class _SearchProblem(Struct, dict=True, forbid_unknown_fields=True):
    problem: File | None = None
    domain: File | None = None
    heuristic: str = ""
    graph: tuple[str, ...] = ()
    start: str = ""
    goals: tuple[str, ...] = ()
    seed: Whole | None = None
    states: Whole = 0

    def __post_init__(self) -> None:
        if self.problem and self.domain:
            known = [*HEURISTICS, *(f"{name}-with-gaps" for name in HEURISTICS)]
            check_known("heuristic", self.heuristic, known)
            self.name = f"{self.problem.name.rpartition('/')[2]} with {self.heuristic}"
        elif self.graph:
            self.name = f"a graph, from {self.start} to {' or '.join(self.goals) or 'nowhere'}"
        elif self.seed is not None and self.states:
            between = f"from {self.space.initial} to {min(self.space.goals)}"
            self.name = f"random graph {self.seed} {between}, {self.heuristic} estimates"
        else:
            expected = "domain and problem, graph, or seed and states"
            raise CourseworkError(f"problems: expected tables with {expected}")

    @cached_property
    def space(self) -> search_spaces.SearchSpace:
        if self.problem and self.domain:
            return search_spaces.space_of_problem(self.domain, self.problem, self.heuristic)
        if self.graph:
            return search_spaces.space_of_lines(self.start, self.goals, self.graph)
        return search_spaces.random_space(self.seed or 0, self.states, self.heuristic)

    def lines(self) -> list[str]:
        """Return the name, and the problem in further lines."""
        if self.problem:
            story = [line for line in self.problem.splitlines() if line.startswith(";")]
        else:
            story = [_GRAPH, *search_spaces.lines_of_space(self.space)]
        return [self.name, *(f"  {line}" for line in story)]


class _CountedSearch:
    """A run of a submitted search: its plan, and how often each state was expanded."""

    def __init__(
        self, worker: Worker, name: str, weight: float, space: search_spaces.SearchSpace, most: int
    ) -> None:
        self.expanded = Counter[str]()
        self.many = _MANY.format(_PRIORITY[name])
        self._space, self._most = space, _PATIENCE * most + 10
        start = [space.initial, *self._about(space.initial)]
        more = [weight] if name == "weighted_astar" else []
        reply = worker.ask("search", FILE, name, start, more, what=name, on_request=self._expand)
        plan: Any = reply.get("plan", reply) if isinstance(reply, dict) else reply
        is_plan = isinstance(plan, list) and all(isinstance(action, str) for action in plan)
        if plan is not None and not is_plan:
            what = f"{name} returned {shown(plan)}; expected a list of actions, or None"
            raise SubmissionError(what, _NOT_A_PLAN)
        self.plan: list[str] | None = plan

    @property
    def count(self) -> int:
        return self.expanded.total()

    def _expand(self, state: Any) -> list[tuple[Any, ...]]:
        if not isinstance(state, str) or state not in self._space.edges:
            raise SubmissionError(f"expanded {shown(state)}, which is not a state", _NOT_A_PLAN)
        self.expanded[state] += 1
        if self.count > self._most:
            again, times = self.expanded.most_common(1)[0]
            what = f"stopped after {self.count} expansions; {again} was expanded {times} times"
            raise SubmissionError(what, _ENDLESS if times > 1 else self.many)
        return [
            (action, after, cost, *self._about(after))
            for action, after, cost in self._space.edges[state]
        ]

    def _about(self, state: str) -> tuple[bool, float]:
        return state in self._space.goals, self._space.estimates[state]

    def plan_fault(self, function: str, weight: float) -> Feedback | None:
        best = self._space.best
        if self.plan is None:
            what = f"no plan; there is one of cost {best:g}"
            return None if best == inf else Feedback(what, _WORSE)
        cost, fault = self._space.cost(self.plan)
        if fault:
            steps = ", ".join(self.plan[:_STEPS]) or "no action"
            return Feedback(f"not a plan: {fault}\n{steps}", _NOT_A_PLAN)
        if function != "greedy" and cost > weight * best:
            allowed = f", at most {weight * best:g} is allowed" if weight > 1 else ""
            return Feedback(f"a plan of cost {cost}; the best costs {best:g}{allowed}", _WORSE)
        return None

    def count_fault(self, least: int, most: int) -> Feedback | None:
        counted = f"{self.count} expansions; a fair search takes {least} to {most}"
        again = [state for state, times in self.expanded.items() if times > 1]
        if self.count > most and again:
            return Feedback(f"{counted}; {again[0]} was expanded again", _AGAIN)
        if self.count > most:
            return Feedback(counted, self.many)
        return Feedback(counted, _FEW) if self.count < least else None


class _SearchRuns(Case, tag="search-runs", kw_only=True):
    """A search on some problems.

    Half of each problem's share is for the plan, the other half for the expansions; with
    ``whole``, everything or no points. An empty plan, or none, earns nothing alone.
    """

    checks: str = (
        "the search finds plans as good as promised, and expands no more states than necessary"
    )
    function: Literal["astar", "weighted_astar", "greedy"]
    weight: Number = 0.0
    problems: Annotated[tuple[_SearchProblem, ...], Meta(min_length=1)]
    whole: bool = False

    def __post_init__(self) -> None:
        self.weight = {"astar": 1.0, "greedy": search_spaces.GREEDY}.get(self.function, self.weight)
        if not self.weight:
            raise CourseworkError("weight is missing; expected a positive number")

    def story(self) -> str:
        weight = f", weight {self.weight:g}" if 1 < self.weight < search_spaces.GREEDY else ""
        lines = [line for one in self.problems for line in one.lines()]
        return "\n".join([f"{self.function}{weight}", *lines])

    def trial(self, submission: Submission) -> Score:
        worker, share, feedback, counts = None, 0.0, list[Feedback](), list[str]()
        searched = False
        for problem in self.problems:
            if worker:
                worker.renew()
            worker = worker or open_worker(submission, FILE, "SearchHost")
            space = problem.space
            least, most = space.bounds(self.weight)
            try:
                found = _CountedSearch(worker, self.function, self.weight, space, most)
            except SubmissionError as error:
                feedback.append(Feedback(f"{error}\nin {problem.name}", error.means))
                worker = None  # it still waits for successors, or has ended
                continue
            of_plan = found.plan_fault(self.function, self.weight)
            faults = [failure for failure in (of_plan, found.count_fault(least, most)) if failure]
            feedback += [
                Feedback(f"{failure.what}\nin {problem.name}", failure.means) for failure in faults
            ]
            share += 0.0 if of_plan else 1.0 - len(faults) / 2
            searched = searched or (not of_plan and bool(found.plan))
            counts.append(f"{found.count} ({least} to {most})")
        if feedback and self.place.startswith("cases/"):
            by = f"in the folder of the exercise, this prints both: python tasks.py {self.place}"
            feedback[0] = replace(feedback[0], what=f"{feedback[0].what}\n{by}")
        nothing = not searched or (self.whole and feedback)
        full = 0.0 if nothing else share / len(self.problems)
        says = f"expansions, in brackets for a fair search: {', '.join(counts)}"
        return Score(full, tuple(feedback[:_TOLD]), says if counts else "")
