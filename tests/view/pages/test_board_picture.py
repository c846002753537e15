"""The picture of a board as a browser lays it out."""

from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page

from planner_clue.game.board import Board, board_from_toml, load_board
from planner_clue.game.board.drawing import board_svg, token_spots
from planner_clue.game.cards import SUSPECTS
from tests.cli.helpers import SMALL_BOARD

ASSETS = files("planner_clue.view.pages") / "assets"
BOARDS = [load_board("classic"), load_board("huji"), board_from_toml(SMALL_BOARD)]
_BOXES = """selector => [...document.querySelectorAll(selector)].map(one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return {left, right, top, bottom, text: one.textContent};
}).filter(box => box.right > box.left)"""


def overlap(one: dict[str, Any], other: dict[str, Any], slack: float = 0.0) -> bool:
    """Return whether two boxes overlap by more than ``slack`` of the lower one's height."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    height = min(one["bottom"] - one["top"], other["bottom"] - other["top"])
    return bool(across > 0.5 and down > 0.5 + slack * height)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_words_and_tokens_of_a_room_do_not_overlap(page: Page, board: Board) -> None:
    """Also with all six tokens in it and its heat written; all of it is inside the picture."""
    for room in board.rooms:
        heat = dict.fromkeys(board.rooms, 0.123)
        page.set_content(board_svg(board, dict.fromkeys(SUSPECTS, room), heat=heat))
        words = page.evaluate(_BOXES, f".room[data-room={room}] text")
        tokens = page.evaluate(_BOXES, ".token")
        assert len(tokens) == 6
        for word in words:
            assert not any(overlap(word, token) for token in tokens), (room, word["text"])
            # The box of a line is higher than its letters.
            others = [other for other in words if other != word]
            assert not any(overlap(word, other, 0.25) for other in others), (room, word["text"])
    (picture,) = page.evaluate(_BOXES, ".clue-board")
    for word in page.evaluate(_BOXES, "text"):
        assert all(picture[side] <= word[side] for side in ("left", "top"))
        assert all(picture[side] >= word[side] for side in ("right", "bottom"))


def test_the_colours_follow_the_reader_and_the_page(page: Page) -> None:
    floor = "getComputedStyle(document.querySelector('.squares')).fill"
    page.set_content(board_svg(BOARDS[0]))
    page.emulate_media(color_scheme="light")
    assert page.evaluate(floor) == "rgb(243, 233, 210)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(floor) == "rgb(52, 58, 69)"
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(floor) == "rgb(243, 233, 210)"
    page.set_content(f'<div style="--clue-hallway: rgb(1, 2, 3)">{board_svg(BOARDS[0])}</div>')
    assert page.evaluate(floor) == "rgb(1, 2, 3)"


_SHOW = """([spots, shown]) =>
    new Board(document.querySelector(".clue-board"), spots).show(shown)"""


@pytest.mark.parametrize("board", BOARDS[:2], ids=lambda board: board.name)
def test_tokens_never_overlap_and_are_large_in_any_room(page: Page, board: Board) -> None:
    """Neither each other, nor one on the square in front of the door."""
    page.set_content(board_svg(board, board.starts))
    for script in ("dom", "board"):
        page.add_script_tag(content=(ASSETS / f"{script}.js").read_text(encoding="utf-8"))
    page.add_style_tag(content=".token { transition: none !important; }")
    for room in board.rooms.values():
        for count in range(1, 7):
            where = [*[room.name] * count, list(room.doors[0].front)][:6]
            shown = dict(zip(SUSPECTS, where, strict=False))
            page.evaluate(_SHOW, [token_spots(board), dict.fromkeys(SUSPECTS) | shown])
            edges = page.evaluate(_BOXES, ".token .edge")
            assert len(edges) == len(shown)
            assert not any(overlap(*two) for two in combinations(edges, 2)), (room.name, count)
            sizes = [edge["right"] - edge["left"] for edge in edges]
            assert min(sizes) > 0.3 * max(sizes), (room.name, count)
