"""The comparison in its folder: played once, gone on with, and nobody else's."""

import json
from pathlib import Path

import pytest

from planner_clue.errors import InputError
from planner_clue.study.reproduction import Reproduction, StudyTable, study_tables
from tests.match.test_store import Stopped, finished, stop_after

STAND_IN = study_tables(planner="ladder-1", ours="ladder-2")
"""The tables, with quick agents for both planners."""


def named(name: str) -> StudyTable:
    return next(table for table in STAND_IN if table.name == name)


BN2 = named("huji.bn2+ladder-1")


def reproduction(out: Path, games: int = 8, seed: int = 3) -> Reproduction:
    return Reproduction(out, games, seed, STAND_IN)


def test_a_stopped_table_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        reproduction(tmp_path / "stopped").play(BN2, on_game=stop_after(7))
    assert reproduction(tmp_path / "stopped").results() == []
    result = reproduction(tmp_path / "no").play(BN2)
    assert reproduction(tmp_path / "stopped").play(BN2) == result
    assert finished(tmp_path / "stopped" / "huji.bn2+ladder-1", BN2.config(8, 3))
    assert [share.agent for share in result.shares] == ["bn2", "ladder-1", "random"]
    assert sum(share.wins for share in result.shares) + result.no_winner == result.games == 12


def test_a_damaged_summary_is_counted_anew_from_the_games(tmp_path: Path) -> None:
    first = reproduction(tmp_path).play(BN2)
    for damage in ("", "[]", '{"agents": [1]}', '{"agents": 3}'):
        (tmp_path / BN2.name / "summary.json").write_text(damage)
        assert reproduction(tmp_path).results() == []
    counted: list[int] = []
    again = reproduction(tmp_path).play(BN2, on_game=lambda count, _: counted.append(count))
    assert again == first
    assert len(counted) == 12


def test_a_table_of_another_version_is_refused(tmp_path: Path) -> None:
    """Games of two versions must not stand in one row."""
    reproduction(tmp_path).play(BN2)
    about = tmp_path / BN2.name / "match.json"
    told = json.loads(about.read_text())
    told["versions"]["planner-clue"] = "0.0.1"
    about.write_text(json.dumps(told))
    with pytest.raises(InputError, match=r"huji\.bn2\+ladder-1 holds another match"):
        reproduction(tmp_path)
