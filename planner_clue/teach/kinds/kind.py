"""What a check is: a function that reads a case, and returns how to try a submission in it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from planner_clue.teach.case_data import CaseData
from planner_clue.teach.marks import Earned
from planner_clue.teach.submission import Submission

Trial: TypeAlias = Callable[[Submission], Earned]
"""Tries a submission, in a process of its own with limits of time and memory.

Raises :class:`planner_clue.errors.SubmissionError` where it earns nothing.
"""


@dataclass(frozen=True)
class Kind:
    """A kind of case."""

    about: str
    """What is checked, in a sentence."""
    fields: tuple[str, ...]
    """The fields that its cases have beside those of all cases."""
    prepare: Callable[[CaseData], tuple[Trial, str]]
    """Reads a case; returns its trial, and the case as a text."""
    runs_code: bool = False
    """Whether code that was handed in runs, in a box."""
