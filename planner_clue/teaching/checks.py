"""Checks of exercises: the fields of a case, and what a submission earns in it."""

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields

from planner_clue.support.errors import CourseworkError, nearest, shown
from planner_clue.support.json_text import checked
from planner_clue.teaching.submission import Submission

_Fields = TypeVar("_Fields", bound=Struct)
Whole = Annotated[int, Meta(ge=0)]
"""A non-negative whole number."""
Number = Annotated[float, Meta(ge=0, le=1e9)]
"""A non-negative number."""
Factors = Annotated[tuple[Number, ...], Meta(min_length=1)]
"""Numbers that are worth the same part of the points each."""


@dataclass(frozen=True)
class Sketch:
    """The sketch of a failure on the page of marks."""

    steps: tuple[str, ...] = ()
    first: int = 1
    """Number of the first step."""
    at: int | None = None
    """Number of the step that fails."""
    way: tuple[str, ...] = ()
    """The rooms where the token was, the last one where it is when the failure happens."""
    lacks: tuple[str, ...] = ()
    """Conditions that should hold there, and do not."""
    holds: tuple[str, ...] = ()
    """The atoms of the step that hold there."""
    seen: tuple[str, ...] = ()
    expected: str = ""
    found: str = ""
    action: str = ""
    """The action of the submitted domain that fails."""
    record: str = ""
    """The record of a lost game, as a line of JSON."""


@dataclass(frozen=True)
class Feedback:
    """A reason for lost points."""

    what: str
    """The failure as it was observed."""
    means: str = ""
    """Its meaning, and where to look."""
    sketch: Sketch | None = None


@dataclass(frozen=True)
class Score:
    """Result of a submission in one case."""

    share: float = 1.0
    """Of the points, from 0 to 1."""
    feedback: tuple[Feedback, ...] = ()
    says: str = ""
    """The measurement, also for students who pass."""
    ungraded: str = ""
    """Why the grader could not grade the case, if so; then the share means nothing."""


def no_points(what: str, means: str = "", sketch: Sketch | None = None, says: str = "") -> Score:
    """Return the result of a submission that earns nothing, for one reason."""
    return Score(0.0, (Feedback(what, means, sketch),), says)


class File(str):
    """The text of a file that a field of a case names, relative to the case."""

    name: str
    """The value of the field."""

    @classmethod
    def read(cls, folder: Path, name: object) -> Self:
        """Return the text; raises ``ValueError``."""
        if not isinstance(name, str):
            raise ValueError("expected the name of a file")
        path = folder / name
        if path.exists() and not path.is_file():  # such as /dev/zero, which never ends
            raise ValueError("expected an ordinary file")
        try:
            found = cls(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"cannot be read: {error}") from error
        found.name = name
        return found

    @property
    def stem(self) -> str:
        """The name without folder and ending."""
        return Path(self.name).stem


class Case(Struct, kw_only=True, dict=True, tag_field="check"):
    """A case, the fields of its file; a subclass is a check, whose tag is the field ``check``."""

    title: str
    points: Number
    checks: str
    """The check in a sentence."""
    means: str = ""
    """Meaning of a failure, in the teacher's words; may be empty."""
    seconds: Whole
    megabytes: Whole
    visibility: Literal["visible", "after_due_date", "after_published", "hidden"]
    """When students may see the case on Gradescope, in its words."""
    place: str = ""
    """Its file with the folder's name, for messages; not a field of the file."""
    shows: str = ""
    """The case as a text, for students who fail it; not a field of the file."""

    @property
    def is_drawn(self) -> bool:
        """Whether the case follows from the secret of the grading."""
        return False

    def story(self) -> str:
        """Return the case as a text."""
        return ""

    def trial(self, submission: Submission) -> Score:
        """Return the result of a submission, in a process with limits of time and memory.

        Raises :class:`planner_clue.errors.SubmissionError` where it earns nothing, and
        :class:`planner_clue.errors.GradingError` where the grader itself fails. A check catches
        what else a submission can cause, such as ``DomainError``, or the ``PlanningFailure`` of
        ``PlanCheck.validated`` with reason ``invalid-plan``: that would leave the case ungraded.
        """
        raise NotImplementedError


def read_toml(file: Path) -> dict[str, Any]:
    """Return the fields of a file of an exercise; raises :class:`CourseworkError`."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CourseworkError(f"{file} cannot be read: {error.strerror}") from error
    except ValueError as error:  # also of UTF-8
        raise CourseworkError(f"{file}: {error}") from error


def typed(
    table: dict[str, Any], kind: type[_Fields], file: Path, other: Collection[str] = ()
) -> _Fields:
    """Return a file's fields but ``other`` ones, typed; :class:`CourseworkError` with the fault."""
    known = {field.name: field for field in fields(kind) if field.name not in other}
    files = {name: one.default for name, one in known.items() if one.type is File}
    table = {name: value for name, value in files.items() if isinstance(value, str)} | table
    try:
        for name, value in table.items():
            if name not in known:
                raise CourseworkError(f"unknown '{name}'; {nearest(name, known)}")
            if get_origin(known[name].type) is Literal:
                check_known(name, value, get_args(known[name].type))
        found = checked(
            table, kind, CourseworkError, hook=lambda kind, value: kind.read(file.parent, value)
        )
    except CourseworkError as error:
        raise CourseworkError(f"{file}: {error}") from error
    return found  # type: ignore[no-any-return]


def check_known(field: str, value: Any, names: Collection[str]) -> None:
    """Raise :class:`CourseworkError` if a name in a field is unknown."""
    if value not in names:
        raise CourseworkError(f"{field} = {shown(value)}; {nearest(str(value), names)}")


def with_goal(problem: str, goal: str) -> str:
    """Return a problem with another goal."""
    start, _, rest = problem.partition("(:goal")
    metric = rest[rest.index("(:metric") :] if "(:metric" in rest else ")"
    return f"{start}(:goal {goal})\n{metric}"
