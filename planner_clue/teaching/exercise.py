"""An exercise: a folder with a starting point, cases as data files, and plausible mistakes.

``exercise.toml`` has number and title, the files to hand in, and limits; each file in ``cases/`` is
a case: fields of a class derived from :class:`~planner_clue.teaching.checks.Case`. Hidden cases are
in a folder of the teacher; ``mistakes.toml`` there has changes of the solution that they must find.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePath
from types import ModuleType

from msgspec import Struct, structs

from planner_clue.support.data import listed
from planner_clue.support.errors import CourseworkError, nearest
from planner_clue.support.plugins import run_file
from planner_clue.teaching import agent_checks
from planner_clue.teaching.checks import Case, Whole, check_known, read_toml, typed
from planner_clue.teaching.submission import LARGEST_FILE

COURSEWORK = Path("coursework")
"""Folder of the exercises that are given by name."""
EXERCISE_FILE = "exercise.toml"
CASES = "cases"
MISTAKES = "mistakes.toml"
LEAST_LOSS = 0.1
"""Share of the points of an exercise that each mistake costs."""
_MODULES = (agent_checks,)
"""The modules whose checks every exercise can use."""


def _checks_in(modules: Iterable[ModuleType]) -> dict[str, type[Case]]:
    """Return the checks in modules, by the name that a case gives as ``check``."""
    kinds = [one for module in modules for one in vars(module).values() if isinstance(one, type)]
    found = [one for one in kinds if issubclass(one, Case) and one is not Case]
    tags = {str(kind.__struct_config__.tag): kind for kind in found}
    return {tag: kind for tag, kind in tags.items() if tag[0] != "_"}  # those are parts


class Exercise(Struct, kw_only=True):
    """The files to hand in, and the cases that check them."""

    number: Whole
    title: str
    files: tuple[str, ...]
    """Names of the files to hand in, or patterns."""
    imports: tuple[str, ...] = ()
    """Packages that submitted code may import beside the standard library."""
    checks: tuple[str, ...] = ()
    """Python files with the checks of its cases, classes derived from ``Case``."""
    largest_file: Whole = LARGEST_FILE
    """Size limit per file, in bytes."""
    seconds: Whole = 30
    megabytes: Whole = 1024
    """Limits of cases that name none."""
    folder: Path = Path()
    cases: tuple[Case, ...] = ()
    modules: tuple[ModuleType, ...] = _MODULES
    """The modules with the checks that its cases can name."""

    @property
    def name(self) -> str:
        """Number and title."""
        return f"{self.number}: {self.title}"

    @property
    def runs_code(self) -> bool:
        """Whether submitted code may run, in a worker: Python files are handed in."""
        return any(name.endswith(".py") for name in self.files)


def find_exercise(name: str) -> Path:
    """Return an exercise's folder, by path or name or number in ``./coursework``."""
    for folder in (Path(name), COURSEWORK / name):
        if (folder / EXERCISE_FILE).is_file():
            return folder
    known = {path.parent.name: path.parent for path in listed(COURSEWORK, f"*/{EXERCISE_FILE}")}
    for folder_name, folder in known.items():
        if name == folder_name.partition("-")[0]:
            return folder
    why = f"no folder with {EXERCISE_FILE} in it, and no ./{COURSEWORK}; expected a folder"
    raise CourseworkError(f"exercise '{name}': {nearest(name, known) if known else why}")


def read_exercise(folder: Path, hidden: Path | None = None) -> Exercise:
    """Return an exercise with the files of its cases; raises :class:`CourseworkError`."""
    file = folder / EXERCISE_FILE
    found = typed(read_toml(file), Exercise, file, other=("folder", "cases", "modules"))
    found.folder = folder
    found.modules = (*_MODULES, *(_load_checks((folder / name).resolve()) for name in found.checks))
    found.cases = _cases(folder / CASES, found, "visible")
    if hidden is not None:
        if (own := hidden / "hidden").is_dir():
            raise CourseworkError(f"{hidden} is not a folder of cases; expected {own}")
        found.cases += _cases(hidden, found, "after_published")
    return found


@cache
def _load_checks(file: Path) -> ModuleType:
    """Return the module of a file with checks; raises :class:`CourseworkError`."""
    if not file.is_file():
        raise CourseworkError(f"{EXERCISE_FILE}: checks: {file} does not exist")
    if (shared := str(file.parents[1])) not in sys.path:
        sys.path.append(shared)  # with the package ``graders``
    return run_file(file, f"{file.parent.name}.{file.stem}", str(file), CourseworkError)


def _cases(folder: Path, exercise: Exercise, visibility: str) -> tuple[Case, ...]:
    files = listed(folder, "*.toml")
    if not files:
        raise CourseworkError(f"{folder}: no case in it; expected files named *.toml")
    return tuple(read_case(file, exercise, visibility) for file in files)


def read_case(file: Path, exercise: Exercise, visibility: str = "visible") -> Case:
    """Return a case, with the limits of its exercise; raises :class:`CourseworkError`."""
    limits = {"seconds": exercise.seconds, "megabytes": exercise.megabytes}
    fields = {**limits, "visibility": visibility, **read_toml(file)}
    if "check" not in fields:
        raise CourseworkError(f"{file}: 'check' is missing; expected the name of a check")
    name, known = str(fields.pop("check")), _checks_in(exercise.modules)
    check_known(f"{file}: check", name, known)
    case = typed(fields, known[name], file, other=("place", "shows"))
    case.place = f"{file.parent.name}/{file.name}"
    try:
        case.shows = case.story()
    except ValueError as error:
        raise CourseworkError(f"{file}: {error}") from error
    return case


class Mistake(Struct, kw_only=True, forbid_unknown_fields=True):
    """A mistake, as replacements in one file of the solution."""

    name: str
    cases: tuple[str, ...]
    """Hidden cases that detect the mistake, by file name. Cases with their folder are generated
    again until one does."""
    changes: tuple[tuple[str, str], ...]
    """Texts with their replacements, each at its first place."""
    after: tuple[str, ...] = ()
    """Texts after which that place is searched, one after the other."""
    file: str | None = None
    """The changed file; by default the first one that is not TOML."""
    apart: Mapping[str, tuple[str, ...]] = {}
    """Functions, each with the cases that detect the mistake if only this function has it."""
    only: str | None = None
    """The function of a Python file that has the mistake; by default all. The others do not call
    it, but the one without the mistake."""

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
        if self.only:
            both = f"exec({files[name].decode()!r}, right)\nexec({text!r}, wrong)\n"
            text = f"right, wrong = {{}}, {{}}\n{both}globals().update(right)\n"
            text += f"{self.only} = wrong[{self.only!r}]\n"
        return {**files, name: text.encode()}

    def separate(self) -> Iterator["Mistake"]:
        """Yield the mistake, and it in each function apart."""
        yield structs.replace(self, apart={})
        for function, cases in self.apart.items():
            named = f"{self.name}, in {function} alone"
            yield structs.replace(self, name=named, cases=cases, apart={}, only=function)


class _Mistakes(Struct):
    mistakes: tuple[Mistake, ...]


def read_mistakes(teacher: Path) -> tuple[Mistake, ...]:
    """Return a teacher's list of mistakes, if any; raises :class:`CourseworkError`."""
    file = teacher / MISTAKES
    listed = typed(read_toml(file), _Mistakes, file).mistakes if file.is_file() else ()
    return tuple(apart for one in listed for apart in one.separate())
