"""Exercise 3: answers count by their value."""

import pytest

from tests.teach.grading_help import TEACHER, score_of

SOLUTION = (TEACHER / "3-monitor" / "solution" / "monitor.py").read_text()
BROKEN = "cases/06-broken-steps.toml"


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(("kind", "full"), [("float", True), ("bool", False), ("str", False)])
def test_a_whole_number_may_be_a_float_and_nothing_else(kind: str, full: bool) -> None:
    text = SOLUTION.replace("def broken(", "def counted(")
    text += f"\ndef broken(s):\n    n = counted(s)\n    return n if n is None else {kind}(n)\n"
    found = score_of("3-monitor", {"monitor.py": text}, BROKEN, trusted=True)
    assert (found.share == 1) == full
