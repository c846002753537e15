"""The contract of every registered agent, at every kind of table, and what it is sent there."""

import json
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any

import pytest
from msgspec.structs import asdict

from planner_clue.agents import Agent, built_in, registry
from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import AgentSettings
from planner_clue.game.record import to_line, write_record
from planner_clue.game.replay import replay
from planner_clue.match.checks import Finding, check_agent
from planner_clue.match.checks.checked_game import EVERY_TABLE
from planner_clue.planner import planning_agent
from planner_clue.sandbox.session import Session
from tests import shared
from tests.agents.indistinguishable import played_twice
from tests.game.helpers import BOARDS

TABLES = [(table.board, table.rules, table.players) for table in EVERY_TABLE]
"""Every board with every rule set, and every number of players."""
GAMBLERS = ["bn2", "entropy", "monte-carlo"]
"""The agents that accuse when they are sure enough, and may be wrong."""

QUICK = 2
"""At so many of the tables each agent plays in the quick run: each table has several agents."""


def agents_at_tables() -> Iterator[Any]:
    """Yield every agent at every table; all but a few of each agent's tables are slow."""
    for number, name in enumerate(built_in.agent_names()):
        for at, (board, rules, players) in enumerate(TABLES):
            is_slow = (at + number) % len(TABLES) % (len(TABLES) // QUICK) or (
                name == "planner-huji" and (board != "none" or players > 3)
            )
            marks = [pytest.mark.slow] if is_slow else []
            yield pytest.param(name, board, rules, players, marks=marks)


def marked_slow(is_slow: Callable[[str], bool]) -> list[Any]:
    names = {name: [pytest.mark.slow] if is_slow(name) else [] for name in built_in.agent_names()}
    return [pytest.param(name, marks=marks) for name, marks in names.items()]


def play(
    name: str,
    board: str,
    rules: str,
    players: int,
    *,
    seed: int,
    wrap: Callable[[Agent], Agent] = lambda agent: agent,
) -> tuple[dict[str, Any], list[Agent]]:
    """Play one game, the agent at seat 1 and ``random`` at the others."""
    names = ["random", name, *["random"] * (players - 2)]
    agents = [wrap(registry.load_agent(agent, AgentSettings())()) for agent in names]
    table = shared.play(agents, BOARDS[board], rules, seed=seed)
    notes = [agent.notes() for agent in agents]
    settings = AgentSettings().to_json()
    record = write_record(table, game=0, seed=seed, agents=names, settings=settings, notes=notes)
    return record, agents


def record_of(name: str, board: str, rules: str, players: int) -> dict[str, Any]:
    """Return the record of a game; :func:`shared.once` plays it once for all tests."""
    return play(name, board, rules, players, seed=1)[0]


@pytest.mark.parametrize(("name", "board", "rules", "players"), [*agents_at_tables()])
def test_games_end_in_order_and_replay(name: str, board: str, rules: str, players: int) -> None:
    """Somebody wins, nobody breaks a rule, and the record is JSON that replays without agents."""
    record = shared.once(record_of, name, board, rules, players)
    assert [event for event in record["events"] if event["kind"] == "forfeit"] == []
    wrong = [event for event in record["events"] if event.get("correct") is False]
    assert wrong == [] or name in GAMBLERS
    assert record["result"]["how"] in ("accusation", "last-wins")
    assert record["result"]["winner"] in range(players)
    assert record["marks"] == []
    read = json.loads(to_line(record))
    assert read == json.loads(json.dumps(record, allow_nan=False))
    table = replay(read)
    assert table.result is not None
    assert asdict(table.result) == record["result"]


@pytest.mark.parametrize("name", marked_slow(lambda name: name != "exact"))
def test_it_passes_what_authors_check_their_agents_with(name: str) -> None:
    """In processes of its own.

    Nothing but its seed and what it sees decides what an agent does: the same seed gives the same
    record in another process, with another hash seed, and after another game.
    """
    table = EVERY_TABLE[5 * (built_in.agent_names().index(name) % 3)]
    report = check_agent(name, tables=[table])
    wrong = [check for check in report.checks if check.finding in (Finding.FAILED, Finding.WARNING)]
    assert [(check.name, check.says, check.lines) for check in wrong] == []
    unknown = {check.name for check in report.of(Finding.UNKNOWN)}
    assert unknown <= {"start", "show", "move"}, "there may be no occasion for these in one game"


@pytest.mark.parametrize("name", marked_slow(lambda name: name == "planner-huji"))
def test_an_object_that_sat_before_starts_anew_and_its_files_have_relative_names(name: str) -> None:
    """``begin`` forgets the game before: a tired agent plays like a fresh one."""
    _, tired = play(name, "none", "standard", 3, seed=7)
    seated = iter(tired)
    second, _ = play(name, "none", "standard", 3, seed=1, wrap=lambda fresh: next(seated))
    assert second["events"] == shared.once(record_of, name, "none", "standard", 3)["events"]
    files = tired[1].files(0)
    assert bool(files) == isinstance(tired[1], planning_agent.PlanningAgent)
    for path, text in files.items():
        assert not PurePosixPath(path).is_absolute()
        assert ".." not in PurePosixPath(path).parts
        assert text.endswith("\n")


@pytest.mark.parametrize("board", ["none", "classic", "huji"])
def test_deals_that_a_seat_cannot_distinguish_send_the_same(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over whole games, from each seat in turn."""
    sent: list[list[bytes]] = []
    ask, factory = Session._ask, load_isolated("random", AgentSettings())

    def listening(self: Session, request: bytes, what: str, *limits: Any) -> bytes:
        if what != "load":  # a server is loaded anew now and then in every game
            sent[-1].append(request)
        return ask(self, request, what, *limits)

    def made() -> Agent:
        sent.append([])
        return factory()

    monkeypatch.setattr(Session, "_ask", listening)
    compared = 0
    for number in range(6):
        if games := played_twice(BOARDS[board], number, made):
            (table, _), (again, _) = games
            assert len(sent[-1]) > 1
            assert sent[-1] == sent[-2]
            assert again.deal.hands != table.deal.hands
            compared += 1
    assert compared >= 2
