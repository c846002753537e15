"""Messages about exceptions in code that people bring."""

import subprocess
import sys
from pathlib import Path

import pytest

from planner_clue.support import faults
from planner_clue.support.errors import HeuristicError
from planner_clue.support.faults import traced
from planner_clue.support.plugins import from_file

LONG = f"X = [{', '.join(map(str, range(500)))}][501]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n1 / 0\n", "ZeroDivisionError: division by zero, at mine.py:2 in <module>: 1 / 0"),
        ("\n1 +\n", "SyntaxError: invalid syntax (mine.py, line 2), at mine.py:2: 1 +"),
        ("def f():\n    1 / 0\nf()\n", "division by zero, at mine.py:2 in f: 1 / 0"),
        ("raise SystemExit(3)\n", "SystemExit: 3, at mine.py:1 in <module>: raise SystemExit(3)"),
        (LONG, f"out of range, at mine.py:1 in <module>: {LONG[:117]}..."),
    ],
)
def test_what_cannot_be_loaded_is_reported_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(HeuristicError) as caught:
        from_file(f"{tmp_path}/mine.py:far", "heuristic", "function", HeuristicError)
    assert str(caught.value).endswith(message)


def test_an_error_without_a_place_is_reported_all_the_same() -> None:
    assert traced(ValueError("odd")) == "ValueError: odd"


def test_a_stack_names_the_lines_of_users_in_folders_of_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python prints it, in ASCII; a forged name breaks nothing."""
    own, ours = tmp_path / "täglich ☂" / "mine.py", tmp_path / "Brot 🂡" / "ours.py"
    monkeypatch.setattr(faults, "_OURS", ours.parent)
    own.parent.mkdir()
    own.write_text("call()\n")
    call = "import faulthandler; faulthandler.dump_traceback(2)"
    script = f"def call(): exec(compile({call!r}, {str(ours)!r}, 'exec'))\n"
    script += f"exec(compile('call()', {str(own)!r}, 'exec'))"
    python = [sys.executable, "-c", script]
    printed = subprocess.run(python, capture_output=True, text=True, check=True).stderr
    forged = "".join(f'  File "/{name}", line 1 in f\n' for name in ("\0", r"\x00", r"\ud800"))
    assert faults.places_in_stack(forged + printed, own.parent) == [
        "<string>:2 in <module>",
        "mine.py:1 in <module>: call()",
        "<string>:1 in call",
        r"\ud800:1 in f",
        r"\x00:1 in f",
    ]
