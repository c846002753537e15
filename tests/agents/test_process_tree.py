"""Memory of a process tree, as far as the system shows it."""

import subprocess
from pathlib import Path

import pytest

from planner_clue.agents.isolation import namespaces, process_tree


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
