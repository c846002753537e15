"""Games with a person share the processes of their agents."""

import pytest

from tests.shared import load_shared


@pytest.fixture(autouse=True)
def _shared_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each agent once a run, unless a test is about that."""
    for module in ("opponents", "hint"):
        monkeypatch.setattr(f"planner_clue.play.{module}.load_isolated", load_shared)
