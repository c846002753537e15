"""``planner-clue match``: many games between the same agents."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer
from rich.progress import Progress

from planner_clue.agents.settings import IsolationSettings, PlanningSettings
from planner_clue.cli import match_options, options, output
from planner_clue.cli.options import argument, flag, integer, option, real
from planner_clue.game.board import board_or_none, of_edition
from planner_clue.game.record import read_record
from planner_clue.game.rules import default_rules
from planner_clue.match import MatchConfig, intervals, play, run_match, statistics, stopping
from planner_clue.match.checks.earlier_games import unsound_agents
from planner_clue.match.match_checks import check_confined, check_match
from planner_clue.match.schedule import chosen_seed
from planner_clue.match.store import check_folder, kept_seed
from planner_clue.support.errors import InputError, many, nearest, printable
from planner_clue.view.pages.replay_page import CHOICES, rank, replay_page
from planner_clue.view.story import game_lines

_AGENTS_HELP = (
    "Three to six agents, or two with cards set aside: names from 'planner-clue agents', "
    "path/to/file.py:ClassName, "
    "'command:java -jar mine.jar' for a program in any language (docs/protocol.md), "
    "'speedclue:java -jar Bot.jar' for one of the Speed Clue contest (docs/contests.md), or "
    "cpsc415:path/to/ID_CluePlayer.py for a player of the CPSC 415 tournament."
)


@match_options.takes_settings
def match(
    agents: list[str] = argument("AGENT...", _AGENTS_HELP),
    games: int = integer(120, "Number of games, rounded up to whole deals."),
    seed: options.DrawnSeed = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    edition: options.Edition = None,
    board: options.BoardName = "classic",
    rules: options.Rules = "",
    face_up: bool = flag("--face-up", "Deal hands of equal size; leftover cards lie face up."),
    seats: options.Seats = "rotated",
    planning: PlanningSettings = match_options.PLANNING,
    out: Path | None = option("DIR", "Folder for the records; the same command continues a match."),
    json_file: options.JsonFile = None,
    width: float | None = real(
        None,
        "Stop as soon as no agent's 95 % interval is wider than this, as 0.04 for 4 "
        "points; --games is the upper bound.",
        "--until-width",
        metavar="W",
    ),
    sprt: str | None = option(
        "A,B",
        "Stop as soon as a sequential probability ratio test decides whether agent A is ahead of "
        "agent B, each given by its name or its place from 0; --games is the upper bound.",
    ),
    delta: float | None = real(
        None,
        "How far ahead A must be, as a fraction of all games. Default: 0.05. Each answer is "
        "wrong in about 5 % of matches.",
        "--sprt-delta",
        metavar="D",
    ),
    watch: bool = flag(
        "--watch", "Show the first game turn by turn, as 'planner-clue replay' does."
    ),
    replay: str | None = option(
        "first|interesting",
        "Write a web page of one game: the first, or the most interesting, in which observations "
        "broke the most plans (if several did, the one with the most turns). The page is "
        "replay.html in the --out folder, or else in the current folder.",
        "--replay",
    ),
    pddl_dir: Path | None = option("DIR", "Folder for the PDDL, plan and reason of every replan."),
    isolation: IsolationSettings = match_options.ISOLATION,
    require_confinement: options.RequireConfinement = False,
) -> int:
    """Play a match and print who won, with 95 % intervals.

    Each deal is replayed with the agents in different seats: all six orders for three agents, every
    rotation of a random order for more. So with each deal, every agent plays each seat, with the
    cards of this seat, the same number of times. --seats fixed turns this off. The same
    --seed gives the same games with any number of --jobs.

    Example: planner-clue match planner random random --games 120 --seed 1
    """
    given = match_options.settings_of(agents, planning, isolation, out, pddl_dir)
    board = of_edition(edition, None if board == "classic" else board)
    if face_up:
        rules = f"{rules or default_rules(board_or_none(board))},face_up=even"
    until_width, test = stopping.read_stopping(width, sprt, delta, agents)
    config = MatchConfig(
        tuple(agents),
        games,
        board=board,
        rules=rules,
        seats=match_options.checked_seats(seats),
        settings=given,
        until_width=until_width,
        sprt=test,
        pddl_dir=str(pddl_dir) if pddl_dir else None,
    )
    if not 2 <= len(agents) <= 6:
        raise InputError(f"{len(agents)} agents ({', '.join(agents)}); expected 2 to 6")
    config = replace(config, seed=chosen_seed(seed, kept_seed(out), of_others=config.of_others))
    check_match(config)
    match_options.check_planning(agents, planning)
    if require_confinement:
        check_confined(config)
    unsound = unsound_agents([config], output.warn, refuse=require_confinement)
    options.check_file("--json", json_file)
    if pddl_dir:
        options.check_new_folder("--pddl-dir", pddl_dir)
    if pddl_dir and cluster is not None:
        what = f"--pddl-dir {pddl_dir} with --cluster {cluster}"
        raise InputError(f"{what}; expected one of them: workers would write to their own disks")
    page = _page_file(replay, out) if replay else None
    chosen: list[tuple[tuple[int, ...], str]] = []
    if out:
        check_folder(out, config)
    with match_options.workers(jobs, cluster, [config]) as (executor, count):
        output.announce([config], games, config.total, drawn=seed is None)
        with output.games_bar() as bar:
            on_game = _on_game(bar, config.total, watch and json_file != "-", replay, chosen)
            summary = run_match(config, jobs=count, out=out, on_game=on_game, executor=executor)
    if output.write_json(summary, json_file):
        report(summary)
    if page:
        record = read_record(chosen[0][1])
        output.write_file("--replay", page, replay_page(record))
        typer.echo(f"game {record['game']} is in {page}", err=True)
    idle = [agent["name"] for agent in summary["agents"] if agent["never_planned"]]
    for name in idle:
        typer.echo(f"planner-clue: {name} never made a plan in this match", err=True)
    output.print_unsound("match", unsound, json_file)
    failed = any(agent["forfeits"] or agent["failures"] for agent in summary["agents"])
    return 3 if idle or failed or unsound else 0


def _on_game(
    bar: Progress, total: int, watch: bool, choice: str | None, chosen: list[Any]
) -> Callable[[int, play.Played], None]:
    """Return a callback that counts games, shows the first and keeps the record of the page."""
    task = bar.add_task("playing", total=total)

    def on_game(count: int, played: play.Played) -> None:
        if watch and played.game == 0:
            bar.stop()
            for line in game_lines(read_record(played.line)):
                output.echo_wrapped(line)
            bar.start()
        if choice:
            value = rank(choice, played.game, played.line)
            chosen[:] = [max([*chosen, (value, played.line)])]
        bar.update(task, completed=count)

    return on_game


def _page_file(choice: str, folder: Path | None) -> Path:
    """Return the file for the page of one game; refuse one that cannot be written."""
    if choice not in CHOICES:
        raise InputError(f"--replay {choice}; {nearest(choice, CHOICES)}")
    file = (folder or Path()) / "replay.html"
    if file.parent.is_dir():
        options.check_page("--replay", file)
    return file


_MOST_SLIPS, _LONGEST_SLIP = 20, 200


def report(summary: dict[str, Any]) -> None:
    """Print the results of a match as a table, with counts of what went wrong."""
    title = (
        f"{summary['games']} games on {summary['board']}, rules {summary['rules']}, "
        f"seed {summary['seed']}{', fixed seats' if 'seats' in summary else ''}"
    )
    columns = ["agent", "wins", "win rate", "95 %", "wrong", "forfeits", "turns", "replans"]
    rows = [_row(agent, summary) for agent in summary["agents"]]
    output.print_table(columns, rows, ["agent"], title=title)
    typer.echo(f"{summary['seconds']} s", err=True)
    for agent in summary["agents"]:
        if ms := agent["plan_ms"]:
            typer.echo(f"{agent['name']}: {ms['p50']} ms per plan, p95 {ms['p95']} ms", err=True)
    if summary["no_winner"]:
        typer.echo(f"games without a winner: {summary['no_winner']} ({summary['ends']})")
    if "stopped" in summary:
        stopped = summary["stopped"]
        where = f"stopped after {stopped['deals']} deals: " if stopped else "played to its end: "
        typer.echo(where + (stopped["verdict"] if stopped else "undecided"))
    for agent in summary["agents"]:
        for problem in _problems(agent):
            typer.echo(f"{agent['name']}: {problem}")
        for line in _failures(agent):
            typer.echo(f"  {printable(line)}")


def _problems(agent: dict[str, Any]) -> Iterator[str]:
    """Yield each problem or unusual count of an agent as a line."""
    if agent["planner_failures"]:
        yield f"planner failures {agent['planner_failures']}"
    if agent["gave_up"]:
        yield f"gave up on its engine in {agent['gave_up']} of {agent['seats']} games"
    if agent["gambles"]:
        yield many(agent["gambles"], "gamble")
    if agent["normalised"]:
        slips = [f"{what[:_LONGEST_SLIP]} {often}" for what, often in agent["normalised"].items()]
        more = f", and {len(slips) - _MOST_SLIPS} more" if len(slips) > _MOST_SLIPS else ""
        yield f"normalised: {printable(', '.join(slips[:_MOST_SLIPS]))}{more}"
    if printed := agent["printed"]:
        first, games = printed["first"], many(printed["games"], "game")
        line = printable((first["text"].splitlines() or [""])[0])
        yield f"printed in {games}; the first, game {first['game']}: {line}"
    if failure := statistics.first_failure(agent):
        kinds = ", ".join(f"{kind} {count}" for kind, count in agent["forfeit_kinds"].items())
        yield f"forfeits: {kinds or 'none'}; the first failure, {printable(failure)}"


def _failures(agent: dict[str, Any]) -> Iterator[str]:
    """Yield each distinct failure once, for the agent's author."""
    for failure in agent["failures"]:
        first, often = failure["first"], many(failure["games"], "game")
        where = f"game {first['game']}, turn {first['turn']}, {first['decision']}"
        yield f"{failure['kind']} in {often}, first in {where}:"
        for line in [*(failure["trace"] or [failure["detail"]]), *failure["aside"]]:
            yield f"  {line}"


def _row(agent: dict[str, Any], summary: dict[str, Any]) -> list[str]:
    twice = [other["name"] for other in summary["agents"]].count(agent["name"]) > 1
    turns = agent["median_turns_to_win"]
    return [
        f"{agent['name']} #{agent['slot']}" if twice else agent["name"],
        str(agent["wins"]),
        intervals.percent(agent["win_rate"]),
        intervals.in_percent(agent["ci95"]),
        str(agent["wrong_accusations"]),
        str(agent["forfeits"]),
        "-" if turns is None else f"{turns:g}",
        f"{agent['replans_per_game']:.1f}" if agent["replans_per_game"] else "-",
    ]
