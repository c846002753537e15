"""``planner-clue tournament``: every combination of agents, a cross table and ratings."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Any

import typer

from planner_clue.agents.settings import AgentSettings, IsolationSettings, PlanningSettings
from planner_clue.atomic_writes import write_whole
from planner_clue.cli import match_options, options, output
from planner_clue.cli.options import argument, integer, option
from planner_clue.errors import printable
from planner_clue.match import intervals, schedule, store
from planner_clue.tournament.entry import (
    ABOUT,
    RATINGS,
    MatchOutcome,
    Tournament,
    check_tournament_folder,
    play_tournament,
)
from planner_clue.tournament.standings import FEW_DEALS, tournament_result

_LINE = 100


@match_options.takes_settings
def tournament(
    agents: list[str] = argument(
        ...,
        "Different agents, at least as many as sit at a table; named as for match.",
        metavar="AGENT...",
    ),
    size: int = integer(3, "Agents at a table, 3 to 6.", metavar="K"),
    games: int = integer(120, "Games per combination, rounded up to whole deals."),
    seed: options.DrawnSeed = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    board: options.BoardName = "classic",
    rules: options.Rules = "",
    planning: PlanningSettings = match_options.PLANNING,
    out: Path | None = option(
        None,
        "Write tournament.json, ratings.json and the folder of a match per combination to "
        "this folder; the same command continues an interrupted tournament.",
        metavar="DIR",
    ),
    json_file: options.JsonFile = None,
    isolation: IsolationSettings = match_options.ISOLATION,
    require_confinement: options.RequireConfinement = False,
) -> int:
    """Play every combination of agents, and rate them.

    Every combination plays the same deals, each from rotated seats as in a match. The output is
    ratings with 95 % intervals, and a cross table: who won at the tables where two agents sat.

    A rating is the logarithm of a strength. At a table, an agent wins with its share of all
    strengths there; the average agent of the tournament has the rating 0.

    Example: planner-clue tournament planner exact bn1 random --games 60 --out results
    """
    match_options.check_isolation(agents, isolation)
    settings = AgentSettings(planning=planning, isolation=match_options.hiding(isolation, out))
    entry = Tournament(tuple(agents), size, games, board=board, rules=rules, settings=settings)
    entry.check()
    match_options.check_planning(agents, planning)
    kept = store.kept_seed(out, ABOUT, "tournament")
    entry = replace(entry, seed=schedule.chosen_seed(seed, kept, of_others=entry.of_others))
    for config in entry.covering if require_confinement else ():
        config.check_confined()
    options.check_jobs_or_cluster(jobs, cluster)
    options.check_file("--json", json_file)
    result = _play(entry, jobs, cluster, out, drawn=seed is None)
    if output.write_json(result, json_file):
        _print(result)
    return 3 if any(row["forfeits"] or row["first_failure"] for row in result["ratings"]) else 0


def _play(
    entry: Tournament, jobs: int | None, cluster: str | None, out: Path | None, *, drawn: bool
) -> dict[str, Any]:
    if out:
        check_tournament_folder(out, entry)
    with match_options.workers(jobs, cluster, entry.covering) as (executor, count):
        output.announce(entry.covering, entry.games, entry.games_each, drawn=drawn)
        with output.progress("playing", entry.total) as update:
            outcomes: list[MatchOutcome] = play_tournament(
                entry, executor=executor, jobs=count, out=out, on_game=update
            )
    result = tournament_result(entry, outcomes)
    if out:
        write_whole(out / RATINGS, json.dumps(result, indent=2) + "\n")
    return result


def _print(result: Mapping[str, Any]) -> None:
    combinations = len(result["combinations"])
    typer.echo(
        f"{result['games']} games on {result['board']}, rules {result['rules']}, seed "
        f"{result['seed']}: {combinations} combinations of {result['size']}, "
        f"{result['games_each']} games each"
    )
    _print_ratings(result)
    _print_cross_table(result)
    typer.echo(fill(result["meaning"], _LINE))
    if result["no_winner"]:
        typer.echo(f"games without a winner: {result['no_winner']}, left out of the ratings")
    if result["deals"] < FEW_DEALS:
        typer.echo(f"few deals ({result['deals']}): below {FEW_DEALS} the intervals are too narrow")
    for row in result["ratings"]:
        if first := row["first_failure"]:
            said = f"forfeits {row['forfeits']}; the first failure, {printable(first)}"
            typer.echo(f"{row['agent']}: {said}")


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
    """Print who won, agent against agent, in percent of the games at common tables."""
    names = [row["agent"] for row in result["ratings"]]
    cells = {(cell["row"], cell["column"]): cell for cell in result["cross_table"]}

    def shown(row: str, column: str) -> str:
        if row == column:
            return "-"
        cell = cells[row, column]
        return ":".join(
            f"{100 * cell[who] / cell['games']:.0f}" for who in ("row_won", "column_won")
        )

    rows = [
        [str(place), name, *(shown(name, other) for other in names)]
        for place, name in enumerate(names, 1)
    ]
    games = result["cross_table"][0]["games"]
    typer.echo(
        "Percent of games at common tables that the agent of the row won, and that of the column; "
        f"n = {games} for every two:"
    )
    columns = ["", "agent", *map(str, range(1, len(names) + 1))]
    output.print_table(columns, rows, left=["agent"])
