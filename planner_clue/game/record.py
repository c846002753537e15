"""Records of games, each one JSON object."""

import json
import re
from collections.abc import Mapping, Sequence
from math import inf
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from planner_clue.game import board as boards
from planner_clue.game import events
from planner_clue.game.board import Board
from planner_clue.game.cards import SUSPECTS, Card, CaseFile
from planner_clue.game.events import Event, Forfeited, Number, SeatNumber
from planner_clue.game.rules import MAX_PLAYERS, MIN_PLAYERS, parse_rules
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
    check_derived(record, won or order.result(inf) or record.result, "the events", tokens)
    return record


def _suspects(record: Record) -> tuple[Card, ...]:
    if record.board in (boards.NO_BOARD, *boards.board_names()):  # read for every game of a match
        return SUSPECTS
    board = board_from_json(record.board)
    return board.deck.suspects if board is not None else SUSPECTS


def check_derived(record: Record, result: Result, source: str, tokens: Sequence[Card]) -> None:
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
