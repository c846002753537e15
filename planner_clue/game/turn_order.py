"""Order of turns, and the end of a game: rules 8 and 11 of ``docs/rules.md``."""

from enum import Enum
from typing import Literal, TypeAlias

from msgspec import Struct

from planner_clue.game.events import SeatNumber
from planner_clue.game.rules import Rules

End: TypeAlias = Literal["accusation", "last-wins", "turn-limit", "all-out", "forfeits"]


class Result(Struct, frozen=True):
    """The result of a game: the winner's seat or None, and the way it ended."""

    winner: SeatNumber | None
    how: End


class PlayerStatus(Enum):
    """Whether a seat still takes turns."""

    PLAYING = "playing"
    ELIMINATED = "eliminated"
    FORFEITED = "forfeited"


def others_after(seat: int, players: int) -> list[int]:
    """Return the other seats clockwise, in the order in which they are asked (rule 10).

    >>> others_after(1, 4)
    [2, 3, 0]
    """
    return [(seat + step) % players for step in range(1, players)]


class TurnOrder:
    """Turns go clockwise and skip players who are out."""

    def __init__(self, players: int, rules: Rules) -> None:
        self._rules = rules
        self._playing = players
        self.status = [PlayerStatus.PLAYING] * players

    def seat_after(self, seat: int) -> int:
        """Return who takes the turn after ``seat``; somebody has to be left."""
        order = [*others_after(seat, len(self.status)), seat]
        return next(other for other in order if self.status[other] is PlayerStatus.PLAYING)

    def take_out(self, seat: int, status: PlayerStatus) -> bool:
        """Let ``seat`` take no more turns; return whether it took turns until now."""
        was_playing = self.status[seat] is PlayerStatus.PLAYING
        self.status[seat] = status
        self._playing -= was_playing
        return was_playing

    def result(self, turns: float) -> Result | None:
        """Return how the game ended after this number of ``turns``, or None if it goes on."""
        if self._rules.last_wins and self._playing == 1:
            return Result(self.status.index(PlayerStatus.PLAYING), "last-wins")
        if self._playing == 0:
            forfeits = all(status is PlayerStatus.FORFEITED for status in self.status)
            return Result(None, "forfeits" if forfeits else "all-out")
        return Result(None, "turn-limit") if turns >= self._rules.turn_limit else None
