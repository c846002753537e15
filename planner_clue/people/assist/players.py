"""The players, and names of players and cards in a line.

The place of a suspect's name in a line decides whether it means a card or a player.
"""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from planner_clue.game.cards import Card, Deck, Suggestion
from planner_clue.game.rules import MAX_PLAYERS, MIN_PLAYERS
from planner_clue.game.turn_order import others_after
from planner_clue.people.assist.lexer import FILLERS, PAUSES, Reader, word_set
from planner_clue.support.errors import NotesError, did_you_mean

_LONGEST = 4
"""The maximum number of words of a name: Reverend Mr. Jonathan Green."""
_SHORTEST = 2  # the minimum length of an abbreviated name, which no other player's name begins with
ME = frozenset({"i", "me", "we", "us", "myself"})


def suspects_of(deck: Deck) -> Deck:
    """Return the suspects alone, to read names of tokens."""
    return replace(deck, weapons=(), rooms=())


@dataclass(frozen=True)
class Player:
    """A player at the table."""

    suspect: Card
    name: str = ""  # the person's own name; empty if the notes give none

    @property
    def called(self) -> str:
        """The player's name in sentences."""
        return self.name if self.name and folded(self.name) not in ME else str(self.suspect)


@dataclass(frozen=True)
class Company:
    """The players, clockwise, and the cards in play."""

    players: tuple[Player, ...]
    me: int  # the seat whose notes these are
    deck: Deck
    hand_sizes: tuple[int, ...] = ()  # empty before the header is read

    @cached_property
    def tokens(self) -> Deck:
        """The suspects of the deck."""
        return suspects_of(self.deck)

    @property
    def names(self) -> tuple[str, ...]:
        """The players as sentences name them."""
        return tuple(player.called for player in self.players)

    def others_after(self, seat: int) -> list[int]:
        """Return the other seats in the order in which they are asked."""
        return others_after(seat, len(self.players))

    def player(self, words: Reader) -> int | None:
        """Go past a player's name, and return the seat; None if there is none here."""
        for count, phrase in words.phrases(_LONGEST):
            seat = self.seat_of(phrase)
            if seat is not None:
                words.position += count
                return seat
        return None

    def seat_of(self, phrase: str) -> int | None:
        """Return the seat that a phrase names: by person, suspect, "me" or first letters."""
        phrase = phrase.replace("\u2019", "'").removesuffix("'s")
        name = folded(phrase)
        if name in ME:
            return self.me
        for seat, player in enumerate(self.players):
            if player.name and folded(player.name) == name:
                return seat
        suspect = self.tokens.find(phrase)
        found = {seat for seat, player in enumerate(self.players) if player.suspect == suspect}
        is_whole = suspect is not None and name.split()[-1] == suspect
        if not is_whole and len(name) >= _SHORTEST:  # the first letters of a name
            known = enumerate(self.players)
            found |= {seat for seat, one in known if folded(one.name).startswith(name)}
        return found.pop() if len(found) == 1 else None

    def must_be_player(self, words: Reader, expected: str, or_else: Collection[str] = ()) -> int:
        """Go past a player's name, or raise :class:`NotesError`; ``or_else`` may follow too."""
        seat = self.player(words)
        if seat is None:
            names = (folded(player.name) for player in self.players if player.name)
            words.fail(f"{expected}: {', '.join(self.names)}", [*names, *self.suspects, *or_else])
        return seat

    @property
    def suspects(self) -> tuple[Card, ...]:
        """The suspects of the seats."""
        return tuple(player.suspect for player in self.players)

    def card(self, words: Reader) -> Card | None:
        """Go past a card's name, and return it; None if there is none here."""
        return card_at(words, self.deck)

    def triple(self, words: Reader) -> Suggestion:
        """Go past a suspect, a weapon and a room, in any order; raises :class:`NotesError`."""
        found: dict[str, Card] = {}
        while len(found) < 3:
            words.skip(PAUSES, FILLERS)
            missing = [category for category, _ in self.deck.by_category() if category not in found]
            card = self.card(words)
            if card is None:
                *others, last = (f"a {kind}" for kind in missing)
                expected = " and ".join(filter(None, [", ".join(others), last]))
                words.fail(expected, self.deck.cards)
            category = self.deck.category(card)
            if category in found:
                what = f"{found[category]} and {card}: two {category}s"
                raise NotesError(f"{what}; expected a suspect, a weapon and a room")
            found[category] = card
        return Suggestion(*(found[category] for category, _ in self.deck.by_category()))


def card_at(words: Reader, deck: Deck) -> Card | None:
    """Go past a card's name, and return it; None if there is none here."""
    for count, phrase in words.phrases(_LONGEST):
        if (card := deck.find(phrase)) is not None:
            words.position += count
            return card
    return None


def folded(name: str) -> str:
    """Return a name without case, accents and full stops, so that people find each other."""
    letters = unicodedata.normalize("NFKD", name).casefold().replace(".", " ")
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def refuse_twins(names: Iterable[str], what: str) -> None:
    """Raise :class:`NotesError` if a name occurs twice."""
    before: set[str] = set()
    for name in names:
        if folded(name) in before:
            raise NotesError(f"{name} is named twice; expected each {what} once")
        before.add(folded(name))


_NO_NAMES = word_set("passed showed nobody noone all everybody asks accuses at in is to no")


def read_players(value: str, deck: Deck) -> tuple[Player, ...]:
    """Return the players, clockwise, from ``scarlett Ann, mustard Bob, me white``."""
    tokens = suspects_of(deck)
    players = tuple(_player(item, tokens) for item in _items(value, tokens))
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        expected = f"expected {MIN_PLAYERS} to {MAX_PLAYERS} with their suspects, clockwise"
        example = "'scarlett Ann, mustard Bob, white me'"
        raise NotesError(f"{len(players)} players; {expected}: {example}")
    refuse_twins((str(player.suspect) for player in players), "suspect")
    refuse_twins((player.name for player in players if player.name), "name")
    for player in players:
        others = [other.suspect for other in players if other is not player]
        if tokens.find(player.name) in others:
            what = f"{player.name} plays {player.suspect}, but is called as another player's"
            raise NotesError(f"{what} suspect; expected another name")
    return players


def _items(value: str, tokens: Deck) -> list[str]:
    """Return one text per player; without commas, all have the suspect first, or all last."""
    if any(sign in value for sign in ",;"):
        return [item for item in value.replace(";", ",").split(",") if item.strip()]
    words, items = Reader(value), [""]
    suspect_first = card_at(Reader(value), tokens) is not None
    while words:
        start = words.position
        is_suspect = card_at(words, tokens) is not None
        words.position += not is_suspect
        phrase = " ".join(word.text for word in words.words[start : words.position])
        if is_suspect and suspect_first and items[-1]:
            items.append("")
        items[-1] = f"{items[-1]} {phrase}"
        if is_suspect and not suspect_first:
            items.append("")
    return [item for item in items if item.strip()]


def _player(item: str, tokens: Deck) -> Player:
    """Return the player of ``scarlett Ann`` or ``Ann: Miss Scarlett``."""
    words = Reader(item)
    suspect: Card | None = None
    name: list[str] = []
    while words:
        words.skip({":", "(", ")", "=", "as", "is", "plays", "-"})
        if not words:
            break
        card = card_at(words, tokens)
        if card is not None and suspect not in (None, card):
            what = f"'{item.strip()}' names two suspects, {suspect} and {card}"
            raise NotesError(f"{what}; expected one for each player, with commas between players")
        if card is None:
            name.append(words.words[words.position].text)
            words.position += 1
        suspect = card or suspect
    if suspect is None:
        hint = did_you_mean((name or [""])[0].lower(), tokens.suspects)
        expected = f"expected one of {', '.join(tokens.suspects)}"
        what = f"'{item.strip()}' has no suspect; {hint}{expected}"
        raise NotesError(f"{what}, with the person's own name where you like: 'scarlett Ann'")
    _check_name(name)
    return Player(suspect, " ".join(name))


def _check_name(name: list[str]) -> None:
    called = " ".join(name)
    card = Deck().find(called)  # "Bill" is a name, although it begins billiard-room
    if folded(called) in _NO_NAMES or card == folded(called):
        raise NotesError(f"'{called}' has another meaning in notes; expected another name")
    if len(called) > 30 or not all(c.isalnum() or c in " .'\u2019-" for c in called):
        raise NotesError(f"'{called}' is not a name; expected at most 30 letters")


def read_me(value: str | None, players: tuple[Player, ...], deck: Deck) -> int:
    """Return the seat whose notes these are."""
    called_me = [seat for seat, player in enumerate(players) if folded(player.name) in ME]
    if value is None:
        if called_me:
            return called_me[0]
        raise NotesError(f"'me:' is missing; expected 'me: ' and one of {_listing(players)}")
    seats = Company(players, called_me[0] if called_me else -1, deck)
    seat = seats.seat_of(value.rstrip(" ."))
    if seat is None or seat < 0:
        raise NotesError(f"'{value}' is not a player; expected {_listing(players)}")
    return seat


def _listing(players: tuple[Player, ...]) -> str:
    return ", ".join(player.called for player in players)
