"""Exercise 7: a function that writes a conditional plan for any small position."""

import json
from pathlib import Path


def plan(position):
    """Return a conditional plan as a text in the format of plan.txt."""
    deal = position["deals"][0]  # TO DO: this is right only in the first deal
    return f"accuse {' '.join(deal['case_file'])}"


if __name__ == "__main__":
    small = Path(__file__).parent / "cases" / "small.json"
    print(plan(json.loads(small.read_text())))
