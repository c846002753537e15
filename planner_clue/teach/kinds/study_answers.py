"""What a study states: the numbers and conclusions of ``answers.toml``."""

import tomllib
from typing import Any

from planner_clue.errors import SubmissionError
from planner_clue.teach.kinds.study_records import Interval
from planner_clue.teach.submission import Submission

STUDY_ANSWERS = "answers.toml"


class StudyAnswers:
    """The numbers and words that were handed in."""

    def __init__(self, submission: Submission) -> None:
        """Read them; :class:`SubmissionError` where they are no TOML."""
        try:
            self._table = tomllib.loads(submission.text(STUDY_ANSWERS))
        except tomllib.TOMLDecodeError as error:
            raise SubmissionError(f"{STUDY_ANSWERS}: {error}", "It is not TOML.") from error

    def of(self, *names: str) -> Any:
        """Return what stands at a place; None if there is nothing."""
        found: Any = self._table
        for name in names:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    def number(self, *names: str) -> float | None:
        """Return the number at a place; None if there is none."""
        found = self.of(*names)
        return found if isinstance(found, int | float) and not isinstance(found, bool) else None

    def interval(self, *names: str) -> Interval | None:
        """Return the two bounds at a place, the lower first; None if there are none."""
        match self.of(*names):
            case [int() | float() as low, int() | float() as high] if low <= high:
                return low, high
        return None
