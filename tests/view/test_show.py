"""Games and boards as people read them: the story, traces, explanations, boards as text."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from planner_clue.game.board import Board, Place, board_from_toml, load_board
from planner_clue.game.cards import SUSPECTS, Card, Suggestion
from planner_clue.game.events import Moved, Showed, Suggested, TookPassage
from planner_clue.game.rules import default_rules
from planner_clue.match import MatchConfig
from planner_clue.planner.plan_tree import PlanStep
from planner_clue.view.board_text import (
    Cells,
    _name_lines,
    draw_board,
    numbered_lines,
    remarks_on,
    table_of_turns,
)
from planner_clue.view.game_record import GameRecord
from planner_clue.view.story import game_lines
from planner_clue.view.trace import explain_turn, trace_seat
from planner_clue.view.wording import step_in_words, turns_of
from tests.cli.helpers import SMALL_BOARD
from tests.shared import line_of


def event(kind: str, turn: int, seat: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "turn": turn, "seat": seat, **more}


NOTES = json.loads("""[
  {"turn": 1, "replan": 0, "trigger": "first-plan", "observed_in": 0,
   "observation": "the game begins", "also": [],
   "assumption": ["plum", "rope", "study"], "chance": 0.125,
   "plan": [
     {"action": "(travel-from-hallway study)", "to": "study", "by": "dice", "status": "played",
      "turn": 1},
     {"action": "(count-visit visit-1)", "status": "reckoning"},
     {"action": "(suggest-weapon-shown plum rope study)", "asks": ["plum", "rope", "study"],
      "expects": "rope", "status": "played", "turn": 1},
     {"action": "(accuse plum rope study)", "accuses": ["plum", "rope", "study"],
      "status": "dropped", "turn": 4}],
   "cost": 3000, "unit": "thousandths of a turn", "alternatives": [
     {"action": "(travel-from-hallway study)", "cost": 3000, "to": "study", "by": "dice"},
     {"action": "(travel-from-hallway hall)", "cost": 4200, "to": "hall", "by": "dice"},
     {"action": "(travel-from-hallway lounge)", "cost": 3500, "to": "lounge", "by": "dice"}]},
  {"turn": 4, "replan": 1, "trigger": "unexpected-answer", "observed_in": 1,
   "observation": "white showed plum; rope was expected", "also": [],
   "assumption": ["white", "rope", "study"], "chance": 0.25,
   "failure": "time-out", "detail": "no plan in 5 s",
   "fallbacks": [{"turn": 4, "action": "passage", "reason": "time-out"}]},
  {"turn": 4, "said": "a note of another kind"},
  {"turn": 6, "assumption": ["white", "rope", "study"], "chance": 0.7, "gamble": true}]""")
BEGIN = [
    event("roll", 1, 0, dice=[3, 4]),
    event("move", 1, 0, to="study"),
    event("suggest", 1, 0, cards=["plum", "rope", "study"]),
]
EVENTS = [
    *BEGIN,
    event("pass", 1, 1),
    event("show", 1, 2, to=0, card="plum"),
    event("roll", 2, 1, dice=[1, 1]),
    event("move", 2, 1, to=[6, 4]),
    event("accuse", 3, 2, cards=["green", "rope", "hall"], correct=False),
    event("eliminated", 3, 2),
    event("passage", 4, 0, to="kitchen"),
    event("roll", 5, 1, dice=[1, 2]),
    event("forfeit", 5, 1, reason="crash: ValueError: x"),
    event("accuse", 6, 0, cards=["white", "rope", "study"], correct=True),
]


def record(**changes: Any) -> dict[str, Any]:
    return {
        "game": 3,
        "seats": [
            {"agent": "planner", "token": "scarlett"},
            {"agent": "random", "token": "mustard"},
            {"agent": "my.py:Agent", "token": "white"},
        ],
        "deal": {
            "case_file": ["white", "rope", "study"],
            "hands": [["knife"], ["wrench"], ["plum"]],
        },
        "events": EVENTS,
        "notes": [NOTES, [], []],
        "result": {"winner": 0, "how": "accusation"},
    } | changes


def story(seat: int | None = None, **changes: Any) -> list[str]:
    return [line.strip() for line in game_lines(record(**changes), seat)]


def test_every_kind_of_event_is_shown_and_why_a_planner_has_no_plan() -> None:
    lines = story()
    expected = [
        "rolls 3 + 4",
        "goes to study",
        "suggests plum, rope, study",
        "mustard passes",
        "white shows plum",
        "goes to square 6,4",
        "accuses green, rope, hall: wrong",
        "white takes no more turns",
        "takes the secret passage to kitchen",
        "mustard forfeits: crash: ValueError: x",
        "accuses white, rope, study: right",
    ]
    assert [line for line in lines if line in expected] == expected
    at = lines.index("* unexpected-answer: turn 1: white showed plum; rope was expected")
    assert "time-out" in lines[at + 1]
    assert lines[at + 2] == "takes the secret passage to kitchen"


def test_of_a_failure_the_lines_of_the_authors_file_are_shown_and_harm_no_terminal() -> None:
    trace = ["my.py:12 in observe: card = None.name", "AttributeError: no name"]
    failure = {"seat": 1, "turn": 5, "kind": "crash", "decision": "observe", "trace": trace}
    lines = story(failures=[failure])
    at = lines.index("mustard forfeits: crash in its observe")
    assert lines[at + 1 : at + 3] == trace
    seats = [{"agent": "my\x1b[2J.py:Agent", "token": "white"}, *record()["seats"][1:]]
    lines = story(seats=seats, events=[event("forfeit", 1, 1, reason="crash: \x1b[2J")])
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("seat", range(3))
def test_a_seat_is_shown_only_what_it_knew(seat: int) -> None:
    """No other hand, no plan of others, no card that was shown to others."""
    text = "\n".join(story(seat))
    assert f"holds {record()['deal']['hands'][seat][0]}." in text
    assert "In the case file" not in text
    assert ("white shows plum" in text) == (seat in (0, 2))
    assert ("white shows a card" in text) == (seat == 1)
    assert ("first-plan" in text) == (seat == 0)
    assert ("ValueError" in text) == (seat == 1)


@pytest.mark.parametrize("how", ["accusation", "last-wins", "all-out", "turn-limit"])
def test_secret_accusations_are_shown_to_the_accuser_and_who_won_to_the_winner(how: str) -> None:
    winner = 1 if how in ("accusation", "last-wins") else None
    game: dict[str, Any] = {"rules": "cpsc415", "result": {"winner": winner, "how": how}}
    endings = [story(seat, **game)[-1] for seat in range(3)]
    knows = [how == "turn-limit" or (how == "accusation" and seat == 1) for seat in range(3)]
    assert ["not known here who won" not in ending for ending in endings] == knows
    assert story(**game)[-1] != endings[0] or how == "turn-limit"
    assert "accuses in secret green, rope, hall: wrong" in story(2, **game)
    assert not any(text in "\n".join(story(0, **game)) for text in ("green, rope", "no more turns"))


def test_a_turn_belongs_to_the_seat_whose_turn_it_was_whoever_did_something() -> None:
    """Seat 2 fails while it hears what ended turn 1: the table has begun turn 2 by then."""
    events = [
        event("suggest", 1, 0, cards=["plum", "rope", "study"]),
        event("forfeit", 2, 2, reason="crash"),
        event("roll", 3, 0, dice=[1, 1]),
        event("roll", 4, 1, dice=[1, 1]),
        event("eliminated", 4, 1),
        event("roll", 5, 0, dice=[1, 1]),
    ]
    turns = turns_of(record(events=events))
    assert [(turn.number, turn.seat) for turn in turns] == [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0)]


def test_of_the_turn_of_another_only_the_own_forfeit_is_shown() -> None:
    events = [*BEGIN, event("forfeit", 1, 1, reason="crash"), event("roll", 2, 2, dice=[1, 1])]
    game = record(events=events, notes=[[], [], []])
    assert [[row.turn for row in trace_seat(game, seat)] for seat in range(3)] == [[1], [1], [2]]
    (row,) = trace_seat(game, 1)
    assert (row.place, row.asked, row.outcome) == ("", "", "in scarlett's turn forfeited: crash")
    (explanation,) = explain_turn(game, 1, 1)
    assert explanation == "This was not its own turn but that of scarlett. It forfeited: crash."
    with pytest.raises(ValueError, match="expected one of none"):
        list(explain_turn(game, 1, 2))
    (row,) = trace_seat(game, 0)
    assert "forfeited" not in row.outcome


def test_other_ways_failures_fallbacks_and_gambles_are_explained() -> None:
    text = {turn: " ".join(explain_turn(record(), 0, turn)) for turn in (1, 4, 6)}
    assert (
        "The plan (cost 3.00): go to study; ask about plum, rope, study and expect to "
        "be shown rope; accuse plum, rope, study. The other ways looked at: "
        "go to lounge (cost 3.50); go to hall (cost 4.20)."
    ) in text[1]
    assert "It planned again in turn 4: unexpected-answer (turn 1: white showed plum" in text[1]
    assert "The engine gave no plan: no plan in 5 s." in text[4]
    assert "Without a plan (time-out) it chose: passage." in text[4]
    assert "It gambled: what it accused was not certain, only 70 % probable." in text[6]


def suggested(turn: int, expects: str, *branches: tuple[str, float], **more: Any) -> dict[str, Any]:
    """Return a step that was played in a turn, with a branch for white's showing of each card."""
    foreseen = [
        {"action": f"(if {card})", "answer": {"suspect": "white", "card": card}, "cost": 1,
         "chance": share, "steps": []}
        for card, share in branches
    ]  # fmt: skip
    step = {"action": "(suggest)", "asks": ["plum", "rope", "study"], "expects": expects}
    return step | {"branches": foreseen, "status": "played", "turn": turn} | more


def test_a_trace_has_what_the_latest_plan_expected_and_how_probable_the_answer_was() -> None:
    both = ("rope", 0.5), ("plum", 0.3)
    elsewhere = suggested(1, "rope", *both, instead=["plum", "rope", "hall"])
    knife = suggested(1, "knife", ("knife", 0.4))
    for plans, expected, answered in (
        ([[suggested(1, "rope", *both)]], "rope (50 %)", "white showed plum (a branch at 30 %)"),
        ([[knife], [suggested(1, "rope", *both)]], "rope (50 %)", "white showed plum (a branch at"),
        ([[knife]], "knife (40 %)", "white showed plum (no branch)"),
        ([[elsewhere]], "rope (50 %)", "white showed plum"),
    ):
        notes = [NOTES[0] | {"plan": steps, "alternatives": []} for steps in plans]
        (row, *_) = trace_seat(record(notes=[notes, [], []]), 0)
        assert (row.expected, row.answered[: len(answered)]) == (expected, answered)
        assert answered != "white showed plum" or row.answered == answered


def test_only_who_did_not_move_stays() -> None:
    """Seat 0 is brought into the study, and seat 1 comes by the passage."""
    asked = {"cards": ["plum", "rope", "study"]}
    events = [
        event("suggest", 1, 0, **asked),
        event("passage", 2, 1, to="study"),
        event("suggest", 2, 1, **asked),
    ]
    assert story(events=events, notes=[[], [], []]).count("stays in study") == 1


RANDOM = MatchConfig(("random", "random", "random"), games=6)


def test_the_position_is_known_after_every_turn() -> None:
    game = GameRecord(json.loads(line_of(RANDOM, 0)))
    start = game.position(0)
    assert start
    places: dict[Card, Place] = dict(start.board.starts)
    assert start.tokens == places
    for turn in range(1, game.turns + 1):
        for event in (event for event in game.events if event.turn == turn):
            if isinstance(event, Moved | TookPassage):
                places[game.seats[event.seat].seat.tokens[event.seat]] = event.to
            elif isinstance(event, Suggested):
                places[event.cards.suspect] = event.cards.room
        position = game.position(turn)
        assert position
        assert position.tokens == places


def test_a_belief_includes_what_was_seen_in_its_turn() -> None:
    seat = GameRecord(json.loads(line_of(RANDOM, 0))).seats[0]
    shown = next(e for e in seat.events if isinstance(e, Showed) and e.to == 0)
    assert shown.card
    assert seat.belief(shown.turn).holder(shown.card) == shown.seat
    assert seat.belief(shown.turn - 1).holder(shown.card) is None


def test_a_record_is_shown_with_its_story_and_position_and_its_names_run_nothing() -> None:
    shown = json.loads(line_of(RANDOM, 0))
    shown["seats"][0]["agent"] = "<img src=x onerror=alert(1)>"
    html = GameRecord(shown)._repr_html_()
    for element in ElementTree.fromstring(html.replace("<br>", "<br/>")).iter():
        assert element.tag.rpartition("}")[2] not in ("script", "iframe", "object", "img")
        assert not any(n.startswith("on") or "script:" in v for n, v in element.items())
    assert html.count("<svg") == 1
    assert f"In the case file: {', '.join(shown['deal']['case_file'])}." in html


BOARDS = [load_board("classic"), load_board("huji"), board_from_toml(SMALL_BOARD)]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_squares_doors_rooms_and_starts_are_drawn_where_they_are(board: Board) -> None:
    """Beside its y; a room has its name on the map, or its letter and the name in the legend."""
    drawing, legend = draw_board(board).split("\n\n")
    lines = [line.ljust(4 + 2 * board.map.width) for line in drawing.splitlines()[1:]]
    assert [line[:4] for line in lines] == [f"{y:3} " for y in range(board.map.height)]

    def drawn(square: tuple[int, int]) -> str:
        return lines[square[1]][4 + 2 * square[0] : 6 + 2 * square[0]]

    starts = {square: suspect[:2].capitalize() for suspect, square in board.starts.items()}
    for square in board.map.squares("."):
        assert drawn(square) == starts.get(square, "· ")
    assert {drawn(square) for square in board.map.squares("#")} <= {"  "}
    for room in board.rooms.values():
        for door in room.doors:  # at the side of the square in front, else to the right
            assert drawn(door.cell)[door.front[0] >= door.cell[0]] == "+"
        if f"{room.letter} {room.name}" in " ".join(legend.split()):
            assert room.letter in "".join(map(drawn, room.cells))
        else:
            assert all(word in drawing for word in room.name.split("-"))


def test_tokens_that_do_not_fit_into_a_room_are_named_under_the_map() -> None:
    crowd = dict.fromkeys(SUSPECTS, Card("hall"))
    notes = " ".join(" ".join(remarks_on(Cells(load_board("huji"), crowd))).split())
    assert f"in hall: {', '.join(SUSPECTS)}" in notes
    cells = Cells(load_board("classic"), crowd)
    assert list(remarks_on(cells)) == []
    assert all(suspect[:2].capitalize() in "".join(numbered_lines(cells)) for suspect in SUSPECTS)


def test_the_table_of_turns_gives_steps_and_expected_turns() -> None:
    board = load_board("classic")
    turns = default_rules(board).turns(board)
    for origin, row in zip(board.rooms, table_of_turns(board, turns).splitlines()[1:], strict=True):
        for room, cell in zip(board.rooms, row.split()[1:], strict=True):
            steps = f"{board.pips[origin].get(room, '-')}/{turns.to_room(room)[origin]:.2f}"
            assert cell == ("-" if room == origin else steps)


def test_a_room_has_its_name_in_as_many_lines_as_fit() -> None:
    assert _name_lines(Card("billiard-room"), 12) == [" billiard ", " room "]
    assert _name_lines(Card("hall"), 2) == []


def test_steps_in_words() -> None:
    asked = Suggestion(Card("green"), Card("rope"), Card("study"))
    for step, words in (
        (
            PlanStep(action="(suggest ...)", asks=asked, expects="rope"),
            "ask about green, rope, study and expect to be shown rope",
        ),
        (
            PlanStep(action="(go-on ...)", to=Card("study"), asks=asked),
            "go on to study and ask about green, rope, study",
        ),
        (PlanStep(action="(stay hall)", to=Card("hall"), by="staying"), "stay in hall"),
    ):
        assert step_in_words(step) == words
