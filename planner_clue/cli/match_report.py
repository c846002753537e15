"""The report of ``planner-clue match``: results, failures and times."""

from typing import Any

import typer

from planner_clue.cli.output import print_table
from planner_clue.errors import printable
from planner_clue.match.failures import first_failure
from planner_clue.match.intervals import in_percent

_MOST_SLIPS, _LONGEST_SLIP = 20, 200


def report(summary: dict[str, Any]) -> None:
    """Print the results of a match as a table, with counts of what went wrong."""
    title = (
        f"{summary['games']} games on {summary['board']}, rules {summary['rules']}, "
        f"seed {summary['seed']}{', fixed seats' if 'seats' in summary else ''}"
    )
    columns = ["agent", "wins", "win rate", "95 %", "wrong", "forfeits", "turns", "replans"]
    rows = [_row(agent, summary) for agent in summary["agents"]]
    print_table(columns, rows, ["agent"], title=title)
    _print_times(summary)
    if summary["no_winner"]:
        typer.echo(f"games without a winner: {summary['no_winner']} ({summary['ends']})")
    if "stopped" in summary:
        stopped = summary["stopped"]
        where = f"stopped after {stopped['deals']} deals: " if stopped else "played to its end: "
        typer.echo(where + (stopped["verdict"] if stopped else "nothing was decided before"))
    for agent in summary["agents"]:
        _print_problems(agent)


def _print_problems(agent: dict[str, Any]) -> None:
    """Print failures, gambles, forfeits and normalised answers of an agent."""
    if agent["planner_failures"]:
        typer.echo(f"{agent['name']}: planner failures {agent['planner_failures']}")
    if agent["gave_up"]:
        often = f"{agent['gave_up']} of {agent['seats']} games"
        typer.echo(f"{agent['name']}: gave up on its engine in {often}")
    if agent["gambles"]:
        wrong = f"{agent['wrong_accusations']} wrong accusations in all"
        typer.echo(f"{agent['name']}: gambles {agent['gambles']}, {wrong}")
    if first := first_failure(agent):
        kinds = ", ".join(f"{kind} {count}" for kind, count in agent["forfeit_kinds"].items())
        said = f"forfeits: {kinds or 'none'}; the first failure, {printable(first)}"
        typer.echo(f"{agent['name']}: {said}")
    _print_failures(agent)
    if agent["normalised"]:
        slips = [f"{what[:_LONGEST_SLIP]} {often}" for what, often in agent["normalised"].items()]
        more = f", and {len(slips) - _MOST_SLIPS} more" if len(slips) > _MOST_SLIPS else ""
        overlooked = printable(", ".join(slips[:_MOST_SLIPS]))
        typer.echo(f"{agent['name']}: normalised: {overlooked}{more}")


def _print_failures(agent: dict[str, Any]) -> None:
    """Print each distinct failure once, for the agent's author, and that it printed something."""
    for failure in agent["failures"]:
        first, kind = failure["first"], failure["kind"]
        where = f"game {first['game']}, turn {first['turn']}, {first['decision']}"
        often = f"{kind} in {failure['games']} game{'s' * (failure['games'] > 1)}"
        typer.echo(f"  {often}, first in {where}:")
        for line in [*(failure["trace"] or [failure["detail"]]), *failure["aside"]]:
            typer.echo(f"    {printable(line)}")
    if printed := agent["printed"]:
        first = printed["first"]
        line = printable((first["text"].splitlines() or [""])[0])
        typer.echo(
            f"{agent['name']}: printed in {printed['games']} games; the first, game "
            f"{first['game']}: {line}"
        )


def _print_times(summary: dict[str, Any]) -> None:
    """Print the times on stderr: the only output that differs from run to run."""
    typer.echo(f"{summary['seconds']} s", err=True)
    for agent in summary["agents"]:
        if times := agent["plan_ms"]:
            typer.echo(
                f"{agent['name']}: {times['p50']} ms a plan, p95 {times['p95']} ms", err=True
            )


def _row(agent: dict[str, Any], summary: dict[str, Any]) -> list[str]:
    twice = [other["name"] for other in summary["agents"]].count(agent["name"]) > 1
    turns = agent["median_turns_to_win"]
    return [
        f"{agent['name']} #{agent['slot']}" if twice else agent["name"],
        str(agent["wins"]),
        f"{100 * agent['win_rate']:.1f} %",
        in_percent(agent["ci95"]),
        str(agent["wrong_accusations"]),
        str(agent["forfeits"]),
        "-" if turns is None else f"{turns:g}",
        f"{agent['replans_per_game']:.1f}" if agent["replans_per_game"] else "-",
    ]
