"""A recorded game and the observations of its seats, for use in Python."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from planner_clue.belief import Belief, believe
from planner_clue.belief.asking import ASKING
from planner_clue.game.board import Board
from planner_clue.game.board.board import Position
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event
from planner_clue.game.record import record_line
from planner_clue.game.record_files import find_record
from planner_clue.game.record_files import read_records as records_of
from planner_clue.game.replay import replayed
from planner_clue.match.agent_replay import seat_view
from planner_clue.planner.decision import Decision, Replan, read_decisions
from planner_clue.support.data import path_from
from planner_clue.support.errors import InputError, RecordError, SeatError, shown
from planner_clue.view.story import game_lines, record_html


class GameRecord:
    """A finished game: its seats, the deal, every event, and the notes of the agents.

    A record that was read from a file was replayed, so its game is legal.

    >>> game = clue.play_game(["random"] * 3, seed=5)
    >>> game.winner, game.turns, game.hands[0][:2]
    (2, 6, ('green', 'revolver'))
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Read a record as ``games.jsonl`` has it.

        Raises :class:`planner_clue.errors.RecordError` if it is not a game that the rules allow.
        """
        self.data = data
        """The record as JSON has it; ``docs/records.md`` says what every field means."""
        self._replayed = replayed(data)
        table = self._replayed.table
        assert table.result is not None
        self.game = int(data["game"])
        """The number of the game in its match, from 0."""
        self.agents: tuple[str, ...] = tuple(seat["agent"] for seat in data["seats"])
        """The names of the agents, seat by seat."""
        self.winner: int | None = table.result.winner
        """The winner's seat; None if nobody won."""
        self.how: str = table.result.how
        """The way in which the game ended, in a word or two."""
        self.case_file: CaseFile = table.deal.case_file
        """The three cards that the game was about."""
        self.hands: tuple[tuple[Card, ...], ...] = table.deal.hands
        """The cards of every seat."""
        self.board: Board | None = table.board
        """The board; None at a table without one."""
        self.events: tuple[Event, ...] = tuple(table.events)
        """Everything that happened, in order, with every card that was shown."""
        self.turns: int = table.turn
        """Number of turns, all players' together."""

    @cached_property
    def seats(self) -> "tuple[SeatRecord, ...]":
        """The game as each seat saw it; an invalid seat number raises :class:`SeatError`."""
        table = self._replayed.table
        views = (seat_view(table, self.data, seat) for seat in range(table.players))
        return _Seats(SeatRecord(self, one, tuple(table.seen_events(one.index))) for one in views)

    def position(self, turn: int | None = None) -> Position | None:
        """Return the position after ``turn``, by default at the end of the game.

        Turn 0 is before the first turn. Without a board, the position is None.
        """
        last = checked_turn(turn, self.turns)
        if not self.board:
            return None
        return Position(self.board, self._replayed.places_after(last))

    def tell(self, viewpoint: int | None = None) -> str:
        """Return the game in words; with a ``viewpoint``, only what this seat knew."""
        seat = None if viewpoint is None else self.seats[viewpoint].index
        return "\n".join(game_lines(self.data, seat))

    def save(self, path: str | Path) -> None:
        """Write the record to a file, which every command that takes a RECORD reads."""
        Path(path).write_text(record_line(self.data), encoding="utf-8")

    def __repr__(self) -> str:
        winner = "nobody" if self.winner is None else f"seat {self.winner}"
        agents = ", ".join(self.agents)
        return f"<game {self.game}: {agents}; {self.turns} turns, {winner} wins>"

    def _repr_html_(self) -> str:
        return record_html(self.data, self.position())


class SeatRecord:
    """A recorded game as one seat saw it.

    >>> seat = clue.play_game(["random"] * 3, seed=5).seats[0]
    >>> [seat.belief(turn).deals() for turn in (0, 4, 6)]
    [115500, 46200, 434]
    """

    def __init__(self, record: GameRecord, seat: Seat, events: tuple[Event, ...]) -> None:
        self.record = record
        """The whole game, with what this seat could not see."""
        self.index = seat.index
        """The seat's number, from 0."""
        self.agent = record.agents[seat.index]
        """The name of the agent that sat here."""
        self.seat = seat
        """The view before the first turn: hand, board, rules."""
        self.events = events
        """The events that it saw, in order: cards only where they were shown to it or by it."""

    def __repr__(self) -> str:
        return f"<seat {self.index} of game {self.record.game}: {self.agent}>"

    @property
    def decisions(self) -> list[Decision]:
        """The decisions of its planner, with reasons; empty for agents that do not plan."""
        return read_decisions(self.record.data["notes"][self.index])

    @property
    def replans(self) -> list[Replan]:
        """The :attr:`decisions` that adopted a plan."""
        return [made for made in self.decisions if isinstance(made, Replan)]

    def belief(self, turn: int | None = None, *, asking: int = ASKING) -> Belief:
        """Return the belief of this seat after ``turn``, by default at the end of the game.

        Turn 0 is before the first turn. ``asking`` is as for :class:`Belief`. By default,
        suggestions are evidence, as for the planner.
        """
        last = checked_turn(turn, self.record.turns)
        heard = (event for event in self.events if event.turn <= last)
        return believe(self.seat, heard, asking=asking)


class _Seats(tuple[SeatRecord, ...]):
    """Seats by their number; one that is not there is refused in our words."""

    def __getitem__(self, number: Any) -> Any:
        try:
            return super().__getitem__(number)
        except IndexError:
            raise SeatError(f"seat {shown(number)}; expected 0 to {len(self) - 1}") from None


def checked_turn(turn: int | None, last: int) -> int:
    """Return a turn of a game, ``last`` for None; :class:`InputError` if it has no such turn."""
    if turn is None:
        return last
    if type(turn) is not int or not 0 <= turn <= last:
        raise InputError(f"turn {shown(turn)}; expected 0 to {last}")
    return turn


def read_record(path: str | Path, game: int | None = None) -> GameRecord:
    """Return a recorded game: the one with the number ``game``, or the first in the file.

    ``path`` is a file with one record per line, or the folder of a match. Raises
    :class:`planner_clue.errors.InputError` if there is no such game, or if it breaks the rules.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     result = clue.play_match(["random"] * 3, games=6, seed=1, out=folder, board="none")
    ...     clue.read_record(folder, game=2)
    <game 2: random, random, random; 15 turns, seat 2 wins>
    """
    file = path_from(path, "record")
    record = find_record(file, game)
    try:
        return GameRecord(record)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from error


def read_records(path: str | Path) -> Iterator[GameRecord]:
    """Yield the games of a file or of the folder of a match; raises as :func:`read_record`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     result = clue.play_match(["random"] * 3, games=6, seed=1, out=folder, board="none")
    ...     [game.winner for game in clue.read_records(folder)]
    [2, 1, 2, 1, 1, 0]
    """
    yield from map(GameRecord, records_of(path_from(path, "records")))
