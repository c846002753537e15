"""``python -m benchmarks.strength FOLDER``: the matches and the tables of ``docs/strength.md``.

Plays every match of the tables into a folder below FOLDER, as ``planner-clue match --out`` does,
and prints the tables. A match that is there already is continued, or only counted. All of them
take some hours. ``--before`` names such a folder of another version, and adds the paired
difference; ``--count`` plays nothing.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.askers import FITTED, HELD_OUT
from benchmarks.calibration import gambles_of, summary
from planner_clue.runs.merging import MergedRuns, compare, merge
from planner_clue.runs.results import AgentResults, count_runs
from planner_clue.runs.run_folder import read_run

NO_ASKING = "benchmarks/ablations.py:NoAsking"
_EXACT_ASKING = "benchmarks/ablations.py:ExactAsking"


class Row(NamedTuple):
    """A match: the planner, or the same without evidence from suggestions, against others."""

    name: str
    others: tuple[str, ...]
    board: str = "classic"
    agent: str = "planner"
    games: int = 1000

    def play(self, folder: Path, seed: int) -> None:
        """Play the match, or what is missing of it."""
        options = {"games": self.games, "seed": seed, "board": self.board, "out": self.in_(folder)}
        words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        command = [sys.executable, "-m", "planner_clue", "match", self.agent, *self.others, *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def in_(self, folder: Path) -> Path:
        """Return the folder of the match."""
        return folder / self.name

    def read(self, folder: Path) -> MergedRuns | None:
        """Return the games of the match; None if it was not played."""
        if not self.in_(folder).is_dir():
            return None
        (runs,) = merge([read_run(self.in_(folder))])
        return runs


HONEST = (
    Row("exact-classic", ("exact", "exact")),
    Row("exact-huji", ("exact", "exact"), "huji"),
    Row("random-classic", ("random", "random")),
    Row("random-huji", ("random", "random"), "huji"),
    Row("bn-classic", ("bn1", "bn2")),
    Row("bn-huji", ("bn1", "bn2"), "huji"),
    Row("exactasking-classic", (_EXACT_ASKING, _EXACT_ASKING)),
    Row("exactasking-huji", (_EXACT_ASKING, _EXACT_ASKING), "huji"),
    Row("four-classic", ("exact", "exact", "exact"), games=500),
    Row("six-classic", ("exact", "exact", "random", "random", "random"), games=300),
)
"""Matches against players that name no card whose place they know."""


def of_kind(kind: str, agent: str = "planner") -> Row:
    """Return the match against two players of a kind of askers."""
    other = kind if kind == "exact" else f"benchmarks/askers.py:{kind}"
    name = f"{kind}-classic" if agent == "planner" else f"no-{kind}-classic"
    games = 1000 if kind == "exact" and agent == "planner" else 500
    return Row(name, (other, other), agent=agent, games=games)


def all_rows() -> Iterator[Row]:
    """Yield every match, each once."""
    yield from HONEST
    for kind in (*FITTED, *HELD_OUT):
        if kind != "exact":
            yield of_kind(kind)
        yield of_kind(kind, NO_ASKING)


def honest_table(folder: Path, before: Path | None) -> Iterator[str]:
    """Yield the table of the matches against honest players."""
    yield (
        "| against | board | games | planner wins | 95 % | gambles | right | before | difference |"
    )
    yield "|---|---|---:|---:|---|---:|---:|---:|---|"
    for row in HONEST:
        runs = row.read(folder)
        if runs is None:
            continue
        earlier = row.read(before) if before else None
        found = count_runs(runs).agents[0]
        cells = [_names(row.others), row.board, str(len(runs.games)), *_rate(found)]
        cells += [str(found.gambles.of), f"{found.gambles.share:.0%}"]
        cells += _paired(runs, earlier) if earlier else ["", ""]
        yield f"| {' | '.join(cells)} |"


def kinds_table(folder: Path) -> Iterator[str]:
    """Yield the table of the kinds of askers, with the planner that takes nothing for evidence."""
    yield (
        "| against two | games | planner | 95 % | `NoAsking` | difference | gambles "
        "| claimed | right | 95 % |"
    )
    yield "|---|---:|---:|---|---:|---|---:|---:|---:|---|"
    for kind in (*FITTED, *HELD_OUT):
        runs, plain = of_kind(kind).read(folder), of_kind(kind, NO_ASKING).read(folder)
        if runs is None or plain is None:
            continue
        found = count_runs(runs).agents[0]
        held = "" if kind in FITTED else ", held out"
        cells = [f"`{kind}`{held}", str(len(runs.games)), *_rate(found), *_paired(runs, plain)]
        cells += _claims(of_kind(kind).in_(folder))
        yield f"| {' | '.join(cells)} |"


def _names(agents: tuple[str, ...]) -> str:
    return ", ".join(f"`{agent.rpartition(':')[2]}`" for agent in agents)


def _rate(found: AgentResults) -> list[str]:
    low, high = found.wins.ci95
    return [f"{found.wins.share:.1%}", f"{100 * low:.1f}-{100 * high:.1f}"]


def _paired(runs: MergedRuns, other: MergedRuns) -> list[str]:
    """Return the other's win rate in the games that both have, and the difference in points."""
    both = compare(runs, other, slot=0)
    low, high = (100 * bound for bound in both.ci95)
    ahead = 100 * both.difference
    return [f"{both.wins[1] / both.games:.1%}", f"{ahead:+.1f}, {low:+.1f} to {high:+.1f}"]


def _claims(folder: Path) -> list[str]:
    """Return how many gambles there were, what they claimed, and how many were right."""
    found = list(gambles_of(folder))
    if not found:
        return ["0", "", "", ""]
    claimed, right, interval = summary(found)
    return [str(len(found)), f"{claimed:.0%}", f"{right:.0%}", interval]


def main() -> None:
    """Play the matches and print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description="Plays the matches of docs/strength.md."
    )
    parser.add_argument("folder", type=Path, help="where the matches are, or are to be")
    parser.add_argument("--before", type=Path, help="such a folder of another version")
    parser.add_argument("--seed", type=int, default=2026, help="seed of every match [2026]")
    parser.add_argument("--table", choices=("honest", "kinds"), help="print this table only")
    parser.add_argument("--count", action="store_true", help="play nothing")
    options = parser.parse_args()
    for row in () if options.count else all_rows():
        print(f"{row.name}: {row.games} games", file=sys.stderr, flush=True)
        row.play(options.folder, options.seed)
    tables = {
        "honest": lambda: honest_table(options.folder, options.before),
        "kinds": lambda: kinds_table(options.folder),
    }
    wanted = [options.table] if options.table else tables
    print("\n\n".join("\n".join(tables[name]()) for name in wanted))


if __name__ == "__main__":
    main()
