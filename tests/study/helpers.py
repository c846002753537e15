"""Results of tables as they might come out."""

from typing import Any

from planner_clue.study.published import tables
from planner_clue.study.win_rates import Result, result_of


def summary_of(seats: tuple[str, ...], wins: tuple[int, ...], games: int) -> dict[str, Any]:
    """Return as much of a match's summary as is read."""
    rows = [
        {
            "name": name,
            "slot": slot,
            "seats": games,
            "wins": won,
            "forfeits": 0,
            "wrong_accusations": 0,
            "gambles": 0,
            "planner_failures": {},
        }
        for slot, (name, won) in enumerate(zip(seats, wins, strict=True))
    ]
    return {"games": games, "no_winner": games - sum(wins), "agents": rows}


def result(name: str, *wins: int, games: int = 1000) -> Result:
    """Return the result of a table whose seats won so often."""
    table = next(table for table in tables() if table.name == name)
    return result_of(table, games, summary_of(table.seats, wins, games))
