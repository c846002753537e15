"""A belief as pages show it in a notebook: chances in thousandths."""

from typing import Any

from planner_clue.belief import Belief
from planner_clue.belief.probability import Probability, best_case_files, probability_at


def notebook_data(belief: Belief) -> dict[str, Any]:
    """Return, as plain data, who holds which card, and the most probable case files.

    ``cards`` has for each card the chance of each holder, the case file last: 0 and 1000 are
    certain, what is nearly certain is 1 or 999. ``best`` are case files with their chances, and
    ``files`` is how many are possible.
    """
    holders = range(belief.case + 1)
    cards = {
        card: [probability_at(belief, card, holder).thousandths for holder in holders]
        for card in belief.deck.cards
    }
    best = [[list(file), chance.thousandths] for file, chance in best_case_files(belief)]
    return {"cards": cards, "best": best, "files": len(belief.case_files())}


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
            found[str(seat)] = [[name, Probability(chance).thousandths] for name, chance in best]
    return found
