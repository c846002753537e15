"""An exercise: a folder with a starting point, cases as data files, and plausible mistakes.

``exercise.toml`` has number and title, the files to hand in, and limits; each file in ``cases/`` is
a case. Hidden cases are such files in a folder of the teacher; ``mistakes.toml`` there lists
changes of the solution that they have to tell.

To add a check, write a function that reads a case and returns its trial, and enter it with
:func:`~planner_clue.teach.checks.case_check`, with the fields of its cases.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from planner_clue.errors import CourseworkError, nearest
from planner_clue.teach import (  # noqa: F401 - they enter their checks
    agent_checks,
    contingent_checks,
    cost_checks,
    domain_checks,
    heuristic_checks,
    monitor_checks,
    relaxation_checks,
    search_checks,
    study_checks,
)
from planner_clue.teach.checks import CHECKS, CaseData, Trial, read_data
from planner_clue.teach.submission import LARGEST_FILE

COURSEWORK = Path("coursework")
"""Folder of the exercises that are given by name."""
EXERCISE_FILE = "exercise.toml"
CASES = "cases"
MISTAKES = "mistakes.toml"
LEAST_LOSS = 0.1
"""Share of the points of an exercise that each mistake costs."""
VISIBILITIES = ("visible", "after_due_date", "after_published", "hidden")
"""When students may see a case on Gradescope, in its words."""
_SECONDS, _MEGABYTES = 30, 1024
_CASE_FIELDS = (
    *("title", "check", "points", "checks", "means"),
    *("seconds", "megabytes", "visibility"),
)
_EXERCISE_FIELDS = (
    *("number", "title", "files", "imports"),
    *("largest_file", "seconds", "megabytes"),
)


@dataclass(frozen=True)
class Case:
    """One check of a submission."""

    title: str
    source: str
    """Its file, for messages."""
    checks: str
    """The check in a sentence."""
    means: str
    """Meaning of a failure, in the teacher's words; may be empty."""
    points: float
    seconds: int
    megabytes: int
    visibility: str
    trial: Trial
    shows: str
    """The case as a text, for those who fail it."""


@dataclass(frozen=True)
class Exercise:
    """The files to hand in, and the cases that check them."""

    name: str
    """Number and title."""
    folder: Path
    files: tuple[str, ...]
    """Names of the files to hand in, or patterns."""
    cases: tuple[Case, ...]
    imports: tuple[str, ...] = ()
    """Packages that submitted code may import beside the standard library."""
    largest_file: int = LARGEST_FILE
    """Size limit per file, in bytes."""
    limits: tuple[int, int] = (_SECONDS, _MEGABYTES)
    """Seconds and megabytes for cases that name none."""

    @property
    def runs_code(self) -> bool:
        """Whether submitted code may run, in a box: Python files are handed in."""
        return any(name.endswith(".py") for name in self.files)


def find_exercise(name: str) -> Path:
    """Return the folder of an exercise, given by path, by name, or by its number.

    Names and numbers are those of ``./coursework``. Raises :class:`CourseworkError`.
    """
    for folder in (Path(name), COURSEWORK / name):
        if (folder / EXERCISE_FILE).is_file():
            return folder
    known = {
        path.parent.name: path.parent for path in sorted(COURSEWORK.glob(f"*/{EXERCISE_FILE}"))
    }
    for folder_name, folder in known.items():
        if name == folder_name.partition("-")[0]:
            return folder
    why = f"no folder with {EXERCISE_FILE} in it, and no ./{COURSEWORK}; expected a folder"
    raise CourseworkError(f"exercise '{name}': {nearest(name, known) if known else why}")


def read_exercise(folder: Path, hidden: Path | None = None) -> Exercise:
    """Return the exercise in a folder; with the cases of a folder of hidden ones, if given.

    Also reads the files that cases name. Raises :class:`CourseworkError`.
    """

    def read(data: CaseData) -> Exercise:
        data.refuse_others(_EXERCISE_FIELDS)
        limits = data.whole("seconds", _SECONDS), data.whole("megabytes", _MEGABYTES)
        name = f"{data.whole('number')}: {data.text('title')}"
        cases = [*_cases(folder / CASES, limits, "visible")]
        if hidden is not None:
            cases += _cases(hidden, limits, "after_published")
        largest = data.whole("largest_file", LARGEST_FILE)
        files, imports = data.texts("files"), data.texts("imports")
        return Exercise(name, folder, files, tuple(cases), imports, largest, limits)

    return read_data(folder / EXERCISE_FILE, read)


def _cases(folder: Path, limits: tuple[int, int], visibility: str) -> Iterator[Case]:
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise CourseworkError(f"{folder}: no case in it; expected files named *.toml")
    for file in files:
        yield read_case(file, limits, visibility)


def read_case(file: Path, limits: tuple[int, int], visibility: str = "visible") -> Case:
    """Return the case in a file; ``limits`` are seconds and megabytes if it names none.

    Raises :class:`CourseworkError`.
    """
    return read_data(file, lambda data: _case(data, limits, visibility))


def _case(data: CaseData, limits: tuple[int, int], visibility: str) -> Case:
    name = data.text("check")
    if name not in CHECKS:
        raise CourseworkError(f"{data.source}: check = '{name}'; {nearest(name, CHECKS)}")
    check = CHECKS[name]
    data.refuse_others((*_CASE_FIELDS, *check.fields))
    seen = data.text("visibility", visibility)
    if seen not in VISIBILITIES:
        data.fail("visibility", f"one of {', '.join(VISIBILITIES)}")
    trial, shows = check.prepare(data)
    return Case(
        title=data.text("title"),
        source=f"{data.folder.name}/{Path(data.source).name}",
        checks=data.text("checks", check.about),
        means=data.text("means", ""),
        points=data.number("points"),
        seconds=data.whole("seconds", limits[0]),
        megabytes=data.whole("megabytes", limits[1]),
        visibility=seen,
        trial=trial,
        shows=shows,
    )


# -- mistakes -----------------------------------------------------------------------------


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
    return read_data(file, lambda data: tuple(map(_mistake, data.tables("mistakes"))))


def _mistake(data: CaseData) -> Mistake:
    changes = tuple((old, new) for old, new in data.table["changes"])
    file = data.text("file") if "file" in data.table else None
    return Mistake(data.text("name"), data.texts("cases"), changes, data.texts("after"), file)
