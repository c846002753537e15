"""The picture of a board: what pages rely on, and that nothing is drawn where it cannot be."""

import json
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from planner_clue.board import Board, Place, board_from_toml, load_board
from planner_clue.board.drawing import board_svg, route_points, token_spots
from planner_clue.board.drawing.palette import COLOURS
from planner_clue.cards import SUSPECTS, Card
from tests.board.reference import read_sheet, steps_to
from tests.cli.helpers import SMALL_BOARD

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
    grounds = ("room", "heat", "reach", "hallway", "ground")
    pairs = [*(("ink", ground, 4.5) for ground in grounds), ("faint", "room", 4.5)]
    for one, ground, least in [*pairs, ("route", "hallway", 3)]:
        low, high = sorted((light[one], light[ground]))
        assert high / low >= least, (one, ground)


def test_the_picture_in_the_documents_is_what_is_drawn() -> None:
    """Run ``planner-clue boards classic --svg docs/board.svg`` where it is not."""
    board = load_board("classic")
    file = Path(__file__).parents[2] / "docs" / "board.svg"
    assert file.read_text(encoding="utf-8") == board_svg(board, board.starts)
