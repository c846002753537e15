"""Checks of heuristics from the delete relaxation, and of their comparison on problems.

Values of ``hmax`` and ``hadd`` are unique, so they are compared. A relaxed plan is executed without
deletes instead; it may cost as much as ``hadd`` says.
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from random import Random
from typing import Any, ClassVar, TypeAlias

from planner_clue.planner.engines import ClueTask
from planner_clue.planning.astar import HEURISTICS, Node, Operator, State, astar
from planner_clue.planning.astar.heuristics import atom_costs
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import Atom
from planner_clue.support.errors import shown
from planner_clue.teaching.checks import Case, Feedback, File, Score, check_known, with_goal
from planner_clue.teaching.submission import Submission
from planner_clue.teaching.worker import SubmittedHeuristic

ANSWERS = "answers.toml"
_PLAN = "relaxed_plan"
_WALKS, _LONGEST_WALK = 30, 25
_TOLD, _EQUAL = 3, 1e-6
WRONG = {
    "hmax": "An operator costs its own cost plus the cost of its most expensive precondition. An "
    "atom costs as much as the cheapest operator that adds it. The goal costs as much as its most "
    "expensive atom.",
    "hadd": "An operator costs its own cost plus the sum over its preconditions. An atom costs as "
    "much as the cheapest operator that adds it. The goal costs the sum over its atoms.",
    _PLAN: "From the goal backwards, choose for each atom the operator with which hadd reaches it "
    "most cheaply, each operator once. Return the operators in an executable order.",
}
Fault: TypeAlias = Callable[[Node, Any], str]
"""Describes the fault of an answer for a node; an empty text if there is none."""
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


def how_to_print(
    case: Case, node: Node, function: str, *, file: str, problem: File, domain: File, goal: str = ""
) -> str:
    """Return a line with the command that prints estimate and cost; empty for hidden cases."""
    if not case.place.startswith("cases/"):
        return ""
    more = [f"'{step}'" for step in node.plan()] + ([f"--goal '{goal}'"] if goal else [])
    command = (
        f"python ../state.py cases/{problem.name} {file}:{function} --domain cases/{domain.name}"
    )
    return "\n".join(
        ["\nin the folder of the exercise, this prints it:", " ".join([command, *more])]
    )


class HeuristicRelaxation(Case, tag="heuristic-relaxation", kw_only=True):
    """Functions in states of problems, also with other ``goals``; all right, or no points."""

    checks: str = "heuristics from the delete relaxation have their defined values"
    functions: tuple[str, ...] = ()
    problems: tuple[File, ...] = ()
    goals: tuple[str, ...] = ()
    domain: File = File("domain.pddl")
    file: ClassVar[str] = "relaxation.py"
    meanings: ClassVar[Mapping[str, str]] = WRONG
    """Meaning of a fault, by function."""

    def __post_init__(self) -> None:
        for function in self.functions:
            check_known("functions", function, self.meanings)
        self.posed = dict[str, tuple[File, str]]()
        for problem in self.problems:
            self.posed[problem.stem] = problem, ""
            for goal in self.goals:
                self.posed[f"{problem.stem}, goal {goal}"] = problem, goal

    def story(self) -> str:
        """Return functions and problems."""
        posed = "; ".join(self.posed)
        return f"{', '.join(self.functions)} in up to {_WALKS} states of each problem: {posed}"

    def fault(self, function: str, given: Submission, task: ClueTask, nodes: list[Node]) -> Fault:
        """Return the description of a function's faults in some nodes."""
        return partial(_plan_fault if function == _PLAN else partial(_value_fault, function), task)

    def trial(self, submission: Submission) -> Score:
        """Return the result of a submission."""
        feedback = list[Feedback]()
        for name, (problem, goal) in self.posed.items():
            text = with_goal(problem, goal) if goal else problem
            task = ClueTask.ground(self.domain, text)
            nodes = states_of(task)
            for function in self.functions if len(feedback) < _TOLD else ():
                given = SubmittedHeuristic(submission, function, task, self.file).answers_in(nodes)
                fault = self.fault(function, submission, task, nodes)
                wrong = [
                    (f"{name}: {function} {what}, for {node}", node)
                    for node, answer in zip(nodes, given, strict=True)
                    if (what := fault(node, answer))
                ]
                for what, node in wrong[:_TOLD]:
                    by = (
                        ""
                        if feedback
                        else how_to_print(
                            self,
                            node,
                            function,
                            file=self.file,
                            problem=problem,
                            domain=self.domain,
                            goal=goal,
                        )
                    )
                    feedback.append(Feedback(f"{what}{by}", self.meanings[function]))
        return Score(0.0 if feedback else 1.0, tuple(feedback[:_TOLD]))


def _value_fault(function: str, task: ClueTask, node: Node, answer: Any) -> str:
    """Return the difference of an estimate from ours; empty if there is none."""
    if not isinstance(answer, int | float) or isinstance(answer, bool):
        return f"gives {shown(answer)}; expected a number"
    wanted = HEURISTICS[function](node, task)
    is_right = answer == wanted or abs(answer - wanted) <= _EQUAL
    return "" if is_right else f"gives {answer:g}, and is {wanted:g}"


def _plan_fault(task: ClueTask, node: Node, plan: Any) -> str:
    most = HEURISTICS["hadd"](node, task)
    if plan is None or most == inf:
        reached = "the goal can be reached" if most < inf else "no goal can be reached"
        return "" if plan is None and most == inf else f"gives {shown(plan)}; {reached}"
    if not isinstance(plan, list | tuple) or not all(isinstance(step, str) for step in plan):
        return f"gives {shown(plan)}; expected a list of steps, or None"
    operators = {str(operator.step): operator for operator in task.operators}
    holds = {*node.state}
    for number, step in enumerate(plan, 1):
        if step not in operators or not operators[step].precondition.holds <= holds:
            return f"has step {number} {step}, which cannot be taken after the ones before"
        holds |= adds(operators[step])
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
        if operator in later or not needed & adds(operator):
            return operator.step
        needed |= operator.precondition.holds
        later.add(operator)
    return None


def relaxed_plan_cost(task: ClueTask, state: State) -> int:
    """Return the cost of the relaxed plan by hadd from a state; the goal can be reached."""
    costs, holds = atom_costs(task, state, sum), dict[Atom, Operator | None].fromkeys(state)
    reached = [one for one in task.operators if one.precondition.holds <= costs.keys()]
    values = [one.cost + sum(costs[atom] for atom in one.precondition.holds) for one in reached]
    size = 0
    while len(holds) > size:
        size = len(holds)
        for one, value in zip(reached, values, strict=True):
            if one.precondition.holds <= holds.keys():
                cheapest = [a for a in adds(one) - holds.keys() if costs[a] == value]
                holds |= dict.fromkeys(cheapest, one)
    plan, wanted = set[Operator](), [*task.goal.holds]
    while wanted:
        by = holds[wanted.pop()]
        if by and by not in plan:
            plan.add(by)
            wanted += by.precondition.holds
    return sum(one.cost for one in plan)


def adds(operator: Operator) -> frozenset[Atom]:
    """Return all atoms that an operator adds."""
    return frozenset().union(*(effect.adds for effect in operator.effects))


class HeuristicComparison(Case, tag="heuristic-comparison", kw_only=True):
    """Stated expansions and costs; each pair is worth the same."""

    checks: str = "the expansions and costs are right for A*"
    heuristics: tuple[str, ...] = ()
    problems: tuple[File, ...] = ()
    domain: File = File("domain.pddl")

    def __post_init__(self) -> None:
        for name in self.heuristics:
            check_known("heuristics", name, HEURISTICS)

    def story(self) -> str:
        return f"{', '.join(self.heuristics)} on {', '.join(one.stem for one in self.problems)}"

    def trial(self, submission: Submission) -> Score:
        stated, feedback = submission.toml(ANSWERS).get("comparison", {}), list[Feedback]()
        for problem in self.problems:
            task, name = ClueTask.ground(self.domain, problem), problem.stem
            for heuristic in self.heuristics:
                found, expanded = astar(task, HEURISTICS[heuristic])
                real = [expanded, found.cost if found else None]
                given = stated.get(name) if isinstance(stated, dict) else None
                mine = given.get(heuristic) if isinstance(given, dict) else None
                if mine != real:
                    what = f"[comparison.{name}] {heuristic} = {shown(mine)} is not what A* needs"
                    feedback.append(Feedback(what, _COUNTED))
        pairs = len(self.problems) * len(self.heuristics)
        return Score(1 - len(feedback) / pairs, tuple(feedback[:_TOLD]))
