"""An exercise: a folder with what is handed out, and cases as data files.

``exercise.toml`` says what the exercise is called and which files are handed in; each file in
``cases/`` is a case. Hidden cases are such files in a folder of the teacher's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from planner_clue.errors import CourseworkError, nearest
from planner_clue.teach.case_data import CaseData, read_data
from planner_clue.teach.kinds import KINDS, Trial
from planner_clue.teach.submission import LARGEST_FILE

COURSEWORK = Path("coursework")
"""Where exercises are looked for that are given by name."""
ABOUT = "exercise.toml"
CASES = "cases"
VISIBILITIES = ("visible", "after_due_date", "after_published", "hidden")
"""When students may see a case on Gradescope, in its words."""
_SECONDS, _MEGABYTES = 30, 1024
_FIELDS = ("title", "check", "points", "checks", "means", "seconds", "megabytes", "visibility")

_EXERCISE_FIELDS = ("number", "title", "files", "largest_file", "seconds", "megabytes")


@dataclass(frozen=True)
class Case:
    """One thing that is checked."""

    title: str
    source: str
    """Its file, for messages."""
    checks: str
    """What it checks, in a sentence."""
    means: str
    """What it means if it fails, in the teacher's words; may be empty."""
    points: float
    seconds: int
    megabytes: int
    visibility: str
    trial: Trial
    runs_code: bool
    """Whether code that was handed in runs."""
    shows: str
    """The case as a text, for those who fail it."""


@dataclass(frozen=True)
class Exercise:
    """What is asked, and how it is checked."""

    name: str
    """Number and title."""
    folder: Path
    files: tuple[str, ...]
    """What is handed in: names of files, or patterns."""
    cases: tuple[Case, ...]
    largest_file: int = LARGEST_FILE
    """Bytes that a file that is handed in may have."""


def find_exercise(name: str) -> Path:
    """Return the folder of an exercise, given by path, by name, or by its number.

    Names and numbers are looked for in ``./coursework``. Raises :class:`CourseworkError`.
    """
    for folder in (Path(name), COURSEWORK / name):
        if (folder / ABOUT).is_file():
            return folder
    known = {path.parent.name: path.parent for path in sorted(COURSEWORK.glob(f"*/{ABOUT}"))}
    for folder_name, folder in known.items():
        if name == folder_name.partition("-")[0]:
            return folder
    why = f"no folder with {ABOUT} in it, and no ./{COURSEWORK}; expected a folder"
    raise CourseworkError(f"exercise '{name}': {nearest(name, known) if known else why}")


def read_exercise(folder: Path, hidden: Path | None = None) -> Exercise:
    """Return the exercise in a folder; with the cases of a folder of hidden ones, if given.

    All files are read now, those that cases name too. Raises :class:`CourseworkError`.
    """

    def read(data: CaseData) -> Exercise:
        data.refuse_others(_EXERCISE_FIELDS)
        limits = data.whole("seconds", _SECONDS), data.whole("megabytes", _MEGABYTES)
        name = f"{data.whole('number')}: {data.text('title')}"
        cases = [*_cases(folder / CASES, limits, "visible")]
        if hidden is not None:
            cases += _cases(hidden, limits, "after_published")
        largest = data.whole("largest_file", LARGEST_FILE)
        return Exercise(name, folder, data.texts("files"), tuple(cases), largest)

    return read_data(folder / ABOUT, read)


def _cases(folder: Path, limits: tuple[int, int], visibility: str) -> Iterator[Case]:
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise CourseworkError(f"{folder}: no case in it; expected files named *.toml")
    for file in files:
        yield read_data(file, lambda data: _case(data, limits, visibility))


def _case(data: CaseData, limits: tuple[int, int], visibility: str) -> Case:
    check = data.text("check")
    if check not in KINDS:
        raise CourseworkError(f"{data.source}: check = '{check}'; {nearest(check, KINDS)}")
    kind = KINDS[check]
    data.refuse_others((*_FIELDS, *kind.fields))
    seen = data.text("visibility", visibility)
    if seen not in VISIBILITIES:
        data.fail("visibility", f"one of {', '.join(VISIBILITIES)}")
    trial, shows = kind.prepare(data)
    return Case(
        title=data.text("title"),
        source=f"{data.folder.name}/{Path(data.source).name}",
        checks=data.text("checks", kind.about),
        means=data.text("means", ""),
        points=data.number("points"),
        seconds=data.whole("seconds", limits[0]),
        megabytes=data.whole("megabytes", limits[1]),
        visibility=seen,
        trial=trial,
        runs_code=kind.runs_code,
        shows=shows,
    )
