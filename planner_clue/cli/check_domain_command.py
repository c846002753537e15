"""``planner-clue check-domain``: whether the planner can plan in a domain, and what it changes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_clue.errors import EngineError

if TYPE_CHECKING:
    from planner_clue.deliberation.domain_trial import TrialResult
    from planner_clue.planning.result import PlanningResult


def check_domain(
    file: Annotated[Path, typer.Argument(help="A PDDL domain.", metavar="DOMAIN")],
    model: Annotated[
        str | None,
        typer.Option(
            help="identification or priced: what writes the problems. Default: what the domain is "
            "for.",
            metavar="NAME",
        ),
    ] = None,
) -> int:
    """Check a PDDL domain for the agent planner, and show what it changes.

    It has to keep the contract of pddl/README.md; what does not is named with its line. Then
    it plans in a few positions. The shipped domain carries out each plan, names the step that it
    refutes, and says what its own plan costs. The exit code is 3 if a plan is refuted.

    Example: planner-clue check-domain mine.pddl
    """
    from planner_clue.deliberation.contract import load_agent_domain
    from planner_clue.deliberation.domain_trial import reference_of, refutation_in_words, try_domain
    from planner_clue.deliberation.model_registry import model_for
    from planner_clue.planning.engines import DEFAULT_ENGINE, load_engine

    domain = load_agent_domain(str(file))
    if missing := load_engine(DEFAULT_ENGINE).missing():
        raise EngineError(f"engine {DEFAULT_ENGINE}: {missing}")
    tried = list(try_domain(domain, model_for(domain, model), compare=True))
    typer.echo(f"{file} keeps the contract; compared with {reference_of(domain).name}:")
    _print(tried)
    refuted = [(one.trial, one.broken) for one in tried if one.broken]
    for trial, broken in refuted[:1]:
        typer.echo(refutation_in_words(domain, trial, broken))
    return 3 if refuted else 0


def _print(tried: "list[TrialResult]") -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE)
    table.add_column("position", no_wrap=True)
    table.add_column("cost", justify="right")
    table.add_column("shipped", justify="right")
    table.add_column("its plan")
    for one in tried:
        if one.broken or not one.trial.free:
            assert one.shipped is not None
            table.add_row(one.trial.name, _cost(one.result), _cost(one.shipped), _verdict(one))
    Console(width=max(80, Console().width)).print(table)


def _verdict(one: "TrialResult") -> str:
    if one.broken:
        return "refuted"
    if one.unknown:
        return f"not compared: {one.unknown.action} is not shipped so"
    return "valid" if one.result.plan else ""


def _cost(result: "PlanningResult") -> str:
    return str(result.plan.cost) if result.plan else result.status.value
