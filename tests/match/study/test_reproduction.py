"""The published tables, and the comparison in its folder: played once, gone on with."""

import json
from itertools import product
from pathlib import Path

import pytest

from planner_clue.game.rules import RULES
from planner_clue.match.study.reproduction import (
    PUBLISHED_PLANNER,
    Reproduction,
    study_tables,
    tables_named,
)
from planner_clue.support.errors import InputError
from tests.match.test_store import Stopped, finished, stop_after

STAND_IN = study_tables(planner="ladder-1", ours="ladder-2")
"""The tables, with quick agents for both planners."""


BN2 = next(table for table in STAND_IN if table.name == "huji.bn2+ladder-1")


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
    manifest = json.loads(about.read_text())
    manifest["versions"]["planner-clue"] = "0.0.1"
    about.write_text(json.dumps(manifest))
    with pytest.raises(InputError, match=r"huji\.bn2\+ladder-1 holds another match"):
        reproduction(tmp_path)


ALL = {table.name: table for table in study_tables()}
FIGURES = {
    "planner-huji": {"planner-huji": 58},
    "bn1": {"bn1": 72},
    "bn2": {"bn2": 76},
    "bn1+planner-huji": {"bn1": 58, "planner-huji": 36},
    "bn2+planner-huji": {"bn2": 61, "planner-huji": 26},
    "bn1+bn2+planner-huji": {"bn1": 40, "bn2": 43, "planner-huji": 17},
}
"""The paper's tables, typed in a second time."""


def test_published_tables_have_their_figures_and_our_planner_takes_a_place() -> None:
    for board, (name, figures) in product(("huji", "classic"), FIGURES.items()):
        assert dict(ALL[f"{board}.{name}"].published) == figures
        if PUBLISHED_PLANNER in figures:
            table = ALL[f"{board}.{name.replace(PUBLISHED_PLANNER, 'planner')}"]
            assert table.stand_in
            assert list(table.published.values()) == list(figures.values())


def test_published_tables_that_rotate_are_played_in_the_published_seats_too() -> None:
    """Networks, then the planner, then random agents; where hands are fixed, so are the seats."""
    fixed = [table.seats for table in study_tables() if table.fixed]
    assert fixed == [
        (PUBLISHED_PLANNER, "random", "random"),
        ("bn2", "random", "random"),
        ("bn2", PUBLISHED_PLANNER, "random"),
    ]
    seated = {table.agents for table in study_tables() if table.in_published_seats}
    assert seated == {tuple(name.split("+")) for name in FIGURES}
    for table in study_tables():
        config = table.config(12, 1)
        assert (config.seats == "fixed") is table.fixed
        published = "huji-bn1" if "bn1" in table.agents else "huji"
        assert config.load_rules() == RULES["standard" if table.board == "classic" else published]
    assert ALL["huji.bn2+planner-huji.fixed"].config(7, 1).total == 7


def test_tables_are_chosen_by_name_by_board_or_all() -> None:
    def names(text: str) -> list[str]:
        return [table.name for table in tables_named(text, study_tables())]

    assert names("") == list(ALL)
    assert names(" Huji.BN2 , huji.bn1") == ["huji.bn1", "huji.bn2"]
    assert names("classic") == [name for name in ALL if name.startswith("classic.")]
    assert len(names("huji.bn1,huji")) == 13
    assert names("huji.bn2.fixed") == ["huji.bn2.fixed"]
