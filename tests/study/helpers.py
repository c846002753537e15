"""Results of tables as they might come out."""

from typing import Any

from planner_clue.study.reproduction import StudyResult, study_result, study_tables


def summary_of(seats: tuple[str, ...], wins: tuple[int, ...], games: int) -> dict[str, Any]:
    nothing = {"forfeits": 0, "wrong_accusations": 0, "gambles": 0, "planner_failures": {}}
    rows = [
        nothing | {"name": name, "slot": slot, "seats": games, "wins": won}
        for slot, (name, won) in enumerate(zip(seats, wins, strict=True))
    ]
    return {"games": games, "no_winner": games - sum(wins), "agents": rows}


def result(name: str, *wins: int, games: int = 1000) -> StudyResult:
    table = next(table for table in study_tables() if table.name == name)
    return study_result(table, games, summary_of(table.seats, wins, games))
