"""Commands for students that print a value of theirs, and the right one."""

from planner_clue.teaching.checks import Case
from planner_clue.teaching.exercise import CASES

_READ = "from planner_clue.teaching.exercise import *"
_CASE = "case = read_case(Path('{}'), read_exercise(Path('.')))"


def printing(case: Case, code: str, what: str = "prints your value and the right one") -> str:
    """Return lines with a command that runs Python code; empty for hidden cases.

    The code has a name ``case``, no double quotes, and can import the ``graders``.
    """
    if not case.place.startswith(f"{CASES}/"):
        return ""
    line = "; ".join([_READ, _CASE.format(case.place), code])
    return f'\nin the folder of the exercise, this {what}:\npython -c "{line}"'
