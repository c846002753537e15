"""``planner-clue stats``: what recorded matches came to, merged and side by side."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_clue.cli.arguments import check_file, whole_number, write_text
from planner_clue.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planner_clue.runs.merging import MergedRuns
    from planner_clue.runs.run_folder import RecordedRun

_CHARTS = (".png", ".svg")
_READ = ("match.json", "games.jsonl")


def stats(
    folders: Annotated[
        list[Path],
        typer.Argument(
            help="Folders that match --out wrote, or files of finished games of play.",
            metavar="DIR|FILE...",
        ),
    ],
    against: Annotated[
        Path | None,
        typer.Option(
            help="Compare with this folder, over the deals that both have: the same seed, board, "
            "rules and seats, with one agent exchanged.",
            metavar="DIR",
        ),
    ] = None,
    slot: Annotated[
        int | None,
        typer.Option(
            help="With --against: the agent to compare, by its place on the command line, from 0. "
            "Default: the one that was exchanged.",
            metavar="I",
            parser=whole_number,
        ),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option(help="Draw the win rates to this .png or .svg file.", metavar="FILE"),
    ] = None,
    json_file: Annotated[
        str | None,
        typer.Option(
            "--json", help="Write the results as JSON to a file; - for stdout.", metavar="FILE|-"
        ),
    ] = None,
    csv_file: Annotated[
        str | None,
        typer.Option(
            "--csv",
            help="Write a row for each game and seat as CSV; - for stdout.",
            metavar="FILE|-",
        ),
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option(help="Write these rows as a Parquet file; needs pyarrow.", metavar="FILE"),
    ] = None,
) -> None:
    """Count recorded matches and games again: wins with 95 % intervals, by seat, and all the rest.

    Runs of the same match with other seeds are merged, and each game counts once; other matches
    stand side by side. The intervals go by deals, because the games of a deal share cards and dice.

    Example: planner-clue stats results results-2 --chart rates.svg
    """
    from planner_clue.cli.stats_tables import print_comparison, print_results
    from planner_clue.runs.merging import merge
    from planner_clue.runs.pairing import compare
    from planner_clue.runs.results import count_runs

    read = [*folders, against] if against else folders
    _check_targets(chart, json_file, csv_file, parquet, read)
    if slot is not None and against is None:
        raise InputError(f"--slot {slot}; expected only with --against")
    matches = merge(_read(folders))
    comparison = None
    if against is not None:
        if len(matches) > 1:
            raise InputError(
                f"{', '.join(map(str, folders))} are {len(matches)} different matches; "
                "expected one match to compare with --against"
            )
        comparison = compare(matches[0], merge(_read([against]))[0], slot)
        matches.append(comparison.second)
    results = [count_runs(match) for match in matches]
    _export(matches, csv_file, parquet)
    if chart:
        from planner_clue.show.charts import draw_runs

        _write("--chart", chart, draw_runs(results, chart.suffix[1:]))
    if json_file:
        data = {"schema": 1, "matches": [result.to_json() for result in results]}
        data |= {"comparison": comparison.to_json()} if comparison else {}
        write_text(json.dumps(data), json_file)
    if "-" not in (json_file, csv_file):
        print_results(results)
        if comparison:
            print_comparison(comparison)


def _check_targets(
    chart: Path | None,
    json_file: str | None,
    csv_file: str | None,
    parquet: Path | None,
    folders: "Sequence[Path]",
) -> None:
    """Refuse files that cannot be written, or are those of a match, before anything is read."""
    from planner_clue.runs.seat_rows import check_parquet

    targets = {"--chart": chart, "--json": json_file, "--csv": csv_file, "--parquet": parquet}
    for option, file in targets.items():
        check_file(option, file, *folders, *(folder / name for folder in folders for name in _READ))
    if chart and chart.suffix not in _CHARTS:
        raise InputError(f"--chart {chart}; expected a file that ends in {', '.join(_CHARTS)}")
    if json_file == csv_file == "-":
        raise InputError("--json - and --csv - both write to stdout; expected one of them")
    if parquet:
        check_parquet(parquet)


def _read(folders: "Sequence[Path]") -> "list[RecordedRun]":
    """Read the folders and files, each once, and say on stderr which are not finished."""
    from planner_clue.runs.run_folder import read_game_file, read_run

    runs = [
        read_game_file(folder) if folder.is_file() else read_run(folder)
        for folder in dict.fromkeys(folders)
    ]
    for run in runs:
        if not run.finished:
            counted = f"{len(run.games)} of {run.expected} games"
            typer.echo(f"planner-clue: warning: {run.folder} is not finished: {counted}", err=True)
    return runs


def _export(matches: "Sequence[MergedRuns]", csv_file: str | None, parquet: Path | None) -> None:
    from planner_clue.runs.seat_rows import as_csv, as_parquet

    if csv_file == "-":
        typer.echo(as_csv(matches), nl=False)
    elif csv_file:
        _write("--csv", Path(csv_file), as_csv(matches))
    if parquet:
        _write("--parquet", parquet, as_parquet(matches))


def _write(option: str, file: Path, content: str | bytes) -> None:
    from planner_clue.atomic_writes import write_whole

    try:
        write_whole(file, content)
    except OSError as error:
        raise InputError(f"{option} {file}: {error.strerror}") from error
