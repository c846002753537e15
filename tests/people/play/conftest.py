"""Games with a person share the processes of their agents."""

import pytest

from tests.shared import share_processes


@pytest.fixture(autouse=True)
def _shared_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    share_processes(monkeypatch)
