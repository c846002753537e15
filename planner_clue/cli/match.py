"""``planner-clue match``."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_clue.cli.arguments import check_file, check_new_folder, checked_jobs, whole_number
from planner_clue.cli.progress import games_bar
from planner_clue.errors import InputError

if TYPE_CHECKING:
    from planner_clue.match.play import Played

_OTHER_COLUMNS = 80
"""The width of the table of results without the agents' names, which are never cut short."""
_AGENTS_HELP = (
    "Three to six agents: registered names, path/to/file.py:ClassName, or "
    "cpsc415:path/to/ID_CluePlayer.py."
)


def match(
    agents: Annotated[list[str], typer.Argument(help=_AGENTS_HELP, metavar="AGENT...")],
    games: Annotated[
        int,
        typer.Option(
            help="How many games; rounded up to whole deals.", metavar="N", parser=whole_number
        ),
    ] = 120,
    seed: Annotated[
        int,
        typer.Option(help="The same seed plays the same games.", metavar="S", parser=whole_number),
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(
            help="Processes to play in; default: one a core.", metavar="J", parser=whole_number
        ),
    ] = None,
    board: Annotated[
        str, typer.Option(help="A board's name, a .toml file, or none.", metavar="NAME|FILE|none")
    ] = "classic",
    rules: Annotated[
        str,
        typer.Option(
            help="standard, huji, huji-bn1 or cpsc415; options after commas: dice=1, "
            "last_wins=yes, suggest_or_accuse=yes, secret_accusations=yes, turn_limit=N. "
            "Default: huji on the huji board, standard elsewhere.",
        ),
    ] = "",
    engine: Annotated[
        str,
        typer.Option(
            help="The planning engine of planner; see 'planner-clue engines'. "
            "planner-huji plans with clue-astar whatever is named here.",
            metavar="NAME",
        ),
    ] = "fast-downward",
    search: Annotated[
        str | None,
        typer.Option(
            help="How the engine searches: for Fast Downward as after its --search, "
            "for clue-astar astar, wastar=WEIGHT or greedy, counting steps with unit- before it.",
            metavar="TEXT",
        ),
    ] = None,
    heuristic: Annotated[
        str | None,
        typer.Option(
            help="For clue-astar, and for planner-huji: a heuristic's name (see 'planner-clue "
            "engines') or path/to/file.py:function.",
            metavar="NAME|FILE.py:NAME",
        ),
    ] = None,
    domain: Annotated[
        Path | None,
        typer.Option(
            help="A PDDL domain for planner instead of its own; see pddl/README.md.",
            metavar="FILE",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Leave match.json, games.jsonl and summary.json in this folder; "
            "an interrupted match goes on from there.",
            metavar="DIR",
        ),
    ] = None,
    json_file: Annotated[
        str | None,
        typer.Option("--json", help="Write the summary as JSON; - for stdout.", metavar="FILE|-"),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Tell the first game turn by turn, plans included.")
    ] = False,
    pddl_dir: Annotated[
        Path | None,
        typer.Option(
            help="Leave domain, problem, plan and reason of every replan in this folder.",
            metavar="DIR",
        ),
    ] = None,
    agent_limit: Annotated[
        int,
        typer.Option(
            "--agent-seconds",
            help="How long a cpsc415 agent may take for one answer; it forfeits the game then.",
            metavar="S",
            parser=whole_number,
        ),
    ] = 30,
) -> int:
    """Play a match and print who won, with 95 % intervals.

    Three agents play every deal from all six seatings, four to six from all rotations of a
    shuffled order, so that luck of seat and cards falls on all alike. The seed decides
    everything: the same command gives the same games, whatever --jobs is.

    Example: planner-clue match planner random random --games 120 --seed 1
    """
    from planner_clue.agents.settings import AgentSettings, IsolationSettings, PlanningSettings
    from planner_clue.deliberation.contract import load_agent_domain
    from planner_clue.match import MatchConfig, run_match

    config = MatchConfig(
        tuple(agents),
        games,
        seed,
        board=board,
        rules=rules,
        settings=AgentSettings(
            planning=PlanningSettings(
                engine=engine,
                search=search,
                heuristic=heuristic,
                domain=load_agent_domain(str(domain)).text if domain else None,
            ),
            isolation=IsolationSettings(seconds_per_answer=agent_limit),
        ),
        pddl_dir=str(pddl_dir) if pddl_dir else None,
    )
    _check_count(agents)
    config.check()
    jobs = checked_jobs(jobs)
    _check_targets(json_file, pddl_dir)
    for warning in config.warnings():
        typer.echo(f"planner-clue: warning: {warning}", err=True)
    if config.total != games:
        typer.echo(f"{games} games rounded up to {config.total}: whole deals", err=True)
    with _Progress(config.total, watch=watch and json_file != "-") as progress:
        summary = run_match(config, jobs=jobs, out=out, on_game=progress)
    _report(summary, json_file)
    return 3 if any(agent["forfeits"] for agent in summary["agents"]) else 0


def _check_count(agents: list[str]) -> None:
    if not 3 <= len(agents) <= 6:
        raise InputError(f"{len(agents)} agents ({', '.join(agents)}); expected 3 to 6")


def _check_targets(json_file: str | None, pddl_dir: Path | None) -> None:
    """Refuse places that cannot be written to, before the first game."""
    check_file("--json", json_file)
    if pddl_dir:
        check_new_folder("--pddl-dir", pddl_dir)


class _Progress:
    """A bar on stderr, where that is a terminal, and the first game's story on stdout."""

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
        f"seed {summary['seed']}"
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
    for agent in summary["agents"]:
        _print_troubles(agent)


def _print_troubles(agent: dict[str, Any]) -> None:
    """Say what went wrong with an agent, in its own words."""
    if agent["planner_failures"]:
        typer.echo(f"{agent['name']}: planner failures {agent['planner_failures']}")
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
    """Say on stderr how long it took: the only part that differs from run to run."""
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
