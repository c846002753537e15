"""``planner-clue tournament`` as people run it: its tables, killed and gone on with, refused."""

import json
import os
import re
import signal
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from planner_clue.match import MatchConfig
from tests.cli.helpers import (
    HANG,
    Program,
    agent_file,
    games_of,
    records,
    refusal,
    wait_until,
)

FOUR = ["random", "ladder-1", "ladder-2", "exact"]
SHORT = ["tournament", *FOUR, "--board", "none", "--games", 6, "--jobs", 1]


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return the folder and the words of a short tournament, played once for several tests."""
    folder = tmp_path_factory.mktemp("once")
    done = Program(folder).call(*SHORT, "--out", folder / "out")
    assert done.returncode == 0, done.stderr
    return folder / "out", done.stdout


def contents(out: Path) -> dict[str, bytes]:
    """Return what decides and tells the result: every file but the summaries, which hold times."""
    files = (path for path in out.rglob("*") if path.is_file() and path.name != "summary.json")
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def result_of(out: Path) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((out / "ratings.json").read_text())
    return result


# -- a tournament that is played -------------------------------------------------------------


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
    wins, met = dict.fromkeys(FOUR, 0), dict.fromkeys(combinations(sorted(FOUR), 2), 0)
    for games in out.rglob("games.jsonl"):
        for record in records(games):
            agents = [seat["agent"] for seat in record["seats"]]
            wins[agents[record["result"]["winner"]]] += 1
            for pair in combinations(sorted(agents), 2):
                met[pair] += 1
    result = result_of(out)
    assert {row["agent"]: row["wins"] for row in result["ratings"]} == wins
    assert {row["games"] for row in result["ratings"]} == {18}
    assert (result["games"], result["no_winner"], result["deals"]) == (24, 0, 1)
    for cell in result["cross_table"]:
        assert cell["games"] == met[tuple(sorted((cell["row"], cell["column"])))] == 12
        assert cell["row_won"] + cell["column_won"] <= 12
    assert len(result["cross_table"]) == 12
    assert told.startswith("24 games on none, rules standard, seed 1: 4 combinations of 3, 6 games")
    for words in ("against average", "n = 12 for every two", "Luce", "normal prior", "bootstrap"):
        assert words in told
    assert "few deals (1): below 20 the intervals are too narrow" in told
    (row,) = re.findall(r"^ +\d +random +(-[\d.]+) .*$", told, re.MULTILINE)
    (rated,) = (row for row in result["ratings"] if row["agent"] == "random")
    assert float(row) == round(rated["log_strength"], 2)


def test_the_same_command_plays_nothing_and_says_the_same(
    once: tuple[Path, str], program: Program
) -> None:
    out, told = once
    before = {path: path.stat().st_mtime_ns for path in out.rglob("games.jsonl")}
    kept = contents(out)
    done = program.call(*SHORT, "--out", out)
    assert (done.returncode, done.stdout) == (0, told)
    assert contents(out) == kept
    assert {path: path.stat().st_mtime_ns for path in out.rglob("games.jsonl")} == before


def test_json_is_the_same_with_any_number_of_jobs(
    once: tuple[Path, str], tidy_program: Program
) -> None:
    done = tidy_program.run(*SHORT[:-1], 2, "--json", "-")
    assert done.returncode == 0, done.stderr
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


@pytest.mark.slow
def test_a_killed_tournament_goes_on_to_the_same_bytes(program: Program, tmp_path: Path) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    arguments = ["tournament", *FOUR, "--board", "none", "--games", 30, "--jobs", 2]
    with program.running(*arguments, "--out", out) as process:
        second = out / "2-random+ladder-1+exact" / "games.jsonl"
        assert wait_until(lambda: second.exists() and second.stat().st_size > 0)
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait(HANG) == -signal.SIGKILL
    assert not (out / "ratings.json").exists()
    done = program.run(*arguments, "--out", out)
    assert done.returncode == 0, done.stderr
    assert program.run(*arguments, "--out", whole).stdout == done.stdout
    assert contents(out) == contents(whole)


# -- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (["--games", 12], "games: 6 there, 12 now"),
        (["--board", "classic"], "board: none there, classic now"),
        (["--isolate", "none"], "isolate: files there, none now"),
        (["rules"], "agents"),
    ],
    ids=["games", "board", "settings", "agents"],
)
def test_another_tournament_in_the_folder_is_refused_and_left_alone(
    once: tuple[Path, str], program: Program, changed: list[object], words: str
) -> None:
    out, _ = once
    before = contents(out)
    line = refusal(program.call(*SHORT, *changed, "--out", out))
    assert f"--out {out} holds another tournament ({words}" in line
    assert contents(out) == before


def test_a_folder_with_something_else_is_refused(
    once: tuple[Path, str], program: Program, tmp_path: Path
) -> None:
    match = once[0] / "1-random+ladder-1+ladder-2"
    assert "is not empty" in refusal(program.call(*SHORT, "--out", match))
    file = tmp_path / "tournament.json"
    file.write_text("[]")
    assert "tournament.json is damaged" in refusal(program.call(*SHORT, "--out", tmp_path))
    assert "is a file; expected a folder" in refusal(program.call(*SHORT, "--out", file))
