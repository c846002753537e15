"""``python -m benchmarks.calibration FOLDER...``: are gambles right as often as they claim?

Reads the folders that ``planner-clue match --out FOLDER`` has left. Each row of the table is a
match and a range of probabilities at which the planner accused: how many gambles, what
probability they claimed on average, and how many of them were right, with the 95 % Wilson interval.

With ``--kinds`` each row is a match, with the difference of right and claimed and its 95 % interval
by deals; the last row is the mean of all matches. With ``--now`` the gambles are those that the
planner would make with its belief of today, the first of each recorded game: it listens from the
planner's seat, and is asked whenever the planner was. A gamble later than the recorded accusation
is not seen, so the matches of ``NoAsking``, which gambles seldom, tell most.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks.evidence import planner_seat
from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief
from planner_clue.cards import CaseFile
from planner_clue.deliberation.assumption import worth_accusing
from planner_clue.deliberation.decision import read_decisions
from planner_clue.match.intervals import mean_interval, wilson
from planner_clue.table.events import Event
from planner_clue.table.record import ReplayObserver, replay
from planner_clue.table.requests import AskAccuse, Request
from planner_clue.table.table import Table

RANGES = ((0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 1.0))
"""The ranges of probabilities; a gamble at the upper end of one counts for the next."""


class Gamble(NamedTuple):
    """An accusation without a proof."""

    chance: float
    """The probability that it claimed."""
    right: bool
    deal: str
    """The deal; several games of a match share one."""


def gambles_of(folder: Path, *, now: bool = False) -> Iterator[Gamble]:
    """Yield the gambles of a match, as recorded, or those of the belief of ``now``."""
    with (folder / "games.jsonl").open(encoding="utf-8") as games:
        for line in games:
            record = json.loads(line)
            truth, deal = tuple(record["deal"]["case_file"]), json.dumps(record["deal"])
            for chance, accused in _first_gamble(record) if now else _recorded_gambles(record):
                yield Gamble(chance, accused == truth, deal)


def _recorded_gambles(record: Any) -> Iterator[tuple[float, CaseFile]]:
    for notes in record["notes"]:
        for decision in read_decisions(notes):
            if decision.gamble:
                yield decision.chance, decision.assumption


def _first_gamble(record: Any) -> Iterator[tuple[float, CaseFile]]:
    listener = _Listener(planner_seat([seat["agent"] for seat in record["seats"]]))
    replay(record, listener)
    if listener.gamble:
        yield listener.gamble


class _Listener(ReplayObserver):
    """Listens from one seat, and notes the first gamble that it would make."""

    def __init__(self, seat: int) -> None:
        self.gamble: tuple[float, CaseFile] | None = None
        self._seat = seat

    def begins(self, table: Table) -> None:
        self._table = table
        self._belief = Belief(table.seat_view(self._seat, 0), asking=PlannerAgent.asking)

    def decides(self, request: Request, answer: Any) -> None:
        if self.gamble or request != AskAccuse(self._seat):
            return
        rivals = self._belief.transcript.rivals
        claim = worth_accusing(self._belief, PlannerAgent.gamble, rivals)
        if claim and claim.chance < 1:
            self.gamble = claim.chance, claim.case_file

    def happens(self, event: Event) -> None:
        seen = self._table.seen_by(event, self._seat)
        if seen is not None and not self.gamble:
            self._belief.observe(seen)


def name_of(folder: Path) -> str:
    """Return whom the planner played, and where."""
    config = json.loads((folder / "match.json").read_text(encoding="utf-8"))["config"]
    names = ", ".join(agent.rpartition(":")[2] for agent in config["agents"][1:])
    return f"{names}; {config['board']}"


def rows(folder: Path, *, now: bool = False) -> Iterator[str]:
    """Yield the rows of one match by tenths, and of all its gambles."""
    found = list(gambles_of(folder, now=now))
    for low, high in (*RANGES, (RANGES[0][0], RANGES[-1][1])):
        if within := [gamble for gamble in found if low <= gamble.chance < high]:
            claimed, right, interval = summary(within)
            yield (
                f"| {name_of(folder)} | {low:.1f}-{high:.1f} | {len(within)} | {claimed:.0%} "
                f"| {right:.0%} | {interval} |"
            )


def summary(gambles: list[Gamble]) -> tuple[float, float, str]:
    """Return what gambles claimed, which share was right, and its interval in percent."""
    right = sum(gamble.right for gamble in gambles)
    low, high = wilson(right, len(gambles))
    claimed = fmean(gamble.chance for gamble in gambles)
    return claimed, right / len(gambles), f"{100 * low:.0f}-{100 * high:.0f}"


def kinds(folders: list[Path], *, now: bool = False) -> Iterator[str]:
    """Yield a row for each match, and their mean."""
    ahead, margins = [], []
    for folder in folders:
        if found := list(gambles_of(folder, now=now)):
            claimed, right, _ = summary(found)
            by_deal: defaultdict[str, float] = defaultdict(float)
            for gamble in found:
                by_deal[gamble.deal] += gamble.right - gamble.chance
            low, high = mean_interval(list(by_deal.values()))
            ahead.append(right - claimed)
            margins.append((high - low) / 2 * len(by_deal) / len(found))
            yield (
                f"| {name_of(folder)} | {len(found)} | {claimed:.0%} | {right:.0%} "
                f"| {_points(ahead[-1], margins[-1])} |"
            )
    margin = sum(margin**2 for margin in margins) ** 0.5 / max(1, len(margins))
    yield f"| all, each as much |  |  |  | {_points(fmean(ahead), margin)} |"


def _points(ahead: float, margin: float) -> str:
    return f"{100 * ahead:+.1f}, {100 * (ahead - margin):+.1f} to {100 * (ahead + margin):+.1f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.calibration", description="Are gambles right as often as said?"
    )
    parser.add_argument("folders", nargs="+", type=Path, help="matches of the planner")
    parser.add_argument("--kinds", action="store_true", help="one row per match, and their mean")
    parser.add_argument("--now", action="store_true", help="gambles of the belief of today")
    options = parser.parse_args()
    if options.kinds:
        print("| against | gambles | claimed | right | right - claimed, 95 % |")
        print("|---|---:|---:|---:|---|")
        found = kinds(options.folders, now=options.now)
    else:
        print("| against | claims | gambles | claimed | right | 95 % |")
        print("|---|---|---:|---:|---:|---|")
        found = (row for folder in options.folders for row in rows(folder, now=options.now))
    for row in found:
        print(row, flush=True)


if __name__ == "__main__":
    main()
