"""Files of game records, one to a line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from planner_clue.errors import InputError, RecordError
from planner_clue.table.record import read_record


def read_games(file: Path) -> Iterator[dict[str, Any]]:
    """Yield every record of a file, one after the other.

    Raises :class:`RecordError` with file and line for what is no JSON object, and
    :class:`InputError` if the file cannot be read.
    """
    try:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    record = read_record(line)
                except RecordError as error:
                    raise RecordError(f"{file}:{number}: {error}") from error
                yield record
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"record {file} cannot be read: {error}") from error


def read_game(file: Path, game: int | None = None) -> dict[str, Any]:
    """Return the record of ``game``, or the first; raises as :func:`read_games`."""
    for record in read_games(file):
        if game is None or record.get("game") == game:
            return record
    wanted = "record" if game is None else f"game {game}"
    raise RecordError(f"{file}: no {wanted} in this file")
