"""``planner-clue validate``."""

from pathlib import Path
from typing import Annotated

import typer


def validate(
    domain: Annotated[Path, typer.Argument(help="A PDDL domain.", metavar="DOMAIN")],
    problem: Annotated[Path, typer.Argument(help="A PDDL problem of it.", metavar="PROBLEM")],
    plan: Annotated[Path, typer.Argument(help="A plan, one action a line.", metavar="PLAN")],
) -> int:
    """Check a plan; name the first step that fails and what it lacks.

    By unified-planning's validator, and by VAL too if it is on the path. The exit code is 1
    where the plan is not valid.
    """
    from planner_clue.planning.validation import validate_files

    verdicts = validate_files(domain, problem, plan)
    for verdict in verdicts:
        word = "valid" if verdict.valid else "not valid"
        typer.echo(f"{verdict.validator}: {word}: {verdict.message}")
    return 0 if all(verdict.valid for verdict in verdicts) else 1
