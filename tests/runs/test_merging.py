"""Runs of a match are put together, no game counts twice, and two are compared in pairs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.errors import InputError, RecordError
from planner_clue.match import MatchConfig, intervals, store
from planner_clue.runs.merging import compare, differing, merge
from planner_clue.runs.run_folder import read_run
from planner_clue.table.record import record_line
from tests.runs.helpers import EXCHANGED, OTHER_SEED, THREE, folder_of, merged


def test_other_seeds_are_merged_and_a_game_in_two_folders_counts_once(tmp_path: Path) -> None:
    (runs,) = merged(tmp_path, OTHER_SEED, THREE, replace(THREE, games=18))
    assert runs.seeds == (1, 2)
    assert (len(runs.games), runs.deals, runs.repeated) == (24, 4, 12)
    assert [(game.seed, game.number) for game in runs.games[17:19]] == [(1, 17), (2, 0)]


def test_the_same_game_with_other_content_is_refused(tmp_path: Path) -> None:
    one, other = (folder_of(tmp_path / name, THREE) for name in ("one", "other"))
    lines = (other / "games.jsonl").read_text().splitlines(keepends=True)
    lines[4] = record_line(json.loads(lines[4]) | {"notes": [[{}], [], []]})
    (other / "games.jsonl").write_text("".join(lines))
    with pytest.raises(RecordError, match=f"game 4 of seed 1 differs between {one} and"):
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


def test_a_setting_that_is_newer_than_a_match_is_its_default_there(tmp_path: Path) -> None:
    before, now = (folder_of(tmp_path / name, THREE) for name in ("before", "now"))
    older = json.loads((before / "match.json").read_text())
    del older["config"]["follow_ups"]
    (before / "match.json").write_text(json.dumps(older))
    assert len(merge([read_run(before), read_run(now)])) == 1
    store.check_folder(before, THREE)
    fewer = AgentSettings(planning=PlanningSettings(follow_ups=2))
    with pytest.raises(InputError, match="follow_ups: 3 there, 2 now"):
        store.check_folder(before, replace(THREE, settings=fewer))


def test_the_exchanged_agent_is_compared_over_shared_deals(tmp_path: Path) -> None:
    first, second = merged(tmp_path, THREE, EXCHANGED)
    found = compare(first, second)
    assert (found.slot, found.agents) == (0, ("exact", "random"))
    assert (found.games, found.deals) == (12, 2)
    ahead = [0, 0]
    for one, other in zip(first.games, second.games[:12], strict=True):
        assert one.cards == other.cards
        ahead[one.deal] += (one.winning_slot == 0) - (other.winning_slot == 0)
    assert found.difference == pytest.approx(sum(ahead) / 12)
    assert found.ci95 == intervals.difference_by_deals(ahead, [6, 6])


@pytest.mark.parametrize(
    ("other", "slot", "why"),
    [
        (replace(EXCHANGED, games=6, seed=2), None, "share no deals: seeds 1 and 2"),
        (replace(EXCHANGED, games=6, rules="standard,turn_limit=9"), None, "rules .*turn_limit=9"),
        (replace(EXCHANGED, games=6, seats="fixed"), None, "seats rotated and fixed"),
        (replace(EXCHANGED, games=4, agents=("random",) * 4), None, "players 3 and 4"),
        (replace(EXCHANGED, games=6, agents=("random", "exact", "random")), None, "differ in 2"),
        (OTHER_SEED, None, "same agents .*expected --slot"),
        (EXCHANGED, 3, "--slot 3; expected 0 to 2"),
    ],
)
def test_others_are_refused(tmp_path: Path, other: MatchConfig, slot: int | None, why: str) -> None:
    (first,), (second,) = merged(tmp_path / "a", THREE), merged(tmp_path / "b", other)
    with pytest.raises(InputError, match=why):
        compare(first, second, slot)
