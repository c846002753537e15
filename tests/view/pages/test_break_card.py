"""The picture of a break: what it says is what the record and the belief of the seat say."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from planner_clue.game.board import Board
from planner_clue.game.replay import replayed
from planner_clue.planner.decision import read_replans
from planner_clue.support.errors import InputError
from planner_clue.view.game_record import GameRecord
from planner_clue.view.pages.break_card import break_picture, breaks_of
from planner_clue.view.pages.frames import ALL, PUBLIC
from planner_clue.view.pages.replay_page import page_data
from tests.view.pages.games import game

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [(each.text or "") for each in ET.fromstring(picture).findall(f"{SVG}text")]


def test_a_break_has_both_plans_and_the_case_files_that_were_left() -> None:
    """The counts belong to a belief that follows the game for itself."""
    record = game()
    data, _ = page_data(record, ALL)
    shown, recorded = breaks_of(data), GameRecord(record)
    assert shown
    for broken in shown:
        seat = recorded.seats[broken.seat]
        made = {one.number: one for one in read_replans(record["notes"][broken.seat])}
        picture = break_picture(data, recorded.board, broken.number)
        lines = texts(picture)
        assert lines[0].startswith(f"Plan {broken.old['made']['replan'] + 1} of ")
        old, new = broken.old["made"], broken.new["made"]
        heads = [f"Plan {one['replan'] + 1}, turn {one['turn']}" for one in (old, new)]
        assert all(head in lines for head in heads)
        counts = [
            len(seat.belief(turn=made[one["replan"]].turn - 1, asking=1).case_files())
            for one in (old, new)
        ]
        same = f"still {counts[0]} case files left"
        fewer = f"{counts[0]} case files left, then {counts[1]}"
        assert (same if counts[0] == counts[1] else fewer) in lines
        assert len(ET.fromstring(picture).findall(f"{SVG}svg")) == 2, "two boards"
        assert recorded.board is not None
        bare = break_picture(data, Board.of_cards(recorded.board.deck), broken.number)
        assert not ET.fromstring(bare).findall(f"{SVG}svg"), "an edition without a board"
        assert f"moment {broken.old['broken']['at']}" in lines[1]


def test_the_boards_stand_as_before_each_plan_with_the_heat_of_its_seat() -> None:
    record = game()
    data, _ = page_data(record, ALL)
    (first, *_), recorded = breaks_of(data), GameRecord(record)
    boards = ET.fromstring(break_picture(data, recorded.board, 1)).findall(f"{SVG}svg")
    for plan, board in zip((first.old, first.new), boards, strict=True):
        belief = recorded.seats[first.seat].belief(turn=plan["made"]["turn"] - 1)
        cards = belief.deck.rooms
        hottest = max(cards, key=belief.case_chance)
        opacity = {
            one.get("data-room"): float(one.get("fill-opacity", "0"))
            for one in board.iter(f"{SVG}path")
            if one.get("class") == "heat"
        }
        assert max(opacity, key=lambda room: opacity[room]) == hottest
        places = replayed(record).places_after(plan["made"]["turn"] - 1)
        described = board.findtext(f"{SVG}desc") or ""
        for token, place in places.items():
            where = place.replace("-", " ") if isinstance(place, str) else "{},{}".format(*place)
            assert re.search(rf"{token.capitalize()} is [^.]*{where}\.", described), token


def test_a_break_that_is_not_there_is_refused_and_other_viewpoints_have_none() -> None:
    record = game()
    data, _ = page_data(record, ALL)
    last = len(breaks_of(data))
    for number in (0, last + 1):
        with pytest.raises(InputError, match=f"--break {number}; expected 1 to {last}"):
            break_picture(data, None, number)
    nothing, _ = page_data(record, PUBLIC)
    assert breaks_of(nothing) == []
    with pytest.raises(InputError, match="no observation ended a plan"):
        break_picture(nothing, None, 1)


def test_the_loop_shows_each_break_for_its_part_of_the_time_and_one_where_motion_is_reduced(
    page: Page,
) -> None:
    data, _ = page_data(game(), ALL)
    loop, many = break_picture(data, None), len(breaks_of(data))
    assert 1 < many <= 5
    shown = """at => {
        document.getAnimations().map(one => { one.pause(); one.currentTime = 1000 * at; });
        const cards = [...document.querySelectorAll(".break")];
        return cards.map(one => getComputedStyle(one).opacity);
    }"""
    page.set_content(loop)
    alone = ["1", *["0"] * (many - 1)]
    assert page.evaluate(shown, 0) == alone, "reduced motion, as all tests have it"
    page.emulate_media(reduced_motion="no-preference")
    for number in range(many):
        expected = ["0"] * many
        expected[number] = "1"
        assert page.evaluate(shown, 20 * (number + 0.5) / many) == expected
    titles = [each.text or "" for each in ET.fromstring(loop).iter(f"{SVG}title")]
    assert len([title for title in titles if " breaks in turn " in title]) == many


def test_breaks_are_numbered_in_the_order_of_the_game() -> None:
    data, _ = page_data(game(), ALL)
    at = [broken.old["broken"]["at"] for broken in breaks_of(data)]
    assert all(one <= other for one, other in pairwise(at))
    assert [broken.number for broken in breaks_of(data)] == list(range(1, len(at) + 1))
