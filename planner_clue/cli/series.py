"""``planner-clue tournament`` and ``reproduce``: series of matches, rated and compared."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Any

import typer

from planner_clue.agents.settings import IsolationSettings, PlanningSettings
from planner_clue.cli import match_options, options, output
from planner_clue.cli.options import argument, integer, option
from planner_clue.match import intervals, schedule, store
from planner_clue.match.checks.earlier_games import unsound_agents
from planner_clue.match.match_checks import check_confined, check_match
from planner_clue.match.study.conclusions import draw_conclusions, in_published_seats
from planner_clue.match.study.reproduction import (
    Reproduction,
    StudyResult,
    study_tables,
    tables_named,
)
from planner_clue.match.tournament import entry
from planner_clue.match.tournament.standings import FEW_DEALS, tournament_result
from planner_clue.support.atomic_writes import write_whole
from planner_clue.support.errors import many, printable
from planner_clue.view.study_report import draw_win_rates, report_in_markdown

_LINE = 100


@match_options.takes_settings
def tournament(
    agents: list[str] = argument("AGENT...", "Different agents; at least --size."),
    size: int = integer(3, "Agents at a table, 3 to 6.", metavar="K"),
    games: int = integer(120, "Games per combination, rounded up to whole deals."),
    seed: options.DrawnSeed = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    board: options.BoardName = "classic",
    rules: options.Rules = "",
    planning: PlanningSettings = match_options.PLANNING,
    out: Path | None = option("DIR", "Folder for the results; the same command continues them."),
    json_file: options.JsonFile = None,
    isolation: IsolationSettings = match_options.ISOLATION,
    require_confinement: options.RequireConfinement = False,
) -> int:
    """Play every combination of agents and rate them.

    Every combination plays the same deals, with rotated seats as in a match. The command prints
    ratings with 95 % intervals, and a cross table of the wins of every two agents that played at
    the same table.

    A rating is the logarithm of a strength. The probability that an agent wins is its share of the
    strengths at its table. The average agent of the tournament has the rating 0.

    Example: planner-clue tournament planner exact bn1 random --games 60 --out results
    """
    given = match_options.settings_of(agents, planning, isolation, out)
    asked = entry.Tournament(tuple(agents), size, games, board=board, rules=rules, settings=given)
    asked.check()
    match_options.check_planning(agents, planning)
    kept = store.kept_seed(out, entry.ABOUT, "tournament")
    asked = replace(asked, seed=schedule.chosen_seed(seed, kept, of_others=asked.of_others))
    for config in asked.covering if require_confinement else ():
        check_confined(config)
    unsound = unsound_agents(asked.covering, output.warn, refuse=require_confinement)
    options.check_file("--json", json_file)
    result = _play(asked, jobs, cluster, out, drawn=seed is None)
    if output.write_json(result, json_file):
        _print(result)
    output.print_unsound("tournament", unsound, json_file)
    failed = any(row["forfeits"] or row["first_failure"] for row in result["ratings"])
    return 3 if failed or unsound else 0


def _play(
    asked: entry.Tournament, jobs: int | None, cluster: str | None, out: Path | None, *, drawn: bool
) -> dict[str, Any]:
    if out:
        entry.check_tournament_folder(out, asked)
    with match_options.workers(jobs, cluster, asked.covering) as (executor, count):
        output.announce(asked.covering, asked.games, asked.games_each, drawn=drawn)
        with output.progress("playing", asked.total) as update:
            outcomes: list[entry.MatchOutcome] = entry.play_tournament(
                asked, executor=executor, jobs=count, out=out, on_game=update
            )
    result = tournament_result(asked, outcomes)
    if out:
        write_whole(out / entry.RATINGS, json.dumps(result, indent=2) + "\n")
    return result


def _print(result: Mapping[str, Any]) -> None:
    combinations = many(len(result["combinations"]), "combination")
    played = f"{result['games']} games on {result['board']}, rules {result['rules']}"
    tables = f"{combinations} of {result['size']}, {result['games_each']} games each"
    typer.echo(f"{played}, seed {result['seed']}: {tables}")
    _print_ratings(result)
    _print_cross_table(result)
    typer.echo(fill(result["meaning"], _LINE))
    if result["no_winner"]:
        typer.echo(f"games without a winner: {result['no_winner']}, left out of the ratings")
    if result["deals"] < FEW_DEALS:
        typer.echo(f"few deals ({result['deals']}): below {FEW_DEALS} the intervals are too narrow")
    for row in result["ratings"]:
        if first := row["first_failure"]:
            problem = f"forfeits {row['forfeits']}; the first failure, {printable(first)}"
            typer.echo(f"{row['agent']}: {problem}")


def _print_ratings(result: Mapping[str, Any]) -> None:
    rows = [
        [
            str(place),
            row["agent"],
            f"{row['log_strength']:+.2f}",
            f"{row['ci95'][0]:+.2f} to {row['ci95'][1]:+.2f}",
            intervals.percent(row["against_average"]),
            " - ".join(f"{100 * end:.1f}" for end in row["against_average_ci95"]),
            f"{row['wins']} of {row['games']}",
            intervals.percent(row["win_rate"]),
            str(row["forfeits"]),
        ]
        for place, row in enumerate(result["ratings"], 1)
    ]
    columns = [
        "", "agent", "rating", "95 %", "against average", "95 %", "won", "win rate", "forfeits"
    ]  # fmt: skip
    output.print_table(columns, rows, left=["agent"])


def _print_cross_table(result: Mapping[str, Any]) -> None:
    names = [row["agent"] for row in result["ratings"]]
    cells = {(cell["row"], cell["column"]): cell for cell in result["cross_table"]}

    def shown(row: str, column: str) -> str:
        if row == column:
            return "-"
        cell = cells[row, column]
        won = (cell[who] / cell["games"] for who in ("row_won", "column_won"))
        return ":".join(f"{100 * share:.0f}" for share in won)

    rows = [
        [str(place), name, *(shown(name, other) for other in names)]
        for place, name in enumerate(names, 1)
    ]
    games = result["cross_table"][0]["games"]
    what = "Percent of the games at common tables won by the agent of the row and of the column"
    typer.echo(f"{what}; n = {games} for each pair:")
    output.print_table(["", "agent", *map(str, range(1, len(names) + 1))], rows, left=["agent"])


_REPORT = "reproduction"  # file name of the report and the chart, without .md, .png and .svg


def reproduce(
    games: int = integer(1000, "Games per table, rounded up to whole deals."),
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    out: Path = option(
        "DIR",
        "Folder for the report and games; the same command continues.",
        default=Path("reproduction"),
    ),
    tables: str = option(
        "NAME,...", "Tables; the name of a board means all its tables. Default: all.", default=""
    ),
    json_file: options.JsonFile = None,
) -> int:
    """Repeat the published comparison and write a report.

    The comparison is between planning and Bayesian networks. Each table is a match and is named
    after its board and its agents, such as huji.bn1+planner-huji or classic.bn2. Random agents take
    the other seats. Tables on huji use the published rules (huji-bn1 if bn1 plays), and tables on
    classic the standard rules. Agents change seats from game to game, with two exceptions: the
    rules huji-bn1, and three tables whose names end in .fixed. At these three, the networks sit
    first, then the planner.

    The report is the file reproduction.md in the folder --out, with a chart as .png and .svg. It
    covers every finished table in the folder.

    Example: planner-clue reproduce --games 120 --tables huji.bn1,huji.bn2
    """
    known = study_tables()
    wanted = tables_named(tables, known)
    reproduction = Reproduction(out, games, seed, known)
    for table in wanted:
        check_match(table.config(games, seed))
    jobs = options.checked_jobs(jobs)
    options.check_file("--json", json_file)
    for rules, total in {table.rules: reproduction.total(table) for table in wanted}.items():
        output.announce([], games, total, f" (rules {rules})")
    output.announce([table.config(games, seed) for table in wanted], games, games)
    for number, table in enumerate(wanted, 1):
        what = f"{number} of {len(wanted)}, {table.name}"
        with output.progress(what, reproduction.total(table)) as update:
            reproduction.play(table, jobs, lambda count, _: update(count))
    results = reproduction.results()
    _report(reproduction, results, json_file)
    return 3 if any(share.forfeits for result in results for share in result.shares) else 0


def _report(study: Reproduction, results: Sequence[StudyResult], json_file: str | None) -> None:
    found, games, seed = draw_conclusions(results), study.games, study.seed
    seats, file = in_published_seats(results), study.out / f"{_REPORT}.md"
    for kind in ("png", "svg"):
        output.write_file("--out", file.with_suffix(f".{kind}"), draw_win_rates(results, kind))
    text = report_in_markdown(results, found, games=games, seed=seed, chart=f"{_REPORT}.svg")
    output.write_file("--out", file, text)
    data = {
        "schema": 1,
        "games": games,
        "seed": seed,
        "tables": [result.to_json() for result in results],
        "in_published_seats": seats.to_json(),
        "conclusions": [conclusion.to_json() for conclusion in found],
    }
    if output.write_json(data, json_file):
        columns = ["table", "games", "agent", "published", "ours", "95 %", "inside"]
        rows = [
            [
                *([result.table.name, str(result.games)] if number == 0 else ["", ""]),
                share.agent,
                f"{share.published} %",
                intervals.percent(share.rate),
                intervals.in_percent(share.ci95),
                "yes" if share.inside else "no",
            ]
            for result in results
            for number, share in enumerate(result.shares)
        ]
        output.print_table(columns, rows, {"table", "agent", "inside"})
        for conclusion in found:
            if conclusion.margins:
                typer.echo(f"{conclusion.board}: {conclusion.claim}: {conclusion.answer}")
        if seats.shares:
            typer.echo(f"huji: published figures in the published seats: {seats.answer}")
        typer.echo(f"report: {file}, with a chart as .png and .svg")
