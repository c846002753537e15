"""Playing one game of a match: what a worker process does."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from planner_clue.agents.built_in import AgentFactory
from planner_clue.board import Board
from planner_clue.deliberation.decision import read_decisions
from planner_clue.errors import AgentFailure
from planner_clue.match.config import MatchConfig
from planner_clue.match.game import Chance, Fault, play_game
from planner_clue.match.guarded import files_of, notes_of, printed_by, seat_agent, seconds_of
from planner_clue.match.schedule import Seating, seating
from planner_clue.match.seeds import derived_rng, derived_seed
from planner_clue.planning.result import Status
from planner_clue.table.deal import draw_deal
from planner_clue.table.record import to_line, write_record
from planner_clue.table.rules import Rules
from planner_clue.table.table import Table


@dataclass(frozen=True)
class Played:
    """A finished game: its record as one line, and the planning times, which are not in it."""

    game: int
    line: str
    plan_seconds: tuple[tuple[float, ...], ...]
    """For each seat, how long each of its plannings took."""
    printed: tuple[str, ...] = ()
    """For each seat, what an agent in a process of its own printed."""
    asides: tuple[str, ...] = ()
    """For each failure in the record, what else could be seen of it."""


def play_one(config: MatchConfig, game: int) -> Played:
    """Play game number ``game``; everything in its record follows from ``config``.

    What agents print goes to stderr: stdout is the program's.
    """
    with redirect_stdout(sys.stderr):
        return _play(config, game)


def _play(config: MatchConfig, game: int) -> Played:
    board, rules, factories = _prepared(config)
    players = len(config.agents)
    at = seating(game, config.seed, players, rules, rotate=config.rotate)
    agents = [seat_agent(factories[slot]) for slot in at.slots]
    table, seeds, chance = set_up(board, rules, config.seed, at)
    faults: list[Fault] = []
    play_game(table, agents, seeds, chance, faults.append)
    notes: list[list[dict[str, Any]]] = []
    seconds: list[tuple[float, ...]] = []
    for seat, agent in enumerate(agents):

        def fails(method: str, failure: AgentFailure, seat: int = seat) -> None:
            faults.append(Fault(seat, table.turn, method, failure))

        notes.append(notes_of(agent, fails))
        seconds.append(seconds_of(agent, fails))
    record = write_record(
        table,
        game=game,
        seed=config.seed,
        agents=[config.agents[slot] for slot in at.slots],
        settings=config.settings.to_json(),
        notes=notes,
        failures=[fault.to_json() for fault in faults],
        planner_timed_out=planner_timed_out(notes),
    )
    if config.pddl_dir:
        for agent in agents:
            _write_files(Path(config.pddl_dir) / str(game), files_of(agent, game))
    return Played(
        game,
        to_line(record),
        tuple(seconds),
        tuple(map(printed_by, agents)),
        tuple(fault.failure.aside for fault in faults),
    )


def set_up(
    board: Board | None, rules: Rules, seed: int, at: Seating
) -> tuple[Table, list[int], Chance]:
    """Return the table of a game of the match ``seed``, its players' seeds, and its chance."""
    players = len(at.slots)
    deal = draw_deal(rules.deck(board), players, rules, derived_rng("deal", seed, at.deal))
    seeds = [derived_seed("agent", seed, at.game, seat) for seat in range(players)]
    chance = Chance(
        dice=derived_rng("dice", seed, at.deal), table=derived_rng("table", seed, at.game)
    )
    return Table(board, rules, deal), seeds, chance


def planner_timed_out(notes: Sequence[Sequence[dict[str, Any]]]) -> bool:
    """Tell whether a planner's engine ran out of time."""
    decisions = (decision for of_seat in notes for decision in read_decisions(of_seat))
    failures = (failure for decision in decisions for failure in decision.all_failures)
    return any(failure.status == Status.TIME_OUT for failure in failures)


@lru_cache(maxsize=1)
def _prepared(config: MatchConfig) -> tuple[Board | None, Rules, list[AgentFactory]]:
    """Load what all games of a match share, once in each process."""
    return config.load_board(), config.load_rules(), config.factories_to_play()


def _write_files(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        with suppress(NotADirectoryError, IsADirectoryError, FileExistsError):
            # An agent may name both a file and a folder so: the first of them is kept.
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", errors="replace")
