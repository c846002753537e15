"""Validation of plans by unified-planning and by VAL, for any domain and problem."""

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner_clue.errors import DomainError
from planner_clue.planning.domain import Text, read_text


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
    """Return the verdict of unified-planning's validator, and of VAL if it is on the path.

    Raises :class:`DomainError` naming the file that cannot be read, and why.
    """
    texts = [Text(read_text(path), str(path)) for path in (domain, problem, plan)]
    verdicts = [validate_texts(*texts)]
    val = shutil.which("validate") or shutil.which("Validate")
    if val:
        verdicts.append(_by_val(val, domain, problem, plan))
    return verdicts


def validate_texts(domain: Text, problem: Text, plan: Text) -> Verdict:
    """Return the verdict of unified-planning's validator.

    Raises :class:`DomainError` naming the text that cannot be read, and why.
    """
    from unified_planning.engines import SequentialPlanValidator

    task = _read_task(domain, problem)
    played = [line for line in map(str.strip, plan.content.splitlines()) if line and line[0] != ";"]
    try:
        parsed = _reader().parse_plan_string(task, "\n".join(played))
    except Exception as error:  # the reader raises whatever it trips over
        what = str(error) or "an action with other arguments than the domain declares"
        raise DomainError(f"{plan.source}: not a plan of this problem: {what}") from error
    verdict = SequentialPlanValidator().validate(task, parsed)
    if verdict:
        costs = list((verdict.metric_evaluations or {}).values())
        return Verdict("unified-planning", True, f"cost {costs[0]}" if costs else "no metric")
    said = " ".join(log.message for log in verdict.log_messages or ())
    failing, state = verdict.inapplicable_action, verdict.trace[-1]
    if failing is None:
        lacks = _unmet(task, task.goals, state) or said
        return Verdict("unified-planning", False, f"the goal is not reached: {lacks}")
    number = next(n for n, action in enumerate(parsed.actions) if action is failing)
    bound = dict(zip(failing.action.parameters, failing.actual_parameters, strict=True))
    conditions = [condition.substitute(bound) for condition in failing.action.preconditions]
    lacks = _unmet(task, conditions, state) or said
    said = f"step {number + 1} {played[number]}: {lacks}"
    return Verdict("unified-planning", False, said, number + 1)


def load_validator() -> None:
    """Import all that validation needs, a second's work, before a process is forked."""
    import unified_planning.engines
    import unified_planning.io
    import unified_planning.model.walkers.state_evaluator  # noqa: F401 - imported to be there


def _unmet(task: Any, conditions: Iterable[Any], state: Any) -> str:
    """Return which of some conditions do not hold in a state, as PDDL; nothing if all do.

    The validator itself grounds the action first, and names nothing where that fails because of
    a condition that never changes.
    """
    from unified_planning.io.pddl_writer import ConverterToPDDLString
    from unified_planning.model import Variable
    from unified_planning.model.walkers.state_evaluator import StateEvaluator

    evaluator, unmet = StateEvaluator(task), list[str]()
    converter = ConverterToPDDLString(
        task.environment,
        lambda item: f"?{item.name}" if isinstance(item, Variable) else item.name,
    )
    parts = [part for condition in conditions for part in _conjuncts(condition)]
    for part in parts:
        if not evaluator.evaluate(part, state).is_true():
            unmet.append(" ".join(converter.convert(part).split()))
    verb = "does" if len(unmet) == 1 else "do"
    return f"{', '.join(unmet)} {verb} not hold" if unmet else ""


def _conjuncts(condition: Any) -> Iterator[Any]:
    if condition.is_and():
        for part in condition.args:
            yield from _conjuncts(part)
    else:
        yield condition


def _reader() -> Any:
    from unified_planning.io import PDDLReader

    return PDDLReader()


def _read_task(domain: Text, problem: Text) -> Any:
    try:
        return _reader().parse_problem_string(domain.content, problem.content)
    except Exception as error:  # as above; bad PDDL also ends in bare assertions
        what = str(error) or type(error).__name__
        sources = f"{domain.source}, {problem.source}"
        raise DomainError(f"{sources}: unified-planning cannot read them: {what}") from error


def _by_val(program: str, domain: Path, problem: Path, plan: Path) -> Verdict:
    command = [program, "-v", str(domain), str(problem), str(plan)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    valid = done.returncode == 0 and any("Plan valid" in line for line in lines)
    return Verdict("VAL", valid, lines[-1] if lines else "no message")
