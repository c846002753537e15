"""Grading without processes, for code of our own."""

import tempfile
from collections.abc import Callable
from typing import Any

import pytest

from planner_clue.errors import AgentFailure, SubmissionError
from planner_clue.faults import failure_of
from planner_clue.teach import box_hosts as hosts
from planner_clue.teach.submission import Submission


class Direct:
    """Stands in for a box: our own code needs no process of its own."""

    is_open = True

    def __init__(self, submission: Submission, host: str, **_: Any) -> None:
        self._host = getattr(hosts, host)()
        self._files = submission.files
        self._host.load = self._load
        self._loaded: dict[str, dict[str, Any]] = {}

    def _load(self, file: str, function: str) -> Any:
        if file not in self._loaded:
            self._loaded[file] = {}
            exec(self._files[file], self._loaded[file])
        return self._loaded[file][function]

    def ask(self, method: str, /, what: str = "", on_request: Any = None, **arguments: Any) -> Any:
        self._host.request = on_request
        try:
            found = getattr(self._host, method)(**arguments)
        except Exception as error:
            failure: AgentFailure = failure_of(error)
            raise SubmissionError(str(failure)) from error
        return tuple(found) if isinstance(found, list) else found


@pytest.fixture
def direct(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("boxed_heuristic", "search_checks", "monitor_checks", "cost_checks"):
        monkeypatch.setattr(f"planner_clue.teach.{module}.Box", Direct)
    monkeypatch.setattr("tempfile.tempdir", None)  # which grading changes in its child

    def in_this_process(work: Callable[[], Any], *_: Any) -> Any:
        try:
            return work()
        finally:
            tempfile.tempdir = None

    monkeypatch.setattr("planner_clue.teach.grading.in_child", in_this_process)
