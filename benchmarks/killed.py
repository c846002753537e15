"""``grade`` and ``reproduce`` killed at random moments: the same marks and files in the end.

    python -m benchmarks.killed [--kills 60] [--seed 1] [COMMAND ...]

runs each command once to its end. Then it is started again and again in another folder, and killed
with all its workers at a random moment of the time that it took; each start goes on with what the
one before has left. Whenever it comes to its end, and after the last kill, the folder has to have
the same files as the first one, but for the seconds that were measured. It ends with exit code 1
where a file differs or is left over.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

_HERE = Path(__file__).parents[1]
_EXERCISE = _HERE / "coursework" / "0-search"
_COMMANDS = {
    "grade": f"grade {_EXERCISE} class --csv marks.csv --jobs 2 --secret x",
    "reproduce": "reproduce --games 12 --tables huji.bn2,classic.bn2 --jobs 2",
}
_MEASURED = re.compile(
    rb'"(?:seconds|plan_ms|execution_time|checksum)": (?:[^,{}]*|\{[^}]*\})|[\d.]+(?=,[^,\n]*$)',
    re.MULTILINE,
)
"""Seconds in JSON, checksums of objects with seconds, and the seconds before the last column."""
_SECONDS_TO_END = 5.0
"""Workers whose parent was killed end by themselves within this time."""


def main() -> None:
    """Kill the commands, and say after each whether its files are the same."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.killed", description=__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("commands", nargs="*", metavar="COMMAND", default=[*_COMMANDS])
    wanted = parser.parse_args()
    faults = 0
    for command in wanted.commands:
        with tempfile.TemporaryDirectory() as folder:
            fault, ends = killed(command, Path(folder), wanted.kills, Random(wanted.seed))
        faults += bool(fault)
        outcome = fault or "the same files"
        print(f"{command}: {wanted.kills} kills, {ends} times at its end: {outcome}", flush=True)
    sys.exit(faults > 0)


def killed(command: str, folder: Path, kills: int, rng: Random) -> tuple[str, int]:
    """Return the first difference, empty if there is none, and how often the end was reached."""
    expected, ends = folder / "expected", 0
    began = time.perf_counter()
    _started(command, expected).wait()
    seconds, left = time.perf_counter() - began, kills
    while True:
        run = _started(command, folder / "killed")
        if left:
            left -= 1
            with suppress(subprocess.TimeoutExpired):
                run.wait(rng.uniform(0, seconds))
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
                continue
        run.wait()
        ends += 1
        if fault := _difference(expected, folder / "killed"):
            return fault, ends
        if not left:
            return "", ends
        time.sleep(_SECONDS_TO_END)
        shutil.rmtree(folder / "killed")


def _started(command: str, folder: Path) -> subprocess.Popen[bytes]:
    if not folder.exists():
        students = {"ann": _HERE / "coursework" / "teacher" / "0-search" / "solution"}
        for student, handed_in in (students | {"bob": _EXERCISE}).items():
            shutil.copytree(handed_in, folder / "class" / student)
    words = [sys.executable, "-m", "planner_clue", *_COMMANDS[command].split()]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(words, cwd=folder, stdout=quiet, stderr=quiet, start_new_session=True)


def _difference(expected: Path, found: Path) -> str:
    """Return the first file that differs, in words; empty if there is none."""
    one, other = _contents(expected), _contents(found)
    for name in sorted(one.keys() | other.keys()):
        if one.get(name) != other.get(name):
            return f"{name} is {'left over' if name not in one else 'another, or missing'}"
    return ""


def _contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): _MEASURED.sub(b"", path.read_bytes()) for path in files}


if __name__ == "__main__":
    main()
