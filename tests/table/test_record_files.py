"""Records are found in the folder of a match, in a file of many, and in a file of one."""

import json
from pathlib import Path

import pytest

from planner_clue.errors import InputError, RecordError
from planner_clue.match import MatchConfig
from planner_clue.table.record_files import find_record
from tests.shared import line_of

RANDOM = MatchConfig(("random", "random", "random"), games=6)


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


def test_a_file_with_one_record_may_have_many_lines(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(json.loads(line_of(RANDOM, 0)), indent=2))
    assert find_record(tmp_path / "one.json", 0) == json.loads(line_of(RANDOM, 0))


def test_a_game_that_is_not_there_is_answered_with_those_that_are(folder: Path) -> None:
    with pytest.raises(RecordError, match=r"--game 7 is not in .*; expected one of 0, 1, 4$"):
        find_record(folder, 7)


def test_a_folder_or_file_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is a folder without games\.jsonl"):
        find_record(tmp_path)
    (tmp_path / "games.jsonl").touch()
    with pytest.raises(RecordError, match="no record in this folder"):
        find_record(tmp_path)
