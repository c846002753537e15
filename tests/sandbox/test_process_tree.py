"""Processes of a tree, and their memory, as far as the system shows it."""

import os
import subprocess
from pathlib import Path

import pytest

from planner_clue.sandbox import namespaces, process_tree


@pytest.mark.skipif(not namespaces.ON_LINUX, reason="other systems do not tell")
def test_memory_counts_also_where_a_process_forbids_to_look_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def closed(path: Path) -> bytes:
        raise PermissionError(path)

    with subprocess.Popen(["sleep", "60"]) as child:
        used = process_tree.usage(child.pid).bytes
        monkeypatch.setattr(Path, "read_bytes", closed)
        assert process_tree.fair_bytes(child.pid, (), 0) >= used // 2 > 0
        child.kill()


def test_children_are_found() -> None:
    with subprocess.Popen(["sleep", "1000"]) as child:
        assert child.pid in process_tree.children(os.getpid())
        child.kill()


def test_a_process_that_is_gone_has_no_children() -> None:
    child = subprocess.Popen(["true"])
    child.wait()
    assert process_tree.children(child.pid) == []


def test_a_long_line_of_children_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it has grown while nobody looked."""
    monkeypatch.setattr(process_tree, "children", lambda one: [one + 1] if one < 5000 else [])
    assert list(process_tree.descendants(1)) == list(range(2, 5001))
