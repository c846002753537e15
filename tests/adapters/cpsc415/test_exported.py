"""Our agents in the tournament: they hear the same game there, and break none of its rules."""

import random
import sys
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from planner_clue.adapters.cpsc415.exported import player_files, write_players
from planner_clue.adapters.cpsc415.player import Cpsc415Agent
from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import BUILT_IN, BuiltIn
from planner_clue.agents.random import RandomAgent
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event, Moved, Passed, Showed, Suggested
from planner_clue.support.errors import InputError
from tests.adapters.cpsc415 import clue
from tests.adapters.cpsc415.players import GOOD
from tests.shared import play


def player_class(text: str) -> Any:
    module: dict[str, Any] = {}
    exec(text, module)
    (found,) = (own for name, own in module.items() if name.endswith("_CluePlayer"))
    return found


@pytest.mark.parametrize(
    ("players", "games"),
    [(("planner", "exact", "simple"), 5), (("ladder_1", "simple", "ladder_2"), 9)],
)
def test_exported_players_play_without_a_fault(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    players: tuple[str, ...],
    games: int,
) -> None:
    """Every game has a winner; nobody raises, lies, says anything on stderr, or is out.

    Only ``planner`` gambles, and may be out for that.
    """
    monkeypatch.setitem(sys.modules, "clue", clue)
    texts = player_files() | {"simple_CluePlayer.py": GOOD.format(name="simple_CluePlayer")}
    classes = [player_class(texts[f"{player}_CluePlayer.py"]) for player in players]
    random.seed(1)
    played = [clue.Game(classes) for _ in range(games)]
    assert {game.play() for game in played} <= {1, 2, 3}
    assert "planner" in players or not any(game.out for game in played)
    assert len({tuple(game.order) for game in played}) > 2
    assert capsys.readouterr().err == ""


class Listener(RandomAgent):
    """Remembers what it hears, with itself as seat 0 and turns counted by suggestions."""

    latest: "Listener"

    def __init__(self) -> None:
        Listener.latest = self
        self.received: list[Event] = []

    def begin(self, seat: Seat) -> None:
        super().begin(seat)
        self.seat = seat

    def observe(self, event: Event) -> None:
        super().observe(event)
        self.received.append(event)

    def heard(self) -> Iterator[Event]:
        """Yield what it heard of suggestions and answers, alike at every table."""
        suggestions = 0
        for event in self.received:
            if isinstance(event, Moved | Suggested | Passed | Showed):
                suggestions += isinstance(event, Moved)
                seat = (event.seat - self.seat.index) % 3
                alike = replace(event, turn=suggestions, seat=seat)
                if isinstance(alike, Showed):
                    alike = replace(alike, to=(alike.to - self.seat.index) % 3)
                yield alike


def exported(monkeypatch: pytest.MonkeyPatch, name: str) -> Any:
    monkeypatch.setitem(BUILT_IN, "listener", BuiltIn(f"{__name__}:{name}", ""))
    monkeypatch.setitem(sys.modules, "clue", clue)
    return player_class(*player_files(["listener"]).values())


@pytest.mark.parametrize("seed", range(8))
def test_an_exported_agent_hears_the_same_game(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """The middle seat's two games are the same, event by event.

    The table talks to a tournament's player, which is one of our agents exported; that one and
    a plain listener sit in the same place with the same decisions.
    """
    monkeypatch.setattr("random.getrandbits", lambda bits: 1000 * seed + 1)  # the table's
    player, heard = exported(monkeypatch, "Listener"), []
    for wrap in (Listener, lambda: Cpsc415Agent(player)):
        agents: list[Agent] = [RandomAgent(), wrap(), RandomAgent()]
        play(agents, rules="cpsc415", seed=seed)
        heard.append([*Listener.latest.heard()])
    assert heard[0] == heard[1]
    assert len(heard[0]) > 10


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
@pytest.mark.parametrize("player_num", [1, 2, 3])
def test_the_order_of_the_seats_is_learned_from_the_answers(
    monkeypatch: pytest.MonkeyPatch, order: Sequence[int], player_num: int
) -> None:
    """Relative to every seat, the next seat is 1 and the one after it 2."""
    suggestion = (clue.suspects[0], clue.weapons[0], clue.rooms[0])
    hand = {*clue.suspects[1:4], *clue.weapons[1:4]}
    player = exported(monkeypatch, "Listener")(hand, player_num)
    asking, *answering = order
    for number in answering:
        if number == player_num:
            assert player.handle_suggestion(asking, suggestion) is None
        player.publicly_observe(asking, suggestion, number, False)
    me = order.index(player_num)
    seats = [(place - me) % 3 for place in range(3)]
    received = Listener.latest.received
    assert [type(event) for event in received] == [Moved, Suggested, Passed, Passed]
    assert [event.seat for event in received] == [seats[0], seats[0], seats[1], seats[2]]


class Broken(RandomAgent):
    def observe(self, event: Event) -> None:
        raise ValueError("broken")


def test_an_agent_that_fails_says_so_once_and_plays_on_simply(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = clue.Game([exported(monkeypatch, "Broken")] * 3)
    assert game.play() in (1, 2, 3)
    assert game.out == []
    messages = capsys.readouterr().err.splitlines()
    assert len(messages) == 3
    assert "planner-clue: listener, player" in messages[0]
    assert "plays on simply: ValueError: broken" in messages[0]


def test_a_lie_of_somebody_else_does_not_end_the_tournament(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two others show the same card."""
    monkeypatch.setitem(sys.modules, "clue", clue)
    (exact,) = map(player_class, player_files(["exact"]).values())
    player = exact({*clue.suspects[1:4], *clue.weapons[1:4]}, 1)
    for number in (2, 3):
        player.publicly_observe(1, player.get_suggestion(), number, True)
        player.secretly_observe(number, clue.rooms[0])
    assert [card.category for card in player.get_suggestion()] == ["SUSPECT", "WEAPON", "ROOM"]
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_places_that_cannot_be_written_to_and_files_that_differ_are_refused(tmp_path: Path) -> None:
    mine = tmp_path / "planner_CluePlayer.py"
    mine.write_text("mine\n")
    with pytest.raises(InputError, match=r"CluePlayer.py exists with other content.*--force"):
        write_players(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [mine.name]
    assert mine.read_text() == "mine\n"
    with pytest.raises(InputError, match="is a file; expected a folder"):
        write_players(mine / "folder")
    (tmp_path / "exact_CluePlayer.py").mkdir()
    with pytest.raises(InputError, match=r"exact_CluePlayer\.py is a folder"):
        write_players(tmp_path, force=True)
