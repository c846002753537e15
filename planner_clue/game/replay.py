"""Recorded games played again by the rules, with the recorded decisions and dice.

Events and result have to agree with the record.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from planner_clue.game import events, requests
from planner_clue.game.board import Board, Place
from planner_clue.game.cards import Card
from planner_clue.game.deal import Deal, hand_sizes
from planner_clue.game.decisions import Opening
from planner_clue.game.events import Event, Forfeited
from planner_clue.game.record import (
    SCHEMA,
    DealtCards,
    board_from_json,
    check_derived,
    typed_record,
)
from planner_clue.game.rules import Rules, parse_rules
from planner_clue.game.table import Table
from planner_clue.support import errors
from planner_clue.support.errors import InputError, RecordError


class Decided(NamedTuple):
    """A step of a replay: a request of the table, and the recorded answer."""

    turn: int
    whose: int  # the seat whose turn it is
    request: requests.Request
    answer: Any


class Requested(NamedTuple):
    """A request to a player, and the recorded answer."""

    request: requests.PlayerRequest
    answer: Any


class Happened(NamedTuple):
    """A step of a replay: an event, with all cards, and where the tokens are after it."""

    event: Event
    places: Mapping[Card, Place]


@dataclass(frozen=True)
class ReplayedGame:
    """A recorded game that was played again by the rules, step by step."""

    table: Table  # the table after the game
    starts: Mapping[Card, Place]  # where the tokens were before the first turn
    steps: tuple[Decided | Happened, ...]

    def of_seat(self, seat: int) -> Iterator[Event | Requested]:
        """Yield the events that a seat sees, and what it is asked, in order."""
        for step in self.steps:
            if isinstance(step, Happened):
                if (seen := self.table.seen_by(step.event, seat)) is not None:
                    yield seen
            elif isinstance(step.request, requests.PlayerRequest) and step.request.seat == seat:
                yield Requested(step.request, step.answer)

    def places_after(self, turn: int) -> Mapping[Card, Place]:
        """Return where the tokens were at the end of a turn; turn 0 is before the first turn."""
        places = self.starts
        for step in self.steps:
            if isinstance(step, Happened) and step.event.turn <= turn:
                places = step.places
        return places


def replay(record: Any) -> Table:
    """Play a game again, and return the table after it; raises as :func:`replayed`."""
    return replayed(record).table


def replayed(record: Any) -> ReplayedGame:
    """Play a game again; raises :class:`RecordError` at the first event against the rules."""
    recorded = typed_record(record)
    try:
        board, rules = board_from_json(recorded.board), parse_rules(recorded.rules)
    except InputError as error:
        raise RecordError(f"not a game record of schema {SCHEMA}: {error}") from error
    table = Table(board, rules, deal_from(recorded.deal, board, rules))
    starts, steps = dict(table.places), list[Decided | Happened]()
    while table.request is not None:
        steps += _replay_request(table, recorded.events)
    number = len(table.events)
    if surplus := recorded.events[number:]:
        raise RecordError(f"event {number}: {surplus[0]} comes after the end of the game")
    assert table.result is not None
    check_derived(recorded, table.result, "the rules", table.tokens)
    return ReplayedGame(table, starts, tuple(steps))


def deal_from(cards: DealtCards, board: Board | None, rules: Rules) -> Deal:
    """Return the deal of a record; raises :class:`RecordError` if the rules do not deal it."""
    deck, case_file, hands = rules.deck(board), cards.case_file, cards.hands
    aside = cards.face_up, cards.pile
    dealt = sorted([*case_file, *(card for hand in (*hands, *aside) for card in hand)])
    if dealt != sorted(deck.cards) or not deck.is_triple(*case_file):
        raise RecordError("the deal of the record is not made of the cards in play, each once")
    sizes, counts = hand_sizes(deck, len(hands), rules), rules.set_aside(deck, len(hands))
    if list(map(len, hands)) != sizes:
        raise RecordError(f"hands of {list(map(len, hands))} cards; the rules deal {sizes}")
    if tuple(map(len, aside)) != counts:
        what = "{} cards face up and {} in a pile".format(*map(len, aside))
        raise RecordError(f"{what}; the rules set aside {counts[0]} and {counts[1]}")
    return Deal(deck, case_file, tuple(hands), *aside)


def _replay_request(table: Table, recorded: Sequence[Event]) -> Iterator[Decided | Happened]:
    """Answer the table's request as the record has it, and compare the events that follow."""
    assert table.request is not None
    before = len(table.events)
    following = recorded[before] if before < len(recorded) else None
    try:
        if isinstance(following, Forfeited) and following.turn <= table.turn:
            table.forfeit(following.seat, following.kind, following.detail)
            if len(table.events) == before:
                raise RecordError(f"event {before}: seat {following.seat} has forfeited before")
        else:
            answer = _answer(table.request, following, table.turn)
            yield Decided(table.turn, table.seat, table.request, answer)
            table.submit(answer)
    except (errors.IllegalDecision, IndexError) as error:
        raise RecordError(f"event {before}: {error}") from error
    for number in range(before, len(table.events)):
        expected = recorded[number] if number < len(recorded) else "nothing"
        if table.events[number] != expected:
            what = f"event {number}: the record has {expected}"
            raise RecordError(f"{what}; the rules give {table.events[number]}")
    places = dict(table.places)
    yield from (Happened(event, places) for event in table.events[before:])


def _answer(request: requests.Request, following: Event | None, turn: int) -> Any:
    if following is None or (following.turn, following.seat) != (turn, request.seat):
        following = None
    match request, following:
        case requests.AskStart(), events.Rolled():
            return Opening.ROLL
        case requests.AskStart(), events.TookPassage():
            return Opening.PASSAGE
        case requests.AskStart(), _:
            return Opening.STAY
        case requests.RollDice(), events.Rolled(dice=answer):
            return answer
        case requests.AskMove(), events.Moved(to=answer):
            return answer
        case requests.AskAccuse(), events.Accused(cards=answer):
            return answer
        case requests.AskSuggest(), events.Suggested(cards=answer):
            return answer
        case ((requests.AskShow() | requests.DrawShownCard()), events.Showed(card=answer)):
            return answer
    return None
