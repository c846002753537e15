"""``python -m benchmarks.tempering FOLDER...``: do claims hold, and when should a planner gamble?

Listens to recorded matches again from the planner's seat, and looks at its belief whenever it could
accuse after a suggestion. The first table has beliefs in which the weight that the suggestions of
others give to a hand is raised to a power: 0 leaves them out, 1 is the planner's. It tells for each
power the first claim of every game that is not certain and large enough for a gamble, how often it
was right, and the bits that the belief lacks of the real case file.

The second table has the games won if the planner gambled then from a lower probability. That
follows from the records: up to its first gamble a game is the same, and then it is decided.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import log2
from pathlib import Path
from statistics import fmean

from benchmarks.calibration import Gamble, ahead, counted
from benchmarks.evidence import planner_seat
from planner_clue.belief import Belief, asking, styles
from planner_clue.belief.asking import ASKING
from planner_clue.cards import CaseFile
from planner_clue.deliberation.assumption import ACCEPTANCE_THRESHOLD
from planner_clue.match.intervals import mean_interval
from planner_clue.table.events import Event, Passed, Showed, Suggested
from planner_clue.table.record import ReplayObserver, replay
from planner_clue.table.table import Table

POWERS = (0.0, 0.7, 1.0, 1.3, 1.7)
THRESHOLDS = (0.3, 0.4, 0.45, 0.5, 0.55)


class Listener(ReplayObserver):
    """Hears a game as the planner did, and keeps what its belief was when it could accuse."""

    def __init__(self, seat: int, case_file: CaseFile, deal: str, won: bool) -> None:
        self.claims: list[Gamble] = []
        """The most probable case file after each own suggestion, until one is certain."""
        self.lacks: list[float] = []
        """At these moments, the bits that the belief lacks of the real case file."""
        self.deal, self.won = deal, won
        self._seat, self._case_file = seat, case_file
        self._has_asked = False

    def begins(self, table: Table) -> None:
        """Begin to believe."""
        self._table = table
        self._belief = Belief(table.seat_view(self._seat, 0), asking=ASKING)

    def happens(self, event: Event) -> None:
        """Look where an own suggestion was answered."""
        if self._has_asked and not isinstance(event, Passed | Showed):
            self._look()
            self._has_asked = False
        if isinstance(event, Suggested):
            self._has_asked = event.seat == self._seat
        if (seen := self._table.seen_by(event, self._seat)) is not None:
            self._belief.observe(seen)

    def _look(self) -> None:
        if self._belief.case_file() is None:
            self.lacks.append(-log2(self._belief.chance(self._case_file)))
            best = self._belief.most_probable()[0]
            claim = Gamble(self._belief.chance(best), best == self._case_file, self.deal)
            self.claims.append(claim)

    def first(self, threshold: float) -> Gamble | None:
        """Return the first claim that is large enough, if there is one."""
        return next((claim for claim in self.claims if claim.chance >= threshold), None)


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
            won = record["result"]["winner"] == seat
            listener = Listener(seat, case_file, json.dumps(record["deal"]), won)
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
    gambling = []
    print("| against | power | claims | claimed | right | right - claimed, 95 % | bits it lacks |")
    print("|---|---:|---:|---:|---:|---|---:|")
    for folder in folders:
        for power in POWERS:
            listeners = list(heard(folder, power))
            claims = [claim for one in listeners if (claim := one.first(ACCEPTANCE_THRESHOLD))]
            cells = f"{counted(claims)} | {ahead(claims)}" if claims else "0 | | | "
            bits = fmean(bit for one in listeners for bit in one.lacks)
            print(f"| {folder.name} | {power} | {cells} | {bits:.2f} |", flush=True)
            if power == 1:
                gambling.append(f"| {folder.name} | {' | '.join(_won(listeners))} |")
    print(f"\n| won, against | as played | {' | '.join(f'from {at:.0%}' for at in THRESHOLDS)} |")
    print("|---|---:|" + "---|" * len(THRESHOLDS))
    print("\n".join(gambling))


def _won(listeners: Sequence[Listener]) -> Iterator[str]:
    """Yield the share of games won, and its difference with each threshold, as cells."""
    yield f"{fmean(one.won for one in listeners):.1%}"
    for threshold in THRESHOLDS:
        by_deal = defaultdict[str, list[int]](list)
        for one in listeners:
            first = one.first(threshold)
            by_deal[one.deal].append((first.right - one.won) if first else 0)
        low, high = mean_interval([fmean(of_deal) for of_deal in by_deal.values()])
        yield "{:+.1f}, {:+.1f} to {:+.1f}".format(*(50 * (low + high), 100 * low, 100 * high))


if __name__ == "__main__":
    main()
