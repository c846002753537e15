"""One game of agents: whatever an agent does wrong is its own loss, and nobody peeks."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from planner_clue.agents.base import Agent
from planner_clue.agents.random import RandomAgent
from planner_clue.board import Board, Place
from planner_clue.cards import ROOMS, Accusation, Card, Suggestion
from planner_clue.errors import shown
from planner_clue.match.game import Chance, play_game
from planner_clue.table.deal import Deal, draw_deal
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import (
    Accused,
    Event,
    Forfeited,
    Moved,
    Rolled,
    Showed,
    Suggested,
)
from planner_clue.table.requests import RollDice
from planner_clue.table.rules import parse_rules
from planner_clue.table.table import Table
from planner_clue.table.turn_order import PlayerStatus, Result
from tests.table.helpers import BOARDS, CLASSIC, HUJI, cards, make_deal, suggestion

METHODS = ["begin", "observe", "start", "move", "suggest", "show", "accuse"]
DECISIONS = METHODS[2:]


def play(
    agents: Sequence[Agent],
    *,
    board: Board | None = None,
    rules: str = "standard",
    deal: Deal | None = None,
    seed: int = 1,
) -> Table:
    """Play one game of these agents."""
    parsed = parse_rules(rules)
    deal = deal or draw_deal(parsed.deck(board), len(agents), parsed, Random(seed))
    chance = Chance(Random(seed), Random(seed + 1))
    return play_game(Table(board, parsed, deal), agents, range(100, 100 + len(agents)), chance)


def forfeits(table: Table) -> list[int]:
    """Return the seats that forfeited, in order."""
    return [event.seat for event in table.events if isinstance(event, Forfeited)]


class Listener(RandomAgent):
    """A random agent that remembers everything it was told and asked."""

    def __init__(self) -> None:
        self.told: list[Event] = []
        self.calls: list[str] = []

    def begin(self, seat: Seat) -> None:
        self.calls.append("begin")
        self.seat = seat
        super().begin(seat)

    def observe(self, event: Event) -> None:
        self.calls.append("observe")
        self.told.append(event)
        super().observe(event)

    def start(self, options: TurnOptions) -> Opening:
        self.calls.append("start")
        return super().start(options)

    def move(self, options: MoveOptions) -> Place:
        self.calls.append("move")
        return super().move(options)

    def suggest(self, room: Card) -> Suggestion:
        self.calls.append("suggest")
        return super().suggest(room)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        self.calls.append("show")
        return super().show(suggestion, cards)

    def accuse(self) -> Accusation | None:
        self.calls.append("accuse")
        return super().accuse()


class Faulty(Listener):
    """Plays like a random agent until ``method`` is called, and then does ``fault``."""

    def __init__(self, method: str, fault: Callable[[], Any]) -> None:
        super().__init__()
        self.at_fault: int | None = None
        """How many calls there had been when the fault was done."""
        real = getattr(self, method)

        def faulty(*arguments: Any) -> Any:
            real(*arguments)
            if self.at_fault is None:
                self.at_fault = len(self.calls)
            return fault()

        setattr(self, method, faulty)


class Quiet(Agent):
    """Does nothing it is not made to do: no accusation, no suggestion, no move.

    ``script`` gives answers by method, as a value or as a function of what is asked.
    """

    def __init__(self, **script: Any) -> None:
        self.script = script
        self.told: list[Event] = []
        self.shows_asked = 0

    def answer(self, method: str, default: Any, *asked: Any) -> Any:
        value = self.script.get(method, default)
        return value(*asked) if callable(value) else value

    def begin(self, seat: Seat) -> None:
        self.seat = seat
        self.answer("begin", None, seat)

    def observe(self, event: Event) -> None:
        self.told.append(event)
        self.answer("observe", None, event)

    def start(self, options: TurnOptions) -> Any:
        return self.answer("start", Opening.ROLL, options)

    def move(self, options: MoveOptions) -> Any:
        default = options.here if options.here is not None else options.rooms[0]
        return self.answer("move", default, options)

    def suggest(self, room: Card) -> Any:
        return self.answer("suggest", None, room)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Any:
        self.shows_asked += 1
        return self.answer("show", cards[0], suggestion, cards)

    def accuse(self) -> Any:
        return self.answer("accuse", None)


def fault_of(error: BaseException) -> Callable[[], Any]:
    """Return a function that raises this error."""

    def raising() -> Any:
        raise error

    return raising


def answering(answer: Any) -> Callable[[], Any]:
    """Return a function that answers this."""
    return lambda: answer


def faulty_games(method: str, fault: Callable[[], Any]) -> list[tuple[Table, list[Listener]]]:
    """Play games in which the middle seat is at fault; return those where it came to that.

    On the classic board, where after being summoned or in a corner room ``start`` is asked.
    """
    games = []
    for seed in range(4):
        faulty = Faulty(method, fault)
        agents = [Listener(), faulty, Listener()]
        table = play(agents, board=CLASSIC, rules="standard,turn_limit=200", seed=seed)
        if faulty.at_fault is not None:
            games.append((table, agents))
    assert games, f"{method} was never called"
    return games


def assert_only_the_faulty_seat_lost(table: Table, agents: list[Listener]) -> None:
    """Assert that seat 1 forfeited, was left alone from then on, and the game went on."""
    faulty = agents[1]
    assert isinstance(faulty, Faulty)
    assert forfeits(table) == [1]
    assert table.status == [table.status[0], PlayerStatus.FORFEITED, table.status[2]]
    assert PlayerStatus.FORFEITED not in (table.status[0], table.status[2])
    assert table.result is not None
    assert table.result.winner != 1
    assert table.request is None
    assert len(faulty.calls) == faulty.at_fault, "a forfeited agent is never called again"
    at = next(i for i, event in enumerate(table.events) if isinstance(event, Forfeited))
    assert table.events[at + 1 :], "the game goes on"
    own = (Rolled, Moved, Suggested, Accused)
    assert not [e for e in table.events[at:] if e.seat == 1 and isinstance(e, own)]
    for seat in (0, 2):
        heard = [e for e in agents[seat].told if isinstance(e, Forfeited)]
        assert [event.seat for event in heard] == [1], "the others hear of it"


# -- what agents do wrong -------------------------------------------------------------------


class UnprintableError(Exception):
    """Cannot even say what is wrong."""

    def __str__(self) -> str:
        raise ValueError("no message")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "error",
    [ValueError("oops"), MemoryError(), SystemExit(0), UnprintableError()],
    ids=lambda error: type(error).__name__,
)
def test_an_agent_that_raises_forfeits_its_own_game_only(method: str, error: Exception) -> None:
    for table, agents in faulty_games(method, fault_of(error)):
        assert_only_the_faulty_seat_lost(table, agents)
        (reason,) = (e.reason for e in table.events if isinstance(e, Forfeited))
        assert reason.startswith("memory" if isinstance(error, MemoryError) else "crash")
        assert type(error).__name__ in reason


@pytest.mark.parametrize("method", METHODS)
def test_a_person_can_still_interrupt_the_match(method: str) -> None:
    """Ctrl-C is no fault of the agent that happened to be thinking."""
    with pytest.raises(KeyboardInterrupt):
        faulty_games(method, fault_of(KeyboardInterrupt()))


class UnprintableAnswer:
    """Cannot be put into a message."""

    def __repr__(self) -> str:
        raise ValueError("no repr")


ILLEGAL: list[Any] = [3, "nonsense", ("green", "knife", "cellar"), ([], [], []), 10**5000]


@pytest.mark.parametrize("method", DECISIONS)
def test_an_illegal_answer_forfeits_that_seats_game_only(method: str) -> None:
    """The reason says what was wrong with it; None is an answer to some requests only."""
    due = [None] if method in ("start", "move", "show") else []
    for answer in [*ILLEGAL, *due, UnprintableAnswer()]:
        for table, agents in faulty_games(method, answering(answer)):
            assert_only_the_faulty_seat_lost(table, agents)
            (reason,) = (e.reason for e in table.events if isinstance(e, Forfeited))
            assert reason.startswith("illegal")
            assert shown(answer) in reason


@pytest.mark.parametrize("method", METHODS)
def test_a_game_in_which_every_agent_fails_ends_without_a_winner(method: str) -> None:
    most = 0
    for board in BOARDS.values():
        agents = [Faulty(method, fault_of(ValueError())) for _ in range(4)]
        table = play(agents, board=board, rules="standard,turn_limit=200")
        assert table.result is not None
        failed = [seat for seat, agent in enumerate(agents) if agent.at_fault is not None]
        assert sorted(forfeits(table)) == failed
        if len(failed) == 4:
            assert table.result == Result(None, "forfeits")
        most = max(most, len(failed))
    # Not everybody comes to show something before somebody has won.
    assert most == 4 or (method == "show" and most > 1)


@pytest.mark.parametrize("rules", ["standard", "huji"])
def test_a_crash_on_hearing_the_suggestion_leaves_the_suggester_a_card(rules: str) -> None:
    """Rule 8: it is asked next, and its cards are there though its agent is not."""

    def crash(event: Event) -> None:
        if isinstance(event, Suggested):
            raise ValueError("oops")

    deal = make_deal({0: "hall", 1: "green knife"}, case="plum rope study")
    agents = [
        Quiet(move=Card("hall"), suggest=suggestion("green knife hall")),
        Quiet(observe=crash),
        Quiet(),
    ]
    table = play(agents, deal=deal, rules=f"{rules},turn_limit=1")
    assert forfeits(table) == [1]
    (shown,) = (event for event in table.events if isinstance(event, Showed))
    assert (shown.seat, shown.to) == (1, 0)
    assert shown.card in cards("green knife")


# -- what agents get is theirs to keep ----------------------------------------------------------


class Vandal(RandomAgent):
    """Plays like a random agent and breaks what it is handed."""

    def start(self, options: TurnOptions) -> Opening:
        answer = super().start(options)
        self.break_tokens(options.tokens)
        return answer

    def move(self, options: MoveOptions) -> Place:
        answer = super().move(options)
        if options.tokens:
            self.break_tokens(options.tokens)
        return answer

    @staticmethod
    def break_tokens(tokens: Any) -> None:
        for token in tokens:
            tokens[token] = Card("cellar")
        tokens.clear()


@pytest.mark.parametrize(("board", "rules"), [(CLASSIC, "standard"), (HUJI, "huji")])
def test_breaking_what_one_is_handed_changes_nothing(board: Board, rules: str) -> None:
    for seed in range(5):
        games = [
            play([kind() for _ in range(4)], board=board, rules=rules, seed=seed)
            for kind in (RandomAgent, Vandal)
        ]
        assert games[0].events == games[1].events
        assert games[0].result == games[1].result


@pytest.mark.parametrize(
    "changes",
    [
        {"rooms": ROOMS},
        {"here": Card("kitchen")},
        {"dice": (6, 6)},
    ],
    ids=lambda changes: str(list(changes)),
)
@pytest.mark.parametrize("to", ["kitchen", (12, 18)])
def test_nobody_goes_where_the_roll_does_not_lead_by_changing_the_options(
    changes: dict[str, Any], to: Place
) -> None:
    """Far away from Scarlett's start on the first turn: the kitchen, and the ballroom's wall."""

    def cheat(options: MoveOptions) -> Place:
        for name, value in changes.items():
            setattr(options, name, value)
        return to

    table = play(
        [Quiet(move=cheat), Quiet(), Quiet()], board=CLASSIC, rules="standard,turn_limit=4"
    )
    assert forfeits(table) == [0]
    assert not [event for event in table.events if isinstance(event, Moved) and event.seat == 0]


# -- who sees what ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "rules", "players"),
    [
        (CLASSIC, "standard", 3),
        (CLASSIC, "standard", 6),
        (HUJI, "huji", 4),
        (HUJI, "huji-bn1", 3),
        (None, "standard", 5),
    ],
)
def test_rule_10_nobody_hears_which_card_was_shown_to_another(
    board: Board | None, rules: str, players: int
) -> None:
    for seed in range(3):
        agents = [Listener() for _ in range(players)]
        table = play(agents, board=board, rules=f"{rules},turn_limit=150", seed=seed)
        assert any(isinstance(event, Showed) for event in table.events)
        for seat, agent in enumerate(agents):
            assert len(agent.told) == len(table.events)
            for heard, event in zip(agent.told, table.events, strict=True):
                if isinstance(event, Showed) and seat not in (event.seat, event.to):
                    assert heard == replace(event, card=None)
                else:
                    assert heard == event


def test_an_agent_is_told_its_own_hand_and_seed() -> None:
    agents = [Listener() for _ in range(4)]
    table = play(agents, board=CLASSIC)
    for index, agent in enumerate(agents):
        assert agent.calls[0] == "begin"
        assert agent.seat == table.seat_view(index, 100 + index)
        assert agent.seat.hand == table.deal.hands[index]
    assert agents[0].seat.hand_sizes == (5, 5, 4, 4)


def test_an_illegal_showing_does_not_tell_the_table_what_the_hand_holds() -> None:
    """Rule 10: why a seat forfeited is told to all, what it could have shown is not."""
    deal = make_deal({0: "hall", 1: "green knife"}, case="plum rope study")
    agents = [
        Quiet(move=Card("hall"), suggest=suggestion("green knife hall")),
        Quiet(show=Card("plum")),
        Quiet(),
    ]
    play(agents, deal=deal, rules="standard,turn_limit=1")
    for other in (agents[0], agents[2]):
        (heard,) = (event for event in other.told if isinstance(event, Forfeited))
        assert not [card for card in deal.hands[1] if card in heard.reason]


def test_the_reason_of_a_forfeit_is_no_way_to_talk() -> None:
    """Rule 10: an agent that crashes with its hand on its lips tells the others nothing."""
    deal = make_deal({1: "green knife"}, case="plum rope study")
    agents = [Quiet(), Quiet(), Quiet()]

    def blurt() -> None:
        raise ValueError(f"I hold {' '.join(agents[1].seat.hand)}")

    agents[1].script["accuse"] = blurt
    play(agents, deal=deal, rules="standard,turn_limit=4")
    for other in (agents[0], agents[2]):
        (heard,) = (event for event in other.told if isinstance(event, Forfeited))
        assert not [card for card in deal.hands[1] if card in heard.reason]


# -- chance ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2])
def test_rule_12_each_die_gives_1_to_6_about_equally_often(dice: int) -> None:
    """Rule 12: 6,000 dice, each face 1,000 times give or take five deviations."""
    chance = Chance(Random(1), Random(2))
    faces: list[Any] = []
    for _ in range(6000 // dice):
        roll: Any = chance.draw(RollDice(0, dice))
        assert isinstance(roll, tuple)
        assert len(roll) == dice
        faces += roll
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(faces.count(face) - 1000) < 150 for face in range(1, 7))
