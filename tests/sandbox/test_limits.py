"""Programs and children under limits: whatever they do, they end, and nothing of them is left."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from planner_clue.errors import PlanningFailure
from planner_clue.planning.plan import Status
from planner_clue.sandbox import program as programs
from planner_clue.sandbox.child import in_child
from planner_clue.sandbox.process_groups import stop_all
from planner_clue.sandbox.program import run_program

SOON = 60.0
"""Seconds in which whatever has to end has ended, on a busy machine too."""


def alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def is_gone(file: Path) -> bool:
    """Tell whether the process whose number is in a file goes away."""
    deadline = time.monotonic() + SOON
    while alive(file.read_text().strip()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(file.read_text().strip())


def failure_of(work: Callable[[], object]) -> PlanningFailure:
    began = time.monotonic()
    with pytest.raises(PlanningFailure) as caught:
        work()
    assert time.monotonic() - began < SOON
    return caught.value


# -- programs -----------------------------------------------------------------------------


def shell(script: str, seconds: float = SOON, text: str = "", memory_mb: int = 500) -> Any:
    return run_program(["sh", "-c", script], text, seconds, memory_mb)


def test_a_program_is_given_its_text_and_says_what_it_says() -> None:
    text = "ten thousand lines\n" * 10_000
    done = shell("cat; echo trouble >&2; exit 7", text=text)
    assert (done.text, done.last_words, done.code) == (text, "trouble", 7)
    assert shell("kill -9 $$").code == -9


@pytest.mark.parametrize("script", ["yes flooding >&2", "cat /dev/zero"])
def test_a_program_that_floods_is_ended(script: str) -> None:
    failure = failure_of(lambda: shell(script))
    assert failure.reason == Status.OUTPUT_OUT
    assert failure.detail.startswith("more than 1000000 bytes of output; its last words: ")
    assert len(failure.detail) < 500
    assert failure.detail.isprintable()


def test_what_is_printed_is_never_much_more_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_PRINTED", 10)
    assert shell("printf 0123456789").text == "0123456789"
    assert failure_of(lambda: shell("printf 0123456789A")).reason == Status.OUTPUT_OUT


@pytest.mark.parametrize(
    "script",
    [
        "echo thinking; sleep 600",
        "echo thinking; exec >&- 2>&-; sleep 600",  # it closes its streams, and hangs then
        "echo thinking; trap '' TERM INT HUP; sleep 600 & wait",
    ],
)
def test_a_program_that_hangs_is_ended_with_its_last_words(script: str, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    failure = failure_of(lambda: shell(f"echo $$ > {pid}; {script}", seconds=1))
    assert str(failure) == "time-out: no plan in 1 s; its last words: thinking"
    assert is_gone(pid)


def test_what_a_program_leaves_behind_is_killed_too(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    assert shell(f"sleep 600 >&- 2>&- & echo $! > {pid}").code == 0
    assert is_gone(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process limits another")
def test_a_program_has_no_more_memory_than_it_may() -> None:
    grow = "import sys; sys.stdin.read(); bytearray(900_000_000)"
    done = run_program([sys.executable, "-c", grow], "go", SOON, 500)
    assert done.code == 1
    assert done.last_words.endswith("MemoryError")
    assert run_program([sys.executable, "-c", grow], "go", SOON, 2000).code == 0


# -- children -----------------------------------------------------------------------------


def child(work: Callable[[], Any], seconds: float = SOON, memory_mb: int = 300) -> Any:
    return in_child(work, "the work", seconds, memory_mb)


def spin() -> None:
    while True:
        pass


def test_a_child_returns_what_its_work_returns() -> None:
    parent = os.getpid()
    found, pid = child(lambda: (list(range(100_000)), os.getpid()))
    assert found == list(range(100_000))
    assert pid != parent
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def test_what_goes_wrong_in_a_child_is_told() -> None:
    def fail() -> None:
        raise PlanningFailure(Status.TOO_LARGE, "as told")

    assert str(failure_of(lambda: child(fail))) == "too-large: as told"
    assert str(failure_of(lambda: child(lambda: 1 / 0))) == (
        "engine-error: ZeroDivisionError: division by zero"
    )
    assert "SystemExit" in failure_of(lambda: child(lambda: sys.exit(3))).detail
    assert failure_of(lambda: child(lambda: os._exit(3))).detail == (
        "the work ended without an answer, with exit code 3"
    )
    killed = failure_of(lambda: child(lambda: os.kill(os.getpid(), signal.SIGKILL)))
    assert killed.detail == "the work ended without an answer, by SIGKILL"
    assert failure_of(lambda: child(lambda: lambda: 1)).reason == Status.FAILED  # no pickle


def test_a_child_that_hangs_or_grows_is_ended() -> None:
    hanging = failure_of(lambda: child(spin, seconds=0.3))
    assert str(hanging) == "time-out: the work: not done in 0.3 s"
    growing = failure_of(lambda: child(lambda: len(bytearray(900_000_000))))
    assert str(growing) == "memory-out: the work: not done in 300 MB"


def test_what_a_child_started_is_killed_in_whatever_group_it_is(tmp_path: Path) -> None:
    pid = tmp_path / "pid"

    def start() -> None:
        subprocess.Popen(["sh", "-c", f"echo $$ > {pid}; sleep 600"], start_new_session=True)
        time.sleep(600)

    assert failure_of(lambda: child(start, seconds=2)).reason == Status.TIME_OUT
    assert is_gone(pid)


def test_a_child_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    def talk() -> int:
        print("hm")  # noqa: T201
        print("hm", file=sys.stderr)  # noqa: T201
        return os.system("echo hm; echo hm >&2")

    assert child(talk) == 0
    assert capfd.readouterr() == ("", "")


def test_children_of_many_threads_do_not_wait_for_each_other() -> None:
    def nap(number: int) -> int:
        time.sleep(0.2 if number % 2 else 0)
        return number

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda n: child(lambda: nap(n)), range(24))) == list(range(24))


def test_a_child_does_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import os, sys, time\n"
        "from planner_clue.sandbox.child import in_child\n"
        "def work():\n"
        f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
        "    while True: pass\n"
        "in_child(work, 'work', 600, 300)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script])
    pid, deadline = tmp_path / "pid", time.monotonic() + SOON
    while not (pid.exists() and pid.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    parent.kill()
    parent.wait(SOON)
    assert is_gone(pid)


def test_whoever_leaves_stops_everything_at_once() -> None:
    with ThreadPoolExecutor(2) as pool:
        program = pool.submit(shell, "echo $$; exec sleep 600", 600)
        work = pool.submit(child, spin, 600)
        deadline = time.monotonic() + SOON
        while not (program.done() and work.done()) and time.monotonic() < deadline:
            time.sleep(0.1)
            stop_all()
        assert program.result(SOON).code == -signal.SIGKILL
        with pytest.raises(PlanningFailure, match="by SIGKILL"):
            work.result(SOON)


def test_a_child_of_a_child_can_print() -> None:
    def inner() -> str:
        sys.stdout.write("of the inner child")
        sys.stdout.flush()
        return "done"

    def outer() -> str:
        sys.stdout.write("of the outer child")
        sys.stdout.flush()
        return in_child(inner, "the inner child", SOON, 300)

    assert in_child(outer, "the outer child", SOON, 300) == "done"
