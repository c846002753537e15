"""The contract of every registered agent, at every kind of table."""

import json
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from random import Random
from typing import Any

import pytest

from planner_clue.agents import Agent
from planner_clue.agents.built_in import agent_names
from planner_clue.agents.placement import load_agent
from planner_clue.agents.planning_agent import PlanningAgent
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import Board, Place, load_board
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.match.checks import Finding, check_agent
from planner_clue.match.checks.checked_tables import EVERY_TABLE
from planner_clue.match.game import Chance, play_game
from planner_clue.table.deal import draw_deal
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event, event_from_json, event_to_json, place_from_json
from planner_clue.table.record import replay, to_line, write_record
from planner_clue.table.rules import parse_rules
from planner_clue.table.table import Table
from tests.shared import once

TABLES = [(table.board, table.rules, table.players) for table in EVERY_TABLE]
"""Every board with every rule set, and every number of players."""
GAMBLERS = ["bn2", "entropy"]
"""The agents that accuse when they are sure enough, and may be wrong."""
FEW = [0, 5, 10]
FEW_TABLES = [TABLES[number] for number in FEW]

SLOW_THINKERS = ["planner-huji"]
"""The agents that think for many seconds where more than four sit."""


def at(name: str, board: str, rules: str, players: int) -> Any:
    """Return an agent at a table, for the tests of everybody everywhere."""
    is_slow = name in SLOW_THINKERS and players > 4
    return pytest.param(name, board, rules, players, marks=[pytest.mark.slow] * is_slow)


every_agent = pytest.mark.parametrize("name", agent_names())
every_agent_at_every_table = pytest.mark.parametrize(
    ("name", "board", "rules", "players"),
    [at(name, *table) for name in agent_names() for table in TABLES],
)
each_board = pytest.mark.parametrize(("board", "rules", "players"), FEW_TABLES)


def through_json(data: Any) -> Any:
    """Return plain data as it comes out of another process."""
    return json.loads(json.dumps(data, allow_nan=False))


class FarAway(Agent):
    """Any agent, with nothing but JSON between it and the table."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def begin(self, seat: Seat) -> None:
        arrived = Seat.from_json(through_json(seat.to_json()))
        assert arrived == seat
        self.board: Board | None = arrived.read_board()
        self.agent.begin(arrived)

    def observe(self, event: Event) -> None:
        arrived = event_from_json(through_json(event_to_json(event)))
        assert arrived == event
        self.agent.observe(arrived)

    def start(self, options: TurnOptions) -> Opening:
        arrived = TurnOptions.from_json(through_json(options.to_json()))
        assert arrived == options
        return Opening(through_json(self.agent.start(arrived)))

    def move(self, options: MoveOptions) -> Place:
        arrived = MoveOptions.from_json(through_json(options.to_json()), self.board)
        assert arrived.to_json() == options.to_json()
        return place_from_json(through_json(self.agent.move(arrived)))

    def suggest(self, room: Card) -> Suggestion | None:
        answer = through_json(self.agent.suggest(Card(through_json(room))))
        return None if answer is None else Suggestion(*answer)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        asked = Suggestion(*through_json(suggestion))
        return Card(through_json(self.agent.show(asked, tuple(through_json(cards)))))

    def accuse(self) -> Accusation | None:
        answer = through_json(self.agent.accuse())
        return None if answer is None else Accusation(*answer)

    def notes(self) -> list[dict[str, Any]]:
        notes = self.agent.notes()
        assert through_json(notes) == notes
        return notes


def play(
    name: str,
    board_name: str,
    rules_text: str,
    players: int,
    *,
    seed: int,
    wrap: Callable[[Agent], Agent] = lambda agent: agent,
) -> tuple[dict[str, Any], list[Agent]]:
    """Play one game, the agent at seat 1 and ``random`` at the others."""
    board = None if board_name == "none" else load_board(board_name)
    rules = parse_rules(rules_text)
    names = ["random", name, *["random"] * (players - 2)]
    agents = [wrap(load_agent(agent, AgentSettings())()) for agent in names]
    deal = draw_deal(rules.deck(board), players, rules, Random(seed))
    seeds = [1000 * seed + seat for seat in range(players)]
    chance = Chance(Random(seed), Random(seed))
    table = play_game(Table(board, rules, deal), agents, seeds, chance)
    notes = [agent.notes() for agent in agents]
    settings = AgentSettings().to_json()
    record = write_record(table, game=0, seed=seed, agents=names, settings=settings, notes=notes)
    return record, agents


def record_of(name: str, board: str, rules: str, players: int, seed: int = 1) -> dict[str, Any]:
    """Return the record of a game, played once for all tests."""
    return once(_record_of, name, board, rules, players, seed)


def _record_of(name: str, board: str, rules: str, players: int, seed: int) -> dict[str, Any]:
    return play(name, board, rules, players, seed=seed)[0]


@every_agent_at_every_table
def test_games_end_without_forfeit_or_wrong_accusation(
    name: str, board: str, rules: str, players: int
) -> None:
    """Somebody wins, or the players who are left run out of turns; nobody breaks a rule."""
    record = record_of(name, board, rules, players)
    assert [event for event in record["events"] if event["kind"] == "forfeit"] == []
    wrong = [event for event in record["events"] if event.get("correct") is False]
    assert wrong == [] or name in GAMBLERS
    assert record["result"]["how"] in ("accusation", "last-wins")
    assert record["result"]["winner"] in range(players)
    assert record["marks"] == []


@every_agent_at_every_table
def test_records_replay_and_are_plain(name: str, board: str, rules: str, players: int) -> None:
    """A record is JSON, notes and all, and replays to the same result without agents."""
    record = record_of(name, board, rules, players)
    assert json.loads(to_line(record)) == through_json(record)
    table = replay(through_json(record))
    assert table.result is not None
    assert table.result._asdict() == record["result"]


@every_agent
def test_it_passes_what_authors_check_their_agents_with(name: str) -> None:
    """In processes of its own.

    Nothing but its seed and what it sees decides what an agent does: the same seed gives the same
    record in another process, with another hash seed, and after another game.
    """
    report = check_agent(name, tables=[EVERY_TABLE[number] for number in FEW])
    wrong = [check for check in report.checks if check.finding in (Finding.FAILED, Finding.WARNING)]
    assert [(check.name, check.says, check.lines) for check in wrong] == []
    unknown = {check.name for check in report.of(Finding.UNKNOWN)}
    assert unknown <= {"start", "show"}, "there may be no occasion for these in so few games"


@every_agent
@each_board
def test_another_seed_gives_another_record(name: str, board: str, rules: str, players: int) -> None:
    """Seeds matter: two matches are not the same games over again."""
    one, other = (record_of(name, board, rules, players, seed) for seed in (1, 2))
    assert one["events"] != other["events"]


@every_agent
@each_board
def test_an_agent_can_sit_behind_json(name: str, board: str, rules: str, players: int) -> None:
    """Views, options and answers go to JSON and back, and the game is the same."""
    far, _ = play(name, board, rules, players, seed=1, wrap=FarAway)
    assert to_line(far) == to_line(record_of(name, board, rules, players))


@every_agent
def test_an_object_that_sat_before_starts_anew(name: str) -> None:
    """``begin`` forgets the game before: a tired agent plays like a fresh one."""
    _, tired = play(name, "none", "standard", 3, seed=7)
    seated = iter(tired)
    second, _ = play(name, "none", "standard", 3, seed=1, wrap=lambda fresh: next(seated))
    assert second["events"] == record_of(name, "none", "standard", 3)["events"]


@every_agent
def test_times_and_files_travel_beside_the_record(name: str) -> None:
    """Times are seconds; files have relative names and text; neither is in the notes."""
    record, agents = play(name, "none", "standard", 3, seed=1)
    if isinstance(agents[1], PlanningAgent):
        assert agents[1].plan_seconds()
        assert agents[1].files(0)
    for agent in agents:
        assert all(0 <= seconds < 60 for seconds in agent.plan_seconds())
        for path, text in agent.files(0).items():
            assert not PurePosixPath(path).is_absolute()
            assert ".." not in PurePosixPath(path).parts
            assert text.endswith("\n")
    keys = {key for notes in record["notes"] for note in notes for key in note}
    assert not keys & {"seconds", "time", "ms"}
