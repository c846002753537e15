"""What a check of an exercise is, and the data file of a case that names it."""

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, TypeAlias, TypeVar

from planner_clue.errors import CourseworkError, nearest, shown
from planner_clue.teach.marks import Earned
from planner_clue.teach.submission import Submission

_T = TypeVar("_T")
Trial: TypeAlias = Callable[[Submission], Earned]
"""Tries a submission, in a process of its own with limits of time and memory.

Raises :class:`planner_clue.errors.SubmissionError` where it earns nothing, and
:class:`planner_clue.errors.GradingError` where the grader itself fails.
"""


@dataclass(frozen=True)
class CaseData:
    """The fields of a file of an exercise."""

    table: dict[str, Any]
    source: str
    """Name of the file in messages."""
    folder: Path
    """Folder to which the file names of fields are relative."""

    def text(self, name: str, default: str | None = None) -> str:
        """Return a string."""
        return str(self._typed(name, "a string", lambda value: type(value) is str, default))

    def whole(self, name: str, default: int | None = None) -> int:
        """Return a non-negative whole number."""
        expected = "a non-negative whole number"
        return int(self._typed(name, expected, lambda v: type(v) is int and v >= 0, default))

    def number(self, name: str, default: float | None = None) -> float:
        """Return a non-negative number."""
        return float(self._typed(name, "a non-negative number", _is_number, default))

    def numbers(self, name: str) -> tuple[float, ...]:
        """Return a list of non-negative numbers; empty if the field is missing."""
        return self._list(name, "a list of numbers", _is_number)

    def flag(self, name: str) -> bool:
        """Return true or false; false if the field is missing."""
        return bool(self._typed(name, "true or false", lambda value: type(value) is bool, False))

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of strings; empty if the field is missing."""
        return self._list(name, "a list of strings", lambda item: type(item) is str)

    def tables(self, name: str) -> tuple["CaseData", ...]:
        """Return a list of tables; empty if the field is missing."""
        tables = self._list(name, "a list of tables", lambda item: type(item) is dict)
        return tuple(replace(self, table=table) for table in tables)

    def file(self, name: str, default: str | None = None) -> str:
        """Return the text of the file that a field names."""
        return self.beside(self.text(name, default), name)

    def beside(self, file: str, name: str = "problems") -> str:
        """Return the text of a file that a field names, relative to the case."""
        path = self.folder / file
        if path.exists() and not path.is_file():  # such as /dev/zero, which never ends
            self.fail(name, "an ordinary file")
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CourseworkError(f"{self.source}: {name} = {path}: {error}") from error

    def refuse_others(self, known: Iterable[str]) -> None:
        """Raise :class:`CourseworkError` at a field of another name."""
        names = frozenset(known)
        for name in self.table:
            if name not in names:
                raise CourseworkError(f"{self.source}: unknown '{name}'; {nearest(name, names)}")

    def fail(self, name: str, expected: str) -> NoReturn:
        """Raise :class:`CourseworkError` about the value of a field."""
        given = shown(self.table.get(name))
        raise CourseworkError(f"{self.source}: {name} = {given}; expected {expected}")

    def _typed(
        self, name: str, expected: str, fits: Callable[[Any], bool], default: _T | None
    ) -> Any:
        value = self.table.get(name, default)
        if value is None:
            raise CourseworkError(f"{self.source}: {name} is missing; expected {expected}")
        if not fits(value):
            self.fail(name, expected)
        return value

    def _list(self, name: str, expected: str, fits: Callable[[Any], bool]) -> tuple[Any, ...]:
        items = self._typed(name, expected, lambda value: type(value) is list, [])
        if not all(map(fits, items)):
            self.fail(name, expected)
        return tuple(items)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and 0 <= value < float("inf")


def read_data(path: Path, read: Callable[[CaseData], _T]) -> _T:
    """Return what ``read`` returns for the fields of a TOML file.

    Raises :class:`CourseworkError` with file and fault.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return read(CaseData(table, str(path), path.parent))
    except OSError as error:
        raise CourseworkError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, LookupError) as error:  # also of TOML and of UTF-8
        raise CourseworkError(f"{path}: {error}") from error


@dataclass(frozen=True)
class Check:
    """A check that cases name."""

    about: str
    """The check in a sentence."""
    fields: tuple[str, ...]
    """The fields that its cases have beside those of all cases."""
    prepare: Callable[[CaseData], tuple[Trial, str]]
    """Reads a case; returns its trial, and the case as a text."""


CHECKS: dict[str, Check] = {}
"""All checks, by the name that a case gives as ``check``."""
_Prepare: TypeAlias = Callable[[CaseData], tuple[Trial, str]]


def case_check(name: str, about: str, fields: str) -> Callable[[_Prepare], _Prepare]:
    """Return a decorator that enters a function into :data:`CHECKS`; ``fields`` are words."""

    def enter(prepare: _Prepare) -> _Prepare:
        CHECKS[name] = Check(about, tuple(fields.split()), prepare)
        return prepare

    return enter
