"""``python -m benchmarks.evidence FOLDER...``: what are others' suggestions worth as evidence?

Reads the folders that ``planner-clue match --out FOLDER`` has left, and listens to the games
again from the planner's seat. Whenever it begins a turn, two beliefs are asked for the real case
file: one that learns from what the others suggest, and one that does not. A belief that gives the
real one the probability p lacks -log2 p bits. The 95 % interval of the difference goes by games.

The other tables show how soon the way in which a player chooses cards, or rooms, is recognised:
the average probability of each style, by the number of the player's suggestions.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import log2, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, TypeAlias

from planner_clue.belief import Belief
from planner_clue.belief.asking import ASKING
from planner_clue.belief.styles import CARD_STYLES, ROOM_STYLES
from planner_clue.game.events import Passed, Showed, Suggested
from planner_clue.game.replay import ReplayedGame, replayed
from planner_clue.match.intervals import Z95

_NO_ASKING = "benchmarks/ablations.py:NoAsking"
AFTER = (2, 6)
"""The numbers of suggestions after which the probabilities of styles are shown."""


class Heard:
    """What the beliefs of one seat lacked at each of its turns in a game."""

    def __init__(self, game: ReplayedGame, seat: int) -> None:
        self.lacks: list[tuple[float, float]] = []
        """In bits, at each turn: without and with the evidence of suggestions."""
        self.styles: list[tuple[int, dict[str, float], dict[str, float]]] = []
        """After how many suggestions, and how another seat then seemed to choose."""
        view, self._case_file, turn = game.table.seat_view(seat, 0), game.table.deal.case_file, 0
        self._beliefs = Belief(view), Belief(view, asking=ASKING)
        self._suggestions = dict.fromkeys(set(range(view.players)) - {seat}, 0)
        for event in game.table.events:
            begins = event.turn > turn and not isinstance(event, Passed | Showed)
            if begins and event.seat == seat:
                turn = event.turn
                self._look()
            if isinstance(event, Suggested) and event.seat != seat:
                self._suggestions[event.seat] += 1
            if (seen := game.table.seen_by(event, seat)) is not None:
                for belief in self._beliefs:
                    belief.observe(seen)

    def _look(self) -> None:
        plain, learning = self._beliefs
        if plain.case_file() is None:
            self.lacks.append(
                (-log2(plain.chance(self._case_file)), -log2(learning.chance(self._case_file)))
            )
        for seat, count in self._suggestions.items():
            self.styles.append((count, learning.asks(seat), learning.enters(seat)))


def planner_seat(agents: list[str]) -> int:
    """Return the seat of the planner: that of the agent, or of one with an ingredient left out."""
    return next(seat for seat, agent in enumerate(agents) if agent in ("planner", _NO_ASKING))


def heard(folder: Path) -> Iterator[Heard]:
    """Yield what the planner of each game of a match heard."""
    with (folder / "games.jsonl").open(encoding="utf-8") as games:
        for line in games:
            record: Mapping[str, Any] = json.loads(line)
            agents = [seat["agent"] for seat in record["seats"]]
            yield Heard(replayed(record), planner_seat(agents))


Seen: TypeAlias = dict[int, list[tuple[dict[str, float], dict[str, float]]]]
"""By number of suggestions: the probabilities of styles of cards and of rooms."""


def main() -> None:
    """Print the tables."""
    found: dict[str, Seen] = {}
    print("| against | turns | bits without suggestions | with | difference, 95 % |")
    print("|---|---:|---:|---:|---|")
    for folder in map(Path, sys.argv[1:]):
        config = json.loads((folder / "match.json").read_text(encoding="utf-8"))["config"]
        against = ", ".join(agent.rpartition(":")[2] for agent in config["agents"][1:])
        seen: Seen = defaultdict(list)
        lacks = []
        for listener in heard(folder):
            lacks.append(listener.lacks)
            for count, cards, rooms in listener.styles:
                seen[count].append((cards, rooms))
        found[against] = seen
        print(f"| {against} | {_compared(lacks)} |", flush=True)
    of_cards, of_rooms = ([s.name for s in styles] for styles in (CARD_STYLES, ROOM_STYLES))
    for kind, (what, names) in enumerate((("cards", of_cards), ("rooms", of_rooms))):
        print(f"\n| against | suggestions | {what}: {' | '.join(names)} |")
        print("|---|---:|" + "---:|" * len(names))
        for against, seen in found.items():
            for count in AFTER:
                if looks := seen[count]:
                    means = (mean(look[kind][name] for look in looks) for name in names)
                    print(f"| {against} | {count} | {' | '.join(f'{m:.0%}' for m in means)} |")


def _compared(lacks: list[list[tuple[float, float]]]) -> str:
    turns = sum(map(len, lacks))
    without, having = (sum(bits[one] for game in lacks for bits in game) / turns for one in (0, 1))
    gains = [sum(after - before for before, after in game) for game in lacks]
    margin = Z95 * stdev(gains) * sqrt(len(gains)) / turns
    gain = having - without
    return (
        f"{turns} | {without:.2f} | {having:.2f} "
        f"| {gain:+.2f}, {gain - margin:+.2f} to {gain + margin:+.2f}"
    )


if __name__ == "__main__":
    main()
