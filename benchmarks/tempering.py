"""``python -m benchmarks.tempering FOLDER...``: would claims hold if evidence weighed otherwise?

Listens to recorded matches again from the planner's seat, with beliefs in which the weight that the
suggestions of others give to a hand is raised to a power: 0 leaves them out, 1 is the planner's.
Prints for each power the first claim of every game that is not certain and large enough for a
gamble, how often it was right, and the bits that the belief lacks of the real case file.
"""

import argparse
import json
from collections.abc import Iterator
from math import log2
from pathlib import Path
from statistics import fmean

from benchmarks.calibration import Gamble, ahead, counted
from benchmarks.evidence import planner_seat
from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief, asking, styles
from planner_clue.cards import CaseFile
from planner_clue.deliberation.assumption import ACCEPTANCE_THRESHOLD
from planner_clue.table.events import Event, Passed, Showed, Suggested
from planner_clue.table.record import ReplayObserver, replay
from planner_clue.table.table import Table

POWERS = (0.0, 0.7, 1.0, 1.3, 1.7)


class Listener(ReplayObserver):
    """Hears a game as the planner did, and keeps its first large claim and the bits it lacks."""

    def __init__(self, seat: int, case_file: CaseFile, deal: str) -> None:
        self.claim: Gamble | None = None
        self.lacks: list[float] = []
        self._seat, self._case_file, self._deal = seat, case_file, deal
        self._turn, self._asked_now, self._done = 0, False, False

    def begins(self, table: Table) -> None:
        """Begin to believe."""
        self._table = table
        self._belief = Belief(table.seat_view(self._seat, 0), asking=PlannerAgent.asking)

    def happens(self, event: Event) -> None:
        """Look where an own turn begins, and where its suggestion is answered."""
        answers = isinstance(event, Passed | Showed)
        if event.turn > self._turn and event.seat == self._seat and not answers:
            self._turn = event.turn
            self._look()
        if isinstance(event, Suggested):
            self._asked_now = event.seat == self._seat
        if (seen := self._table.seen_by(event, self._seat)) is not None:
            self._belief.observe(seen)
        if self._asked_now and isinstance(event, Showed):
            self._look()

    def _look(self) -> None:
        self._done = self._done or self._belief.case_file() is not None
        if self._done:
            return
        self.lacks.append(-log2(self._belief.chance(self._case_file)))
        best = self._belief.most_probable()[0]
        chance = self._belief.chance(best)
        if chance >= ACCEPTANCE_THRESHOLD and self.claim is None:
            self.claim = Gamble(chance, best == self._case_file, self._deal)


def heard(folder: Path, power: float) -> Iterator[Listener]:
    """Yield what the planner of each game of a match heard, with evidence to this power."""

    def discounted(likely: styles.Floats, discount: float) -> styles.Floats:
        weights = styles.discounted(likely, discount) ** power
        weighed: styles.Floats = weights / weights.mean()
        return weighed

    before, asking.discounted = asking.discounted, discounted  # type: ignore[attr-defined]
    try:
        for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            seat = planner_seat([seat["agent"] for seat in record["seats"]])
            case_file = CaseFile(*record["deal"]["case_file"])
            listener = Listener(seat, case_file, json.dumps(record["deal"]))
            replay(record, listener)
            yield listener
    finally:
        asking.discounted = before  # type: ignore[attr-defined]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tempering")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="recorded matches")
    folders = parser.parse_args().folders
    for folder in folders:
        if not (folder / "games.jsonl").is_file():
            parser.error(f"{folder}: no games.jsonl; expected a folder of 'match --out'")
    print("| against | power | claims | claimed | right | right - claimed, 95 % | bits it lacks |")
    print("|---|---:|---:|---:|---:|---|---:|")
    for folder in folders:
        for power in POWERS:
            listeners = list(heard(folder, power))
            claims = [one.claim for one in listeners if one.claim]
            cells = f"{counted(claims)} | {ahead(claims)}" if claims else "0 | | | "
            bits = fmean(bit for one in listeners for bit in one.lacks)
            print(f"| {folder.name} | {power} | {cells} | {bits:.2f} |", flush=True)


if __name__ == "__main__":
    main()
