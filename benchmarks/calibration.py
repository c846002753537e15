"""``python -m benchmarks.calibration FOLDER...``: are gambles right as often as they claim?

Reads the folders that ``planner-clue match --out FOLDER`` has left. Each row of the table is a
match and a range of probabilities at which the planner accused: how many gambles, what
probability they claimed on average, and how many of them were right, with the 95 % Wilson interval.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from planner_clue.deliberation.decision import read_decisions
from planner_clue.match.intervals import wilson

RANGES = ((0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 1.0))
"""The ranges of probabilities; a gamble at the upper end of one counts for the next."""


def gambles_of(folder: Path) -> Iterator[tuple[float, bool]]:
    """Yield the gambles of a match: the probability it claimed, and whether it was right."""
    with (folder / "games.jsonl").open(encoding="utf-8") as games:
        for line in games:
            record = json.loads(line)
            truth = tuple(record["deal"]["case_file"])
            for notes in record["notes"]:
                for decision in read_decisions(notes):
                    if decision.gamble:
                        yield decision.chance, tuple(decision.assumption) == truth


def rows(folder: Path) -> Iterator[str]:
    """Yield the rows of one match."""
    config = json.loads((folder / "match.json").read_text(encoding="utf-8"))["config"]
    names = ", ".join(agent.rpartition(":")[2] for agent in config["agents"][1:])
    names += f"; {config['board']}"
    found = list(gambles_of(folder))
    for low, high in (*RANGES, (RANGES[0][0], RANGES[-1][1])):
        right = [correct for chance, correct in found if low <= chance < high]
        if right:
            claimed = sum(chance for chance, _ in found if low <= chance < high) / len(right)
            least, most = wilson(sum(right), len(right))
            yield (
                f"| {names} | {low:.1f}-{high:.1f} | {len(right)} | {claimed:.0%} "
                f"| {sum(right) / len(right):.0%} | {100 * least:.0f}-{100 * most:.0f} |"
            )


def main() -> None:
    """Print the table."""
    print("| against | claims | gambles | claimed | right | 95 % |")
    print("|---|---|---:|---:|---:|---|")
    for folder in map(Path, sys.argv[1:]):
        for row in rows(folder):
            print(row)


if __name__ == "__main__":
    main()
