"""Results of merged runs, agent by agent, with intervals by deals."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from planner_clue.match.intervals import RateByDeals
from planner_clue.match.statistics import Tally, counted_median, counted_percentile, in_order
from planner_clue.runs.merging import MergedRuns


@dataclass
class AgentResults(Tally):
    """The results of one slot of the command line."""

    by_seat: list[RateByDeals] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain data."""
        turns = self.turns_to_win
        return {
            "slot": self.slot,
            "name": self.name,
            **_rate(self.wins, "wins", "games", "win_rate"),
            "by_seat": [
                {"seat": seat, **_rate(wins, "wins", "games", "win_rate")}
                for seat, wins in enumerate(self.by_seat)
            ],
            "wrong_accusations": self.wrong_accusations,
            "gambles": _rate(self.gambles, "right", "made", "hit_rate"),
            "forfeits": self.forfeit_kinds.total(),
            "forfeits_by_kind": in_order(self.forfeit_kinds),
            "turns_to_win": {
                "median": counted_median(turns),
                "p25": counted_percentile(turns, 25) if turns else None,
                "p75": counted_percentile(turns, 75) if turns else None,
            },
            "replans": self.replans.total(),
            "replans_per_game": round(self.replans_per_game, 2),
            "replans_by_trigger": in_order(self.replans),
            "planner_failures": in_order(self.planner_failures),
        }


def _rate(rate: RateByDeals, count: str, of: str, share: str) -> dict[str, Any]:
    """Return a rate as plain data under these names."""
    return {
        count: rate.count,
        of: rate.of,
        share: round(rate.share, 4),
        "ci95": [round(bound, 4) for bound in rate.ci95],
    }


@dataclass(frozen=True)
class MatchResults:
    """The results of merged runs."""

    runs: MergedRuns
    agents: tuple[AgentResults, ...]
    ends: Counter[str]
    """Number of games by the way they ended."""

    @property
    def no_winner(self) -> int:
        """Number of games without a winner."""
        return sum(game.winner is None for game in self.runs.games)

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain data."""
        return {
            "folders": [str(run.folder) for run in self.runs.runs],
            "unfinished": [str(run.folder) for run in self.runs.runs if not run.finished],
            "settings": self.runs.settings,
            "seeds": list(self.runs.seeds),
            "games": len(self.runs.games),
            "deals": self.runs.deals,
            "counted_once": self.runs.repeated,
            "no_winner": self.no_winner,
            "ends": in_order(self.ends),
            "agents": [agent.to_json() for agent in self.agents],
        }


def count_runs(runs: MergedRuns) -> MatchResults:
    """Return the results of the runs."""
    agents = tuple(
        AgentResults(name, slot, by_seat=[RateByDeals() for _ in runs.agents])
        for slot, name in enumerate(runs.agents)
    )
    deals: dict[tuple[int, int], int] = {}
    for game in runs.games:
        deal = deals.setdefault((game.seed, game.deal), len(deals))
        for seat, played in enumerate(game.seats):
            agents[played.slot].add(played.game, (), deal)
            agents[played.slot].by_seat[seat].add(deal, played.game.won)
    return MatchResults(runs, agents, Counter(game.how for game in runs.games))
