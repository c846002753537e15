"""A belief as pages show it in a notebook: chances in thousandths."""

from typing import Any

from planner_clue.belief import Belief
from planner_clue.cards import Card

BEST = 5
"""How many case files a notebook names."""
CERTAIN = 1000


def notebook_data(belief: Belief) -> dict[str, Any]:
    """Return, as plain data, who holds which card, and the most probable case files.

    ``cards`` has for each card the chance of each holder, the case file last: 0 and 1000 are
    certain, what is nearly certain is 1 or 999. ``best`` are case files with their chances, and
    ``files`` is how many are possible.
    """
    files = belief.case_files()
    best = [
        [list(file), thousandths(chance, is_open=len(files) > 1)]
        for file, chance in list(files.items())[:BEST]
    ]
    cards = {card: _row(belief, card) for card in belief.deck.cards}
    return {"cards": cards, "best": best, "files": len(files)}


def choices_data(belief: Belief) -> dict[str, list[list[Any]]]:
    """Return how each other seat seems to choose: the likeliest style of cards and of rooms.

    By seat, two pairs of a name and a chance in thousandths.
    """
    found = {}
    for seat in range(belief.case):
        if seat != belief.me:
            best = (
                max(styles.items(), key=lambda style: style[1])
                for styles in (belief.asks(seat), belief.enters(seat))
            )
            found[str(seat)] = [[name, thousandths(chance, is_open=True)] for name, chance in best]
    return found


def _row(belief: Belief, card: Card) -> list[int]:
    may_have = belief.holders(card)
    row = [0] * (belief.case + 1)
    for holder in may_have:
        row[holder] = thousandths(belief.chance_at(card, holder), is_open=len(may_have) > 1)
    return row


def thousandths(chance: float, *, is_open: bool) -> int:
    """Return a chance in thousandths: from 1 to 999 where it is open, else 1000."""
    return min(max(round(CERTAIN * chance), 1), CERTAIN - 1) if is_open else CERTAIN
