"""Grading without a forked process, for code of our own."""

import tempfile
from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def direct(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", None)  # which grading changes in its child

    def in_this_process(work: Callable[[], Any], *_: Any) -> Any:
        try:
            return work()
        finally:
            tempfile.tempdir = None

    monkeypatch.setattr("planner_clue.teaching.grading.in_child", in_this_process)
