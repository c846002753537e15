"""Cases drawn from a secret, tested with the solution and with the list of mistakes.

The cases that ship are the templates: a drawn case keeps title, points and check, and has another
problem, situation, position or seed. ``make_cases.py`` in the teacher's folder of an exercise draws
them. Its ``DRAWERS`` map the file name of a template to a function that takes a :class:`Draw` and
returns a :class:`Drawn`; a template without a drawer is copied. A drawer raises :class:`Unsuitable`
where a draw is too easy or too hard, and the next one is tried.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import tomlkit
from msgspec import structs

from planner_clue.support.atomic_writes import write_files
from planner_clue.support.data import listed
from planner_clue.support.errors import CourseworkError
from planner_clue.support.plugins import run, run_file
from planner_clue.teaching.checks import read_toml
from planner_clue.teaching.exercise import CASES, LEAST_LOSS, Exercise, read_case, read_mistakes
from planner_clue.teaching.grading import Mark, grade
from planner_clue.teaching.submission import Submission, collect

MAKER, SOLUTION, HIDDEN, MOST_DRAWS = "make_cases.py", "solution", "hidden", 300
"""Files and folders of a teacher; draws per case, before the best is taken or the case given up."""
_CENT = 100


class Unsuitable(Exception):
    """A draw that is too easy, too hard, or has no case of the kind that is wanted."""


@dataclass(frozen=True)
class Draw:
    """The data that a drawer may use."""

    secret: str
    """Text for generators that the cases of an exercise share."""
    rng: Random
    """The generator of this draw alone."""
    stem: str
    """Beginning of the names of the case's files."""
    fields: Mapping[str, Any]
    """The template."""
    files: Mapping[str, str]
    """Texts of the files that the template names."""
    solution: Mapping[str, str]
    """Texts of the solution, by file."""
    mistakes: Mapping[str, Mapping[str, str]]
    """Texts of the solution with each mistake that the case must detect, by the mistake's name."""


@dataclass(frozen=True)
class Drawn:
    """A case."""

    fields: Mapping[str, Any]
    """The fields that differ from the template's."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Texts by file name, relative to the case."""
    difficulty: str = ""
    """Figures for the teacher, such as the length of the best plan."""


Drawer: TypeAlias = Callable[[Draw], Drawn]


@dataclass
class MadeCase:
    """A case with the results of its checks."""

    file: str
    template: str
    points: float
    difficulty: str = ""
    """Empty if the case is a copy of its template."""
    draws: int = 0
    losses: dict[str, float] = field(default_factory=dict)
    """Points that each mistake loses."""
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def detected(self) -> int:
        """The number of mistakes that lose points in it."""
        return sum(loss > 0 for loss in self.losses.values())


@dataclass(frozen=True)
class MadeCases:
    """New cases of an exercise."""

    cases: tuple[MadeCase, ...]
    surviving: Mapping[str, float]
    """Mistakes that lose less than they should, with the points that they lose."""

    @property
    def files(self) -> dict[str, str]:
        """All texts, by file name."""
        return {name: text for case in self.cases for name, text in case.files.items()}


class CaseMaker:
    """Makes the cases of an exercise."""

    def __init__(self, asked: Exercise, teacher: Path, secret: str, *, hidden: bool) -> None:
        """Read what the teacher's folder has; raises :class:`CourseworkError`."""
        self._asked, self._secret, self._hidden = asked, secret, hidden
        self._templates = teacher / HIDDEN if hidden else asked.folder / CASES
        maker, self._drawers = teacher / MAKER, dict[str, Drawer]()
        if maker.is_file():
            name = f"planner_clue_{teacher.name}_cases"
            module = run_file(maker, name, str(maker), CourseworkError)
            self._drawers = getattr(module, "DRAWERS", {})
        solution = collect(teacher / SOLUTION, asked.files, asked.largest_file)
        if solution.faults:
            raise CourseworkError(f"{teacher / SOLUTION}: {next(iter(solution.faults.values()))}")
        self._solution = solution.files
        known = read_mistakes(teacher) if hidden else ()
        self._mistakes = [one for one in known if not any("/" in case for case in one.cases)]
        both = [*listed(teacher / HIDDEN, "*.toml"), *listed(asked.folder / CASES, "*.toml")]
        self._missed = Counter[str]()
        """Draws in which each mistake lost too little; the most frequent are tested first."""
        self._least = LEAST_LOSS * sum(read_toml(file)["points"] for file in both)

    def make(self, count: int, on_step: Callable[[str], None] = lambda what: None) -> MadeCases:
        """Return ``count`` cases in place of each template, which share its points.

        The solution has full points in each of them. Where mistakes are listed for a case, it is
        drawn until it detects one of them. Raises :class:`CourseworkError` where no draw
        suits. ``on_step`` is called with the name of each case that is drawn.
        """
        made = list[MadeCase]()
        for template in listed(self._templates, "*.toml"):
            parts = count if template.name in self._drawers else 1
            for number, points in enumerate(_shares(read_toml(template)["points"], parts), 1):
                name = template.stem if number == 1 else f"{template.stem}-{number}"
                on_step(name)
                made.append(self._first(MadeCase(f"{name}.toml", template.name, points)))
        while self._lacking(made) and (better := self._improved(made, on_step)):
            made = better
        return MadeCases(tuple(made), self._surviving(made))

    def _first(self, case: MadeCase) -> MadeCase:
        while case.draws < MOST_DRAWS:
            if found := self._drawn(case):
                return found
        what = f"{case.template}: none of {MOST_DRAWS} draws suits, or the solution fails in it"
        raise CourseworkError(f"{what}; expected another secret, or an easier template")

    def _improved(
        self, made: list[MadeCase], on_step: Callable[[str], None]
    ) -> list[MadeCase] | None:
        """Return the cases with another draw of one, with which they detect more mistakes."""
        surviving, lacking = self._surviving(made), self._lacking(made)
        for number, case in enumerate(made):
            before, after = made[:number], made[number + 1 :]
            to_detect = case.losses.keys() & surviving.keys() if case.detected else case.losses
            while to_detect and case.difficulty and case.draws < MOST_DRAWS:
                on_step(case.file.removesuffix(".toml"))
                if found := self._drawn(case, [*before, *after], lacking):
                    return [*before, found, *after]
        return None

    def _surviving(self, made: Sequence[MadeCase]) -> dict[str, float]:
        losses = defaultdict[str, float](float)
        for case in made:
            for name, loss in case.losses.items():
                losses[name] += loss
        least = self._least - 1 / _CENT
        return {one.name: losses[one.name] for one in self._mistakes if losses[one.name] < least}

    def _lacking(self, made: Sequence[MadeCase]) -> float:
        """Return the points that mistakes lose too little, and 1 per case that detects none."""
        silent = sum(bool(case.losses) and not case.detected for case in made if case.difficulty)
        return sum((self._least - lost for lost in self._surviving(made).values()), silent + 0.0)

    def _drawn(
        self, case: MadeCase, others: Sequence[MadeCase] = (), limit: float = inf
    ) -> MadeCase | None:
        """Return a case with its next draw; None if that does not suit.

        A draw suits only if it and the other cases lack less than ``limit``.
        """
        stem, files = case.file.removesuffix(".toml"), dict[str, str]()
        template = _brought(read_toml(self._templates / case.template), self._templates, files)
        _brought("domain.pddl", self._templates, files)  # the default of some checks
        case.draws += 1
        mistakes = [one for one in self._mistakes if case.template in one.cases]
        wrong = {one.name: one.made_in(self._solution) for one in mistakes}
        drawn, drawer = Drawn({}), self._drawers.get(case.template)
        if drawer:
            secret = f"{self._secret}/{self._asked.folder.resolve().name}/{self._templates.name}"
            texts = {name: _texts(files) for name, files in wrong.items()}
            rng = Random(f"{secret}/{stem}/{case.draws}")
            draw = Draw(secret, rng, stem, template, files, _texts(self._solution), texts)
            try:
                drawn = run(partial(drawer, draw), f"{MAKER}: {stem}", CourseworkError)
            except CourseworkError as error:
                if isinstance(error.__cause__, Unsuitable):
                    return None
                raise
        title = template["title"]
        if case.file != case.template:
            title += f" ({stem.rpartition('-')[2]})"
        fields = {**template, "title": title, "points": case.points, **drawn.fields}
        named = {*_strings(fields), "domain.pddl"}
        kept = {name: text for name, text in files.items() if name in named}
        made = {case.file: as_toml(fields), **kept, **drawn.files}
        mark = self._marker(case.file, made)
        found = replace(case, losses=dict.fromkeys(wrong, case.points), files=made)
        found.difficulty = drawn.difficulty or ("drawn" if drawer else "")
        for name in sorted(wrong, key=self._missed.__getitem__, reverse=True):
            found.losses[name] = case.points - mark(wrong[name]).points
            self._missed[name] += found.losses[name] < self._least
            if limit < inf and self._lacking([*others, found]) >= limit:
                return None
        if mark(self._solution).is_full:  # last, because most draws detect too few mistakes
            return found
        if drawer is None:
            raise CourseworkError(f"{case.template}: the solution fails in it")
        return None

    def _marker(self, name: str, files: Mapping[str, str]) -> Callable[[Mapping[str, bytes]], Mark]:
        """Return a function that marks the teacher's own files in a case."""
        with TemporaryDirectory(prefix="planner-clue-") as place:
            write_files(Path(place), files)
            case = read_case(Path(place) / name, self._asked)
        exercise = structs.replace(self._asked, cases=(case,))

        def mark(submitted: Mapping[str, bytes]) -> Mark:
            (found,) = grade(exercise, Submission(submitted, is_trusted=True)).marks
            if not found.is_graded:
                raise CourseworkError(f"{name} was not graded: {found.score.ungraded}")
            return found

        return mark


def _shares(points: float, count: int) -> list[float]:
    """Return points in equal parts of whole cents, the last one with the rest."""
    each = int(_CENT * points / count) / _CENT
    parts = [*[each] * (count - 1), round(points - each * (count - 1), 2)]
    return [int(part) if part == int(part) else part for part in parts]


def _texts(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: content.decode() for name, content in files.items()}


def _brought(value: Any, folder: Path, files: dict[str, str]) -> Any:
    """Return a field with the files that it names in one folder, and add their texts to ``files``.

    A file of another folder gets the name of that folder before its own.
    """
    if isinstance(value, dict):
        return {name: _brought(one, folder, files) for name, one in value.items()}
    if isinstance(value, list):
        return [_brought(one, folder, files) for one in value]
    if not isinstance(value, str) or "\n" in value or not (folder / value).is_file():
        return value
    path = Path(value)
    name = f"{(folder / path).resolve().parent.name}-{path.name}" if ".." in path.parts else value
    files[name] = (folder / value).read_text(encoding="utf-8")
    return name


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict() | list():
            for one in value.values() if isinstance(value, dict) else value:
                yield from _strings(one)


def as_toml(fields: Mapping[str, Any]) -> str:
    """Return the fields of a case as TOML: values first, then lists of tables."""
    return tomlkit.dumps(_readable(fields))


def _readable(value: Any) -> Any:
    """Return a value whose texts of several lines are written as they are."""
    match value:
        case str() if "\n" in value and "'''" not in value:
            return tomlkit.string(value.removeprefix("\n"), literal=True, multiline=True)
        case dict():
            return {name: _readable(one) for name, one in value.items()}
        case list() | tuple():
            return list(map(_readable, value))
    return value
