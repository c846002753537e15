"""Whole notes: places of tokens, and what a seat knows by them, against recorded games."""

import json
from functools import partial

import pytest

from planner_clue.assist.conclusions import conclude, read_any_seen
from planner_clue.assist.notes import read_notes
from planner_clue.belief import Belief
from planner_clue.match import MatchConfig
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Event
from planner_clue.table.observations import parse_seen, seen_to_json
from planner_clue.table.record import ReplayObserver, read_record, replay
from planner_clue.table.table import Table
from tests.assist.helpers import EVENING, HEAD, head_of, line_of, told_by, well_read
from tests.shared import line_of as record_of

GAMES = [
    MatchConfig(("exact", "random", "random"), 1, seed=4),
    MatchConfig(("random", "exact", "random", "random"), 1, seed=5, board="none"),
    MatchConfig(("exact", "random", "random"), 1, seed=6, rules="huji-bn1"),
    MatchConfig(("random",) * 5, 1, seed=7, board="huji"),
]


class OneSeat(ReplayObserver):
    """What one seat of a recorded game saw, and its belief at the end."""

    def __init__(self, number: int, asking: int) -> None:
        self._number, self._asking = number, asking
        self.events: list[Event] = []

    def begins(self, table: Table) -> None:
        self.table = table
        self.seat: Seat = table.seat_view(self._number, 0)
        self.belief = Belief(self.seat, asking=self._asking)

    def happens(self, event: Event) -> None:
        seen = self.table.seen_by(event, self._number)
        if seen is not None:
            self.events.append(seen)
            self.belief.observe(seen)


def watched(config: MatchConfig, number: int, asking: int) -> tuple[OneSeat, str]:
    """Return what a seat saw of the first game, and the notes that it would write."""
    seat = OneSeat(number, asking)
    replay(read_record(record_of(config, 0)), seat)
    text = head_of(seat.seat, config.board, str(config.load_rules()))
    head = well_read(text).header
    assert head is not None
    lines = [line_of(said, head.company) for said in told_by(seat.events, seat.seat.tokens)]
    return seat, text + "\n".join(lines)


@pytest.mark.parametrize("config", GAMES, ids=lambda config: f"{config.board}-{config.rules}")
def test_notes_of_a_game_give_the_belief_of_the_seat_that_took_them(config: MatchConfig) -> None:
    for number in (0, len(config.agents) - 1):
        for asking in (1, 8):
            seat, text = watched(config, number, asking)
            conclusions = conclude(well_read(text), asking)
            assert conclusions.notes.problems == ()
            assert conclusions.belief.case_files() == seat.belief.case_files()
            for card in seat.seat.deck.cards:
                assert conclusions.belief.holders(card) == seat.belief.holders(card)


@pytest.mark.parametrize("config", GAMES, ids=lambda config: f"{config.board}-{config.rules}")
def test_the_tokens_stand_where_they_stand_in_the_game(config: MatchConfig) -> None:
    """But for those that left the hallway when their player was out."""
    seat, text = watched(config, 0, 1)
    told = well_read(text).places()
    places = seat.table.places
    assert bool(told) is (config.board != "none")
    assert all(places.get(token, place) == place for token, place in told.items())


@pytest.mark.parametrize("config", GAMES, ids=lambda config: f"{config.board}-{config.rules}")
def test_the_json_of_notes_says_the_same(config: MatchConfig) -> None:
    _, text = watched(config, 0, 1)
    notes = well_read(text)
    assert notes.header
    seen = notes.seen()
    again = parse_seen(json.dumps(seen_to_json(seen, notes.header.board_name)))
    assert again.seat == seen.seat
    assert again.observations == seen.observations
    assert again.tokens == seen.tokens
    assert again.may_suggest_here == seen.may_suggest_here


def test_a_suggestion_brings_the_suspect_and_the_asker_into_the_room() -> None:
    notes = well_read(HEAD + "bob: green knife study, nobody showed\nplum at lounge\n")
    assert notes.places() == {"mustard": "study", "green": "study", "plum": "lounge"}


def test_who_was_brought_to_a_room_may_suggest_there_until_it_moves() -> None:
    brought = HEAD + "bob: white knife study, ann showed\n"
    assert well_read(brought).seen().may_suggest_here
    for more in ("me at hall", "me: green knife study, nobody showed"):
        assert not well_read(brought + more).seen().may_suggest_here


def test_any_line_that_is_wrong_is_left_out_and_the_others_count() -> None:
    notes = read_notes(EVENING + "bob: gren knife study\nann: green rope hall, i showed\n")
    assert [line.number for line in notes.problems] == [9]
    assert len(notes.observations) == 4


def test_files_of_either_kind_are_read_by_their_form(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("seen")
    write = partial(lambda name, text: (folder / name).write_text(text))
    write("notes.json", EVENING)
    seen = read_any_seen(folder / "notes.json")
    write("json.clue", json.dumps(seen_to_json(seen)))
    assert read_any_seen(folder / "json.clue").observations == seen.observations


def test_a_line_that_may_be_meant_is_named_where_one_is_missing() -> None:
    missing = read_notes("plyers: scarlett me, mustard, white\n").missing
    assert missing is not None
    assert str(missing).endswith("; line 1 begins 'plyers:'")
