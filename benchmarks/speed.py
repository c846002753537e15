"""``python -m benchmarks.speed``: speed on this machine."""

from collections.abc import Iterable
from typing import Annotated

import typer

from benchmarks import game_costs as measured
from benchmarks.replans import by_part, by_unlocated, one_plan_each, replans_of_games
from benchmarks.replans import soak as soak_engine
from planner_clue.agents.built_in import agent_names
from planner_clue.cli import match_options, options, output
from planner_clue.cli.options import argument, integer, option
from planner_clue.match import MatchConfig
from planner_clue.match.match_checks import check_match
from planner_clue.planner.engines import load_engine
from planner_clue.support.errors import PlannerClueError

app = typer.Typer(
    help="Measure the speed of planning, games and belief.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

_WIDEST = 38  # width of the first column of every table of times
_Seed = Annotated[int, integer(..., "Seed of the games.")]


@app.command()
def replan(
    games: int = integer(50, "Number of games to record and replan.", least=1),
    compared: int = integer(40, "Number of problems to solve in three ways.", least=1),
    board: str = option(None, "A board's name, or a .toml file.", default="classic"),
    players: int = integer(3, "Number of players, 3 to 6."),
    seed: _Seed = 1,
) -> None:
    """Time the replans of recorded games.

    Prints the time of each part of a replan, and of whole replans by number of unlocated cards.

    Some of the problems are then solved in three ways: by the default engine, by Fast
    Downward's translator and search without our code, and by unified-planning's own Fast
    Downward engine (fast-downward-up). Times are wall-clock milliseconds.
    """
    check_match(MatchConfig(("planner", *["random"] * (players - 1)), games, seed, board=board))
    replans = list(output.counted(replans_of_games(games, seed, board, players), "replans"))
    searches = sum(made.searches for made in replans) / len(replans)
    what = f"{len(replans)} replans of {games} games, {players} players on {board}"
    typer.echo(f"{what}; {searches:.1f} searches per replan")
    _print("part of a replan", by_part(replans))
    _print("a whole replan, with", by_unlocated(replans))
    ways = one_plan_each(replans, compared)
    _print("one plan for the same problem", ways)
    default, bare, stock = (way.median for way in ways)
    ours, _, other = (way.what for way in ways)
    typer.echo(f"{ours} takes {default / bare:.2f} x the time of the bare translator and search")
    typer.echo(f"{other} takes {stock / default:.1f} x the time of {ours}")


@app.command()
def match(games: int = integer(12, "Games with a planner per board.", least=1)) -> None:
    """Measure the processor time of games.

    Measures games of random agents, and games with the planner.
    """
    rows = [
        [cost.what, f"{1000 * cost.seconds:.1f}", cost.ratio]
        for costs in (measured.game_costs(games), measured.other_costs())
        for cost in output.counted(costs, "rows")
    ]
    output.print_table(["what", "ms of processor time", "that is"], rows, {"what", "that is"})


@app.command()
def agents(
    names: list[str] | None = argument("[AGENT...]", "Names or files; default: all.", default=None),
    games: int = integer(12, "Games per agent and board; fast agents play for a second.", least=1),
) -> None:
    """Measure the games per second of each agent.

    Each agent plays against two random agents, on the board classic with the rules standard and
    on the board huji with the rules huji. Times are processor time on one core, including
    engines.

    Example: python -m benchmarks.speed agents bn1 bn2 --games 60
    """
    names = names or sorted(agent_names())
    for name in names:
        check_match(MatchConfig((name, "random", "random"), games))
    measures = ("ms a game", "games/s")
    columns = [f"{board}, {what}" for board in measured.BENCH_BOARDS for what in measures]
    rows = []
    for name, times in output.counted(measured.agent_costs(names, games), "agents"):
        rows.append([name, *(text for s in times for text in (f"{1000 * s:.1f}", f"{1 / s:.1f}"))])
    output.print_table(["agent, with random x 2", *columns], rows, {"agent, with random x 2"})


@app.command()
def belief(games: int = integer(12, "Games per number of players.", least=1)) -> None:
    """Time the exact belief over whole games, for three to six players.

    One "update and query" takes in an event and then computes every probability. This is measured
    without and with suggestions as evidence, which the planner uses. "Why all is certain" finds
    the reasons for every certain fact. Times are wall-clock milliseconds.
    """
    figures = list(output.counted(measured.belief_figures(games), "tables"))
    _print("the exact belief", (update for update, _, _ in figures))
    _print("with suggestions as evidence", (weighed for _, weighed, _ in figures))
    _print("reasons", (reasons for _, _, reasons in figures))


@app.command()
def soak(
    solves: int = integer(10_000, "Number of plans to make.", least=1),
    threads: int = integer(8, "Threads in each process.", least=1),
    processes: int = integer(2, "Number of processes.", least=1),
    engine: str = option("NAME", "Planning engine to test.", default="fast-downward"),
) -> None:
    """Solve the example problems in parallel and count failures.

    Also counts plans that differ from the plans found one at a time, and files left behind, and
    measures the growth of memory. The exit code is 1 after a failure, a different plan or a file
    left behind.
    """
    load_engine(engine)
    with output.progress("solves", solves) as update:
        done = soak_engine(solves, threads, processes, engine, update)
    typer.echo(
        f"{done.solves} solves, {threads} threads in {processes} processes: "
        f"{done.failures} failures, {done.wrong} wrong plans, {done.left_behind} files left, "
        f"memory grew by {done.growth:.1f} MB"
    )
    if done.failures or done.wrong or done.left_behind:
        raise PlannerClueError("the engine failed this test")


@app.command()
def scale(
    names: list[str] | None = argument(
        "[AGENT...]", "Three to six agents at one table; default: three tables.", default=None
    ),
    games: int = integer(24, "Games per table; fast games are played for some seconds."),
    board: str = option(None, "A board's name, a file, or none.", default="classic"),
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
) -> None:
    """Measure the cost of a million games: processor time, disk, memory.

    "Playing" is the processor time of the process that plays a game. "Keeping" is the processor
    time of the program that distributes games, counts them and writes them. Games/s are measured by
    the clock, for all workers together.

    Example: python -m benchmarks.speed scale planner exact bn2 --games 60 --jobs 2
    """
    line_ups = [tuple(names)] if names else measured.LINE_UPS
    configs = [MatchConfig(agents, games, board=board) for agents in line_ups]
    for config in configs:
        check_match(config)
    rows = []
    with match_options.workers(jobs, cluster, configs) as (executor, places):
        costs = (measured.scale_cost(config, executor, places) for config in configs)
        for cost in output.counted(costs, "tables"):
            per_game = (1000 * cost.playing, 1000 * cost.keeping, cost.record / 1000)
            hours, gigabytes = (cost.playing + cost.keeping) / 3600, cost.record / 1e9
            million = [f"{measured.MANY * figure:,.1f}" for figure in (hours, gigabytes)]
            numbers = [f"{number:.1f}" for number in (*per_game, 1 / cost.wall)]
            rows.append([", ".join(cost.agents), str(cost.games), *numbers, *million])
    numbered = ["games", "playing ms", "keeping ms", "record kB", f"games/s by {places}"]
    columns = [f"on {board}", *numbered, "million: core hours", "GB"]
    output.print_table(columns, rows, columns[:1])
    typer.echo(f"peak memory of this program: {measured.peak_megabytes():.0f} MB")


def _print(what: str, figures: Iterable[measured.Figure]) -> None:
    rows = [
        [
            f"{figure.what:<{_WIDEST}}",
            f"{figure.median:.1f}",
            f"{figure.low:.1f} - {figure.high:.1f}",
            f"{figure.p95:.1f}",
            str(figure.count),
        ]
        for figure in figures
    ]
    output.print_table([what, "median ms", "half of them", "p95", "n"], rows, {what})


if __name__ == "__main__":
    app()
