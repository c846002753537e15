"""The exercises as they are handed out, their notebooks, and the autograder in a bare root."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import nbformat
import pytest
from nbclient import NotebookClient

from planner_clue.planner.triggers import Trigger
from planner_clue.teaching.exercise import LEAST_LOSS, Mistake, read_mistakes
from planner_clue.teaching.grading import grade
from planner_clue.teaching.submission import Submission, collect
from tests.teaching.grading_help import (
    COURSEWORK,
    EXERCISES,
    TEACHER,
    exercise,
    score_of,
    without_matches,
)

SLOW = ("1-domain", "5-agent", "8-landmarks")
"""Exercises whose solution only the slow tests grade."""


@pytest.mark.parametrize(
    ("name", "trusted"),
    [
        *((name, True) for name in EXERCISES if name not in SLOW),
        *(pytest.param(name, False, marks=pytest.mark.slow) for name in EXERCISES),
    ],
)
def test_the_solution_gets_all_points_and_the_starting_point_few(
    name: str, trusted: bool, request: pytest.FixtureRequest
) -> None:
    if trusted:
        request.getfixturevalue("direct")
    asked = without_matches(exercise(name)) if trusted else exercise(name)
    solution = collect(TEACHER / name / "solution", asked.files, asked.largest_file)
    solved = grade(asked, replace(solution, is_trusted=trusted))
    assert {mark.case.title: mark.score for mark in solved.marks if not mark.is_full} == {}
    handed_out = grade(asked, replace(collect(COURSEWORK / name, asked.files), is_trusted=trusted))
    assert handed_out.points <= 0.3 * handed_out.out_of
    assert all(mark.is_full or mark.score.feedback for mark in handed_out.marks)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n == "6-study" else [pytest.mark.slow]) for n in EXERCISES]
)
@pytest.mark.parametrize("content", [None, b"\x00\xff junk" * 99, b"((((("])
def test_nothing_and_junk_get_no_points(name: str, content: bytes | None, tmp_path: Path) -> None:
    asked = exercise(name)
    for file in asked.files:
        if content is not None:
            (tmp_path / file).write_bytes(content)
    marks = grade(asked, collect(tmp_path, asked.files))
    assert marks.points == 0
    assert all(mark.score.feedback for mark in marks.marks)


def test_every_exercise_has_a_statement_that_names_its_files_and_points() -> None:
    for name in EXERCISES:
        statement = " ".join((COURSEWORK / name / "README.md").read_text().split())
        asked = exercise(name)
        assert all(f"`{file}`" in statement for file in asked.files), name
        hidden = sum(case.points for case in asked.cases if case.place.startswith("hidden"))
        assert f"worth {hidden:g} more points" in statement, name
        visible = sum(case.points for case in asked.cases) - hidden
        assert f"| {visible:g} + {hidden:g} |" in (TEACHER / "README.md").read_text(), name


def test_a_token_that_somebody_names_is_in_that_room_afterwards() -> None:
    """Altered situations too are such as the rules allow."""
    files = [*(COURSEWORK / "3-monitor").glob("cases/*.json")]
    files += (TEACHER / "3-monitor").glob("hidden/*.json")
    for one in (one for file in files for one in json.loads(file.read_text())):
        situation, asked = one["situation"], one["situation"]["asked"]
        if asked["by"] != situation["me"] and asked["cards"][0] == situation["token"]:
            assert situation["after"]["place"] == asked["cards"][2]
        else:
            assert situation["after"]["place"] == situation["before"]["place"]


def test_students_get_no_file_of_the_teachers(tmp_path: Path) -> None:
    packed = pack(tmp_path, "handout")
    names = packed.namelist()
    handed_out = {"coursework/1-domain/domain.pddl", "pyproject.toml"}
    assert {f"planner-clue/{file}" for file in handed_out} < {*names}
    ours = [name for name in names if "coursework" in name]
    assert [name for name in ours if "teacher" in name or "hidden" in name] == []
    links = re.findall(r"\]\(([^)]*)\)", packed.read("planner-clue/README.md").decode())
    assert links
    assert all(f"planner-clue/{link}" in names for link in links)
    assert len(names) == len({*names})


def test_the_autograder_takes_hidden_cases_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "01-secret.toml").write_text("")
    names = pack(tmp_path, "autograder", "1-domain", "mine").namelist()
    theirs = [name for name in names if "teacher" in name]
    assert theirs == ["coursework/teacher/1-domain/hidden/01-secret.toml"]


def pack(folder: Path, what: str, *arguments: str) -> ZipFile:
    script = str(TEACHER / "pack.py")
    subprocess.run([sys.executable, script, what, *arguments], cwd=folder, check=True)
    return ZipFile(folder / f"{what}.zip")


@pytest.mark.parametrize(
    ("offered", "message"),
    [("3.11 3.12", "by python3.11"), ("3.12", "by python3.12"), ("", "expected Python 3.11")],
    ids=["of Ubuntu 22.04", "of Ubuntu 24.04", "of no image"],
)
def test_the_autograder_installs_a_newer_python(tmp_path: Path, offered: str, message: str) -> None:
    """A Python that apt-get offers: ``python3`` is too old."""
    python = """#!/bin/sh
[ "$1" = -c ] && exit 0
mkdir -p "$3/bin" && echo "echo by $(basename "$0")" > "$3/bin/pip" && chmod +x "$3/bin/pip"
"""
    offers = f"""#!/bin/sh
[ "$1" = update ] && exit 0
here=$(dirname "$0")
for version in {offered}; do [ "$3" = "python$version" ] && exec cp "$here/new" "$here/$3"; done
exit 100
"""
    programs = {"python3": "#!/bin/sh\nexit 1\n", "new": python, "apt-get": offers}
    for name, script in programs.items():
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    for name in ("bash", "sh", "cp", "chmod", "mkdir", "dirname", "basename"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    (tmp_path / "source").mkdir()
    script = (COURSEWORK / "autograder" / "setup.sh").read_text()
    command = ["bash", "-c", script.replace("/autograder/", f"{tmp_path}/")]
    only = {"PATH": str(tmp_path)}
    done = subprocess.run(command, env=only, capture_output=True, text=True, check=False)
    assert message in done.stdout + done.stderr
    assert done.returncode == (0 if offered else 1)
    assert not offered or (tmp_path / "source").stat().st_mode & 0o077 == 0


def printed(*command: object, folder: Path) -> str:
    line = [sys.executable, *map(str, command)]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_command_that_marks_show_prints_estimate_and_cost(tmp_path: Path) -> None:
    for name in ("2-heuristics", "graders"):
        shutil.copytree(COURSEWORK / name, tmp_path / name)
    shutil.copy(COURSEWORK / "state.py", tmp_path)
    folder = tmp_path / "2-heuristics"
    code = (folder / "heuristics.py").read_text()
    too_high = code.replace("return 0", "return 0 if task.goal_reached(node.state) else 39", 1)
    (folder / "heuristics.py").write_text(too_high)
    score = score_of("2-heuristics", {"heuristics.py": too_high}, "cases/02-distance-near.toml")
    what = score.feedback[0].what
    assert "distance gives 39, but it costs 38 to the goal from the start" in what
    command = shlex.split(what.splitlines()[-1])
    output = printed(*command[1:], folder=folder)
    assert "distance: 39\nreal cost to the goal: 38\n" in output
    assert "state: (at hall) (checking plum)" in output
    output = printed(*command[1:], "(travel hall hall)", "--goal", "(held plum)", folder=folder)
    assert "distance: 39\nreal cost to the goal: 24\n" in output
    assert "step 1 (fly) cannot be taken" in printed(*command[1:], "(fly)", folder=folder)


def slow(*values: str) -> Any:
    """Return parameters of a test that runs only among the slow ones."""
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("place", "output"),
    [
        ("4-costs/cases/01-two-dice.toml", r"100 477\.\d+"),
        slow("4-costs/cases/02-questions.toml", r"0 \d\.\d+ bits\n0 \d\.\d+ bits"),
        slow("4-costs/cases/04-plans.toml", r"\d+\.\d+ \d+\.\d+"),
        ("7-contingent/cases/01-by-hand.toml", r"(?s).*accuse.*\n\d\.\d+ 1\.6\d+"),
        slow("7-contingent/cases/02-small.toml", r"(?s).*accuse.*\n\d\.\d+ 1\.6\d+"),
        slow("9-uncertainty/cases/01-classic.toml", r"0\.0 \d\.\d+"),
        slow("9-uncertainty/cases/02-stops.toml", r"\S+ \S+"),
        slow("9-uncertainty/cases/03-functions.toml", r"\S+ \S+"),
        ("9-uncertainty/cases/04-search.toml", r"\[.*\]"),
    ],
)
def test_a_command_prints_the_value_of_the_starting_point_and_the_right_one(
    place: str, output: str, tmp_path: Path
) -> None:
    name, case = place.split("/", 1)
    for folder in (name, "graders"):
        shutil.copytree(COURSEWORK / folder, tmp_path / folder)
    files = collect(COURSEWORK / name, exercise(name).files).files
    texts = {file: content.decode() for file, content in files.items()}
    what = score_of(name, texts, case).feedback[0].what
    command = shlex.split(what.splitlines()[-1])
    assert re.fullmatch(output, printed(*command[1:], folder=tmp_path / name).strip())


def test_the_tasks_of_a_case_are_run_with_what_is_allowed(tmp_path: Path) -> None:
    shutil.copytree(COURSEWORK / "graders", tmp_path / "graders")
    folder = shutil.copytree(COURSEWORK / "0-search", tmp_path / "0-search")
    shutil.copy(TEACHER / "0-search" / "solution" / "search.py", folder)
    output = printed("tasks.py", "cases/01-small-graphs.toml", folder=folder)
    assert "returns ['a-b', 'b-c', 'c-d']\n  cost 5; the best plan costs 5\n" in output
    assert "3 expansions; a fair search takes 1 to 3:\n   a; b; c\n" in output
    wrong = "def astar(task):\n    return []\n"
    (failure, *_) = score_of(
        "0-search", {"search.py": wrong}, "cases/01-small-graphs.toml"
    ).feedback
    assert failure.what.endswith("python tasks.py cases/01-small-graphs.toml")


@pytest.fixture
def classes(tmp_path: Path) -> Path:
    """Return a folder with two classes; two of the first one have the solution of exercise 3."""
    code = (TEACHER / "3-monitor" / "solution" / "monitor.py").read_text()
    renamed = re.sub(r"\bsituation\b", "lage", code).replace("def is_mine", "# Mine.\ndef is_mine")
    alone, other = (
        (TEACHER / name).read_text()
        for name in ("4-costs/solution/costs.py", "7-contingent/solution/contingent.py")
    )
    texts = {"new/ada": code, "new/bob": renamed, "new/eve": alone, "old/zed": other, "new/no": ""}
    for name, text in texts.items():
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "monitor.py").write_text(text)
    return tmp_path


def test_copies_are_more_alike_than_unrelated_submissions(classes: Path) -> None:
    script = TEACHER / "copies.py"
    output = printed(script, "3", classes / "new", classes / "old", folder=COURSEWORK.parent)
    first, second, *pairs = output.splitlines()
    assert re.fullmatch(r"3 unrelated pairs; the most alike share \d+%", first)
    assert second == "of 4 submissions, 3 are long enough to compare"
    alike = {"100%  ada  bob", "100%  ada  (the solution)", "100%  bob  (the solution)"}
    assert {pair.strip() for pair in pairs} == alike
    output = printed(script, "3", classes / "new", classes / "no", folder=COURSEWORK.parent)
    assert "expected a folder of submissions" in output


def mistakes() -> Iterator[Any]:
    for name in EXERCISES:
        for number, one in enumerate(read_mistakes(TEACHER / name)):
            is_quick = (name not in SLOW and number % 10 == 0) or one.name == "RIVAL forgotten"
            marks = [] if is_quick else [pytest.mark.slow]
            yield pytest.param(name, one, id=f"{name}: {one.name}", marks=marks)


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(("name", "mistake"), list(mistakes()))
def test_a_mistake_costs_a_tenth_of_the_points(name: str, mistake: Mistake) -> None:
    whole = exercise(name)
    files = collect(TEACHER / name / "solution", whole.files, whole.largest_file).files
    wrong = mistake.made_in(files)
    assert wrong != files
    marks = grade(exercise(name, *mistake.sources), Submission(wrong, is_trusted=True))
    assert all(mark.is_graded for mark in marks.marks)
    points = sum(case.points for case in whole.cases)
    assert marks.out_of - marks.points >= LEAST_LOSS * points, marks.marks


MATCH, OWN_WORK = "a match, which takes minutes", "about the student's own runs"
RUNG = "an agent that fails on a lower rung of the ladder also fails on the highest one"
PARTS = "less than a tenth: a mistake costs that in several problems of different kinds together"
KEPT = {
    "1-domain": dict.fromkeys(["06-everything.toml", "07-allows-everything.toml"], PARTS),
    "10-mission": {"07-bn1.toml": MATCH},
    "11-own-runs": dict.fromkeys(
        ["01-inadmissible.toml", "02-trace.toml", "03-match.toml", "04-search.toml"], OWN_WORK
    ),
    "5-agent": dict.fromkeys(["01-random.toml", "02-ladder-1.toml", "03-ladder-2.toml"], RUNG),
    "8-landmarks": dict.fromkeys(
        [
            *("02-lmcut-blocks.toml", "03-lmcut-parcels.toml", "04-lmcut-gripper.toml"),
            *("05-lmcut-strips.toml", "06-lmcut-huji.toml", "07-pattern-blocks.toml"),
            *("08-pattern-parcels.toml", "09-pattern-gripper.toml"),
        ],
        PARTS,
    ),
    "9-uncertainty": {"07-exact.toml": MATCH, "08-monte-carlo.toml": MATCH},
}
"""Hidden cases without a mistake that is listed for them alone, with the reason to keep them."""


@pytest.mark.parametrize("name", EXERCISES)
def test_each_hidden_case_has_a_mistake_of_its_own(name: str) -> None:
    alone = {one.sources for one in read_mistakes(TEACHER / name)}
    cases = {file.name for file in (TEACHER / name / "hidden").glob("*.toml")}
    others = {case for case in cases if (f"hidden/{case}",) not in alone}
    assert others == KEPT.get(name, {}).keys()


@pytest.mark.parametrize("name", [name for name, kept in KEPT.items() if PARTS in kept.values()])
def test_a_hidden_case_without_a_mistake_of_its_own_is_small(name: str) -> None:
    whole = exercise(name)
    least = LEAST_LOSS * sum(case.points for case in whole.cases)
    small = {case.place for case in whole.cases if case.points < least}
    assert {f"hidden/{case}" for case in KEPT[name]} <= small


SPARE = {
    "1-domain": {"06-everything.toml", "07-allows-everything.toml"},
    "8-landmarks": {"04-lmcut-gripper.toml", "05-lmcut-strips.toml", "09-pattern-gripper.toml"},
}
"""Small hidden cases without which each mistake still loses a tenth, kept for their problems."""


@pytest.mark.parametrize("name", SPARE)
def test_another_small_hidden_case_is_needed_for_a_mistake(name: str) -> None:
    points = {case.place: case.points for case in exercise(name).cases}
    least, needed = LEAST_LOSS * sum(points.values()), set[str]()
    for one in read_mistakes(TEACHER / name):
        loss = sum(points[place] for place in one.sources)
        needed |= {place for place in one.sources if loss - points[place] < least}
    small = {f"hidden/{case}" for case, reason in KEPT[name].items() if reason == PARTS}
    assert small - needed == {f"hidden/{case}" for case in SPARE[name]}


NOTEBOOKS = sorted((COURSEWORK / "notebooks").glob("*.ipynb"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name",
    [
        NOTEBOOKS[0].name,
        *(pytest.param(path.name, marks=pytest.mark.slow) for path in NOTEBOOKS[1:]),
    ],
)
def test_a_notebook_of_the_handout_runs_and_shows_something(name: str, tmp_path: Path) -> None:
    pack(tmp_path, "handout").extractall(tmp_path)
    path = tmp_path / "planner-clue" / "coursework" / "notebooks" / name
    notebook = opened(path)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, kernel_name="python3", timeout=300, resources=where).execute()
    outputs = [one for cell in notebook.cells for one in cell.get("outputs", ())]
    shown = [kind for one in outputs for kind in (one.get("name", ""), *one.get("data", ()))]
    assert "image/png" in shown or "image/svg+xml" in shown
    assert "stdout" in shown
    if path.stem == "1-one-replan":
        printed = "".join(one.get("text", "") for one in outputs)
        assert re.search(r"\d%  if mustard shows ", printed)
        causes = "|".join(trigger.value for trigger in Trigger)
        assert re.search(rf"^turn \d+, ({causes}): ", printed, re.M)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs_and_explains_itself(path: Path) -> None:
    notebook = opened(path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
    assert len(notebook.cells) - len(code) >= len(code) / 2
    assert "import planner_clue as clue" in code[0].source
    assert not any("from planner_clue" in cell.source for cell in code)


def opened(path: Path) -> Any:
    read: Any = nbformat.read
    return read(path, as_version=4)


NEEDED = ("debootstrap", "unshare", "chroot")
ENTER = """
set -e
mount --make-rprivate /
mount -t proc proc "$0/proc"
mount -t tmpfs tmp "$0/tmp"
for device in null zero urandom; do mount --bind "/dev/$device" "$0/dev/$device"; done
exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root bash "$@"
"""
"""Runs a script in a root with mounts of its own, which end with it."""
FROM_HERE = ("resolv.conf", "hosts", "pip.conf", "ssl/certs/ca-certificates.crt")


def run_in(root: Path, script: str) -> subprocess.CompletedProcess[str]:
    command = ["unshare", "--mount", "--pid", "--fork", "bash", "-c", ENTER, str(root), script]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.skipif(
    os.geteuid() != 0 or not all(map(shutil.which, NEEDED)),
    reason=f"not root with {', '.join(NEEDED)}; the package debootstrap has the first",
)
def test_the_autograder_grades_in_a_bare_root(tmp_path: Path) -> None:
    """Debian's smallest system, without Python."""
    root, options = tmp_path / "root", ["--variant=minbase", "--include=ca-certificates"]
    subprocess.run(["debootstrap", *options, "bookworm", str(root)], check=True)
    for name in (name for name in FROM_HERE if Path("/etc", name).exists()):
        (root / "etc" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path("/etc", name), root / "etc" / name)
    pack(root, "autograder", "1-domain").extractall(root / "autograder" / "source")
    done = run_in(root, "/autograder/source/setup.sh")
    assert done.returncode == 0, done.stderr
    handed_in = root / "autograder" / "submission"
    handed_in.mkdir()
    for text, score in ((TEACHER / "1-domain/solution/domain.pddl").read_text(), 29), ("", 0):
        (handed_in / "domain.pddl").write_text(text)
        run_in(root, "/autograder/source/run_autograder")
        results = json.loads((root / "autograder" / "results" / "results.json").read_text())
        assert results["score"] == score, results["output"]
        assert "after_published" in {test["visibility"] for test in results["tests"]}
