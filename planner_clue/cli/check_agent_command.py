"""``planner-clue check-agent``: whether an agent keeps the contract."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from planner_clue.cli.arguments import check_file, whole_number, write_text
from planner_clue.cli.isolation_options import (
    isolation_settings,
)
from planner_clue.cli.options import AgentGameSeconds, AgentMemory, AgentSeconds, Seed
from planner_clue.cli.progress import games_bar

if TYPE_CHECKING:
    from planner_clue.agents.settings import IsolationSettings
    from planner_clue.match.checks import AgentReport, Check
    from planner_clue.match.checks.findings import Breach

_WIDEST = 110
_STYLES = {"ok": "green", "warning": "yellow", "FAILED": "bold red", "not checked": "dim"}


def check_agent(
    agent: Annotated[
        str,
        typer.Argument(
            help="path/to/file.py:ClassName, cpsc415:path/to/ID_CluePlayer.py, or a name from "
            "'planner-clue agents'.",
            metavar="AGENT",
        ),
    ],
    games: Annotated[
        int,
        typer.Option(help="Games at each table.", metavar="N", parser=whole_number),
    ] = 1,
    seed: Seed = 1,
    agent_seconds: AgentSeconds = None,
    agent_game_seconds: AgentGameSeconds = None,
    agent_memory: AgentMemory = None,
    json_file: Annotated[
        str | None,
        typer.Option(
            "--json", help="Write what was found as JSON to a file; - for stdout.", metavar="FILE|-"
        ),
    ] = None,
) -> int:
    """Check that an agent keeps the contract, and say what in it does not.

    The agent plays in a process of its own, at tables of every board, rule set and number of
    players; one of the tournament plays at its own. Checked is every method that a match calls,
    whether the same seed gives the same games, and what time and memory it takes and prints.
    The exit code is 3 if a check fails; a warning is no breach.

    Example: planner-clue check-agent mine.py:MyAgent
    """
    limits = isolation_settings([agent], "all", agent_seconds, agent_game_seconds, agent_memory)
    check_file("--json", json_file)
    report = _check(agent, games, seed, limits)
    if json_file:
        write_text(json.dumps(report.to_json()), json_file)
    if json_file != "-":
        _print(report)
    return 0 if report.passed else 3


def _check(agent: str, games: int, seed: int, limits: "IsolationSettings") -> "AgentReport":
    from planner_clue.match import checks

    with games_bar() as bar:
        task = bar.add_task("checking")
        return checks.check_agent(
            agent,
            seed=seed,
            games=games,
            limits=limits,
            on_game=lambda played, expected: bar.update(task, completed=played, total=expected),
        )


def _print(report: "AgentReport") -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    games = f"{report.games} games" if report.games != 1 else "1 game"
    typer.echo(
        f"{report.agent}: {games} against random players, won {report.wins}, seed {report.seed}"
    )
    table = Table(box=SIMPLE)
    table.add_column("check", no_wrap=True)
    table.add_column("finding", no_wrap=True)
    table.add_column("")
    for check in report.checks:
        finding = Text(check.finding, style=_STYLES[check.finding])
        table.add_row(Text(check.name), finding, Text(_plain(check.says)))
    Console(width=min(_WIDEST, Console().width)).print(table)
    for check in report.checks:
        if check.breaches or check.lines:
            _print_details(check)
    _print_verdict(report)


def _print_details(check: "Check") -> None:
    typer.echo(f"{check.name}: {check.finding}: {_plain(check.says)}")
    for breach in check.breaches:
        for line in _told(breach):
            typer.echo(f"  {_plain(line)}")
    for line in check.lines:
        typer.echo(f"  {_plain(line)}")
    typer.echo()


def _told(breach: "Breach") -> Iterator[str]:
    """Yield what there is to say of a breach: what, where in the game, where in the files."""
    times = "once" if breach.games == 1 else f"in {breach.games} games, first"
    yield str(breach.failure)
    yield f"  {times}: {breach.place}"
    for line in breach.trace:
        yield f"  | {line}"
    if breach.turn is not None:
        yield f"  again: {breach.command}"


def _print_verdict(report: "AgentReport") -> None:
    from planner_clue.match.checks import Finding

    counts = ", ".join(
        f"{count} {finding}" for finding in Finding if (count := len(report.of(finding)))
    )
    if report.passed:
        typer.echo(f"{report.agent} keeps the contract: {counts}")
    else:
        names = ", ".join(check.name for check in report.of(Finding.FAILED))
        typer.echo(f"{report.agent} breaks the contract ({names}): {counts}")


def _plain(text: str) -> str:
    """Return an agent's words without what a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in text)
