"""Processes that play the games of a match, and end when it ends."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.queues import SimpleQueue
from typing import Any, NamedTuple

from planner_clue.agents.registry import is_apart
from planner_clue.match.config import MatchConfig
from planner_clue.match.manifest import check_record
from planner_clue.match.play import Played, play_one
from planner_clue.planning import processes
from planner_clue.sandbox import process_tree, sandbox
from planner_clue.support.errors import BreakOff

SECONDS_OF_A_BATCH = 0.5
"""A worker sends its games after this time, so a killed run loses little more than that."""
_SECONDS_TO_CLEAN_UP = 1
_SECONDS_BETWEEN_LOOKS = 0.01
_GUARD = sandbox.GUARD.encode()
"""Stands in the command line of all processes of a sandbox."""


@contextmanager
def local_workers(jobs: int) -> Iterator[Executor]:
    """Yield processes of our own, which end with this one, and at once on an exception.

    If there is one for each processor, processes with isolated agents keep to one each: an agent
    answers faster where it was asked, because no other processor has to wake up.
    """
    others = set(multiprocessing.active_children())
    spawn = multiprocessing.get_context("spawn")
    free: SimpleQueue[int] = spawn.SimpleQueue()
    usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set[int]()
    for processor in usable if len(usable) == jobs else ():
        free.put(processor)
    pool = ProcessPoolExecutor(jobs, spawn, _set_up_worker, (free,))
    try:
        yield pool
    except BaseException:  # mostly a Ctrl-C: waiting for the games in flight would take too long
        ours = set(multiprocessing.active_children()) - others
        results: Any = pool._result_queue  # noqa: SLF001 - closed below, nothing else does that
        pool.shutdown(wait=False, cancel_futures=True)
        _end(ours)
        results._writer.close()  # noqa: SLF001 - else its reader awaits the rest of a message
        raise
    pool.shutdown()


def _end(workers: set[Any]) -> None:
    """Let processes stop their games; kill processes that do not, and their children."""
    started = _started_by(workers)
    for worker in workers:
        worker.terminate()
    deadline = time.monotonic() + _SECONDS_TO_CLEAN_UP
    while any(worker.is_alive() for worker in workers) and time.monotonic() < deadline:
        started |= _started_by(workers)
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    for worker in workers:
        worker.kill()
    for process in started:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)


def _started_by(workers: set[Any]) -> set[int]:
    """Return the processes that come from workers, but for guards, which end by themselves."""
    started: set[int] = set()
    for worker in workers:
        for process in process_tree.descendants(worker.pid):
            with suppress(OSError):
                if _GUARD not in process_tree.read_proc(f"/proc/{process}/cmdline"):
                    started.add(process)
    return started


_own = set[int]()
"""The processor of this worker, if there is a worker for each."""
_playing = False
"""Whether this worker plays a game, which has to be broken off before it may end."""


class Saved(NamedTuple):
    """A game of an earlier run: its number, its line, and the ``match.json`` that it must fit."""

    game: int
    line: str
    manifest: dict[str, Any]


class Batch(NamedTuple):
    """The first games of the batch that a worker was asked for, and its seconds for them."""

    played: list[Played]
    seconds: float


def play_or_read(config: MatchConfig, game: int | Saved) -> Played:
    """Play a game, or read a saved one; raises :class:`RecordError` for one of another match."""
    if isinstance(game, int):
        return play_one(config, game)
    check = partial(check_record, data=game.manifest, match=config)
    return Played.read(game.game, game.line, check)


def play_in_worker(config: MatchConfig, games: Sequence[int | Saved]) -> Batch:
    """Play or read games, at least one, until the time of a batch is over.

    The process ends if a game is broken off.
    """
    global _playing  # noqa: PLW0603 - a signal has to know
    _playing = True
    if _own and any(is_apart(agent, config.settings) for agent in config.agents):
        os.sched_setaffinity(0, _own)
    began, played = time.perf_counter(), list[Played]()
    try:
        for game in games:
            played.append(play_or_read(config, game))
            if (seconds := time.perf_counter() - began) > SECONDS_OF_A_BATCH:
                break
        return Batch(played, seconds)
    except BreakOff:
        processes.stop_all()
        os._exit(1)
    finally:
        _playing = False


def _set_up_worker(free: "SimpleQueue[int]") -> None:
    """Leave signals of the terminal to the parent, do not outlive it, take a free processor."""
    if not free.empty():
        _own.add(free.get())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _break_off)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """When the parent ends, break off the game, so that its planner and files go, and end too."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_SECONDS_TO_CLEAN_UP)
    processes.stop_all()
    os._exit(1)


def _break_off(number: int, frame: Any) -> None:
    """Unwind, so that a running planner is stopped and its folder removed."""
    if not _playing:
        processes.stop_all()  # a search that was not needed may still run
        os._exit(1)
    processes.interrupt(BreakOff())
