"""Records as notebooks show them."""

import json
from xml.etree import ElementTree

from planner_clue.api.game_record import GameRecord
from planner_clue.board import Place
from planner_clue.cards import Card
from planner_clue.match import MatchConfig
from planner_clue.table.events import Moved, Suggested, TookPassage
from tests.shared import line_of

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


def test_a_record_is_shown_with_its_story_and_position_and_its_names_run_nothing() -> None:
    shown = json.loads(line_of(RANDOM, 0))
    shown["seats"][0]["agent"] = "<img src=x onerror=alert(1)>"
    html = GameRecord(shown)._repr_html_()
    for element in ElementTree.fromstring(html.replace("<br>", "<br/>")).iter():
        assert element.tag.rpartition("}")[2] not in ("script", "iframe", "object", "img")
        assert not any(n.startswith("on") or "script:" in v for n, v in element.items())
    assert html.count("<svg") == 1
    assert f"In the case file: {', '.join(shown['deal']['case_file'])}." in html
