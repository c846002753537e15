"""Whom and which cards the words of a line mean.

A suspect's name is a card and a player at once; its place in a line says which is meant. A person's
own name is a player only.
"""

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from planner_clue.assist.words import FILLERS, PAUSES, Reader
from planner_clue.cards import SUSPECTS, Accusation, Card, Deck, Suggestion
from planner_clue.errors import NotesError, closest

_LONGEST = 4
"""The most words of a name: Reverend Mr. Jonathan Green."""
_SHORTEST = 2
"""The fewest letters by which a player may be named, if no other begins with them."""
ME = frozenset({"i", "me", "we", "us", "myself"})
SUSPECT_NAMES = Deck(rooms=(), weapons=())
"""The suspects alone, to read names of tokens."""


@dataclass(frozen=True)
class Player:
    """Somebody at the company."""

    suspect: Card
    """The token."""
    name: str = ""
    """The person's own name; empty if the notes give none."""

    @property
    def called(self) -> str:
        """How sentences name the player."""
        return self.name if self.name and folded(self.name) not in ME else str(self.suspect)


@dataclass(frozen=True)
class Company:
    """Who sits at the table, clockwise, and the cards in play."""

    players: tuple[Player, ...]
    me: int
    """The seat whose notes these are."""
    deck: Deck

    @property
    def names(self) -> tuple[str, ...]:
        """The players as sentences name them."""
        return tuple(player.called for player in self.players)

    @property
    def names_with_me(self) -> tuple[str, ...]:
        """The players as sentences name them, and which of them is the reader."""
        return tuple(f"{n} (you)" if seat == self.me else n for seat, n in enumerate(self.names))

    def others_after(self, seat: int) -> list[int]:
        """Return the other seats in the order in which they are asked."""
        return [(seat + step) % len(self.players) for step in range(1, len(self.players))]

    # -- players --------------------------------------------------------------------

    def player(self, words: Reader) -> int | None:
        """Go past a player's name, and return the seat; None if none stands here."""
        for count, phrase in words.phrases(_LONGEST):
            seat = self.seat_of(phrase)
            if seat is not None:
                words.go_on(count)
                return seat
        return None

    def seat_of(self, phrase: str) -> int | None:
        """Return the seat that a phrase names: by person, suspect, "me" or first letters."""
        name = folded(phrase)
        if name in ME:
            return self.me
        for seat, player in enumerate(self.players):
            if player.name and folded(player.name) == name:
                return seat
        suspect = SUSPECT_NAMES.find(phrase)
        found = {seat for seat, player in enumerate(self.players) if player.suspect == suspect}
        if suspect is None or name.split()[-1] != suspect:  # only the first letters of a name
            found |= self._begin_with(name)
        return found.pop() if len(found) == 1 else None

    def _begin_with(self, name: str) -> set[int]:
        if len(name) < _SHORTEST:
            return set()
        named = enumerate(folded(player.name) for player in self.players)
        return {seat for seat, known in named if known.startswith(name)}

    def must_be_player(self, words: Reader, expected: str, or_else: Collection[str] = ()) -> int:
        """Go past a player's name.

        Raises :class:`NotesError` if none stands here; ``or_else`` are other words that may.
        """
        seat = self.player(words)
        if seat is None:
            names = (folded(player.name) for player in self.players if player.name)
            known = [*names, *self.suspects, *or_else]
            words.fail(f"{expected}: {', '.join(self.names)}", known)
        return seat

    @property
    def suspects(self) -> tuple[Card, ...]:
        """The suspects of the seats."""
        return tuple(player.suspect for player in self.players)

    # -- cards ----------------------------------------------------------------------

    def card(self, words: Reader) -> Card | None:
        """Go past a card's name, and return it; None if none stands here."""
        return card_at(words, self.deck)

    def triple(self, words: Reader) -> Suggestion:
        """Go past a suspect, a weapon and a room, in any order.

        Raises :class:`NotesError` where they are not three cards of different categories.
        """
        found: dict[str, Card] = {}
        while len(found) < 3:
            words.skip(PAUSES, FILLERS)
            missing = [category for category, _ in self.deck.by_category() if category not in found]
            card = self.card(words)
            if card is None:
                words.fail(_listed([f"a {kind}" for kind in missing]), self.deck.cards)
            category = self.deck.category(card)
            if category in found:
                raise NotesError(
                    f"{found[category]} and {card}: two {category}s; expected a suspect, "
                    "a weapon and a room"
                )
            found[category] = card
        return Suggestion(*(found[category] for category, _ in self.deck.by_category()))


def _listed(words: Sequence[str]) -> str:
    """Return words as an enumeration: one, another and a third."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def card_at(words: Reader, deck: Deck) -> Card | None:
    """Go past a card's name, and return it; None if none stands here."""
    for count, phrase in words.phrases(_LONGEST):
        if (card := deck.find(phrase)) is not None:
            words.go_on(count)
            return card
    return None


def accusation(cards: Suggestion) -> Accusation:
    """Return the same three cards as an accusation."""
    return Accusation(*cards)


def folded(name: str) -> str:
    """Return a name without case, accents and full stops, so that people find each other.

    >>> folded(" Zoë B. ")
    'zoe b'
    """
    letters = unicodedata.normalize("NFKD", name).casefold().replace(".", " ")
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def refuse_twins(names: Iterable[str], what: str) -> None:
    """Raise :class:`NotesError` if a name stands here twice."""
    before: set[str] = set()
    for name in names:
        if folded(name) in before:
            raise NotesError(f"{name} stands here twice; expected each {what} once")
        before.add(folded(name))


def nearest_suspect(word: str, among: Sequence[Card] = SUSPECTS) -> str:
    """Return a hint for a word that is no suspect."""
    near = closest(word.lower(), among)
    hint = f"did you mean '{near}'? " if near else ""
    return f"{hint}expected one of {', '.join(among)}"
