"""Is this plan valid? Any domain, problem and plan, by unified-planning and by VAL."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner_clue.errors import DomainError


@dataclass(frozen=True)
class Verdict:
    """What a validator says of a plan."""

    validator: str
    valid: bool
    message: str
    """The cost of a valid plan; else the first failing step and what it lacks."""


def validate_files(domain: Path, problem: Path, plan: Path) -> list[Verdict]:
    """Return the verdict of unified-planning's validator, and of VAL if it is on the path.

    Raises :class:`DomainError` naming the file that cannot be read, and why.
    """
    verdicts = [_by_unified_planning(domain, problem, plan)]
    val = shutil.which("validate") or shutil.which("Validate")
    if val:
        verdicts.append(_by_val(val, domain, problem, plan))
    return verdicts


def _by_unified_planning(domain: Path, problem: Path, plan: Path) -> Verdict:
    from unified_planning.engines import SequentialPlanValidator

    task, steps = _read_task(domain, problem), _read(plan)
    played = [line for line in map(str.strip, steps.splitlines()) if line and line[0] != ";"]
    try:
        parsed = _reader().parse_plan_string(task, "\n".join(played))
    except Exception as error:  # the reader raises whatever it trips over
        raise DomainError(f"{plan}: not a plan of this problem: {error}") from error
    verdict = SequentialPlanValidator().validate(task, parsed)
    if verdict:
        costs = list((verdict.metric_evaluations or {}).values())
        return Verdict("unified-planning", True, f"cost {costs[0]}" if costs else "no metric")
    said = " ".join(log.message for log in verdict.log_messages or ())
    failing = verdict.inapplicable_action
    if failing is None:
        return Verdict("unified-planning", False, said)
    number = next(n for n, action in enumerate(parsed.actions) if action is failing)
    lacks = said[said.find("[") : said.rfind("]") + 1]
    return Verdict(
        "unified-planning",
        False,
        f"step {number + 1}, {played[number]}, is not applicable: {lacks} does not hold",
    )


def _reader() -> Any:
    from unified_planning.io import PDDLReader

    return PDDLReader()


def _read_task(domain: Path, problem: Path) -> Any:
    texts = _read(domain), _read(problem)
    try:
        return _reader().parse_problem_string(*texts)
    except Exception as error:  # as above; bad PDDL also ends in bare assertions
        what = str(error) or type(error).__name__
        raise DomainError(
            f"{domain}, {problem}: unified-planning cannot read them: {what}"
        ) from error


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DomainError(f"{path} cannot be read: {error}") from error


def _by_val(program: str, domain: Path, problem: Path, plan: Path) -> Verdict:
    command = [program, "-v", str(domain), str(problem), str(plan)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    valid = done.returncode == 0 and any("Plan valid" in line for line in lines)
    return Verdict("VAL", valid, lines[-1] if lines else "no message")
