"""``python -m benchmarks.strength FOLDER``: the matches and tables of ``benchmarks/strength.md``.

Plays every match of the tables into a folder below FOLDER, as ``planner-clue match --out`` does,
and prints the tables. A match that is there already is continued, or only counted. All of them
take some hours. ``--before`` names such a folder of another version, and adds the paired
difference; ``--count`` plays nothing; ``--chart`` draws the win rates and the gambles.
``--speedclue "java -jar Bot.jar"`` adds tables with a program of the Speed Clue contest.
"""

import argparse
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.askers import FITTED, HELD_OUT
from benchmarks.calibration import Gamble, ahead, claims_tables, counted, gambles_of
from benchmarks.outsiders import OUTSIDERS
from benchmarks.people import PEOPLE
from benchmarks.rivals import RIVALS
from benchmarks.strangers import STRANGERS
from planner_clue.match.runs.merging import MergedRuns, compare, merge
from planner_clue.match.runs.results import AgentResults, count_runs
from planner_clue.match.runs.run_folder import read_run
from planner_clue.support.atomic_writes import write_whole
from planner_clue.view.charts import finish_panel, mark, picture_of

_EXACT_ASKING = "benchmarks/ablations.py:ExactAsking"


class Row(NamedTuple):
    """A match: the planner, or the same without evidence from suggestions, against others."""

    name: str
    others: tuple[str, ...]
    board: str = "classic"
    agent: str = "planner"
    games: int = 1000

    def play(self, folder: Path, seed: int, *more: str) -> None:
        """Play the match, or what is missing of it; ``more`` are further words of the command."""
        options = {"games": self.games, "seed": seed, "board": self.board, "out": self.in_(folder)}
        if self.board == "none":
            options["rules"] = "standard,last_wins=yes"
        words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        command = [
            sys.executable,
            "-m",
            "planner_clue",
            "match",
            self.agent,
            *self.others,
            *words,
            *more,
        ]
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

    def label(self) -> str:
        """Return the opponents and the board, for a chart or a table of both boards."""
        counts = Counter(agent.rpartition(":")[2] for agent in self.others)
        counted = (f"{count} {name}" if count > 1 else name for name, count in counts.items())
        return f"{', '.join(counted)}; {self.board}"


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


KINDS = tuple(
    Row(f"{kind}-classic", (f"benchmarks/askers.py:{kind}",) * 2, games=500)
    for kind in (*FITTED, *HELD_OUT)
    if kind != "exact"
)
"""Matches against other kinds of askers."""


_FILES = {"people": PEOPLE, "strangers": STRANGERS, "outsiders": OUTSIDERS}
MIXED = tuple(
    Row(f"{kind}-{board}", ("exact", f"benchmarks/rivals.py:{kind}"), board)
    for kind in RIVALS
    for board in ("none", "classic", "huji")
) + tuple(
    Row(f"{kind}-{board}", (f"benchmarks/{file}.py:{kind}",) * 2, board, games=500)
    for file, kinds in _FILES.items()
    for kind in kinds
    for board in ("none", "classic")
)
"""Matches against rivals at mixed tables, people, and kinds that were written last."""


def speedclue_rows(commands: Sequence[str]) -> tuple[Row, ...]:
    """Return the matches against programs of the Speed Clue contest: two, and one with exact."""
    return tuple(
        Row(f"speedclue-{number}-{'two' if first else 'exact'}", (first or "exact", one), "none")
        for number, command in enumerate(commands, 1)
        for one in [f"speedclue:{command}"]
        for first in (one, "")
    )


def without_asking(row: Row) -> Row:
    """Return the match with the planner to which suggestions are not evidence."""
    return row._replace(name=f"no-{row.name}", agent="benchmarks/ablations.py:NoAsking")


def all_rows() -> Iterator[Row]:
    """Yield every match, each once, without programs of the contest."""
    yield from (*HONEST, *KINDS, *MIXED)
    yield from map(without_asking, (*KINDS, *MIXED))


def honest_table(folder: Path, before: Path | None) -> Iterator[str]:
    """Yield the table of the matches against honest players."""
    earlier = " games of both | before | difference, 95 % |" if before else ""
    yield f"| against | games | planner wins | 95 % |{earlier}"
    yield f"|---|---:|---:|---|{'---:|---:|---|' if before else ''}"
    for row in HONEST:
        if runs := row.read(folder):
            cells = [row.label(), str(len(runs.games)), *rate(count_runs(runs).agents[0])]
            if before:
                old = row.read(before)
                cells += paired(runs, old) if old else ["", "", ""]
            yield f"| {' | '.join(cells)} |"


def kinds_table(folder: Path) -> Iterator[str]:
    """Yield the table of the kinds of askers, with the planner that takes nothing for evidence."""
    yield (
        "| against two | games | planner wins | 95 % | games of both | `NoAsking` wins "
        "| difference, 95 % |"
    )
    yield "|---|---:|---:|---|---:|---:|---|"
    for row in KINDS:
        runs, plain = row.read(folder), without_asking(row).read(folder)
        if runs and plain:
            kind = row.name.removesuffix("-classic")
            held = "" if kind in FITTED else ", held out"
            cells = [f"`{kind}`{held}", str(len(runs.games)), *rate(count_runs(runs).agents[0])]
            yield f"| {' | '.join([*cells, *paired(runs, plain)])} |"


def mixed_table(folder: Path, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the table of some matches, with the wins of every agent and the gambles."""
    yield "| against | games | planner wins | 95 % | the others win | gambles | claimed | right |"
    yield "|---|---:|---:|---|---|---:|---:|---:|"
    for row in rows:
        if runs := row.read(folder):
            planner, *others = count_runs(runs).agents
            gambles = list(gambles_of(row.in_(folder)))
            claims = counted(gambles) if gambles else "0 | | "
            shares = ", ".join(f"{other.wins.share:.1%}" for other in others)
            cells = [row.label(), str(len(runs.games)), *rate(planner), shares, claims]
            yield f"| {' | '.join(cells)} |"


def claims_table(folder: Path) -> Iterator[str]:
    """Yield the tables of the gambles of all matches; mixed ones together, by file."""
    gambles = defaultdict[str, list[Gamble]](list)
    for row in (*HONEST, *KINDS, *MIXED):
        if row.in_(folder).is_dir():
            label = f"all of `{row.others[1].partition(':')[0]}`" if row in MIXED else row.label()
            gambles[label] += gambles_of(row.in_(folder))
    yield from claims_tables({name: some for name, some in gambles.items() if some})


def rate(found: AgentResults) -> list[str]:
    low, high = found.wins.ci95
    return [f"{found.wins.share:.1%}", f"{100 * low:.1f}-{100 * high:.1f}"]


def paired(runs: MergedRuns, other: MergedRuns) -> list[str]:
    """Return how many games both have, the other's win rate in them, and the difference."""
    both = compare(runs, other, slot=0)
    low, high = (100 * bound for bound in both.ci95)
    return [
        str(both.games),
        f"{both.wins[1] / both.games:.1%}",
        f"{100 * both.difference:+.1f}, {low:+.1f} to {high:+.1f}",
    ]


def chart(folder: Path, kind: str) -> bytes:
    """Return the win rates (left) and what gambles claim (right), with 95 % intervals."""
    played = [row for row in (*HONEST, *KINDS) if row.in_(folder).is_dir()]

    def draw(figure: Any) -> None:
        wins, claims = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        for at, row in enumerate(played):
            for one, colour in ((without_asking(row), "0.6"), (row, "#1f4e9c")):
                if runs := one.read(folder):
                    rate = count_runs(runs).agents[0].wins
                    mark(wins, at, rate.share, rate.ci95, ("D", colour))
            found = ahead(list(gambles_of(row.in_(folder))))
            interval = found.by - found.margin, found.by + found.margin
            mark(claims, at, found.by, interval, ("D", "#1f4e9c"))
        finish_panel(wins, "planner; grey: suggestions are not evidence", "games won, %")
        finish_panel(claims, "gambles", "right more often than claimed, points")
        claims.set_xlim(-40, 40)
        claims.set_xticks(range(-40, 41, 20))
        claims.axvline(0, color="0.4", linewidth=0.8)
        wins.set_yticks(range(len(played)), [row.label() for row in played])
        wins.invert_yaxis()

    return picture_of(draw, kind, width=9.0, height=1.0 + 0.24 * len(played))


def main() -> None:
    """Play the matches, print the tables and draw the chart."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description="Plays the matches of strength.md."
    )
    parser.add_argument("folder", type=Path, help="where the matches are, or are to be")
    parser.add_argument("--before", type=Path, help="such a folder of another version")
    parser.add_argument("--seed", type=int, default=2026, help="seed of every match [2026]")
    parser.add_argument("--count", action="store_true", help="play nothing")
    parser.add_argument(
        "--chart", type=Path, metavar="FILE", help="draw this picture: .svg or .png"
    )
    parser.add_argument(
        "--table", choices=("honest", "kinds", "mixed", "claims"), help="print this one only"
    )
    parser.add_argument(
        "--speedclue", action="append", default=[], metavar="COMMAND", help="play a program too"
    )
    options = parser.parse_args()
    programs = speedclue_rows(options.speedclue)
    for row in () if options.count else (*all_rows(), *programs):
        print(f"{row.name}: {row.games} games", file=sys.stderr, flush=True)
        row.play(options.folder, options.seed)
    tables = {
        "honest": lambda: honest_table(options.folder, options.before),
        "kinds": lambda: kinds_table(options.folder),
        "mixed": lambda: mixed_table(options.folder, (*MIXED, *programs)),
        "claims": lambda: claims_table(options.folder),
    }
    wanted = [options.table] if options.table else tables
    print("\n\n".join("\n".join(tables[name]()) for name in wanted))
    if options.chart:
        write_whole(options.chart, chart(options.folder, options.chart.suffix[1:]))


if __name__ == "__main__":
    main()
