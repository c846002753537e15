"""Who won the games of a tournament, combination by combination and deal by deal."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner_clue.match.config import MatchConfig
from planner_clue.match.failures import first_failure


class WinsByDeal:
    """Counts the wins of each slot of a match, deal by deal; a few bytes a deal."""

    def __init__(self, config: MatchConfig) -> None:

        self._schedule = config.schedule
        deals = config.total // self._schedule.games_per_deal
        self.wins: NDArray[np.int32] = np.zeros((deals, self._schedule.players), dtype=np.int32)
        """A row for each deal, a column for each slot."""
        self.games = 0

    def add(self, game: int, winner: int | None) -> None:
        """Count a game with this winner's seat."""
        self.games += 1
        if winner is not None:
            at = self._schedule.game(game)
            self.wins[at.deal, at.slots[winner]] += 1


@dataclass(frozen=True)
class MatchOutcome:
    """The results of the match of one combination."""

    combination: tuple[int, ...]
    """The agents by number, slot by slot."""
    games: int
    wins_by_deal: NDArray[np.int32]
    """A row for each deal, a column for each slot."""
    forfeits: tuple[int, ...] = field(default=())
    """Number of forfeits per slot."""
    first_failures: tuple[str | None, ...] = field(default=())
    """The first failure of each slot: a forfeit, or notes that could not be read."""

    @property
    def wins(self) -> list[int]:
        """The games won by each slot."""
        wins: list[int] = self.wins_by_deal.sum(axis=0).tolist()
        return wins

    @property
    def no_winner(self) -> int:
        """The games that nobody won."""
        return self.games - sum(self.wins)

    @classmethod
    def of(
        cls, combination: tuple[int, ...], counted: WinsByDeal, summary: dict[str, Any]
    ) -> "MatchOutcome":
        """Return the outcome of a match with this summary."""
        rows = summary["agents"]
        return cls(
            combination,
            counted.games,
            counted.wins,
            tuple(row["forfeits"] for row in rows),
            tuple(map(first_failure, rows)),
        )
