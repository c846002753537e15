"""``python -m benchmarks.calibration FOLDER...``: are gambles right as often as they claim?

Reads the folders that ``planner-clue match --out FOLDER`` has left. A gamble is an accusation
without a proof; it claims the probability of its case file.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from planner_clue.agents import gambles as accusations
from planner_clue.match.intervals import mean_interval, wilson
from planner_clue.planner.decision import read_decisions

RANGES = tuple((tenth / 10, (tenth + 1) / 10) for tenth in range(3, 10))
"""The ranges of probabilities; a gamble at the upper end of one counts for the next."""


class Gamble(NamedTuple):
    """An accusation without a proof."""

    probability: float
    """The probability that it claimed."""
    right: bool
    deal: str
    """The deal; several games of a match share one."""


def gambles_of(folder: Path) -> Iterator[Gamble]:
    """Yield the gambles of the match in a folder."""
    with (folder / "games.jsonl").open(encoding="utf-8") as games:
        for line in games:
            record = json.loads(line)
            truth, deal = tuple(record["deal"]["case_file"]), json.dumps(record["deal"])
            for notes in record["notes"]:
                for decision in read_decisions(notes):
                    if isinstance(decision, accusations.Gamble):
                        yield Gamble(decision.chance, decision.assumption == truth, deal)


class Ahead(NamedTuple):
    """How much more often gambles are right than claimed, as a part of them, with its margin."""

    by: float
    margin: float
    """Half of the 95 % interval, by deals."""

    def __str__(self) -> str:
        points = (self.by, self.by - self.margin, self.by + self.margin)
        return "{:+.1f}, {:+.1f} to {:+.1f}".format(*(100 * part for part in points))


def ahead(gambles: Sequence[Gamble]) -> Ahead:
    """Return by how much these gambles, at least one, are right more often than they claim."""
    by_deal: defaultdict[str, float] = defaultdict(float)
    for gamble in gambles:
        by_deal[gamble.deal] += gamble.right - gamble.probability
    low, high = mean_interval(list(by_deal.values()))
    by = sum(by_deal.values()) / len(gambles)
    return Ahead(by, (high - low) / 2 * len(by_deal) / len(gambles))


def claims_tables(matches: Mapping[str, Sequence[Gamble]]) -> Iterator[str]:
    """Yield a table of matches by name, with their mean, and one of all gambles by their claims."""
    yield "| against | gambles | claimed | right | right - claimed, 95 % |"
    yield "|---|---:|---:|---:|---|"
    for name, gambles in matches.items():
        yield f"| {name} | {counted(gambles)} | {ahead(gambles)} |"
    found = [ahead(gambles) for gambles in matches.values()]
    margin = sum(one.margin**2 for one in found) ** 0.5 / len(found)
    yield f"| all, each as much | | | | {Ahead(fmean(one.by for one in found), margin)} |"
    yield ""
    yield "| claims of all matches | gambles | claimed | right | 95 % |"
    yield "|---|---:|---:|---:|---:|"
    together = [gamble for gambles in matches.values() for gamble in gambles]
    for low, high in RANGES:
        if within := [gamble for gamble in together if low <= gamble.probability < high]:
            interval = wilson(sum(gamble.right for gamble in within), len(within))
            bounds = "-".join(f"{100 * bound:.0f}" for bound in interval)
            yield f"| {low:.1f}-{high:.1f} | {counted(within)} | {bounds} |"


def counted(gambles: Sequence[Gamble]) -> str:
    """Return the number of gambles, what they claim and how many are right, as cells."""
    claimed = fmean(gamble.probability for gamble in gambles)
    right = fmean(gamble.right for gamble in gambles)
    return f"{len(gambles)} | {claimed:.0%} | {right:.0%}"


def main() -> None:
    """Print the tables of the matches in some folders."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.calibration", description="Counts gambles and what they claim."
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="recorded matches")
    matches = {}
    for folder in parser.parse_args().folders:
        if not (folder / "games.jsonl").is_file():
            parser.error(f"{folder}: no games.jsonl; expected a folder of 'match --out'")
        if gambles := list(gambles_of(folder)):
            matches[folder.name] = gambles
        else:
            print(f"{folder}: no gambles", file=sys.stderr)
    if not matches:
        parser.error("no gambles in any folder; expected matches of a planner")
    print("\n".join(claims_tables(matches)))


if __name__ == "__main__":
    main()
