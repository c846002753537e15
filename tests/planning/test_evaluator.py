"""Heuristics that people write: every fault is named with its place; harm stays in a sandbox."""

import signal
import time
from fractions import Fraction
from pathlib import Path

import pytest

from planner_clue.planning import default_limits
from planner_clue.planning.astar import Node, Task
from planner_clue.planning.engines import clue_astar, confined_astar
from planner_clue.planning.plan import Limits, PlanningResult, Status
from planner_clue.support.faults import place_of
from tests.planning.helpers import LAMPS, lamps, solved

FAULTY = """\
import json

def breaks(node, task):
    return helper(node.cost)

def helper(cost):
    return [1, 2][cost + 7]

def deep(node, task):
    return json.loads("no json")

def leaves(node, task):
    raise SystemExit(4)
"""


def hangs(node: Node, task: Task) -> float:
    while True:
        try:
            while node.cost >= 0:
                pass
        except Exception:
            pass


def by(heuristic: object, limits: Limits | None = None) -> PlanningResult:
    engine = clue_astar.ClueAstar(heuristic=heuristic, heuristic_name="mine")  # type: ignore[arg-type]
    return engine.solve(LAMPS, lamps(set()), limits or Limits())


@pytest.mark.parametrize("value", [float("nan"), float("-inf"), "far", None, -1], ids=repr)
def test_what_is_no_number_from_0_is_named_with_the_node(value: object) -> None:
    result = by(lambda node, task: value if node.parent else 0)
    assert result.status is Status.HEURISTIC_FAILED
    assert result.detail == (
        f"heuristic mine: expected a non-negative number, got {value!r}; "
        "asked about the node after (press a), g = 1, state (lit a)"
    )


def test_other_numbers_are_numbers() -> None:
    assert by(lambda node, task: Fraction(1, 3)).plan
    assert by(lambda node, task: float("inf")).status is Status.UNSOLVABLE


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("breaks", "IndexError: list index out of range, at mine.py:7 in helper: "
         "return [1, 2][cost + 7]; asked about the start, g = 0, state without atoms"),
        ("deep", "mine.py:10 in deep: return json.loads(\"no json\"), in "),
        ("leaves", "SystemExit: 4, at mine.py:13 in leaves: raise SystemExit(4);"),
    ],
)  # fmt: skip
def test_an_error_is_shown_with_its_statement(tmp_path: Path, function: str, message: str) -> None:
    (tmp_path / "mine.py").write_text(FAULTY)
    result = solved(f"{tmp_path / 'mine.py'}:{function}", LAMPS, lamps(set()))
    assert result.status is Status.HEURISTIC_FAILED
    assert message in result.detail
    assert "\n" not in result.detail
    assert "clue_astar.py" not in result.detail


def test_a_heuristic_that_hangs_is_ended_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long its place takes to read."""

    def read_slowly(error: BaseException) -> str:
        time.sleep(0.5)
        return place_of(error)

    monkeypatch.setattr(default_limits, "HEURISTIC_SECONDS", 0.1)
    monkeypatch.setattr(clue_astar, "place_of", read_slowly)
    before = signal.getsignal(signal.SIGALRM)
    result = by(hangs)
    assert result.status is Status.HEURISTIC_FAILED
    assert "mine: no value in 0.1 s, at test_evaluator.py:" in result.detail
    assert "asked about the start" in result.detail
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_heuristic_that_takes_all_the_time_there_is_is_a_time_out() -> None:
    result = by(hangs, Limits(seconds=2))  # the translation takes a part of it
    assert result.status is Status.TIME_OUT
    assert "mine: no value in" in result.detail


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


def searched(folder: Path, function: str, seconds: float | None = None) -> PlanningResult:
    (folder / "secret").write_text("the deal")
    (folder / "mine").mkdir(exist_ok=True)
    file = folder / "mine" / "hostile.py"
    file.write_text(HOSTILE.replace("SECRET", repr(str(folder / "secret"))))
    return solved(f"{file}:{function}", LAMPS, lamps(set()), seconds=seconds)


@pytest.mark.parametrize(
    ("function", "status", "message"),
    [
        ("attempts", "heuristic-error", "could [], no more, at hostile.py:19 in attempts: "),
        ("exits", "heuristic-error",
         "its process ended when asked plan, at hostile.py:22 in exits: os._exit(0)"),
        ("hangs", "time-out", "no answer to plan within 1.3 s, at hostile.py:26 in hangs"),
        ("forges", "invalid-plan", "the goal"),
    ],
)  # fmt: skip
def test_it_reaches_nothing_and_its_line_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, status: str, message: str
) -> None:
    monkeypatch.setattr(confined_astar, "_SECONDS_MORE", 0.3)
    result = searched(tmp_path, function, 1)
    assert (result.status, result.plan) == (status, None)
    assert message in result.detail


def test_each_engine_begins_anew(tmp_path: Path) -> None:
    """A heuristic that counts its calls counts no others: games do not depend on those before."""
    one, other = searched(tmp_path, "remembers"), searched(tmp_path, "remembers")
    assert (one.expansions, one.checked()) == (other.expansions, other.checked())
