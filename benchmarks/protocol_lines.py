"""The lines that pass between a match and a program, as types, for their schema."""

from typing import Any, TypeAlias, get_args

from msgspec import Struct

from planner_clue.adapters.programs.json_lines import BoardAt, Greeting
from planner_clue.game.board import Place, Square
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import Opening
from planner_clue.game.events import Event, Number


class _Call(Struct, tag_field="call", kw_only=True, omit_defaults=True):
    id: Number


class _Told(_Call, kw_only=True):
    heard: list[Event] = []
    """The events since the call before; left out if there are none."""


class Hello(_Call, tag="hello"):
    """The first line: who asks, and by which versions of this protocol."""

    protocols: list[int]
    planner_clue: str


class Reset(_Call, tag="reset"):
    """The game is over and another begins, for a program that offers ``reset``."""


class SeatAt(Struct):
    """All that a player knows before the first turn."""

    index: Number
    hand: list[Card]
    hand_sizes: list[Number]
    tokens: list[Card]
    suspects: list[Card]
    weapons: list[Card]
    rooms: list[Card]
    rules: str
    seed: Number
    """Below 2**53, so that every language reads the same number."""
    board: BoardAt | None


class Begin(_Call, tag="begin"):
    """A game begins. The answer is null."""

    seat: SeatAt


class Observe(_Told, tag="observe", kw_only=True):
    """Nothing is asked: much has happened. The answer is null."""


class Accuse(_Told, tag="accuse", kw_only=True):
    """Whether it accuses: three cards, or null."""


class TurnAt(Struct):
    """How a turn may begin."""

    turn: Number
    openings: list[Opening]
    here: Place
    passage: Card | None
    tokens: dict[Card, Place]


class Start(_Told, tag="start", kw_only=True):
    """How it begins its turn: one of the openings; asked only where there are several."""

    options: TurnAt


class MoveAt(Struct):
    """Where a token may go; ``here`` is allowed too, but for a table without a board."""

    turn: Number
    dice: list[int]
    here: Place | None
    rooms: list[Card]
    squares: list[Square]
    tokens: dict[Card, Place]


class Move(_Told, tag="move", kw_only=True):
    """Where it goes: a room or a square."""

    options: MoveAt


class Suggest(_Told, tag="suggest", kw_only=True):
    """Its suggestion in this room: three cards, or null."""

    room: Card


class Show(_Told, tag="show", kw_only=True):
    """Which of these cards it shows."""

    suggestion: Suggestion
    cards: list[Card]


class Notes(_Told, tag="notes", kw_only=True):
    """What the record shall say of its thoughts, for a program that offers ``notes``: objects."""


Call: TypeAlias = Hello | Reset | Begin | Observe | Accuse | Start | Move | Suggest | Show | Notes
"""A line of the match."""


ANSWERS: dict[str, Any] = {
    "hello": Greeting,
    "reset": None,
    "begin": None,
    "observe": None,
    "accuse": Accusation | None,
    "start": Opening,
    "move": Place,
    "suggest": Suggestion | None,
    "show": Card,
    "notes": list[dict[str, Any]],
}
"""The type of the answer to each call."""
CALLS = {str(call.__struct_config__.tag): call for call in get_args(Call)}
