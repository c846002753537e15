"""The file of what a seat has seen: what is understood, and how the rest is refused."""

import json
from collections.abc import Callable
from functools import reduce
from operator import delitem, getitem, setitem
from pathlib import Path
from typing import Any

import pytest

from planner_clue.game.cards import Accusation, Suggestion
from planner_clue.game.events import Accused, Passed, Showed, Suggested
from planner_clue.game.observations import parse_seen
from planner_clue.support.errors import SeenError
from planner_clue.support.json_text import read_file
from tests.game.helpers import cards

EXAMPLE = """\
{"schema": 1, "hand_sizes": [6, 6, 6], "seat": 0,
 "hand": ["plum", "rope", "lead-pipe", "library", "kitchen", "scarlett"],
 "observations": [
  {"suggester": 1, "cards": ["mustard", "knife", "hall"], "passed": [2, 0], "shown_by": null},
  {"suggester": 0, "cards": ["green", "knife", "study"], "passed": [1], "shown_by": 2,
   "card": "green"},
  {"suggester": 2, "cards": ["plum", "rope", "study"], "passed": [], "shown_by": 0,
   "card": "rope"},
  {"accuser": 1, "cards": ["white", "rope", "hall"], "correct": false}]}
"""


def example() -> Any:
    return json.loads(EXAMPLE)


def test_the_example_is_read_into_events() -> None:
    seen = parse_seen(json.dumps(example()))
    assert seen.seat.hand == cards("scarlett plum lead-pipe rope kitchen library")
    assert (seen.seat.index, seen.seat.hand_sizes, seen.seat.board) == (0, (6, 6, 6), None)
    silent, shown, mine, accused = seen.observations
    asked = Suggested(1, 1, Suggestion(*cards("mustard knife hall")))
    assert silent == (asked, Passed(1, 2), Passed(1, 0))
    assert shown[1:] == (Passed(2, 1), Showed(2, 2, 0, cards("green")[0]))
    assert mine[1:] == (Showed(3, 0, 2, cards("rope")[0]),)
    assert accused == (Accused(4, 1, Accusation(*cards("white rope hall")), correct=False),)
    assert len(seen.events) == 3 + 3 + 2 + 1
    assert seen.names == ("seat 0", "seat 1", "seat 2")
    assert seen.tokens is None
    assert not seen.may_suggest_here


def test_the_position_is_read_and_checked_on_the_board() -> None:
    more = {
        "board": "huji",
        "tokens": {"Scarlett": "hall", "white": [16, 24]},
        "seat_tokens": ["plum", "green", "white"],
        "may_suggest_here": True,
    }
    seen = parse_seen(json.dumps(example() | more))
    assert seen.board is not None
    assert seen.board.name == "huji"
    assert str(seen.rules) == "huji"
    assert seen.tokens == {"scarlett": "hall", "white": (16, 24)}
    assert seen.seat.tokens == cards("plum green white")
    assert seen.names[1] == "seat 1 (green)"
    assert seen.may_suggest_here


Change = Callable[[dict[str, Any]], Any]


def at(path: tuple[Any, ...], change: Callable[[Any, Any], object]) -> Change:
    *way, last = path
    return lambda data: change(reduce(getitem, way, data), last)


def put(*path: Any) -> Change:
    *way, value = path
    return at(tuple(way), lambda where, last: setitem(where, last, value))


def drop(*path: Any) -> Change:
    return at(path, delitem)


FIRST, SHOWN, MINE, ACCUSED = (("observations", number) for number in range(4))
REFUSED: list[tuple[Change, str]] = [
    (put("schema", 2), "schema: 2; expected 1"),
    (put("schema", True), "schema: True; expected 1"),
    (drop("hand"), "hand is missing"),
    (put("hnad", []), "hnad is not a field here; did you mean 'hand'?"),
    (put("hand_sizes", [9, 9]), "hand_sizes: [9, 9]; expected the cards of two players"),
    (put("hand_sizes", [6, 6, 7]), "hand_sizes: [6, 6, 7]; these are 19 cards; expected 18"),
    (put("hand_sizes", 1, "6"), "hand_sizes[1]: '6'; expected a whole number from 1 to 18"),
    (put("hand_sizes", 1, 6.0), "hand_sizes[1]: 6.0; expected a whole number"),
    (put("hand_sizes", 666), "hand_sizes: 666; expected a list"),
    (put("seat", 3), "seat: 3; expected a seat from 0 to 2"),
    (put("hand", 0, "plumm"), "hand[0]: 'plumm' is not a card in play; did you mean 'plum'?"),
    (put("hand", 0, 7), "hand[0]: 7; expected the name of a card"),
    (put("hand", 0, "Rope"), "hand[1]: 'rope'; rope stands here twice"),
    (put("hand", ["plum"]), "hand: ['plum']; these are 1 cards; expected 6"),
    (
        put("hand", ["candlestick", "knife", "lead-pipe", "revolver", "rope", "wrench"]),
        "no weapon is left for the case file",
    ),
    (put("observations", {}), "observations: {}; expected a list"),
    (put(*FIRST, 17), "observations[0]: 17; expected a JSON object"),
    (drop(*FIRST, "passed"), "observations[0].passed is missing"),
    (put(*FIRST, "suggester", 3), "observations[0].suggester: 3; expected a seat from 0 to 2"),
    (put(*FIRST, "cards", 1, "sabre"), "observations[0].cards[1]: 'sabre' is not a card in play"),
    (put(*FIRST, "cards", 1, "mustard"), "observations[0].cards[1]: 'mustard'; mustard stands"),
    (put(*FIRST, "cards", 1, "white"), "expected a suspect, a weapon and a room"),
    (put(*FIRST, "cards", ["white"]), "observations[0].cards: ['white']; expected a suspect"),
    (put(*FIRST, "passed", [0, 2]), "observations[0].passed: [0, 2]; expected seats clockwise"),
    (put(*FIRST, "passed", [2]), "observations[0].passed: [2]; expected [2, 0]: nobody showed"),
    (put(*FIRST, "shown_by", 0), "observations[0].shown_by: 0; expected null: all others passed"),
    (put(*FIRST, "card", "knife"), "observations[0].card: 'knife'; expected no card: nobody"),
    (put(*FIRST, "cards", 0, "plum"), "observations[0].passed: [2, 0]; seat 0 holds plum"),
    (put(*SHOWN, "shown_by", 1), "observations[1].shown_by: 1; expected 2, the next seat"),
    (put(*SHOWN, "card", "rope"), "observations[1].card: 'rope'; expected one of green, knife"),
    (drop(*SHOWN, "card"), "observations[1].card: None; expected the card that seat 2 showed"),
    (put(*SHOWN, "crad", "green"), "[1].crad is not a field here; did you mean 'card'?"),
    (put(*MINE, "card", "study"), "observations[2].card: 'study'; expected a card of seat 0's own"),
    (
        put(*MINE, "cards", ["white", "knife", "study"]),
        "observations[2].shown_by: 0; seat 0 holds none of white, knife, study",
    ),
    (put(*ACCUSED, "correct", "no"), "observations[3].correct: 'no'; expected true or false"),
    (put(*ACCUSED, "passed", []), "observations[3].passed is not a field here"),
    (put("board", "atlantis"), "board: no board 'atlantis'"),
    (put("board", 5), "board: 5; expected a text"),
    (put("rules", "strict"), "rules: no rules 'strict'"),
    (put("seat_tokens", ["plum", "rope", "white"]), "expected the suspects that the 3 seats play"),
    (put("tokens", {"rope": "hall"}), "tokens.rope: 'hall'; rope is not a suspect"),
    (put("tokens", {"plum": [1]}), "tokens.plum: [1]; expected a room by name or a hallway square"),
    (put("tokens", ["plum"]), "tokens: ['plum']; expected an object"),
    (put("may_suggest_here", 1), "may_suggest_here: 1; expected true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_wrong_is_refused_by_value_and_place(change: Change, message: str) -> None:
    data = example()
    change(data)
    with pytest.raises(SeenError) as caught:
        parse_seen(json.dumps(data), "game.json")
    assert str(caught.value).startswith("game.json: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_card_that_another_saw_is_not_for_this_seat_to_know() -> None:
    data = example()
    data["observations"][1] |= {"suggester": 1, "passed": [], "card": "green"}
    with pytest.raises(SeenError, match=r"\[1\]\.card: 'green'; expected no card: seat 0 did not"):
        parse_seen(json.dumps(data))


def test_a_square_off_the_hallway_is_refused_where_the_board_is_known() -> None:
    data = example() | {"board": "classic", "tokens": {"plum": [0, 0]}}
    with pytest.raises(SeenError, match=r"tokens.plum: \[0, 0\]; expected a hallway square"):
        parse_seen(json.dumps(data))
    data["tokens"] = {"plum": [0, 5], "white": [0, 5]}
    with pytest.raises(SeenError, match="two tokens stand on one square"):
        parse_seen(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("[]", r"seen: \[\]; expected a JSON object"),
        ('{"schema": 1,\n "hand" [}', "seen:2:9: not JSON"),
        ('{"schema": NaN}', "not JSON: NaN; expected a finite number"),
        ('{"schema": 1, "schema": 1}', "'schema' stands twice"),
        ("[" * 100_000, "not JSON"),
        ("9" * 5000, "not JSON"),
        ('{"schema": 1, "' + "x" * 1000 + '": 1}', "is not a field here"),
    ],
)  # fmt: skip
def test_what_is_no_json_is_refused(text: str, message: str) -> None:
    with pytest.raises(SeenError, match=message) as caught:
        parse_seen(text)
    assert len(str(caught.value)) < 500


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "seen.json"
    for path in (file, tmp_path):
        with pytest.raises(SeenError, match="cannot be read"):
            read_file(path, SeenError)
    file.write_bytes(b'{"hand": "caf\xe9"}')
    with pytest.raises(SeenError, match="not UTF-8"):
        read_file(file, SeenError)
    file.write_bytes(b" " * 1_000_001)
    with pytest.raises(SeenError, match="1000001 bytes; expected a text of at most 1000000"):
        read_file(file, SeenError)
    file.write_text("\ufeff" + EXAMPLE, encoding="utf-8")
    assert parse_seen(read_file(file, SeenError)).seat.index == 0
