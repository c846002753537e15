"""The deck: six suspects, six weapons, and a card for each room of the board."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, NewType

from planner_clue.support.errors import CardError, nearest

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
    "billiards": "billiard-room",
    "billiards-room": "billiard-room",
    "candle": "candlestick",
    "dagger": "knife",
    "gun": "revolver",
    "lead-piping": "lead-pipe",
    "monkey-wrench": "wrench",
    "pipe": "lead-pipe",
    "piping": "lead-pipe",
    "pistol": "revolver",
    "scarlet": "scarlett",
    "spanner": "wrench",
}
"""Names of other editions, and what people say for short."""
_TITLES = (
    *("the-", "miss-", "ms-", "mrs-", "mr-", "dr-", "madam-", "mme-", "colonel-", "col-"),
    *("professor-", "prof-", "reverend-", "rev-", "chef-", "mayor-", "solicitor-"),
    *("fraulein-", "frau-", "herr-", "direktor-", "oberst-", "baronin-", "von-", "die-", "der-"),
    *("das-", "mademoiselle-", "mlle-", "madame-", "monsieur-", "docteur-", "professeur-", "le-"),
    *("la-", "les-", "senorita-", "srta-", "senora-", "sra-", "senor-", "sr-", "coronel-", "el-"),
    *("profesor-", "padre-"),
)
_SHORTEST = 2
"""The fewest letters by which a card may be named, if no other card begins with them."""


class CaseFile(NamedTuple):
    """The three hidden cards: a suspect, a weapon and a room.

    >>> clue.play_game(["random"] * 3, seed=5).case_file
    CaseFile(suspect='mustard', weapon='lead-pipe', room='kitchen')
    """

    suspect: Card
    weapon: Card
    room: Card


class Suggestion(NamedTuple):
    """A suspect, a weapon and a room; the player who suggests them is in this room.

    >>> {"knife", "rope"} & set(clue.Suggestion("plum", "rope", "hall"))
    {'rope'}
    """

    suspect: Card
    weapon: Card
    room: Card


class Accusation(NamedTuple):
    """Three cards that a player claims to be the case file. Each player accuses at most once.

    >>> clue.Accusation("plum", "rope", "hall") == clue.CaseFile("plum", "rope", "hall")
    True
    """

    suspect: Card
    weapon: Card
    room: Card


@dataclass(frozen=True)
class Deck:
    """The cards in play, by category, each in its fixed order.

    >>> deck = clue.load_board("classic").deck
    >>> len(deck), deck.category("rope").value
    (21, 'weapon')
    """

    suspects: tuple[Card, ...] = SUSPECTS
    weapons: tuple[Card, ...] = WEAPONS
    rooms: tuple[Card, ...] = ROOMS
    aliases: tuple[tuple[str, Card], ...] = field(default=(), compare=False)
    """Other names of the cards in an edition, beside the names that every edition has."""

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards: suspects, weapons, rooms."""
        return self.suspects + self.weapons + self.rooms

    @property
    def categories(self) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
        """The cards of each category: suspects, weapons, rooms."""
        return self.suspects, self.weapons, self.rooms

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
        """Return the card's place in :attr:`cards`, from 0; raises :class:`CardError`."""
        try:
            return self._positions[card]
        except KeyError:
            what = f"'{card}' is not a card in play"
            raise CardError(f"{what}; {nearest(card, self.cards)}") from None

    def is_triple(self, suspect: object, weapon: object, room: object) -> bool:
        """Return whether these are a suspect, a weapon and a room of this deck."""
        return suspect in self.suspects and weapon in self.weapons and room in self.rooms

    def triple(self, cards: Sequence[Card]) -> tuple[Card, Card, Card] | None:
        """Return cards in the order suspect, weapon, room, or None if one kind is missing."""
        if len(cards) != 3:
            return None
        suspect, weapon, room = sorted(cards, key=self.position)
        return (suspect, weapon, room) if self.is_triple(suspect, weapon, room) else None

    def parse(self, text: str) -> Card:
        """Return the card that a person means by ``text``; raises :class:`CardError`.

        Case, accents, spaces, underscores and titles do not matter. Some names of other editions
        are understood. The first letters of a name are enough if no other card begins with them.

        >>> Deck().parse("Colonel Mustard"), Deck().parse("dagger"), Deck().parse("cons")
        ('mustard', 'knife', 'conservatory')
        """
        named = self._named(text)
        if len(named) > 1:
            raise CardError(f"'{text}' may be {' or '.join(named)}; expected one card")
        if not named:
            hint = nearest(simplified(text), self.cards)
            raise CardError(f"'{text}' is not a card in play; {hint}")
        return named[0]

    def find(self, text: str) -> Card | None:
        """Return the card that :meth:`parse` returns, or None if it refuses the text."""
        named = self._named(text)
        return named[0] if len(named) == 1 else None

    def _named(self, text: str) -> list[Card]:
        """Return the card of this name, else all cards of which a name begins so."""
        names = {card.replace("-", ""): card for card in self.cards}
        for alias, means in (*self.aliases, *_ALIASES.items()):
            if means in self:
                names.setdefault(alias.replace("-", ""), Card(means))
        letters = simplified(text).replace("-", "")
        if letters in names:
            return [names[letters]]
        begins = {card for name, card in names.items() if name.startswith(letters)}
        return sorted(begins, key=self.position) if len(letters) >= _SHORTEST else []


def simplified(text: str) -> str:
    """Return a name in lower case, with hyphens for spaces, and without titles and accents.

    >>> simplified("Salle à manger"), simplified("Dr. Orchid"), simplified("Frau Weiß")
    ('salle-a-manger', 'orchid', 'weiss')
    """
    letters = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss"))
    plain = "".join(
        " " if c in "._-'\u2019" else c for c in letters if not unicodedata.combining(c)
    )
    name = "-".join(plain.split())
    shorter = ""
    while shorter != name:
        shorter = name
        for title in _TITLES:
            name = name.removeprefix(title)
    return name
