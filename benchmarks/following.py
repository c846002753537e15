"""``python -m benchmarks.following FOLDER...``: how often the planner follows its plan.

For the matches in some folders it prints which share of the planner's decisions after its first
plan goes on with the plan, and which share of its suggestions is the one that its plan contained
for the answer to the suggestion before.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from planner_clue.game.cards import Card, Suggestion
from planner_clue.planner.decision import Replan, read_replans
from planner_clue.planner.plan_tree import StepStatus, branches_of


class Followed(NamedTuple):
    """Counts of one seat in one game."""

    decisions: int
    """Plans after the first."""
    follow_ups: int
    """The decisions that continue the plan before."""
    foreseen: int
    """Suggestions for which the plan contained a follow-up, and after which the seat made another
    suggestion."""
    made: int
    """Those after which it made this follow-up."""

    @classmethod
    def of(cls, record: Mapping[str, Any], seat: int) -> "Followed":
        """Count a seat of a record."""
        replans = read_replans(record["notes"][seat])
        planned = follow_ups_of(replans)
        own = [e for e in record["events"] if e["kind"] == "suggest" and e["seat"] == seat]
        foreseen = made = 0
        for one, following in pairwise(own):
            if one["turn"] in planned:
                foreseen += 1
                made += planned[one["turn"]] == Suggestion(*map(Card, following["cards"]))
        followed = sum(made.is_follow_up for made in replans)
        return cls(max(0, len(replans) - 1), followed, foreseen, made)


def follow_ups_of(replans: list[Replan]) -> dict[int, Suggestion]:
    """Return the follow-ups that plans contained for the answers that came, by turn."""
    found: dict[int, Suggestion] = {}
    for made in replans:
        for branch in branches_of(made.steps):
            step = branch.plays if branch.status is StepStatus.PLAYED else None
            if branch.turn and step and step.asks:
                found[branch.turn] = step.asks
    return found


def counted(folder: Path) -> Iterator[Followed]:
    """Yield the counts of every planner in the games of a match."""
    with (folder / "games.jsonl").open(encoding="utf-8") as games:
        for record in map(json.loads, games):
            for seat, row in enumerate(record["seats"]):
                if row["agent"] == "planner":
                    yield Followed.of(record, seat)


def main() -> None:
    """Print a row per folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    print("| match | decisions | follow the plan | next suggestions | as planned |")
    print("|---|---:|---:|---:|---:|")
    for folder in parser.parse_args().folders:
        decisions, followed, foreseen, made = map(sum, zip(*counted(folder), strict=True))
        shares = f"{followed / decisions:.1%} | {foreseen} | {made / foreseen:.1%}"
        print(f"| {folder.name} | {decisions} | {shares} |")


if __name__ == "__main__":
    main()
