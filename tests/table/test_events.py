"""Events to JSON and back, what each seat sees of them, and what is no event at all."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.cards import ROOMS, SUSPECTS, WEAPONS, Accusation, Suggestion
from planner_clue.errors import RecordError
from planner_clue.table.events import (
    Accused,
    Eliminated,
    Event,
    Forfeited,
    Moved,
    Passed,
    Rolled,
    Showed,
    Suggested,
    TookPassage,
    as_seen_by,
    event_from_json,
    event_to_json,
)
from tests.table.helpers import HALL, KITCHEN, accusation, make_table, play_randomly, suggestion

turns, seats = st.integers(1, 1_000_000), st.integers(0, 5)
suspects, weapons, rooms = map(st.sampled_from, (SUSPECTS, WEAPONS, ROOMS))
squares = st.tuples(st.integers(0, 59), st.integers(0, 59))
triples = st.tuples(suspects, weapons, rooms)
any_event: st.SearchStrategy[Event] = st.one_of(
    st.builds(Rolled, turns, seats, st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.builds(Rolled, turns, seats, st.tuples(st.integers(1, 6))),
    st.builds(Moved, turns, seats, rooms | squares),
    st.builds(TookPassage, turns, seats, rooms),
    st.builds(Suggested, turns, seats, triples.map(lambda three: Suggestion(*three))),
    st.builds(Passed, turns, seats),
    st.builds(Showed, turns, seats, seats, st.none() | suspects | weapons | rooms),
    st.builds(Accused, turns, seats, triples.map(lambda three: Accusation(*three)), st.booleans()),
    st.builds(Eliminated, turns, seats),
    st.builds(Forfeited, turns, seats, st.text(max_size=20)),
)
often = settings(derandomize=True, deadline=None, max_examples=300)

EVERY_KIND: list[tuple[Event, dict[str, Any]]] = [
    (Rolled(1, 0, (3, 4)), {"kind": "roll", "turn": 1, "seat": 0, "dice": [3, 4]}),
    (Moved(1, 0, (8, 4)), {"kind": "move", "turn": 1, "seat": 0, "to": [8, 4]}),
    (Moved(1, 0, HALL), {"kind": "move", "turn": 1, "seat": 0, "to": "hall"}),
    (TookPassage(2, 1, KITCHEN), {"kind": "passage", "turn": 2, "seat": 1, "to": "kitchen"}),
    (
        Suggested(2, 1, suggestion("green knife hall")),
        {"kind": "suggest", "turn": 2, "seat": 1, "cards": ["green", "knife", "hall"]},
    ),
    (Passed(2, 2), {"kind": "pass", "turn": 2, "seat": 2}),
    (
        Showed(2, 0, 1, HALL),
        {"kind": "show", "turn": 2, "seat": 0, "to": 1, "card": "hall"},
    ),
    (Showed(2, 0, 1, None), {"kind": "show", "turn": 2, "seat": 0, "to": 1, "card": None}),
    (
        Accused(3, 2, accusation("plum rope study"), correct=False),
        {
            "kind": "accuse",
            "turn": 3,
            "seat": 2,
            "cards": ["plum", "rope", "study"],
            "correct": False,
        },
    ),
    (Eliminated(3, 2), {"kind": "eliminated", "turn": 3, "seat": 2}),
    (Forfeited(4, 0, "why"), {"kind": "forfeit", "turn": 4, "seat": 0, "reason": "why"}),
]


# -- to JSON and back ---------------------------------------------------------------------


@given(event=any_event)
@often
def test_an_event_goes_to_json_and_back(event: Event) -> None:
    """As the same value of the same type, through real JSON text."""
    back = event_from_json(json.loads(json.dumps(event_to_json(event))))
    assert back == event
    assert type(back) is type(event)
    assert [type(part) for part in back] == [type(part) for part in event]


@pytest.mark.parametrize(("event", "data"), EVERY_KIND)
def test_the_json_of_every_kind(event: Event, data: dict[str, Any]) -> None:
    """The form that game records have, its keys in this order."""
    assert event_to_json(event) == data
    assert list(event_to_json(event)) == list(data)
    assert event_from_json(data) == event


@given(event=any_event, other=any_event)
@often
def test_different_events_have_different_json(event: Event, other: Event) -> None:
    """Nothing is lost on the way."""
    same = type(event) is type(other) and event == other
    assert (event_to_json(event) == event_to_json(other)) is same


@pytest.mark.parametrize(
    ("board", "rules"),
    [("classic", "standard"), ("huji", "huji"), ("huji", "huji-bn1"), ("none", "standard")],
)
def test_the_events_of_whole_games_go_to_json_and_back(board: str, rules: str) -> None:
    """Every kind that really happens."""
    for seed in range(5):
        table = make_table(board=board, rules=f"{rules},turn_limit=100")
        play_randomly(table, Random(seed), forfeiting=0.005)
        text = json.dumps([event_to_json(event) for event in table.events])
        assert [event_from_json(data) for data in json.loads(text)] == table.events


# -- what is no event -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        None,
        3,
        "roll",
        [],
        ["roll", 1, 0, [3, 4]],
        {},
        {"turn": 1, "seat": 0},
        {"kind": None},
        {"kind": 7, "turn": 1, "seat": 0},
        {"kind": "rol", "turn": 1, "seat": 0, "dice": [3, 4]},
        {"kind": "Rolled", "turn": 1, "seat": 0, "dice": [3, 4]},
        {"kind": ["roll"], "turn": 1, "seat": 0, "dice": [3, 4]},
        {"kind": {"roll": 1}},
    ],
    ids=repr,
)
def test_what_has_no_known_kind_is_refused(data: Any) -> None:
    """The message repeats what was given."""
    with pytest.raises(RecordError) as refusal:
        event_from_json(data)
    assert repr(data) in str(refusal.value)


@pytest.mark.parametrize(("event", "data"), EVERY_KIND)
def test_an_event_with_a_part_missing_is_refused(event: Event, data: dict[str, Any]) -> None:
    """Each part is needed; the message says what is expected."""
    for part in data:
        broken = {key: value for key, value in data.items() if key != part}
        with pytest.raises(RecordError):
            event_from_json(broken)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("roll", {"dice": None}),
        ("roll", {"dice": 7}),
        ("roll", {"dice": "34"}),
        ("roll", {"dice": [3, None]}),
        ("roll", {"dice": [3, "x"]}),
        ("roll", {"dice": [3, [4]]}),
        ("roll", {"dice": [3.7, 4]}),
        ("roll", {"dice": [float("inf"), 4]}),
        ("roll", {"dice": [float("nan"), 4]}),
        ("roll", {"turn": "1"}),
        ("roll", {"turn": None}),
        ("roll", {"turn": 1.5}),
        ("roll", {"seat": "0"}),
        ("roll", {"seat": []}),
        ("move", {"to": None}),
        ("move", {"to": 3}),
        ("move", {"to": [8]}),
        ("move", {"to": [8, 4, 2]}),
        ("move", {"to": [8, "x"]}),
        ("move", {"to": [8.5, 4]}),
        ("move", {"to": [float("inf"), 4]}),
        ("move", {"to": {"x": 8, "y": 4}}),
        ("passage", {"to": 5}),
        ("passage", {"to": None}),
        ("passage", {"to": [8, 4]}),
        ("suggest", {"cards": None}),
        ("suggest", {"cards": "abc"}),
        ("suggest", {"cards": ["green", "knife"]}),
        ("suggest", {"cards": ["green", "knife", "hall", "hall"]}),
        ("suggest", {"cards": [1, 2, 3]}),
        ("suggest", {"cards": [["green"], "knife", "hall"]}),
        ("show", {"card": 3}),
        ("show", {"card": ["hall"]}),
        ("show", {"to": "1"}),
        ("show", {"to": None}),
        ("accuse", {"cards": {"plum": 1}}),
        ("accuse", {"cards": 3}),
        ("accuse", {"correct": "no"}),
        ("accuse", {"correct": None}),
        ("forfeit", {"reason": 3}),
        ("forfeit", {"reason": None}),
        ("pass", {"seat": None}),
        ("eliminated", {"turn": {}}),
    ],
    ids=str,
)
def test_an_event_with_a_part_of_the_wrong_type_is_refused(
    kind: str, change: dict[str, Any]
) -> None:
    """A record is read, not guessed at."""
    data = next(data for _, data in EVERY_KIND if data["kind"] == kind)
    with pytest.raises(RecordError):
        event_from_json({**data, **change})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=5), parts),
    max_leaves=5,
)
fields = st.sampled_from(["kind", "turn", "seat", "dice", "to", "cards", "card", "correct", "x"])
kinds = st.sampled_from([data["kind"] for _, data in EVERY_KIND])


@given(data=json_values | st.dictionaries(fields, json_values), kind=st.none() | kinds)
@often
def test_any_json_is_an_event_or_a_record_error(data: Any, kind: str | None) -> None:
    """And nothing else is raised, whatever the file holds."""
    if kind is not None and isinstance(data, dict):
        data = {**data, "kind": kind}
    with suppress(RecordError):
        event_to_json(event_from_json(data))


@given(pair=st.sampled_from(EVERY_KIND), field=fields, value=json_values)
@often
def test_any_broken_event_is_an_event_or_a_record_error(
    pair: tuple[Event, dict[str, Any]], field: str, value: Any
) -> None:
    """One part replaced by anything at all."""
    with suppress(RecordError):
        event_to_json(event_from_json({**pair[1], field: value}))


# -- what a seat sees (rule 10) ---------------------------------------------------------------


@given(event=any_event, seat=seats)
@often
def test_rule_10_only_a_shown_card_is_hidden(event: Event, seat: int) -> None:
    """Rule 10: from all but the two seats concerned; every other event is public.

    Why a seat forfeited may be told in other words.
    """
    seen = as_seen_by(event, seat)
    if isinstance(event, Forfeited):
        assert isinstance(seen, Forfeited)
        assert seen[:2] == event[:2]
    elif isinstance(event, Showed) and seat not in (event.seat, event.to):
        assert seen == Showed(event.turn, event.seat, event.to, None)
    else:
        assert seen == event


@given(event=any_event, seat=seats)
@often
def test_seeing_twice_is_seeing_once(event: Event, seat: int) -> None:
    """What was hidden stays hidden."""
    seen = as_seen_by(event, seat)
    assert as_seen_by(seen, seat) == seen
