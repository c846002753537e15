"""``planner-clue match``: many games between the same agents."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_clue.cli.arguments import (
    any_number,
    check_file,
    check_jobs_or_cluster,
    check_new_folder,
    whole_number,
)
from planner_clue.cli.isolation_options import (
    GAME_SECONDS_HELP,
    ISOLATE_HELP,
    MEMORY_HELP,
    SECONDS_HELP,
    isolation_settings,
)
from planner_clue.cli.progress import games_bar
from planner_clue.cli.workers import CLUSTER_HELP, workers
from planner_clue.errors import InputError

if TYPE_CHECKING:
    from planner_clue.match.play import Played

_OTHER_COLUMNS = 80
"""Width of the table of results without the agents' names, which are never cut."""
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
    seed: Annotated[
        int,
        typer.Option(help="The same seed gives the same games.", metavar="S", parser=whole_number),
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(
            help="Number of processes; default: one per core.", metavar="J", parser=whole_number
        ),
    ] = None,
    cluster: Annotated[str | None, typer.Option(help=CLUSTER_HELP, metavar="ADDRESS")] = None,
    board: Annotated[
        str,
        typer.Option(
            help="A board's name, a .toml file, or none for no board.", metavar="NAME|FILE|none"
        ),
    ] = "classic",
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
    engine: Annotated[
        str,
        typer.Option(
            help="Planning engine of the agent planner; 'planner-clue engines' lists them. "
            "planner-huji always uses clue-astar.",
            metavar="NAME",
        ),
    ] = "fast-downward",
    search: Annotated[
        str | None,
        typer.Option(
            help="Search of the engine. For Fast Downward: the text after its own --search. For "
            "clue-astar: astar, wastar=WEIGHT or greedy; with unit- before it, as in "
            "unit-astar, every action costs 1.",
            metavar="TEXT",
        ),
    ] = None,
    heuristic: Annotated[
        str | None,
        typer.Option(
            help="Heuristic of clue-astar and planner-huji: a name from 'planner-clue engines', "
            "or path/to/file.py:function.",
            metavar="NAME|FILE.py:NAME",
        ),
    ] = None,
    domain: Annotated[
        Path | None,
        typer.Option(
            help="PDDL domain for the agent planner instead of its own; see pddl/README.md.",
            metavar="FILE",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="What the agent planner's problems are about: identification (ask until all drawn "
            "deals are told apart) or priced (one visit, by what each question costs). Default: "
            "what the domain is for.",
            metavar="NAME",
        ),
    ] = None,
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
        bool, typer.Option("--watch", help="Print the first game turn by turn, with plans.")
    ] = False,
    pddl_dir: Annotated[
        Path | None,
        typer.Option(
            help="Write domain, problem, plan and reason of every replan to this folder.",
            metavar="DIR",
        ),
    ] = None,
    isolate: Annotated[str, typer.Option(help=ISOLATE_HELP, metavar="files|all|none")] = "files",
    agent_seconds: Annotated[
        int | None, typer.Option(help=SECONDS_HELP, metavar="S", parser=whole_number)
    ] = None,
    agent_game_seconds: Annotated[
        int | None, typer.Option(help=GAME_SECONDS_HELP, metavar="S", parser=whole_number)
    ] = None,
    agent_memory: Annotated[
        int | None, typer.Option(help=MEMORY_HELP, metavar="MB", parser=whole_number)
    ] = None,
) -> int:
    """Play a match and print who won, with 95 % intervals.

    Every deal is played several times, so that each agent gets each seat and its cards equally
    often: three agents in all six orders, four to six agents in all rotations of a random
    order; --seats fixed turns this off. The same command gives the same games, with any number
    of --jobs.

    Example: planner-clue match planner random random --games 120 --seed 1
    """
    from planner_clue.agents.settings import AgentSettings, PlanningSettings
    from planner_clue.deliberation.contract import load_agent_domain
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
            planning=PlanningSettings(
                engine=engine,
                search=search,
                heuristic=heuristic,
                domain=load_agent_domain(str(domain)).text if domain else None,
                model=model,
            ),
            isolation=isolation_settings(
                agents, isolate, agent_seconds, agent_game_seconds, agent_memory
            ),
        ),
        stopping=read_rule(width, sprt, delta, agents),
        pddl_dir=str(pddl_dir) if pddl_dir else None,
    )
    _check_count(agents)
    config.check()
    check_jobs_or_cluster(jobs, cluster)
    _check_targets(json_file, pddl_dir, cluster)
    if out:
        check_folder(out, config)
    with workers(jobs, cluster, [config]) as (executor, count):
        for warning in config.warnings():
            typer.echo(f"planner-clue: warning: {warning}", err=True)
        if config.total != games:
            typer.echo(f"{games} games rounded up to {config.total}: whole deals", err=True)
        with _Progress(config.total, watch=watch and json_file != "-") as progress:
            summary = run_match(config, jobs=count, out=out, on_game=progress, executor=executor)
    _report(summary, json_file)
    idle = [agent["name"] for agent in summary["agents"] if agent["never_planned"]]
    for name in idle:
        typer.echo(f"planner-clue: {name} never made a plan in this match", err=True)
    return 3 if idle or any(agent["forfeits"] for agent in summary["agents"]) else 0


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

    def __init__(self, total: int, watch: bool) -> None:
        self._bar = games_bar()
        self._watch = watch
        self._task = self._bar.add_task("playing", total=total)

    def __enter__(self) -> "_Progress":
        self._bar.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._bar.stop()

    def __call__(self, count: int, played: "Played") -> None:
        if self._watch and played.game == 0:
            self._tell(played.line)
        self._bar.update(self._task, completed=count)

    def _tell(self, line: str) -> None:
        from planner_clue.show.story import tell_game
        from planner_clue.table.record import read_record

        self._bar.stop()
        for said in tell_game(read_record(line)):
            typer.echo(said)
        self._bar.start()


def _report(summary: dict[str, Any], json_file: str | None) -> None:
    text = json.dumps(summary)
    if json_file == "-":
        typer.echo(text)
        return
    if json_file:
        Path(json_file).write_text(text + "\n", encoding="utf-8")
    _print_table(summary)


def _print_table(summary: dict[str, Any]) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    title = (
        f"{summary['games']} games on {summary['board']}, rules {summary['rules']}, "
        f"seed {summary['seed']}{', fixed seats' if 'seats' in summary else ''}"
    )
    table = Table(title=title, title_justify="left", title_style="", box=SIMPLE)
    columns = (
        "agent",
        "wins",
        "win rate",
        "95 %",
        "wrong",
        "forfeits",
        "turns",
        "replans",
    )
    for column in columns:
        table.add_column(column, justify="left" if column == "agent" else "right", no_wrap=True)
    for agent in summary["agents"]:
        table.add_row(*_row(agent, summary))
    widest = max(len(agent["name"]) for agent in summary["agents"]) + _OTHER_COLUMNS
    Console(width=max(100, Console().width, widest)).print(table)
    _print_times(summary)
    if summary["no_winner"]:
        typer.echo(f"games without a winner: {summary['no_winner']} ({summary['ends']})")
    if "stopped" in summary:
        stopped = summary["stopped"]
        where = f"stopped after {stopped['deals']} deals: " if stopped else "played to its end: "
        typer.echo(where + (stopped["verdict"] if stopped else "nothing was decided before"))
    for agent in summary["agents"]:
        _print_troubles(agent)


def _print_troubles(agent: dict[str, Any]) -> None:
    """Print failures, gambles, forfeits and normalised answers of an agent."""
    if agent["planner_failures"]:
        typer.echo(f"{agent['name']}: planner failures {agent['planner_failures']}")
    if agent["gave_up"]:
        often = f"{agent['gave_up']} of {agent['seats']} games"
        typer.echo(f"{agent['name']}: gave up on its engine in {often}")
    if agent["gambles"]:
        wrong = f"{agent['wrong_accusations']} wrong accusations in all"
        typer.echo(f"{agent['name']}: gambles {agent['gambles']}, {wrong}")
    if first := agent["first_forfeit"]:
        kinds = ", ".join(f"{kind} {count}" for kind, count in agent["forfeit_kinds"].items())
        reason = "".join(c if c.isprintable() else "?" for c in first["reason"])
        typer.echo(f"{agent['name']}: forfeits: {kinds}; the first, game {first['game']}: {reason}")
    if agent["normalised"]:
        overlooked = ", ".join(f"{what} {count}" for what, count in agent["normalised"].items())
        typer.echo(f"{agent['name']}: normalised: {overlooked}")


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
    low, high = agent["ci95"]
    turns = agent["median_turns_to_win"]
    return [
        f"{agent['name']} #{agent['slot']}" if twice else agent["name"],
        str(agent["wins"]),
        f"{100 * agent['win_rate']:.1f} %",
        f"{100 * low:.1f}-{100 * high:.1f}",
        str(agent["wrong_accusations"]),
        str(agent["forfeits"]),
        "-" if turns is None else f"{turns:g}",
        f"{agent['replans_per_game']:.1f}" if agent["replans_per_game"] else "-",
    ]
