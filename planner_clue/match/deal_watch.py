"""Watching a match for the end that its stopping rule sets."""

from collections.abc import Iterable, Iterator
from typing import Any

from planner_clue.match.config import MatchConfig
from planner_clue.match.play import Played
from planner_clue.match.schedule import games_per_deal, seating
from planner_clue.match.stopping import PlayedDeal, StoppingRule
from planner_clue.table.record import read_record


class DealWatch:
    """Passes games on in their order, until the deals that are whole decide the match."""

    def __init__(self, config: MatchConfig, rule: StoppingRule) -> None:
        self.verdict: str | None = None
        """What was decided, in words; None if nothing was."""
        self.deals: list[PlayedDeal] = []
        """The deals that were played whole, up to the end."""
        self._config = config
        self._rule = rule
        self._rules = config.load_rules()
        players = len(config.agents)
        self._per_deal = games_per_deal(players, self._rules, rotate=config.rotate)
        self._wins = [0] * players

    def in_order(self, finished: Iterable[Played]) -> Iterator[Played]:
        """Yield the finished games in order, and no game after the end."""
        waiting: dict[int, Played] = {}
        following = 0
        for played in finished:
            waiting[played.game] = played
            while following in waiting:
                game = waiting.pop(following)
                following += 1
                self._count(game)
                yield game
                if self.verdict is not None:
                    return

    def to_json(self) -> dict[str, Any] | None:
        """Return when the match was decided, and what; None if it was not."""
        if self.verdict is None:
            return None
        games = sum(deal.games for deal in self.deals)
        return {"games": games, "deals": len(self.deals), "verdict": self.verdict}

    def _count(self, played: Played) -> None:
        config = self._config
        winner = read_record(played.line)["result"]["winner"]
        if winner is not None:
            players = len(config.agents)
            at = seating(played.game, config.seed, players, self._rules, rotate=config.rotate)
            self._wins[at.slots[winner]] += 1
        if (played.game + 1) % self._per_deal == 0:
            self.deals.append(PlayedDeal(self._per_deal, tuple(self._wins)))
            self._wins = [0] * len(config.agents)
            self.verdict = self._rule.verdict(self.deals)
