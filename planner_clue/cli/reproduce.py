"""``planner-clue reproduce``: the published comparison, played again."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from planner_clue.cli import options
from planner_clue.cli.options import check_file, checked_jobs, integer, option
from planner_clue.cli.output import announce, print_table, progress, write_file, write_json
from planner_clue.match.intervals import in_percent, percent
from planner_clue.study.conclusions import Conclusion, draw_conclusions, in_published_seats
from planner_clue.study.published import study_tables, tables_named
from planner_clue.study.report import draw_win_rates, report_in_markdown
from planner_clue.study.reproduction import Reproduction, StudyResult

_REPORT = "reproduction"
"""File name of the report and the chart, without ``.md``, ``.png`` and ``.svg``."""


def reproduce(
    games: int = integer(1000, "Games per table, rounded up to whole deals."),
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    out: Path = option(
        Path("reproduction"),
        "Folder for the report and the games of each table; the same command continues "
        "an interrupted run.",
        metavar="DIR",
    ),
    tables: str = option(
        "",
        "Tables to play, separated by commas; a board's name stands for all of its "
        "tables. Default: all.",
        metavar="NAME,...",
    ),
    json_file: options.JsonFile = None,
) -> int:
    """Play the published comparison again, and report.

    It compares planning with Bayesian networks. Each table is a match, named after its board
    (huji or classic) and its agents; random agents take the other seats. The agents are
    .planner-huji, .bn1, .bn2, .bn1+planner-huji, .bn2+planner-huji, .bn1+bn2+planner-huji,
    or the same with planner instead of planner-huji. Tables on huji use the published rules
    (huji-bn1 if bn1 plays), tables on classic the rules standard.

    Agents change seats from game to game, except under the rules huji-bn1. Three tables are
    also played in the published seats, with .fixed at the end of their names: huji.bn2.fixed,
    huji.planner-huji.fixed and huji.bn2+planner-huji.fixed. There, networks sit first, then the
    planner, then random agents, and the first begins.

    The report is reproduction.md in the folder --out, with a chart as .png and .svg. It covers
    every finished table there.

    Example: planner-clue reproduce --games 120 --tables huji.bn1,huji.bn2
    """
    known = study_tables()
    wanted = tables_named(tables, known)
    reproduction = Reproduction(out, games, seed, known)
    for table in wanted:
        table.config(games, seed).check()
    jobs = checked_jobs(jobs)
    check_file("--json", json_file)
    for rules, total in {table.rules: reproduction.total(table) for table in wanted}.items():
        announce([], games, total, f" (rules {rules})")
    announce([table.config(games, seed) for table in wanted], games, games)
    for number, table in enumerate(wanted, 1):
        what = f"{number} of {len(wanted)}, {table.name}"
        with progress(what, reproduction.total(table)) as update:
            reproduction.play(table, jobs, lambda count, _: update(count))
    results = reproduction.results()
    _report(reproduction, results, json_file)
    return 3 if any(share.forfeits for result in results for share in result.shares) else 0


def _report(
    reproduction: Reproduction, results: Sequence[StudyResult], json_file: str | None
) -> None:
    found = draw_conclusions(results)
    file = _write_report(reproduction, results, found)
    if write_json(_to_json(reproduction, results, found), json_file):
        columns = ["table", "games", "agent", "published", "ours", "95 %", "inside"]
        print_table(columns, list(_rows(results)), {"table", "agent", "inside"})
        for conclusion in found:
            if conclusion.margins:
                typer.echo(f"{conclusion.board}: {conclusion.claim}: {conclusion.answer}")
        seats = in_published_seats(results)
        if seats.shares:
            typer.echo(f"huji: published figures in the published seats: {seats.answer}")
        typer.echo(f"report: {file}, with a chart as .png and .svg")


def _write_report(
    reproduction: Reproduction, results: Sequence[StudyResult], found: Sequence[Conclusion]
) -> Path:
    file = reproduction.out / f"{_REPORT}.md"
    games, seed, chart = reproduction.games, reproduction.seed, f"{_REPORT}.svg"
    contents: dict[Path, str | bytes] = {
        file.with_suffix(f".{kind}"): draw_win_rates(results, kind) for kind in ("png", "svg")
    }
    contents[file] = report_in_markdown(results, found, games=games, seed=seed, chart=chart)
    for path, content in contents.items():
        write_file("--out", path, content)
    return file


def _to_json(
    reproduction: Reproduction, results: Sequence[StudyResult], found: Sequence[Conclusion]
) -> dict[str, Any]:
    return {
        "schema": 1,
        "games": reproduction.games,
        "seed": reproduction.seed,
        "tables": [result.to_json() for result in results],
        "in_published_seats": in_published_seats(results).to_json(),
        "conclusions": [conclusion.to_json() for conclusion in found],
    }


def _rows(results: Sequence[StudyResult]) -> Iterator[list[str]]:
    for result in results:
        for number, share in enumerate(result.shares):
            yield [
                *([result.table.name, str(result.games)] if number == 0 else ["", ""]),
                share.agent,
                f"{share.published} %",
                percent(share.rate),
                in_percent(share.ci95),
                "yes" if share.inside else "no",
            ]
