"""A Bayesian network as plain data, to be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planner_clue.agents.networks.inference import Net
from planner_clue.cards import Card


@dataclass(frozen=True)
class NetworkView:
    """What an agent believes at one point of a game, and the network behind it."""

    holders: tuple[str, ...]
    """Who can have a card: the seats by number, then the case file."""
    chances: Mapping[Card, Sequence[float]]
    """For each card, in deck order, the probability of each holder."""
    case: Mapping[Card, float]
    """How probable each card is to be in the case file, as the agent reads it when it plays."""
    rows: tuple[tuple[str, ...], ...]
    """The variables of the network as they are drawn, row by row."""
    arcs: tuple[tuple[str, str], ...]
    """From parent to child."""
    observed: frozenset[str]
    """The variables that are evidence."""


def arcs_of(net: Net) -> tuple[tuple[str, str], ...]:
    """Return the arcs of a network by the names of their variables, sorted."""
    names = ((net.variable(a).name(), net.variable(b).name()) for a, b in net.arcs())
    return tuple(sorted(names))
