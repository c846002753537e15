"""One game of a match, as a worker process plays it, and its counts."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from planner_clue.agents.base import Agent
from planner_clue.agents.gambles import Gamble
from planner_clue.game.board import Board
from planner_clue.game.deal import draw_deal
from planner_clue.game.events import Accused, Event, Forfeited, Passed, Showed, Suggested
from planner_clue.game.record import Record, finished_record, read_record, record_line, write_record
from planner_clue.game.rules import Rules
from planner_clue.game.table import Table
from planner_clue.game.turn_order import End
from planner_clue.match.config import MatchConfig
from planner_clue.match.game import (
    Chance,
    Fault,
    agents_of_game,
    files_of,
    notes_of,
    play_game,
    printed_by,
    seconds_of,
)
from planner_clue.match.loaded_agents import loaded_agents
from planner_clue.match.schedule import ScheduledGame, derived_rng, derived_seed
from planner_clue.planner.decision import Replan, read_decisions, read_replans
from planner_clue.planning.plan import Status

_IN_ANY_TURN = Passed, Showed, Forfeited
"""Events of a seat that may also happen in the turns of others."""


@dataclass(frozen=True)
class SeatGame:
    """A game as one seat played it."""

    won: bool
    own_turns: int
    """The number of its turns in which it did something."""
    suggestions: int
    wrong_accusations: int
    forfeit: Forfeited | None
    gambles: int
    """Accusations that were not certain, by the agent's own notes."""
    gambles_right: int
    triggers: tuple[str, ...]
    """For each replan its first trigger, in order: of plans that an engine made, the first too."""
    follow_ups: int
    """How often the seat went on with a follow-up of its plan."""
    plans: int
    """Replans that gave a plan."""
    gave_up: bool
    failures: tuple[str, ...]
    """The status of each planning run without a plan."""
    normalised: Mapping[str, int] = field(default_factory=dict)
    """Number of times that each slip in its answers was overlooked, by its notes."""


@dataclass(frozen=True)
class Played:
    """A finished game: its record as one line, its counts, and its times and output."""

    game: int
    line: str
    winner: int | None
    """The winner's seat."""
    how: End
    seats: tuple[SeatGame, ...]
    failures: tuple[Fault, ...] = ()
    plan_seconds: tuple[tuple[float, ...], ...] = ()
    """For each seat, the time of each of its planning runs; empty if that is not known."""
    printed: tuple[str, ...] = ()
    """For each seat, what an agent in a process of its own printed."""

    @classmethod
    def read(
        cls, game: int, line: str, check: Callable[[Record], object] = lambda record: None
    ) -> "Played":
        """Return the game of a line that was written before, if ``check`` raises nothing."""
        record = finished_record(read_record(line))
        check(record)
        winner, how = record.result.winner, record.result.how
        failures = tuple(Fault(**asdict(failure)) for failure in record.failures)
        seats = seat_games(record.events, record.notes, winner)
        return cls(game, line, winner, how, seats, failures)


def play_one(config: MatchConfig, game: int) -> Played:
    """Play game number ``game`` of a match; what agents print goes to stderr."""
    with redirect_stdout(sys.stderr):
        return _play(config, game)


def _play(config: MatchConfig, game: int) -> Played:
    factories, at = loaded_agents(config).to_play(), config.schedule.game(game)
    with agents_of_game(factories[slot] for slot in at.slots) as agents:
        return _played(config, at, agents)


def _played(config: MatchConfig, at: ScheduledGame, agents: Sequence[Agent]) -> Played:
    game, (board, rules) = at.game, config.table
    table, seeds, chance = set_up(board, rules, config.seed, at)
    faults: list[Fault] = []
    play_game(table, agents, seeds, chance, faults.append)
    notes, seconds = list(map(notes_of, agents)), list(map(seconds_of, agents))
    for seat in range(len(agents)):
        for method, failed in (("notes", notes[seat]), ("plan_seconds", seconds[seat])):
            if failure := failed.failure:
                faults.append(Fault.of(seat, table.turn, method, failure))
    kept = [output.kept for output in notes]
    record = write_record(
        table,
        game=game,
        seed=config.seed,
        agents=[config.agents[slot] for slot in at.slots],
        settings=config.settings.to_json(),
        notes=kept,
        failures=faults,
        planner_timed_out=planner_timed_out(kept),
    )
    if config.pddl_dir:
        for agent in agents:
            _write_files(Path(config.pddl_dir) / str(game), files_of(agent, game).kept)
    assert table.result is not None
    winner, how = table.result.winner, table.result.how
    seats = seat_games(table.events, kept, winner)
    outputs = tuple(output.kept for output in seconds), tuple(map(printed_by, agents))
    return Played(game, record_line(record), winner, how, seats, tuple(faults), *outputs)


def set_up(
    board: Board | None, rules: Rules, seed: int, at: ScheduledGame
) -> tuple[Table, list[int], Chance]:
    """Return the table of a game of the match ``seed``, its players' seeds, and its dice."""
    players = len(at.slots)
    deal = draw_deal(rules.deck(board), players, rules, derived_rng("deal", seed, at.deal))
    seeds = [derived_seed("agent", seed, at.game, seat) for seat in range(players)]
    chance = Chance(derived_rng("dice", seed, at.deal), derived_rng("table", seed, at.game))
    return Table(board, rules, deal), seeds, chance


def planner_timed_out(notes: Sequence[Sequence[dict[str, Any]]]) -> bool:
    """Return whether a planner's engine ran out of time."""
    decisions = (made for of_seat in notes for made in read_replans(of_seat))
    failures = (failure for decision in decisions for failure in decision.all_failures)
    return any(failure.status == Status.TIME_OUT for failure in failures)


def _write_files(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        with suppress(NotADirectoryError, IsADirectoryError, FileExistsError):
            # An agent may name both a file and a folder so: the first of them is kept.
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", errors="replace")


def seat_games(
    events: Sequence[Event], notes: Sequence[Sequence[Mapping[str, Any]]], winner: int | None
) -> tuple[SeatGame, ...]:
    """Return the counts of each seat in a game with these events and notes."""
    return tuple(
        _seat_game([event for event in events if event.seat == seat], written, winner == seat)
        for seat, written in enumerate(notes)
    )


def _seat_game(events: Sequence[Event], notes: Sequence[Mapping[str, Any]], won: bool) -> SeatGame:
    accused = {event.turn: event.correct for event in events if isinstance(event, Accused)}
    own = {event.turn for event in events if not isinstance(event, _IN_ANY_TURN)}
    decisions = read_decisions(notes)
    gambles = [made for made in decisions if isinstance(made, Gamble)]
    planned = [made for made in decisions if isinstance(made, Replan)]
    return SeatGame(
        won=won,
        own_turns=len(own),
        suggestions=sum(isinstance(event, Suggested) for event in events),
        wrong_accusations=list(accused.values()).count(False),
        forfeit=next((event for event in events if isinstance(event, Forfeited)), None),
        gambles=len(gambles),
        gambles_right=sum(accused.get(gamble.turn) is True for gamble in gambles),
        triggers=tuple(made.trigger.value for made in planned if not made.is_follow_up),
        follow_ups=sum(made.is_follow_up for made in planned),
        plans=sum(bool(made.steps) for made in planned),
        gave_up=any(made.gave_up for made in planned),
        failures=tuple(f.status for made in planned for f in made.all_failures),
        normalised=normalised_in(notes),
    )


def normalised_in(notes: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return how often each slip in an agent's answers was overlooked, by its notes."""
    counts: dict[str, int] = {}
    for note in notes:
        if "normalised" in note and type(times := note.get("times", 1)) is int:
            what = f"{note.get('method', '?')}: {note['normalised']}"
            counts[what] = counts.get(what, 0) + times
    return counts
