"""Agent against agent: who won the games at common tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from planner_clue.tournament.outcomes import MatchOutcome


@dataclass(frozen=True)
class Meeting:
    """All games at tables where two agents sat, whoever else sat there."""

    games: int = 0
    won: int = 0
    """Games won by the first of the two."""
    lost: int = 0
    """Games won by the other; the rest were won by a third agent, or by nobody."""

    def plus(self, games: int, won: int, lost: int) -> "Meeting":
        """Return this with more games."""
        return Meeting(self.games + games, self.won + won, self.lost + lost)


def cross_table(outcomes: Sequence[MatchOutcome]) -> dict[tuple[int, int], Meeting]:
    """Return the meeting of every two agents, by their numbers, in both orders."""
    table: dict[tuple[int, int], Meeting] = {}
    for outcome in outcomes:
        slots = list(zip(outcome.combination, outcome.wins, strict=True))
        for row, won in slots:
            for column, lost in slots:
                if row != column:
                    before = table.get((row, column), Meeting())
                    table[row, column] = before.plus(outcome.games, won, lost)
    return table
