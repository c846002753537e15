"""Reading what players of the tournament return.

Players are written by many people, and the tournament's engine checks little. A set or a list
instead of a tuple, another order, a name instead of a card or another spelling leave no doubt
what is meant: they are accepted and noted. Anything else is an
:class:`~planner_clue.errors.IllegalDecision`.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from planner_clue.agents.cpsc415 import shim
from planner_clue.cards import Card, Category, Deck
from planner_clue.errors import CardError, IllegalDecision, shown

_DECK = Deck()
_ORDER = (Category.SUSPECT, Category.WEAPON, Category.ROOM)
_THEIRS: dict[Card, Any] = {
    _DECK.parse(card.name): card for card in (*shim.suspects, *shim.weapons, *shim.rooms)
}


def to_theirs(card: Card) -> Any:
    """Return the tournament's ``Card`` for one of ours.

    >>> to_theirs(Card("lead-pipe"))
    Card(name='leadpipe', category='WEAPON')
    """
    return _THEIRS[card]


def names_of(cards: Iterable[Card]) -> str:
    """Return the tournament's names of our cards, for messages to a player's author."""
    return ", ".join(to_theirs(card).name for card in cards)


class PlayerAnswer:
    """A value that a player returned from ``method``, and how it was read."""

    def __init__(self, method: str, value: Any) -> None:
        self.method = method
        self.value = value
        self.normalised: list[str] = []
        """What was overlooked, in words, such as ``set for tuple``."""

    def truth(self) -> bool:
        """Return true or false; of a value that is not a bool, its truth."""
        if type(self.value) is not bool:
            self._overlook(f"{type(self.value).__name__} for bool")
        return bool(self.value)

    def three(self) -> tuple[Card, Card, Card]:
        """Return a suspect, a weapon and a room."""
        if isinstance(self.value, str | bytes) or not isinstance(self.value, Iterable):
            self._refuse()
        parts = list(islice(self.value, 4))
        cards = [self._card(part) for part in parts]
        by_category = {_DECK.category(card): card for card in cards}
        if len(parts) != 3 or len(by_category) != 3:
            self._refuse()
        three = by_category[_ORDER[0]], by_category[_ORDER[1]], by_category[_ORDER[2]]
        if type(self.value) is not tuple:
            self._overlook(f"{type(self.value).__name__} for tuple")
        elif tuple(cards) != three:
            self._overlook("order of the three")
        return three

    def card(self) -> Card | None:
        """Return one card, or None."""
        value = self.value
        if value is None:
            return None
        if isinstance(value, set | frozenset | list) and len(value) == 1:
            self._overlook(f"{type(value).__name__} for Card")
            (value,) = value
        return self._card(value)

    def _card(self, part: Any) -> Card:
        name = part[0] if isinstance(part, tuple | list) and len(part) == 2 else part
        if not isinstance(name, str):
            self._refuse()
        try:
            card = _DECK.parse(name)
        except CardError as error:
            raise IllegalDecision(
                f"{self.method} returned {shown(self.value)}: {name!r} is no card"
            ) from error
        if not isinstance(part, tuple | list):
            self._overlook("name for Card")
        elif tuple(part) != to_theirs(card):
            self._overlook("another spelling")
        return card

    def _overlook(self, what: str) -> None:
        if what not in self.normalised:
            self.normalised.append(what)

    def _refuse(self) -> None:
        expected = "a Card of the three or None"
        if self.method != "handle_suggestion":
            expected = "a tuple of three Cards: suspect, weapon, room"
        raise IllegalDecision(f"{self.method} returned {shown(self.value)}; expected {expected}")
