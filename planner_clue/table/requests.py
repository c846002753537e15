"""What the table can wait for, and how a game and a seat in it can stand."""

from enum import Enum
from typing import Any, NamedTuple


class Ask(Enum):
    """What the table waits for."""

    ACCUSE = "accuse"
    START = "start"
    ROLL = "roll"
    """A chance: the dice."""
    MOVE = "move"
    SUGGEST = "suggest"
    SHOW = "show"
    SHOW_ANY = "show-any"
    """A chance: which of the cards in the options is shown."""


class Request(NamedTuple):
    """Who is asked what. ``options`` is what the player needs to answer it.

    ACCUSE: nothing. START: :class:`TurnOptions`. ROLL: the number of dice. MOVE:
    :class:`MoveOptions`. SUGGEST: the room. SHOW and SHOW_ANY: the suggestion and the
    tuple of cards that could be shown.
    """

    ask: Ask
    seat: int
    options: Any


class Result(NamedTuple):
    """How a game ended: the winner's seat or None, and by what."""

    winner: int | None
    how: str
    """``accusation``, ``last-wins``, ``turn-limit``, ``all-out`` or ``forfeits``."""


class Standing(Enum):
    """Whether a seat still takes turns."""

    PLAYING = "playing"
    ELIMINATED = "eliminated"
    FORFEITED = "forfeited"
