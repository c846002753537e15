"""An exercise: a folder with a starting point, and cases as data files.

``exercise.toml`` has number and title, the files to hand in, and limits; each file in ``cases/`` is
a case. Hidden cases are such files in a folder of the teacher.

To add a check, write a function that reads a case and returns its trial, and enter it in
:data:`CHECKS` with the fields of its cases.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from planner_clue.errors import CourseworkError, nearest
from planner_clue.teach.agent_checks import AGENT_CHECKS
from planner_clue.teach.checks import CaseData, Check, Trial, read_data
from planner_clue.teach.contingent_checks import CONTINGENT_CHECKS
from planner_clue.teach.cost_checks import COST_CHECKS
from planner_clue.teach.domain_checks import DOMAIN_CHECKS
from planner_clue.teach.heuristic_checks import HEURISTIC_CHECKS
from planner_clue.teach.monitor_checks import MONITOR_CHECKS
from planner_clue.teach.relaxation_checks import RELAXATION_CHECKS
from planner_clue.teach.search_checks import SEARCH_CHECKS
from planner_clue.teach.study_checks import STUDY_CHECKS
from planner_clue.teach.submission import LARGEST_FILE

CHECKS: dict[str, Check] = {
    **SEARCH_CHECKS,
    **DOMAIN_CHECKS,
    **HEURISTIC_CHECKS,
    **RELAXATION_CHECKS,
    **MONITOR_CHECKS,
    **COST_CHECKS,
    **AGENT_CHECKS,
    **STUDY_CHECKS,
    **CONTINGENT_CHECKS,
}
"""All checks, by the name that a case gives as ``check``."""
COURSEWORK = Path("coursework")
"""Folder of the exercises that are given by name."""
EXERCISE_FILE = "exercise.toml"
CASES = "cases"
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
    runs_code: bool
    """Whether the submission's code runs."""
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
        runs_code=check.runs_code,
        shows=shows,
    )
