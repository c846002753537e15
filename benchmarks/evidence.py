"""``python -m benchmarks.evidence FOLDER...``: what are other players' questions worth as evidence?

Reads the folders that ``planner-clue match --out FOLDER`` has left, and listens to the games
again from the planner's seat. Whenever it begins a turn, two beliefs are asked for the real case
file: one that learns from what the others ask about, and one that does not. A belief that gives the
real one the probability p lacks -log2 p bits. The 95 % interval of the difference goes by games.

The second table tells how soon it is known how somebody asks: the average probability of each
style after so many questions of a player.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import log2, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief
from planner_clue.belief.styles import STYLES
from planner_clue.cards import CaseFile
from planner_clue.table.events import Event, Passed, Showed, Suggested
from planner_clue.table.record import Watcher, replay
from planner_clue.table.table import Table

AFTER = (1, 2, 3, 4, 5, 6)
"""The numbers of questions after which it is told how somebody asks."""


class Listener(Watcher):
    """Hears a game as one seat does, and keeps what its beliefs lack at each of its turns."""

    def __init__(self, seat: int, case_file: CaseFile) -> None:
        self.lacks: list[tuple[float, float]] = []
        """In bits, at each turn: without and with the evidence of questions."""
        self.styles: list[tuple[int, dict[str, float]]] = []
        """After how many questions, and how another seat then seemed to ask."""
        self._seat, self._case_file, self._turn = seat, case_file, 0

    def begins(self, table: Table) -> None:
        """Begin with both beliefs."""
        self._table, view = table, table.seat_view(self._seat, 0)
        self._beliefs = Belief(view), Belief(view, asking=PlannerAgent.asking)
        self._questions = dict.fromkeys(set(range(view.players)) - {self._seat}, 0)

    def happens(self, event: Event) -> None:
        """Look at the beliefs where an own turn begins."""
        begins = event.turn > self._turn and not isinstance(event, Passed | Showed)
        if begins and event.seat == self._seat:
            self._turn = event.turn
            self._look()
        if isinstance(event, Suggested) and event.seat != self._seat:
            self._questions[event.seat] += 1
        seen = self._table.seen_by(event, self._seat)
        if seen is not None:
            for belief in self._beliefs:
                belief.observe(seen)

    def _look(self) -> None:
        plain, learning = self._beliefs
        if plain.case_file() is None:
            self.lacks.append(
                (-log2(plain.chance(self._case_file)), -log2(learning.chance(self._case_file)))
            )
        self.styles += [(count, learning.asks(seat)) for seat, count in self._questions.items()]


def heard(folder: Path) -> Iterator[Listener]:
    """Yield what the planner of each game of a match heard."""
    with (folder / "games.jsonl").open(encoding="utf-8") as games:
        for line in games:
            record: Mapping[str, Any] = json.loads(line)
            agents = [seat["agent"] for seat in record["seats"]]
            listener = Listener(agents.index("planner"), CaseFile(*record["deal"]["case_file"]))
            replay(record, listener)
            yield listener


def main() -> None:
    """Print both tables."""
    rows = {}
    print("| against | turns | bits without questions | with | difference, 95 % |")
    print("|---|---:|---:|---:|---|")
    for folder in map(Path, sys.argv[1:]):
        config = json.loads((folder / "match.json").read_text(encoding="utf-8"))["config"]
        against = ", ".join(agent.rpartition(":")[2] for agent in config["agents"][1:])
        styles: dict[int, list[dict[str, float]]] = defaultdict(list)
        lacks = []
        for listener in heard(folder):
            lacks.append(listener.lacks)
            for count, style in listener.styles:
                styles[count].append(style)
        rows[against] = styles
        print(f"| {against} | {_compared(lacks)} |", flush=True)
    print("\n| against | questions | " + " | ".join(style.name for style in STYLES) + " |")
    print("|---|---:|" + "---:|" * len(STYLES))
    for against, styles in rows.items():
        for count in AFTER:
            if seen := styles[count]:
                shares = (f"{mean(one[style.name] for one in seen):.0%}" for style in STYLES)
                print(f"| {against} | {count} | {' | '.join(shares)} |")


def _compared(lacks: list[list[tuple[float, float]]]) -> str:
    turns = sum(map(len, lacks))
    without, having = (sum(bits[one] for game in lacks for bits in game) / turns for one in (0, 1))
    gains = [sum(after - before for before, after in game) for game in lacks]
    margin = 1.96 * stdev(gains) * sqrt(len(gains)) / turns
    gain = having - without
    return (
        f"{turns} | {without:.2f} | {having:.2f} "
        f"| {gain:+.2f}, {gain - margin:+.2f} to {gain + margin:+.2f}"
    )


if __name__ == "__main__":
    main()
