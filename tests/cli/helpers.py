"""The program as a process of its own, what it leaves behind, and games to compare with."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from subprocess import PIPE, STDOUT
from threading import Timer
from typing import Any
from unittest.mock import patch

from planner_clue.cli.app import main
from planner_clue.match import MatchConfig
from tests.shared import line_of

HANG = 300.0
"""Seconds after which something that should have ended hangs."""

PLANNED = MatchConfig(("planner", "random", "random"), 3, seed=1, rules="huji-bn1")
"""A short match with a planner: three games, one a deal."""

SMALL_BOARD = """\
# Two rooms, a hallway and a café: a board nobody ships.
name = "corridor"
map = '''
AAA.....BBB
AAA.....BBB
AAA.....BBB
...........
'''
[rooms.A]
name = "attic"
doors = [[[2, 1], [3, 1]]]
passage = "bar"
[rooms.B]
name = "bar"
doors = [[[8, 0], [7, 0]], [[9, 2], [9, 3]]]
[starts]
scarlett = [0, 3]
mustard = [2, 3]
white = [4, 3]
green = [6, 3]
peacock = [8, 3]
plum = [10, 3]
"""


@contextmanager
def interruptible() -> Iterator[None]:
    """Let processes that are started in here be interrupted.

    A script that runs the tests in its background ignores SIGINT, and so would what they start.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Program:
    """The program, run in a folder of its own with temporary files in another."""

    def __init__(self, folder: Path) -> None:
        self.here = folder / "here"
        self.temporary = folder / "temporary"
        self.here.mkdir()
        self.temporary.mkdir()

    def environment(self, **more: str) -> dict[str, str]:
        return os.environ | {"TMPDIR": str(self.temporary), "PYTHONDONTWRITEBYTECODE": "1"} | more

    def run(
        self, *arguments: object, code: int | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run it in a process of its own; ``code`` is how it has to end."""
        done = subprocess.run(
            [sys.executable, "-m", "planner_clue", *map(str, arguments)],
            cwd=self.here,
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=HANG,
            check=False,
        )
        assert code in (None, done.returncode), done.stderr
        return done

    def call(
        self, *arguments: object, typed: str = "", code: int | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run it in this process; ``code`` is how it has to end."""
        out, err, before = StringIO(), StringIO(), (sys.argv, sys.stdin)
        sys.argv, sys.stdin = ["planner-clue", *map(str, arguments)], StringIO(typed)
        try:
            put = patch.dict(os.environ, environment)
            with chdir(self.here), redirect_stdout(out), redirect_stderr(err), put:
                main()
        except SystemExit as ended:
            found = ended.code if isinstance(ended.code, int) else 1
        finally:
            sys.argv, sys.stdin = before
        assert code in (None, found), err.getvalue()
        return subprocess.CompletedProcess([], found, out.getvalue(), err.getvalue())

    @contextmanager
    def running(
        self, *arguments: object, piped: bool = False, **environment: str
    ) -> Iterator[subprocess.Popen[Any]]:
        """Start ``planner-clue`` as a terminal would, in a process group of its own.

        With ``piped``, its texts go through pipes, stderr with stdout; else nowhere. It is killed
        when it hangs, which ends all readers of it.
        """
        streams: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        if piped:
            environment |= {"PYTHONUNBUFFERED": "1", "BROWSER": "true"}
            streams = {"stdin": PIPE, "stdout": PIPE, "stderr": STDOUT, "encoding": "utf-8"}
        with interruptible():
            process = subprocess.Popen(
                [sys.executable, "-m", "planner_clue", *map(str, arguments)],
                cwd=self.here,
                env=self.environment(**environment),
                start_new_session=True,
                **streams,
            )
        hangs = Timer(HANG, process.kill)
        hangs.start()
        try:
            yield process
        finally:
            hangs.cancel()
            process.kill()
            process.wait(HANG)
            for stream in filter(None, (process.stdin, process.stdout)):
                stream.close()
            for pid in self.processes():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def processes(self) -> list[int]:
        marker = f"TMPDIR={self.temporary}".encode()
        alive = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if marker in (folder / "environ").read_bytes().split(b"\0"):
                    alive.append(int(folder.name))
        return alive

    def left_behind(self) -> list[str]:
        """Return the names of what lies in the working and the temporary folder."""
        return sorted(path.name for path in [*self.here.iterdir(), *self.temporary.iterdir()])


def wait_until(condition: Callable[[], bool], seconds: float = HANG) -> bool:
    """Wait for ``condition``; return whether it came true before it was too long."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def command(config: MatchConfig) -> list[object]:
    rules = ["--rules", config.rules] if config.rules else []
    named = ["--games", config.games, "--seed", config.seed, "--board", config.board]
    return ["match", *config.agents, *named, *rules]


def games_of(config: MatchConfig) -> str:
    assert config.total > 0
    return "".join(line_of(config, game) for game in range(config.total))


def records(games: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in games.read_text(encoding="utf-8").split("\n")[:-1]]


def agent_file(folder: Path, body: str, name: str = "agent.py") -> str:
    """Write an agent that is ``random`` but for ``body``; return how a match names it."""
    path = folder / name
    indented = "\n".join(f"    {line}" for line in body.splitlines())
    path.write_text(
        "import os, sys, time\n"
        "from planner_clue.agents.random import RandomAgent\n\n\n"
        f"class Mine(RandomAgent):\n{indented}\n",
        encoding="utf-8",
    )
    return f"{path}:Mine"


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("planner-clue: ")
    return line


def stdout_of(program: Program, *arguments: object, **environment: str) -> str:
    done = program.call(*arguments, typed="", code=None, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
