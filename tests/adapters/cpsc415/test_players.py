"""Anybody's players at our table: what they are asked, what is overlooked, what forfeits."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from planner_clue.adapters.cpsc415 import shim
from planner_clue.adapters.cpsc415.player import Cpsc415Agent
from planner_clue.agents.base import Agent
from planner_clue.agents.exact import ExactAgent
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.game.events import Accused, Moved, Passed, Showed, Suggested
from planner_clue.game.replay import replay
from planner_clue.game.table import Table
from planner_clue.game.turn_order import Result
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from tests import shared
from tests.adapters.cpsc415.players import GOOD, method, write_player
from tests.agents.test_registry import refused


def play(
    agent: str, *, games: int = 1, seconds: int = 30, rules: str = "cpsc415"
) -> list[dict[str, Any]]:
    """Return the records of games of this agent and two random ones; each replays."""
    config = MatchConfig(
        (agent, "random", "random"),
        games,
        board="none",
        rules=rules,
        settings=AgentSettings(isolation=IsolationSettings(seconds_per_answer=seconds)),
    )
    records = [json.loads(play_one(config, game).line) for game in range(games)]
    for record in records:
        assert replay(record).result == Result(**record["result"])
    return records


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    random.seed(1)  # from which they draw
    monkeypatch.setattr("planner_clue.agents.registry.is_isolated", lambda *_: False)
    for name in ("clue", "mine_CluePlayer"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def forfeits(record: dict[str, Any]) -> list[str]:
    forfeits = [event for event in record["events"] if event["kind"] == "forfeit"]
    return [f"{event['reason']}: {event['detail']}" for event in forfeits]


def seat_of(record: dict[str, Any]) -> int:
    (seat,) = (s for s, who in enumerate(record["seats"]) if who["agent"].startswith("cpsc415:"))
    return seat


def notes_of(record: dict[str, Any]) -> set[tuple[str, str]]:
    return {(note["method"], note["normalised"]) for note in record["notes"][seat_of(record)]}


class Recorder(shim.CluePlayer):
    """Keeps its calls, with names for cards; it accuses in its ninth turn."""

    latest: "Recorder"

    def __init__(self, hand: set[Any], player_num: int) -> None:
        super().__init__(player_num, "recorder")
        Recorder.latest = self
        self.hand, self.turns, self.shown = hand, 0, list[str]()
        self.calls: list[tuple[Any, ...]] = [("init", player_num)]

    def ready_to_accuse(self) -> bool:
        self.turns += 1
        self.calls.append(("ready", self.turns == 9))
        return self.turns == 9

    def get_accusation(self) -> Any:
        self.calls.append(("accusation",))
        return shim.suspects[0], shim.weapons[0], shim.rooms[0]

    def get_suggestion(self) -> Any:
        self.calls.append(("suggestion",))
        return shim.suspects[self.turns % 6], shim.weapons[self.turns % 5], shim.rooms[self.turns]

    def handle_suggestion(self, suggesting_player_num: int, suggestion: Any) -> Any:
        held = [card for card in suggestion if card in self.hand]
        self.calls.append(("handle", suggesting_player_num, names(suggestion), len(held)))
        self.shown += names(held[-1:])
        return held[-1] if held else None

    def publicly_observe(self, asking: int, suggestion: Any, who: int, revealed: bool) -> None:
        self.calls.append(("public", asking, names(suggestion), who, revealed))

    def secretly_observe(self, responding_player_num: int, card: Any) -> None:
        self.calls.append(("secret", responding_player_num, card.name))


def names(cards: Any) -> list[str]:
    return [card.name for card in cards]


def theirs(card: str) -> str:
    return card.replace("-", "").replace("scarlett", "scarlet")


def expected_calls(table: Table, me: int) -> list[tuple[Any, ...]]:
    """Return what the tournament's engine would call in a game that went like this one."""
    hand, number = set(map(theirs, table.deal.hands[me])), me + 1
    calls: list[tuple[Any, ...]] = [("init", number)]
    asking, asked = 0, list[str]()
    for event in table.events:
        who = event.seat + 1
        match event:
            case Moved() if who == number:
                calls += [("ready", False), ("suggestion",)]
            case Suggested():
                asking, asked = who, [theirs(card) for card in event.cards]
            case Passed() | Showed():
                if who == number:
                    calls.append(("handle", asking, asked, len(hand.intersection(asked))))
                calls.append(("public", asking, asked, who, isinstance(event, Showed)))
                if isinstance(event, Showed) and asking == number:
                    calls.append(("secret", who, theirs(str(event.card))))
            case Accused() if who == number:
                calls += [("ready", True), ("accusation",)]
    return calls


@pytest.mark.parametrize("me", range(3))
def test_the_calls_come_as_in_the_tournament(me: int) -> None:
    """From every seat: each call, its arguments and their order, and no call more.

    Who shows chooses the card: the recorder the last it has of the three.
    """
    agents: list[Agent] = [ExactAgent(), RandomAgent()]
    agents.insert(me, Cpsc415Agent(Recorder))
    table = shared.play(agents, rules="cpsc415", seed=3)
    assert Recorder.latest.calls == expected_calls(table, me)
    shown = [e.card for e in table.events if isinstance(e, Showed) and e.seat == me and e.card]
    assert [theirs(card) for card in shown] == Recorder.latest.shown
    assert shown


def test_under_official_rules_a_player_accuses_at_its_turns_start_only(tmp_path: Path) -> None:
    accused = list[int]()
    for record in play(write_player(tmp_path), games=6, rules="standard"):
        assert forfeits(record) == []
        own = [event for event in record["events"] if event["seat"] == seat_of(record)]
        suggests, accuses = (
            {e["turn"] for e in own if e["kind"] == k} for k in ("suggest", "accuse")
        )
        assert not suggests & accuses
        accused += accuses
    assert accused


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("answer", "notes"),
    [
        ("set(three)", {"set for tuple"}),
        ("(c for c in three)", {"generator for tuple"}),
        ("three[::-1]", {"order of the three"}),
        ("tuple(c.name for c in three)", {"name for Card"}),
        ("tuple(tuple(c) for c in three)", set()),
        ("tuple(clue.Card(c.name, None) for c in three)", {"another spelling"}),
        ("[c.name.title() for c in three][::-1]", {"list for tuple", "name for Card"}),
    ],
)
def test_three_that_leave_no_doubt_are_taken(tmp_path: Path, answer: str, notes: set[str]) -> None:
    three = "three = tuple(random.choice(cards) for cards in self.left)"
    methods = {
        "get_suggestion": ("self.calls.append(1)", three, f"return {answer}"),
        "get_accusation": (three, f"return {answer}"),
        "ready_to_accuse": ("return len(self.calls) > 3",),
    }
    body = "\n".join(method(name, *lines) for name, lines in methods.items())
    (record,) = play(write_player(tmp_path, f"calls = []\n{body}"))
    assert forfeits(record) == []
    asked = ("get_suggestion", "get_accusation")
    assert notes_of(record) == {(name, what) for name in asked for what in notes}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "answer", "note"),
    [
        ("handle_suggestion", "held[0].name if held else None", "name for Card"),
        ("handle_suggestion", "{held[0]} if held else None", "set for Card"),
        ("handle_suggestion", "clue.Card(held[0].name.upper(), 'x') if held else None",
         "another spelling"),
        ("ready_to_accuse", "None", "NoneType for bool"),
    ],
)  # fmt: skip
def test_answers_without_doubt_are_taken(tmp_path: Path, name: str, answer: str, note: str) -> None:
    held = "held = asked and [card for card in asked[1] if card in self.hand]"
    records = play(write_player(tmp_path, method(name, held, f"return {answer}")), games=3)
    assert not any(map(forfeits, records))
    assert {one for record in records for one in notes_of(record)} == {(name, note)}


ODD = """\
class Odd:
    def __repr__(self): raise RuntimeError
    def __iter__(self): raise RuntimeError('odd')
return Odd()
"""


@pytest.mark.parametrize(
    ("name", "does", "reason"),
    [
        ("get_suggestion", "1 / 0",
         "crash: {0}: ZeroDivisionError: division by zero, at mine_Clue"),
        ("__init__", "raise ValueError('no')", "crash: {0}: ValueError: no, at mine_CluePlayer.py"),
        ("get_suggestion", ODD, "crash: {0}: RuntimeError: odd"),
        ("ready_to_accuse", "import os; os._exit(0)", "crash: its process ended when asked {0} or"),
        ("get_suggestion", "while True: pass", "timeout: no answer to {0} within 2 s"),
        ("get_suggestion", "return 'x', 1, 2", "illegal: {0} returned ('x', 1, 2): 'x' is not"),
        ("get_suggestion", "pass", "illegal: {0} returned None; expected a tuple of three Cards"),
        ("get_suggestion", "return iter(int, 1)", "illegal: {0} returned <callable_iterator"),
        ("handle_suggestion", "return None", "lie: {0} returned None when asked about "),
        ("handle_suggestion", "return max(set(suspects) - self.hand)", "lie: {0} returned "),
        ("handle_suggestion", "return min(self.hand - {*asked[1]})", "illegal: {0} returned "),
        ("handle_suggestion", "return True", "illegal: {0} returned True; expected a Card of the"),
    ],
)  # fmt: skip
def test_a_fault_forfeits_the_game_in_the_agents_own_words(
    tmp_path: Path, request: pytest.FixtureRequest, name: str, does: str, reason: str
) -> None:
    is_late = reason.startswith("timeout")
    if not (is_late or "process ended" in reason):
        request.getfixturevalue("here")
    agent = write_player(tmp_path, method(name, *does.splitlines()))
    (record,) = play(agent, seconds=2 if is_late else 30)
    (detail,) = forfeits(record)
    assert detail.startswith(reason.format(name))
    assert record["marks"] == (["time-out"] if is_late else [])
    assert record["result"]["how"] == "accusation"


def test_every_game_starts_from_the_same_state(tmp_path: Path) -> None:
    """The game is the same after any earlier games, in any order."""
    lines = (
        "GAMES.append(1)",
        "three = suspects[len(GAMES) % 6], weapons[int(6 * random.random())], rooms[START]",
        "return set(three) if len(GAMES) % 2 else three",
    )
    before = "import random\nGAMES = []\nSTART = int(9 * random.random())\n"
    agent = write_player(tmp_path, method("get_suggestion", *lines), before=before)
    config = MatchConfig((agent, "random", "ladder-2"), 6, seed=5, board="none", rules="cpsc415")
    forwards = [play_one(config, game).line for game in range(6)]
    backwards = [play_one(config, game).line for game in reversed(range(6))]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) == 6


def test_a_player_changes_only_itself(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A module beside the file can be imported, and no bytecode is left."""
    (tmp_path / "beside.py").write_text("ANSWER = False\n", encoding="utf-8")
    lines = [
        "import os, random, sys",
        "os.write(1, bytes(range(256)))",
        "sys.stdout = sys.stderr = None",
        "os.chdir('/')",
        "sys.setrecursionlimit(80)",
        "return ANSWER",
    ]
    here, body = Path.cwd(), method("ready_to_accuse", *lines)
    (record,) = play(write_player(tmp_path, body, before="from beside import ANSWER\n"))
    assert forfeits(record) == []
    assert Path.cwd() == here
    assert capfd.readouterr().out == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["beside.py", "mine_CluePlayer.py"]


@pytest.mark.usefixtures("here")
def test_the_only_player_is_taken_whatever_the_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "json.py"
    path.write_text(GOOD.format(name="somebody_CluePlayer"), encoding="utf-8")
    (record,) = play(f"cpsc415:{path}")
    assert forfeits(record) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class mine_CluePlayer:\n    pass\n", "its classes derived from clue.CluePlayer: none"),
        ("print('hello')\nimport sys\nsys.exit(3)\n", "SystemExit: 3"),
        ("import clue\nclass mine_CluePlayer(clue.CluePlayer):\n    pass\n",
         "mine_CluePlayer does not define: get_accusation, get_suggestion, handle_suggestion"),
        (GOOD.format(name="a_CluePlayer") + GOOD.format(name="b_CluePlayer"),
         "a_CluePlayer, b_CluePlayer, none called mine_CluePlayer"),
    ],
    ids=["other", "exits", "abstract", "several"],
)  # fmt: skip
def test_a_file_without_a_player_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine_CluePlayer.py"
    path.write_text(text, encoding="utf-8")
    assert message in refused(f"cpsc415:{path}")


def test_a_players_file_without_the_prefix_is_refused_with_it() -> None:
    assert refused("mine_CluePlayer.py").endswith("did you mean 'cpsc415:mine_CluePlayer.py'?")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "no file" in refused(f"cpsc415:{tmp_path}/nobody_CluePlayer.py")
    assert "is not a .py file" in refused(f"cpsc415:{tmp_path}")
    assert "is not a .py file" in refused("cpsc415:")
