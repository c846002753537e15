"""Who takes turns, and until when: rule 11 of ``docs/rules.md``."""

from planner_clue.table.rules import Rules
from planner_clue.table.standing import Result, Standing


class TurnOrder:
    """Turns go clockwise and skip those who are out."""

    def __init__(self, players: int, rules: Rules) -> None:
        self._rules = rules
        self._playing = players
        self.standing = [Standing.PLAYING] * players
        """Whether each seat still takes turns."""

    def seat_after(self, seat: int) -> int:
        """Return who takes the turn after ``seat``; somebody has to be left."""
        players, playing = len(self.standing), Standing.PLAYING
        seat = (seat + 1) % players
        while self.standing[seat] is not playing:
            seat = (seat + 1) % players
        return seat

    def take_out(self, seat: int, standing: Standing) -> bool:
        """Let ``seat`` take no more turns; tell whether it took turns until now."""
        was_playing = self.standing[seat] is Standing.PLAYING
        self.standing[seat] = standing
        self._playing -= was_playing
        return was_playing

    @property
    def nobody_goes_on(self) -> bool:
        """Whether nobody is left, or only one who wins by that."""
        return self._playing == 0 or self._last_one_wins

    @property
    def _last_one_wins(self) -> bool:
        return self._rules.last_wins and self._playing == 1

    def result(self, turns: int) -> Result | None:
        """Return how the game ended after so many ``turns``; None if it goes on."""
        if self._last_one_wins:
            return Result(self.standing.index(Standing.PLAYING), "last-wins")
        if self._playing == 0:
            forfeits = all(standing is Standing.FORFEITED for standing in self.standing)
            return Result(None, "forfeits" if forfeits else "all-out")
        if turns >= self._rules.turn_limit:
            return Result(None, "turn-limit")
        return None
