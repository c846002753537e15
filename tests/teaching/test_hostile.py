"""Code that was handed in and means harm: it is graded, and does none."""

import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from planner_clue.sandbox import landlock, libc, process_tree, seccomp
from planner_clue.teaching.exercise import Exercise, read_exercise
from planner_clue.teaching.grading import Grade, grade
from planner_clue.teaching.submission import Submission
from planner_clue.teaching.worker import Worker
from planner_clue.teaching.worker_hosts import can_read
from tests.cli.helpers import wait_until
from tests.teaching.grading_help import COURSEWORK, written

_PREAMBLE = """\
import ctypes, json, os, signal
import socket, subprocess, sys, time
from pathlib import Path

SECRETS = [{secrets}]


def broken(situation):
    return None


def can_write(descriptor):
    try:
        return bool(os.fstat(descriptor))
    except OSError:
        return False


def trigger(situation):
    {body}
"""
_LINE = _PREAMBLE[: _PREAMBLE.index("    {body}")].count("\n") + 1
"""Line of the body."""
_AT = f"monitor.py:{_LINE} in trigger"

HOSTILE = {
    "raises-base": ("raise BaseException('no idea')", f"BaseException: no idea, at {_AT}"),
    "ends-its-process": ("os._exit(0)", "its process ended when asked trigger"),
    "hangs": ("while True: pass", f"no answer to trigger within 1 s\n  {_AT}"),
    "eats-memory": ("return [bytearray(1 << 24) for _ in range(10_000)]", ""),
    "floods": ("os.write(1, b'x' * 5_000_000); return 'moved'", "printed more than 1000000 bytes"),
    "forks": ("[os.fork() for _ in range(7)]; time.sleep(60)", ""),
    "answers-an-object": ("return object()", "answers <object object>; expected plain data"),
    "answers-much": ("return 'x' * 20_000_000", "with more than 16777216"),
    "answers-deep": (
        "value = []\n    for _ in range(100_000): value = [value]\n    return value",
        "expected plain data",
    ),
    "forges-a-reply": (
        "data = json.dumps({'answer': 'forged', 'score': 100}).encode()\n"
        "    data = len(data).to_bytes(4, 'big') + data\n"
        "    [os.write(fd, data) for fd in range(3, 4096) if can_write(fd)]",
        "",
    ),
    "kills-all": ("os.kill(os.getppid(), 9); os.kill(-1, signal.SIGKILL)", ""),
    "reads-secrets": (
        "return [Path(root, 'case.toml').read_text() for root in SECRETS]",
        "Error: [Errno ",
    ),
    "reads-other-processes": (
        "others = [n for n in os.listdir('/proc') if n.isdigit()]\n"
        "    return [open(f'/proc/{n}/cmdline').read() for n in others if int(n) > 2] or 'moved'",
        "",
    ),
    "changes-the-grader": (
        "import planner_clue.teaching.grading as m; m.grade = None",
        "imports planner_clue.teaching.grading; this exercise allows",
    ),
    "changes-times": ("[os.utime(root, (1, 1)) for root in SECRETS]", "PermissionError"),
    "leaves-shared-memory": (
        "assert ctypes.CDLL(None).shmget(0, 4096, 0o1777) < 0\n    return 'moved'",
        "trigger answered 'moved'; expected None",
    ),
    "reads-passwords": ("return open('/etc/shadow').read()", "PermissionError"),
    "calls-home": (
        "socket.create_connection(('127.0.0.1', {port}), 2); return 'connected'",
        "PermissionError",
    ),
}
"""The bodies, by what they do, each with a part of the feedback."""


def monitor(body: str, secrets: str = "", port: int = 0) -> bytes:
    """Return a monitor whose ``trigger`` does this; the secrets are texts in Python."""
    text = _PREAMBLE.replace("{secrets}", secrets).replace("{body}", body)
    return text.replace("{port}", str(port)).encode()


@pytest.fixture
def asked(tmp_path: Path) -> Exercise:
    """Return an exercise with one case of two situations, one of which calls for ``moved``."""
    return small_exercise(tmp_path / "exercise", 60)


def small_exercise(folder: Path, seconds: int) -> Exercise:
    cases = COURSEWORK / "3-monitor" / "cases"
    moved, *others = json.loads((cases / "moved.json").read_text())
    quiet = next(one for one in others if one["accepted"]["trigger"] is None)
    text = (cases / "04-moved.toml").read_text()
    files = {
        "moved.json": json.dumps([moved, quiet]),
        "moved.toml": f"answer_seconds = {seconds}\n{text}",
    }
    return read_exercise(written(folder, 3, "monitor.py", files))


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "hidden"
    folder.mkdir()
    (folder / "case.toml").write_text("the accepted answer")
    yield folder
    assert [path.name for path in folder.iterdir()] == ["case.toml"]


@pytest.fixture
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


def graded(asked: Exercise, code: bytes, secret: Path) -> Grade:
    before = set(process_tree.descendants(os.getpid()))
    marks = grade(asked, Submission({"monitor.py": code}, hidden=(secret,)))
    assert wait_until(lambda: before.issuperset(process_tree.descendants(os.getpid())))
    return marks


QUICK = ("hangs", "answers-an-object", "forges-a-reply", "reads-secrets", "kills-all", "calls-home")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in HOSTILE],
)
def test_harm_is_seen_and_earns_nothing(name: str, tmp_path: Path, secret: Path, port: int) -> None:
    body, says = HOSTILE[name]
    asked = small_exercise(tmp_path / "exercise", 1 if name == "hangs" else 60)
    marks = graded(asked, monitor(body, repr(str(secret)), port), secret)
    assert marks.points == 0
    first = marks.marks[0].score.feedback[0]
    assert says in first.what
    assert first.means


def test_an_honest_monitor_gets_its_points_in_the_same_case(asked: Exercise, secret: Path) -> None:
    """Only the files of the exercise are taken, so nothing can stand in for a module of ours."""
    body = (
        "suspect, _, room = situation['asked']['cards']\n"
        "    named = suspect == situation['token']\n"
        "    return 'moved' if named and situation['before']['place'] != room else None"
    )
    fake = {"json.py": b"raise SystemExit", "planner_clue.py": b"raise SystemExit"}
    marks = grade(asked, Submission({"monitor.py": monitor(body), **fake}, hidden=(secret,)))
    assert marks.points == marks.out_of
    assert marks.warnings == ()


def test_a_box_has_no_terminal_that_it_could_type_into() -> None:
    before = set(process_tree.descendants(os.getpid()))
    worker = Worker(Submission({}), "FunctionHost", seconds=30, megabytes=512)
    started = set(process_tree.descendants(os.getpid())) - before
    assert started
    assert os.getsid(0) not in {os.getsid(process) for process in started}
    del worker


def test_hidden_files_are_kept_from_code_wherever_they_are(asked: Exercise, secret: Path) -> None:
    """Python's own files can be read, but for the hidden one."""
    hidden, other = Path(sys.prefix) / "pyvenv.cfg", Path(sys.prefix) / "bin" / "activate"
    body = f"open({str(other)!r}).read(); return open({str(hidden)!r}).read()"
    marks = graded(asked, monitor(body), hidden)
    assert marks.warnings == ()
    assert f"Permission denied: '{hidden}'" in marks.marks[0].score.feedback[0].what


def test_it_is_said_where_hidden_files_can_be_read(
    asked: Exercise, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = SimpleNamespace(alone=False, filtered=True, landlock=0, user=os.geteuid())
    session = SimpleNamespace(call=lambda *_: (str(secret),))
    worker = SimpleNamespace(held=held, open=lambda: session)
    monkeypatch.setattr("planner_clue.teaching.worker.Sandbox", lambda *_, **__: worker)
    marks = grade(asked, Submission({}, hidden=(secret,)))
    assert marks.warnings == (
        f"Submitted code could read {secret} on this system.",
        "Submitted code could reach other processes of this user on this system.",
    )


def in_fork(work: Callable[[], int]) -> None:
    """Check that work in a fork returns 0; it returns 2 where the system lacks something."""
    if (child := os.fork()) == 0:
        os._exit(work())
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code == 2:
        pytest.skip("no Landlock, or no known filter of system calls; Linux 5.13 or newer has them")
    assert code == 0


def test_signals_reach_nobody_where_there_are_no_namespaces() -> None:
    """Where they are not to be had, ``kill(-1)`` would end all processes of the user."""

    def reached() -> int:
        found = 2 if not seccomp.allow_calls() else 0
        for process in (-1, 0, os.getppid()):
            with suppress(PermissionError):
                os.kill(process, 0)  # nothing, but it says whether something could be sent
                found = found or 1
        os.kill(os.getpid(), 0)
        return found

    in_fork(reached)


@pytest.mark.skipif(not libc.ON_LINUX, reason="no Landlock; Linux 5.13 or newer has it")
def test_a_confined_process_reads_its_own_folder_and_what_is_not_withheld(tmp_path: Path) -> None:
    """An installed wheel stands among what Python needs: everything around it stays readable."""
    own, packages = tmp_path / "own", tmp_path / "lib" / "site-packages"
    names = ("closed/hidden.py", "numpy/core.py", "ours/answers/one.py", "ours/open.py")
    for path in (own / "file", *(packages / name for name in names)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    (packages / "link").symlink_to(packages / "ours")
    withheld = [packages / "ours" / "answers", packages / "closed" / "hidden.py"]

    def read() -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(landlock, "_needed", lambda: [packages])
            held = landlock.PathRules([own], withheld).hold()
        (own / "file").write_text("y")
        can = [can_read(packages / name) for name in names]
        outside = can_read(tmp_path / "other")
        return 2 if not held else int(outside or can != [False, True, False, True])

    (tmp_path / "other").write_text("x")
    in_fork(read)
    assert (own / "file").read_text() == "y"
