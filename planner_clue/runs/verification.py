"""Whether records hold: each game replayed by the rules, with the cards and dice of its seed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from planner_clue import __version__
from planner_clue.errors import RecordError
from planner_clue.match.game import Chance
from planner_clue.match.manifest import MANIFEST, read_manifest
from planner_clue.match.play import set_up
from planner_clue.match.schedule import Schedule, Seating
from planner_clue.runs.run_folder import lines_of_run
from planner_clue.table.record import Watcher, read_record, replay
from planner_clue.table.requests import DrawShownCard, Request, RollDice
from planner_clue.table.table import Table


def verify_run(folder: Path, on_game: Callable[[int], None] = lambda count: None) -> int:
    """Replay every game that a match has kept in a folder; return their number.

    Raises :class:`RecordError` with the place of the first game that does not hold: its checksum,
    its events by the rules, its result, and, if this version has played it, its cards, its dice and
    what the table drew. ``on_game`` is called after each game with the number so far.
    """
    data, note = read_manifest(folder / MANIFEST)
    same = data.get("versions", {}).get("planner-clue") == __version__
    count = 0
    for count, (place, line) in enumerate(lines_of_run(folder), 1):
        try:
            record = read_record(line.decode())
            watcher = _Dealt(note.schedule, record) if same else None
            replay(record, watcher)
        except (RecordError, UnicodeDecodeError) as error:
            raise RecordError(f"{place}: {error}") from error
        on_game(count)
    return count


class _Dealt(Watcher):
    """Compares cards, dice and draws of a record with those of its seed."""

    def __init__(self, schedule: Schedule, record: dict[str, Any]) -> None:
        self._schedule, self._game = schedule, record.get("game")
        self._chance: Chance

    def begins(self, table: Table) -> None:
        at: Seating = self._schedule.seating(int(self._game or 0))
        fresh, _, self._chance = set_up(table.board, table.rules, self._schedule.seed, at)
        if fresh.deal != table.deal:
            raise RecordError(f"game {at.game}: other cards than seed {self._schedule.seed} deals")

    def decides(self, request: Request, answer: Any) -> None:
        if isinstance(request, RollDice | DrawShownCard):
            drawn = self._chance.draw(request)
            if drawn != answer:
                what = "dice" if isinstance(request, RollDice) else "card shown"
                raise RecordError(
                    f"game {self._game}: {what} {answer}; seed {self._schedule.seed} gives {drawn}"
                )
