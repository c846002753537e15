"""A row for each game and seat, for other programs: as CSV or as Parquet."""

import csv
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from planner_clue.deliberation.triggers import Trigger
from planner_clue.errors import InputError
from planner_clue.runs.merging import MergedRuns
from planner_clue.runs.run_folder import RecordedGame, SeatResult

COLUMNS: dict[str, str] = {
    "match": "int64",
    "board": "string",
    "rules": "string",
    "seed": "int64",
    "game": "int64",
    "deal": "int64",
    "seat": "int64",
    "slot": "int64",
    "agent": "string",
    "token": "string",
    "won": "bool",
    "how": "string",
    "turns": "int64",
    "own_turns": "int64",
    "suggestions": "int64",
    "wrong_accusations": "int64",
    "forfeited": "bool",
    "forfeit_kind": "string",
    "forfeit_reason": "string",
    "gambles": "int64",
    "gambles_right": "int64",
    "replans": "int64",
    "planner_failures": "int64",
    **{f"replans_{trigger.replace('-', '_')}": "int64" for trigger in Trigger},
}
"""The columns in their order, with the types that they have in Parquet."""


def seat_rows(matches: Sequence[MergedRuns]) -> Iterator[dict[str, Any]]:
    """Yield the rows, game by game and seat by seat.

    ``match`` counts the matches from 0. What does not apply is None.
    """
    for number, match in enumerate(matches):
        of_match = {"match": number} | {name: match.settings[name] for name in ("board", "rules")}
        for game in match.games:
            of_game = of_match | _of_game(game)
            for seat, agent in enumerate(game.seats):
                yield of_game | {"seat": seat} | _of_seat(agent)


def _of_game(game: RecordedGame) -> dict[str, Any]:
    return {
        "seed": game.seed,
        "game": game.number,
        "deal": game.deal,
        "how": game.how,
        "turns": game.turns,
    }


def _of_seat(agent: SeatResult) -> dict[str, Any]:
    game = agent.game
    by_trigger = {
        f"replans_{trigger.replace('-', '_')}": game.triggers.count(trigger) for trigger in Trigger
    }
    return {
        "slot": agent.slot,
        "agent": agent.agent,
        "token": agent.token,
        "won": game.won,
        "own_turns": game.own_turns,
        "suggestions": game.suggestions,
        "wrong_accusations": game.wrong_accusations,
        "forfeited": game.forfeit is not None,
        "forfeit_kind": game.forfeit.kind if game.forfeit else None,
        "forfeit_reason": game.forfeit.reason if game.forfeit else None,
        "gambles": game.gambles,
        "gambles_right": game.gambles_right,
        "replans": len(game.triggers),
        "planner_failures": len(game.failures),
    } | by_trigger


def as_csv(matches: Sequence[MergedRuns]) -> str:
    """Return the rows as CSV with a header; truth is ``true`` or ``false``, None is empty."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in seat_rows(matches):
        writer.writerow({name: _in_csv(value) for name, value in row.items()})
    return text.getvalue()


def _in_csv(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def check_parquet(file: Path) -> None:
    """Raise :class:`InputError` if Parquet cannot be written here."""
    if find_spec("pyarrow") is None:
        raise InputError(
            f"--parquet {file}: pyarrow is not installed; expected it, as from: "
            "pip install 'planner-clue[parquet]'"
        )


def as_parquet(matches: Sequence[MergedRuns]) -> bytes:
    """Return the rows as a Parquet file, with the types of :data:`COLUMNS`."""
    import pyarrow
    from pyarrow import parquet

    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for row in seat_rows(matches):
        for name, values in columns.items():
            values.append(row[name])
    types = [(name, pyarrow.type_for_alias(kind)) for name, kind in COLUMNS.items()]
    file = BytesIO()
    parquet.write_table(pyarrow.table(columns, schema=pyarrow.schema(types)), file)
    return file.getvalue()
