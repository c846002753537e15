"""The deck: six suspects, six weapons, and a card for each room of the board."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, NewType

from planner_clue.errors import CardError, nearest

Card = NewType("Card", str)
"""A card, known by its name: lower case, hyphens for spaces, ``lead-pipe``."""


class Category(StrEnum):
    """The kinds of cards; a case file holds one card of each."""

    SUSPECT = "suspect"
    WEAPON = "weapon"
    ROOM = "room"


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in names.split())


SUSPECTS = _cards("scarlett mustard white green peacock plum")
"""The suspects in the order of their seats: seat 0 plays Scarlett and starts."""
WEAPONS = _cards("candlestick knife lead-pipe revolver rope wrench")
ROOMS = _cards("kitchen ballroom conservatory dining-room billiard-room library lounge hall study")

_ALIASES = {
    "dagger": "knife",
    "lead-piping": "lead-pipe",
    "pipe": "lead-pipe",
    "scarlet": "scarlett",
    "spanner": "wrench",
}
_TITLES = ("miss-", "mrs-", "mr-", "colonel-", "col-", "professor-", "prof-", "reverend-", "rev-")


class CaseFile(NamedTuple):
    """The three hidden cards that the game is about."""

    suspect: Card
    weapon: Card
    room: Card


class Suggestion(NamedTuple):
    """Three cards a player asks the others about, in the room it names."""

    suspect: Card
    weapon: Card
    room: Card


class Accusation(NamedTuple):
    """Three cards a player claims to be the case file, once a game."""

    suspect: Card
    weapon: Card
    room: Card


@dataclass(frozen=True)
class Deck:
    """The cards in play, by category, each in its fixed order."""

    suspects: tuple[Card, ...] = SUSPECTS
    weapons: tuple[Card, ...] = WEAPONS
    rooms: tuple[Card, ...] = ROOMS

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards: suspects, weapons, rooms."""
        return self.suspects + self.weapons + self.rooms

    @cached_property
    def _categories(self) -> dict[Card, Category]:
        return {card: category for category, cards in self.by_category() for card in cards}

    @cached_property
    def _positions(self) -> dict[Card, int]:
        return {card: position for position, card in enumerate(self.cards)}

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self._positions

    def by_category(self) -> Iterator[tuple[Category, tuple[Card, ...]]]:
        """Yield each category with its cards."""
        yield Category.SUSPECT, self.suspects
        yield Category.WEAPON, self.weapons
        yield Category.ROOM, self.rooms

    def category(self, card: Card) -> Category:
        """Return the category of ``card``; ``KeyError`` if it is not in this deck."""
        return self._categories[card]

    def position(self, card: Card) -> int:
        """Return the card's place in :attr:`cards`, from 0.

        Raises :class:`CardError` if it is not in this deck.
        """
        try:
            return self._positions[card]
        except KeyError:
            raise CardError(f"'{card}' is no card in play; {nearest(card, self.cards)}") from None

    def is_triple(self, suspect: object, weapon: object, room: object) -> bool:
        """Tell whether these are a suspect, a weapon and a room of this deck."""
        return suspect in self.suspects and weapon in self.weapons and room in self.rooms

    def parse(self, text: str) -> Card:
        """Return the card a person means by ``text``.

        Case, spaces, underscores and titles do not matter, and a few names of other
        editions are understood.

        >>> Deck().parse("Colonel Mustard"), Deck().parse("dagger")
        ('mustard', 'knife')
        """
        name = "-".join(text.strip().lower().replace("_", " ").replace("-", " ").split())
        name = name.replace(".", "")
        for title in _TITLES:
            name = name.removeprefix(title)
        name = _ALIASES.get(name, name)
        squeezed = {card.replace("-", ""): card for card in self.cards}
        card = squeezed.get(name.replace("-", ""))
        if card is None:
            raise CardError(f"'{text}' is no card in play; {nearest(name, self.cards)}")
        return card
