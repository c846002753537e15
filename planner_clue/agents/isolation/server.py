"""What runs in an agent's own processes: the *server*, and the *games* that it forks.

The server loads the agent once. For each game it forks, and the agent plays there, so that each
game starts from the same state. Only the server holds this end of the control socket, so that the
match notices at once when it has ended.
"""

import faulthandler
import gc
import json
import os
import resource
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from msgspec import to_builtins

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import installed
from planner_clue.agents.isolation import namespaces, process_tree
from planner_clue.agents.isolation.channel import (
    FOLDER,
    LARGEST,
    LOAD,
    ORDER,
    READ,
    TELL_WHERE,
    Channel,
    ClosedError,
)
from planner_clue.agents.isolation.guarantees import Held, measured
from planner_clue.agents.isolation.host import TO_TELL_OF_IT, AgentHost, seed_everything
from planner_clue.agents.isolation.landlock import confine
from planner_clue.agents.isolation.loaded_files import load_and_list
from planner_clue.agents.isolation.removal import remove_folder
from planner_clue.agents.isolation.seccomp import forbid_calls
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import board_from_toml
from planner_clue.errors import InputError
from planner_clue.processes import children

_DESCRIPTORS = 2
_SECONDS_BETWEEN_FORKS = 0.01
_MOST_OPEN = 1024
_PROCESSES = Path("/proc")
_exit = os._exit


def serve(control: socket.socket, *, apart: bool, network: bool = False) -> NoReturn:
    """Carry out orders until the control socket is closed.

    ``apart`` tells that this is the first process of a world of its own; ``network``, that it may
    open sockets there.
    """
    factory: Callable[[], Agent] | None = None
    files: list[Path] = []
    games: set[int] = set()
    if apart and network:
        namespaces.start_loopback()
    if apart:
        namespaces.settle_in(keep=os.environ[FOLDER])
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, ORDER.size, _DESCRIPTORS)
        if len(data) < ORDER.size:
            os._exit(0)
        for game in _ended():
            games.discard(game)
            remove_folder(_folder_of(game))
        _end_strays(games, apart=apart)
        connection, output = socket.socket(fileno=descriptors[0]), descriptors[1]
        if data == LOAD:
            _print_into(output)
            channel = Channel(connection)
            wanted: Any = json.loads(channel.receive(inf, LARGEST))
            files, held = _settle(wanted, apart=apart, network=network)
            first = {"open": _descriptors(), "held": to_builtins(held)}
            channel.send(json.dumps(first).encode(), time.monotonic() + 10)
            factory = _load(channel, wanted)
            _stop_timers()
            _share()
        elif data == READ:
            _read_board(Channel(connection))
            _share()
        elif factory:
            if (game := _fork()) == 0:
                control.close()
                _print_into(output)
                _play(connection, factory, files, network=network)
            games.add(game)
        connection.close()
        os.close(output)


def _fork() -> int:
    """Fork; wait where a game that is just being ended has more processes than it may."""
    while True:
        try:
            return os.fork()
        except BlockingIOError:
            time.sleep(_SECONDS_BETWEEN_FORKS)


def _ended() -> set[int]:
    """Return the processes that have ended since this was asked last."""
    ended: set[int] = set()
    with suppress(ChildProcessError):
        while process := os.waitpid(-1, os.WNOHANG)[0]:
            ended.add(process)
    return ended


def _end_strays(games: set[int], *, apart: bool) -> None:
    """End what games that are over have left behind; in a world of its own it ends up here."""
    if apart:
        for stray in children(os.getpid()):
            if stray not in games:
                process_tree.end(stray)


def _folder_of(game: int) -> Path:
    """Return the folder for the temporary files of a game, by its process."""
    return Path(os.environ[FOLDER], f"game-{game}")


def _installed(agent: str) -> Iterator[Path]:
    """Yield what an agent of another package is read from, beside what Python itself needs."""
    if point := installed().get(agent):
        yield from map(Path, filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)))
        if spec := find_spec(point.module.partition(".")[0]):  # an editable install, say
            yield from map(Path, spec.submodule_search_locations or filter(None, [spec.origin]))


def _settle(wanted: dict[str, Any], *, apart: bool, network: bool) -> tuple[list[Path], Held]:
    """Give up what the agent must not have; return the files that it may read, and what holds."""
    temporary = Path(os.environ[FOLDER], "loading")
    temporary.mkdir()
    os.environ["TMPDIR"] = tempfile.tempdir = str(temporary)
    os.chdir(wanted["folder"] or temporary)
    _limit(int(wanted["settings"]["agent_memory"]), wanted["most_threads"] if apart else None)
    files = [*map(Path, wanted["files"]), *_installed(wanted["agent"])]
    files += [_PROCESSES] if apart else []
    hidden = map(Path, wanted["hidden"])
    landlock = confine([Path(os.environ[FOLDER])], hidden, files, network=network)
    filtered = forbid_calls(alone=False, network=network)
    held = measured(apart=apart, landlock=landlock, filtered=filtered, network=network)
    seed_everything(0)
    return [*files, temporary], held


def _descriptors() -> list[int]:
    """Return the descriptors that are open."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    found = []
    for number in range(min(most, _MOST_OPEN)):
        with suppress(OSError):
            os.fstat(number)
            found.append(number)
    return found


def _stop_timers(stop: Callable[[int, float], object] = signal.setitimer) -> None:
    """Stop the timers of this process, which would run while others think."""
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        stop(timer, 0)


def _load(channel: Channel, wanted: dict[str, Any]) -> Callable[[], Agent] | None:
    """Load the agent and say so, or say why not."""
    settings = AgentSettings.from_json(wanted["settings"])
    answer: dict[str, Any]
    try:
        factory, files = load_and_list(wanted["agent"], settings)
        answer = {"files": files}
    except InputError as error:
        factory, answer = None, {"refused": str(error)}
    channel.send(json.dumps(answer).encode(), time.monotonic() + 10)
    return factory


def _read_board(channel: Channel) -> None:
    """Read a board, so that no game has to: the same text gives the same object."""
    board_from_toml(channel.receive(inf, LARGEST).decode())
    channel.send(b"", time.monotonic() + 10)


def _share() -> None:
    """Let games share the memory of what there is now."""
    gc.collect()
    gc.freeze()


def _print_into(output: int) -> None:
    """Let everything that is printed from now on go into a file."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    os.dup2(output, 1)
    os.dup2(output, 2)


def _limit(megabytes: int, threads: int | None) -> None:
    """Limit this process, and all that it starts; let it print where it is when asked.

    Without namespaces ``threads`` is None, because all processes of the user would count.
    """
    if threads:
        resource.setrlimit(resource.RLIMIT_NPROC, (threads, threads))
    if namespaces.ON_LINUX:
        limit = megabytes << 20
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit + TO_TELL_OF_IT))
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))  # a file may be memory too
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable(file=2, all_threads=False)
    faulthandler.register(TELL_WHERE, file=2, all_threads=True)


def _play(
    connection: socket.socket,
    factory: Callable[[], Agent],
    files: Sequence[Path],
    *,
    network: bool,
) -> NoReturn:
    """Play one game: say hello, then carry out what the table asks.

    What it writes into files no other game can see.
    """
    namespaces.adopt_orphans()
    try:
        folder = _folder_of(os.getpid())
        folder.mkdir()
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
        confine([folder], readable=files, network=network)
        _tell_where_it_exits()
        channel, host = Channel(connection), AgentHost(factory)
        channel.say_hello()
        while True:
            reply = host.reply_to(channel.receive(inf, LARGEST))
            channel.send(reply, inf)
    except (ClosedError, OSError):
        _exit(0)
    except BaseException:  # a fork must never return into the server's own loop
        _exit(1)


def _tell_where_it_exits() -> None:
    """Let ``os._exit`` print where it is called, so that the author can be told."""
    game = os.getpid()

    def tell_and_exit(status: int) -> NoReturn:
        if os.getpid() == game:  # and not a process that the agent forked
            faulthandler.dump_traceback(2, all_threads=False)
        _exit(status)

    os._exit = tell_and_exit
