"""``python -m benchmarks.tempering FOLDER...``: do claims hold, and when should a planner gamble?

Listens to recorded matches again from the planner's seat, and looks at its belief whenever it could
accuse after a suggestion. The first table has beliefs in which the weight that the suggestions of
others give to a hand is raised to a power: 0 leaves them out, 1 is the planner's. For each power it
lists the first claim of every game that is not certain and large enough for a gamble, how often it
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
from planner_clue.game.cards import CaseFile
from planner_clue.game.events import Passed, Showed, Suggested
from planner_clue.game.replay import ReplayedGame, replayed
from planner_clue.match.intervals import mean_interval
from planner_clue.planner.assumption import BASE_THRESHOLD

POWERS = (0.0, 0.7, 1.0, 1.3, 1.7)
THRESHOLDS = (0.3, 0.4, 0.45, 0.5, 0.55)


class Heard:
    """The belief of the planner's seat at the moments of a game when it could accuse."""

    def __init__(self, game: ReplayedGame, seat: int, deal: str) -> None:
        self.claims: list[Gamble] = []
        """The most probable case file after each own suggestion, until one is certain."""
        self.lacks: list[float] = []
        """At these moments, the bits that the belief lacks of the real case file."""
        assert game.table.result
        self.deal = deal
        self.won = game.table.result.winner == seat
        belief, has_asked = Belief(game.table.seat_view(seat, 0), asking=ASKING), False
        for event in game.table.events:
            if has_asked and not isinstance(event, Passed | Showed):
                self._look(belief, game.table.deal.case_file)
                has_asked = False
            if isinstance(event, Suggested):
                has_asked = event.seat == seat
            if (seen := game.table.seen_by(event, seat)) is not None:
                belief.observe(seen)

    def _look(self, belief: Belief, case_file: CaseFile) -> None:
        if belief.case_file() is None:
            self.lacks.append(-log2(belief.chance(case_file)))
            best = belief.most_probable()[0]
            self.claims.append(Gamble(belief.chance(best), best == case_file, self.deal))

    def first(self, threshold: float) -> Gamble | None:
        """Return the first claim that is large enough, if there is one."""
        return next((claim for claim in self.claims if claim.probability >= threshold), None)


def heard(folder: Path, power: float) -> Iterator[Heard]:
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
            yield Heard(replayed(record), seat, json.dumps(record["deal"]))
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
            claims = [claim for one in listeners if (claim := one.first(BASE_THRESHOLD))]
            cells = f"{counted(claims)} | {ahead(claims)}" if claims else "0 | | | "
            bits = fmean(bit for one in listeners for bit in one.lacks)
            print(f"| {folder.name} | {power} | {cells} | {bits:.2f} |", flush=True)
            if power == 1:
                gambling.append(f"| {folder.name} | {' | '.join(_won(listeners))} |")
    print(f"\n| won, against | as played | {' | '.join(f'from {at:.0%}' for at in THRESHOLDS)} |")
    print("|---|---:|" + "---|" * len(THRESHOLDS))
    print("\n".join(gambling))


def _won(listeners: Sequence[Heard]) -> Iterator[str]:
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
