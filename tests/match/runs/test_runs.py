"""Folders of matches are read as they are, put together, counted, exported, compared in pairs."""

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from pyarrow import parquet

from benchmarks import forgeries, fuzz
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.game.record import record_line
from planner_clue.match import MatchConfig, intervals, play, run_match, store
from planner_clue.match.runs import results
from planner_clue.match.runs.merging import MergedRuns, compare, differing, merge
from planner_clue.match.runs.run_folder import read_game_file, read_run, verify_run
from planner_clue.match.store import GameStore
from planner_clue.support.errors import InputError, RecordError
from tests.cli.helpers import PLANNED, SMALL_BOARD, agent_file, records
from tests.match.runs.helpers import EXCHANGED, OTHER_SEED, THREE, folder_of, merged
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
            store.add([(game, line_of(THREE, game))])
    with (tmp_path / "run" / "games.jsonl").open("a") as games:
        games.write(line_of(THREE, 3)[:-20])
    run = read_run(tmp_path / "run")
    assert [game.number for game in run.games] == [0, 1, 2, 5]
    assert not run.finished


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("games.jsonl", replaced("{", "{{"), r"games.jsonl:1: not a game record"),
        ("games.jsonl", replaced('"schema":1', '"schema":2'), "schema 2; expected 1"),
        ("games.jsonl", replaced('"seed":1', '"seed":3'), "game 0: seed 3; match.json has 1"),
        ("games.jsonl", replaced('"game":1', '"game":0'), "games.jsonl:2: game 0"),
        ("games.jsonl", replaced('"none"', '"classic"'), "board 'classic'; match.json has 'none'"),
        ("games.jsonl", replaced('"standard"', '"standard,dice=1"'), "rules 'standard,dice=1'; "),
        (
            "games.jsonl",
            replaced('"engine":null', '"engine":"clue-astar"'),
            "engine 'clue-astar'; match.json",
        ),
        ("games.jsonl", lambda text: "", "holds no finished game"),
        ("match.json", lambda text: text[:50], "match.json is damaged"),
        ("match.json", replaced('"exact",', ""), r"match.json has \['random', 'random'\]"),
        ("match.json", replaced('"standard"', '"standrad"'), "did you mean 'standard'"),
    ],
)
def test_damage_is_named(
    folder: Path, name: str, change: Callable[[str], str], message: str
) -> None:
    file = folder / name
    text = unsealed(file.read_text())
    assert change(text) != text
    file.write_text(change(text))
    with pytest.raises(InputError, match=message) as refused:
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
        store.add([(0, play.play_one(config, 0).line)])
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
    ("change", "message"),
    [
        (lambda line: "", "records of 0 games; expected a file with one"),
        (lambda line: line * 2, "records of 2 games; expected a file with one, or the folder"),
        (replaced('"game"', '"kind":"planner-clue play","game"'), "game that is not over"),
        (replaced('"winner":', '"winner":null,"x":'), "result"),
    ],
)
def test_other_files_are_refused(
    tmp_path: Path, change: Callable[[str], str], message: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(change(unsealed(line_of(THREE, 0))))
    with pytest.raises(InputError, match=message) as refused:
        read_game_file(file)
    assert str(file) in str(refused.value)


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
        (OTHER_SEED, None, "same agents; expected --slot"),
        (EXCHANGED, 3, "--slot 3; expected 0 to 2"),
    ],
)
def test_others_are_refused(tmp_path: Path, other: MatchConfig, slot: int | None, why: str) -> None:
    (first,), (second,) = merged(tmp_path / "a", THREE), merged(tmp_path / "b", other)
    with pytest.raises(InputError, match=why):
        compare(first, second, slot)


def test_they_are_those_of_the_summary(tmp_path: Path) -> None:
    bad = agent_file(tmp_path, "def accuse(self): return 1 / 0")
    config = MatchConfig((bad, "exact", "random", "entropy"), 4, seed=3, board="none")
    summary = run_match(config, out=tmp_path / "run")
    (runs,) = merge([read_run(tmp_path / "run")])
    found = results.count_runs(runs).to_json()
    assert (found["no_winner"], found["ends"]) == (summary["no_winner"], summary["ends"])
    assert found["agents"][0]["forfeits"] > 0
    for ours, row in zip(found["agents"], summary["agents"], strict=True):
        for name in ("slot", "name", "wins", "win_rate", "ci95", "wrong_accusations", "forfeits"):
            assert ours[name] == row[name]
        assert ours["forfeits_by_kind"] == row["forfeit_kinds"]
        assert ours["gambles"]["made"] == row["gambles"]
        assert ours["turns_to_win"]["median"] == row["median_turns_to_win"]
        assert ours["replans_per_game"] == row["replans_per_game"]
        assert ours["planner_failures"] == row["planner_failures"]


def test_wins_by_seat_are_those_of_the_records(tmp_path: Path) -> None:
    (runs,) = merged(tmp_path, THREE)
    found = Counter(
        (seat["agent"] == "exact", number)
        for record in records(tmp_path / "0" / "games.jsonl")
        for number, seat in enumerate(record["seats"])
        if record["result"]["winner"] == number
    )
    exact, *others = results.count_runs(runs).agents
    assert [rate.count for rate in exact.by_seat] == [found[True, seat] for seat in range(3)]
    assert [rate.of for rate in exact.by_seat] == [4, 4, 4]
    for seat in range(3):
        assert sum(agent.by_seat[seat].count for agent in others) == found[False, seat]
    assert exact.turns_to_win.total() == exact.wins.count
    turns = exact.to_json()["turns_to_win"]
    assert min(exact.turns_to_win) <= turns["p25"] <= turns["p75"] <= max(exact.turns_to_win)


@pytest.fixture
def matches(tmp_path: Path) -> list[MergedRuns]:
    return merged(tmp_path, THREE, EXCHANGED, PLANNED)


def test_a_row_per_game_and_seat_adds_up(matches: list[MergedRuns], tmp_path: Path) -> None:
    """Replans by trigger, and gambles by what came of them."""
    rows = list(results.seat_rows(matches))
    assert len(rows) == 3 * (12 + 18 + 3)
    of_planner = [row for row in rows if row["match"] == 2 and row["seat"] == 0]
    triggers, right = Counter[str](), 0
    for row, record in zip(of_planner, records(tmp_path / "2" / "games.jsonl"), strict=True):
        events = [event for event in record["events"] if event["seat"] == 0]
        notes = record["notes"][0]
        gambled = {note["turn"] for note in notes if note["kind"] == "gamble"}
        fired = [note["trigger"] for note in notes if note["kind"] == "replan"]
        replans = [trigger for trigger in fired if trigger != "follow-up"]
        assert row["agent"] == "planner"
        assert row["won"] is (record["result"]["winner"] == 0)
        assert row["suggestions"] == sum(event["kind"] == "suggest" for event in events)
        assert row["replans"] == len(replans)
        assert row["follow_ups"] == len(fired) - len(replans)
        by_trigger = [row[name] for name in results.COLUMNS if name.startswith("replans_")]
        assert sum(by_trigger) == row["replans"] > 0
        assert row["gambles"] == len(gambled)
        triggers.update(replans)
        accused = [event for event in events if event["kind"] == "accuse"]
        right += sum(event["correct"] for event in accused if event["turn"] in gambled)
    planner = results.count_runs(matches[2]).agents[0]
    assert planner.replans == triggers
    assert planner.gambles.count == right


def test_csv_and_parquet_have_every_column_and_row(matches: list[MergedRuns]) -> None:
    rows = list(results.seat_rows(matches))
    read = list(csv.DictReader(StringIO(results.as_csv(matches))))
    assert list(read[0]) == list(results.COLUMNS)
    for text, row in zip(read, rows, strict=True):
        for name, value in row.items():
            written = "" if value is None else str(value)
            assert text[name] == (written.lower() if isinstance(value, bool) else written)
    table = parquet.read_table(BytesIO(results.as_parquet(matches)))
    assert table.to_pylist() == [{name: row[name] for name in results.COLUMNS} for row in rows]
    assert {field.name: str(field.type) for field in table.schema} == results.COLUMNS


def test_without_pyarrow_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"--parquet x: pyarrow is not installed.*\[parquet\]"):
        results.check_parquet(Path("x"))


@pytest.mark.slow
def test_the_table_of_changes_says_which_command_refuses_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(forgeries.__file__).parents[1] / "docs" / "records.md").read_text()
    assert all(f"\n| {name} |" in page for name in (*forgeries.RECORD, *forgeries.FOLDER))
    monkeypatch.chdir(tmp_path)
    names = "the card that was shown", "a record of another match", "`summary.json` left out"
    with fuzz.alarm():
        for row in forgeries.rows(names):
            assert row in page
