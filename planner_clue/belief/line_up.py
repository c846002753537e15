"""Some drawn deals beside their nearest rivals: what a plan of questions has to tell apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from planner_clue.belief.belief import Belief
from planner_clue.belief.drawn_deals import DrawnDeals, SmallNumbers, seats_before
from planner_clue.cards import CaseFile, Suggestion


@dataclass(frozen=True)
class LineUp:
    """Some deals, each with rivals that differ from it by one exchange."""

    deals: DrawnDeals
    """The deals, rivals last."""
    case_files: list[CaseFile]
    """The case file of each deal."""
    pairs: list[tuple[int, int]]
    """What has to be told apart, by places: each deal from its rivals, and the first deal from all
    with another case file."""

    def ruled_out(
        self, questions: Sequence[Suggestion], answers: SmallNumbers
    ) -> dict[Suggestion, tuple[CaseFile, ...]]:
        """Return the other case files that each question rules out, if the first deal is real.

        ``answers`` are those to the questions.
        """
        first = self.case_files[0]
        return {
            asked: tuple(dict.fromkeys(f for f in compress(self.case_files, told) if f != first))
            for asked, told in zip(questions, answers != answers[:, [0]], strict=True)
        }


def lined_up(
    belief: Belief, drawn: DrawnDeals, places: Sequence[int], rivals: int, seed: int
) -> LineUp:
    """Return some of the deals drawn from a belief, by their places, each with so many rivals.

    A rival is a deal in which one card of the case file has changed places with another of
    its category, drawn in proportion to its weight. All else is the same, also which of
    several cards is shown; so only answers about the two cards can tell them apart.
    """
    rng, size = np.random.default_rng(seed), len(drawn.deck)
    before = seats_before(belief.me, drawn.seats)
    holders = [drawn.holders[place] for place in places]
    orders = [drawn.order[:, place] for place in places]
    pairs: list[tuple[int, int]] = []
    for number, place in enumerate(places):
        exchanges = belief.exchanges(drawn.holders[place])
        weights = np.array([float(weight) for _, weight in exchanges])
        count = min(rivals, len(exchanges))
        if count:
            shares = weights / weights.sum()
            for chosen in sorted(rng.choice(len(exchanges), count, replace=False, p=shares)):
                pairs.append((number, len(holders)))
                holders.append(exchanges[chosen][0])
                by_chance = drawn.order[:, place] % size
                orders.append((before[holders[-1]] * size + by_chance).astype(np.int16))
    case_files = [
        CaseFile(*(drawn.deck.cards[card] for card in np.flatnonzero(row == drawn.seats)))
        for row in holders
    ]
    pairs += [
        (0, number)
        for number, case_file in enumerate(case_files)
        if case_file != case_files[0] and (0, number) not in pairs
    ]
    deals = DrawnDeals(drawn.deck, drawn.seats, np.stack(holders), np.stack(orders, axis=1))
    return LineUp(deals, case_files, pairs)
