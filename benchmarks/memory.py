"""Memory and processor time of the program that hands out games, in matches of different lengths.

    python -m benchmarks.memory [--jobs J | --cluster ADDRESS] [GAMES ...]

plays matches of three random agents without a board, cheap stand-ins for any agents, each in a
process of its own that keeps all records in a folder; then each is gone on with after its last
record was torn, as a killed run leaves it. Sizes are megabytes of the program itself, without
its worker processes. They should not depend on the number of games. *keeping* is its processor
time in milliseconds per game, after the modules are imported; with one process, that plays the
games too.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = (1_000, 10_000, 100_000)


def main() -> None:
    """Print a row for each number of games, and for each continued run."""
    parser = argparse.ArgumentParser(description="Measure the memory of matches.")
    parser.add_argument("games", nargs="*", type=int, default=GAMES)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=2)
    where.add_argument("--cluster", default="", help="address of a Dask scheduler")
    arguments = parser.parse_args()
    titles = f"{'peak MB':>8}  {'keeping':>8}  {'seconds':>8}  {'records MB':>10}"
    print(f"{'games':>9}  {'run':<9}  {titles}")
    for games in arguments.games:
        with tempfile.TemporaryDirectory() as folder:
            records = Path(folder) / "out" / "games.jsonl"
            for run in ("new", "continued"):
                started = time.perf_counter()
                peak, used = _measured(games, records.parent, arguments)
                seconds, size = time.perf_counter() - started, records.stat().st_size
                row = f"{peak:>8.1f}  {1000 * used / games:>8.3f}  {seconds:>8.1f}"
                print(f"{games:>9}  {run:<9}  {row}  {size / 1e6:>10.1f}", flush=True)
                with records.open("r+b") as file:
                    file.truncate(size - 10)
                (records.parent / "summary.json").unlink()


def _measured(games: int, out: Path, arguments: argparse.Namespace) -> tuple[float, float]:
    """Return the peak in megabytes and the processor seconds of a match in its own process."""
    here = [sys.executable, "-c", "from benchmarks.memory import play; play()"]
    match = [str(games), str(out), str(arguments.jobs), arguments.cluster]
    done = subprocess.run([*here, *match], check=True, stdout=subprocess.PIPE, text=True)
    peak, used = done.stdout.split()
    return float(peak), float(used)


def play() -> None:
    """Play the match of the command line, and print peak in megabytes and processor seconds."""
    from planner_clue.cli.match_options import workers
    from planner_clue.match import MatchConfig, run_match

    games, out, jobs, cluster = sys.argv[1:]
    started = time.process_time()
    config = MatchConfig(("random",) * 3, int(games), board="none")
    with workers(None if cluster else int(jobs), cluster or None, [config]) as (executor, count):
        run_match(config, out=Path(out), jobs=count, executor=executor)
    print(_peak(), time.process_time() - started)


def _peak() -> float:
    """Return the most megabytes that this program had, without the program that started it."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
