"""Running a match: its games are played in one or more processes, and counted.

The games and their records are the same whatever the number of processes, and in whatever order
the games finish.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing, nullcontext
from itertools import islice
from pathlib import Path
from shutil import rmtree
from typing import Any

from planner_clue.match.config import MatchConfig
from planner_clue.match.deal_watch import DealWatch
from planner_clue.match.play import Played, play_one
from planner_clue.match.pool import local_workers, play_in_worker
from planner_clue.match.schedule import seating
from planner_clue.match.statistics import Tally
from planner_clue.match.store import GameStore
from planner_clue.match.troubles import Troubles
from planner_clue.table.record import board_to_json, read_record

_IN_FLIGHT = 4
"""Games handed out at a time, for each process."""


def run_match(
    config: MatchConfig,
    *,
    jobs: int = 1,
    out: Path | None = None,
    on_game: Callable[[int, Played], None] = lambda count, played: None,
    executor: Executor | None = None,
) -> dict[str, Any]:
    """Play a whole match and return its summary, the object of ``match --json``.

    ``on_game`` is called after each game with the number played so far. A given ``executor`` is
    used instead of ``jobs`` processes of our own; ``jobs`` then says how many games it plays at
    a time. With ``out``, records are kept there, and an interrupted run of the same match goes on.
    """
    started = time.perf_counter()
    store = GameStore(out, config) if out else None
    summary = _Summary(config)
    watch = DealWatch(config, config.stopping) if config.stopping else None
    unfinished: set[Future[Played]] = set()
    going_on = _games(config, store, jobs, executor, unfinished)
    with store or nullcontext(), closing(going_on) as games:
        for played in watch.in_order(games) if watch else games:
            summary.add(played)
            if store:
                for slot, text in summary.printed(played):
                    store.keep_printed(played.game, slot, text)
            on_game(summary.games, played)
    result = summary.to_json(time.perf_counter() - started)
    if watch:
        result["stopped"] = watch.to_json()
        if executor:  # ours has ended
            wait(unfinished)
        _drop_files(config, summary.games)
    if store:
        store.finish(result)
    return result


def _games(
    config: MatchConfig,
    store: GameStore | None,
    jobs: int,
    executor: Executor | None,
    unfinished: set[Future[Played]],
) -> Generator[Played]:
    """Yield the games of an earlier run, then the others as they finish, and store these.

    Games that are still being played when nobody wants more are put into ``unfinished``.
    """
    for game, line in store.saved() if store else ():
        yield Played(game, line, ((),) * len(config.agents))
    missing = (game for game in range(config.total) if not store or game not in store)
    for played in _play(config, missing, jobs, executor, unfinished):
        if store:
            store.add(played.game, played.line)
        yield played


def _drop_files(config: MatchConfig, games: int) -> None:
    """Remove the PDDL files of games that were played beyond the end of the match."""
    for folder in list(Path(config.pddl_dir).glob("*") if config.pddl_dir else ()):
        if folder.name.isdecimal() and games <= int(folder.name) < config.total:
            rmtree(folder)


class _Summary:
    """Counts what came out of the games, slot by slot."""

    def __init__(self, config: MatchConfig) -> None:
        self.config = config
        self.rules = config.load_rules()
        self.tallies = [Tally(name, slot) for slot, name in enumerate(config.agents)]
        self.troubles = [Troubles() for _ in config.agents]
        self.games = 0
        self.ends: dict[str, int] = {}

    def add(self, played: Played) -> None:
        record = read_record(played.line)
        config, players = self.config, len(self.config.agents)
        at = seating(played.game, config.seed, players, self.rules, rotate=config.rotate)
        for seat, slot in enumerate(at.slots):
            self.tallies[slot].add(seat, record, played.plan_seconds[seat], deal=at.deal)
        for number, failure in enumerate(record.get("failures", ())):
            aside = played.asides[number] if played.asides else ""
            self.troubles[at.slots[failure["seat"]]].add(played.game, failure, aside)
        for slot, text in self.printed(played):
            self.troubles[slot].add_printed(played.game, text)
        how = record["result"]["how"]
        self.ends[how] = self.ends.get(how, 0) + 1
        self.games += 1

    def printed(self, played: Played) -> Iterator[tuple[int, str]]:
        """Yield the slots of a game, each with what its agent printed."""
        config, players = self.config, len(self.config.agents)
        at = seating(played.game, config.seed, players, self.rules, rotate=config.rotate)
        yield from zip(at.slots, played.printed, strict=False)

    def to_json(self, seconds: float) -> dict[str, Any]:
        board = board_to_json(self.config.load_board())
        return {
            "schema": 1,
            "games": self.games,
            "seed": self.config.seed,
            "board": board if isinstance(board, str) else board["name"],
            "rules": str(self.rules),
            **self.config.order_to_json,
            "no_winner": self.games - sum(tally.wins for tally in self.tallies),
            "ends": dict(sorted(self.ends.items())),
            "seconds": round(seconds, 1),
            "agents": [
                tally.to_json() | troubles.to_json()
                for tally, troubles in zip(self.tallies, self.troubles, strict=True)
            ],
        }


def _play(
    config: MatchConfig,
    games: Iterable[int],
    jobs: int,
    executor: Executor | None,
    unfinished: set[Future[Played]],
) -> Iterator[Played]:
    """Yield the games as they finish."""
    if executor is None and jobs == 1:
        for game in games:
            yield play_one(config, game)
    else:
        with nullcontext(executor) if executor else local_workers(jobs) as workers:
            yield from _play_over(workers, config, games, jobs, unfinished)


def _play_over(
    executor: Executor,
    config: MatchConfig,
    games: Iterable[int],
    jobs: int,
    unfinished: set[Future[Played]],
) -> Iterator[Played]:
    """Hand out a few games at a time; on Ctrl-C hand out no more."""
    waiting = iter(games)
    flying: set[Future[Played]] = set()
    try:
        while True:
            for game in islice(waiting, jobs * _IN_FLIGHT - len(flying)):
                flying.add(executor.submit(play_in_worker, config, game))
            if not flying:
                break
            landed, flying = wait(flying, return_when=FIRST_COMPLETED)
            for future in landed:
                yield future.result()
    finally:
        unfinished.update(future for future in flying if not future.cancel())
