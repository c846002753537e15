"""``planner-clue bench``: speed on this machine."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from planner_clue.cli.arguments import check_jobs_or_cluster, whole_number
from planner_clue.cli.options import Cluster, Jobs
from planner_clue.cli.tables import print_rows
from planner_clue.cli.workers import workers
from planner_clue.errors import InputError, PlannerClueError

if TYPE_CHECKING:
    from planner_clue.bench.games import Figure

T = TypeVar("T")

bench = typer.Typer(
    help="Measure the speed of planning, games and belief.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

_Seed = Annotated[int, typer.Option(help="Seed of the games.", parser=whole_number)]


@bench.command()
def replan(
    games: Annotated[
        int,
        typer.Option(
            help="Number of games to record and replan.", metavar="N", parser=whole_number
        ),
    ] = 50,
    compared: Annotated[
        int,
        typer.Option(
            help="Number of problems to solve in three ways.",
            metavar="N",
            parser=whole_number,
        ),
    ] = 40,
    board: Annotated[str, typer.Option(help="A board's name, or a .toml file.")] = "classic",
    players: Annotated[
        int, typer.Option(help="Number of players, 3 to 6.", metavar="N", parser=whole_number)
    ] = 3,
    seed: _Seed = 1,
) -> None:
    """Time the replans of recorded games, by part and by number of unlocated cards.

    Some of the problems are then solved in three ways: by the default engine, by Fast
    Downward's translator and search alone ("bare"), and by unified-planning's own Fast
    Downward engine ("stock"). Times are wall-clock milliseconds.
    """
    from planner_clue.bench.replans import by_part, by_unlocated, one_plan_each, replans_of_games
    from planner_clue.match import MatchConfig

    _check_positive(games=games, compared=compared)
    MatchConfig(("planner", *["random"] * (players - 1)), games, seed, board=board).check()
    replans = list(_counted(replans_of_games(games, seed, board, players), "replans"))
    searches = sum(made.searches for made in replans) / len(replans)
    typer.echo(
        f"{len(replans)} replans of {games} games, {players} players on {board}; "
        f"{searches:.1f} searches a replan"
    )
    _print("part of a replan", by_part(replans))
    _print("a whole replan, with", by_unlocated(replans))
    ways = one_plan_each(replans, compared)
    _print("one plan for the same problem", ways)
    default, bare, stock = (way.median for way in ways)
    typer.echo(
        f"the default engine takes {default / bare:.2f} x the bare planner; "
        f"the stock engine takes {stock / default:.1f} x the default"
    )


@bench.command()
def match(
    games: Annotated[
        int,
        typer.Option(
            help="Number of games with a planner, for each board.", metavar="N", parser=whole_number
        ),
    ] = 12,
) -> None:
    """Measure the processor time of a game with random agents and with the planner."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from planner_clue.bench.games import game_costs, other_costs

    _check_positive(games=games)
    table = Table("what", "ms of processor time", "that is", box=SIMPLE)
    for costs in (game_costs(games), other_costs()):
        for cost in _counted(costs, "rows"):
            table.add_row(cost.what, f"{1000 * cost.seconds:.1f}", cost.ratio)
    Console(width=max(100, Console().width)).print(table)


@bench.command()
def agents(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names from 'planner-clue agents', or path/to/file.py:ClassName. Default: all.",
            metavar="[AGENT...]",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            help="Games of each agent on each board; fast agents play more, for one second.",
            metavar="N",
            parser=whole_number,
        ),
    ] = 12,
) -> None:
    """Measure how many games per second each agent plays against two random agents.

    Times are processor time on one core, engines included: on the board classic with the
    rules standard, and on the board huji with the rules huji.

    Example: planner-clue bench agents bn1 bn2 --games 60
    """
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from planner_clue.agents.built_in import agent_names
    from planner_clue.bench.games import BENCH_BOARDS, agent_costs
    from planner_clue.match import MatchConfig

    _check_positive(games=games)
    names = names or sorted(agent_names())
    for name in names:
        MatchConfig((name, "random", "random"), games).check()
    table = Table("agent, with random x 2", box=SIMPLE)
    for board in BENCH_BOARDS:
        for what in ("ms a game", "games/s"):
            table.add_column(f"{board}, {what}", justify="right", no_wrap=True)
    for cost in _counted(agent_costs(names, games), "agents"):
        cells = (text for s in cost.seconds for text in (f"{1000 * s:.1f}", f"{1 / s:.1f}"))
        table.add_row(cost.agent, *cells)
    Console(width=max(100, Console().width)).print(table)


@bench.command()
def belief(
    games: Annotated[
        int,
        typer.Option(help="Games for each number of players.", metavar="N", parser=whole_number),
    ] = 12,
) -> None:
    """Time the exact belief over whole games, for three to six players.

    One "update and query" takes in an event and then computes every probability; with what
    others suggest as evidence, as the planner weighs it, more events change some. "Why all is
    certain" finds the reasons for every certain fact. Times are wall-clock milliseconds.
    """
    from planner_clue.bench.beliefs import belief_figures

    _check_positive(games=games)
    figures = list(_counted(belief_figures(games), "tables"))
    _print("the exact belief", (update for update, _, _ in figures))
    _print("with suggestions as evidence", (weighed for _, weighed, _ in figures))
    _print("reasons", (reasons for _, _, reasons in figures))


@bench.command()
def soak(
    solves: Annotated[
        int, typer.Option(help="Number of plans to make.", metavar="N", parser=whole_number)
    ] = 10_000,
    threads: Annotated[
        int, typer.Option(help="Threads in each process.", metavar="N", parser=whole_number)
    ] = 8,
    processes: Annotated[
        int, typer.Option(help="Number of processes.", metavar="N", parser=whole_number)
    ] = 2,
    engine: Annotated[
        str, typer.Option(help="The planning engine to test.", metavar="NAME")
    ] = "fast-downward",
) -> None:
    """Solve the example problems many times in parallel, and count what goes wrong.

    Counts failures, plans that differ from those found one at a time, files left behind, and
    the growth of memory. The exit code is 1 after a failure, a different plan or a left file.
    """
    from planner_clue.bench.soak import soak as soak_engine
    from planner_clue.deliberation.engines import load_engine

    _check_positive(solves=solves, threads=threads, processes=processes)
    load_engine(engine)
    done = soak_engine(solves, threads, processes, engine, _say_count)
    typer.echo(
        f"{done.solves} solves, {threads} threads in {processes} processes: "
        f"{done.failures} failures, {done.wrong} wrong plans, {done.left_behind} files left, "
        f"memory grew by {done.growth:.1f} MB"
    )
    if done.failures or done.wrong or done.left_behind:
        raise PlannerClueError("the engine failed this test")


@bench.command()
def scale(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Three to six agents at one table. Default: three tables, cheap to dear.",
            metavar="[AGENT...]",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            help="Games of each table; cheap games are played for some seconds.",
            metavar="N",
            parser=whole_number,
        ),
    ] = 24,
    board: Annotated[str, typer.Option(help="A board's name, a file, or none.")] = "classic",
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Measure what many games cost: processor time, disk and memory of a million.

    "Playing" is processor time where a game is played; "keeping" is that of the program which
    hands games out, counts and writes them. Games/s are by the clock, on all workers together.

    Example: planner-clue bench scale planner exact bn2 --games 60 --jobs 2
    """
    from planner_clue.bench.games import LINE_UPS, peak_megabytes, scale_cost
    from planner_clue.match import MatchConfig

    check_jobs_or_cluster(jobs, cluster)
    line_ups = [tuple(names)] if names else LINE_UPS
    configs = [MatchConfig(agents, games, board=board) for agents in line_ups]
    for config in configs:
        config.check()
    rows = []
    with workers(jobs, cluster, configs) as (executor, places):
        costs = (scale_cost(config, executor, places) for config in configs)
        for cost in _counted(costs, "tables"):
            per_game = (1000 * cost.playing, 1000 * cost.keeping, cost.record / 1000)
            million = (f"{cost.core_hours:,.1f}", f"{cost.gigabytes:,.1f}")
            numbers = [f"{number:.1f}" for number in (*per_game, 1 / cost.wall)]
            rows.append([", ".join(cost.agents), str(cost.games), *numbers, *million])
    numbered = ["games", "playing ms", "keeping ms", "record kB", f"games/s by {places}"]
    columns = [f"on {board}", *numbered, "million: core hours", "GB"]
    print_rows(columns, rows, left=columns[:1])
    typer.echo(f"peak memory of this program: {peak_megabytes():.0f} MB")


def _print(what: str, figures: "Iterable[Figure]") -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE)
    table.add_column(what, no_wrap=True, min_width=38)
    for column in ("median ms", "half of them", "p95", "n"):
        table.add_column(column, justify="right", no_wrap=True)
    for figure in figures:
        table.add_row(
            figure.what,
            f"{figure.median:.1f}",
            f"{figure.low:.1f} - {figure.high:.1f}",
            f"{figure.p95:.1f}",
            str(figure.count),
        )
    Console(width=max(100, Console().width)).print(table)


def _counted(items: Iterable[T], what: str) -> Iterator[T]:
    """Yield ``items``, and count them on stderr if that is a terminal."""
    for number, item in enumerate(items, 1):
        if sys.stderr.isatty():
            typer.echo(f"\r{number} {what}\033[K", err=True, nl=False)
        yield item
    if sys.stderr.isatty():
        typer.echo("\r\033[K", err=True, nl=False)


def _say_count(number: int) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r{number} solves\033[K", err=True, nl=False)


def _check_positive(**numbers: int) -> None:
    for name, number in numbers.items():
        if number < 1:
            raise InputError(f"--{name} {number}; expected 1 or more")
