"""Which processes come from which."""

import os
import subprocess

import pytest

from planner_clue import processes


def test_children_are_found() -> None:
    with subprocess.Popen(["sleep", "1000"]) as child:
        assert child.pid in processes.children(os.getpid())
        child.kill()


def test_a_process_that_is_gone_has_no_children() -> None:
    child = subprocess.Popen(["true"])
    child.wait()
    assert processes.children(child.pid) == []


def test_a_long_line_of_children_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it has grown while nobody looked."""
    monkeypatch.setattr(processes, "children", lambda one: [one + 1] if one < 5000 else [])
    assert list(processes.descendants(1)) == list(range(2, 5001))
