"""The record of a game as an object: who played, what happened, where the tokens were."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from planner_clue.board import Position
from planner_clue.cards import Card, CaseFile
from planner_clue.show.game_turns import GameTurn, full_names_of, suspects_of, turns_of
from planner_clue.show.record_html import record_html
from planner_clue.show.story import tell_game
from planner_clue.table.events import Event
from planner_clue.table.record import Watcher, replay
from planner_clue.table.record_files import find_record
from planner_clue.table.standing import Result
from planner_clue.table.table import Table


class GameRecord:
    """A recorded game that the rules allow; notebooks show its story and its last position.

    Raises :class:`~planner_clue.errors.RecordError` for anything else.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        """The record as it is written: plain data."""
        self._places = _Places()
        self.table: Table = replay(data, self._places)
        """The table at the end of the game."""

    @classmethod
    def read(cls, path: Path | str, game: int | None = None) -> "GameRecord":
        """Return a game, or the first one, of a match's folder or of a file of records."""
        return cls(find_record(Path(path), game))

    def __repr__(self) -> str:
        return f"<GameRecord {self.number}: {', '.join(self.names)}>"

    @property
    def number(self) -> int:
        """The number of the game in its match."""
        return int(self.data["game"])

    @property
    def names(self) -> list[str]:
        """The suspect of each seat with its agent: ``scarlett (planner)``."""
        return full_names_of(self.data)

    @property
    def suspects(self) -> list[str]:
        """The suspect of each seat."""
        return suspects_of(self.data)

    @property
    def agents(self) -> list[str]:
        """The agent of each seat."""
        return [seat["agent"] for seat in self.data["seats"]]

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each seat."""
        return self.table.deal.hands

    @property
    def case_file(self) -> CaseFile:
        """The three hidden cards."""
        return self.table.deal.case_file

    @property
    def result(self) -> Result:
        """Who won, and how."""
        assert self.table.result is not None
        return self.table.result

    @property
    def winner(self) -> int | None:
        """The winner's seat, or None."""
        return self.result.winner

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        return self.table.events

    @cached_property
    def turns(self) -> list[GameTurn]:
        """The turns in which something happened."""
        return turns_of(self.data)

    def position(self, after: int | None = None) -> Position | None:
        """Return where the tokens stood after so many events; by default at the end.

        0 is before the first event. None in a game without a board. Raises :class:`IndexError`
        for a number that the game does not have.
        """
        if self.table.board is None:
            return None
        places = self._places.after[len(self.events) if after is None else after]
        return Position(self.table.board, places)

    def position_after_turn(self, turn: int) -> Position | None:
        """Return where the tokens stood at the end of a turn; None without a board."""
        return self.position(sum(event.turn <= turn for event in self.events))

    def story(self, viewpoint: int | None = None) -> str:
        """Return the game in words; with a ``viewpoint`` only what that seat knew."""
        return "\n".join(tell_game(self.data, viewpoint))

    def _repr_html_(self) -> str:
        return record_html(self.data, self.position())


class _Places(Watcher):
    """Notes where the tokens are after each event."""

    def __init__(self) -> None:
        self.after: list[Mapping[Card, Any]] = []

    def begins(self, table: Table) -> None:
        self._table = table
        self.after.append(dict(table.places))

    def happens(self, event: Event) -> None:
        self.after.append(dict(self._table.places))
