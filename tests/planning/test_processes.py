"""Programs and children under limits always end, and leave nothing behind."""

import gc
import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from planner_clue.planning import processes
from planner_clue.planning.plan import Status
from planner_clue.planning.processes import in_child, run_program, stop_all
from planner_clue.support.errors import PlanningFailure
from tests.cli.helpers import wait_until

SOON = 60.0
"""Seconds after which every process that has to end has ended, even on a busy machine."""


def alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def is_gone(file: Path) -> bool:
    return wait_until(lambda: not alive(file.read_text().strip()), SOON)


def failure_of(work: Callable[[], object]) -> str:
    began = time.monotonic()
    with pytest.raises(PlanningFailure) as caught:
        work()
    assert time.monotonic() - began < SOON
    return str(caught.value)


def shell(script: str, seconds: float = SOON, text: str = "", memory_mb: int = 500) -> Any:
    return run_program(["sh", "-c", script], text, seconds, memory_mb)


def test_a_program_is_given_its_text_and_says_what_it_says() -> None:
    text = "ten thousand lines\n" * 10_000
    done = shell("cat; echo trouble >&2; exit 7", text=text)
    assert (done.text, done.last_words, done.code) == (text, "trouble", 7)
    assert shell("kill -9 $$").code == -9


@pytest.mark.parametrize("script", ["yes flooding >&2", "cat /dev/zero"])
def test_a_program_that_floods_is_ended(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    failure = failure_of(lambda: shell(script))
    assert failure.startswith("output-out: more than 1000000 bytes of output; its last words: ")
    assert len(failure) < 500
    assert failure.isprintable()
    monkeypatch.setattr(processes, "MOST_PRINTED", 10)
    assert shell("printf 0123456789").text == "0123456789"
    assert failure_of(lambda: shell("printf 0123456789A")).startswith("output-out: ")


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
    failure = failure_of(lambda: shell(f"echo $$ > {pid}; {script}", seconds=0.5))
    assert failure == "time-out: no plan in 0.5 s; its last words: thinking"
    assert is_gone(pid)


def test_what_a_program_leaves_behind_is_killed_too(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    assert shell(f"sleep 600 >&- 2>&- & echo $! > {pid}").code == 0
    assert is_gone(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="no process limits another; Linux has prlimit")
def test_a_program_has_no_more_memory_than_it_may() -> None:
    limited = "import resource as r\nwhile r.getrlimit(r.RLIMIT_AS)[0] < 0: pass\n"
    grow = [sys.executable, "-ISc", f"{limited}bytearray(300_000_000)"]
    done = run_program(grow, "go", SOON, 200)
    assert (done.code, done.last_words.endswith("MemoryError")) == (1, True)
    assert run_program(grow, "go", SOON, 1000).code == 0


def child(work: Callable[[], Any], seconds: float = SOON, memory_mb: int = 300) -> Any:
    return in_child(work, "the work", seconds, memory_mb)


def test_a_child_returns_what_its_work_returns() -> None:
    parent = os.getpid()
    found, pid = child(lambda: (list(range(100_000)), os.getpid()))
    assert found == list(range(100_000))
    assert pid != parent
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def fail() -> None:
    raise PlanningFailure(Status.TOO_LARGE, "as asked")


@pytest.mark.parametrize(
    ("work", "detail"),
    [
        (fail, "too-large: as asked"),
        (lambda: 1 / 0, "engine-error: ZeroDivisionError: division by zero"),
        (lambda: sys.exit(3), "engine-error: SystemExit: 3"),
        (lambda: os._exit(3), "engine-error: the work ended without an answer, with exit code 3"),
        (
            lambda: os.kill(os.getpid(), signal.SIGKILL),
            "engine-error: the work ended without an answer, by SIGKILL",
        ),
        (lambda: lambda: 1, "engine-error: "),  # cannot be pickled
        (lambda: len(bytearray(900_000_000)), "memory-out: the work: not done in 300 MB"),
    ],
)
def test_what_goes_wrong_in_a_child_is_reported(work: Callable[[], object], detail: str) -> None:
    assert failure_of(lambda: child(work)).startswith(detail)


def test_a_child_that_hangs_is_ended_with_what_it_started_in_whatever_group(tmp_path: Path) -> None:
    pid = tmp_path / "pid"

    def start() -> None:
        subprocess.Popen(["sh", "-c", f"echo $$ > {pid}; sleep 600"], start_new_session=True)
        time.sleep(600)

    assert failure_of(lambda: child(start, seconds=1)) == "time-out: the work: not done in 1 s"
    assert is_gone(pid)


def test_a_child_says_nothing_and_its_child_can_print(capfd: pytest.CaptureFixture[str]) -> None:
    def talk() -> int:
        print("hm", flush=True)  # noqa: T201
        print("hm", file=sys.stderr, flush=True)  # noqa: T201
        return os.system("echo hm; echo hm >&2")

    def outer() -> int:
        return talk() + in_child(talk, "the inner child", SOON, 300)

    assert child(outer) == 0
    assert capfd.readouterr() == ("", "")


def test_garbage_of_the_parent_closes_no_file_of_a_child() -> None:
    def use_files() -> int:
        ours = [os.open(os.devnull, os.O_RDONLY) for _ in range(100)]
        gc.collect()
        return sum(os.fstat(one).st_nlink for one in ours)

    class InACycle:
        def __init__(self) -> None:
            self.itself = self
            for end in os.pipe():
                weakref.finalize(self, os.close, end)

    gc.disable()
    try:
        for _ in range(8):
            InACycle()
        assert child(use_files) == 100
    finally:
        gc.enable()


def test_children_of_many_threads_do_not_wait_for_each_other() -> None:
    def nap(number: int) -> int:
        time.sleep(0.2 if number % 2 else 0)
        return number

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda n: child(lambda: nap(n)), range(24))) == list(range(24))


def test_a_child_does_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import os, sys, time\n"
        "from planner_clue.planning.processes import in_child\n"
        "def work():\n"
        f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
        "    while True: pass\n"
        "in_child(work, 'work', 600, 300)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script])
    pid = tmp_path / "pid"
    assert wait_until(lambda: pid.exists() and pid.read_text() != "", SOON)
    parent.kill()
    parent.wait(SOON)
    assert is_gone(pid)


def test_whoever_leaves_stops_everything_at_once() -> None:
    with ThreadPoolExecutor(2) as pool:
        program = pool.submit(shell, "echo $$; exec sleep 600", 600)
        work = pool.submit(child, lambda: time.sleep(600), 600)
        deadline = time.monotonic() + SOON
        while not (program.done() and work.done()) and time.monotonic() < deadline:
            time.sleep(0.1)
            stop_all()
        assert program.result(SOON).code == -signal.SIGKILL
        with pytest.raises(PlanningFailure, match="by SIGKILL"):
            work.result(SOON)
