"""A roster from a learning platform: whose a submission is, lateness, and marks to import.

It reads the CSV files that Moodle (an assignment's grading worksheet, or the participants), Canvas
(the gradebook) and Gradescope (the roster, or the grades) export. Marks are written in the columns
that Moodle and Canvas import. Gradescope imports none; there the autograder sets them.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any, TypeAlias

from planner_clue.match.runs.results import csv_text
from planner_clue.support.errors import CourseworkError

Row: TypeAlias = dict[str, str]
WORKSHEET = "Moodle's grading worksheet"
KINDS = {
    WORKSHEET: ("Identifier", "Grade"),
    "Canvas' gradebook": ("Student", "ID", "Section"),
    "Gradescope's roster": ("SID", "Email"),
    "Moodle's participants": ("Email address",),
}
"""Columns by which a kind of file is known; the first that fits."""
_NAMES = ("Full name", "Student", "Name")
_FIRST, _LAST = ("First name", "First Name"), ("Last name", "Last Name", "Surname")
_IDS = ("Email address", "Email", "SIS Login ID", "SIS User ID", "SID", "ID number", "Username")
_MOODLE = re.compile(r"(.+)_(\d+)_assignsubmission_\w+")
CANVAS = re.compile(r"([^_]+)_(?:LATE_)?(\d+)(_\d+_.+)?")
"""Name, ID, and rest of a file that Canvas packs; without the rest, a student's entry."""
_HOURS_A_DAY, _MINUTES, _SECONDS = 24, 60, 3600
_POINTS_POSSIBLE = "Points Possible"


@dataclass(frozen=True)
class LatePolicy:
    """Free days over all exercises, in the order of their numbers, and the loss per day after."""

    grace_days: int = 0
    percent: float = 0.0
    """Share of the points that each started day beyond the free ones costs."""


class Roster:
    """The students of a file, in its order."""

    def __init__(self, file: Path) -> None:
        """Read a file; raises :class:`CourseworkError` where it is of no known kind."""
        try:
            with file.open(encoding="utf-8-sig", newline="") as stream:
                reader = csv.DictReader(stream)
                self.columns = [*(reader.fieldnames or ())]
                rows = [{name: row[name] or "" for name in self.columns} for row in reader]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise CourseworkError(f"{file} cannot be read: {error}") from error
        fits = (kind for kind, wanted in KINDS.items() if {*wanted} <= {*self.columns})
        self.kind = next(fits, "")
        if not self.kind:
            wanted = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in KINDS.items())
            raise CourseworkError(f"{file}: unknown columns; expected those of {wanted}")
        is_student = (row.get("Role", "Student") == "Student" for row in rows)
        of_people = [row for row, student in zip(rows, is_student, strict=True) if student]
        self.students = [row for row in of_people if any(map(row.get, (*_NAMES, *_IDS)))]
        if self.kind.startswith("Canvas"):  # whose second line has points, and no student
            self.students = [row for row in self.students if row["ID"].strip()]
        self._known = dict[str, list[int]]()
        for number, row in enumerate(self.students):
            for key in {*_keys(row)}:
                self._known.setdefault(key, []).append(number)

    def student_of(self, entry: str) -> int | None:
        """Return the number of the student whose submission an entry is; None if it is unclear.

        ``entry`` is a name of Moodle's or Canvas' archive, or a name, address or number of the
        roster.
        """
        keys = [_plain(entry)]
        if moodle := _MOODLE.fullmatch(entry):
            keys = [f"participant {moodle[2]}", _plain(moodle[1])]
        elif canvas := CANVAS.fullmatch(entry):
            keys = [f"canvas {canvas[2]}", *keys]
        found = (self._known[key] for key in keys if key in self._known)
        students = next(found, [])
        return students[0] if len(students) == 1 else None

    def name(self, number: int) -> str:
        """Return the address or number of a student, or else the name."""
        row = self.students[number]
        return next(filter(None, map(row.get, (*_IDS, *_NAMES))), "")

    def days_late(self, number: int, exercise: str) -> int:
        """Return the started days by which a student was late; raises :class:`CourseworkError`."""
        row = self.students[number]
        days, time = row.get(f"{exercise} late days"), row.get(f"{exercise} - Lateness (H:M:S)")
        try:
            if not time or days:
                return max(0, ceil(float(days or 0)))
            hours, minutes, seconds = map(int, time.split(":"))
        except ValueError as error:
            what = f"roster: {self.name(number)}, {exercise}: late {days or time}"
            raise CourseworkError(f"{what}; expected days, or H:M:S") from error
        return ceil((hours + minutes / _MINUTES + seconds / _SECONDS) / _HOURS_A_DAY)

    def check(self, exercises: Sequence[str]) -> None:
        """Raise :class:`CourseworkError` for wrong late days, or too many exercises."""
        if self.kind == WORKSHEET and len(exercises) > 1:
            raise CourseworkError(f"{self.kind} is of one assignment; expected one --exercise")
        for number in range(len(self.students)):
            for exercise in exercises:
                self.days_late(number, exercise)

    def join(self, rows: Sequence[dict[str, Any]], policy: LatePolicy) -> list[dict[str, Any]]:
        """Return the rows of marks with student, lateness and final points; some for nobody's work.

        The new columns are ``roster``, ``days_late``, ``grace_days`` and ``final``.
        """
        left = dict.fromkeys(range(len(self.students)), policy.grace_days)
        exercises, joined, handed_in = _exercises(rows), list[dict[str, Any]](), set[Any]()
        for row in sorted(rows, key=lambda row: exercises.index(row["exercise"])):
            number, days, grace = self.student_of(row["student"]), 0, 0
            if number is not None:
                days = self.days_late(number, row["exercise"])
                grace = min(days, left[number])
                left[number] -= grace
                handed_in.add((number, row["exercise"]))
            share = max(0.0, 1 - policy.percent / 100 * (days - grace))
            final = f"{round(share * float(row['points']), 2):g}"
            more = {"days_late": days, "grace_days": grace, "final": final}
            joined.append(row | {"roster": "" if number is None else self.name(number)} | more)
        empty = dict.fromkeys([*rows[0], "roster", "days_late", "grace_days", "final"], "")
        for exercise in exercises:
            for number in range(len(self.students)):
                if (number, exercise) not in handed_in:
                    who = {"exercise": exercise, "roster": self.name(number)}
                    joined.append(empty | who | {"note": "nothing was handed in"})
        return joined

    def to_import(self, joined: Sequence[Mapping[str, Any]]) -> str:
        """Return the final points as CSV of the roster's kind; empty where there are none."""
        exercises, points = _exercises(joined), dict[tuple[str, str], str]()
        for row in joined:
            points[row["roster"], row["exercise"]] = str(row["final"])
        most = {row["exercise"]: row["out_of"] for row in joined if row["out_of"]}
        names = dict(zip(exercises, exercises, strict=True))
        kept = self.columns
        if self.kind == WORKSHEET:
            names = {exercises[0]: "Grade"}
        elif self.kind.startswith("Canvas"):
            kept = [name for name in self.columns if name in {"Student", "Section"} or "ID" in name]
            there = {name.rpartition(" (")[0]: name for name in self.columns}
            names = {exercise: there.get(exercise, exercise) for exercise in exercises}
        else:
            kept = [name for name in self.columns if name in {*_FIRST, *_LAST, *_NAMES, *_IDS}]
        columns = [*kept, *(name for name in names.values() if name not in kept)]
        lines = list[Row]()
        if self.kind.startswith("Canvas"):
            possible = {names[exercise]: str(most.get(exercise, "")) for exercise in exercises}
            lines.append({"Student": f"    {_POINTS_POSSIBLE}", **possible})
        for number, row in enumerate(self.students):
            own = {names[one]: points.get((self.name(number), one), "") for one in exercises}
            lines.append({name: row.get(name, "") for name in columns} | own)
        return csv_text(columns, ([line.get(name, "") for name in columns] for line in lines))


def _exercises(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the names of exercises, by their numbers."""
    return sorted(
        {row["exercise"] for row in rows}, key=lambda name: (len(name.split("-")[0]), name)
    )


def _keys(row: Row) -> Iterator[str]:
    """Yield what a submission of a student may be called."""
    name = next(filter(None, map(row.get, _NAMES)), "")
    first, last = (next(filter(None, map(row.get, names)), "") for names in (_FIRST, _LAST))
    if "," in name:
        last, _, first = name.partition(",")
    for one in (name, f"{first} {last}", f"{last} {first}"):
        yield from filter(None, [_plain(one)])
    for column in _IDS:
        if value := row.get(column, ""):
            yield _plain(value)
            yield _plain(value.partition("@")[0])
    if participant := re.search(r"\d+", row.get("Identifier", "")):
        yield f"participant {participant[0]}"
    if row.get("ID"):
        yield f"canvas {row['ID']}"


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").split())
