"""Processor time of games per agent and board, the cost of a million games, times of the belief.

An *update and query* of the belief is an event, and then the probability of every case file and of
every card at every holder.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.belief import Belief
from planner_clue.belief.asking import ASKING
from planner_clue.game.board import load_board
from planner_clue.game.board.turns import ExpectedTurns
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event
from planner_clue.game.record import read_record
from planner_clue.game.replay import replay
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.match.runner import run_match
from planner_clue.match.statistics import percentile


@dataclass(frozen=True)
class Figure:
    """One row of a report: median and spread of a time, in milliseconds."""

    what: str
    median: float
    low: float  # the 25th percentile
    high: float  # the 75th percentile
    p95: float
    count: int

    @classmethod
    def of(cls, what: str, milliseconds: Sequence[float]) -> "Figure":
        """Return the figure for measured times, at least one."""
        low, high, p95 = (percentile(milliseconds, percent) for percent in (25, 75, 95))
        return cls(what, median(milliseconds), low, high, p95, len(milliseconds))


def cpu_seconds() -> float:
    """Return the processor seconds used so far, child processes included."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def cpu_seconds_each(play: Callable[[int], object], times: int, least: float = 0.0) -> float:
    """Return the mean of at least ``times`` calls and ``least`` seconds, after a warm-up."""
    play(0)
    before, used, number = cpu_seconds(), 0.0, 0
    while number < times or used < least:
        play(number)
        number += 1
        used = cpu_seconds() - before
    return used / number


PUBLISHED_SECONDS = 12.0  # processor seconds of the published planner for one game of three players
BENCH_BOARDS = ("classic", "huji")  # each with its default rules
_RANDOM_GAMES = 600
_LEAST_SECONDS = 1.0  # shortest measurement: the first games compute a board's tables


@dataclass(frozen=True)
class Cost:
    """One row of a report: a time in processor seconds, and a comparison."""

    what: str
    seconds: float
    ratio: str = ""


def seconds_a_game(
    board: str, agents: tuple[str, ...], times: int, engine: str = "fast-downward", least: float = 0
) -> float:
    """Return the processor seconds of one game: an average over ``times`` games, or more."""
    settings = AgentSettings(planning=PlanningSettings(engine=engine))
    config = MatchConfig(agents, games=times, board=board, settings=settings)
    return cpu_seconds_each(lambda game: play_one(config, game), times, least)


def agent_costs(agents: Sequence[str], games: int) -> Iterator[tuple[str, list[float]]]:
    """Yield the seconds of a game against two random agents, on each of :data:`BENCH_BOARDS`."""
    for agent in agents:
        seats = (agent, "random", "random")
        yield agent, [seconds_a_game(b, seats, games, least=_LEAST_SECONDS) for b in BENCH_BOARDS]


def game_costs(games: int) -> Iterator[Cost]:
    """Yield the cost of a game in several line-ups; ``games`` games for line-ups with a planner."""
    for board, name in (("none", "no board"), *zip(BENCH_BOARDS, BENCH_BOARDS, strict=True)):
        each = seconds_a_game(board, ("random",) * 3, _RANDOM_GAMES)
        yield Cost(f"random x 3, {name}", each, f"{1 / each:.0f} games/s")
    seats = ("planner", "random", "random")
    for board in BENCH_BOARDS:
        each = seconds_a_game(board, seats, games)
        faster = f"{PUBLISHED_SECONDS / each:.0f} x faster"
        ratio = f"{faster} than the published {PUBLISHED_SECONDS:g} s"
        yield Cost(f"planner, random x 2, {board}", each, ratio)
    stock = seconds_a_game("classic", seats, 3, "fast-downward-up")
    fast = seconds_a_game("classic", seats, 3)
    yield Cost("planner by fast-downward-up", stock, f"{stock / fast:.1f} x planner by default")


def other_costs() -> Iterator[Cost]:
    """Yield the one-time costs: computing expected turns, starting the program."""
    for board in BENCH_BOARDS:
        loaded = load_board(board)
        each = cpu_seconds_each(lambda _, loaded=loaded: ExpectedTurns(loaded), 3)  # type: ignore[misc]
        yield Cost(f"expected turns, {board}", each, "once a board")
    program = [sys.executable, "-m", "planner_clue", "--help"]
    started = time.perf_counter()
    for _ in range(5):
        subprocess.run(program, check=True, capture_output=True)
    yield Cost("planner-clue --help", (time.perf_counter() - started) / 5, "wall-clock time")


LINE_UPS = (
    ("random", "random", "random"),
    ("planner", "random", "random"),
    ("planner", "exact", "bn2"),
)
MANY = 1_000_000
_LEAST_SECONDS_OF_A_MATCH = 5.0  # cheap games are played at least so long


@dataclass(frozen=True)
class ScaleCost:
    """Cost of the games of one line-up."""

    agents: tuple[str, ...]
    games: int
    playing: float  # processor seconds of a game where it is played, engines included
    keeping: float  # processor seconds per game to hand it out, count it and write it
    wall: float  # seconds from the beginning of the match to its end, divided by the games
    record: float  # bytes of a record


def scale_cost(config: MatchConfig, executor: Executor | None, places: int) -> ScaleCost:
    """Measure at least ``config.games`` games, here and over the executor."""
    playing = cpu_seconds_each(lambda game: play_one(config, game), config.total)
    games = max(config.games, min(10_000, int(_LEAST_SECONDS_OF_A_MATCH / playing)))
    match = MatchConfig(config.agents, games, config.seed, board=config.board)
    with tempfile.TemporaryDirectory() as folder:
        out, before, started = Path(folder) / "out", time.process_time(), time.perf_counter()
        run_match(match, jobs=places, out=out, executor=executor)
        keeping, wall = time.process_time() - before, time.perf_counter() - started
        size = (out / "games.jsonl").stat().st_size
    if executor is None:
        keeping -= playing * match.total  # it was the same process
    total = match.total
    return ScaleCost(
        config.agents, total, playing, max(0.0, keeping) / total, wall / total, size / total
    )


def peak_megabytes() -> float:
    """Return the most memory that this process has had, without its children."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def seen_games(players: int, games: int) -> list[tuple[Seat, list[Event]]]:
    """Return games of random agents, each as the next seat saw it."""
    config = MatchConfig(("random",) * players, games=games * 6)
    found = []
    for game in range(games):
        table = replay(read_record(play_one(config, game).line))
        me = game % players
        found.append((table.seat_view(me, seed=0), table.seen_events(me)))
    return found


def query(belief: Belief) -> None:
    """Query the probability of every case file, and of every card at every holder."""
    belief.case_files()
    belief.unlocated()
    for card in belief.deck.cards:
        for holder in range(belief.case + 1):
            belief.chance_at(card, holder)


def update_and_query(seat: Seat, events: list[Event], asking: int = 1) -> list[float]:
    """Return the milliseconds of a game's start, then of each event that changed the belief."""
    belief = Belief(seat, asking=asking)
    times = []
    before: object = None
    for event in [None, *events]:
        started = time.perf_counter()
        if event is not None:
            belief.observe(event)
        query(belief)
        seconds = time.perf_counter() - started
        if belief.posterior() is not before:
            before = belief.posterior()
            times.append(1000 * seconds)
    return times


def belief_figures(games: int) -> Iterator[tuple[Figure, Figure, Figure]]:
    """Yield, for 3 to 6 players, times of updates, without and with asking, and of all reasons."""
    for players in range(3, 7):
        times: list[float] = []
        weighed: list[float] = []
        reasons: list[float] = []
        for seat, events in seen_games(players, games):
            times += update_and_query(seat, events)
            weighed += update_and_query(seat, events, ASKING)
            belief = Belief(seat)
            for event in events[: Random(players).randrange(len(events))]:
                belief.observe(event)
            started = time.perf_counter()
            belief.entailed()
            reasons.append(1000 * (time.perf_counter() - started))
        what, why = f"{players} players, update and query", f"{players} players, why all is certain"
        yield Figure.of(what, times), Figure.of(what, weighed), Figure.of(why, reasons)
