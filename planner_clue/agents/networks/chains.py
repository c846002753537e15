"""The network of ``bn1``: a chain of card variables for each category (Cai and Ferrari 2006).

The cards of a category are dealt one after the other to holders that still have room for one
of this category. A card variable has the holders as its labels; between two cards stands the
variable *left*, how many each holder still lacks:

    left 0 -> card 0 -> left 1 -> card 1 -> ...      (also left 0 -> left 1)

P(card i = h | left i) = (what h lacks) / (what all lack), so every deal with the given counts
is equally likely. "Seat p showed one of these three to somebody" is a variable below three
cards, one of each chain, that is true if p holds any of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from planner_clue.agents.networks.inference import Net, add_variable, new_net

_SHOWN = 1
"""The number of the label 'yes'."""


class Chain(NamedTuple):
    """The cards of one category that are dealt, and how many of them each holder gets."""

    cards: Sequence[str]
    counts: tuple[int, ...]


class Showing(NamedTuple):
    """A holder, by number, showed one of these cards."""

    holder: int
    cards: tuple[str, ...]


def build_chains(
    chains: Sequence[Chain], holders: Sequence[str], showings: Iterable[Showing]
) -> tuple[Net, dict[str, int]]:
    """Return the network, and the evidence that the showings happened."""
    net = new_net("bn1")
    for chain in chains:
        _add_chain(net, chain, holders)
    evidence = {}
    for number, showing in enumerate(showings):
        name = f"seat {holders[showing.holder]} showed {number}"
        table = shows_one(showing.holder, len(holders), len(showing.cards))
        add_variable(net, name, ["no", "yes"], showing.cards, table)
        evidence[name] = _SHOWN
    return net, evidence


def left_name(cards: Sequence[str], number: int) -> str:
    """Return the name of the variable that stands before a card of the chain.

    >>> left_name(["rope", "knife"], 1)
    'left for knife'
    """
    return f"left for {cards[number]}"


def shows_one(holder: int, holders: int, cards: int) -> list[float]:
    """Return the table of "the holder has one of these cards" given who has each of them.

    >>> shows_one(0, 2, 1)
    [0.0, 1.0, 1.0, 0.0]
    """
    table = []
    for owners in product(range(holders), repeat=cards):
        yes = float(holder in owners)
        table += [1 - yes, yes]
    return table


def likelihoods(
    impossible: Mapping[str, set[int]], known: Mapping[str, int], holders: int
) -> dict[str, int | list[float]]:
    """Return the evidence that cards are known, or not with some holders."""
    evidence: dict[str, int | list[float]] = {
        card: [float(holder not in those) for holder in range(holders)]
        for card, those in impossible.items()
        if those
    }
    evidence.update(known)
    return evidence


def _add_chain(net: Net, chain: Chain, holders: Sequence[str]) -> None:
    levels = _levels(chain.counts)
    before: tuple[str, str] | None = None
    for number, (card, level) in enumerate(zip(chain.cards, levels, strict=True)):
        left = left_name(chain.cards, number)
        labels = ["-".join(map(str, lacking)) for lacking in level]
        if before is None:
            add_variable(net, left, labels, (), [1.0])
        else:
            add_variable(net, left, labels, before, _dealt(levels[number - 1], level))
        dealt_to = [lack / sum(lacking) for lacking in level for lack in lacking]
        add_variable(net, card, holders, [left], dealt_to)
        before = (left, card)


def _levels(counts: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """Return what the holders can lack before each card of the chain."""
    levels = [[counts]]
    for _ in range(sum(counts) - 1):
        below = {less for lacking in levels[-1] for less in _one_less(lacking) if less}
        levels.append(sorted(below))
    return levels


def _one_less(lacking: tuple[int, ...]) -> list[tuple[int, ...] | None]:
    """Return what is lacking once each holder got the next card; None if it lacks none."""
    return [
        (*lacking[:holder], number - 1, *lacking[holder + 1 :]) if number else None
        for holder, number in enumerate(lacking)
    ]


def _dealt(above: list[tuple[int, ...]], below: list[tuple[int, ...]]) -> list[float]:
    """Return the table of what is lacking after a card, given before, and who got it."""
    table: list[float] = []
    for holder in range(len(above[0])):
        for lacking in above:
            after = _one_less(lacking)[holder] or below[0]  # the latter has no probability
            table += [float(after == less) for less in below]
    return table
