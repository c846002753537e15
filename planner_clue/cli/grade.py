"""``planner-clue grade``: marks of a submission or a class, and cases drawn from a secret."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

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
_STYLES = {"full": "green", "part": "yellow", "zero": "bold red", "ungraded": "magenta"}
_WIDEST = 110
_HIDDEN = "For teachers: a folder with more cases; or with one such folder per exercise."


def grade(
    exercise: str = argument(
        "EXERCISE",
        "A folder; or a number or name in ./coursework. With --csv also several, such as 1,3, "
        "or all: then SUBMISSION contains a folder per exercise.",
    ),
    submission: Path | None = argument(
        "SUBMISSION",
        "A folder, a zip file, or the exercise's one file. With --csv: a folder with one of these "
        "per student.",
        default=None,
    ),
    json_file: str | None = option("FILE|-", "Write Gradescope's results; - for stdout.", "--json"),
    html: Path | None = option("FILE", "Write pages: the marks, and beside it lost games."),
    hidden: Path | None = option("FOLDER", _HIDDEN),
    secret: str | None = option(
        "TEXT",
        "A text that determines the visible matches of exercises 5, 9 and 10, the tasks of "
        "exercise 11, and drawn cases; the same text repeats them. Default: a random one.",
    ),
    csv_file: Path | None = option(
        "FILE",
        "Grade a class: write one row per student and exercise. Further results go into a folder "
        "of the same name without .csv.",
        "--csv",
    ),
    pages: bool = flag("--pages", "With --csv: also write a page per student, as --html does."),
    roster: Path | None = option(
        "FILE",
        "With --csv: the students, a CSV file from Moodle, Canvas or Gradescope. Final points are "
        "written in the same columns, into a file whose name ends in -import.csv.",
    ),
    grace_days: int | None = integer(
        None, "With --roster: late days that cost nothing, over all exercises.", least=0
    ),
    late_percent: int | None = integer(
        None,
        "With --roster: percent of the points that each further late day costs.",
        least=0,
        most=100,
    ),
    jobs: options.Jobs = None,
    draw_cases: Path | None = option(
        "FOLDER",
        "Do not grade: draw hidden cases from --secret, and write them into this new folder.",
    ),
    visible: bool = flag("--visible", "With --draw-cases: draw visible cases."),
    count: int | None = integer(
        None, "With --draw-cases: new cases for each existing one; default: 1.", least=1, most=10
    ),
    teacher: Path | None = option(
        "FOLDER", "With --draw-cases: the teacher's folder; default: beside it in teacher/."
    ),
) -> int:
    """Grade coursework: one submission or a class.

    Each case that fails is explained. A submission runs in processes of its own, with limits on
    time and memory. It cannot stop the grading or change marks. An empty submission is graded too.
    The exit code is 3 if points of a single submission are missing.

    With --csv, a class is graded. The same command continues interrupted grading. A submission is
    graded again if it or a case has changed; its earlier points are shown beside the new ones. Late
    days are read from the roster, from the column 'EXERCISE late days' or Gradescope's 'EXERCISE -
    Lateness (H:M:S)'.

    With --draw-cases, new cases are written. Each keeps the title, points and check of a shipped
    case. Its problem, situation, position or seed is drawn again until three things hold: the
    difficulty fits, the solution gets all points, and each mistake of the teacher's list costs at
    least a tenth of the exercise. The table shows the difficulty of each case and how many mistakes
    it detects. The exit code is 3 if a mistake costs less.

    Examples: planner-clue grade 1 coursework/1-domain

    planner-clue grade 3 submissions --csv marks.csv --hidden hidden-3

    planner-clue grade 3 --draw-cases hidden-3 --secret "a secret of this term"
    """
    single = {"json": json_file, "html": html}
    of_class = {"pages": pages or None, "roster": roster, "jobs": jobs}
    of_roster = {"grace_days": grace_days, "late_percent": late_percent}
    drawing = {"visible": visible or None, "count": count, "teacher": teacher}
    if draw_cases is not None:
        given = single | of_class | of_roster | {"hidden": hidden, "csv": csv_file}
        options.check_absent("; expected no --draw-cases", **given)
        if submission is not None or secret is None:
            raise InputError("--draw-cases: expected --secret TEXT, and no SUBMISSION")
        return _draw_cases(exercise, draw_cases, secret, count or 1, teacher, hidden=not visible)
    options.check_absent("; expected only with --draw-cases", **drawing)
    if submission is None:
        raise InputError("SUBMISSION is missing; expected a folder, a zip file or a file")
    if csv_file is None:
        options.check_absent("; expected only with --csv", **of_class, **of_roster)
        return _grade_one(exercise, submission, json_file, html, hidden, secret)
    options.check_absent("; expected only without --csv", **single)
    if roster is None:
        options.check_absent("; expected --roster too, with late days", **of_roster)
    late = LatePolicy(grace_days or 0, late_percent or 0)
    options.check_file("--csv", csv_file, endings=(".csv",))
    several = [] if exercise == "all" else exercise.split(",")
    names = [exercise] if Path(exercise).is_dir() else several
    assignments = class_grading.find_assignments(submission, names, hidden)
    return _grade_class(assignments, csv_file, roster, late, secret, pages=pages, jobs=jobs)


def _grade_one(
    exercise: str,
    submission: Path,
    json_file: str | None,
    html: Path | None,
    hidden: Path | None,
    secret: str | None,
) -> int:
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
        points = f"{mark.points:g} of {mark.case.points:g}"
        title = mark.case.title, "bold"
        console.print(
            Text.assemble((f"{mark.kind:<9}", _STYLES[mark.kind]), f"{points:>9}  ", title)
        )
        for line in [] if mark.is_full else mark.in_words():
            console.print(Text("\n".join(output.wrapped(f"    {line}", console.width))))
        if not mark.is_full:
            console.print()
    for note in marks.notes:
        console.print(f"Note: {note}", style="yellow")
    console.print(f"Points: {marks.points:g} of {marks.out_of:g}", style="bold")


def _grade_class(
    assignments: Sequence[class_grading.Assignment],
    csv_file: Path,
    roster: Path | None,
    late: LatePolicy,
    secret: str | None,
    *,
    pages: bool,
    jobs: int | None,
) -> int:
    students = None if roster is None else Roster(roster)
    if students is not None:
        students.check([assignment.name for assignment in assignments])
    results = csv_file.with_suffix("")
    if results.exists() and not results.is_dir():
        raise InputError(f"--csv {csv_file}: {results} is a file; expected a folder for results")
    with workers(jobs, None, ()) as (executor, _), output.progress("grading") as update:
        used = class_grading.kept_secret(results) if secret is None else secret
        rows = class_grading.grade_class(
            assignments, results, executor, pages=pages, secret=used, on_count=update
        )
    if students is not None:
        rows = students.join(rows, late)
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


def _draw_cases(
    exercise: str, out: Path, secret: str, count: int, teacher: Path | None, *, hidden: bool
) -> int:
    options.check_new_folder("--draw-cases", out)
    folder = find_exercise(exercise)
    own = teacher or folder.resolve().parent / "teacher" / folder.resolve().name
    if not (own / "solution").is_dir():
        raise InputError(f"--teacher {own}; expected a folder with solution/ in it")
    with output.games_bar() as bar:
        task = bar.add_task("making", total=None)
        maker = case_making.CaseMaker(read_exercise(folder), own, secret, hidden=hidden)
        made = maker.make(count, lambda name: bar.update(task, description=name, advance=1))
    write_files(out, made.files)
    rows = [
        [case.file, f"{case.points:g}", case.difficulty or "as it ships", f"{case.detected}"]
        for case in made.cases
    ]
    output.print_table(["case", "points", "difficulty", "mistakes"], rows, ["case", "difficulty"])
    for name, loss in made.surviving.items():
        typer.echo(f"{name}: costs {loss:.2f} points in all draws; expected a tenth of all points")
    typer.echo(f"{out}: {many(len(made.cases), 'case')}; the solution gets all points")
    return _NOT_ALL_POINTS if made.surviving else 0
