"""A player's view before the game and at each decision, and the legal answers.

Agents may answer any object, so each ``legal_...`` checks types first. It returns the answer or
raises :class:`IllegalDecision`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import convert

from planner_clue.game.board import Bitboard, Board, Place, Square, board_from_toml
from planner_clue.game.cards import Accusation, Card, Deck, Suggestion
from planner_clue.game.rules import Rules, parse_rules
from planner_clue.support.errors import IllegalDecision, Lie, shown


@dataclass(frozen=True)
class Seat:
    """The information that a player gets before the first turn.

    >>> clue.play_game(["random"] * 3, seed=5).seats[1].seat.hand
    ('white', 'peacock', 'candlestick', 'rope', 'wrench', 'study')
    """

    index: int
    """This seat's number, from 0 clockwise; seat 0 starts."""
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    """The number of cards that each seat holds."""
    tokens: tuple[Card, ...]
    """The suspect each seat plays."""
    suspects: tuple[Card, ...]
    weapons: tuple[Card, ...]
    rooms: tuple[Card, ...]
    rules: str
    """The rule set, as :func:`planner_clue.game.rules.parse_rules` reads it."""
    board: str | None
    """The text of the board's TOML file, or None at a table without a board."""
    seed: int
    """A seed for the player's own random choices."""
    face_up: tuple[Card, ...] = ()
    """The cards that lie face up: nobody holds them, and they are not in the case file."""

    @property
    def deck(self) -> Deck:
        """The cards in play."""
        return Deck(self.suspects, self.weapons, self.rooms)

    @property
    def pile(self) -> int:
        """The number of cards that nobody sees, beside the case file."""
        return len(self.deck) - 3 - sum(self.hand_sizes) - len(self.face_up)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hand_sizes)

    def read_board(self) -> Board | None:
        """Return the board; the same text gives the same object."""
        return board_from_toml(self.board) if self.board is not None else None

    def read_rules(self) -> Rules:
        """Return the rules as an object."""
        return parse_rules(self.rules)


class Opening(StrEnum):
    """The ways to begin a turn.

    >>> clue.Opening.PASSAGE == "passage", [opening.value for opening in clue.Opening]
    (True, ['roll', 'passage', 'stay'])
    """

    ROLL = "roll"
    PASSAGE = "passage"
    """Take the secret passage instead of rolling (rule 4)."""
    STAY = "stay"
    """Suggest where the token is, without rolling (rule 2)."""


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """The legal openings of a turn, and the place of every token.

    >>> openings = (clue.Opening.ROLL, clue.Opening.PASSAGE)
    >>> options = clue.TurnOptions(7, openings, "study", "kitchen", {"scarlett": "study"})
    >>> options.passage if clue.Opening.PASSAGE in options.openings else None
    'kitchen'
    """

    turn: int
    openings: tuple[Opening, ...]
    here: Place
    passage: Card | None
    """The other end of this room's secret passage, or None unless ``openings`` have it."""
    tokens: Mapping[Card, Place]


@dataclass(frozen=True, slots=True)
class MoveOptions:
    """The legal moves after a roll, which include ``here``, and the place of every token.

    >>> options = clue.MoveOptions.without_board(1, ("hall", "study"))
    >>> options.allows("hall"), options.allows("kitchen")
    (True, False)
    """

    turn: int
    board: Board | None
    dice: tuple[int, ...]
    """The roll; empty at a table without a board."""
    here: Place | None
    """The place of the token, or None at a table without a board."""
    rooms: tuple[Card, ...]
    """The rooms in reach, other than the one the token is in."""
    reach: Bitboard
    """The hallway squares in reach, as a bitboard."""
    tokens: Mapping[Card, Place]

    @classmethod
    def without_board(cls, turn: int, rooms: tuple[Card, ...]) -> "MoveOptions":
        """Return the options at a table without a board, where every room can be reached."""
        return cls(turn, None, (), None, rooms, 0, {})

    @property
    def squares(self) -> tuple[Square, ...]:
        """The hallway squares within reach, as (x, y), row by row."""
        return tuple(self.board.squares_in(self.reach)) if self.board else ()

    def allows(self, place: object) -> bool:
        """Return whether the token may end its move at ``place``."""
        if type(place) is str:
            return place in self.rooms or place == self.here
        return (
            self.board is not None
            and isinstance(place, tuple)
            and len(place) == 2
            and all(type(number) is int for number in place)
            and self.board.is_on_map(place)
            and (place == self.here or bool(self.board.bit(place) & self.reach))
        )

    def to_json(self, *, packed: bool = False) -> dict[str, Any]:
        """Return the options as plain data; ``packed`` gives squares as one hexadecimal number."""
        return {
            "turn": self.turn,
            "dice": list(self.dice),
            "here": self.here,
            "rooms": list(self.rooms),
            "squares": f"{self.reach:x}" if packed else [list(square) for square in self.squares],
            "tokens": dict(self.tokens),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], board: Board | None) -> "MoveOptions":
        """Return the options of :meth:`to_json`, packed, at a table with this board."""
        here = convert(data["here"], Place | None)
        tokens, reach = convert(data["tokens"], dict[Card, Place]), int(data["squares"], 16)
        dice, rooms = tuple(data["dice"]), tuple(data["rooms"])
        return cls(data["turn"], board, dice, here, rooms, reach, tokens)


Answer: TypeAlias = Accusation | Suggestion | Opening | Place | tuple[int, ...] | None
"""Answers of players and chance; agents may give any other object, which is refused."""


def legal_accusation(answer: Any, deck: Deck) -> Accusation:
    """Return an accusation of any suspect, weapon and room in play (rule 8)."""
    if not _is_three(answer) or not deck.is_triple(*answer):
        what = f"accusation {shown(answer)}"
        raise IllegalDecision(f"{what}; expected a suspect, a weapon and a room in play")
    return Accusation(*answer)


def legal_opening(answer: Any, openings: Sequence[Opening], here: Place) -> Opening:
    """Return one of the openings, which may also be written as a text."""
    if type(answer) not in (Opening, str) or answer not in openings:
        expected = ", ".join(openings)
        raise IllegalDecision(f"opening {shown(answer)} in {here}; expected one of {expected}")
    return Opening(answer)


def legal_roll(answer: Any, count: int) -> tuple[int, ...]:
    """Return the roll of ``count`` dice (rule 12)."""
    dice = answer if type(answer) is tuple else ()
    if len(dice) != count or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise IllegalDecision(f"roll {shown(answer)}; expected {count} dice from 1 to 6")
    return dice


def legal_move(answer: Any, options: MoveOptions) -> Place:
    """Return a place within reach (rule 5)."""
    if not options.allows(answer):
        rooms = ", ".join(options.rooms) or "none"
        if options.here is None:
            raise IllegalDecision(f"move to {shown(answer)}; expected a room in play: {rooms}")
        what = f"move to {shown(answer)} from {options.here} with a roll of {sum(options.dice)}"
        raise IllegalDecision(f"{what}; expected a place within reach (rooms: {rooms})")
    place: Place = answer
    return place


def legal_suggestion(
    answer: Any, room: Card, deck: Deck, barred: Collection[Card] = ()
) -> Suggestion:
    """Return a suggestion in the ``room`` that the player came into (rules 1 and 9).

    Its suspect and weapon are none of the ``barred`` cards.
    """
    if not _is_three(answer) or not deck.is_triple(*answer) or answer[2] != room:
        what = f"suggestion {shown(answer)} in {room}"
        raise IllegalDecision(f"{what}; expected a suspect, a weapon and {room}")
    if own := [card for card in answer[:2] if card in barred]:
        raise IllegalDecision(f"suggestion of {own[0]}, an own card; expected cards of others")
    return Suggestion(*answer)


def legal_shown_card(answer: Any, cards: Sequence[Card], others: Collection[Card]) -> Card:
    """Return a card that can be shown (rule 9); one of ``others`` is a :class:`Lie`."""
    if type(answer) is not str or answer not in cards:
        wrong = Lie if type(answer) is str and answer in others else IllegalDecision
        raise wrong(f"shows {shown(answer)}; expected one of {', '.join(cards)}")
    return Card(answer)


def _is_three(answer: Any) -> bool:
    return isinstance(answer, tuple) and [type(part) for part in answer] == [str, str, str]
