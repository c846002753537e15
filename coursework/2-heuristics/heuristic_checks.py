"""Checks of heuristics for ``clue-astar``: admissibility, and the expansions that they save.

The search runs in the grader's process, and so does the perfect heuristic h*, computed over all
states of small problems. Submitted code only returns estimates.
"""

from dataclasses import replace
from math import inf
from typing import Any, TypeAlias

from graders import relaxations, search_spaces
from graders.relaxations import HeuristicComparison, HeuristicRelaxation  # noqa: F401 - checks

from planner_clue.planner.engines import HEURISTICS, ClueTask
from planner_clue.planning.astar import Node, astar, heuristics
from planner_clue.planning.plan import Limits
from planner_clue.planning.problem import atom_texts
from planner_clue.support.errors import PlanningFailure, SubmissionError
from planner_clue.teaching import checks, worker
from planner_clue.teaching.checks import (
    Case,
    Factors,
    Feedback,
    File,
    Number,
    Score,
    Sketch,
    no_points,
)
from planner_clue.teaching.submission import Submission

ANSWERS = "answers.toml"
_Row: TypeAlias = tuple[Node, float, float]
"""A state, its estimate, and its real cost."""
_SAMPLE = 300
_TOLD = 3
_TOO_MUCH = (
    "The estimate is more than it really costs from there, so A* may return a plan that is not the "
    "best. Follow a cheapest way to the goal from this state, and ask which of its costs you count "
    "twice, or which you count although they need not be paid."
)
_NOT_AT_GOAL = "At the goal, the remaining cost is 0."
_NOT_RELAXED = (
    "Each landmark is one of the delete relaxation too, so their sum is never more than a plan "
    "costs where nothing is deleted. A search, or another heuristic, may say more."
)
_SLOW = "A heuristic takes milliseconds for a state of a larger problem. A search takes far longer."
_NOT_POSSIBLE = "No plan costs this much. Is the state taken for a dead end, or a search cut short?"
_DEAD_END = "The goal cannot be reached from this state, so the estimate has to be infinite."
_TOO_LITTLE = (
    "It never overestimates, but its estimates are too low. Always 0 would not overestimate either."
)
_WORSE = "A* with this heuristic returned a plan that is not the best: it overestimates."


class _Posed(Case, kw_only=True):
    problem: File
    domain: File = File("domain.pddl")
    file: str = worker.FILE

    def task(self) -> ClueTask:
        return ClueTask.ground(self.domain, self.problem)

    def story(self) -> str:
        lines = [line for line in self.problem.splitlines() if line.startswith(";")]
        times = [line.strip() for line in self.problem.splitlines() if "(times-asked" in line]
        if "RIVAL" in self.problem:
            lines.append(f"; suggested before: {' '.join(times) or 'nothing'}")
        return "\n".join(lines)


class _HeuristicNumbers(_Posed, tag="heuristic-numbers", kw_only=True):
    checks: str = "the heuristic returns non-negative numbers, and 0 at the goal"
    function: str

    def trial(self, submission: Submission) -> Score:
        task, function = self.task(), self.function
        heuristic = worker.SubmittedHeuristic(submission, function, task, self.file)
        space = search_spaces.StateSpace(task)
        goals = [node for node in space.nodes.values() if space.task.goal_reached(node.state)]
        heuristic.of(space.sample(_SAMPLE))
        for node, estimate in zip(goals[:_TOLD], heuristic.of(goals[:_TOLD]), strict=True):
            if estimate > 0:
                return no_points(f"{function} gives {estimate:g} at the goal: {node}", _NOT_AT_GOAL)
        return Score()


class _HeuristicAdmissible(_Posed, tag="heuristic-admissible", kw_only=True):
    """A heuristic is admissible and informed.

    ``informed`` is the share of h* that its estimates have to reach on average; less earns less,
    or nothing with ``whole``. With ``relaxed``, they may be no more than a relaxed plan costs. In
    states of a ``larger`` problem they have to lie between hmax and a relaxed plan's cost, or
    without ``relaxed`` between 0 and hadd: a search in the place of a heuristic does not end there.
    At the start of the problem ``hallway``, the estimate has to reach ``informed`` too.
    """

    checks: str = "the heuristic never overestimates the cost to the goal, and is informed"
    function: str
    informed: Number
    whole: bool = False
    relaxed: bool = False
    larger: File | None = None
    hallway: File | None = None
    dead_ends: str = ""
    """An atom; where it holds and the goal cannot be reached, the estimate has to be infinite."""

    def trial(self, submission: Submission) -> Score:
        task, function, informed = self.task(), self.function, self.informed
        heuristic = worker.SubmittedHeuristic(submission, function, task, self.file)
        space = search_spaces.StateSpace(task)
        rows = _rows(heuristic, space)
        if over := _overestimates(self, function, rows):
            return over
        dead = [node for node in space.nodes.values() if space.to_go[node.state.bits] == inf]
        dead = [node for node in dead if (self.dead_ends,) in node.state]
        for node, estimate in zip(dead, heuristic.of(dead), strict=True):
            if estimate < inf:
                return no_points(f"{function} gives {estimate:g} for {node}", _DEAD_END)
        for node, estimate, _ in rows if self.relaxed else ():
            if estimate > (most := relaxations.relaxed_plan_cost(task, node.state)):
                what = f"{function} gives {estimate:g}, but a relaxed plan costs {most}, for {node}"
                return no_points(what, _NOT_RELAXED)
        if self.larger and (failure := self._failure_in_larger(submission, self.larger)):
            return Score(0.0, (failure,))
        if self.hallway and (failure := self._failure_in_hallway(submission, self.hallway)):
            return Score(0.0, (failure,))
        share = sum(row[1] for row in rows) / max(1.0, sum(row[2] for row in rows))
        says = f"admissible in {len(rows)} states; {share:.0%} of the real cost on average"
        if share >= informed:
            return Score(says=says)
        what = f"{function} says {share:.0%} of the real cost; {informed:.0%} is asked for"
        return Score(0.0 if self.whole else share / informed, (Feedback(what, _TOO_LITTLE),), says)

    def _failure_in_larger(self, submission: Submission, problem: File) -> Feedback | None:
        task = ClueTask.ground(self.domain, problem)
        nodes = relaxations.states_of(task)
        heuristic = worker.SubmittedHeuristic(submission, self.function, task, self.file)
        try:
            estimates = heuristic.of(nodes)
        except SubmissionError as error:
            means = _SLOW if str(error).startswith("timeout") else error.means
            raise SubmissionError(f"{problem.stem}: {error}", means) from error
        for node, estimate in zip(nodes, estimates, strict=True):
            if self.relaxed:
                least = HEURISTICS["hmax"](node, task)
                most = relaxations.relaxed_plan_cost(task, node.state) if least < inf else inf
            else:
                least, most = 0.0, HEURISTICS["hadd"](node, task)
            if not least <= estimate <= most:
                what = f"{problem.stem}: {self.function} gives {estimate:g} for {node}"
                means = _NOT_RELAXED if self.relaxed else _NOT_POSSIBLE
                return Feedback(f"{what}; expected {least:g} to {most:g}", means)
        return None

    def _failure_in_hallway(self, submission: Submission, problem: File) -> Feedback | None:
        task = ClueTask.ground(self.domain, problem)
        start, cost = Node(task.initial), search_spaces.StateSpace(task).to_go[task.initial.bits]
        heuristic = worker.SubmittedHeuristic(submission, self.function, task, self.file)
        (estimate,) = heuristic.of([start])
        if (least := self.informed * cost) <= estimate <= cost:
            return None
        what = f"{problem.stem}: {self.function} gives {estimate:g} for {start}"
        means = _TOO_MUCH if estimate > cost else _TOO_LITTLE
        return Feedback(f"{what}; expected {least:g} to {cost:g}", means)


def _rows(heuristic: worker.SubmittedHeuristic, space: search_spaces.StateSpace) -> list[_Row]:
    """Return some states from which the goal can be reached, with their estimates and costs."""
    nodes = [n for n in space.sample(_SAMPLE) if space.to_go[n.state.bits] < inf]
    costs = [space.to_go[n.state.bits] for n in nodes]
    return list(zip(nodes, heuristic.of(nodes), costs, strict=True))


def _overestimates(case: _Posed, function: str, rows: list[_Row]) -> Score | None:
    """Return the result of a heuristic that overestimates; None if it does not."""
    if not (over := [row for row in rows if row[1] > row[2]]):
        return None
    feedback = [_overestimate(function, *row) for row in over[:_TOLD]]
    by = relaxations.how_to_print(
        case, over[0][0], function, file=case.file, problem=case.problem, domain=case.domain
    )
    feedback[0] = replace(feedback[0], what=f"{feedback[0].what}{by}")
    says = f"more than the real cost in {len(over)} of {len(rows)} states"
    return Score(0.0, tuple(feedback), says)


def _overestimate(function: str, node: Node, estimate: float, cost: float) -> Feedback:
    """Return the shortfall of a state, with the steps to it."""
    steps = tuple(map(str, node.plan()))
    what = f"{function} gives {estimate:g}, but it costs {cost:g} to the goal from {node}"
    if steps:
        what = "\n  ".join([f"{what}\nreached by", *steps])
    visited = [next((a[1] for a in sorted(n.state) if a[0] == "at"), "") for n in node.path()]
    sketch = Sketch(
        steps,
        way=tuple(room for room in reversed(visited) if room),
        holds=tuple(atom_texts(node.state)),
        expected=f"at most {cost:g}",
        found=f"{estimate:g}",
    )
    return Feedback(what, _TOO_MUCH, sketch)


class _HeuristicSearch(_Posed, tag="heuristic-search", kw_only=True):
    """A* with a heuristic finds an optimal plan with fewer expansions, and not by luck.

    ``shares`` are limits, as shares of the expansions of blind search; each kept earns its part.
    """

    checks: str = "A* expands fewer states with the heuristic, and still finds the best plan"
    function: str
    shares: Factors

    def trial(self, submission: Submission) -> Score:
        task = self.task()
        best, without = astar(task, heuristics.blind)
        try:
            heuristic = worker.SubmittedHeuristic(submission, self.function, task, self.file)
            found, expanded = astar(task, heuristic, 1, Limits(expansions=4 * without))
        except PlanningFailure as failure:
            raise SubmissionError(str(failure), "The heuristic makes the search longer.") from None
        if best is None or found is None:
            raise SubmissionError(
                "no plan was found", "The heuristic treats all states as dead ends."
            )
        says = f"{expanded} states expanded, {without} without a heuristic; cost {found.cost}"
        if found.cost > best.cost:
            what = f"the plan costs {found.cost}; the best costs {best.cost}"
            return no_points(what, _WORSE, says=says)
        rows = _rows(heuristic, search_spaces.StateSpace(task))
        if over := _overestimates(self, self.function, rows):
            return over
        broken = [share for share in self.shares if expanded > share * without]
        feedback = [
            Feedback(f"{expanded / without:.0%} of the states were expanded; {share:.0%} allowed")
            for share in broken
        ]
        return Score(1 - len(broken) / len(self.shares), tuple(feedback), says)


class _HeuristicClaim(_Posed, tag="heuristic-claim", kw_only=True):
    checks: str = "the claim about a heuristic is true"
    heuristic: str
    admissible: bool

    def __post_init__(self) -> None:
        checks.check_known("heuristic", self.heuristic, HEURISTICS)

    def trial(self, submission: Submission) -> Score:
        name = self.heuristic
        claimed, example = _claimed(submission.toml(ANSWERS), name)
        if claimed != self.admissible:
            what = f"{name} is said to be {'' if claimed else 'not '}admissible, and it is"
            means = "Compare its estimates with the cost of the rest of an optimal plan."
            return no_points(f"{what}{' not' if claimed else ''}", means)
        if self.admissible:
            return Score()
        space = search_spaces.StateSpace(self.task())
        node = space.after(example)
        estimate = HEURISTICS[name](node, space.task)
        cost = space.to_go[node.state.bits]
        says = f"{name} gives {estimate:g} after these steps, and it costs {cost:g} to the goal"
        if estimate > cost:
            return Score(says=says)
        means = "The example must lead to a state whose estimate exceeds the real cost."
        return no_points(says, means, says=says)


def _claimed(answers: dict[str, Any], name: str) -> tuple[bool, list[str]]:
    """Return the claim of the answers on a heuristic, and the example's steps."""
    entry = answers.get(name)
    if not isinstance(entry, dict) or "admissible" not in entry:
        raise SubmissionError(f"{ANSWERS}: no answer about {name}; expected [{name}], admissible")
    claimed, example = entry["admissible"], entry.get("example", [])
    steps = isinstance(example, list) and all(isinstance(step, str) for step in example)
    if not isinstance(claimed, bool) or not steps:
        raise SubmissionError(f"{ANSWERS}: {name}: expected true or false, and a list of steps")
    return claimed, example
