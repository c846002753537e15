"""The measurement of memory: it plays the match, goes on with it, and prints both."""

import sys
from pathlib import Path

import pytest

from benchmarks import memory


def test_a_new_and_a_continued_run_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["memory", "60"])
    monkeypatch.chdir(Path(memory.__file__).parent.parent)
    memory.main()
    _, new, continued = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert (new[:2], continued[:2]) == (["60", "new"], ["60", "continued"])
    assert new[4] == continued[4]
    assert 20 < float(continued[2]) < 200
