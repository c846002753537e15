"""Programs for tests: they speak the protocol of ``docs/protocol.md``, in Python."""

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from planner_clue.agents.registry import load_here
from planner_clue.agents.settings import AgentSettings
from tests.game.helpers import deal_table

PLAYER = """\
import json, os, signal, subprocess, sys, time
seat = None
for line in sys.stdin:
    call = json.loads(line)
    asked, answer = call["call"], None
    if asked == "hello":
        answer = {{"protocol": 1}}
    elif asked == "begin":
        seat = call["seat"]
    elif asked == "start":
        answer = call["options"]["openings"][0]
    elif asked == "move":
        options = call["options"]
        answer = [*options["rooms"], *options["squares"], options["here"]][0]
    elif asked == "suggest":
        answer = [seat["suspects"][0], seat["weapons"][0], call["room"]]
    elif asked == "show":
        answer = call["cards"][0]
    reply = json.dumps({{"id": call["id"], "answer": answer}}) + "\\n"
    {what}
    sys.stdout.write(reply)
    sys.stdout.flush()
"""


def write_program(
    folder: Path, what: str = "pass", name: str = "program.py", before: str = ""
) -> str:
    """Write a program that plays, but for ``what`` it does on each call; return its command.

    ``before`` stands at the beginning of the file.
    """
    file = folder / name
    file.write_text(before + PLAYER.format(what=what), encoding="utf-8")
    return f"command:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def play_begin(agent: Any) -> None:
    agent.begin(deal_table(None, "standard", 3, Random(1)).seat_view(1, 7))


@contextmanager
def played(name: str) -> Iterator[Any]:
    factory: Any = load_here(name, AgentSettings())
    agent = factory()
    play_begin(agent)
    try:
        yield agent
    finally:
        factory.end()


def assert_ticks_only_when_asked(agent: Any) -> None:
    """Let an agent play that prints to stderr all the time, but for when it stands still."""
    play_begin(agent)
    sizes = []
    for _ in range(3):
        agent.accuse()
        sizes.append(len(agent.printed()))
        time.sleep(0.1)
        assert len(agent.printed()) <= sizes[-1] + 1  # it may just be writing when it is stopped
    assert 0 < sizes[0] < sizes[1] < sizes[2]
