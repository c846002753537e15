"""Positions of recorded games, each at the start of a seat's turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planner_clue.belief import Belief, believe
from planner_clue.board import Place
from planner_clue.cards import CaseFile
from planner_clue.deliberation.model import DecisionContext
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.match.schedule import derived_seed
from planner_clue.table.decisions import Opening, Seat, TurnOptions
from planner_clue.table.events import Event
from planner_clue.table.record import ReplayObserver, read_record, replay
from planner_clue.table.requests import AskMove, AskStart, Request
from planner_clue.table.table import Table

PLAYERS = (3, 4, 5, 6)
"""The numbers of players, which the games cycle through."""


@dataclass(frozen=True)
class GamePosition:
    """The observations of one seat at the start of one of its turns, and its token."""

    game: int
    turn: int
    seat: Seat
    events: tuple[Event, ...]
    here: Place
    may_stay: bool
    """Whether it may make a suggestion in its room without rolling."""

    @cached_property
    def belief(self) -> Belief:
        """The exact belief of the seat, with a uniform prior over deals."""
        return believe(self.seat, self.events)

    @cached_property
    def assumed(self) -> CaseFile:
        """The most probable case file; ties go to the first in deck order."""
        return self.belief.most_probable()[0]

    def context(self) -> DecisionContext:
        """Return the position in the form of the agent's model."""
        asked, seed = self.belief.transcript.times_asked, self.seat.seed
        at = self.belief, self.assumed, self.here
        return DecisionContext(*at, may_stay=self.may_stay, asked=asked, seed=seed)


def positions(count: int, seed: int) -> list[GamePosition]:
    """Return undecided positions of games of ``exact``, from the end of games to the start."""
    return [position_at(number, count, seed) for number in range(count)]


def position_at(number: int, count: int, seed: int) -> GamePosition:
    """Return one of :func:`positions`, by its number from 0."""
    players, game = PLAYERS[number % len(PLAYERS)], number // len(PLAYERS)
    config = MatchConfig(("exact",) * players, count, seed)
    record = read_record(play_one(config, game).line)
    watcher = _Turns(record, record["result"]["winner"] or 0)
    replay(record, watcher)
    turns = watcher.turns
    while len(turns) > 1 and turns[-1].belief.case_file() is not None:
        turns.pop()
    how_late = 1 - number / max(1, count - 1)
    return turns[round(how_late * (len(turns) - 1))]


class _Turns(ReplayObserver):
    """Keeps the positions of one seat's turns in a replay."""

    def __init__(self, record: Mapping[str, Any], index: int) -> None:
        self._game, self._index = record["game"], index
        self._seed = derived_seed("agent", record["seed"], self._game, index)
        self._seen: list[Event] = []
        self.turns: list[GamePosition] = []

    def begins(self, table: Table) -> None:
        self._table = table
        self._seat = table.seat_view(self._index, self._seed)

    def decides(self, request: Request, answer: Any) -> None:
        if not isinstance(request, AskStart | AskMove) or request.seat != self._index:
            return
        options = request.options
        if self.turns and self.turns[-1].turn == options.turn:
            return
        stays = isinstance(options, TurnOptions) and Opening.STAY in options.openings
        assert options.here is not None  # there is a board
        seen = tuple(self._seen)
        position = GamePosition(self._game, options.turn, self._seat, seen, options.here, stays)
        self.turns.append(position)

    def happens(self, event: Event) -> None:
        seen = self._table.seen_by(event, self._index)
        if seen is not None:
            self._seen.append(seen)
