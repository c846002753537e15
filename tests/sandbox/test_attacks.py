"""Attacks: nobody sends or costs another anything, and every folder they fill is removed."""

import os
import shutil
import sys
from collections import defaultdict
from itertools import product
from pathlib import Path

import pytest

from planner_clue.sandbox.folder_removal import remove_folder
from tests.adapters.programs import write_program
from tests.agents.zoo.animals import write_agent
from tests.agents.zoo.test_zoo import SHORT, forfeits, needs_landlock, needs_namespaces
from tests.cli.helpers import Program, records
from tests.sandbox import channels

SAYS = "print(kind, name, '|', what, file=sys.stderr, flush=True)"
BEGINS = f"""
import sys
sys.path.insert(0, FOLDER)
import channels


def say(kind):
    for name, what in channels.found():
        {SAYS}


"""
AGENT = """\
from planner_clue.agents.random import RandomAgent


class Bad(RandomAgent):
    def begin(self, seat):
        super().begin(seat)
        self.me, self.number, self.turns = seat.index, seat.seed % 199 + 1, 0
        say('begin')

    def accuse(self):
        self.turns += 1
        if self.turns == 1:
            say('heard') if self.me else channels.leave(self.number)
"""
PLAYS = (
    "if asked == 'begin': say('begin'); turns = 0\n"
    "    if asked == 'accuse':\n"
    "        turns += 1\n"
    "        if turns == 1:\n"
    "            say('heard') if seat['index'] else channels.leave(seat['seed'] % 199 + 1)"
)


def played(folder: Path, kind: str) -> dict[str, set[str]]:
    """Return what was found by each channel in four games, by seat and when it looked."""
    program, own, out = Program(folder), folder / "own", folder / "out"
    own.mkdir()
    shutil.copy(channels.__file__, own)
    for name in ("data", "read"):
        (own / name).write_bytes(bytes(8 << 20))
    begins = BEGINS.replace("FOLDER", repr(str(own)))
    if kind == "agent":
        (own / "bad.py").write_text(begins + AGENT)
        names = [f"{own}/bad.py:Bad"] * 2
    else:
        names = [write_program(own, PLAYS, before=begins)] * 2
    program.call("match", *names, "random", *SHORT, 4, "--out", out, code=0)
    found = defaultdict[str, set[str]](set)
    for game, (slot, moment) in product(range(4), ((0, "begin"), (1, "begin"), (1, "heard"))):
        lines = (out / "printed" / f"game-{game}-slot-{slot}.txt").read_text().splitlines()
        mine = [line.partition(" | ") for line in lines if line.startswith(moment)]
        assert len(mine) == len(channels.CHANNELS)
        for name, _, what in mine:
            found[f"{slot} {name}"].add(what)
    return found


@needs_landlock
@needs_namespaces
@pytest.mark.parametrize("kind", ["agent", "program"])
def test_nothing_is_found_of_earlier_games_or_other_seats(tmp_path: Path, kind: str) -> None:
    """Seat 0 leaves another number in each game; it looks when the next begins, seat 1 later."""
    found = played(tmp_path, kind)
    assert {name: what for name, what in found.items() if len(what) > 1} == {}


HOARD = """
import socket


def hoard():
    pairs = []
    try:
        while True:
            pairs.append(socket.socketpair())
            for end in pairs[-1]:
                end.setblocking(False)
                while True:
                    try:
                        end.send(bytes(1 << 16))
                    except BlockingIOError:
                        break
    except OSError:
        time.sleep(60)


"""
FILES = "[open(f'{os.environ[\"TMPDIR\"]}/{n}', 'w').close() for n in range(200_000)]"


@pytest.mark.slow
@needs_landlock
@needs_namespaces
def test_nobody_takes_more_than_it_may_where_the_kernel_counts_for_nobody(tmp_path: Path) -> None:
    """In names of files, and in what a program has sent to itself."""
    program = Program(tmp_path)
    sockets = "asked == 'accuse' and [os.fork() or hoard() for _ in range(30)] and time.sleep(60)"
    names = [write_agent(tmp_path, FILES), write_program(tmp_path, sockets, before=HOARD), "exact"]
    match = ["match", *names, *SHORT, 1, "--agent-memory", 256, "--agent-seconds", 60]
    program.call(*match, "--out", tmp_path / "out", code=3)
    (record,) = records(tmp_path / "out" / "games.jsonl")
    assert forfeits(record) == [(names[0], "crash"), (names[1], "memory")]


def test_a_folder_is_removed_however_deep_it_is(tmp_path: Path) -> None:
    place, full = Path.cwd(), tmp_path / "full"
    full.mkdir()
    os.chdir(full)
    try:
        for _ in range(sys.getrecursionlimit() + 100):
            Path("d").mkdir()
            os.chdir("d")
    finally:
        os.chdir(place)
    for _ in range(2):  # a folder that is not there is no error
        remove_folder(full)
        assert list(tmp_path.iterdir()) == []


def test_what_links_lead_to_stays_and_closed_folders_go(tmp_path: Path) -> None:
    full, other = tmp_path / "full", tmp_path / "other"
    (full / "closed").mkdir(parents=True)
    other.mkdir()
    (other / "file").write_text("x")
    (full / "link").symlink_to(other)
    (full / "closed" / "link").symlink_to(other / "file")
    (full / "closed").chmod(0)
    remove_folder(full)
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    assert (other / "file").read_text() == "x"
    assert other.stat().st_mode & 0o777
