"""Results of merged runs, agent by agent, with intervals by deals."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from planner_clue.match.intervals import rate_by_deals
from planner_clue.match.seat_game import SeatGame
from planner_clue.match.statistics import percentile
from planner_clue.runs.merging import MergedRuns
from planner_clue.runs.run_folder import RecordedGame


@dataclass(frozen=True)
class Rate:
    """A count of a total, with the 95 % interval of the share by deals."""

    count: int
    of: int
    ci95: tuple[float, float]

    @property
    def share(self) -> float:
        """The share, from 0 to 1; 0 of none."""
        return self.count / self.of if self.of else 0.0

    def to_json(self, count: str, of: str, share: str) -> dict[str, Any]:
        """Return the rate as plain data under these names."""
        return {
            count: self.count,
            of: self.of,
            share: round(self.share, 4),
            "ci95": [round(bound, 4) for bound in self.ci95],
        }


@dataclass(frozen=True)
class AgentResults:
    """The results of one slot of the command line."""

    slot: int
    name: str
    wins: Rate
    by_seat: tuple[Rate, ...]
    """Its wins in each seat."""
    wrong_accusations: int
    gambles: Rate
    """Accusations without a proof, and how many were right."""
    forfeits: dict[str, int]
    """By kind."""
    turns_to_win: tuple[int, ...]
    """Its own turns in each game that it won, in increasing order."""
    replans: dict[str, int]
    """By the first trigger of each; first plans count too."""
    failures: dict[str, int]
    """Planning runs without a plan, by status."""

    @property
    def replans_per_game(self) -> float:
        """Mean number of plans per game."""
        return sum(self.replans.values()) / self.wins.of

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain data."""
        turns = self.turns_to_win
        return {
            "slot": self.slot,
            "name": self.name,
            **self.wins.to_json("wins", "games", "win_rate"),
            "by_seat": [
                {"seat": seat, **rate.to_json("wins", "games", "win_rate")}
                for seat, rate in enumerate(self.by_seat)
            ],
            "wrong_accusations": self.wrong_accusations,
            "gambles": self.gambles.to_json("right", "made", "hit_rate"),
            "forfeits": sum(self.forfeits.values()),
            "forfeits_by_kind": self.forfeits,
            "turns_to_win": {
                "median": median(turns) if turns else None,
                "p25": percentile(turns, 25) if turns else None,
                "p75": percentile(turns, 75) if turns else None,
            },
            "replans": sum(self.replans.values()),
            "replans_per_game": round(self.replans_per_game, 2),
            "replans_by_trigger": self.replans,
            "planner_failures": self.failures,
        }


@dataclass(frozen=True)
class MatchResults:
    """The results of merged runs."""

    runs: MergedRuns
    agents: tuple[AgentResults, ...]
    ends: dict[str, int]
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
            "ends": self.ends,
            "agents": [agent.to_json() for agent in self.agents],
        }


def count_runs(runs: MergedRuns) -> MatchResults:
    """Return the results of the runs."""
    agents = tuple(_agent_results(runs, slot) for slot in range(len(runs.agents)))
    return MatchResults(runs, agents, _counted(game.how for game in runs.games))


def rate_of(
    games: Sequence[RecordedGame],
    count: Callable[[RecordedGame], int],
    of: Callable[[RecordedGame], int] = lambda game: 1,
) -> Rate:
    """Return the total of ``count`` over that of ``of``, with its interval by deals."""
    deals: dict[tuple[int, int], list[int]] = {}
    for game in games:
        if made := of(game):
            of_deal = deals.setdefault((game.seed, game.deal), [0, 0])
            of_deal[0] += count(game)
            of_deal[1] += made
    counts, totals = [found[0] for found in deals.values()], [found[1] for found in deals.values()]
    return Rate(sum(counts), sum(totals), rate_by_deals(counts, totals))


def _agent_results(runs: MergedRuns, slot: int) -> AgentResults:
    in_seat: list[list[RecordedGame]] = [[] for _ in runs.agents]
    for game in runs.games:
        in_seat[seat_of(game, slot)].append(game)

    def own(game: RecordedGame) -> SeatGame:
        return game.seats[seat_of(game, slot)].game

    def won(game: RecordedGame) -> int:
        return int(game.winning_slot == slot)

    played = list(map(own, runs.games))
    return AgentResults(
        slot=slot,
        name=runs.agents[slot],
        wins=rate_of(runs.games, won),
        by_seat=tuple(rate_of(games, won) for games in in_seat),
        wrong_accusations=sum(game.wrong_accusations for game in played),
        gambles=rate_of(
            runs.games, lambda game: own(game).gambles_right, lambda game: own(game).gambles
        ),
        forfeits=_counted(game.forfeit.kind for game in played if game.forfeit),
        turns_to_win=tuple(sorted(game.own_turns for game in played if game.won)),
        replans=_counted(trigger for game in played for trigger in game.triggers),
        failures=_counted(failure for game in played for failure in game.failures),
    )


def seat_of(game: RecordedGame, slot: int) -> int:
    """Return the seat in which a slot of the command line sat."""
    return next(seat for seat, agent in enumerate(game.seats) if agent.slot == slot)


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
