"""``planner-clue grade``, ``grade-all``, ``make-cases``: marks of submissions, and new cases."""

from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Annotated, TypeAlias

import typer
from rich.console import Console
from rich.text import Text

from planner_clue.cli import options, output
from planner_clue.cli.match_options import workers
from planner_clue.cli.options import argument, flag, integer, option
from planner_clue.support.atomic_writes import write_files
from planner_clue.support.errors import InputError, many
from planner_clue.teaching import case_making, class_grading, grading, marks_page
from planner_clue.teaching.exercise import find_exercise, read_exercise
from planner_clue.teaching.grading import Grade
from planner_clue.teaching.roster import LatePolicy, Roster
from planner_clue.teaching.submission import collect

_NOT_ALL_POINTS = 3
_WORDS = {
    "full": ("ok", "green"),
    "part": ("part", "yellow"),
    "failed": ("FAILED", "bold red"),
    "none": ("none", "magenta"),
}
_WIDEST = 110
_Exercise = Annotated[str, argument("EXERCISE", "Folder; or a number or name in ./coursework.")]
_Secret: TypeAlias = Annotated[
    str | None,
    option(
        "TEXT",
        "A text that determines the matches of exercise 5; the same text repeats the marks. "
        "Default: a random one.",
        "--secret",
        default=...,
    ),
]


def grade(
    exercise: _Exercise,
    submission: Path = argument("SUBMISSION", "A folder, a zip file, or the exercise's one file."),
    json_file: str | None = option("FILE|-", "Write Gradescope's results; - for stdout.", "--json"),
    html: Path | None = option("FILE", "Write pages: the marks, and beside it lost games."),
    hidden: Path | None = option("FOLDER", "For teachers: a folder with more cases."),
    secret: _Secret = None,
) -> int:
    """Grade an exercise and explain each case that fails.

    The submission runs in processes of its own, with limits on time and memory. It cannot stop the
    grading or change marks. An empty submission is graded too. The exit code is 3 if points are
    missing.

    Example: planner-clue grade 1 coursework/1-domain
    """
    options.check_file("--json", json_file)
    if html is not None:
        options.check_page("--html", html, "grade")
    if hidden is not None and not hidden.is_dir():
        raise InputError(f"--hidden {hidden}; expected a folder of cases")
    if not submission.exists():
        raise InputError(f"{submission} does not exist; expected a folder, a zip file or a file")
    asked = read_exercise(find_exercise(exercise), hidden)
    unread = [hidden, hidden.parent / "solution"] if hidden else []
    unread += [Path(json_file)] if json_file and json_file != "-" else []
    collected = collect(submission, asked.files, asked.largest_file)
    used = token_hex() if secret is None else secret
    with output.progress("grading") as update:
        posed = replace(collected, hidden=tuple(unread), secret=used)
        marks = grading.grade(asked, posed, on_case=update)
    if secret is None and any(case.is_drawn for case in asked.cases):
        note = f"The matches were drawn at random; --secret {used} repeats them."
        marks = replace(marks, warnings=(*marks.warnings, note))
    if html is not None:
        page = marks_page.MarksPage(marks, collected, submission.name, html.stem)
        output.write_file("--html", html, page.text)
        for name, text in page.replays.items():
            output.write_file("--html", html.with_name(name), text)
    if output.write_json(marks.results(), json_file, indent=2):
        _print(marks, submission)
    return 0 if all(mark.is_full for mark in marks.marks) else _NOT_ALL_POINTS


def _print(marks: Grade, submission: Path) -> None:
    console = Console(width=min(_WIDEST, Console().width), highlight=False, markup=False)
    console.print(f"Exercise {marks.exercise}, {submission}", style="bold")
    for mark in marks.marks:
        word, style = _WORDS[mark.kind]
        points = f"{mark.points:g} of {mark.case.points:g}"
        title = mark.case.title, "bold"
        console.print(Text.assemble((f"{word:<7}", style), f"{points:>9}  ", title))
        for line in [] if mark.is_full else mark.in_words():
            console.print(Text("\n".join(output.wrapped(f"    {line}", console.width))))
        if not mark.is_full:
            console.print()
    for note in marks.notes:
        console.print(f"Note: {note}", style="yellow")
    console.print(f"Points: {marks.points:g} of {marks.out_of:g}", style="bold")


def make_cases(
    exercise: _Exercise,
    seed: str = option("SECRET", "A secret text; the same text makes the same cases.", default=...),
    out: Path = option("FOLDER", "A new folder for the cases.", default=...),
    hidden: bool = option(None, "Hidden or visible cases.", "--hidden/--visible", default=True),
    count: int = integer(1, "Generated cases per case.", metavar="NUMBER", least=1, most=10),
    teacher: Path | None = option("FOLDER", "Teacher's folder; default: beside it in teacher/."),
) -> int:
    """Generate cases of an exercise from a secret.

    Each case keeps the title, points and check of a shipped case. Its problem, situation, position
    or seed is drawn again until three things hold: the difficulty fits, the solution gets all
    points, and each mistake of the teacher's list costs at least a tenth of the exercise. The table
    shows the difficulty of each case and how many mistakes it detects. The exit code is 3 if a
    mistake costs less.

    Example: planner-clue make-cases 4 --seed "a secret of this term" --out hidden-4
    """
    options.check_new_folder("--out", out)
    folder = find_exercise(exercise)
    own = teacher or folder.resolve().parent / "teacher" / folder.resolve().name
    if not (own / "solution").is_dir():
        raise InputError(f"--teacher {own}; expected a folder with solution/ in it")
    with output.games_bar() as bar:
        task = bar.add_task("making", total=None)
        maker = case_making.CaseMaker(read_exercise(folder), own, seed, hidden=hidden)
        made = maker.make(count, lambda name: bar.update(task, description=name, advance=1))
    write_files(out, made.files)
    rows = [
        [case.file, f"{case.points:g}", case.difficulty or "as it ships", f"{case.told}"]
        for case in made.cases
    ]
    output.print_table(["case", "points", "difficulty", "mistakes"], rows, ["case", "difficulty"])
    for name, loss in made.surviving.items():
        typer.echo(f"{name}: costs {loss:.2f} points in all draws; expected a tenth of all points")
    typer.echo(f"{out}: {many(len(made.cases), 'case')}; the solution gets all points")
    return _NOT_ALL_POINTS if made.surviving else 0


def grade_all(
    submissions: Path = argument(
        "FOLDER",
        "A folder with one entry per student: a folder, a zip file or a file. For several "
        "exercises: a folder with one such folder per exercise, with the exercise's name.",
    ),
    csv_file: Path = option(
        "FILE",
        "Write one row per student and exercise. Further results go into a folder of the same "
        "name without .csv.",
        "--csv",
        default=...,
    ),
    exercise: list[str] | None = option("EXERCISE", "Folder; or a number or name in ./coursework."),
    hidden: Path | None = option("FOLDER", "Folder with more cases, or one per exercise."),
    pages: bool = flag("--pages", "Also write one page per student, as grade --html does."),
    secret: _Secret = None,
    roster: Path | None = option(
        "FILE",
        "CSV file of the students, from Moodle, Canvas or Gradescope. Final points are written in "
        "the same columns, into a file whose name ends in -import.csv.",
    ),
    grace_days: int = integer(0, "Late days that cost nothing, over all exercises.", least=0),
    late_percent: int = integer(
        0, "Percent of the points that each further late day costs.", least=0, most=100
    ),
    jobs: options.Jobs = None,
) -> int:
    """Grade a class.

    The folder marks/ beside marks.csv contains Gradescope's results.json for each exercise and
    student. The same command continues interrupted grading. A submission is graded again if it or a
    case has changed; its earlier points are shown beside the new ones. Late days are read from the
    roster, from the column 'EXERCISE late days' or Gradescope's 'EXERCISE - Lateness (H:M:S)'.

    Example: planner-clue grade-all submissions --exercise 3 --hidden hidden-3 --csv marks.csv
    """
    options.check_file("--csv", csv_file, endings=(".csv",))
    assignments = class_grading.find_assignments(submissions, exercise or [], hidden)
    students = None if roster is None else Roster(roster)
    if students is not None:
        students.check([assignment.name for assignment in assignments])
    elif grace_days or late_percent:
        raise InputError("--grace-days, --late-percent: expected --roster too, with late days")
    results = csv_file.with_suffix("")
    if results.exists() and not results.is_dir():
        raise InputError(f"--csv {csv_file}: {results} is a file; expected a folder for results")
    with workers(jobs, None, ()) as (executor, _), output.progress("grading") as update:
        used = class_grading.kept_secret(results) if secret is None else secret
        rows = class_grading.grade_class(
            assignments, results, executor, pages=pages, secret=used, on_count=update
        )
    if students is not None:
        rows = students.join(rows, LatePolicy(grace_days, late_percent))
        for_import = csv_file.with_name(f"{csv_file.stem}-import.csv")
        output.write_file("--csv", for_import, students.to_import(rows))
        typer.echo(f"{for_import}: final points in the columns of {students.kind}")
    output.write_file("--csv", csv_file, class_grading.marks_as_csv(rows))
    output.print_table(
        ["student", "exercise", "points", "note"],
        [
            [
                r["student"] or r["roster"],
                r["exercise"],
                f"{r['points']} of {r['out_of']}",
                r["note"],
            ]
            for r in rows
        ],
        ["student", "exercise", "note"],
    )
    for file in (file for assignment in assignments for file in assignment.skipped):
        wanted = "expected a folder, a zip file or one of the exercise's files"
        typer.echo(f"{file} was not graded; {wanted}")
    typer.echo(f"{csv_file}: {len(rows)} submissions; results in {results}")
    return 0
