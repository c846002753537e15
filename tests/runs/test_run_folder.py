"""Folders of matches are read as they are, and what is no such folder is refused."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from planner_clue.errors import InputError
from planner_clue.match import MatchConfig, play
from planner_clue.match.store import GameStore
from planner_clue.runs.merging import merge
from planner_clue.runs.run_folder import read_game_file, read_run, verify_run
from planner_clue.table.record import record_line
from tests.cli.helpers import SMALL_BOARD, records
from tests.runs.helpers import OTHER_SEED, THREE, folder_of
from tests.shared import line_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of(tmp_path / "run", THREE)


def test_every_game_is_read_with_its_deal_its_slots_and_its_counts(folder: Path) -> None:
    run = read_run(folder)
    assert [game.number for game in run.games] == list(range(12))
    assert [game.deal for game in run.games] == [0] * 6 + [1] * 6
    assert [agent.slot for agent in run.games[1].seats] == [0, 2, 1]
    assert len({game.cards for game in run.games}) == 2
    assert len({game.content for game in run.games}) == 12
    assert (run.finished, run.expected) == (True, 12)
    for game, record in zip(run.games, records(folder / "games.jsonl"), strict=True):
        assert (game.winner, game.how) == (record["result"]["winner"], record["result"]["how"])
        assert game.turns == record["events"][-1]["turn"]
        asked = [event["seat"] for event in record["events"] if event["kind"] == "suggest"]
        assert [agent.game.suggestions for agent in game.seats] == list(map(asked.count, range(3)))
        assert [agent.token for agent in game.seats] == [s["token"] for s in record["seats"]]


def test_a_killed_run_is_read_without_its_torn_line_and_with_its_journal(tmp_path: Path) -> None:
    with GameStore(tmp_path / "run", THREE) as store:
        for game in (0, 1, 2, 5):
            store.add(game, line_of(THREE, game))
    with (tmp_path / "run" / "games.jsonl").open("a") as games:
        games.write(line_of(THREE, 3)[:-20])
    run = read_run(tmp_path / "run")
    assert [game.number for game in run.games] == [0, 1, 2, 5]
    assert not run.finished


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("games.jsonl", replaced("{", "{{"), r"games.jsonl:1: not a game record"),
        ("games.jsonl", replaced('"schema":1', '"schema":2'), "schema 2; expected 1"),
        ("games.jsonl", replaced('"seed":1', '"seed":3'), "game 0: seed 3; match.json has 1"),
        ("games.jsonl", replaced('"game":1', '"game":0'), "games.jsonl:2: game 0"),
        ("games.jsonl", replaced('"none"', '"classic"'), "board 'classic'; match.json has 'none'"),
        ("games.jsonl", replaced('"standard"', '"standard,dice=1"'), "rules 'standard,dice=1'; "),
        ("games.jsonl", replaced("fast-downward", "clue-astar"), "engine 'clue-astar'; match.json"),
        ("games.jsonl", lambda text: "", "holds no finished game"),
        ("match.json", lambda text: text[:50], "match.json is damaged"),
        ("match.json", replaced('"exact",', ""), "agents: .*; expected a list of length"),
        ("match.json", replaced('"standard"', '"standrad"'), "did you mean 'standard'"),
    ],
)
def test_damage_is_named(folder: Path, name: str, change: Callable[[str], str], said: str) -> None:
    file = folder / name
    text = unsealed(file.read_text())
    assert change(text) != text
    file.write_text(change(text))
    with pytest.raises(InputError, match=said) as refused:
        read_run(folder)
    assert str(folder) in str(refused.value)


def test_a_mark_that_no_failure_explains_is_refused(folder: Path) -> None:
    games = folder / "games.jsonl"
    first, *others = games.read_text().splitlines(keepends=True)
    games.write_text("".join([record_line(json.loads(first) | {"marks": ["time-out"]}), *others]))
    with pytest.raises(InputError, match=r"marks: \['time-out'\]; forfeits and notes give \[\]"):
        read_run(folder)


def test_a_board_from_a_file_is_that_of_its_sum(tmp_path: Path) -> None:
    """Also where the file begins with a byte order mark, and its lines end as on Windows."""
    board = tmp_path / "mine.toml"
    board.write_bytes(SMALL_BOARD.replace("\n", "\r\n").encode("utf-8-sig"))
    config = MatchConfig(("random",) * 3, 1, seed=1, board=str(board), seats="fixed")
    folder = tmp_path / "run"
    with GameStore(folder, config) as store:
        store.add(0, play.play_one(config, 0).line)
    assert verify_run(folder).games == 1
    games = folder / "games.jsonl"
    games.write_text(unsealed(games.read_text()).replace("Two rooms", "Too rooms"))
    with pytest.raises(InputError, match=r"game 0: board .*; match.json has '.*mine.toml'"):
        read_run(folder)


def unsealed(text: str) -> str:
    return re.sub(r',"checksum":"\w+"', "", text)


def test_a_file_of_one_game_is_a_match_of_it(tmp_path: Path, folder: Path) -> None:
    runs = []
    for config in (THREE, OTHER_SEED):
        file = tmp_path / f"{config.seed}.json"
        file.write_text(line_of(config, 0))
        runs.append(read_game_file(file))
    (game,) = runs[0].games
    of_folder = read_run(folder).games[0]
    assert runs[0].finished
    assert [agent.game for agent in game.seats] == [agent.game for agent in of_folder.seats]
    assert [agent.slot for agent in game.seats] == [0, 1, 2]
    assert len(merge(runs)) == 1, "the same agents in the same seats"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: "", "records of 0 games; expected a file with one"),
        (lambda line: line * 2, "records of 2 games; expected a file with one, or the folder"),
        (replaced('"game"', '"kind":"planner-clue play","game"'), "game that is not over"),
        (replaced('"winner":', '"winner":null,"x":'), "result"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, change: Callable[[str], str], said: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(change(unsealed(line_of(THREE, 0))))
    with pytest.raises(InputError, match=said) as refused:
        read_game_file(file)
    assert str(file) in str(refused.value)
