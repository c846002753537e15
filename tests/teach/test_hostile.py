"""Code that was handed in and means harm: it is graded, and does none."""

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from planner_clue.sandbox import landlock, namespaces, seccomp
from planner_clue.sandbox.process_tree import descendants
from planner_clue.teach.box import Box
from planner_clue.teach.exercise import Exercise, read_exercise
from planner_clue.teach.grading import grade
from planner_clue.teach.marks import Grade
from planner_clue.teach.submission import Submission
from tests.cli.helpers import wait_until
from tests.teach.grading_help import COURSEWORK
from tests.teach.hostile import HOSTILE, monitor

SAYS = {
    "raises-base": "BaseException: no idea, at monitor.py:28 in trigger",
    "ends-its-process": "its process ended when asked trigger",
    "hangs": "no answer to trigger within 1 s\n  monitor.py:28 in trigger",
    "floods": "printed more than 1000000 bytes",
    "answers-an-object": "answers <object object>; expected plain data",
    "answers-much": "no readable reply",
    "answers-deep": "expected plain data",
    "reads-secrets": "trigger answered 'moved'; expected None",
    "changes-the-grader": "imports planner_clue.teach.marks; this exercise allows",
    "changes-modes": "PermissionError",
    "changes-times": "PermissionError",
    "leaves-shared-memory": "trigger answered 'moved'; expected None",
    "limits-others": "PermissionError",
    "reads-disks": "PermissionError",
    "reads-the-terminal": "PermissionError",
    "reads-passwords": "PermissionError",
    "prints-places": "its process ended when asked trigger",
}


HANGS = ("hangs", "sleeps")


@pytest.fixture
def asked(tmp_path: Path) -> Exercise:
    """Return an exercise with one case of two situations, one of which calls for ``moved``."""
    return small_exercise(tmp_path / "exercise", 60)


def small_exercise(folder: Path, seconds: int) -> Exercise:
    (folder / "cases").mkdir(parents=True)
    cases = COURSEWORK / "3-monitor" / "cases"
    moved, *others = json.loads((cases / "moved.json").read_text())
    quiet = next(one for one in others if one["accepted"]["trigger"] is None)
    (folder / "cases" / "moved.json").write_text(json.dumps([moved, quiet]))
    text = (cases / "04-moved.toml").read_text()
    (folder / "cases" / "moved.toml").write_text(f"answer_seconds = {seconds}\n{text}")
    (folder / "exercise.toml").write_text('number = 3\ntitle = "Small"\nfiles = ["monitor.py"]\n')
    return read_exercise(folder)


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that submissions must neither read nor change."""
    folder = tmp_path / "hidden"
    folder.mkdir()
    (folder / "case.toml").write_text("the accepted answer")
    yield folder
    assert [path.name for path in folder.iterdir()] == ["case.toml"]


@pytest.fixture
def port() -> Iterator[int]:
    """Return a port at which somebody listens, and whom nothing may reach."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as letters,
    ):
        letters.bind(server.getsockname())
        yield server.getsockname()[1]
        for inbox in (server, letters):
            inbox.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()
        with pytest.raises(BlockingIOError):
            letters.recv(99)


def graded(asked: Exercise, code: bytes, secret: Path) -> Grade:
    before = set(descendants(os.getpid()))
    marks = grade(asked, Submission({"monitor.py": code}, hidden=(secret,)))
    assert wait_until(lambda: before.issuperset(descendants(os.getpid())))
    return marks


ONE_OF_A_KIND = 4
"""Every fourth is quick: several are refused by the same means of the system."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if number % ONE_OF_A_KIND else [])
        for number, name in enumerate(HOSTILE)
    ],
)
def test_harm_earns_nothing_and_is_named(
    name: str, tmp_path: Path, secret: Path, port: int
) -> None:
    asked = small_exercise(tmp_path / "exercise", 1 if name in HANGS else 60)
    code = monitor(HOSTILE[name], f"{str(secret)!r}, {str(secret.parent)!r}", port)
    marks = graded(asked, code, secret)
    assert marks.points == 0
    first = marks.marks[0].earned.shortfalls[0]
    assert SAYS.get(name, "") in first.what
    assert first.means


def test_an_honest_monitor_gets_its_points_in_the_same_case(asked: Exercise, secret: Path) -> None:
    body = (
        "suspect, _, room = situation['asked']['cards']\n"
        "    named = suspect == situation['token']\n"
        "    return 'moved' if named and situation['before']['place'] != room else None"
    )
    marks = graded(asked, monitor(body), secret)
    assert marks.points == marks.out_of
    assert marks.warnings == ()


def test_a_box_has_no_terminal_that_it_could_type_into() -> None:
    before = set(descendants(os.getpid()))
    box = Box(Submission({}), "FunctionHost", seconds=30, megabytes=512)
    started = set(descendants(os.getpid())) - before
    assert started
    assert os.getsid(0) not in {os.getsid(process) for process in started}
    del box


def test_signals_reach_nobody_where_there_are_no_namespaces() -> None:
    """Where they are not to be had, ``kill(-1)`` would end all processes of the user."""
    if (child := os.fork()) == 0:
        reached = 2 if not seccomp.forbid_calls(alone=True) else 0
        for process in (-1, 0, os.getppid()):
            with suppress(PermissionError):
                os.kill(process, 0)  # nothing, but it says whether something could be sent
                reached = reached or 1
        os.kill(os.getpid(), 0)
        os._exit(reached)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code == 2:
        pytest.skip("no filter of system calls is known for this system")
    assert code == 0


def test_hidden_files_are_kept_from_the_code_wherever_they_are(
    asked: Exercise, secret: Path
) -> None:
    """Python's own files can be read, but for the hidden one."""
    hidden, other = Path(sys.prefix) / "pyvenv.cfg", Path(sys.prefix) / "bin" / "activate"
    body = f"open({str(other)!r}).read(); return open({str(hidden)!r}).read()"
    marks = graded(asked, monitor(body), hidden)
    assert marks.warnings == ()
    assert f"Permission denied: '{hidden}'" in marks.marks[0].earned.shortfalls[0].what


def test_it_is_said_where_hidden_files_can_be_read(
    asked: Exercise, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = SimpleNamespace(alone=False, filtered=True, landlock=0, user=os.geteuid())
    box = SimpleNamespace(held=held, loaded=[str(secret)], open=lambda: None)
    monkeypatch.setattr("planner_clue.teach.box.Sandbox", lambda *_, **__: box)
    marks = grade(asked, Submission({}, hidden=(secret,)))
    assert marks.warnings == (
        f"Submitted code could read {secret} on this system.",
        "Submitted code could reach other processes of this user on this system.",
    )


@pytest.mark.skipif(not namespaces.ON_LINUX, reason="Landlock is of Linux")
def test_a_confined_process_reads_its_own_folder_and_nothing_else(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    for folder in (own, other):
        folder.mkdir()
        (folder / "file").write_text("x")
    if (child := os.fork()) == 0:
        held = landlock.confine([own])
        (own / "file").write_text("y")
        os._exit(2 if not held else landlock.can_read(other / "file"))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code == 2:
        pytest.skip("this system has no Landlock")
    assert code == 0
    assert (own / "file").read_text() == "y"


def test_a_module_beside_the_submission_is_not_taken_for_ours(
    asked: Exercise, secret: Path
) -> None:
    """Only the files of the exercise are taken, so nothing can stand in for a module of ours."""
    files = {"monitor.py": monitor("import json; return json.dumps(1) and None")}
    fake = {"json.py": b"raise SystemExit", "planner_clue.py": b"raise SystemExit"}
    marks = grade(asked, Submission(files | fake, hidden=(secret,)))
    assert marks.marks[0].earned.says == (
        "right in 0 of 1 situations that call for it, and in 1 of 1 others"
    )
    assert replace(marks, seconds=0).points == 0
