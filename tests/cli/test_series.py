"""``planner-clue tournament`` and ``reproduce`` as people run them, and go on with them."""

import json
import re
import shutil
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from planner_clue.match import MatchConfig, runner
from planner_clue.match.statistics import AgentRow, Tally
from tests.cli.helpers import Program, agent_file, games_of, records, refusal

FOUR = ["random", "ladder-1", "ladder-2", "exact"]
SHORT = ["tournament", *FOUR, "--board", "none", "--games", 6, "--jobs", 1]


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return the folder and the words of a short tournament, played once for several tests."""
    folder = tmp_path_factory.mktemp("once")
    return folder / "out", Program(folder).call(*SHORT, "--out", folder / "out", code=0).stdout


def contents(out: Path) -> dict[str, bytes]:
    """Return what decides and tells the result: every file but the summaries, which hold times."""
    files = (path for path in out.rglob("*") if path.is_file() and path.name != "summary.json")
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def result_of(out: Path) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((out / "ratings.json").read_text())
    return result


def test_every_combination_is_an_ordinary_match(once: tuple[Path, str]) -> None:
    expected = {"ratings.json", "tournament.json"}
    for number, agents in enumerate(combinations(FOUR, 3), 1):
        folder = f"{number}-{'+'.join(agents)}"
        expected |= {f"{folder}/{name}" for name in ("games.jsonl", "match.json")}
        games = (once[0] / folder / "games.jsonl").read_text()
        assert games == games_of(MatchConfig(agents, 6, board="none"))
    assert set(contents(once[0])) == expected


def test_the_result_counts_what_the_records_say(once: tuple[Path, str]) -> None:
    out, told = once
    wins = dict.fromkeys(FOUR, 0)
    for games in out.rglob("games.jsonl"):
        for record in records(games):
            wins[record["seats"][record["result"]["winner"]]["agent"]] += 1
    result = result_of(out)
    assert {row["agent"]: row["wins"] for row in result["ratings"]} == wins
    assert {row["games"] for row in result["ratings"]} == {18}
    assert (result["games"], result["no_winner"], result["deals"]) == (24, 0, 1)
    for cell in result["cross_table"]:
        assert cell["games"] == 12
        assert cell["row_won"] + cell["column_won"] <= 12
    assert len(result["cross_table"]) == 12
    assert told.startswith("24 games on none, rules standard, seed 1: 4 combinations of 3, 6 games")
    for words in ("against average", "n = 12 for every two", "Luce", "normal prior", "bootstrap"):
        assert words in told
    assert "few deals (1): below 20 the intervals are too narrow" in told
    (row,) = re.findall(r"^ +\d +random +(-[\d.]+) .*$", told, re.MULTILINE)
    (rated,) = (row for row in result["ratings"] if row["agent"] == "random")
    assert float(row) == round(rated["log_strength"], 2)


def test_the_same_command_plays_what_is_missing(once: tuple[Path, str], program: Program) -> None:
    """Nothing, or after a kill in the second match what was not written before."""
    out, told = once
    kept, copy = contents(out), program.here / "copy"
    shutil.copytree(out, copy)
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("games.jsonl")}
    done = program.call(*SHORT, "--out", copy)
    assert (done.returncode, done.stdout, contents(copy)) == (0, told, kept)
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("games.jsonl")} == before
    (copy / "ratings.json").unlink()
    second, *later = sorted(copy.glob("[2-9]-*"))
    (second / "summary.json").unlink()
    with (second / "games.jsonl").open("r+") as games:
        games.truncate(3_000)
    for folder in later:
        shutil.rmtree(folder)
    done = program.call(*SHORT, "--out", copy)
    assert (done.returncode, done.stdout, contents(copy)) == (0, told, kept)


def test_any_jobs_play_the_same(once: tuple[Path, str], tidy_program: Program) -> None:
    done = tidy_program.run(*SHORT[:-1], 2, "--json", "-", code=0)
    assert json.loads(done.stdout) == result_of(once[0])


def test_games_are_rounded_up_and_tables_may_be_larger(program: Program) -> None:
    """Five agents at tables of four: five combinations of four games a deal."""
    five = ["tournament", *FOUR, "rules", "--board", "none", "--games", 3, "--size", 4]
    done = program.call(*five, "--jobs", 1, "--json", "-")
    assert done.stderr == "3 games rounded up to 4: whole deals\n"
    result = json.loads(done.stdout)
    assert [len(row["agents"]) for row in result["combinations"]] == [4] * 5
    assert (result["games"], result["games_each"]) == (20, 4)


def test_forfeits_end_with_3_and_are_told(program: Program, tmp_path: Path) -> None:
    bad = agent_file(tmp_path, "def accuse(self):\n    raise RuntimeError('broken')")
    told = ["tournament", bad, "random", "ladder-1", *SHORT[len(FOUR) + 1 :], "--seed", 1]
    done = program.call(*told, "--isolate", "none", "--out", "out")
    assert done.stderr.count("planner-clue: warning: --seed 1 is short") == 1
    assert done.returncode == 3
    assert f"{bad}: forfeits 6; the first failure, 1-" in done.stdout
    assert "game 0: crash: RuntimeError: broken" in done.stdout
    (row,) = (row for row in result_of(program.here / "out")["ratings"] if row["agent"] == bad)
    assert (row["wins"], row["forfeits"]) == (0, 6)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (["--games", 12], "games: 6 there, 12 now"),
        (["--board", "classic"], "board: none there, classic now"),
        (["--isolate", "none"], "isolate: files there, none now"),
        (["rules"], "agents"),
    ],
)
def test_another_tournament_in_the_folder_is_refused(
    once: tuple[Path, str], program: Program, changed: list[object], words: str
) -> None:
    out, _ = once
    before = contents(out)
    line = refusal(program.call(*SHORT, *changed, "--out", out))
    assert f"--out {out} holds another tournament ({words}" in line
    assert contents(out) == before


def test_a_setting_that_is_newer_than_a_tournament_is_its_default_there(
    once: tuple[Path, str], program: Program, tmp_path: Path
) -> None:
    older = json.loads((once[0] / "tournament.json").read_text())
    del older["tournament"]["follow_ups"]
    (tmp_path / "tournament.json").write_text(json.dumps(older))
    line = refusal(program.call(*SHORT, "--isolate", "none", "--out", tmp_path))
    assert "another tournament (isolate: files there, none now);" in line


def test_a_bad_folder_is_refused(once: tuple[Path, str], program: Program, tmp_path: Path) -> None:
    match = once[0] / "1-random+ladder-1+ladder-2"
    assert "is not empty" in refusal(program.call(*SHORT, "--out", match))
    file = tmp_path / "tournament.json"
    file.write_text("[]")
    assert "tournament.json is damaged" in refusal(program.call(*SHORT, "--out", tmp_path))
    assert "is a file; expected a folder" in refusal(program.call(*SHORT, "--out", file))


REPORT = ["reproduction.md", "reproduction.png", "reproduction.svg"]
QUICK = ["reproduce", "--games", 8, "--jobs", 1, "--tables"]


def report_of(out: Path) -> dict[str, bytes]:
    return {name: (out / name).read_bytes() for name in REPORT}


def test_a_second_run_plays_nothing_and_writes_the_same_report(program: Program) -> None:
    """Another one is refused, and leaves it alone."""
    program.call(*QUICK, "huji.bn2,huji.bn1")
    out = program.here / "reproduction"
    games = (out / "huji.bn2" / "summary.json").read_bytes()
    before = report_of(out)
    for name in REPORT:
        (out / name).unlink()
    program.run(*QUICK, "huji.bn2,huji.bn1", PYTHONHASHSEED="5", code=0)
    assert report_of(out) == before
    assert (out / "huji.bn2" / "summary.json").read_bytes() == games
    line = refusal(program.call("reproduce", "--games", 9, "--tables", "huji.bn1"))
    assert "--out reproduction holds another comparison (games: 8 there, 9 now)" in line
    assert report_of(out) == before


def test_the_report_in_json_and_as_a_page(program: Program) -> None:
    """A table in the published seats is played as many games as asked, others whole deals."""
    done = program.call(*QUICK, "huji.bn2,huji.bn2.fixed,huji.bn1", "--json", "told.json", code=0)
    assert "huji: published figures in the published seats: " in done.stdout
    told = json.loads((program.here / "told.json").read_text())
    assert (told["schema"], told["games"], told["seed"]) == (1, 8, 1)
    assert told["in_published_seats"]["figures"] == 2
    found = [(t["table"], t["rules"], t["games"], t["rotated"]) for t in told["tables"]]
    assert sorted(found) == [
        ("huji.bn1", "huji-bn1", 8, False),
        ("huji.bn2", "huji", 12, True),
        ("huji.bn2.fixed", "huji", 8, False),
    ]
    holds = {c["claim"]: c["holds"] for c in told["conclusions"] if c["board"] == "huji"}
    assert holds["planner-huji loses to bn1 and bn2, as published"] is None
    assert holds["bn1 and bn2 win at least 65 % against two random agents"] in (True, False)
    out = program.here / "reproduction"
    config = json.loads((out / "huji.bn2.fixed" / "match.json").read_text())["config"]
    assert (config["seats"], config["games"]) == ("fixed", 8)
    text = (out / "reproduction.md").read_text()
    for (row,) in ([t for t in told["tables"] if t["table"] == name] for name, *_ in found):
        bn = row["agents"][0]
        assert bn["inside"] is (bn["ci95"][0] <= bn["published"] <= bn["ci95"][1])
        published = f"{bn['name']} | {100 * bn['published']:g} % |"
        assert f"| `{row['table']}` | {row['games']} | {published}" in text


def test_forfeits_end_it_with_3(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forfeited(Tally):
        def row(self) -> AgentRow:
            return replace(super().row(), forfeits=2)

    monkeypatch.setattr(runner, "Tally", Forfeited)
    program.call(*QUICK, "huji.bn1", code=3)
    text = (program.here / "reproduction" / "reproduction.md").read_text()
    assert "2 forfeits of bn1, 4 forfeits of random" in text
