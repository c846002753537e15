"""Positions of recorded games, each at the start of a seat's turn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planner_clue.belief import Belief, believe
from planner_clue.game.board import Place
from planner_clue.game.cards import CaseFile
from planner_clue.game.decisions import Opening, Seat, TurnOptions
from planner_clue.game.events import Event
from planner_clue.game.record import read_record
from planner_clue.game.replay import Requested, replayed
from planner_clue.game.requests import AskMove, AskStart
from planner_clue.match.agent_replay import seat_view
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.planner.model import DecisionContext

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
    may_stay: bool  # whether it may make a suggestion in its room without rolling

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
    turns = list(_turns_of(record, record["result"]["winner"] or 0))
    while len(turns) > 1 and turns[-1].belief.case_file() is not None:
        turns.pop()
    how_late = 1 - number / max(1, count - 1)
    return turns[round(how_late * (len(turns) - 1))]


def _turns_of(record: Mapping[str, Any], index: int) -> Iterator[GamePosition]:
    """Yield the position at the beginning of each turn of a seat in which it can move."""
    game = replayed(record)
    seat, seen, turn = seat_view(game.table, record, index), list[Event](), 0
    for step in game.of_seat(index):
        if not isinstance(step, Requested):
            seen.append(step)
        elif isinstance(step.request, AskStart | AskMove):
            options = step.request.options
            stays = isinstance(options, TurnOptions) and Opening.STAY in options.openings
            assert options.here is not None  # there is a board
            if options.turn != turn:
                yield GamePosition(
                    record["game"], options.turn, seat, tuple(seen), options.here, stays
                )
            turn = options.turn
