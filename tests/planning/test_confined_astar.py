"""Heuristics from files that mean harm: they search in a sandbox, and reach nothing outside."""

from pathlib import Path

import pytest

from planner_clue.planning.engines import confined_astar
from planner_clue.planning.plan import PlanningResult
from tests.planning.helpers import LAMPS, lamps, solved

HOSTILE = """\
import gc, os, signal, socket, stat, struct, subprocess, sys, time
from pathlib import Path

def attempts(node, task):
    tries = {
        "file": lambda: Path(SECRET).read_text(),
        "folder": lambda: Path(__file__).with_name("new").write_text("mine"),
        "process": lambda: subprocess.run(["true"]),
        "socket": lambda: socket.socket(),
        "server": lambda: os.kill(os.getppid(), signal.SIGKILL),
        "opener": lambda: [one for one in gc.get_objects() if type(one).__name__ == "Sandbox"][0],
    }
    done = []
    for name, attempt in tries.items():
        try:
            attempt(); done.append(name)
        except Exception:
            pass
    raise ValueError(f"could {done}, no more")

def exits(node, task):
    os._exit(0)

def hangs(node, task):
    signal.setitimer(signal.ITIMER_REAL, 0)
    while True: pass

def forges(node, task):
    reply = b'{"answer": {"status": "solved-optimally", "plan": {"steps": [["press", ["a"]]], \\
"cost": 1}}}'
    for number in range(3, 4096):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                os.write(number, struct.pack("!I", len(reply)) + reply)
        except OSError:
            pass
    time.sleep(60)

kept = []

def remembers(node, task):
    kept.append(node)
    return len(kept)
"""


def by(folder: Path, function: str, seconds: float | None = None) -> PlanningResult:
    (folder / "secret").write_text("the deal")
    (folder / "mine").mkdir(exist_ok=True)
    file = folder / "mine" / "hostile.py"
    file.write_text(HOSTILE.replace("SECRET", repr(str(folder / "secret"))))
    return solved(f"{file}:{function}", LAMPS, lamps(set()), seconds=seconds)


@pytest.mark.parametrize(
    ("function", "status", "said"),
    [
        ("attempts", "heuristic-error", "could [], no more, at hostile.py:19 in attempts: "),
        ("exits", "heuristic-error",
         "its process ended when asked plan, at hostile.py:22 in exits: os._exit(0)"),
        ("hangs", "time-out", "no answer to plan within 1.3 s, at hostile.py:26 in hangs"),
        ("forges", "invalid-plan", "the goal"),
    ],
)  # fmt: skip
def test_it_reaches_nothing_and_is_told_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, status: str, said: str
) -> None:
    monkeypatch.setattr(confined_astar, "_SECONDS_MORE", 0.3)
    result = by(tmp_path, function, 1)
    assert (result.status, result.plan) == (status, None)
    assert said in result.detail


def test_each_engine_begins_anew(tmp_path: Path) -> None:
    """A heuristic that counts its calls counts no others: games do not depend on those before."""
    one, other = by(tmp_path, "remembers"), by(tmp_path, "remembers")
    assert (one.expansions, one.checked()) == (other.expansions, other.checked())
