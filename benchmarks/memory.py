"""The memory of a match: peak of the program at matches of different lengths.

    python -m benchmarks.memory [--jobs J] [GAMES ...]

plays matches of three random agents without a board, cheap stand-ins for any agents, each in a
process of its own that keeps all records in a folder; then each is gone on with after its last
record was torn, as a killed run leaves it. Sizes are megabytes of the program itself, without
its worker processes. They should not depend on the number of games.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = (10_000, 100_000)


def main() -> None:
    """Print a row for each number of games, and for each continued run."""
    parser = argparse.ArgumentParser(description="Measure the memory of matches.")
    parser.add_argument("games", nargs="*", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    print(f"{'games':>9}  {'run':<9}  {'peak MB':>8}  {'seconds':>8}  {'records MB':>10}")
    for games in arguments.games:
        with tempfile.TemporaryDirectory() as folder:
            records = Path(folder) / "out" / "games.jsonl"
            for run in ("new", "continued"):
                peak, seconds = _measured(games, records.parent, arguments.jobs)
                size = records.stat().st_size
                print(
                    f"{games:>9}  {run:<9}  {peak:>8.1f}  {seconds:>8.1f}  {size / 1e6:>10.1f}",
                    flush=True,
                )
                with records.open("r+b") as file:
                    file.truncate(size - 10)
                (records.parent / "summary.json").unlink()


def _measured(games: int, out: Path, jobs: int) -> tuple[float, float]:
    """Return the peak in megabytes and the seconds of a match in a process of its own."""
    started = time.perf_counter()
    here = [sys.executable, "-c", "from benchmarks.memory import play; play()"]
    done = subprocess.run(
        [*here, str(games), str(out), str(jobs)], check=True, capture_output=True, text=True
    )
    return float(done.stdout), time.perf_counter() - started


def play() -> None:
    """Play the match of the command line, and print the peak in megabytes."""
    from planner_clue.match import MatchConfig, run_match

    games, out, jobs = sys.argv[1:]
    config = MatchConfig(("random",) * 3, int(games), board="none")
    run_match(config, out=Path(out), jobs=int(jobs))
    print(_peak())


def _peak() -> float:
    """Return the most megabytes that this program had, not those of the one that started it."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
