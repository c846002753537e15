"""Running a match: its games are played in one or more processes, and counted.

Games and records are the same with any number of processes, and with any order in which the games
finish.
"""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing, nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path
from shutil import rmtree
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from planner_clue.game import events, record, turn_order
from planner_clue.match import pool, stopping
from planner_clue.match.config import MatchConfig, Seats
from planner_clue.match.intervals import RunningRate
from planner_clue.match.loaded_agents import loaded_agents
from planner_clue.match.play import Played
from planner_clue.match.statistics import AgentRow, NonNegative, Tally
from planner_clue.match.store import GameStore
from planner_clue.planning.processes import check_interrupted
from planner_clue.support.json_text import plain

_IN_FLIGHT = 2
"""Batches handed out at a time, for each process: one to play, and the next."""
_MOST_IN_BATCH = 128
"""Games; a larger batch saves nothing more."""
_MOST_READ_HERE = 200
"""Games of an earlier run that are read in less time than workers need to start."""


def run_match(
    config: MatchConfig,
    *,
    jobs: int = 1,
    out: Path | None = None,
    on_game: Callable[[int, Played], None] = lambda count, played: None,
    executor: Executor | None = None,
) -> dict[str, Any]:
    """Play a whole match and return its summary, the object of ``match --json``.

    ``on_game`` is called after each game. A given ``executor`` is used instead of ``jobs``
    processes of our own. With ``out``, records are kept there, and an interrupted run goes on.
    """
    started = time.perf_counter()
    store = GameStore(out, config) if out else None
    if config.pddl_dir:  # before there are agents, from whom it is hidden
        Path(config.pddl_dir).mkdir(parents=True, exist_ok=True)
    counts = Counts(config)
    watch = EarlyStop(config, config.stopping) if config.stopping else None
    unfinished: set[Future[pool.Batch]] = set()
    play = partial(_play, config, jobs=jobs, executor=executor, unfinished=unfinished)
    agents = loaded_agents(config)
    with store or nullcontext(), closing(agents), closing(_games(config, store, play)) as games:
        for played in watch.in_order(games) if watch else games:
            counts.add(played)
            if store:
                for slot, text in counts.printed(played):
                    store.keep_printed(played.game, slot, text)
            on_game(counts.games, played)
    summary = counts.summary(time.perf_counter() - started)
    if watch:
        summary.stopped = watch.stopped()
        if executor:  # ours has ended
            wait(unfinished)
        for folder in [*Path(config.pddl_dir).glob("*")] if config.pddl_dir else ():
            if folder.name.isdecimal() and counts.games <= int(folder.name) < config.total:
                rmtree(folder)
    result = plain(summary)
    if store:
        store.finish(result)
    return result


def _games(
    config: MatchConfig, store: GameStore | None, play: Callable[..., Iterator[list[Played]]]
) -> Generator[Played]:
    """Yield earlier games, then others as they finish; only the first ones are read here."""
    saved = (pool.Saved(*one, store.manifest) for one in store.saved()) if store else iter(())
    for game in islice(saved, _MOST_READ_HERE):
        yield pool.play_or_read(config, game)
    missing = (game for game in range(config.total) if not store or game not in store)
    for batch in play(chain(saved, missing)):
        if store:
            store.add((one.game, one.line) for one in batch if one.game not in store)
        yield from batch


class Summary(Struct, kw_only=True, omit_defaults=True):
    """summary.json, and match --json: the results of a match."""

    schema: Literal[1]
    games: Annotated[int, Meta(ge=1)]
    seed: int
    board: str
    rules: str
    seats: Seats = "rotated"
    no_winner: events.Number
    ends: dict[turn_order.End, events.Number]
    seconds: NonNegative
    agents: list[AgentRow]
    stopped: stopping.Stopped | UnsetType | None = UNSET
    """When the match was decided; null if it was not, absent without a stopping rule."""
    checksum: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | UnsetType = UNSET
    """The SHA-256 checksum of ``games.jsonl``; absent where that is not kept."""


class Counts:
    """Counts results, slot by slot."""

    def __init__(self, config: MatchConfig) -> None:
        """Count games of a match."""
        self.config = config
        rate = partial(RunningRate, config.schedule.games_per_deal)
        self.tallies = [
            Tally(name, slot, rate(), rate()) for slot, name in enumerate(config.agents)
        ]
        self.ends = Counter[turn_order.End]()

    @property
    def games(self) -> int:
        """Number of games counted."""
        return self.ends.total()

    def add(self, played: Played) -> None:
        """Count a game."""
        at = self.config.schedule.game(played.game)
        seconds = played.plan_seconds or [()] * len(at.slots)
        for slot, seat_game, seat_seconds in zip(at.slots, played.seats, seconds, strict=True):
            self.tallies[slot].add(seat_game, seat_seconds, at.deal)
        for fault in played.failures:
            self.tallies[at.slots[fault.seat]].failures.add(played.game, fault)
        for slot, text in self.printed(played):
            self.tallies[slot].failures.add_printed(played.game, text)
        self.ends[played.how] += 1

    def printed(self, played: Played) -> Iterator[tuple[int, str]]:
        """Yield the slots of a game, each with what its agent printed."""
        if any(played.printed):
            slots = self.config.schedule.game(played.game).slots
            yield from zip(slots, played.printed, strict=False)

    def summary(self, seconds: float) -> Summary:
        """Return the summary of a match that took this number of ``seconds``."""
        board = record.board_to_json(self.config.load_board())
        return Summary(
            schema=1,
            games=self.games,
            seed=self.config.seed,
            board=board if isinstance(board, str) else board["name"],
            rules=str(self.config.schedule.rules),
            seats=self.config.seats,
            no_winner=self.games - sum(tally.wins.count for tally in self.tallies),
            ends=dict(sorted(self.ends.items())),
            seconds=round(seconds, 1),
            agents=[tally.row() for tally in self.tallies],
        )


class EarlyStop:
    """Passes games on in their order, until the deals that are whole decide the match."""

    def __init__(self, config: MatchConfig, rule: stopping.StoppingRule) -> None:
        self.verdict: str | None = None
        """The decision in words, or None if there is none."""
        self.deals: list[tuple[int, ...]] = []
        """Wins per slot in each deal that was played whole, up to the end."""
        self._config = config
        self._rule = rule
        self._wins = [0] * len(config.agents)

    def in_order(self, finished: Iterable[Played]) -> Iterator[Played]:
        """Yield the finished games in order, and no game after the end."""
        waiting, following, schedule = dict[int, Played](), 0, self._config.schedule
        for played in finished:
            waiting[played.game] = played
            while following in waiting:
                game = waiting.pop(following)
                following += 1
                if game.winner is not None:
                    self._wins[schedule.game(game.game).slots[game.winner]] += 1
                if following % schedule.games_per_deal == 0:
                    self.deals.append(tuple(self._wins))
                    self._wins = [0] * schedule.players
                    self.verdict = self._rule.verdict(self.deals, schedule.games_per_deal)
                yield game
                if self.verdict is not None:
                    return

    def stopped(self) -> stopping.Stopped | None:
        """Return when the match was decided, and what, or None if it was not."""
        if self.verdict is None:
            return None
        games = len(self.deals) * self._config.schedule.games_per_deal
        return stopping.Stopped(games, len(self.deals), self.verdict)


def _play(
    config: MatchConfig,
    games: Iterator[int | pool.Saved],
    jobs: int,
    executor: Executor | None,
    unfinished: set[Future[pool.Batch]],
) -> Iterator[list[Played]]:
    """Yield batches of games as they finish; ``unfinished`` gets the others.

    A few are handed out at a time, and none after a Ctrl-C. A batch has as many games as the last
    one says that a worker plays in its time; games for which the time was too short come next.
    """
    if executor is None and jobs == 1:
        yield from ([pool.play_or_read(config, game)] for game in games)
        return
    flying, size = dict[Future[pool.Batch], list[int | pool.Saved]](), 1
    left: list[int | pool.Saved] = []
    with nullcontext(executor) if executor else pool.local_workers(jobs) as workers:
        try:
            while True:
                while len(flying) < jobs * _IN_FLIGHT:
                    batch, left = left[:size], left[size:]
                    batch += islice(games, size - len(batch))
                    if not batch:
                        break
                    flying[workers.submit(pool.play_in_worker, config, batch)] = batch
                if not flying:
                    break
                landed, _ = wait(flying, return_when=FIRST_COMPLETED)
                check_interrupted()
                for future in landed:
                    played, seconds = future.result()
                    left += flying.pop(future)[len(played) :]
                    fitting = len(played) * pool.SECONDS_OF_A_BATCH / max(seconds, 1e-9)
                    size = max(1, min(int(fitting), _MOST_IN_BATCH))
                    yield played
        finally:
            unfinished.update(future for future in flying if not future.cancel())
