"""``planner-clue validate``: whether a plan is valid."""

from pathlib import Path
from typing import Annotated

import typer


def validate(
    domain: Annotated[Path, typer.Argument(help="A PDDL domain.", metavar="DOMAIN")],
    problem: Annotated[
        Path, typer.Argument(help="A PDDL problem in this domain.", metavar="PROBLEM")
    ],
    plan: Annotated[Path, typer.Argument(help="A plan, one action per line.", metavar="PLAN")],
) -> int:
    """Check a plan, and name the first step that fails.

    Says also which condition this step lacks. Uses unified-planning's validator, and also VAL if
    that is installed. The exit code is 1 if the plan is not valid.
    """
    from planner_clue.planning.validation import validate_files

    verdicts = validate_files(domain, problem, plan)
    for verdict in verdicts:
        word = "valid" if verdict.valid else "not valid"
        typer.echo(f"{verdict.validator}: {word}: {verdict.message}")
    return 0 if all(verdict.valid for verdict in verdicts) else 1
