"""Heuristics that people write: every fault is named, with its place and the node."""

import signal
import time
from pathlib import Path

import pytest

from planner_clue.faults import place_of
from planner_clue.planning import default_limits
from planner_clue.planning.engines import clue_astar
from planner_clue.planning.plan import Limits, PlanningResult, Status
from tests.planning.helpers import LAMPS, lamps, solved

HEURISTICS = """\
import json
from fractions import Fraction

def far(node, task):
    return {value} if node.parent else 0

def breaks(node, task):
    return helper(node.cost)

def helper(cost):
    return [1, 2][cost + 7]

def deep(node, task):
    return json.loads("no json")

def leaves(node, task):
    raise SystemExit(4)

def hangs(node, task):
    while node.cost >= 0:
        pass

def hangs_and_catches(node, task):
    while True:
        try:
            hangs(node, task)
        except Exception:
            pass

def third(node, task):
    return Fraction(1, 3)
"""


def by(
    folder: Path, function: str, value: str = "0", limits: Limits | None = None
) -> PlanningResult:
    file = folder / "mine.py"
    file.write_text(HEURISTICS.replace("{value}", value))
    return solved(f"{file}:{function}", LAMPS, lamps(set()), limits=limits)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("float('nan')", "nan"),
        ("'far'", "'far'"),
        ("None", "None"),
        ("-1", "-1"),
        ("float('-inf')", "-inf"),
    ],
)
def test_what_is_no_number_from_0_is_named_with_the_node(
    tmp_path: Path, value: str, shown: str
) -> None:
    result = by(tmp_path, "far", value)
    assert result.status is Status.HEURISTIC_FAILED
    assert result.detail == (
        f"heuristic {tmp_path}/mine.py:far: expected a non-negative number, got {shown}; "
        "asked about the node after (press a), g = 1, state (lit a)"
    )


def test_other_numbers_are_numbers(tmp_path: Path) -> None:
    assert by(tmp_path, "third").plan
    assert by(tmp_path, "far", "float('inf')").status is Status.UNSOLVABLE


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("breaks", "IndexError: list index out of range, at mine.py:11 in helper: "
         "return [1, 2][cost + 7]; asked about the start, g = 0, state without atoms"),
        ("deep", "mine.py:14 in deep: return json.loads(\"no json\"), in "),
        ("leaves", "SystemExit: 4, at mine.py:17 in leaves: raise SystemExit(4);"),
    ],
)  # fmt: skip
def test_an_error_is_told_with_its_own_place_and_statement(
    tmp_path: Path, function: str, said: str
) -> None:
    result = by(tmp_path, function)
    assert result.status is Status.HEURISTIC_FAILED
    assert said.format(file=tmp_path / "mine.py") in result.detail
    assert "\n" not in result.detail
    assert "clue_astar.py" not in result.detail


@pytest.mark.parametrize("function", ["hangs", "hangs_and_catches"])
def test_a_heuristic_that_hangs_is_ended(
    tmp_path: Path, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(default_limits, "HEURISTIC_SECONDS", 0.3)
    began, before = time.monotonic(), signal.getsignal(signal.SIGALRM)
    result = by(tmp_path, function)
    assert time.monotonic() - began < 60
    assert result.status is Status.HEURISTIC_FAILED
    assert f"mine.py:{function}: no value in 0.3 s, at mine.py:" in result.detail
    assert "asked about the start" in result.detail
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_heuristic_is_ended_once_however_long_its_place_takes_to_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hangs(node: object, task: object) -> float:
        while True:
            pass

    def read_slowly(error: BaseException) -> str:
        time.sleep(0.5)
        return place_of(error)

    monkeypatch.setattr(default_limits, "HEURISTIC_SECONDS", 0.1)
    monkeypatch.setattr(clue_astar, "place_of", read_slowly)
    engine = clue_astar.ClueAstar(heuristic=hangs, heuristic_name="mine")
    result = engine.solve(LAMPS, lamps(set()), Limits())
    assert result.status is Status.HEURISTIC_FAILED
    assert "mine: no value in 0.1 s, at test_evaluator.py:" in result.detail


def test_a_heuristic_that_takes_all_the_time_there_is_is_a_time_out(tmp_path: Path) -> None:
    result = by(tmp_path, "hangs", limits=Limits(seconds=2))
    assert result.status is Status.TIME_OUT
    assert "mine.py:hangs: no value in" in result.detail
