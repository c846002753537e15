"""One game of agents: a fault of an agent is its own loss, and no agent sees hidden cards."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from planner_clue.agents import random
from planner_clue.game.board import Board, Place
from planner_clue.game.cards import ROOMS, Card
from planner_clue.game.decisions import MoveOptions, Opening, Seat
from planner_clue.game.events import Accused, Event, Forfeited, Moved, Rolled, Showed, Suggested
from planner_clue.game.requests import RollDice
from planner_clue.game.table import Table
from planner_clue.game.turn_order import PlayerStatus, Result
from planner_clue.match.game import Chance
from planner_clue.support.errors import shown
from tests.game.helpers import CLASSIC, HALL, HUJI, cards, make_table, suggestion
from tests.shared import play, play_at

METHODS = ["begin", "observe", "start", "move", "suggest", "show", "accuse"]
DECISIONS = METHODS[2:]


def forfeits(events: Sequence[Event]) -> list[Forfeited]:
    return [event for event in events if isinstance(event, Forfeited)]


class Scripted(random.RandomAgent):
    """A random agent that remembers everything it observes and is asked.

    Where ``script`` has a method, it does that in place of its own.
    """

    def __init__(self, **script: Callable[..., Any]) -> None:
        self.observed: list[Event] = []
        self.calls: list[str] = []
        self.at_fault: int | None = None
        """How many calls there had been when it first followed the script."""
        self.script = script
        for method in METHODS:
            setattr(self, method, partial(self._called, method, getattr(self, method)))

    def _called(self, method: str, own: Callable[..., Any], *asked: Any) -> Any:
        self.calls.append(method)
        if method == "begin":
            (self.seat,) = asked
        elif method == "observe":
            self.observed += asked
        answer = own(*asked)
        if method not in self.script:
            return answer
        if self.at_fault is None:
            self.at_fault = len(self.calls)
        return self.script[method](*asked)


def quiet(**script: Callable[..., Any]) -> Scripted:
    default: dict[str, Callable[..., Any]] = {
        "start": lambda options: Opening.ROLL,
        "move": lambda options: options.rooms[0] if options.here is None else options.here,
        "suggest": lambda room: None,
        "accuse": lambda: None,
    }
    return Scripted(**(default | script))


def faulty_games(method: str, fault: Callable[..., Any]) -> list[tuple[Table, list[Scripted]]]:
    """Play games in which the middle seat is at fault; return the games where this happened.

    On the classic board, where after being summoned or in a corner room ``start`` is asked.
    """
    games = []
    for seed in range(4):
        agents = [Scripted(), Scripted(**{method: fault}), Scripted()]
        table = play(agents, board=CLASSIC, rules="standard,turn_limit=200", seed=seed)
        if agents[1].at_fault is not None:
            games.append((table, agents))
    assert games, f"{method} was never called"
    return games


def reason_for_which_only_seat_1_lost(table: Table, agents: list[Scripted]) -> str:
    """Assert that seat 1 forfeited, was left alone from then on, and the game went on."""
    faulty = agents[1]
    (forfeit,) = forfeits(table.events)
    assert forfeit.seat == 1
    assert [status is PlayerStatus.FORFEITED for status in table.status] == [False, True, False]
    assert table.result is not None
    assert table.result.winner != 1
    assert table.request is None
    assert len(faulty.calls) == faulty.at_fault, "a forfeited agent is never called again"
    after = table.events[table.events.index(forfeit) + 1 :]
    assert after, "the game goes on"
    own = (Rolled, Moved, Suggested, Accused)
    assert not [event for event in after if event.seat == 1 and isinstance(event, own)]
    for seat in (0, 2):
        assert [event.seat for event in forfeits(agents[seat].observed)] == [1], (
            "the others observe it"
        )
    return forfeit.reason


class Unprintable(Exception):
    """Cannot be put into a message."""

    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __str__


def raising(error: BaseException) -> Callable[..., Any]:
    def raises(*asked: Any) -> Any:
        raise error

    return raises


@pytest.mark.parametrize("method", METHODS)
def test_an_agent_that_raises_forfeits_its_own_game_only(method: str) -> None:
    for error in (ValueError("oops"), MemoryError(), SystemExit(0), Unprintable()):
        for table, agents in faulty_games(method, raising(error)):
            reason = reason_for_which_only_seat_1_lost(table, agents)
            assert reason.startswith("memory" if isinstance(error, MemoryError) else "crash")
            assert type(error).__name__ in reason
    all_failing = [Scripted(**{method: raising(ValueError())}) for _ in range(4)]
    result = play(all_failing, board=CLASSIC, rules="standard,turn_limit=200").result
    assert method == "show" or result == Result(None, "forfeits")
    # Ctrl-C is no fault of the agent that happened to be thinking.
    with pytest.raises(KeyboardInterrupt):
        faulty_games(method, raising(KeyboardInterrupt()))


ILLEGAL: list[Any] = [3, "nonsense", ("green", "knife", "cellar"), ([], [], []), 10**5000]


@pytest.mark.parametrize("method", DECISIONS)
def test_an_illegal_answer_forfeits_that_seats_game_only(method: str) -> None:
    """The reason says what was wrong with it; None is an answer to some requests only."""
    due = [None] if method in ("start", "move", "show") else []
    for answer in [*ILLEGAL, *due, Unprintable()]:
        for table, agents in faulty_games(method, lambda *asked, answer=answer: answer):
            reason = reason_for_which_only_seat_1_lost(table, agents)
            assert reason.startswith("illegal")
            assert shown(answer) in reason


@pytest.mark.parametrize("rules", ["standard", "huji"])
def test_a_crash_on_hearing_the_suggestion_leaves_the_suggester_a_card(rules: str) -> None:
    """Rule 8: it is asked next, and its cards are there though its agent is not."""

    def crash(event: Event) -> None:
        if isinstance(event, Suggested):
            raise ValueError("oops")

    three = suggestion("green knife hall")
    asking = quiet(move=lambda options: HALL, suggest=lambda room: three)
    table = make_table({0: "hall", 1: "green knife"}, board="none", rules=f"{rules},turn_limit=1")
    play_at(table, [asking, quiet(observe=crash), quiet()])
    assert [event.seat for event in forfeits(table.events)] == [1]
    (answer,) = (event for event in table.events if isinstance(event, Showed))
    assert (answer.seat, answer.to) == (1, 0)
    assert answer.card in cards("green knife")


class Vandal(random.RandomAgent):
    """Breaks what it is handed."""

    def start(self, options: Any) -> Opening:
        answer = super().start(options)
        options.tokens.clear()
        return answer

    def move(self, options: Any) -> Place:
        answer = super().move(options)
        options.tokens.update(dict.fromkeys(options.tokens, Card("cellar")))
        return answer


@pytest.mark.parametrize(("board", "rules"), [(CLASSIC, "standard"), (HUJI, "huji")])
def test_breaking_what_one_is_handed_changes_nothing(board: Board, rules: str) -> None:
    for seed in range(5):
        games = [
            play([make() for _ in range(4)], board=board, rules=rules, seed=seed)
            for make in (random.RandomAgent, Vandal)
        ]
        assert games[0].events == games[1].events
        assert games[0].result == games[1].result


@pytest.mark.parametrize("to", ["kitchen", (12, 18)])
def test_nobody_goes_where_the_roll_does_not_lead_by_changing_the_options(to: Place) -> None:
    """Far away from Scarlett's start on the first turn: the kitchen, and the ballroom's wall."""

    def cheat(name: str, value: Any, options: MoveOptions) -> Place:
        setattr(options, name, value)
        return to

    for name, value in [("rooms", ROOMS), ("here", "kitchen"), ("dice", (6, 6))]:
        agents = [quiet(move=partial(cheat, name, value)), quiet(), quiet()]
        table = play(agents, board=CLASSIC, rules="standard,turn_limit=4")
        assert [event.seat for event in forfeits(table.events)] == [0]
        assert not [event for event in table.events if isinstance(event, Moved) and event.seat == 0]


@pytest.mark.parametrize(
    ("board", "rules", "players"),
    [(CLASSIC, "standard", 6), (HUJI, "huji-bn1", 3), (None, "standard", 5)],
)
def test_rule_10_nobody_else_hears_the_card(board: Board | None, rules: str, players: int) -> None:
    for seed in range(3):
        agents = [Scripted() for _ in range(players)]
        table = play(agents, board=board, rules=f"{rules},turn_limit=150", seed=seed)
        assert any(isinstance(event, Showed) for event in table.events)
        for seat, agent in enumerate(agents):
            assert agent.calls[0] == "begin"
            view: Seat = agent.seat
            assert view == table.seat_view(seat, 1000 * seed + seat)
            assert view.hand == table.deal.hands[seat]
            assert len(agent.observed) == len(table.events)
            for heard, event in zip(agent.observed, table.events, strict=True):
                if isinstance(event, Showed) and seat not in (event.seat, event.to):
                    assert heard == replace(event, card=None)
                else:
                    assert heard == event


def test_the_reason_of_a_forfeit_reveals_to_nobody_what_the_hand_holds() -> None:
    """Rule 10: not what could have been shown, and not what an agent says as it crashes."""

    def blurt() -> None:
        raise ValueError(f"I hold {' '.join(hand)}")

    three = suggestion("green knife hall")
    for faulty in (quiet(show=lambda *asked: "plum"), quiet(accuse=blurt)):
        agents = [quiet(move=lambda options: HALL, suggest=lambda room: three), faulty, quiet()]
        hands = {0: "hall", 1: "green knife"}
        table = make_table(hands, board="none", rules="standard,turn_limit=2")
        hand = table.deal.hands[1]
        play_at(table, agents)
        for other in (agents[0], agents[2]):
            (heard,) = forfeits(other.observed)
            assert not [card for card in hand if card in heard.reason]


def test_rule_12_each_die_gives_1_to_6_about_equally_often() -> None:
    """Rule 12: 6,000 dice, each face 1,000 times give or take five deviations."""
    chance = Chance(Random(1), Random(2))
    rolls: list[Any] = [chance.draw(RollDice(0, 2)) for _ in range(3000)]
    faces = [face for roll in rolls for face in roll]
    assert len(faces) == 6000
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(faces.count(face) - 1000) < 150 for face in range(1, 7))
