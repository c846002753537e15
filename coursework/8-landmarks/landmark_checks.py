"""Checks of LM-cut step by step, and of pattern databases.

Justification graphs and cuts depend on the choice among equally expensive preconditions: a cut
is held against the submission's own choice (Helmert and Domshlak 2009). The values of a pattern
database follow from its pattern (Culberson and Schaeffer 1998).
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, ClassVar

from graders.relaxations import WRONG, Fault, HeuristicRelaxation, adds
from graders.search_spaces import StateSpace, costs_to

from planner_clue.planner.engines import ClueTask
from planner_clue.planning.astar import HEURISTICS, Node, Operator, heuristics
from planner_clue.planning.problem import Atom
from planner_clue.support.errors import CourseworkError, SubmissionError, shown
from planner_clue.teaching.checks import Case, Feedback, File, Number, Score, Whole, no_points
from planner_clue.teaching.submission import Submission
from planner_clue.teaching.worker import SubmittedHeuristic

LANDMARKS, ABSTRACTION, GOAL = "landmarks.py", "abstraction.py", "goal"
_TOLD = 3
_MEANS = {
    "hmax": WRONG["hmax"],
    "most_expensive": "Each operator that can be reached has one edge, from its most expensive "
    "precondition by hmax. 'goal' stands for the goal.",
    "cut": "Go back from the goal over edges of operators that cost nothing: this is the goal "
    "zone. Then go forward from the state without entering the goal zone. The operators that would "
    "enter it are the cut. The edges come from your function most_expensive. If hmax is 0 or "
    "infinite, the cut is empty.",
}
_PATTERN = "A pattern is a list of atoms of the task, each a list or a tuple of texts."
_VALUES = (
    "The estimate is the cost of an optimal plan if only the atoms of the pattern count. An "
    "operator deletes before it adds."
)
_WEAK = "Which atoms make the rest of the plan expensive? Choose atoms that belong together."


def check_strips(task: ClueTask) -> ClueTask:
    """Return a task without negative conditions and conditional effects, as exercise 8 has them."""
    conditions = [task.goal, *(operator.precondition for operator in task.operators)]
    effects = [effect for operator in task.operators for effect in operator.effects]
    if any(one.fails for one in conditions) or any(e.when.holds | e.when.fails for e in effects):
        raise CourseworkError("problem: expected no negative condition and no conditional effect")
    return task


class _LandmarkCuts(HeuristicRelaxation, tag="landmark-cuts", kw_only=True):
    """The steps of LM-cut in states of some problems; no points unless all are right."""

    checks: str = "the steps of LM-cut are right: hmax, most expensive preconditions, first cut"
    file: ClassVar[str] = LANDMARKS
    meanings: ClassVar[Mapping[str, str]] = _MEANS

    def fault(self, function: str, given: Submission, task: ClueTask, nodes: list[Node]) -> Fault:
        """Return the description of faults; a cut is held against the submitted graphs."""
        check_strips(task)
        if function == "hmax":
            return super().fault(function, given, task, nodes)
        if function == "most_expensive":
            return partial(_edges_fault, task)
        graphs = SubmittedHeuristic(given, "most_expensive", task, LANDMARKS).answers_in(nodes)
        choices = {node.state: graph for node, graph in zip(nodes, graphs, strict=True)}
        return lambda node, answer: _cut_fault(task, node, choices[node.state], answer)


def _needs(task: ClueTask) -> dict[str, frozenset[Atom]]:
    needs = {str(operator.step): operator.precondition.holds for operator in task.operators}
    return {step: atoms for step, atoms in [*needs.items(), (GOAL, task.goal.holds)] if atoms}


def _edges_fault(task: ClueTask, node: Node, answer: Any) -> str:
    if not isinstance(answer, dict):
        return f"gives {shown(answer)}; expected a dict of steps and atoms"
    costs = heuristics.atom_costs(task, node.state, max)
    for step, atoms in _needs(task).items():
        most = max(costs.get(atom, inf) for atom in atoms)
        if most == inf:
            continue
        chosen = _atom(answer.get(step))
        if chosen not in atoms:
            return f"has {shown(answer.get(step))} for {step}; expected one of its preconditions"
        if costs[chosen] < most:
            faults = f"({' '.join(chosen)}) for {step}, which costs {costs[chosen]:g}"
            return f"has {faults}; its most expensive one costs {most:g}"
    return ""


def _cut_fault(task: ClueTask, node: Node, choice: Any, answer: Any) -> str:
    if not isinstance(answer, list | tuple) or not all(isinstance(step, str) for step in answer):
        return f"gives {shown(answer)}; expected a list of steps"
    wanted = set[str]()
    if 0 < HEURISTICS["hmax"](node, task) < inf:
        if fault := _edges_fault(task, node, choice):
            return f"checked, as most_expensive {fault}"
        wanted = first_cut(task, node, {step: _atom(choice.get(step)) for step in _needs(task)})
    if {*answer} == wanted:
        return ""
    lacking, more = sorted(wanted - {*answer}), sorted({*answer} - wanted)
    faults = [f"lacks {lacking[0]}"] if lacking else []
    return " and ".join([*faults, *([f"has {more[0]}, which is not in it"] if more else [])])


def first_cut(task: ClueTask, node: Node, edges: Mapping[str, Atom]) -> set[str]:
    """Return the operators that lead into the goal zone of a justification graph."""
    zone, free = {edges[GOAL]}, [one for one in task.operators if not one.cost]
    while more := {
        edges[str(one.step)]
        for one in free
        if adds(one) & zone and edges.get(str(one.step), edges[GOAL]) not in zone
    }:
        zone |= more
    reached, cut, size = {*node.state}, set[str](), -1
    while len(reached) > size:
        size = len(reached)
        for one in task.operators:
            if not one.precondition.holds or edges.get(str(one.step)) in reached:
                reached |= adds(one) - zone
                cut |= {str(one.step)} if adds(one) & zone else set()
    return cut


def _atom(value: Any) -> Atom:
    is_atom = isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)
    return tuple(value) if is_atom else ()


class _PatternDatabase(Case, tag="pattern-database", kw_only=True):
    checks: str = "the pattern is small enough, its estimates are exact, and they are informed"
    problem: File
    domain: File
    most: Whole
    """States of the projection that can be reached."""
    informed: Number
    whole: bool = False
    """Whether less than ``informed`` earns nothing, instead of a part."""
    overlapping: bool = False
    """Whether each operator also deletes what it adds: no difference, as deletes come first."""

    def story(self) -> str:
        return f"{self.problem.stem}: at most {self.most} projected states"

    def trial(self, submission: Submission) -> Score:
        task = check_strips(ClueTask.ground(self.domain, self.problem))
        task = _with_overlaps(task) if self.overlapping else task
        given, space = SubmittedHeuristic(submission, "pdb", task, ABSTRACTION), StateSpace(task)
        pattern = _pattern(given.of_task("pattern"), task)
        values = pattern_database(task, pattern, self.most)
        total, real = 0.0, 0.0
        nodes = [*space.nodes.values()]
        for node, estimate in zip(nodes, given.of(nodes), strict=True):
            wanted = values[pattern & {*node.state}]
            if estimate != wanted:
                what = f"pdb gives {estimate:g}, and the projection says {wanted:g}, for {node}"
                return no_points(what, _VALUES)
            if space.to_go[node.state.bits] < inf:
                total, real = total + estimate, real + space.to_go[node.state.bits]
        share = total / max(1.0, real)
        says = f"{len(values)} projected states; {share:.0%} of the real cost on average"
        if share >= self.informed:
            return Score(says=says)
        failure = Feedback(f"{says}; {self.informed:.0%} is asked for", _WEAK)
        return Score(0.0 if self.whole else share / self.informed, (failure,), says)


def _with_overlaps(task: ClueTask) -> ClueTask:
    """Return an equivalent task whose operators also delete what they add."""
    operators = [
        replace(one, effects=tuple(replace(e, deletes=e.deletes | e.adds) for e in one.effects))
        for one in task.operators
    ]
    return replace(task, operators=tuple(operators))


def _pattern(answer: Any, task: ClueTask) -> frozenset[Atom]:
    atoms = [_atom(one) for one in answer] if isinstance(answer, list | tuple) else [()]
    unknown = [atom for atom in atoms if atom not in task.initial.index.atoms]
    if unknown:
        what = f"pattern has {shown(unknown[0])}, not an atom that changes"
        raise SubmissionError(what, _PATTERN)
    return frozenset(atoms)


def pattern_database(
    task: ClueTask, pattern: frozenset[Atom], most: int
) -> dict[frozenset[Atom], float]:
    """Return h* of each state in reach; :class:`SubmissionError` for more than ``most``."""
    steps = [_projected(operator, pattern) for operator in task.operators]
    start, goal = pattern & {*task.initial}, pattern & task.goal.holds
    states, queue = {start: 0}, [start]
    edges = list[list[tuple[int, int]]]()
    for state in queue:
        after = [(state - gone | come, cost) for needs, gone, come, cost in steps if needs <= state]
        for successor, _ in after:
            if successor not in states:
                states[successor] = len(queue)
                queue.append(successor)
        if len(queue) > most:
            what = f"the pattern has more than {most} projected states"
            raise SubmissionError(what, "Take fewer atoms.")
        edges.append([(states[successor], cost) for successor, cost in after])
    costs = costs_to([states[one] for one in queue if goal <= one], dict(enumerate(edges)))
    return {state: costs[number] for state, number in states.items()}


def _projected(
    operator: Operator, pattern: frozenset[Atom]
) -> tuple[frozenset[Atom], frozenset[Atom], frozenset[Atom], int]:
    deletes = frozenset[Atom]().union(*(effect.deletes for effect in operator.effects))
    come = adds(operator) & pattern
    return operator.precondition.holds & pattern, deletes & pattern, come, operator.cost
