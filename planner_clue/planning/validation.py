"""Validation of plans by unified-planning and by VAL, for any domain and problem."""

import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from planner_clue.errors import DomainError, nearest
from planner_clue.planning.domain import Text, read_text
from planner_clue.planning.plan import Step, read_plan
from planner_clue.planning.plan_check import PlanCheck


@dataclass(frozen=True)
class Verdict:
    """The verdict of a validator on a plan."""

    validator: str
    valid: bool
    message: str
    """The cost of a valid plan; else the first failing step and its unmet conditions."""
    step: int | None = None
    """The number of the first failing step, from 1; None if all steps can be taken."""


def validate_files(domain: Path, problem: Path, plan: Path) -> list[Verdict]:
    """Return the verdicts of unified-planning and, on the path, VAL; may raise DomainError."""
    texts = [Text(read_text(path), str(path)) for path in (domain, problem, plan)]
    verdicts = [validate_texts(*texts)]
    val = shutil.which("validate") or shutil.which("Validate")
    if val:
        command = [val, "-v", str(domain), str(problem), str(plan)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        valid = done.returncode == 0 and any("Plan valid" in line for line in lines)
        verdicts.append(Verdict("VAL", valid, lines[-1] if lines else "no message"))
    return verdicts


def validate_texts(domain: Text, problem: Text, plan: Text) -> Verdict:
    """Return unified-planning's verdict; raises :class:`DomainError` for an unreadable text."""
    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.plans import SequentialPlan

    task, steps = _read_task(domain, problem), read_plan(plan.content, plan.source)
    actions = [_instance(task, step, f"{plan.source}:{n}: {step}") for n, step in steps.items()]
    played = [*steps.values()]
    verdict = SequentialPlanValidator().validate(task, SequentialPlan(actions, task.environment))
    if verdict:
        costs = list((verdict.metric_evaluations or {}).values())
        return Verdict("unified-planning", True, f"cost {costs[0]}" if costs else "no metric")
    said = " ".join(log.message for log in verdict.log_messages or ())
    failing = verdict.inapplicable_action
    number = next((n for n, action in enumerate(actions, 1) if action is failing), None)
    with suppress(Exception):  # of numbers in conditions, say, our own check trips over anything
        flaw = PlanCheck.of(domain.content, problem.content).first_flaw(played)
        if flaw and flaw.number == (number or len(actions) + 1):
            said = flaw.unmet
    where = f"step {number} {played[number - 1]}" if number else "the goal is not reached"
    return Verdict("unified-planning", False, f"{where}: {said}", number)


def load_validator() -> None:
    """Import all that validation needs, a second's work, before a process is forked."""
    import unified_planning.engines
    import unified_planning.io  # noqa: F401 - imported to be there


@lru_cache(maxsize=4)
def _read_task(domain: Text, problem: Text) -> Any:
    """Return the task; reading takes most of the time, and several plans may be of one problem."""
    from unified_planning.io import PDDLReader

    from planner_clue.planning.engines.unified_task import charge_whole_numbers

    try:
        task = PDDLReader().parse_problem_string(domain.content, problem.content)
        charge_whole_numbers(task)  # the validator refuses functions with values for some objects
        return task
    except Exception as error:  # as above; bad PDDL also ends in bare assertions
        what = str(error) or type(error).__name__
        sources = f"{domain.source}, {problem.source}"
        raise DomainError(f"{sources}: unified-planning cannot read them: {what}") from error


def _instance(task: Any, step: Step, place: str) -> Any:
    """Return a step of a plan as unified-planning has it; ``place`` begins messages."""
    from unified_planning.exceptions import UPTypeError
    from unified_planning.plans import ActionInstance

    actions = {action.name: action for action in task.actions}
    objects = {one.name: one for one in task.all_objects}
    for kind, name, known in (
        ("action", step.action, actions),
        *(("object", name, objects) for name in step.arguments),
    ):
        if name not in known:
            raise DomainError(f"{place}: unknown {kind} '{name}'; {nearest(name, known)}")
    action = actions[step.action]
    try:
        return ActionInstance(action, [objects[name] for name in step.arguments])
    except (AssertionError, UPTypeError) as error:  # too few, too many, or of another type
        declared = [f"?{one.name} - {one.type.name}" for one in action.parameters]
        raise DomainError(f"{place}: expected ({' '.join([action.name, *declared])})") from error
