"""``planner-clue compare-heuristics``: how engines and heuristics do on PDDL problems."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_clue.cli.arguments import check_file, whole_number
from planner_clue.errors import InputError

if TYPE_CHECKING:
    from planner_clue.planning.comparison import Attempt
    from planner_clue.planning.engines import Engine

_CHARTS = (".png", ".svg", ".pdf")


def compare_heuristics(
    problems: Annotated[
        list[Path] | None,
        typer.Argument(
            help="PDDL problems; default: the examples in pddl/clue.", metavar="[PROBLEM...]"
        ),
    ] = None,
    heuristic: Annotated[
        list[str] | None,
        typer.Option(
            help="Heuristic for clue-astar: a name or file.py:function; may be repeated. "
            "Default: all that planner-clue has.",
            metavar="NAME",
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            help="Engine to compare with; may be repeated. Default: fast-downward (hmax) and "
            "fast-downward-opt (LM-cut).",
            metavar="NAME",
        ),
    ] = None,
    search: Annotated[
        str,
        typer.Option(
            help="Search of clue-astar: astar, wastar=WEIGHT or greedy. With unit- before it, "
            "as in unit-astar, every action costs 1."
        ),
    ] = "astar",
    domain: Annotated[
        Path | None,
        typer.Option(help="PDDL domain; default: domain.pddl beside each problem.", metavar="FILE"),
    ] = None,
    expansions: Annotated[
        int,
        typer.Option(
            help="Stop clue-astar after expanding N states.", metavar="N", parser=whole_number
        ),
    ] = 50_000,
    chart: Annotated[
        Path | None,
        typer.Option(help="Draw a chart to this .png, .svg or .pdf file.", metavar="FILE"),
    ] = None,
    json_file: Annotated[
        str | None,
        typer.Option(
            "--json", help="Write the results as JSON to a file; - for stdout.", metavar="FILE|-"
        ),
    ] = None,
) -> int:
    """Compare heuristics and engines on PDDL problems.

    Gives the states expanded, the time, and the steps and cost of the plan. The problems may be the
    examples, files written by 'planner-clue match --pddl-dir' or 'planner-clue plan --out', or your
    own. The exit code is 3 if some heuristic or engine failed, other than by --expansions.

    Example: planner-clue compare-heuristics --heuristic blind --heuristic mine.py:far
    """
    from planner_clue.data import data_folder
    from planner_clue.planning.comparison import compare, read_instance
    from planner_clue.planning.result import Limits

    _check_chart(chart)
    check_file("--json", json_file)
    if expansions < 1:
        raise InputError(f"--expansions {expansions}; expected 1 or more")
    if not problems:
        folder = data_folder("pddl") / "clue"
        problems = sorted(file for file in folder.glob("*.pddl") if file.stem != "domain")
    instances = [read_instance(file, domain) for file in problems]
    solvers = list(_solvers(heuristic, engine, search))
    attempts: list[Attempt] = []
    for attempt in compare(instances, solvers, Limits(expansions=expansions)):
        if sys.stderr.isatty():
            done = f"{len(attempts) + 1} of {len(instances) * len(solvers)}"
            typer.echo(f"\r{done}: {attempt.position}, {attempt.solver}\033[K", err=True, nl=False)
        attempts.append(attempt)
    if sys.stderr.isatty():
        typer.echo("\r\033[K", err=True, nl=False)
    if chart:
        from planner_clue.show.charts import draw_comparison

        draw_comparison(attempts, chart)
    _report(attempts, json_file)
    return 3 if any(attempt.went_wrong for attempt in attempts) else 0


def _check_chart(chart: Path | None) -> None:
    check_file("--chart", chart)
    if chart and chart.suffix not in _CHARTS:
        raise InputError(f"--chart {chart}; expected a file that ends in {', '.join(_CHARTS)}")


def _solvers(
    heuristics: Sequence[str] | None, engines: Sequence[str] | None, search: str
) -> Iterator[tuple[str, "Engine"]]:
    """Yield the solvers with their names in the table."""
    from planner_clue.deliberation.engines import DEFAULT_ENGINE, HEURISTICS, load_engine

    for name in heuristics or HEURISTICS:
        yield name, load_engine("clue-astar", search, name)
    for name in engines or [DEFAULT_ENGINE, "fast-downward-opt"]:
        engine = load_engine(name)
        if missing := engine.missing():
            raise InputError(f"--engine {name}: {missing}")
        yield name, engine


def _report(attempts: Sequence["Attempt"], json_file: str | None) -> None:
    data = {"schema": 1, "attempts": [asdict(attempt) for attempt in attempts]}
    if json_file == "-":
        typer.echo(json.dumps(data))
        return
    if json_file:
        Path(json_file).write_text(json.dumps(data) + "\n", encoding="utf-8")
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE)
    for column in ("position", "heuristic or engine"):
        table.add_column(column, no_wrap=True)
    for column in ("expansions", "ms", "steps", "cost"):
        table.add_column(column, justify="right", no_wrap=True)
    for number, attempt in enumerate(attempts):
        known = attempt.failure is None
        new = number == 0 or attempts[number - 1].position != attempt.position
        table.add_row(
            attempt.position if new else "",
            attempt.solver,
            "-" if attempt.expansions is None else str(attempt.expansions),
            f"{1000 * attempt.seconds:.0f}" if known else "-",
            str(attempt.length) if known else "-",
            str(attempt.cost) if known else "-",
        )
    Console(width=max(100, Console().width)).print(table)
    for attempt in attempts:
        if attempt.failure:
            typer.echo(f"{attempt.position}, {attempt.solver}: {attempt.failure}")
