"""``planner-clue match``: many games between the same agents."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_clue.cli import options
from planner_clue.cli.arguments import (
    any_number,
    check_file,
    check_jobs_or_cluster,
    check_new_folder,
    whole_number,
)
from planner_clue.cli.isolation_options import isolation_settings
from planner_clue.cli.match_replay import GamePage
from planner_clue.cli.match_report import report
from planner_clue.cli.progress import games_bar
from planner_clue.cli.tables import line_width, wrapped
from planner_clue.cli.workers import workers
from planner_clue.errors import InputError

if TYPE_CHECKING:
    from planner_clue.match.play import Played

_AGENTS_HELP = (
    "Three to six agents: names from 'planner-clue agents', path/to/file.py:ClassName, or "
    "cpsc415:path/to/ID_CluePlayer.py for a player of the CPSC 415 tournament."
)


def match(
    agents: Annotated[list[str], typer.Argument(help=_AGENTS_HELP, metavar="AGENT...")],
    games: Annotated[
        int,
        typer.Option(
            help="Number of games, rounded up to whole deals.", metavar="N", parser=whole_number
        ),
    ] = 120,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    board: options.BoardName = "classic",
    rules: Annotated[
        str,
        typer.Option(
            help="standard, huji, huji-bn1 or cpsc415, with options after commas: dice=1, "
            "last_wins=yes, suggest_or_accuse=yes, secret_accusations=yes, turn_limit=N. "
            "Default: huji on the board huji, else standard.",
        ),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(
            help="rotated: every agent gets each seat equally often. fixed: the agents sit in the "
            "given order in every game, the first begins, and every game has a deal of its own.",
            metavar="rotated|fixed",
        ),
    ] = "rotated",
    engine: options.EngineName = "fast-downward",
    search: options.Search = None,
    heuristic: options.Heuristic = None,
    domain: options.DomainFile = None,
    model: options.Model = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write match.json, games.jsonl and summary.json to this folder; the same "
            "command continues an interrupted match.",
            metavar="DIR",
        ),
    ] = None,
    json_file: Annotated[
        str | None,
        typer.Option(
            "--json", help="Write the summary as JSON to a file; - for stdout.", metavar="FILE|-"
        ),
    ] = None,
    width: Annotated[
        float | None,
        typer.Option(
            "--until-width",
            help="Stop as soon as no agent's 95 % interval is wider than this, as 0.04 for 4 "
            "points; --games is the upper bound.",
            metavar="W",
            parser=any_number,
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            help="Stop as soon as a sequential probability ratio test decides whether agent A is "
            "ahead of agent B, each given by its name or its place from 0; --games is the upper "
            "bound.",
            metavar="A,B",
        ),
    ] = None,
    delta: Annotated[
        float | None,
        typer.Option(
            "--sprt-delta",
            help="How far ahead A has to be, as part of all games. Default: 0.05. Each answer is "
            "wrong in 5 of 100 matches.",
            metavar="D",
            parser=any_number,
        ),
    ] = None,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch",
            help="Print the first game turn by turn, with plans; 'planner-clue tell' does so with "
            "any game that --out keeps.",
        ),
    ] = False,
    replay: Annotated[
        str | None,
        typer.Option(
            "--replay",
            help="Write a page of one game, to be opened in a browser: the first, or the most "
            "interesting (the game in which answers broke the most plans; of several, the one with "
            "the most turns). It is replay.html in the --out folder, else in the working folder.",
            metavar="first|interesting",
        ),
    ] = None,
    pddl_dir: Annotated[
        Path | None,
        typer.Option(
            help="Write domain, problem, plan and reason of every replan to this folder.",
            metavar="DIR",
        ),
    ] = None,
    isolate: options.Isolate = "files",
    agent_seconds: options.AgentSeconds = None,
    agent_game_seconds: options.AgentGameSeconds = None,
    agent_memory: options.AgentMemory = None,
) -> int:
    """Play a match and print who won, with 95 % intervals.

    Every deal is played several times, so that each agent gets each seat and its cards equally
    often: three agents in all six orders, four to six agents in all rotations of a random
    order; --seats fixed turns this off. The same command gives the same games, with any number
    of --jobs.

    Example: planner-clue match planner random random --games 120 --seed 1
    """
    from planner_clue.agents.settings import AgentSettings
    from planner_clue.match import MatchConfig, run_match
    from planner_clue.match.stopping import read_rule
    from planner_clue.match.store import check_folder

    config = MatchConfig(
        tuple(agents),
        games,
        seed,
        board=board,
        rules=rules,
        rotate=_rotates(seats),
        settings=AgentSettings(
            planning=options.planning_settings(engine, search, heuristic, domain, model),
            isolation=isolation_settings(
                agents,
                isolate,
                agent_seconds,
                agent_game_seconds,
                agent_memory,
                hidden=(out, pddl_dir),
            ),
        ),
        stopping=read_rule(width, sprt, delta, agents),
        pddl_dir=str(pddl_dir) if pddl_dir else None,
        domain_source=str(domain) if domain else "domain",
    )
    _check_count(agents)
    config.check()
    check_jobs_or_cluster(jobs, cluster)
    _check_targets(json_file, pddl_dir, cluster)
    page = GamePage(replay, out) if replay else None
    if out:
        check_folder(out, config)
    with workers(jobs, cluster, [config]) as (executor, count):
        for warning in config.warnings():
            typer.echo(f"planner-clue: warning: {warning}", err=True)
        if config.total != games:
            typer.echo(f"{games} games rounded up to {config.total}: whole deals", err=True)
        watched = watch and json_file != "-"
        with _Progress(config.total, watch=watched, page=page) as progress:
            summary = run_match(config, jobs=count, out=out, on_game=progress, executor=executor)
    report(summary, json_file)
    if page:
        page.write()
    idle = [agent["name"] for agent in summary["agents"] if agent["never_planned"]]
    for name in idle:
        typer.echo(f"planner-clue: {name} never made a plan in this match", err=True)
    failed = any(agent["forfeits"] or agent["failures"] for agent in summary["agents"])
    return 3 if idle or failed else 0


def _check_count(agents: list[str]) -> None:
    if not 3 <= len(agents) <= 6:
        raise InputError(f"{len(agents)} agents ({', '.join(agents)}); expected 3 to 6")


def _rotates(seats: str) -> bool:
    """Return what ``--seats`` asks for."""
    if seats not in {"rotated", "fixed"}:
        raise InputError(f"--seats {seats}; expected rotated or fixed")
    return seats == "rotated"


def _check_targets(json_file: str | None, pddl_dir: Path | None, cluster: str | None) -> None:
    """Refuse files and folders that cannot be written, before the first game."""
    check_file("--json", json_file)
    if pddl_dir:
        check_new_folder("--pddl-dir", pddl_dir)
    if pddl_dir and cluster is not None:
        raise InputError(
            f"--pddl-dir {pddl_dir} with --cluster {cluster}; expected one of them: "
            "workers would write to their own disks"
        )


class _Progress:
    """A progress bar on stderr, if that is a terminal, and the first game's story on stdout."""

    def __init__(self, total: int, *, watch: bool, page: GamePage | None) -> None:
        self._bar = games_bar()
        self._watch, self._page = watch, page
        self._task = self._bar.add_task("playing", total=total)

    def __enter__(self) -> "_Progress":
        self._bar.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._bar.stop()

    def __call__(self, count: int, played: "Played") -> None:
        if self._watch and played.game == 0:
            self._tell(played.line)
        if self._page:
            self._page.add(played)
        self._bar.update(self._task, completed=count)

    def _tell(self, line: str) -> None:
        from planner_clue.show.story import tell_game
        from planner_clue.table.record import read_record

        self._bar.stop()
        for said in tell_game(read_record(line)):
            for part in wrapped(said, line_width()):
                typer.echo(part)
        self._bar.start()
