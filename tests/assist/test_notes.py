"""Whole notes: places of tokens, what a seat knows by them, and what docs/assist.md says."""

import json
import re
from pathlib import Path

import pytest

from planner_clue.assist.conclusions import conclude, read_any_seen
from planner_clue.assist.notepad import Notepad
from planner_clue.assist.notes import read_notes
from planner_clue.assist.session import Session
from planner_clue.belief import believe
from planner_clue.match import MatchConfig
from planner_clue.table.observations import parse_seen, seen_to_json
from planner_clue.table.record import read_record, replay
from tests.assist.helpers import EVENING, HEAD, head, head_of, line_of, told_by, well_read
from tests.shared import line_of as record_of

GAMES = [
    MatchConfig(("exact", "random", "random"), 1, seed=4),
    MatchConfig(("random", "exact", "random", "random"), 1, seed=5, board="none"),
    MatchConfig(("exact", "random", "random"), 1, seed=6, rules="huji-bn1"),
    MatchConfig(("random",) * 5, 1, seed=7, board="huji"),
]


@pytest.mark.parametrize("config", GAMES, ids=lambda config: f"{config.board}-{config.rules}")
def test_notes_of_a_game_give_the_belief_and_places_of_the_seat(config: MatchConfig) -> None:
    """In either format; but for tokens that left the hallway when their player was out."""
    table = replay(read_record(record_of(config, 0)))
    for number in (0, len(config.agents) - 1):
        seat = table.seat_view(number, 0)
        events = [own for event in table.events if (own := table.seen_by(event, number))]
        text = head_of(seat, config.board, str(config.load_rules()))
        company = head(text).company
        lines = [line_of(said, company) for said in told_by(events, seat.tokens)]
        notes = well_read(text + "\n".join(lines))
        for asking in (1, 8):
            belief, conclusions = believe(seat, events, asking=asking), conclude(notes, asking)
            assert conclusions.notes.problems == ()
            assert conclusions.belief.case_files() == belief.case_files()
            for card in seat.deck.cards:
                assert conclusions.belief.holders(card) == belief.holders(card)
        told, places = notes.places(), table.places
        assert bool(told) is (config.board != "none")
        assert all(places.get(token, place) == place for token, place in told.items())
        seen = notes.seen()
        again = parse_seen(json.dumps(seen_to_json(seen, config.board)))
        for part in ("seat", "observations", "tokens", "may_suggest_here"):
            assert getattr(again, part) == getattr(seen, part)


def test_a_suggestion_brings_suspect_and_asker_into_the_room_until_they_move() -> None:
    notes = well_read(HEAD + "bob: green knife study, nobody showed\nplum at lounge\n")
    assert notes.places() == {"mustard": "study", "green": "study", "plum": "lounge"}
    brought = HEAD + "bob: white knife study, ann showed\n"
    assert well_read(brought).seen().may_suggest_here
    for more in ("me at hall", "me: green knife study, nobody showed"):
        assert not well_read(brought + more).seen().may_suggest_here


def test_files_of_either_kind_are_read_by_their_form(tmp_path: Path) -> None:
    notes, data = tmp_path / "notes.json", tmp_path / "json.clue"
    notes.write_text(EVENING)
    seen = read_any_seen(notes)
    data.write_text(json.dumps(seen_to_json(seen)))
    assert read_any_seen(data).observations == seen.observations


ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "assist.md").read_text()
FIVE = "players: green, mustard Bob, white, scarlett Ann, plum me\nhand: rope, library, kitchen\n"


def section(title: str) -> str:
    found = re.search(rf"^###? {title}\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_notes_of_the_documents_are_understood() -> None:
    (notes,) = re.findall(r"```clue\n(.*?)```", PAGE, re.DOTALL)
    assert well_read(notes).observations


def test_every_line_of_the_table_of_lines_is_understood() -> None:
    rows = re.findall(r"^\| (`.*?) \|", section("What happens"), re.MULTILINE)
    lines = [line for row in rows for line in re.findall(r"`([^`]*)`", row)]
    assert len(lines) > 7
    for line in lines:
        assert read_notes(FIVE + line).problems == (), line


def test_every_command_of_the_page_is_one(tmp_path: Path) -> None:
    (tmp_path / "evening.clue").write_text(EVENING)
    session = Session(Notepad(tmp_path / "evening.clue"))
    named = re.findall(r"`([a-z][^`]*)`", section("Commands"))
    assert "why rope bob" in named
    for command in named:
        assert "not understood" not in "\n".join(session.say(command)), command
