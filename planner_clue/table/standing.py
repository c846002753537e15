"""How a game ended, and whether a seat still takes turns."""

from enum import Enum
from typing import NamedTuple


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
