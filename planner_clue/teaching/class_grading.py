"""Submissions of a class, graded in parallel; each result is kept, so that grading can go on.

A folder has an entry per student: a folder, a zip file or a single file. Each result is a file,
written whole, with a checksum of submission and cases: what has such a file is not graded again.
Where it is, the points from before are kept beside the new ones.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from planner_clue import __version__
from planner_clue.match.runs.results import csv_text
from planner_clue.support import atomic_writes, data
from planner_clue.support.errors import CourseworkError
from planner_clue.teaching import exercise, marks_page
from planner_clue.teaching.grading import grade
from planner_clue.teaching.roster import CANVAS
from planner_clue.teaching.submission import Submission, collect, collect_files

_LONGEST_NOTE = 200
_ARCHIVES = {".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz"}
"""Endings of files that students hand in; only zip files can be graded, all have a row."""


@dataclass(frozen=True)
class Assignment:
    """An exercise with the submissions for it."""

    folder: Path
    """Of the exercise."""
    hidden: Path | None
    submissions: Path
    students: tuple[tuple[str, tuple[Path, ...]], ...]
    """Each student's name, and the place of the submission; of Canvas, places."""
    skipped: tuple[Path, ...] = ()
    """Files there that are not submissions: neither archives nor of the kind that is wanted."""

    @property
    def name(self) -> str:
        """Name of the exercise."""
        return self.folder.resolve().name


@dataclass(frozen=True)
class Job:
    """One submission to grade, as a worker gets it."""

    assignment: Assignment
    student: str
    places: tuple[Path, ...]
    results: Path
    page: bool
    """Whether to write a page beside the result."""
    secret: str

    @property
    def result(self) -> Path:
        """File of the result."""
        return self.results / self.assignment.name / f"{self.student}.json"

    @property
    def hidden(self) -> tuple[Path, ...]:
        """Folders that submitted code must not read."""
        hidden = self.assignment.hidden
        more = (hidden, hidden.parent / "solution") if hidden else ()
        return self.assignment.submissions.resolve(), self.results.resolve(), *more


def find_assignments(
    place: Path, exercises: Sequence[str], hidden: Path | None
) -> list[Assignment]:
    """Return the assignments of grading in a folder; raises :class:`CourseworkError`.

    With one exercise, the entries of the folder are its submissions; with none or several, they are
    folders with the names or numbers of exercises, which contain submissions.
    """
    if not place.is_dir():
        raise CourseworkError(f"{place}; expected a folder of submissions")
    if len(exercises) == 1:
        return [_assignment(exercise.find_exercise(exercises[0]), hidden, place, alone=True)]
    assignments = []
    for name in exercises or sorted(entry.name for entry in _entries(place)):
        try:
            folder = exercise.find_exercise(name)
        except CourseworkError as error:
            what = f"{place}: {error}; for submissions of one exercise, name it instead of 'all'"
            raise CourseworkError(what) from error
        own = [place / name, place / folder.resolve().name]
        found = next((one for one in own if one.is_dir()), None)
        if found is None:
            raise CourseworkError(f"{own[-1]}; expected a folder of submissions")
        assignments.append(_assignment(folder, hidden, found, alone=False))
    if not assignments:
        raise CourseworkError(f"{place} is empty; expected submissions, or folders of exercises")
    return assignments


def _assignment(folder: Path, hidden: Path | None, place: Path, *, alone: bool) -> Assignment:
    if hidden is not None:
        name = folder.resolve().name
        places = [hidden / name / "hidden", hidden / name, *([hidden] if alone else [])]
        found = next((one for one in places if data.listed(one, "*.toml")), None)
        if found is None:
            raise CourseworkError(f"--hidden {hidden}: no cases of {name}; expected {places[0]}")
        hidden = found
    kinds = {Path(name).suffix for name in exercise.read_exercise(folder).files} | _ARCHIVES
    skipped = [one for one in _entries(place) if one.is_file() and one.suffix.lower() not in kinds]
    entries = [entry for entry in _entries(place) if entry not in skipped]
    if not entries:
        raise CourseworkError(f"{place}: no submission in it; expected folders or files")
    plain, handed_in = dict[Path, str](), dict[str, list[Path]]()
    for entry in entries:
        canvas = None if entry.is_dir() else CANVAS.fullmatch(entry.name)
        if canvas and canvas[3]:
            plain[entry] = f"{canvas[1]}_{canvas[2]}"
            handed_in.setdefault(plain[entry], []).append(entry)
        else:
            plain[entry] = entry.name if entry.is_dir() else entry.stem
    several = Counter(plain.values())
    for entry, name in plain.items():
        if name not in handed_in:
            handed_in[name if several[name] == 1 else entry.name] = [entry]
    students = tuple((name, tuple(files)) for name, files in sorted(handed_in.items()))
    return Assignment(folder, hidden, place, students, tuple(skipped))


def _entries(place: Path) -> list[Path]:
    return [entry for entry in data.listed(place) if not entry.name.startswith("_")]


def grade_class(
    assignments: Sequence[Assignment],
    results: Path,
    executor: Executor | None,
    *,
    pages: bool,
    secret: str = "",
    on_count: Callable[[int, int], None] = lambda done, count: None,
) -> list[dict[str, Any]]:
    """Return a row per student and exercise; writes what is missing into the folder of results."""
    jobs = [
        Job(replace(assignment, students=()), student, places, results, pages, secret)
        for assignment in assignments
        for student, places in assignment.students
    ]
    for assignment in assignments:
        (results / assignment.name).mkdir(parents=True, exist_ok=True)
    on_count(0, len(jobs))
    for number, _ in enumerate((executor.map if executor else map)(grade_one, jobs), 1):
        on_count(number, len(jobs))
    return [_row(job) for job in jobs]


def kept_secret(results: Path) -> str:
    """Return the secret that is kept in a folder of results; a random one if it is new."""
    file = results / "secret.txt"
    if not file.is_file():
        results.mkdir(parents=True, exist_ok=True)
        atomic_writes.write_whole(file, token_hex())
    return file.read_text("utf-8")


def grade_one(job: Job) -> None:
    """Grade a submission, unless its result is there, and write the result."""
    asked, cases = _exercise(job.assignment.folder, job.assignment.hidden)
    submission = collected(job.places, asked)
    key, page = _key(submission, cases + job.secret), job.result.with_suffix(".html")
    kept = _kept(job.result)
    if kept["key"] == key and (page.is_file() or not job.page):
        return
    submission = replace(submission, hidden=job.hidden, secret=job.secret)
    marks = grade(asked, submission)
    found = marks.results()
    notes = [f"{name}: {why}" for name, why in sorted(submission.faults.items())]
    if not (notes or marks.points):
        feedback = [failure for mark in marks.marks for failure in mark.score.feedback]
        notes = [failure.what.partition("\n")[0] for failure in feedback[:1]]
    found["extra_data"] |= {
        "checksum": key,
        "before": kept["points"][:-1] if kept["key"] == key else kept["points"],
        "not_graded": sum(not mark.is_graded for mark in marks.marks),
        "full_cases": sum(mark.is_full for mark in marks.marks),
        "note": "; ".join([*notes, *marks.notes])[:_LONGEST_NOTE],
    }
    if job.page:
        made = marks_page.MarksPage(marks, submission, job.student, page.stem)
        for name, text in [*made.replays.items(), (page.name, made.text)]:
            atomic_writes.write_whole(page.with_name(name), text)
    atomic_writes.write_whole(job.result, json.dumps(found, indent=2) + "\n")


def collected(places: tuple[Path, ...], asked: exercise.Exercise) -> Submission:
    """Return the submission of a student, in one place or in several files."""
    if len(places) > 1:
        return collect_files(places, asked.files, asked.largest_file)
    if places[0].is_symlink():
        name = places[0].name
        why = dict.fromkeys(asked.files, f"{name} is a link; expected the submission itself")
        return Submission({}, why)
    return collect(places[0], asked.files, asked.largest_file)


@lru_cache(maxsize=32)
def _exercise(folder: Path, hidden: Path | None) -> tuple[exercise.Exercise, str]:
    asked = exercise.read_exercise(folder, hidden)
    digest = sha256(__version__.encode())
    for place in filter(None, (folder, hidden)):
        for file in filter(Path.is_file, data.listed(place, "**/*")):
            digest.update(str(file.relative_to(place)).encode() + b"\0" + file.read_bytes())
    return asked, digest.hexdigest()


def _key(submission: Submission, cases: str) -> str:
    digest = sha256(cases.encode())
    for name, content in sorted(submission.files.items()):
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    digest.update(json.dumps(sorted(submission.faults.items())).encode())
    return digest.hexdigest()


def _kept(result: Path) -> dict[str, Any]:
    """Return checksum and points of a result that is there, and the points before those."""
    try:
        found = json.loads(result.read_bytes())
        more = found["extra_data"]
        return {"key": more["checksum"], "points": [*more.get("before", []), found["score"]]}
    except (OSError, ValueError, LookupError, TypeError):
        return {"key": "", "points": []}


def _row(job: Job) -> dict[str, Any]:
    found = json.loads(job.result.read_bytes())
    more = found["extra_data"]
    return {
        "student": job.student,
        "exercise": job.assignment.name,
        "points": f"{found['score']:g}",
        "out_of": f"{more['max_score']:g}",
        "before": f"{more['before'][-1]:g}" if more.get("before") else "",
        "full_cases": more["full_cases"],
        "cases": len(found["tests"]),
        "not_graded": more["not_graded"],
        "seconds": f"{found['execution_time']:.1f}",
        "note": more["note"],
    }


def marks_as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows, one or more, as CSV; no cell can be taken for a formula."""
    return csv_text([*rows[0]], (row.values() for row in rows))
