"""The choice of the card to show, for a player that could show several.

Suppose a player shows the rope when asked about plum, the rope and the hall. If it held plum too,
it could have shown plum instead, and sometimes would have. So it probably does not hold plum. The
probability depends on the way in which players choose: a function of type :data:`ChoiceOfCard`.
:func:`uniform` is the default; who knows an opponent's habit can pass another function to
:class:`~planner_clue.belief.belief.Belief`.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from planner_clue.cards import Card

ChoiceOfCard: TypeAlias = Callable[[Card, Sequence[Card]], Fraction]
"""``choice(card, could_show)``: the probability that a player shows ``card`` if it could show
the cards ``could_show``, which stand in the order of the suggestion. It must be above 0, because
any card that can be shown may be shown."""


def uniform(card: Card, could_show: Sequence[Card]) -> Fraction:
    """Return the probability of ``card`` if all cards that could be shown are equally likely."""
    return Fraction(1, len(could_show))
