"""Records of games, each one JSON object, and their replay.

A replay runs the rules with the recorded decisions and dice; events and result have to agree.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import asdict

from planner_clue.game import board as boards
from planner_clue.game import events, requests
from planner_clue.game.board import Board, Place
from planner_clue.game.cards import SUSPECTS, Card, CaseFile
from planner_clue.game.deal import Deal, hand_sizes
from planner_clue.game.decisions import Opening
from planner_clue.game.events import Event, Forfeited, Number, SeatNumber
from planner_clue.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, parse_rules
from planner_clue.game.table import Table
from planner_clue.game.turn_order import PlayerStatus, Result, TurnOrder
from planner_clue.support import errors
from planner_clue.support.errors import InputError, RecordError, nearest, shown
from planner_clue.support.json_text import checked, parse_json

SCHEMA = 1
_RESULT = ',"result":'
_CHECKSUM = ',"checksum":"'
_GAME = re.compile(rf'{{"schema":{SCHEMA},"game":(\d+),')
# Methods that are also called after the end of a game, where a failure is not a forfeit.
_CALLED_AFTER_END = ("begin", "observe", "notes", "plan_seconds")


class BoardText(Struct, frozen=True):
    """A board that is not shipped: its name, and the text of its map."""

    name: str
    toml: str


class SeatRow(Struct, frozen=True):
    """A seat: the name of its agent, and its suspect; of a person its own name, if it has one."""

    agent: str
    token: Card
    name: str = ""


class DealtCards(Struct, frozen=True):
    """The case file, the hand of each seat, and cards that were set aside."""

    case_file: CaseFile
    hands: Annotated[list[tuple[Card, ...]], Meta(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    face_up: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()


class RecordedFailure(Struct, frozen=True):
    """A failure of an agent, with the lines of its author's files that led there."""

    seat: SeatNumber
    turn: Number
    decision: str  # a method of planner_clue.agents.Agent
    kind: errors.FailureKind
    detail: str
    trace: list[str]

    def to_json(self) -> dict[str, Any]:
        """Return it as records have it."""
        return {name: getattr(self, name) for name in RecordedFailure.__struct_fields__}


class Record(Struct, frozen=True, kw_only=True):
    """A line of ``games.jsonl``: the record of one game."""

    schema: Literal[1]
    game: Number
    seed: int
    board: str | BoardText
    rules: str
    settings: dict[str, Any]
    """The settings of the agents: :meth:`planner_clue.agents.settings.AgentSettings.to_json`."""
    seats: list[SeatRow]
    deal: DealtCards
    events: list[Event]
    notes: list[list[dict[str, Any]]]
    failures: list[RecordedFailure] = []
    marks: list[Literal["time-out"]] = []
    checksum: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    """The SHA-256 checksum of the line without it; older records have none."""
    result: Result


def write_record(  # noqa: PLR0913 - the parts of a record, each by its name
    table: Table,
    *,
    game: int,
    seed: int,
    agents: Sequence[str],
    settings: Mapping[str, Any],
    notes: Sequence[Sequence[Mapping[str, Any]]],
    failures: Sequence[RecordedFailure] = (),
    planner_timed_out: bool = False,
) -> dict[str, Any]:
    """Return the record of a finished game; ``agents`` and ``notes`` stand by seat.

    A game in which an agent or its planner ran out of time is marked ``time-out``.
    """
    assert table.result is not None
    forfeits = (event for event in table.events if isinstance(event, Forfeited))
    timed_out = planner_timed_out or any(event.kind == "timeout" for event in forfeits)
    players = zip(agents, table.tokens, strict=True)
    return {
        "schema": SCHEMA,
        "game": game,
        "seed": seed,
        "board": board_to_json(table.board),
        "rules": str(table.rules),
        "settings": dict(settings),
        "seats": [{"agent": agent, "token": token} for agent, token in players],
        "deal": table.deal.to_json(),
        "events": [events.event_to_json(event) for event in table.events],
        "notes": [list(seat) for seat in notes],
        "failures": [failure.to_json() for failure in failures],
        "marks": ["time-out"] if timed_out else [],
        "result": asdict(table.result),
    }


def to_line(data: Mapping[str, Any]) -> str:
    """Return a JSON object as one line, the same bytes wherever it is written."""
    return json.dumps(data, separators=(",", ":")) + "\n"


def record_line(record: Mapping[str, Any]) -> str:
    """Return a record as the line that a match writes, with its checksum."""
    kept = {name: record[name] for name in record if name not in ("checksum", "result")}
    text = to_line(kept | {"result": record["result"]})
    before, name, result = text.rpartition(_RESULT)
    return f'{before}{_CHECKSUM}{_sha256(text)}"{name}{result}'


def _sha256(text: str) -> str:
    from hashlib import sha256  # as few libraries as possible in an agent's process

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_record(line: str) -> dict[str, Any]:
    """Return the record on one line of a file; raises :class:`RecordError`, also if modified."""
    try:
        record = parse_json(line)
    except errors.JsonError as error:
        raise RecordError(f"not a game record: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"not a game record: expected a JSON object, not {line.strip()[:40]!r}")
    if "kind" in record:
        what = f"a game that is not over, saved by {shown(record['kind'])}"
        raise RecordError(f"{what}; expected a game record")
    if "schema" not in record:
        raise RecordError(f'not a game record: expected "schema": {SCHEMA} in the object')
    if "checksum" in record and "result" in record and not _checksum_matches(line):
        written = parse_json(record_line(record))["checksum"]  # it may stand over many lines
        if record["checksum"] != written:
            raise RecordError(
                f"game {shown(record.get('game'))} was modified: checksum mismatch; expected the "
                "record as it was written (without it, the same match plays the game again)"
            )
    return record


def game_in(line: str) -> Any:
    """Return the number in a line of a record; nothing else is read of one with a checksum."""
    if begin := _checksum_matches(line) and _GAME.match(line):
        return int(begin[1])
    return read_record(line).get("game")


def result_in(line: str) -> Result:
    """Return the result in a line of a record; nothing else is read of one with a checksum."""
    if not _checksum_matches(line):
        return finished_record(read_record(line)).result
    text = line.rpartition(_RESULT)[2]
    result: Result = checked(parse_json(text.rstrip()[:-1]), Result, RecordError)
    return result


def _checksum_matches(line: str) -> bool:
    before, name, result = line.rpartition(_RESULT)
    unsigned, _, checksum = before.rpartition(_CHECKSUM)
    return checksum == _sha256(unsigned + name + result) + '"'


def board_to_json(board: Board | None) -> str | dict[str, str]:
    """Return the name of a shipped board or edition, and any other one with its whole text."""
    if board is None:
        return boards.NO_BOARD
    if boards.is_shipped(board.name) and boards.load_board(board.name).map.toml == board.map.toml:
        return board.name
    return {"name": board.name, "toml": board.map.toml}


def board_from_json(data: Any) -> Board | None:
    """Return the board of :func:`board_to_json`."""
    if data == boards.NO_BOARD:
        return None
    board = checked(data, str | BoardText, RecordError)
    if isinstance(board, BoardText):
        return boards.board_from_toml(board.toml, board.name)
    if not boards.is_shipped(board):
        known = [*boards.board_names(), *boards.edition_names()]
        raise RecordError(f"board {shown(data)}; {nearest(board, known)}")
    return boards.load_board(board)


class Decided(NamedTuple):
    """A step of a replay: a request of the table, and the recorded answer."""

    turn: int
    whose: int  # the seat whose turn it is
    request: requests.Request
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
    _check_derived(recorded, table.result, "the rules", table.tokens)
    return ReplayedGame(table, starts, tuple(steps))


def typed_record(data: Any) -> Record:
    """Return a record with all its parts of their types; :class:`RecordError` if they are not."""
    if isinstance(data, dict) and data.get("schema", SCHEMA) != SCHEMA:
        raise RecordError(f"record of schema {data['schema']!r}; expected {SCHEMA}")
    try:
        record: Record = checked(data, Record, RecordError)
    except RecordError as error:
        listed = data.get("events") if isinstance(data, dict) else None
        for number, event in enumerate(listed if isinstance(listed, list) else ()):
            try:
                events.event_from_json(event)
            except RecordError as wrong:
                raise RecordError(f"event {number}: {wrong}") from wrong
        raise RecordError(f"not a game record: {error}") from error
    players = len(record.deal.hands)
    for part, rows in (("seats", record.seats), ("notes", record.notes)):
        if len(rows) != players:
            raise RecordError(f"{part}: {len(rows)}; expected {players}, one per hand")
    return record


def finished_record(data: Any) -> Record:
    """Return a record as :func:`typed_record` does, with what follows from its events."""
    record = typed_record(data)
    try:
        order = TurnOrder(len(record.seats), parse_rules(record.rules))
    except InputError as error:
        raise RecordError(f"not a game record of schema {SCHEMA}: {error}") from error
    won: Result | None = None
    for event in record.events:
        match event:
            case events.Accused(seat=seat, correct=True):
                won = won or Result(seat, "accusation")
            case events.Eliminated(seat=seat) if seat < len(order.status):
                order.take_out(seat, PlayerStatus.ELIMINATED)
            case Forfeited(seat=seat) if seat < len(order.status):
                order.take_out(seat, PlayerStatus.FORFEITED)
            case _:
                pass
    tokens = _suspects(record)[: len(record.seats)]
    _check_derived(record, won or order.result(inf) or record.result, "the events", tokens)
    return record


def _suspects(record: Record) -> tuple[Card, ...]:
    if record.board in (boards.NO_BOARD, *boards.board_names()):  # read for every game of a match
        return SUSPECTS
    board = board_from_json(record.board)
    return board.deck.suspects if board is not None else SUSPECTS


def _check_derived(record: Record, result: Result, source: str, tokens: Sequence[Card]) -> None:
    """Refuse a result other than ``source`` gives, and tokens and failures of another game."""
    if record.result != result:
        raise RecordError(f"result: {record.result}; {source} give {result}")
    for seat, (row, token) in enumerate(zip(record.seats, tokens, strict=False)):
        if row.token != token:
            raise RecordError(f"seats[{seat}].token: {shown(row.token)}; expected '{token}'")
    forfeits = {event.seat: event for event in record.events if isinstance(event, Forfeited)}
    last = record.events[-1].turn if record.events else 0
    for number, failed in enumerate(record.failures):
        reason = forfeits.get(failed.seat)
        is_late = failed.turn >= last and failed.decision in _CALLED_AFTER_END
        if reason and (reason.kind, reason.detail) == (failed.kind, failed.detail):
            del forfeits[failed.seat]
        elif failed.seat >= len(record.seats) or not is_late:
            what = f"{failed.kind} of seat {failed.seat} in turn {failed.turn}"
            raise RecordError(f"failures[{number}]: {what}; expected the reason of a forfeit")
    if record.checksum and forfeits:  # older records have no failures, or not all
        raise RecordError(f"failures: none of seat {min(forfeits)}; expected why it forfeits")


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
