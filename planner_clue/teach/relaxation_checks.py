"""Checks of heuristics from the delete relaxation, and of their comparison on problems.

Values of ``hmax`` and ``hadd`` are unique, so they are compared. A relaxed plan is executed without
deletes instead; it may cost as much as ``hadd`` says.
"""

from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from random import Random
from typing import Any

from planner_clue.deliberation.engines import ClueTask
from planner_clue.errors import nearest, shown
from planner_clue.planning.astar import HEURISTICS, Node, Operator, astar
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import Atom
from planner_clue.teach.boxed_heuristic import BoxedHeuristic
from planner_clue.teach.checks import CaseData, Trial, case_check
from planner_clue.teach.marks import Earned, Shortfall
from planner_clue.teach.submission import Submission

FILE, ANSWERS = "relaxation.py", "answers.toml"
_VALUES = ("hmax", "hadd")
_PLAN = "relaxed_plan"
_WALKS, _LONGEST_WALK = 30, 25
_TOLD, _EQUAL = 3, 1e-6
_INFINITY = float("inf")
_WRONG = {
    "hmax": "An operator costs its own cost and that of the dearest of its preconditions; an atom "
    "costs what the cheapest operator that adds it does; the goal costs its dearest atom.",
    "hadd": "An operator costs its own cost and the sum over its preconditions; an atom costs what "
    "the cheapest operator that adds it does; the goal costs the sum over its atoms.",
    _PLAN: "From the goal backwards, take for each atom the operator by which hadd reaches it "
    "cheapest, each operator once; and return them in the order in which they can be taken.",
}
_COUNTED = "planner-clue compare-heuristics prints expansions and costs."


def states_of(task: ClueTask) -> list[Node]:
    """Return the start and the ends of random walks, the same at every call."""
    random, found = Random(0), {task.initial: Node(task.initial)}
    for _ in range(_WALKS):
        node = found[task.initial]
        for _ in range(random.randint(1, _LONGEST_WALK)):
            if not (after := task.successors(node.state)):
                break
            operator, state = random.choice(after)
            node = Node(state, node, operator.step, node.cost + operator.cost)
        found.setdefault(node.state, node)
    return [*found.values()]


@case_check(
    "heuristic-relaxation",
    "heuristics from the delete relaxation have the values that are defined",
    "functions problems goals domain",
)
def _relaxation(data: CaseData) -> tuple[Trial, str]:
    """Check functions in states of some problems; all right, or no points.

    Each problem is posed with its own goal and with those of ``goals``.
    """
    functions, domain = data.texts("functions"), data.file("domain", "domain.pddl")
    for function in functions:
        if function not in (*_VALUES, _PLAN):
            data.fail("functions", nearest(function, (*_VALUES, _PLAN)))
    problems = dict[str, str]()
    for file in data.texts("problems"):
        name, text = PurePath(file).stem, data.beside(file)
        problems[name] = text
        problems |= {f"{name}, goal {goal}": _with(goal, text) for goal in data.texts("goals")}

    def trial(submission: Submission) -> Earned:
        falls = list[Shortfall]()
        for name, problem in problems.items():
            task = ClueTask.ground(domain, problem)
            for function in functions if len(falls) < _TOLD else ():
                given = BoxedHeuristic(submission, function, task, FILE)
                check = _plan_fault if function == _PLAN else partial(_value_fault, function)
                falls += [
                    Shortfall(f"{name}: {function} {what}", _WRONG[function])
                    for what in _faults(task, given, check)
                ]
        return Earned(0.0 if falls else 1.0, tuple(falls[:_TOLD]))

    posed = "; ".join(problems)
    return trial, f"{', '.join(functions)} in up to {_WALKS} states of each problem: {posed}"


def _with(goal: str, problem: str) -> str:
    """Return a problem with another goal."""
    start, _, rest = problem.partition("(:goal")
    metric = rest[rest.index("(:metric") :] if "(:metric" in rest else ")"
    return f"{start}(:goal {goal})\n{metric}"


def _faults(
    task: ClueTask, given: BoxedHeuristic, check: Callable[[ClueTask, Node, Any], str]
) -> list[str]:
    """Return the first faults, each with its state."""
    nodes, found = states_of(task), list[str]()
    for node, answer in zip(nodes, given.answers_in(nodes), strict=True):
        if len(found) < _TOLD and (fault := check(task, node, answer)):
            found.append(f"{fault}, for {node}")
    return found


def _value_fault(function: str, task: ClueTask, node: Node, answer: Any) -> str:
    if not isinstance(answer, int | float) or isinstance(answer, bool):
        return f"gives {shown(answer)}; expected a number"
    wanted = HEURISTICS[function](node, task)
    is_right = answer == wanted or abs(answer - wanted) <= _EQUAL
    return "" if is_right else f"gives {answer:g}, and is {wanted:g}"


def _plan_fault(task: ClueTask, node: Node, plan: Any) -> str:
    most = HEURISTICS["hadd"](node, task)
    if plan is None or most == _INFINITY:
        reached = "the goal can be reached" if most < _INFINITY else "no goal can be reached"
        return "" if plan is None and most == _INFINITY else f"gives {shown(plan)}; {reached}"
    if not isinstance(plan, list | tuple) or not all(isinstance(step, str) for step in plan):
        return f"gives {shown(plan)}; expected a list of steps, or None"
    operators = {str(operator.step): operator for operator in task.operators}
    holds = {*node.state}
    for number, step in enumerate(plan, 1):
        if step not in operators or not operators[step].precondition.holds <= holds:
            return f"has step {number} {step}, which cannot be taken after the ones before"
        holds |= _adds(operators[step])
    if lacking := sorted(task.goal.holds - holds):
        return f"does not reach ({' '.join(lacking[0])})"
    if needless := _needless([operators[step] for step in plan], task):
        return f"has step {needless}, which no later step and no goal needs"
    cost = sum(operators[step].cost for step in plan)
    return "" if cost <= most else f"costs {cost}, more than hadd = {most:g}"


def _needless(plan: list[Operator], task: ClueTask) -> Step | None:
    """Return a step that is there twice, or adds nothing that is needed later; None without one."""
    needed, later = {*task.goal.holds}, set[Operator]()
    for operator in reversed(plan):
        if operator in later or not needed & _adds(operator):
            return operator.step
        needed |= operator.precondition.holds
        later.add(operator)
    return None


def _adds(operator: Operator) -> frozenset[Atom]:
    return frozenset().union(*(effect.adds for effect in operator.effects))


@case_check(
    "heuristic-comparison", "the expansions and costs are those of A*", "heuristics problems domain"
)
def _comparison(data: CaseData) -> tuple[Trial, str]:
    """Check stated expansions and costs; each pair is worth the same."""
    heuristics, domain = data.texts("heuristics"), data.file("domain", "domain.pddl")
    for name in heuristics:
        if name not in HEURISTICS:
            data.fail("heuristics", nearest(name, HEURISTICS))
    problems = {PurePath(name).stem: data.beside(name) for name in data.texts("problems")}

    def trial(submission: Submission) -> Earned:
        stated, falls = submission.toml(ANSWERS).get("comparison", {}), list[Shortfall]()
        for name, problem in problems.items():
            task = ClueTask.ground(domain, problem)
            for heuristic in heuristics:
                found, expanded = astar(task, HEURISTICS[heuristic])
                real = [expanded, found.cost if found else None]
                given = stated.get(name) if isinstance(stated, dict) else None
                mine = given.get(heuristic) if isinstance(given, dict) else None
                if mine != real:
                    what = f"[comparison.{name}] {heuristic} = {shown(mine)} is not what A* needs"
                    falls.append(Shortfall(what, _COUNTED))
        return Earned(1 - len(falls) / (len(problems) * len(heuristics)), tuple(falls[:_TOLD]))

    return trial, f"{', '.join(heuristics)} on {', '.join(problems)}"
