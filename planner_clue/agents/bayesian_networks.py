"""Bayesian networks of cards, with exact inference by pyAgrum in one thread.

The network of ``bn1`` is a chain of card variables for each category (Cai and Ferrari 2006). The
cards of a category are dealt one after the other to holders that still have room for one
of this category. A card variable has the holders as its labels; between two cards stands the
variable *left*, how many each holder still lacks:

    left 0 -> card 0 -> left 1 -> card 1 -> ...      (also left 0 -> left 1)

P(card i = h | left i) = (what h lacks) / (what all lack), so every deal with the given counts
is equally likely. "Seat p showed one of these three to somebody" is a variable below three
cards, one of each chain, that is true if p holds any of them. Only this module imports pyAgrum.
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

with warnings.catch_warnings():
    # pyAgrum's import warns of a deprecation; where warnings are errors, that ends the process.
    warnings.simplefilter("ignore", DeprecationWarning)
    import pyagrum

CASE = "case"
"""The label of the case file among the holders of a card; seats have numbers as labels."""
Net: TypeAlias = Any
"""A ``pyagrum.BayesNet``; pyAgrum is not annotated."""
Chances: TypeAlias = dict[str, list[float]]
"""For each variable the probability of each of its labels, in their order."""
Evidence: TypeAlias = Mapping[str, int | list[float]]
"""A label's number for a variable that is observed, or a likelihood for each label."""

pyagrum.setNumberOfThreads(1)


def new_net(name: str) -> Net:
    """Return an empty network."""
    return pyagrum.BayesNet(name)


def add_variable(
    net: Net, name: str, labels: Sequence[str], parents: Iterable[str], table: Sequence[float]
) -> None:
    """Add a variable; in ``table``, its labels vary fastest, then the labels of each parent."""
    net.add(pyagrum.LabelizedVariable(name, name, list(labels)))
    for parent in parents:
        net.addArc(parent, name)
    net.cpt(name).fillWith(list(table))


def holder_labels(seats: Iterable[int]) -> list[str]:
    """Return the labels of a card variable: these seats, then ``case``."""
    return [*map(str, seats), CASE]


def posteriors(
    net: Net, targets: Sequence[str], evidence: Evidence, largest: float | None = None
) -> Chances | None:
    """Return the probabilities of ``targets`` given the evidence; None if that is impossible.

    By lazy propagation in a junction tree (Madsen and Jensen 1999). Raises :class:`TooLarge`
    before it begins if the tables would have more than ``largest`` entries.
    """
    if any(isinstance(given, list) and not any(given) for given in evidence.values()):
        return None
    engine = pyagrum.LazyPropagation(net)
    try:
        engine.eraseAllTargets()
        for name in targets:  # in their order, not in that of a set
            engine.addTarget(name)
        engine.setEvidence(dict(evidence))
        if largest is not None:
            tree = engine.junctionTree()
            cliques = ([*tree.clique(node)] for node in tree.nodes())
            if sum(prod(net.variable(n).domainSize() for n in of) for of in cliques) > largest:
                raise TooLarge
        engine.makeInference()
        return {name: engine.posterior(name).tolist() for name in targets}
    except pyagrum.IncompatibleEvidence:
        return None


class TooLarge(Exception):
    """A network that is too large for exact inference."""


_SHOWN = 1


class Chain(NamedTuple):
    """The cards of one category that are dealt, and how many of them each holder gets."""

    cards: Sequence[str]
    counts: tuple[int, ...]


class Showing(NamedTuple):
    """The event that a holder, given by number, showed one of these cards."""

    holder: int
    cards: tuple[str, ...]


def build_chains(
    chains: Sequence[Chain], holders: Sequence[str], showings: Iterable[Showing]
) -> tuple[Net, dict[str, int]]:
    """Return the network, and the evidence of the shown cards."""
    net = new_net("bn1")
    for chain in chains:
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
    evidence = {}
    for number, showing in enumerate(showings):
        name = f"seat {holders[showing.holder]} showed {number}"
        table = shows_one(showing.holder, len(holders), len(showing.cards))
        add_variable(net, name, ["no", "yes"], showing.cards, table)
        evidence[name] = _SHOWN
    return net, evidence


def left_name(cards: Sequence[str], number: int) -> str:
    """Return the name of the variable before a card of the chain, ``left for knife``."""
    return f"left for {cards[number]}"


def shows_one(holder: int, holders: int, cards: int) -> list[float]:
    """Return the table of "the holder has one of these cards" given who has each of them."""
    table = []
    for owners in product(range(holders), repeat=cards):
        yes = float(holder in owners)
        table += [1 - yes, yes]
    return table


def _levels(counts: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """Return what each holder may still lack before each card of the chain."""
    levels = [[counts]]
    for _ in range(sum(counts) - 1):
        below = {less for lacking in levels[-1] for less in _one_less(lacking) if less}
        levels.append(sorted(below))
    return levels


def _one_less(lacking: tuple[int, ...]) -> list[tuple[int, ...] | None]:
    """Return what the holders lack after each one got the next card; None if it lacks none."""
    return [
        (*lacking[:holder], number - 1, *lacking[holder + 1 :]) if number else None
        for holder, number in enumerate(lacking)
    ]


def _dealt(above: list[tuple[int, ...]], below: list[tuple[int, ...]]) -> list[float]:
    """Return the table of the lacks after a card, given the lacks before it and its holder."""
    table: list[float] = []
    for holder in range(len(above[0])):
        for lacking in above:
            after = _one_less(lacking)[holder] or below[0]  # the latter has no probability
            table += [float(after == less) for less in below]
    return table


def arcs_of(net: Net) -> tuple[tuple[str, str], ...]:
    """Return the arcs of a network by the names of their variables, sorted."""
    names = ((net.variable(a).name(), net.variable(b).name()) for a, b in net.arcs())
    return tuple(sorted(names))
