"""One game of an agent that is checked, and all that was seen of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from planner_clue.agents.isolation.isolated_agent import IsolatedAgent
from planner_clue.agents.placement import is_isolated, load_agent
from planner_clue.agents.registry import CPSC415
from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.match.checks.checked_tables import Sitting
from planner_clue.match.checks.left_behind import LeftBehind, left_behind
from planner_clue.match.checks.watched import WatchedAgent
from planner_clue.match.game import Fault, play_game
from planner_clue.match.guarded import notes_of
from planner_clue.match.play import set_up
from planner_clue.match.schedule import seating
from planner_clue.table.record import to_line, write_record


@dataclass(frozen=True)
class Entrant:
    """An agent that is checked: its name and its limits."""

    agent: str
    limits: IsolationSettings

    @property
    def of_tournament(self) -> bool:
        """Whether it was written for the CPSC 415 tournament."""
        return self.agent.startswith(CPSC415)

    @property
    def settings(self) -> AgentSettings:
        """The settings of its games."""
        return AgentSettings(isolation=self.limits)


@dataclass(frozen=True)
class CheckedGame:
    """A finished game."""

    sitting: Sitting
    command: tuple[str, ...]
    """The command that plays the same game in a match."""
    record: Mapping[str, Any]
    faults: tuple[Fault, ...]
    """What the agent did wrong; it forfeited then."""
    calls: Mapping[str, int]
    """How often each of its methods was called."""
    seconds: tuple[float, ...]
    """How long each answer took."""
    left: LeftBehind
    printed: str
    most_bytes: int

    @property
    def line(self) -> str:
        """The record of the game as a line."""
        return to_line(self.record)

    @property
    def notes(self) -> list[dict[str, Any]]:
        """The agent's notes, as the record has them."""
        notes: list[dict[str, Any]] = self.record["notes"][self.sitting.seat]
        return notes


def play_checked(entrant: Entrant, agent: IsolatedAgent, sitting: Sitting) -> CheckedGame:
    """Play a game with the agent at its seat, as a match plays it."""
    table, seed, game, seat = sitting
    board, rules = table.load()
    names = table.seated(entrant.agent, seat)
    settings = AgentSettings(isolation=replace(entrant.limits, isolate="none"))
    watched = WatchedAgent(agent)
    agents = [
        watched if place == seat else load_agent(name, settings)()
        for place, name in enumerate(names)
    ]
    at = seating(game, seed, table.players, rules, rotate=False)
    new, seeds, chance = set_up(board, rules, seed, at)
    faults: list[Fault] = []
    ended = play_game(new, agents, seeds, chance, faults.append)
    left = left_behind(agent, game)
    notes = [notes_of(agent) if player is watched else player.notes() for player in agents]
    record = write_record(
        ended,
        game=game,
        seed=seed,
        agents=names,
        settings=entrant.settings.to_json(),
        notes=notes,
        failures=[fault.to_json() for fault in faults],
    )
    return CheckedGame(
        sitting,
        _command(entrant, sitting),
        record,
        tuple(faults),
        watched.calls,
        tuple(watched.seconds),
        left,
        _own_words(agent.printed(), faults),
        agent.most_bytes(),
    )


def _own_words(printed: str, faults: list[Fault]) -> str:
    """Return what was printed without the places that Python told when time was up."""
    for fault in faults:
        if fault.failure.kind in ("timeout", "memory"):
            printed = printed.removesuffix(fault.failure.aside)
    return printed


def _command(entrant: Entrant, sitting: Sitting) -> tuple[str, ...]:
    """Return the shortest command that plays this game."""
    table, usual = sitting.table, IsolationSettings()
    names = table.seated(entrant.agent, sitting.seat)
    options = ["--board", table.board, "--rules", table.rules, "--seats", "fixed"]
    options += ["--seed", str(sitting.seed), "--games", str(sitting.game + 1)]
    if not is_isolated(entrant.agent, usual):
        options += ["--isolate", "all"]
    for option, limit, default in (
        ("--agent-seconds", entrant.limits.seconds_per_answer, usual.seconds_per_answer),
        ("--agent-game-seconds", entrant.limits.seconds_per_game, usual.seconds_per_game),
        ("--agent-memory", entrant.limits.megabytes, usual.megabytes),
    ):
        if limit != default:
            options += [option, str(limit)]
    return ("planner-clue", "match", *names, *options)
