"""How a player chooses which card to show: what a shown card tells besides itself.

Who could have shown another card instead would sometimes have done so. A hand is therefore
the more probable, the fewer of the suggestion's other cards it holds. The assumption
behind the number is one function, to be replaced by whoever knows better how opponents show.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from planner_clue.cards import Card

ChoiceOfCard: TypeAlias = Callable[[Card, Sequence[Card]], Fraction]
"""The probability that a player who can show any of some cards, in the order of the
suggestion, shows this one of them. It must be above 0: what can be shown may be shown."""


def uniform(card: Card, could_show: Sequence[Card]) -> Fraction:
    """Return the chance of ``card`` if all that could be shown are equally likely.

    >>> uniform(Card("rope"), [Card("green"), Card("rope")])
    Fraction(1, 2)
    """
    return Fraction(1, len(could_show))
