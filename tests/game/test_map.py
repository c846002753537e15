"""Maps people draw, every fault with its place, and the picture of a board: what pages rely on."""

import json
import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.game.board import Board, Place, board_from_toml, load_board
from planner_clue.game.board.drawing import board_svg, route_points, token_spots
from planner_clue.game.board.drawing.palette import COLOURS
from planner_clue.game.cards import SUSPECTS, Card
from planner_clue.support.errors import BoardError
from tests.cli.helpers import SMALL_BOARD
from tests.game.reference import read_sheet, steps_to
from tests.game.test_turns import SMALL


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def refused(text: str) -> str:
    with pytest.raises(BoardError) as caught:
        board_from_toml(text, "mine.toml")
    return str(caught.value)


def test_classic_is_the_mansion_with_seventeen_doors() -> None:
    board = load_board("classic")
    assert sum(row.count(".") for row in board.map.rows) == 188
    assert (board.map.width, board.map.height) == (25, 25)
    assert sum(len(room.doors) for room in board.rooms.values()) == 17
    assert len(board.rooms) == 9
    pairs = {("study", "kitchen"), ("conservatory", "lounge")}
    assert {*board.passages.items()} == pairs | {(b, a) for a, b in pairs}


def test_huji_is_an_open_grid_around_a_block_with_rooms_of_one_square() -> None:
    board = load_board("huji")
    assert sum(row.count("#") for row in board.map.rows) == 49
    assert {len(room.cells) for room in board.rooms.values()} == {1}
    cells = [cell for room in board.rooms.values() for cell in room.cells]
    assert sorted(cells)[:5] == [(0, 0), (0, 24), (5, 16), (6, 12), (12, 7)]
    assert sorted(cells)[5:] == [(12, 18), (18, 12), (24, 0), (24, 24)]
    assert board.passages == {}
    assert board.starts["scarlett"] == (16, 0)  # type: ignore[index]


FAULTS = [
    ("AA.....BB", "AA..Z..BB", "AA..Z..BB", 5, "unknown letter 'Z'"),
    ("AA.###.BB", "AA.###.B", "AA.###.B", 9, "ragged map: this line has 8 squares; expected 9"),
    ("[[[1, 0], [2, 0]]]", "[]", "doors = []", 1, "room attic has no door"),
    ("[[[1, 0], [2, 0]]]", "[[[1, 0], [1, -1]]]", "doors = ", 10,
     "door of attic opens on nothing: [1, -1] is 'off the map'"),
    ("[[[1, 0], [2, 0]]]", "[[[2, 0], [3, 0]]]", "doors = ", 10,
     "door of attic starts at [2, 0], which is not drawn 'A'"),
    ("[[[1, 0], [2, 0]]]", "[[[1, 0], [3, 0]]]", "doors = ", 10, "do not touch"),
    ("[[[1, 0], [2, 0]]]", "[[1, 0, 2, 0]]", "doors = ", 10, "[1, 0, 2, 0] is not a door of attic"),
    ('passage = "cellar"', 'passage = "celar"', 'passage = "celar"', 12,
     "passage of attic to unknown room 'celar'; did you mean 'cellar'?"),
    ('passage = "cellar"', 'passage = "attic"', 'passage = "attic"', 12, "passage of attic"),
    ("scarlett = [2, 0]", "scarlett = [0, 0]", "scarlett = ", 12,
     "start of scarlett at [0, 0] is 'A'; expected a hallway square"),
    ("scarlett = [2, 0]", "scarlett = [99, 0]", "scarlett = ", 12,
     "start of scarlett at [99, 0] is 'off the map'"),
    ("scarlett = [2, 0]", "scarlett = 3", "scarlett = ", 1, "no start for scarlett"),
    ("mustard = [3, 0]", "mustard = [2, 0]", "mustard = ", 11, "two tokens start at [2, 0]"),
    ("plum = [2, 3]", "", "[starts]", 1, "no start for plum"),
    ("plum = [2, 3]", "plumm = [2, 3]", "plumm", 1, "'plumm' is not a suspect; did you mean"),
    ('name = "bath"', 'name = "attic"', 'name = "attic"\ndoors = [[[7', 1, "two rooms are named"),
    ('name = "bath"', 'name = "rope"', 'name = "rope"', 9, "'rope' is not a room name"),
    ('name = "bath"', "", "[rooms.B]", 1, "'name' is missing"),
    ("[rooms.C]", "[rooms.CC]", "AA.....BB", 0, ""),
    ('name = "small"', "", "", 0, "'name' is missing"),
    ('name = "small"', 'name = "small"\nsize = 3', "size", 1, "unknown key 'size'"),
    ('name = "small"', "name = small", "name = small", 8, "not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "at", "column", "message"),
    [pytest.param(*fault, id=f"{fault[1][:20]}-{number}") for number, fault in enumerate(FAULTS)],
)
def test_a_wrong_map_is_refused(old: str, new: str, at: str, column: int, message: str) -> None:
    assert SMALL.count(old) >= 1
    broken = SMALL.replace(old, new, 1)
    refusal = refused(broken)
    assert message in refusal
    if column:
        assert refusal.startswith(f"mine.toml:{line_of(broken, at)}:{column}: ")
    else:
        assert refusal.startswith("mine.toml:")


def test_endless_brackets_and_digits_are_refused() -> None:
    assert refused("a = " + "[" * 3000).startswith("mine.toml:1:1: nested too deeply; expected")
    assert "mine.toml:1:1: not TOML: Exceeds the limit" in refused("a = " + "9" * 5000)


def test_a_room_nobody_can_get_to_is_refused() -> None:
    alone = SMALL.replace('passage = "cellar"\n', "").replace('passage = "attic"\n', "")
    alone = alone.replace(", [[8, 1], [8, 2]]", "")
    message = refused(alone)
    assert message.startswith(f"mine.toml:{line_of(alone, '.......CC')}:8: unreachable room cellar")
    assert "from the start of scarlett at [2, 0]" in message


@given(st.integers(0, len(SMALL)), st.text(alphabet=".#xA[]=,'\" \n2Z\0é", max_size=3))
def test_a_slip_of_the_pen_ends_in_a_board_or_a_refusal(at: int, slip: str) -> None:
    refusal = ""
    try:
        board_from_toml(SMALL[:at] + slip + SMALL[at + len(slip) :], "x")
    except BoardError as error:
        refusal = str(error)
    assert not refusal or re.match(r"x:\d+:\d+: ", refusal)


def test_a_file_is_read_by_its_path_and_a_missing_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)
    assert load_board(str(path)).name == "small"
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(str(tmp_path / "other.toml"))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BoardError, match=r"mine\.toml:1:1: not UTF-8"):
        load_board(str(path))
    with pytest.raises(BoardError, match="no board 'clasic'; did you mean 'classic'"):
        load_board("clasic")


BOARDS = [load_board("classic"), load_board("huji"), board_from_toml(SMALL_BOARD)]
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
SVG = "{http://www.w3.org/2000/svg}"
STUDY, HALL, KITCHEN = Card("study"), Card("hall"), Card("kitchen")


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    every = ElementTree.fromstring(svg).iter()
    return [one for one in every if one.get("class", "").split()[:1] == [name]]


def texts(svg: str, name: str) -> list[str]:
    return ["".join(one.itertext()) for one in elements(svg, name)]


@every_board
def test_rooms_squares_doors_and_passages_can_be_found_by_their_data(board: Board) -> None:
    svg = board_svg(board)
    root = ElementTree.fromstring(svg)
    assert (root.tag, root.get("class"), root.get("role")) == (f"{SVG}svg", "clue-board", "img")
    assert [room.get("data-room") for room in elements(svg, "room")] == list(board.rooms)
    squares = {square.get("data-square") for square in elements(svg, "square")}
    assert squares == {f"{x},{y}" for x, y in board.map.squares(".")}
    doors = [door.get("data-room") for door in elements(svg, "door")]
    assert doors == [room.name for room in board.rooms.values() for _ in room.doors]
    assert [mark.get("data-room") for mark in elements(svg, "passage")] == list(board.passages)
    assert [f"to {r.replace('-', ' ')}" for r in board.passages.values()] == texts(svg, "passage")
    assert {mark.get("data-suspect") for mark in elements(svg, "start")} == set(SUSPECTS)


@every_board
def test_tokens_stand_where_the_page_would_put_them(board: Board) -> None:
    spots = token_spots(board)
    assert json.loads(json.dumps(spots)) == spots
    room = next(iter(board.rooms))
    tokens: dict[Card, Place] = {**board.starts, SUSPECTS[2]: room}
    del tokens[SUSPECTS[5]]
    drawn = elements(board_svg(board, tokens), "token")
    assert [token.get("data-suspect") for token in drawn] == list(SUSPECTS[:5])
    x, y = board.starts[SUSPECTS[0]]
    dx, dy = spots["square"]
    assert drawn[0].get("transform") == f"translate({x + dx:g} {y + dy:g})"
    (x, y), scale = spots["rooms"][room][2], spots["scales"][room]
    scaled = f" scale({scale:g})" if scale != 1 else ""
    assert drawn[2].get("transform") == f"translate({x:g} {y:g}){scaled}"


def test_reach_heat_and_route_are_drawn_for_those_that_have_them() -> None:
    board = load_board("classic")
    heat = {STUDY: 0.5, HALL: 0.25, KITCHEN: 0.0}
    svg = board_svg(board, reach=[(16, 0), STUDY], heat=heat, route=[(16, 0), HALL, KITCHEN])
    reached = [e for e in ElementTree.fromstring(svg).iter() if "in-reach" in e.get("class", "")]
    assert [e.get("data-square") or e.get("data-room") for e in reached] == ["16,0", "study"]
    opacity = {e.get("data-room"): float(e.get("fill-opacity", 1)) for e in elements(svg, "heat")}
    assert opacity["study"] > opacity["hall"] > opacity["kitchen"] == opacity["lounge"] == 0
    alone = elements(board_svg(board, heat={STUDY: 7.0}), "heat")
    assert opacity["study"] == max(float(e.get("fill-opacity", 1)) for e in alone)
    numbers = dict(zip(board.rooms, texts(svg, "heat-value"), strict=True))
    assert {room: text for room, text in numbers.items() if text} == {
        "study": "0.50", "hall": "0.25", "kitchen": "0",
    }  # fmt: skip
    assert len(elements(svg, "route")) == 2
    assert texts(svg, "stop") == ["1", "2"]
    assert not elements(board_svg(board), "route")


def squares_on(points: list[tuple[float, float]]) -> list[tuple[int, int]]:
    found = []
    for (x, y), (to_x, to_y) in pairwise(points):
        steps = int(max(abs(to_x - x), abs(to_y - y)))
        assert x == to_x or y == to_y
        for step in range(steps + 1):
            share = step / steps if steps else 0
            found.append((int(x + share * (to_x - x)), int(y + share * (to_y - y))))
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("board", BOARDS[:2], ids=lambda board: board.name)
def test_routes_go_through_hallway_and_doors_only_and_are_shortest(board: Board) -> None:
    doors = {frozenset((d.cell, d.front)) for room in board.rooms.values() for d in room.doors}
    hallway, sheet = set(board.map.squares(".")), read_sheet(board.map.toml)
    for start, end in combinations(board.rooms, 2):
        squares = squares_on(route_points(board, start, end))
        assert squares[0] in board.rooms[start].cells
        assert squares[-1] in board.rooms[end].cells
        assert set(squares[1:-1]) <= hallway
        assert frozenset(squares[:2]) in doors
        assert frozenset(squares[-2:]) in doors
        steps = steps_to(sheet, start)[end]
        assert len(squares) - 1 == board.pips[start][end] == board.pips[end][start] == steps


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("which", [0, 1], ids=["light", "dark"])
def test_words_are_legible_on_everything_that_they_stand_on(which: int) -> None:
    light = {name: luminance(both[which]) + 0.05 for name, both in COLOURS.items()}
    rooms = ("planks", "parquet", "tiles", "flags", "furniture")
    grounds = (*rooms, "sign", "heat", "reach", "hallway", "ground")
    pairs = [("ink", ground, 4.5) for ground in grounds]
    pairs += [("faint", ground, 4.5) for ground in rooms]
    for one, ground, least in [*pairs, ("route", "hallway", 3)]:
        low, high = sorted((light[one], light[ground]))
        assert high / low >= least, (one, ground)


def test_the_picture_in_the_documents_is_what_is_drawn() -> None:
    """Run ``planner-clue boards classic --svg docs/board.svg`` where it is not."""
    board = load_board("classic")
    file = Path(__file__).parents[2] / "docs" / "board.svg"
    assert file.read_text(encoding="utf-8") == board_svg(board, board.starts)
