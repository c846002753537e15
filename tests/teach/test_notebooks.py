"""The notebooks run from top to bottom, and are kept without what they print."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.teach.grading_help import COURSEWORK

NOTEBOOKS = sorted((COURSEWORK / "notebooks").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_something(path: Path) -> None:
    notebook = opened(path)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, kernel_name="python3", timeout=300, resources=where).execute()
    shown = [kind for cell in notebook.cells for kind in kinds(cell)]
    assert "image/png" in shown or "image/svg+xml" in shown
    assert "stdout" in shown
    if path.stem == "1-one-replan":
        printed = "".join(one.get("text", "") for cell in code_of(notebook) for one in cell.outputs)
        assert re.search(r"\d%  if mustard shows ", printed)
        assert re.search(r"^turn \d+, (follow-up|new-fact|new-evidence|moved): ", printed, re.M)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs_and_explains_itself(path: Path) -> None:
    notebook = opened(path)
    code = code_of(notebook)
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
    assert len(notebook.cells) - len(code) >= len(code) / 2
    assert "import planner_clue as clue" in code[0].source
    assert not any("from planner_clue" in cell.source for cell in code)


def opened(path: Path) -> Any:
    read: Any = nbformat.read
    return read(path, as_version=4)


def code_of(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def kinds(cell: nbformat.NotebookNode) -> list[str]:
    found = list[str]()
    for output in cell.get("outputs", ()):
        found += [output.get("name", ""), *output.get("data", ())]
    return found
