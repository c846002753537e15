"""Plausible mistakes of an exercise: changes of the teacher's solution, told by hidden cases."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from planner_clue.errors import CourseworkError

MISTAKES = "mistakes.toml"
LEAST_LOSS = 0.1
"""Share of the points of an exercise that each mistake costs."""


@dataclass(frozen=True)
class Mistake:
    """A mistake, as replacements in one file of the solution."""

    name: str
    cases: tuple[str, ...]
    """The hidden cases that tell it, by file name; or, with their folder, cases that are not drawn
    until they tell it."""
    changes: tuple[tuple[str, str], ...]
    """Texts with their replacements, each at its first place."""
    after: tuple[str, ...] = ()
    """Texts after which that place is searched, one after the other."""
    file: str | None = None
    """The changed file; by default the first one that is not TOML."""

    @property
    def is_drawn_for(self) -> bool:
        """Whether hidden cases are drawn until they tell it."""
        return not any("/" in case for case in self.cases)

    @property
    def sources(self) -> tuple[str, ...]:
        """The cases with their folders."""
        return tuple(case if "/" in case else f"hidden/{case}" for case in self.cases)

    def made_in(self, files: Mapping[str, bytes]) -> dict[str, bytes]:
        """Return a solution with this mistake; :class:`CourseworkError` where a text is missing."""
        name = self.file or next(file for file in files if PurePath(file).suffix != ".toml")
        text = files[name].decode()
        for old, new in self.changes:
            start = 0
            for before in (*self.after, old):
                place = text.find(before, start)
                if place < 0:
                    raise CourseworkError(f"mistake '{self.name}': no {before!r} in {name}")
                start = place + len(before)
            text = text[:place] + new + text[start:]
        return {**files, name: text.encode()}


def read_mistakes(teacher: Path) -> tuple[Mistake, ...]:
    """Return the mistakes in the teacher's folder of an exercise; none without a list.

    Raises :class:`CourseworkError` with file and fault.
    """
    file = teacher / MISTAKES
    if not file.is_file():
        return ()
    try:
        listed = tomllib.loads(file.read_text(encoding="utf-8"))["mistakes"]
        return tuple(
            Mistake(
                one["name"],
                tuple(one["cases"]),
                tuple((old, new) for old, new in one["changes"]),
                tuple(one.get("after", ())),
                one.get("file"),
            )
            for one in listed
        )
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise CourseworkError(f"{file}: {error}; expected a list of mistakes") from error
