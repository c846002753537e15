"""Boards and games as people read them."""

from copy import deepcopy
from typing import Any

import pytest

from planner_clue.board import Board, board_from_toml, load_board
from planner_clue.cards import SUSPECTS
from planner_clue.show.board_text import draw_board, table_of_turns
from planner_clue.show.explain import explain_turn
from planner_clue.show.story import tell_game
from planner_clue.show.trace import trace_seat
from planner_clue.table.rules import default_rules
from tests.cli.helpers import SMALL_BOARD

BOARDS = [load_board("classic"), load_board("huji"), board_from_toml(SMALL_BOARD)]
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)

# -- boards ----------------------------------------------------------------------------------


@every_board
def test_every_square_is_drawn_under_its_x_and_beside_its_y(board: Board) -> None:
    """Doors are ``+`` on the room's side, starts the number of the seat from 1."""
    lines = draw_board(board).splitlines()
    doors = {door.cell for room in board.rooms.values() for door in room.doors}
    seats = {square: str(SUSPECTS.index(name) + 1) for name, square in board.starts.items()}
    for y, row in enumerate(board.map.rows):
        assert lines[2 + y][:4] == f"{y:3} "
        for x, symbol in enumerate(row):
            expected = "+" if (x, y) in doors else seats.get((x, y), symbol)
            assert lines[2 + y][4 + x] == expected


@every_board
def test_columns_are_numbered(board: Board) -> None:
    tens, ones = draw_board(board).splitlines()[:2]
    for x in range(board.map.width):
        assert ones[4 + x] == str(x % 10)
    assert tens[4] == "0"
    assert tens[4:].split() == [str(ten) for ten in range((board.map.width - 1) // 10 + 1)]


@every_board
def test_the_legend_names_rooms_passages_and_starts(board: Board) -> None:
    drawn = draw_board(board)
    for room in board.rooms.values():
        assert f"{room.letter} {room.name}" in drawn
        assert room.passage is None or f"(passage to {room.passage})" in drawn
    assert "1 scarlett, 2 mustard, 3 white, 4 green, 5 peacock, 6 plum" in drawn


@every_board
def test_the_table_of_turns_has_a_row_and_a_column_for_each_room(board: Board) -> None:
    turns = default_rules(board).turns(board)
    head, *rows = table_of_turns(board, turns).splitlines()
    assert head.split() == [room[:9] for room in board.rooms]
    assert [row.split()[0] for row in rows] == list(board.rooms)
    for at, row in enumerate(rows):
        cells = row.split()[1:]
        assert len(cells) == len(board.rooms)
        assert [cell == "-" for cell in cells] == [at == other for other in range(len(cells))]


@every_board
def test_the_table_of_turns_gives_steps_and_expected_turns(board: Board) -> None:
    turns = default_rules(board).turns(board)
    rows = table_of_turns(board, turns).splitlines()[1:]
    for origin, row in zip(board.rooms, rows, strict=True):
        for room, cell in zip(board.rooms, row.split()[1:], strict=True):
            if room != origin:
                steps, expected = cell.split("/")
                assert steps == str(board.pips[origin].get(room, "-"))
                assert expected == f"{turns.to_room(room)[origin]:.2f}"


# -- games -----------------------------------------------------------------------------------


def event(kind: str, turn: int, seat: int, **more: Any) -> dict[str, Any]:
    """Return one event of a record."""
    return {"kind": kind, "turn": turn, "seat": seat, **more}


NOTES = [
    {
        "turn": 1,
        "replan": 0,
        "trigger": "first-plan",
        "observed_in": 0,
        "observation": "the game begins",
        "also": [],
        "assumption": ["plum", "rope", "study"],
        "chance": 0.125,
        "plan": [
            {"action": "(travel-from-hallway study)", "became": "played", "turn": 1},
            {"action": "(count-visit visit-1)", "became": "reckoning"},
            {
                "action": "(suggest-weapon-shown plum rope study)",
                "expects": "rope",
                "became": "played",
                "turn": 1,
            },
            {"action": "(accuse plum rope study)", "became": "dropped", "turn": 4},
        ],
        "cost": 300,
        "question_costs": [0],
        "alternatives": {"(travel-from-hallway study)": 300, "(travel-from-hallway hall)": 420},
    },
    {
        "turn": 4,
        "replan": 1,
        "trigger": "unexpected-answer",
        "observed_in": 1,
        "observation": "white showed plum; rope was expected",
        "also": [],
        "assumption": ["white", "rope", "study"],
        "chance": 0.25,
        "failure": "time-out",
        "detail": "no plan in 5 s",
        "fallbacks": [{"turn": 4, "action": "passage", "reason": "time-out"}],
    },
    {"turn": 4, "said": "a note of another kind"},
    {"turn": 6, "assumption": ["white", "rope", "study"], "chance": 0.7, "gamble": True},
]
EVENTS = [
    event("roll", 1, 0, dice=[3, 4]),
    event("move", 1, 0, to="study"),
    event("suggest", 1, 0, cards=["plum", "rope", "study"]),
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


def record(winner: int | None = 0, how: str = "accusation") -> dict[str, Any]:
    """Return a game in which everything happens."""
    return {
        "game": 3,
        "seats": [
            {"agent": "planner", "token": "scarlett"},
            {"agent": "random", "token": "mustard"},
            {"agent": "my.py:Agent", "token": "white"},
        ],
        "deal": {"case_file": ["white", "rope", "study"], "hands": []},
        "events": EVENTS,
        "notes": [NOTES, [], []],
        "result": {"winner": winner, "how": how},
    }


def story(winner: int | None = 0, how: str = "accusation") -> list[str]:
    """Return the story of that game."""
    return list(tell_game(record(winner, how)))


def test_a_story_begins_with_who_plays_and_what_is_hidden() -> None:
    assert story()[:2] == [
        "Game 3: scarlett (planner), mustard (random), white (my.py:Agent).",
        "In the case file: white, rope, study.",
    ]


def test_each_turn_is_told_under_the_name_of_its_player() -> None:
    heads = [line.strip() for line in story() if line.strip().startswith("turn ")]
    assert heads == [
        "turn 1  scarlett (planner)",
        "turn 2  mustard (random)",
        "turn 3  white (my.py:Agent)",
        "turn 4  scarlett (planner)",
        "turn 5  mustard (random)",
        "turn 6  scarlett (planner)",
    ]


def test_every_kind_of_event_is_told() -> None:
    told = [line.strip() for line in story()]
    expected = [
        "rolls 3 + 4",
        "goes to study",
        "suggests plum, rope, study",
        "mustard passes",
        "white shows plum",
        "goes to [6, 4]",
        "accuses green, rope, hall: wrong",
        "white takes no more turns",
        "takes the secret passage to kitchen",
        "mustard forfeits: crash: ValueError: x",
        "accuses white, rope, study: right",
    ]
    assert [line for line in told if line in expected] == expected


def test_a_plan_is_told_in_its_turn_before_what_was_done() -> None:
    told = [line.strip() for line in story()]
    at = told.index("* first-plan: the game begins")
    assert told[at - 1] == "turn 1  scarlett (planner)"
    assert told[at + 1].startswith("assumes plum, rope, study")
    plan = " ".join(told[at + 1 : told.index("rolls 3 + 4")])
    assert plan.index("(travel-from-hallway study)") < plan.index("(accuse plum rope study)")


def test_a_planning_that_failed_is_told_with_its_reason() -> None:
    told = [line.strip() for line in story()]
    at = told.index("* unexpected-answer: turn 1: white showed plum; rope was expected")
    assert "time-out" in told[at + 1]
    assert told[at + 2] == "takes the secret passage to kitchen"


def test_the_plans_own_reckoning_is_left_out() -> None:
    assert not any("count-visit" in line for line in story())


def test_a_gamble_is_told_with_its_chance() -> None:
    told = [line.strip() for line in story()]
    assert "* gambles: the accusation is right with 70%" in told


def test_a_story_ends_with_the_winner() -> None:
    assert story()[-1] == "scarlett (planner) wins."


@pytest.mark.parametrize("how", ["turn-limit", "all-out", "forfeits"])
def test_a_story_without_a_winner_says_how_it_ended(how: str) -> None:
    assert story(None, how)[-1] == f"Nobody wins: {how}."


# -- one planner's view ------------------------------------------------------------------------


def test_a_trace_has_a_row_for_each_own_turn() -> None:
    rows = trace_seat(record(), 0)
    assert [row.turn for row in rows] == [1, 4, 6]
    first, second, last = rows
    assert first.triggers == ["first-plan"]
    assert (first.place, first.asked) == ("study", "plum, rope, study")
    assert (first.expected, first.outcome) == ("rope", "white showed plum")
    assert second.triggers == ["unexpected-answer"]
    assert last.outcome == "accused white, rope, study: right (a gamble at 70%)"


def test_of_the_turn_of_another_only_the_own_forfeit_is_shown() -> None:
    events = [
        event("roll", 1, 0, dice=[3, 4]),
        event("move", 1, 0, to="study"),
        event("suggest", 1, 0, cards=["plum", "rope", "study"]),
        event("forfeit", 1, 1, reason="crash"),
        event("roll", 2, 2, dice=[1, 1]),
    ]
    game = record() | {"events": events, "notes": [[], [], []]}
    assert [[row.turn for row in trace_seat(game, seat)] for seat in range(3)] == [[1], [1], [2]]
    (row,) = trace_seat(game, 1)
    assert (row.place, row.asked, row.outcome) == ("", "", "forfeited: crash")
    (row,) = trace_seat(game, 0)
    assert "forfeited" not in row.outcome


def explained(turn: int, seat: int = 0) -> str:
    return " ".join(explain_turn(record(), seat, turn))


def test_a_turn_is_explained_with_names_and_reasons() -> None:
    told = explained(1)
    assert "It planned because it had no plan yet (first-plan): the game begins." in told
    assert "It assumed plum with the rope in the study" in told
    assert "roll towards study; ask about plum, rope, study and expect to be shown rope" in told
    assert "the other ways looked at: roll towards hall (4.20)" in told
    assert "expected: rope; got: white showed plum." in told
    assert "It planned again in turn 4: unexpected-answer (turn 1: white showed plum" in told


def test_what_the_expected_answers_would_rule_out_is_explained() -> None:
    game = record()
    files = [["plum", weapon, "study"] for weapon in ("rope", "knife", "wrench", "revolver")]
    game["notes"][0][0]["rules_out"] = [files]
    told = " ".join(explain_turn(game, 0, 1))
    assert "If it is shown rope on asking about plum, rope, study, that rules out 4 of 4" in told
    assert "plum, rope, study; plum, knife, study; plum, wrench, study; and 1 more." in told


def test_a_failure_a_fallback_and_a_gamble_are_explained() -> None:
    assert "The engine gave no plan: no plan in 5 s." in explained(4)
    assert "Without a plan (time-out) it chose: passage." in explained(4)
    assert "It gambled: what it accused was not certain, only 70% probable." in explained(6)


def test_that_the_engine_was_given_up_is_explained() -> None:
    game = deepcopy(record())  # the notes are those of all tests
    note = next(note for note in game["notes"][0] if note.get("failure"))
    note["gave_up"] = True
    assert "the planner gave up on it for this game." in " ".join(explain_turn(game, 0, 4))


def test_nothing_is_claimed_of_plans_where_there_are_none() -> None:
    told = explained(2, seat=1)
    assert told.startswith("mustard (random) leaves no plans")
    assert "as its plan expected" not in told


def test_a_turn_of_another_seat_is_refused_with_the_own_ones() -> None:
    with pytest.raises(ValueError, match=r"3 is no turn of scarlett .* expected one of 1, 4, 6"):
        explained(3)
