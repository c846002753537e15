"""The tables of ``planner-clue stats``."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

import typer

from planner_clue.runs.merging import differing, letter

if TYPE_CHECKING:
    from planner_clue.runs.pairing import PairedComparison
    from planner_clue.runs.results import MatchResults, Rate

_LEFT = ("match", "agent")
_NARROWEST = 100
_OTHER_COLUMNS = 125
"""Width of the widest table without the agents' names, which are never cut."""


def print_results(results: "Sequence[MatchResults]") -> None:
    """Print who won, who won in which seat, and all other counts."""
    several = len(results) > 1
    for number, result in enumerate(results):
        _print_heading(result, letter(number) if several else "", results[0])
    columns = ["agent", "wins", "win rate", "95 %", "wrong", "gambles", "forfeits", "turns"]
    rows = [(number, row) for number, result in enumerate(results) for row in _rows(result)]
    _print_table([*columns, "replans"], rows, several)
    seats = max(len(result.agents) for result in results)
    columns = ["agent", *(f"seat {seat}" for seat in range(seats))]
    rows = [(number, row) for number, result in enumerate(results) for row in _seat_rows(result)]
    _print_table(columns, rows, several)
    for number, result in enumerate(results):
        for line in _other_counts(result):
            typer.echo(f"{letter(number)}: {line}" if several else line)


def print_comparison(comparison: "PairedComparison") -> None:
    """Print how the exchanged agents compare over the shared deals."""
    first, second = comparison.agents
    low, high = comparison.ci95
    typer.echo(
        f"slot {comparison.slot}, {first} against {second}, over the "
        f"{_many(comparison.deals, 'deal')} ({_many(comparison.games, 'game')}) "
        "that A and B share:"
    )
    typer.echo(
        f"{comparison.wins[0]} wins against {comparison.wins[1]}: "
        f"{100 * comparison.difference:+.1f} points, 95 % {100 * low:+.1f} to {100 * high:+.1f}"
    )
    if others := comparison.other_settings:
        typer.echo(f"A and B also differ in {_differences(others)}")


def _print_heading(result: "MatchResults", of_match: str, first: "MatchResults") -> None:
    runs, settings = result.runs, result.runs.settings
    seeds = ", ".join(map(str, runs.seeds))
    seats = ", fixed seats" if "seats" in settings else ""
    typer.echo(
        f"{f'{of_match}: ' if of_match else ''}{_many(len(runs.games), 'game')}, "
        f"{_many(runs.deals, 'deal')} on "
        f"{settings['board']}, rules {settings['rules']}, "
        f"{'seed' if len(runs.seeds) == 1 else 'seeds'} {seeds}{seats}"
    )
    if runs.repeated:
        typer.echo(f"   {_many(runs.repeated, 'game')} in more than one folder, counted once")
    shown = ("agents", "board", "rules", "seats")
    others = {n: v for n, v in differing(first.runs, runs).items() if n not in shown}
    if others:
        typer.echo(f"   differs from A in {_differences(others)}")


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _differences(values: Mapping[str, tuple[Any, Any]]) -> str:
    return ", ".join(f"{name} ({_short(a)}, {_short(b)})" for name, (a, b) in values.items())


def _short(value: Any) -> str:
    text = "-" if value is None else " ".join(str(value).split())
    return text if len(text) <= 40 else f"{text[:37]}..."


def _print_table(
    columns: Sequence[str], rows: Sequence[tuple[int, list[str]]], several: bool
) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE)
    for column in (["match"] if several else []) + list(columns):
        table.add_column(column, justify="left" if column in _LEFT else "right", no_wrap=True)
    before = None
    for number, row in rows:
        new = letter(number) if number != before else ""
        if several and before is not None and new:
            table.add_section()
        table.add_row(*([new] if several else []), *row)
        before = number
    names = max(len(row[0]) for _, row in rows)
    Console(width=max(_NARROWEST, Console().width, names + _OTHER_COLUMNS)).print(table)


def _rows(result: "MatchResults") -> Iterator[list[str]]:
    for agent in result.agents:
        yield [
            result.runs.label(agent.slot),
            str(agent.wins.count),
            f"{100 * agent.wins.share:.1f} %",
            _interval(agent.wins),
            str(agent.wrong_accusations),
            f"{agent.gambles.count} of {agent.gambles.of} right" if agent.gambles.of else "-",
            str(sum(agent.forfeits.values())),
            f"{median(agent.turns_to_win):g}" if agent.turns_to_win else "-",
            f"{agent.replans_per_game:.1f}" if agent.replans else "-",
        ]


def _seat_rows(result: "MatchResults") -> Iterator[list[str]]:
    for agent in result.agents:
        yield [result.runs.label(agent.slot), *map(_in_seat, agent.by_seat)]


def _in_seat(rate: "Rate") -> str:
    return f"{rate.count} of {rate.of}" if rate.of else "-"


def _interval(rate: "Rate") -> str:
    """Return the interval in per cent, of the bounds as the JSON has them."""
    from planner_clue.match.intervals import in_percent

    return in_percent([round(bound, 4) for bound in rate.ci95])


def _other_counts(result: "MatchResults") -> Iterator[str]:
    """Yield what has no column: games without a winner, and counts by kind."""
    if result.no_winner:
        yield f"games without a winner: {result.no_winner} ({_counts(result.ends)} in all)"
    for agent in result.agents:
        name, turns = result.runs.label(agent.slot), agent.turns_to_win
        if agent.forfeits:
            yield f"{name}: forfeits: {_counts(agent.forfeits)}"
        if agent.gambles.of:
            right = f"{100 * agent.gambles.share:.1f} %"
            yield f"{name}: gambles right: {right}, 95 % {_interval(agent.gambles)}"
        if turns:
            yield f"{name}: own turns to win: {turns[0]} to {turns[-1]}, median {median(turns):g}"
        if agent.replans:
            yield f"{name}: replans: {_counts(agent.replans)}"
        if agent.failures:
            yield f"{name}: planner failures: {_counts(agent.failures)}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
