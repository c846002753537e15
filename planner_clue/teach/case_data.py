"""The data of a case, read from its file, with the file in every message."""

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from planner_clue.deliberation.fields import Fields
from planner_clue.errors import CourseworkError, nearest, shown

_T = TypeVar("_T")


@dataclass(frozen=True)
class CaseData:
    """What a file of an exercise says, and where it stands."""

    table: dict[str, Any]
    source: str
    """How messages call the file."""
    folder: Path
    """Where the files are that it names."""

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text; the default may stand for one that is missing."""
        return self._field(name, Fields(self.table).text(name), default)

    def whole(self, name: str, default: int | None = None) -> int:
        """Return a whole number from 0."""
        number = self._field(name, Fields(self.table).whole(name), default)
        if number < 0:
            self.fail(name, "a whole number from 0")
        return number

    def number(self, name: str, default: float | None = None) -> float:
        """Return a number from 0."""
        missing = name not in Fields(self.table) and default is not None
        number = default if missing else Fields(self.table).number(name)
        if number is None or number < 0:
            self.fail(name, "a number from 0")
        return number

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts; nothing if it is missing."""
        items = Fields(self.table).each(name, lambda item: item)
        if not all(isinstance(item, str) for item in items):
            self.fail(name, "a list of texts")
        return items

    def tables(self, name: str) -> tuple[dict[str, Any], ...]:
        """Return a list of tables; nothing if it is missing."""
        items = Fields(self.table).each(name, lambda item: item)
        if not all(isinstance(item, dict) for item in items):
            self.fail(name, "a list of tables")
        return items

    def file(self, name: str) -> str:
        """Return the text of the file that a field names, beside this one."""
        path = self.folder / self.text(name)
        if path.exists() and not path.is_file():  # such as /dev/zero, which never ends
            self.fail(name, "an ordinary file")
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CourseworkError(f"{self.source}: {name} = {path}: {error}") from error

    def has(self, name: str) -> bool:
        """Tell whether a field is there."""
        return name in self.table

    def refuse_others(self, known: Iterable[str]) -> None:
        """Raise :class:`CourseworkError` at a field that means nothing here."""
        names = frozenset(known)
        for name in self.table:
            if name not in names:
                raise CourseworkError(f"{self.source}: unknown '{name}'; {nearest(name, names)}")

    def fail(self, name: str, expected: str) -> NoReturn:
        """Raise :class:`CourseworkError` about a field."""
        given = shown(self.table.get(name))
        raise CourseworkError(f"{self.source}: {name} = {given}; expected {expected}")

    def _field(self, name: str, value: _T | None, default: _T | None) -> _T:
        found = default if value is None else value
        if found is None:
            raise ValueError(f"{name} is missing")
        return found


def read_data(path: Path, read: Callable[[CaseData], _T]) -> _T:
    """Return what ``read`` makes of a TOML file.

    Raises :class:`CourseworkError` naming the file, and what is wrong in it.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return read(CaseData(table, str(path), path.parent))
    except CourseworkError:
        raise
    except OSError as error:
        raise CourseworkError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, TypeError) as error:  # also of TOML and of UTF-8
        raise CourseworkError(f"{path}: {error}") from error
