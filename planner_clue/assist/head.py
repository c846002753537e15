"""The head of notes: who plays, which cards were dealt, on which board, by which rules.

Each of these is a line of its own, in any order, above or between the others::

    players: scarlett Ann, mustard Bob, white    clockwise; a person's own name where you like
    me: white                                    your seat, by name; or write "me" as your name
    hand: plum, rope, lead pipe, library, kitchen, study
    hands: 6 6 6                                 left out: dealt evenly, clockwise
    board: classic                               a name, a .toml file, or none
    rules: standard                              left out: those of the board
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from planner_clue.assist.dealt_cards import read_hand, read_sizes
from planner_clue.assist.people import (
    Company,
    card_at,
)
from planner_clue.assist.sitting import read_me, read_players
from planner_clue.assist.words import Reader
from planner_clue.board import Board, load_board
from planner_clue.cards import Deck
from planner_clue.errors import InputError, NotesError
from planner_clue.table.decisions import Seat
from planner_clue.table.rules import Rules, default_rules, parse_rules

FIELDS = ("players", "me", "board", "rules", "hands", "hand")
"""The lines of the head, each in need only of those before it."""
EXPECTED = {
    "players": "the players clockwise, such as 'players: scarlett Ann, mustard Bob, white me'",
    "me": "your own seat, such as 'me: white'",
    "hand": "your cards, such as 'hand: plum, rope, lead pipe, library, kitchen, study'",
    "hands": "the number of cards of each player, such as 'hands: 6 6 6'",
    "board": "a board, such as 'board: classic'",
    "rules": "a rule set, such as 'rules: standard'",
}
"""What stands in each line of the head."""
_ALIASES = {
    "cards": "hand",
    "my cards": "hand",
    "my hand": "hand",
    "seat": "me",
    "i am": "me",
    "player": "players",
    "hand sizes": "hands",
}
DEFAULT_BOARD = "classic"

Written: TypeAlias = Mapping[str, str]
"""What the lines of the head say, by their fields."""


@dataclass(frozen=True)
class Head:
    """The table at which notes are taken, and this seat's hand."""

    company: Company
    seat: Seat
    board: Board | None
    rules: Rules
    board_name: str
    """The board as the notes name it."""


def field_of(text: str) -> tuple[str, str] | None:
    """Return the field and the value of a line of the head; None if it is none.

    ``me:`` also begins a suggestion, "me: plum rope hall": what follows decides.
    """
    said = text.split("#", maxsplit=1)[0]
    key, colon, value = said.partition(":")
    name = " ".join(key.lower().split())
    field = _ALIASES.get(name, name)
    if not colon or field not in FIELDS:
        return None
    if field == "me" and _names_a_card(value):
        return None
    return field, value.strip()


def _names_a_card(value: str) -> bool:
    """Tell whether a text goes on after its first name, as a suggestion does."""
    words, deck = Reader(value), Deck()
    cards = 0
    while words:
        cards += card_at(words, deck) is not None
        words.go_on(1)
    return cards > 1


class Dealt(NamedTuple):
    """A head but for this seat's hand."""

    company: Company
    sizes: tuple[int, ...]
    """The number of cards of every seat."""
    board: Board | None
    rules: Rules


def read_dealt(written: Written) -> Dealt:
    """Return the table and the sizes of hands; raises as :func:`read_head` does."""
    with _about("players"):
        players = read_players(_required(written, "players"))
    with _about("me"):
        me = read_me(written.get("me"), players)
    with _about("board"):
        board = read_board(written.get("board") or DEFAULT_BOARD)
    with _about("rules"):
        rules = parse_rules(written["rules"]) if "rules" in written else default_rules(board)
        rules.check(board, len(players))
    company = Company(players, me, rules.deck(board))
    with _about("hands"):
        sizes = read_sizes(written.get("hands"), company, rules)
    return Dealt(company, sizes, board, rules)


def read_head(written: Written) -> Head:
    """Return the table of a complete head.

    Raises :class:`NotesError`, whose ``field`` says which line is missing or wrong: the first in
    the order of :data:`FIELDS`.
    """
    company, sizes, board, rules = read_dealt(written)
    with _about("hand"):
        hand = read_hand(_required(written, "hand"), company, sizes, given="hands" in written)
    seat = Seat(
        index=company.me,
        hand=hand,
        hand_sizes=sizes,
        tokens=company.suspects,
        suspects=company.deck.suspects,
        weapons=company.deck.weapons,
        rooms=company.deck.rooms,
        rules=str(rules),
        board=board.map.toml if board else None,
        seed=0,
    )
    return Head(company, seat, board, rules, written.get("board") or DEFAULT_BOARD)


@contextmanager
def _about(field: str) -> Iterator[None]:
    """Say of errors in here which field they are about."""
    try:
        yield
    except NotesError as error:
        error.field = field
        raise
    except InputError as error:
        raise NotesError(str(error), field=field) from error


def _required(written: Written, field: str) -> str:
    if not written.get(field):
        raise NotesError(f"'{field}:' is missing; expected {EXPECTED[field]}")
    return written[field]


def read_board(name: str) -> Board | None:
    """Return the board of this name, or of this file; None for ``none``."""
    return None if name.lower() == "none" else load_board(name)
