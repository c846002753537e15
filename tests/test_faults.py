"""What is said of an exception in code that people bring."""

from pathlib import Path

import pytest

from planner_clue.errors import HeuristicError
from planner_clue.faults import traced
from planner_clue.plugins import from_file


def load(file: Path) -> object:
    return from_file(f"{file}:far", "heuristic", "function", HeuristicError)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "import os\nX = 1 / 0\n",
            "ZeroDivisionError: division by zero, at mine.py:2 in <module>: X = 1 / 0",
        ),
        (
            "def far(node, task):\n    return 1 +\n",
            "SyntaxError: invalid syntax (mine.py, line 2), at mine.py:2: return 1 +",
        ),
        ("raise SystemExit(3)\n", "SystemExit: 3, at mine.py:1 in <module>: raise SystemExit(3)"),
        ("import no_such_module\n", "'no_such_module', at mine.py:1 in <module>: import no_such"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_told_with_line_and_statement(
    tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(HeuristicError) as caught:
        load(file)
    assert said.format(file=file) in str(caught.value)


def test_an_error_without_a_place_is_told_all_the_same() -> None:
    assert traced(ValueError("odd")) == "ValueError: odd"


def test_a_long_statement_is_cut(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"X = [{', '.join(map(str, range(500)))}][501]\n")
    with pytest.raises(HeuristicError) as caught:
        load(file)
    assert len(str(caught.value)) < 500
