"""``planner-clue stats``: results of recorded matches, merged and side by side."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import typer

from planner_clue.cli import options
from planner_clue.cli.options import argument, flag, integer, option
from planner_clue.cli.output import print_table, progress, warn, write_file, write_json
from planner_clue.match.intervals import RateByDeals, in_percent, percent
from planner_clue.match.runs import merging, run_folder
from planner_clue.match.runs.results import (
    FORMATS,
    MatchResults,
    as_csv,
    as_parquet,
    check_parquet,
    count_runs,
    table_text,
)
from planner_clue.match.statistics import counted_median
from planner_clue.support.errors import InputError, cut, many, printable

_CHARTS = (".png", ".svg")
_READ = ("match.json", "games.jsonl")


def stats(
    folders: list[Path] = argument("DIR|FILE...", "Folders of match --out, or files of play."),
    against: Path | None = option("DIR", "Compare with this run of the same deals."),
    slot: int | None = integer(None, "Slot to compare; default: the replaced agent.", metavar="I"),
    chart: Path | None = option("FILE", "Draw the win rates to this .png or .svg file."),
    json_file: options.JsonFile = None,
    csv_file: str | None = option(
        "FILE|-", "Write a row per game and seat; - for stdout.", "--csv"
    ),
    parquet: Path | None = option("FILE", "Write the rows of --csv as Parquet; needs pyarrow."),
    form: str | None = option(
        "markdown|latex|csv",
        "Print only the table of wins, for a paper or a spreadsheet.",
        "--format",
    ),
    verify: bool = flag(
        "--verify",
        "Replay every game first, and check its checksum, moves and result, and that cards and "
        "dice come from its seed. The message names the first game that is wrong.",
    ),
) -> None:
    """Print statistics of recorded matches and games.

    Prints wins with 95 % intervals, wins per seat, and all other counts. Runs of the same match
    with other seeds are merged, and each game counts once. Other matches are shown one below the
    other. Intervals treat deals as clusters, because the games of a deal share cards and dice.

    Example: planner-clue stats results results-2 --chart rates.svg
    """
    read = [*folders, against] if against else folders
    targets = {"--chart": chart, "--json": json_file, "--csv": csv_file, "--parquet": parquet}
    _check_targets(targets, read, form)
    if parquet:
        check_parquet(parquet)
    if against is None:
        options.check_absent("; expected only with --against", slot=slot)
    whole = _verify(read) if verify else True
    matches = merging.merge(_read(folders))
    comparison = None
    if against is not None:
        if len(matches) > 1:
            what = f"{', '.join(map(str, folders))} are {len(matches)} different matches"
            raise InputError(f"{what}; expected one match to compare with --against")
        comparison = merging.compare(matches[0], merging.merge(_read([against]))[0], slot)
        matches.append(comparison.second)
    results = [count_runs(match) for match in matches]
    _export(matches, csv_file, parquet)
    if chart:
        from planner_clue.view.charts import draw_runs

        write_file("--chart", chart, draw_runs(results, chart.suffix[1:]))
    data = {"schema": 1, "matches": [result.to_json() for result in results]}
    data |= {"comparison": comparison.to_json()} if comparison else {}
    if write_json(data, json_file) and csv_file != "-":
        _print_wins(results, form) if form else _print_results(results)
        if comparison and not form:
            _print_comparison(comparison)
    if not whole:
        raise typer.Exit(3)


def _check_targets(
    targets: Mapping[str, Path | str | None], folders: Sequence[Path], form: str | None
) -> None:
    """Refuse files that cannot be written or belong to a match, before anything is read."""
    if form not in (None, *FORMATS):
        raise InputError(f"--format {form}; expected {', '.join(FORMATS)}")
    for name, file in targets.items():
        endings = _CHARTS if name == "--chart" else ()
        read = (folder / part for folder in folders for part in _READ)
        options.check_file(name, file, *folders, *read, endings=endings)
    on_stdout = [f"{name} -" for name, target in targets.items() if target == "-"]
    on_stdout += [f"--format {form}"] if form else []
    if len(on_stdout) > 1:
        raise InputError(f"{' and '.join(on_stdout)} both write to stdout; expected one of them")


def _read(folders: Sequence[Path]) -> list[run_folder.RecordedRun]:
    """Read the folders and files, each once, and warn about unfinished ones."""
    runs = [
        run_folder.read_game_file(folder) if folder.is_file() else run_folder.read_run(folder)
        for folder in dict.fromkeys(folders)
    ]
    for run in runs:
        if not run.finished:
            counted = f"{len(run.games)} of {run.expected} games"
            warn(f"{run.folder} is not finished: {counted}")
    return runs


def _verify(folders: Sequence[Path]) -> bool:
    """Replay all games of folders and print how many were right; files of play always are replayed.

    Returns whether everything could be checked, and warns about the rest.
    """
    whole = True
    for folder in dict.fromkeys(folders):
        if folder.is_dir():
            with progress("verifying") as update:
                found = run_folder.verify_run(folder, update)
            typer.echo(f"{folder}: {found.games} games verified", err=True)
            for what in found.unchecked:
                warn(f"{folder}: not checked: {what}")
                whole = False
    return whole


def _export(matches: Sequence[merging.MergedRuns], csv: str | None, parquet: Path | None) -> None:
    if csv == "-":
        typer.echo(as_csv(matches), nl=False)
    elif csv:
        write_file("--csv", csv, as_csv(matches))
    if parquet:
        write_file("--parquet", parquet, as_parquet(matches))


def _print_results(results: Sequence[MatchResults]) -> None:
    several = len(results) > 1
    for number, result in enumerate(results):
        _print_heading(result, merging.letter(number) if several else "", results[0])
    _print_wins(results)
    seats = max(len(result.agents) for result in results)
    columns = ["agent", *(f"seat {seat}" for seat in range(seats))]
    _print_rows(columns, [list(_seat_rows(result, seats)) for result in results])
    for number, result in enumerate(results):
        for line in _other_counts(result):
            typer.echo(printable(f"{merging.letter(number)}: {line}" if several else line))


def _print_wins(results: Sequence[MatchResults], form: str | None = None) -> None:
    columns = ["agent", "wins", "win rate", "95 %", "wrong", "gambles", "forfeits", "turns"]
    _print_rows([*columns, "replans"], [list(_rows(result)) for result in results], form)


def _print_comparison(comparison: merging.PairedComparison) -> None:
    first, second = comparison.agents
    low, high = comparison.ci95
    slot = f"slot {comparison.slot}, {first} against {second}"
    shared = f"{many(comparison.deals, 'deal')} ({many(comparison.games, 'game')})"
    typer.echo(f"{slot}, over the {shared} that A and B share:")
    wins = f"{many(comparison.wins[0], 'win')} against {comparison.wins[1]}"
    points = f"{100 * comparison.difference:+.1f} points"
    typer.echo(f"{wins}: {points}, 95 % {100 * low:+.1f} to {100 * high:+.1f}")
    if others := _differences(comparison.other_settings):
        typer.echo(f"A and B also differ in {others}")


def _print_heading(result: MatchResults, of_match: str, first: MatchResults) -> None:
    runs, settings = result.runs, result.runs.settings
    begins = f"{of_match}: " if of_match else ""
    dealt = f"{many(len(runs.games), 'game')}, {many(runs.deals, 'deal')} on {settings['board']}"
    seeds = f"{'seed' if len(runs.seeds) == 1 else 'seeds'} {', '.join(map(str, runs.seeds))}"
    seats = ", fixed seats" if "seats" in settings else ""
    typer.echo(f"{begins}{dealt}, rules {settings['rules']}, {seeds}{seats}")
    if runs.repeated:
        typer.echo(f"   {many(runs.repeated, 'game')} in more than one folder, counted once")
    shown = ("agents", "board", "rules", "seats")
    others = {n: v for n, v in merging.differing(first.runs, runs).items() if n not in shown}
    if differences := _differences(others):
        typer.echo(f"   differs from A in {differences}")


def _differences(values: Mapping[str, tuple[Any, Any]]) -> str:
    """Return the settings with both values; without the files of an agent that only one run has."""
    differences = list[str]()
    for name, (one, other) in values.items():
        if not name.startswith("files."):
            differences.append(f"{name} ({_short(one)}, {_short(other)})")
        elif one and other:
            differences.append(f"the contents of {name.removeprefix('files.')}")
    return ", ".join(differences)


def _short(value: Any) -> str:
    return "-" if value is None else cut(" ".join(str(value).split()), 40)


def _print_rows(
    columns: Sequence[str], matches: Sequence[list[list[str]]], form: str | None = None
) -> None:
    rows, ends = matches[0], list[int]()
    if len(matches) > 1:
        columns = ["match", *columns]
        rows = [
            [merging.letter(number) if at == 0 or form else "", *row]
            for number, own in enumerate(matches)
            for at, row in enumerate(own)
        ]
        ends = [last - 1 for last in accumulate(map(len, matches[:-1]))]
    if form:
        typer.echo(table_text(form, columns, rows), nl=False)
    else:
        print_table(columns, rows, {"match", "agent"}, sections=ends)


def _rows(result: MatchResults) -> Iterator[list[str]]:
    for agent in result.agents:
        yield [
            result.runs.label(agent.slot),
            str(agent.wins.count),
            percent(agent.wins.share),
            _interval(agent.wins),
            str(agent.wrong_accusations),
            f"{agent.gambles.count} of {agent.gambles.of} right" if agent.gambles.of else "-",
            str(agent.forfeit_kinds.total()),
            f"{counted_median(agent.turns_to_win):g}" if agent.turns_to_win else "-",
            f"{agent.replans_per_game:.1f}" if agent.replans else "-",
        ]


def _seat_rows(result: MatchResults, seats: int) -> Iterator[list[str]]:
    """Yield the wins of each agent in each seat; empty for seats that its table lacks."""
    for agent in result.agents:
        missing = [""] * (seats - len(agent.by_seat))
        won = (f"{rate.count} of {rate.of}" if rate.of else "-" for rate in agent.by_seat)
        yield [result.runs.label(agent.slot), *won, *missing]


def _interval(rate: RateByDeals) -> str:
    return in_percent([round(bound, 4) for bound in rate.ci95])


def _other_counts(result: MatchResults) -> Iterator[str]:
    """Yield the counts without a column: games without a winner, and counts by kind."""
    if result.no_winner:
        yield f"games without a winner: {result.no_winner} ({_counts(result.ends)} in all)"
    for agent in result.agents:
        name, turns = result.runs.label(agent.slot), agent.turns_to_win
        if agent.forfeit_kinds:
            yield f"{name}: forfeits: {_counts(agent.forfeit_kinds)}"
        if agent.gambles.of:
            right = percent(agent.gambles.share)
            yield f"{name}: gambles right: {right}, 95 % {_interval(agent.gambles)}"
        if turns:
            middle = f"median {counted_median(turns):g}"
            yield f"{name}: own turns to win: {min(turns)} to {max(turns)}, {middle}"
        if agent.replans:
            yield f"{name}: replans: {_counts(agent.replans)}"
            yield f"{name}: followed its plan {agent.follow_ups} times"
        if agent.planner_failures:
            yield f"{name}: planner failures: {_counts(agent.planner_failures)}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
