"""Where all tokens stand, as a value that does not change."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from planner_clue.board.board import Board, Place
from planner_clue.board.drawing import board_svg
from planner_clue.cards import Card


@dataclass(frozen=True)
class Position:
    """A board with the tokens on it; notebooks show it as a picture.

    >>> from planner_clue.board import load_board
    >>> Position.start(load_board("classic")).tokens["scarlett"]
    (16, 0)
    """

    board: Board
    tokens: Mapping[Card, Place]
    """The place of each suspect's token; those that left the board are missing."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", MappingProxyType(dict(self.tokens)))

    @classmethod
    def start(cls, board: Board) -> "Position":
        """Return the position before the first turn."""
        return cls(board, board.starts)

    def reach(self, suspect: Card, steps: int, *, open_rooms: bool = False) -> list[Place]:
        """Return the rooms and squares that a token can get to with ``steps`` steps at most.

        The other tokens stand in its way; see :meth:`Board.reach`.
        """
        here = self.tokens[suspect]
        others = self.board.squares(
            place for place in self.tokens.values() if not isinstance(place, str) and place != here
        )
        reach = self.board.reach(here, steps, others, open_rooms=open_rooms)
        return [*reach.rooms, *self.board.each(reach.squares)]

    def svg(self, *, reach: Iterable[Place] = (), **more: Any) -> str:
        """Return the picture; ``more`` as for :func:`~planner_clue.board.drawing.board_svg`."""
        return board_svg(self.board, self.tokens, reach=reach, **more)

    def _repr_svg_(self) -> str:
        return self.svg()
