"""What a family of processes uses, as far as it can be seen."""

import os
from pathlib import Path

import pytest

from planner_clue.agents.isolation import family, kernel


@pytest.mark.skipif(not kernel.ON_LINUX, reason="other systems do not tell")
def test_memory_counts_also_where_a_process_forbids_to_look_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def closed(path: Path) -> bytes:
        raise PermissionError(path)

    used = family.usage(os.getpid()).bytes
    monkeypatch.setattr(Path, "read_bytes", closed)
    assert family.fair_bytes(os.getpid(), (), 0) >= used // 2 > 0
