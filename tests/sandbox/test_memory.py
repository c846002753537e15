"""No game of an isolated agent finds traces of an earlier one, even from loading its file."""

import ctypes
import mmap
import os
import re
import signal
import site
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from planner_clue import play_match
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.settings import AgentSettings
from planner_clue.sandbox import libc, process_tree, server
from planner_clue.sandbox.confinement import MOST_OWN_FILES
from tests.adapters.programs import write_program
from tests.agents.zoo.test_zoo import needs_landlock, needs_namespaces
from tests.cli.helpers import Program, agent_file, refusal, wait_until
from tests.game.helpers import deal_table
from tests.sandbox.remembering import WAYS, write_remembering

_NOTES = re.compile(r"notes (\d+)")
MATCH = ["exact", "random", "--board", "none", "--jobs", 1, "--seed", 1 << 63]


def known_before_games(program: Program, name: str, *more: str, code: int = 0) -> list[int]:
    """Return how many games the agent remembered at the beginning of each of six."""
    done = program.call("match", name, *MATCH, "--games", 6, "--out", "out", *more, code=code)
    printed = program.here / "out" / "printed"
    texts = [file.read_text() for file in printed.iterdir()] if printed.is_dir() else [done.stderr]
    return [int(count) for text in texts for count in _NOTES.findall(text)]


@needs_landlock
@needs_namespaces
@pytest.mark.parametrize("way", WAYS)
def test_an_agent_does_not_remember_the_deal(program: Program, way: str) -> None:
    (program.here / "own").mkdir()
    name = write_remembering(program.here / "own", way)
    if way == "a thread of the loader":  # refused, as it would run while others think
        assert known_before_games(program, name, code=2) == []
    else:
        assert known_before_games(program, name) == [0] * 6


def test_the_same_agent_remembers_without_isolation(program: Program) -> None:
    name = write_remembering(program.here, "a module of the loader")
    assert sum(known_before_games(program, name, "--isolate", "none")) > 0


COUNTS = (
    "if asked == 'hello': answer = {'protocol': 1, 'reset': True}\n"
    "    if asked == 'begin': games = globals().get('games', 0) + 1\n"
    "    if asked == 'suggest': answer[0] = seat['suspects'][games % 6]\n"
    "    if asked == 'suggest' and LUCK: answer[0] = seat['suspects'][os.urandom(1)[0] % 6]\n"
    "    reply = json.dumps({'id': call['id'], 'answer': answer}) + '\\n'"
)
"""Of a program that plays all games in one process: its first suspect depends on their number."""


@pytest.mark.parametrize("luck", [False, True])
def test_a_match_says_that_answers_depend_on_earlier_games(
    program: Program, monkeypatch: pytest.MonkeyPatch, luck: bool
) -> None:
    monkeypatch.setattr("planner_clue.match.checks.earlier_games._SECONDS", 60)
    name = write_program(program.here, COUNTS.replace("LUCK", str(luck)))
    match = ["match", name, *MATCH, "--games", 1, "--seats", "fixed"]
    if luck:  # which is no sign of memory
        assert "the same seed plays otherwise" in program.call(*match, code=0).stderr
        return
    done = program.call(*match, code=3)
    assert f"this match is not sound: {name}: answers depend on earlier games; " in done.stdout
    several = ["tournament", name, *MATCH, "--games", 1]
    done = program.call(*several, code=3)
    assert f"this tournament is not sound: {name}: answers depend on earlier games; " in done.stdout
    with pytest.warns(UserWarning, match="answers depend on earlier games"):
        result = play_match([name, "exact", "random"], 1, 1 << 63, board="none", seats="fixed")
    assert f"this match is not sound: {name}: answers depend on" in str(result)
    assert "answers depend on" in refusal(program.call(*several, "--require-confinement"))
    message = refusal(program.call(*match, "--require-confinement"))
    assert f"{name}: answers depend on earlier games; another game: no board, standard" in message


def test_a_slow_agent_is_not_checked_for_memory(program: Program) -> None:
    name = agent_file(program.here, "def accuse(self):\n    time.sleep(0.1)")
    done = program.call("match", name, *MATCH, "--games", 1, "--seats", "fixed", code=0)
    slow = "not checked whether its answers depend on earlier games: three games take it more than"
    assert f"{slow} 1 s" in done.stderr


def is_cached(file: Path) -> bool:
    """Return whether the first page of a file is in memory."""
    page, pages = mmap.PAGESIZE, ctypes.create_string_buffer(1)
    with file.open("r+b") as opened, mmap.mmap(opened.fileno(), page) as mapped:
        start = ctypes.c_char.from_buffer(mapped)
        mincore = ctypes.CDLL(None).mincore
        mincore(ctypes.c_void_p(ctypes.addressof(start)), ctypes.c_size_t(page), pages)
        del start
    return bool(pages.raw[0] & 1)


@pytest.mark.skipif(not libc.ON_LINUX, reason="no such calls; Linux has them")
def test_a_game_does_not_find_which_of_its_files_an_earlier_one_has_read(tmp_path: Path) -> None:
    """They are no more in memory; a hole in a file would be quick to read, too."""
    (tmp_path / "data").mkdir()
    data = tmp_path / "data" / "hole"
    with data.open("wb") as file:
        file.truncate(1 << 30)
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    if is_cached(data):
        pytest.skip("this file system keeps all in memory; a disk has one that does not")
    name = agent_file(tmp_path, f"def accuse(self):\n    open({str(data)!r}, 'rb').read(9)")
    made = IsolatedAgentFactory(name, AgentSettings(), tmp_path / "agent.py")
    for _ in range(2):
        agent = made()
        agent.begin(deal_table(None, "standard", 3, Random(1)).seat_view(0, 1))
        assert not is_cached(data)
        assert agent.accuse() is None
        assert is_cached(data)


COUNTS_OBJECTS = """\
import gc
begun = [sys.getallocatedblocks(), gc.get_count(), gc.get_stats(), len(gc.get_objects())]
def notes(self):
    return [{"begun": self.begun}]
"""


@pytest.mark.skipif(not libc.ON_LINUX, reason="no /proc; Linux has it")
def test_the_process_that_forks_keeps_nothing_of_a_game(tmp_path: Path) -> None:
    """Neither an object, as its free lists would count, nor a descriptor, as of a named pipe.

    Where memory is short, the kernel ends its sessions first.
    """
    os.mkfifo(tmp_path / "pipe")
    name = agent_file(tmp_path, COUNTS_OBJECTS)
    made = IsolatedAgentFactory(name, AgentSettings(), tmp_path / "agent.py")
    blocks, objects = list[int](), list[Any]()
    opened, descriptors = list[int](), Path(f"/proc/{made._sandbox._server}/fd")
    for _ in range(14):
        agent = made()
        agent.begin(deal_table(None, "standard", 3, Random(1)).seat_view(0, 1))
        (process,) = process_tree.children(made._sandbox._server)
        assert Path(f"/proc/{process}/oom_score_adj").read_text() == "1000\n"
        allocated, *others = agent.notes()[0]["begun"]
        blocks.append(allocated)
        objects.append(others)
        opened.append(len([*descriptors.iterdir()]))
        # The server may still be closing the session's ends of its connection.
        assert wait_until(lambda: len([*descriptors.iterdir()]) <= opened[0], 10)
        agent.leave()
    assert objects == objects[:1] * 14
    # A single block comes and goes. One that is kept would be in all later sessions.
    assert min(blocks[:7]) == min(blocks[7:]) >= max(blocks) - 1


@pytest.mark.parametrize(("ends", "safe"), [("", True), ("raise OSError", False)])
def test_a_package_that_cannot_be_imported_ahead_is_left_to_the_sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str, safe: bool
) -> None:
    """As matplotlib, which writes a file; its modules that were imported would stay without it."""
    package = tmp_path / "planner_clue_left" / "__init__.py"
    package.parent.mkdir()
    package.write_text(f"import planner_clue_left.part\n{ends}\n")
    package.with_name("part.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(site, "getsitepackages", lambda: [str(tmp_path)])
    monkeypatch.setattr(server, "active_count", lambda: 1)
    monkeypatch.setattr(process_tree, "shares_nothing", lambda: True)
    assert server._import_installed({"planner_clue_left": str(package)}, ()) is safe
    for name in ("planner_clue_left", "planner_clue_left.part"):
        sys.modules.pop(name, None)


@needs_landlock
@needs_namespaces
def test_too_many_files_to_forget_are_named(tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    for number in range(MOST_OWN_FILES):
        (tmp_path / "many" / str(number)).touch()
    name = agent_file(tmp_path, "pass")
    made = IsolatedAgentFactory(name, AgentSettings(), tmp_path / "agent.py")
    (missing,) = (one for one in made.guarantees if not one.holds)
    assert missing.name == "memory between games"
    assert "with at most 1000 files" in missing.needs


FILLS = """\
import mmap, signal, threading, time
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2, 40})
signal.pthread_kill(threading.get_ident(), signal.SIGUSR2)
self.maps = [mmap.mmap(-1, 1 << 36, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)]
[self.maps[0][place] for place in range(0, 1 << 34, 1 << 21)]
self.full = bytearray(b"remember" * (1 << 20))
"""


@pytest.mark.skipif(not libc.ON_LINUX, reason="no /proc; Linux has it")
def test_a_session_begins_without_pages_and_signals_of_the_one_before(tmp_path: Path) -> None:
    """Page tables, memory and pending signals are as in the first session."""
    file = tmp_path / "mine.py"
    lines = "\n".join(f"        {line}" for line in FILLS.splitlines())
    file.write_text(
        "from planner_clue.agents.random import RandomAgent\n\n\n"
        f"class Mine(RandomAgent):\n    def accuse(self):\n{lines}\n"
    )
    made, found = IsolatedAgentFactory(f"{file}:Mine", AgentSettings(), file), []
    for _ in range(4):
        agent = made()
        agent.begin(deal_table(None, "standard", 3, Random(1)).seat_view(0, 1))
        (process,) = process_tree.children(made._sandbox._server)
        status = process_tree.read_proc(f"/proc/{process}/status").decode()
        found.append(dict(re.findall(r"^(\w+):\s+(\w+)", status, re.MULTILINE)))
        assert agent.accuse() is None
        after = process_tree.read_proc(f"/proc/{process}/status").decode()
        assert int(re.findall(r"VmPTE:\s+(\d+)", after)[0]) > 20_000  # kilobytes, full of nothing
        assert int(re.findall(r"SigPnd:\s+(\w+)", after)[0], 16) > 0
        agent.leave()
    for name in ("SigPnd", "SigBlk", "SigIgn", "SigCgt", "Threads", "VmSwap"):
        assert len({one[name] for one in found}) == 1, name
    assert all(int(one["SigPnd"], 16) == 0 for one in found)
    stopped = 1 << signal.SIGSTOP - 1  # by the match
    assert all(int(one["ShdPnd"], 16) & ~stopped == 0 for one in found)
    for name in ("VmPTE", "RssAnon", "VmData"):
        sizes = [int(one[name]) for one in found]
        assert max(sizes) - min(sizes) <= 64, (name, sizes)
