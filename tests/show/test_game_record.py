"""A record as an object, and records and beliefs as notebooks show them."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from planner_clue.belief import Belief
from planner_clue.cards import CaseFile
from planner_clue.errors import InputError, RecordError
from planner_clue.match import MatchConfig
from planner_clue.show.game_record import GameRecord
from planner_clue.table.events import Moved, Suggested
from planner_clue.table.record_files import find_record
from tests.shared import line_of

RANDOM = MatchConfig(("random", "random", "random"), games=6)


def record(**changes: Any) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(line_of(RANDOM, 0)) | changes
    return read


@pytest.fixture(scope="module")
def game() -> GameRecord:
    return GameRecord(record())


def test_a_record_says_who_played_and_who_won(game: GameRecord) -> None:
    data = game.data
    assert game.names == ["scarlett (random)", "mustard (random)", "white (random)"]
    assert (game.winner, game.result.how) == (data["result"]["winner"], data["result"]["how"])
    assert game.case_file == CaseFile(*data["deal"]["case_file"])
    assert [list(hand) for hand in game.hands] == data["deal"]["hands"]
    assert len(game.events) == len(data["events"])
    assert game.story().splitlines()[0].startswith("Game 0: scarlett (random)")


def test_the_position_is_known_after_every_event(game: GameRecord) -> None:
    start, end = game.position(0), game.position()
    assert start is not None
    assert end is not None
    assert start.tokens == start.board.starts
    assert end.tokens == game.table.places
    summoned = 0
    for number, event in enumerate(game.events, 1):
        position = game.position(number)
        assert position is not None
        if isinstance(event, Moved):
            assert position.tokens[game.table.tokens[event.seat]] == event.to
        if isinstance(event, Suggested):
            assert position.tokens[event.cards.suspect] == event.cards.room
            summoned += 1
    assert summoned
    assert game.position_after_turn(game.turns[-1].number) == end


def test_a_game_without_a_board_has_no_position() -> None:
    config = MatchConfig(("random", "random", "random"), games=6, board="none")
    game = GameRecord(json.loads(line_of(config, 0)))
    assert game.position() is None
    assert "<svg" not in game._repr_html_()


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(RecordError, match="not a game record"):
        GameRecord({"schema": 1})
    with pytest.raises(RecordError, match="result"):
        GameRecord(record(result={"winner": None, "how": "all-out"}))


class _Checked(HTMLParser):
    """Follows HTML; every element has to be closed, and none may run anything."""

    EMPTY = ("br", "hr", "img", "input", "meta", "link")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "iframe", "object")
        assert not any(name.startswith("on") or "script:" in (value or "") for name, value in attrs)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_record_is_shown_with_its_story_and_its_last_position(game: GameRecord) -> None:
    html = game._repr_html_()
    _Checked(html)
    assert html.count("<svg") == 1
    assert f"In the case file: {', '.join(game.case_file)}." in html


def test_names_in_a_record_do_nothing_in_a_page() -> None:
    seats = [{"agent": "<img src=x onerror=alert(1)>", "token": t} for t in ("scarlett", "mustard")]
    html = GameRecord(record(seats=[*seats, record()["seats"][2]]))._repr_html_()
    _Checked(html)
    assert "<img" not in html


def test_a_belief_is_shown_as_a_notebook(game: GameRecord) -> None:
    belief = Belief(game.table.seat_view(1, 0))
    html = belief._repr_html_()
    _Checked(html)
    assert "mustard (you)" in html
    assert html.count("✓") == len(game.hands[1])
    assert html.count(" %</td>") == 3 * (len(belief.deck) - len(game.hands[1]))
    assert f"{belief.deals():,} deals" in html


# -- where records are found -------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.jsonl").write_text(line_of(RANDOM, 0) + line_of(RANDOM, 1))
    (tmp_path / "journal.jsonl").write_text(line_of(RANDOM, 4))
    return tmp_path


@pytest.mark.parametrize("game", [0, 1, 4])
def test_a_game_is_found_in_the_folder_of_a_match(folder: Path, game: int) -> None:
    assert find_record(folder, game) == json.loads(line_of(RANDOM, game))


def test_without_a_number_it_is_the_first_game(folder: Path) -> None:
    assert find_record(folder)["game"] == find_record(folder / "games.jsonl")["game"] == 0
    assert GameRecord.read(folder, 4).number == 4


def test_a_file_with_one_record_may_have_many_lines(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(record(), indent=2))
    assert find_record(tmp_path / "one.json", 0) == record()


def test_a_game_that_is_not_there_is_answered_with_those_that_are(folder: Path) -> None:
    with pytest.raises(RecordError, match=r"--game 7 is not in .*; expected one of 0, 1, 4$"):
        find_record(folder, 7)


def test_a_folder_or_file_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is a folder without games\.jsonl"):
        find_record(tmp_path)
    (tmp_path / "games.jsonl").touch()
    with pytest.raises(RecordError, match="no record in this folder"):
        find_record(tmp_path)
