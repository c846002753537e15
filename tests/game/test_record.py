"""Records: they replay without agents, and only what the rules allow does."""

import copy
import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from planner_clue.game.board import board_from_toml, load_board
from planner_clue.game.cards import ROOMS, SUSPECTS, WEAPONS
from planner_clue.game.events import event_to_json
from planner_clue.game.record import finished_record, read_record, to_line, write_record
from planner_clue.game.record_files import seat_named
from planner_clue.game.replay import replay
from planner_clue.game.table import Table
from planner_clue.match import MatchConfig
from planner_clue.support.errors import RecordError
from tests.cli.helpers import SMALL_BOARD
from tests.game.helpers import BOARDS, TABLES, deal_table, play_randomly
from tests.shared import examples, line_of, texts

Record: TypeAlias = dict[str, Any]

BOARDS_AND_RULES = [*TABLES, ("small", "standard")]


def as_record(table: Table) -> Record:
    """Return the record of a finished game as it comes out of a file."""
    notes: list[list[Record]] = [[] for _ in range(table.players)]
    agents = ["random"] * table.players
    record = write_record(table, game=0, seed=1, agents=agents, settings={}, notes=notes)
    return read_record(to_line(record))


@lru_cache
def game(board: str, rules: str, seed: int = 1, forfeiting: float = 0.0, turns: int = 60) -> Record:
    """Return the record of a game of random legal moves; copy it before changing it."""
    drawn, rng = board_from_toml(SMALL_BOARD) if board == "small" else BOARDS[board], Random(seed)
    table = deal_table(drawn, f"{rules},turn_limit={turns}", 3 + seed % 4, rng)
    play_randomly(table, rng, forfeiting=forfeiting)
    return as_record(table)


def refused(record: Any) -> str:
    with pytest.raises(RecordError) as caught:
        replay(record)
    return str(caught.value)


def first_disagreeing(record: Any) -> int:
    named = re.match(r"event (\d+): ", refused(record))
    assert named is not None
    return int(named[1])


@pytest.mark.parametrize(("board", "rules"), BOARDS_AND_RULES)
@given(seed=st.integers(0, 2**32), forfeiting=st.sampled_from([0.0, 0.0, 0.02]))
@settings(derandomize=True, deadline=None, max_examples=6)
def test_a_record_replays_to_the_game(board: str, rules: str, seed: int, forfeiting: float) -> None:
    record = game(board, rules, seed, forfeiting)
    table = replay(record)
    assert table.result is not None
    assert asdict(table.result) == record["result"]
    assert [event_to_json(event) for event in table.events] == record["events"]
    assert table.deal.to_json() == record["deal"]


def test_any_other_board_is_carried_along() -> None:
    """Also one that calls itself classic."""
    assert game("small", "standard")["board"] == {"name": "corridor", "toml": SMALL_BOARD}
    impostor = board_from_toml(SMALL_BOARD.replace('"corridor"', '"classic"'))
    table = deal_table(impostor, "standard", 3, Random(1))
    play_randomly(table, Random(1), accusing=0.2)
    board = replay(as_record(table)).board
    assert board is not None
    assert board.map.rows == impostor.map.rows != load_board("classic").map.rows


@pytest.mark.parametrize(
    "line", ["", "{", "{}", "[]", "3", "null", '"record"', "\x00", "[" * 100_000]
)
def test_a_line_that_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match="not a game record"):
        read_record(line)


def found(record: Record, kind: str, nth: int = 0) -> int:
    return [number for number, event in enumerate(record["events"]) if event["kind"] == kind][nth]


@pytest.mark.parametrize("kind", ["roll", "move", "suggest", "pass", "show"])
def test_a_dropped_event_is_missed_where_it_was(kind: str) -> None:
    """It is named by its number, so that it can be found in a file of many."""
    record = copy.deepcopy(game("classic", "standard", seed=8))
    number = found(record, kind, 1)
    assert record["events"][number] != record["events"][number + 1]
    changed = copy.deepcopy(record)
    changed["events"][number]["turn"] = 999
    assert first_disagreeing(changed) == number
    del record["events"][number]
    assert first_disagreeing(record) == number


@pytest.fixture
def accused() -> Record:
    record = read_record(line_of(MatchConfig(("random",) * 3, 6, seed=3), 0))
    assert record["result"]["how"] == "accusation"
    return record


def test_an_accusation_is_right_as_the_deal_has_it_and_nothing_follows(accused: Record) -> None:
    longer = accused | {"events": [*accused["events"], accused["events"][0]]}
    ended = re.escape(f"event {len(accused['events'])}: ") + ".*after the end of the game"
    assert re.match(ended, refused(longer))
    accused["events"][-1]["correct"] = False
    assert first_disagreeing(accused) == len(accused["events"]) - 1


def test_another_result_is_refused_with_both(accused: Record) -> None:
    for winner, how in [(None, "turn-limit"), (None, "accusation"), (0, "last-wins")]:
        message = refused(accused | {"result": {"winner": winner, "how": how}})
        assert f"winner={winner}" in message
        assert "the rules give" in message


CRASH = {"turn": 1, "seat": 1, "decision": "move", "kind": "crash", "detail": "x", "trace": []}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"result": {"winner": None, "how": "all-out"}}, "result: .*; the (rules|events) give"),
        ({"seats": [{"agent": "random", "token": "plum"}] * 3}, r"seats\[0\].token: 'plum'; exp"),
        ({"seats": [{"agent": "random", "token": "scarlett"}]}, "seats: 1; expected 3"),
        ({"notes": [[]]}, "notes: 1; expected 3"),
        ({"failures": [CRASH]}, r"failures\[0\]: crash of seat 1 in turn 1; expected the reason"),
        ({"failures": [CRASH | {"decision": "notes", "turn": 999, "seat": 3}]}, "crash of seat 3"),
    ],
)
def test_what_follows_is_checked_by_readers(accused: Record, change: Record, message: str) -> None:
    """By ``replay``, ``explain`` and ``plan``, and by ``stats`` and ``match``."""
    for read in (replay, finished_record):
        read(accused)
        read(accused | {"failures": [CRASH | {"decision": "notes", "turn": 999}]})
        with pytest.raises(RecordError, match=message):
            read(accused | change)


def test_a_forfeit_and_its_failure_go_together() -> None:
    record = copy.deepcopy(game("classic", "standard", 8, 0.02, 20))
    forfeits = [event for event in record["events"] if event["kind"] == "forfeit"]
    reasons = [CRASH | {"turn": one["turn"], "seat": one["seat"], "detail": ""} for one in forfeits]
    finished_record(record)
    assert finished_record(record | {"failures": reasons, "checksum": "0" * 64}).failures
    with pytest.raises(RecordError, match=r"failures: none of seat \d"):
        finished_record(record | {"failures": reasons[1:], "checksum": "0" * 64})
    with pytest.raises(RecordError, match=rf"failures\[{len(forfeits)}\]: crash of seat"):
        finished_record(record | {"failures": [*reasons, reasons[0]]})


@pytest.mark.parametrize(
    "change",
    [
        lambda deal: deal["hands"][0].pop(),
        lambda deal: deal["hands"][0].append("plum"),
        lambda deal: deal["hands"].pop(),
        lambda deal: deal["case_file"].reverse(),
        lambda deal: deal["hands"][0].__setitem__(0, ["plum"]),
        lambda deal: deal["hands"].append([]),
    ],
    ids=["card gone", "card twice", "hand gone", "case file reversed", "list", "fourth seat"],
)
def test_a_deal_that_is_not_made_of_the_cards_in_play_is_refused(
    accused: Record, change: Callable[[Record], object]
) -> None:
    change(accused["deal"])
    refused(accused)


def test_hands_of_sizes_nobody_deals_are_refused(accused: Record) -> None:
    """A card that moves from one hand to another makes hands of 5 and 7 (rule 7)."""
    hands = accused["deal"]["hands"]
    hands[1].append(hands[0].pop())
    assert refused(accused) == "hands of [5, 7, 6] cards; the rules deal [6, 6, 6]"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("schema", 2),
        ("board", "nosuch"),
        ("board", "huji"),
        ("board", {"name": "x", "toml": "not = [toml"}),
        ("rules", "standard,dice=1"),
        ("rules", "standard,dice=9"),
        ("deal", None),
        ("events", [{"kind": ["roll"]}]),
        ("events", [{"kind": "forfeit", "turn": 1, "seat": 3, "reason": "x"}]),
        ("events", [{"kind": "roll", "turn": 1, "seat": 0, "dice": [float("inf"), 1]}]),
        ("events", [{"kind": "passage", "turn": 1, "seat": 0, "to": "study"}]),
        ("result", {}),
        ("seats", []),
    ],
)
def test_a_record_with_a_wrong_part_is_refused(accused: Record, key: str, value: Any) -> None:
    refused(accused | {key: value})
    refused({name: part for name, part in accused.items() if name != key})


CARDS = [*SUSPECTS, *WEAPONS, *ROOMS]
three_cards = st.tuples(*map(st.sampled_from, (SUSPECTS, WEAPONS, ROOMS))).map(list)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "kind": st.sampled_from(["roll", "move", "passage", "suggest", "pass", "show", "accuse"]),
    "turn": st.integers(-1, 70),
    "seat": st.integers(-2, 6),
    "dice": st.lists(st.integers(0, 7), min_size=1, max_size=3),
    "to": st.one_of(
        st.sampled_from(ROOMS), st.integers(-2, 6), st.lists(st.integers(-1, 26), max_size=3)
    ),
    "cards": three_cards,
    "card": st.sampled_from([*CARDS, None]),
    "correct": st.booleans(),
    "reason": texts(max_size=3),
}


@st.composite
def tampered(draw: st.DrawFn) -> tuple[Record, Record]:
    board, rules = draw(st.sampled_from(BOARDS_AND_RULES))
    original = game(board, rules, draw(st.integers(1, 8)), draw(st.sampled_from([0.0, 0.02])), 20)
    record = copy.deepcopy(original)
    events, numbers = record["events"], st.integers(0, len(original["events"]) - 1)
    number, other = draw(numbers), draw(numbers)
    how = draw(
        st.sampled_from(["drop", "swap", "double", "alter", "alter", "alter", "result", "deal"])
    )
    if how == "drop":
        del events[number]
    elif how == "swap":
        events[number], events[other] = events[other], events[number]
    elif how == "double":
        events.insert(other, events[number])
    elif how == "alter":
        field = draw(st.sampled_from(sorted(events[number])))
        events[number][field] = draw(FIELDS[field])
    elif how == "result":
        record["result"]["winner"] = draw(st.sampled_from([None, 0, 1, 2, 3]))
        ends = ["accusation", "last-wins", "turn-limit", "all-out", "forfeits"]
        record["result"]["how"] = draw(st.sampled_from(ends))
    else:
        hands = [*record["deal"]["hands"], record["deal"]["case_file"]]
        one, two = draw(st.sampled_from(hands)), draw(st.sampled_from(hands))
        at, to = draw(st.integers(0, len(one) - 1)), draw(st.integers(0, len(two) - 1))
        one[at], two[to] = two[to], one[at]
    return original, record


def first_difference(one: Record, other: Record) -> int:
    same = [a == b for a, b in zip(one["events"], other["events"], strict=False)]
    return [*same, False].index(False)


@given(tampered())
@examples(thorough=600, quick=100, deadline=None)
def test_a_tampered_record_is_refused_unless_rules_allow_it(records: tuple[Record, Record]) -> None:
    """What is accepted is exactly what was recorded; what is refused is named, not before."""
    original, record = records
    try:
        table = replay(record)
    except RecordError as error:
        assert record != original
        named = re.match(r"event (\d+): ", str(error))
        if named and record["deal"] == original["deal"]:
            assert int(named[1]) >= first_difference(original, record)
    else:
        assert [json.loads(json.dumps(event_to_json(e))) for e in table.events] == record["events"]
        assert table.result is not None
        assert asdict(table.result) == record["result"]


def test_a_seat_forfeits_once(accused: Record) -> None:
    """The table takes no notice of a second time, so a replay would wait for it for ever."""
    forfeit = {"kind": "forfeit", "turn": 1, "seat": 2, "reason": "crash"}
    accused["events"][:0] = [forfeit, forfeit]
    assert refused(accused) == "event 1: seat 2 has forfeited before"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts(max_size=5)
    | st.sampled_from([*CARDS, "none", "classic", "standard", "roll", "forfeit"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["kind", "turn", "seat", "hands", "toml"]), inner),
    max_leaves=6,
)  # fmt: skip


@st.composite
def garbled(draw: st.DrawFn) -> Any:
    record: Any = copy.deepcopy(game("classic", "standard", 8, 0.02, 20))
    spot, key = record, draw(st.sampled_from(sorted(record)))
    while isinstance(spot[key], dict | list) and spot[key] and draw(st.integers(0, 5)):
        spot = spot[key]
        keys = sorted(spot) if isinstance(spot, dict) else range(len(spot))
        key = draw(st.sampled_from(keys))
    spot[key] = draw(plain)
    return record


@given(plain | garbled())
@examples(thorough=600, quick=100, deadline=None)
def test_garbage_is_refused_as_a_record_or_replays(record: Any) -> None:
    """No file raises anything but a RecordError."""
    with suppress(RecordError):
        assert replay(record).result is not None


def test_a_seat_is_named_by_number_token_or_agent() -> None:
    seats = ["scarlett", "mustard", "white"], ["planner", "random", "random"]
    named = [seat_named(text, *seats) for text in ("2", "Colonel Mustard", "planner")]
    assert named == [2, 1, 0]
