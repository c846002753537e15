"""The result of a tournament as one object: ``ratings.json`` and ``tournament --json``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from planner_clue.tournament.entry import Tournament
from planner_clue.tournament.outcomes import MatchOutcome
from planner_clue.tournament.rating import PRIOR_DEVIATION, Rating, against_average, ratings

MEANING = (
    "Ratings are logarithms of strengths: an agent wins at a table with its share of all strengths "
    "there (Luce's choice axiom), among games that somebody won. The mean of all agents is 0; one "
    'more is 2.7 times as strong. "Against average" is the chance to win where all others have the '
    "rating 0. The intervals of 95 % are from a bootstrap over deals. A normal prior of standard "
    f"deviation {PRIOR_DEVIATION:g} keeps agents finite that never won, or always."
)


def tournament_result(tournament: Tournament, outcomes: Sequence[MatchOutcome]) -> dict[str, Any]:
    """Return what came out, without any time: the same games give the same result."""
    agents, config = tournament.agents, tournament.config(tournament.combinations[0])
    rated = ratings(outcomes, len(agents), tournament.seed)
    meetings = cross_table(outcomes)
    return {
        "schema": 1,
        **tournament.to_json(),
        "games": sum(outcome.games for outcome in outcomes),
        "games_each": config.total,
        "deals": len(outcomes[0].wins_by_deal),
        "no_winner": sum(outcome.no_winner for outcome in outcomes),
        "meaning": MEANING,
        "ratings": [_rating_to_json(tournament, rating, outcomes) for rating in rated],
        "cross_table": [
            {
                "row": agents[row.agent],
                "column": agents[column.agent],
                "games": meetings[row.agent, column.agent].games,
                "row_won": meetings[row.agent, column.agent].won,
                "column_won": meetings[row.agent, column.agent].lost,
            }
            for row in rated
            for column in rated
            if row is not column
        ],
        "combinations": [
            {
                "folder": tournament.folder(number),
                "agents": list(tournament.names(outcome.combination)),
                "games": outcome.games,
                "wins": outcome.wins,
                "no_winner": outcome.no_winner,
            }
            for number, outcome in enumerate(outcomes)
        ],
    }


def _rating_to_json(
    tournament: Tournament, rating: Rating, outcomes: Sequence[MatchOutcome]
) -> dict[str, Any]:
    games = wins = forfeits = 0
    first_failure = None
    for number, outcome in enumerate(outcomes):
        if rating.agent in outcome.combination:
            slot = outcome.combination.index(rating.agent)
            games += outcome.games
            wins += outcome.wins[slot]
            forfeits += outcome.forfeits[slot]
            reason = outcome.first_failures[slot]
            if reason and first_failure is None:
                first_failure = f"{tournament.folder(number)}, {reason}"
    ends = (rating.log_strength, *rating.ci95)
    chance, *chance_ci = (round(against_average(end, tournament.size), 4) for end in ends)
    return {
        "agent": tournament.agents[rating.agent],
        "games": games,
        "wins": wins,
        "win_rate": round(wins / games, 4),
        "forfeits": forfeits,
        "first_failure": first_failure,
        "log_strength": round(rating.log_strength, 4),
        "ci95": [round(end, 4) for end in rating.ci95],
        "against_average": chance,
        "against_average_ci95": chance_ci,
    }


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
