"""Runs of the same match are put together, others stay apart, and no game counts twice."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from planner_clue.errors import RecordError
from planner_clue.runs.merging import differing, merge
from planner_clue.runs.run_folder import read_run
from planner_clue.table.record import record_line
from tests.runs.helpers import EXCHANGED, OTHER_SEED, THREE, folder_of


def test_other_seeds_of_a_match_are_merged(tmp_path: Path) -> None:
    runs = [
        read_run(folder_of(tmp_path / "b", OTHER_SEED)),
        read_run(folder_of(tmp_path / "a", THREE)),
    ]
    (merged,) = merge(runs)
    assert merged.seeds == (1, 2)
    assert (len(merged.games), merged.deals, merged.repeated) == (18, 3, 0)
    assert [(game.seed, game.number) for game in merged.games[11:13]] == [(1, 11), (2, 0)]


def test_the_same_game_in_two_folders_counts_once(tmp_path: Path) -> None:
    longer = replace(THREE, games=18)
    runs = [read_run(folder_of(tmp_path / str(c.games), c)) for c in (THREE, longer)]
    (merged,) = merge(runs)
    assert (len(merged.games), merged.deals, merged.repeated) == (18, 3, 12)


def test_the_same_game_with_other_content_is_refused(tmp_path: Path) -> None:
    one, other = (folder_of(tmp_path / name, THREE) for name in ("one", "other"))
    lines = (other / "games.jsonl").read_text().splitlines(keepends=True)
    lines[4] = record_line(json.loads(lines[4]) | {"marks": ["time-out"]})
    (other / "games.jsonl").write_text("".join(lines))
    with pytest.raises(RecordError, match=f"game 4 of seed 1 is another one in {one} than in"):
        merge([read_run(one), read_run(other)])


def test_other_agents_settings_or_versions_are_other_matches(tmp_path: Path) -> None:
    folders = [folder_of(tmp_path / "a", THREE), folder_of(tmp_path / "b", EXCHANGED)]
    later = folder_of(tmp_path / "c", THREE)
    text = (later / "match.json").read_text()
    (later / "match.json").write_text(text.replace('"planner-clue": "', '"planner-clue": "9.'))
    matches = merge([read_run(folder) for folder in [*folders, later]])
    assert [len(match.games) for match in matches] == [12, 18, 12]
    assert list(differing(matches[0], matches[1])) == ["agents"]
    assert list(differing(matches[0], matches[2])) == ["versions.planner-clue"]
