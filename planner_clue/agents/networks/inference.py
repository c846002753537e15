"""Exact inference by pyAgrum, in one thread."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

with warnings.catch_warnings():
    # pyAgrum's import warns of a deprecation; where warnings are errors, that ends the process.
    warnings.simplefilter("ignore", DeprecationWarning)
    import pyagrum

CASE = "case"
"""The label of the case file among the holders of a card; seats are labelled by number."""
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
    """Add a variable with its conditional probabilities.

    ``table`` runs through the labels fastest, then through those of the first parent, then
    of the second, and so on.
    """
    net.add(pyagrum.LabelizedVariable(name, name, list(labels)))
    for parent in parents:
        net.addArc(parent, name)
    net.cpt(name).fillWith(list(table))


def holder_labels(seats: Iterable[int]) -> list[str]:
    """Return the labels of a card variable: these seats, then the case file.

    >>> holder_labels([1, 2])
    ['1', '2', 'case']
    """
    return [*map(str, seats), CASE]


def posteriors(
    net: Net, targets: Sequence[str], evidence: Evidence, largest: float | None = None
) -> Chances | None:
    """Return the probabilities of ``targets`` given the evidence; None if that is impossible.

    By lazy propagation in a junction tree (Madsen and Jensen 1999). Raises
    :class:`TooLarge` before it begins if the tables of the tree would have more than
    ``largest`` entries.
    """
    if any(isinstance(given, list) and not any(given) for given in evidence.values()):
        return None
    engine = pyagrum.LazyPropagation(net)
    try:
        engine.eraseAllTargets()
        for name in targets:  # in their order, not in that of a set
            engine.addTarget(name)
        engine.setEvidence(dict(evidence))
        if largest is not None and _tree_size(net, engine) > largest:
            raise TooLarge
        engine.makeInference()
        return {name: engine.posterior(name).tolist() for name in targets}
    except pyagrum.IncompatibleEvidence:
        return None


class TooLarge(Exception):
    """A network that would take too long to ask."""


def _tree_size(net: Net, engine: Any) -> float:
    """Return the number of entries in the tables of the junction tree."""
    tree = engine.junctionTree()
    size = 0.0
    for clique in tree.nodes():
        entries = 1.0
        for node in tree.clique(clique):
            entries *= net.variable(node).domainSize()
        size += entries
    return size
