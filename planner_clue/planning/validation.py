"""Validation of plans for any domain and problem: ours, confirmed by unified-planning and VAL."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from planner_clue.planning.domain import Text
from planner_clue.planning.plan import PlannedStep, Step, read_plan
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.task import ParsedTask, read_task
from planner_clue.support.errors import DomainError, PlanningFailure, described, nearest

_VAL_SECONDS = 60
_VAL_ANSWERS = {"Plan valid": True, "Plan failed to execute": False, "Goal not satisfied": False}
"""What VAL prints of a plan, and nobody else."""


@dataclass(frozen=True)
class Verdict:
    """The verdict of a validator on a plan.

    >>> domain = "(define (domain lamp) (:predicates (on)) (:action press :effect (on)))"
    >>> problem = "(define (problem night) (:domain lamp) (:init) (:goal (on)))"
    >>> clue.validate(domain, problem, clue.Plan((), 0)).message
    'the goal is not reached: (on) does not hold'
    """

    validator: str
    valid: bool | None
    """None if this validator cannot check the plan; our own always can."""
    message: str
    """The cost of a valid plan; else the first failing step and its unmet conditions."""
    step: int | None = None
    """The number of the first failing step, from 1; None if all steps can be taken."""


def validate_files(domain: Path, problem: Path, plan: Path) -> list[Verdict]:
    """Return our verdict, then unified-planning's, then VAL's if it is on the path."""
    texts = [Text.of(path) for path in (domain, problem, plan)]
    ours, steps = validate_texts(*texts), [one.step for one in read_plan(*texts[2])]
    return [
        ours,
        _unified_verdict(texts[0], texts[1], steps),
        *_val_verdict(domain, problem, steps),
    ]


def validate_texts(domain: Text, problem: Text, plan: Text) -> Verdict:
    """Return our verdict; raises :class:`DomainError` for what cannot be read."""
    task, placed = read_task(domain, problem), read_plan(*plan)
    for one in placed:
        _check_step(task, one, f"{plan.source}:{one.line}:{one.column}: {one.step}")
    steps = [one.step for one in placed]
    check = PlanCheck(*task)
    flaw = check.first_flaw(steps)
    if flaw is None:
        cost = f"cost {sum(map(check.cost, steps))}"
        without = "" if task.problem.has_costs else ", without a metric: each step costs 1"
        return Verdict("planner-clue", True, f"{cost}{without}")
    where = f"step {flaw.number} {flaw.step}" if flaw.step else "the goal is not reached"
    number = flaw.number if flaw.step else None
    return Verdict("planner-clue", False, f"{where}: {flaw.unmet}", number)


def _check_step(task: ParsedTask, planned: PlannedStep, place: str) -> None:
    domain, step = task.domain, planned.step
    kinds = {name: kind for kind, names in task.problem.objects.items() for name in names}
    kinds |= domain.constants
    for kind, name, known in (
        ("action", step.action, domain.actions),
        *(("object", name, kinds) for name in step.arguments),
    ):
        if name not in known:
            raise DomainError(f"{place}: unknown {kind} '{name}'; {nearest(name, known)}")
    declared = domain.actions[step.action]
    if len(declared.types) != len(step.arguments) or not all(
        domain.is_a(kinds[name], kind)
        for name, kind in zip(step.arguments, declared.types, strict=True)
    ):
        pairs = zip(declared.arguments, declared.types, strict=True)
        form = " ".join([step.action, *(f"{word} - {kind}" for word, kind in pairs)])
        raise DomainError(f"{place}: expected ({form})")


def _unified_verdict(domain: Text, problem: Text, steps: Sequence[Step]) -> Verdict:
    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.plans import SequentialPlan

    from planner_clue.planning.engines.unified_task import to_unified

    name = "unified-planning"
    try:
        task = to_unified(domain.content, problem.content)
        environment = task.problem.environment
        actions = [task.instance(step) for step in steps]
        plan = SequentialPlan(actions, environment)
        found = SequentialPlanValidator().validate(task.problem, plan)
    except PlanningFailure as failure:
        return Verdict(name, None, failure.detail)
    except Exception as error:  # it may raise anything
        return Verdict(name, None, described(error))
    costs = list((found.metric_evaluations or {}).values())
    if found:
        return Verdict(name, True, f"cost {costs[0]}" if costs else "no metric")
    failing = found.inapplicable_action
    number = next((n for n, action in enumerate(actions, 1) if action is failing), None)
    where = f"step {number} {steps[number - 1]}" if number else "the goal is not reached"
    return Verdict(name, False, where, number)


def _val_verdict(domain: Path, problem: Path, steps: Sequence[Step]) -> Iterator[Verdict]:
    """Yield the verdict of VAL, if a program on the path answers as VAL does."""
    program = shutil.which("validate") or shutil.which("Validate")
    if program is None:
        return
    with TemporaryDirectory(prefix="planner-clue-") as folder:
        plan = Path(folder) / "plan"
        plan.write_text("".join(f"{step}\n" for step in steps), encoding="utf-8")
        command = [program, "-v", str(domain), str(problem), str(plan)]
        try:
            quiet = subprocess.DEVNULL
            done = subprocess.run(  # noqa: PLW1510 - its output says more than its exit code
                command, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet, timeout=_VAL_SECONDS
            )
        except (OSError, subprocess.TimeoutExpired):
            return
    output = done.stdout.decode(errors="replace")
    answers = [answer for answer in _VAL_ANSWERS if answer in output]
    if answers:
        value = next((line for line in output.splitlines() if line.startswith("Final value:")), "")
        yield Verdict("VAL", _VAL_ANSWERS[answers[0]], value or answers[0])
