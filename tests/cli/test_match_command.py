"""``planner-clue match`` as people run it: exit codes, refusals, and what it leaves."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from planner_clue.data import data_folder
from tests.cli.helpers import (
    PLANNED,
    SMALL_BOARD,
    Program,
    command,
    games_of,
    records,
    refusal,
)

RANDOM = ["match", "random", "random", "random"]
SHORT = ["--games", 6, "--jobs", 1]


@pytest.fixture
def program(tidy_program: Program) -> Program:
    """Return the program; whatever it was told to do, it drops nothing where it ran."""
    return tidy_program


def said(done: subprocess.CompletedProcess[str]) -> Any:
    """Return the JSON object on stdout; there is nothing else."""
    assert done.stdout.endswith("}\n")
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


# -- a match that is played ------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the matches that are played once for several tests."""
    return tmp_path_factory.mktemp("once")


@pytest.fixture(scope="module")
def once(folder: Path) -> Program:
    """Return the program for these matches."""
    return Program(folder)


@pytest.fixture(scope="module")
def plain(once: Program, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return what a short match of random agents says, its records kept."""
    return once.call(*RANDOM, *SHORT, "--out", folder / "out")


@pytest.fixture(scope="module")
def in_json(once: Program, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return what the same match, asked for 5 games, says in JSON."""
    return once.call(*RANDOM, "--games", 5, "--jobs", 1, "--json", "-")


def test_a_match_ends_with_0_and_a_table_of_results(
    plain: subprocess.CompletedProcess[str],
) -> None:
    assert plain.returncode == 0, plain.stderr
    for words in ("6 games on classic", "rules standard", "random #0", "random #2", "95 %"):
        assert words in plain.stdout


def test_what_it_prints_is_the_same_each_time_but_for_the_time(
    plain: subprocess.CompletedProcess[str], once: Program, folder: Path
) -> None:
    """And the games too, as one seed decides them."""
    again = once.call(*RANDOM, *SHORT, "--out", folder / "again")
    assert again.stdout == plain.stdout
    assert re.fullmatch(r"[\d.]+ s\n", plain.stderr)
    games = [(folder / name / "games.jsonl").read_bytes() for name in ("out", "again")]
    assert games[0] == games[1]


def test_json_on_stdout_is_one_object_with_the_documented_keys(
    in_json: subprocess.CompletedProcess[str],
) -> None:
    assert in_json.returncode == 0, in_json.stderr
    summary = said(in_json)
    top = {"schema", "games", "seed", "board", "no_winner", "seconds", "agents"}
    assert top <= set(summary)
    assert (summary["schema"], summary["games"], summary["seed"]) == (1, 6, 1)
    assert summary["board"] == "classic"
    row = {
        "name", "slot", "seats", "wins", "win_rate", "ci95", "wrong_accusations", "gambles",
        "forfeits",
        "median_turns_to_win", "replans_per_game", "plan_ms",
    }  # fmt: skip
    assert [row <= set(agent) for agent in summary["agents"]] == [True] * 3
    assert [agent["slot"] for agent in summary["agents"]] == [0, 1, 2]
    for agent in summary["agents"]:
        assert agent["ci95"][0] <= agent["win_rate"] <= agent["ci95"][1]


def test_a_match_that_may_stop_early_says_whether_it_did(program: Program, tmp_path: Path) -> None:
    fixed = [*RANDOM, "--board", "none", "--seats", "fixed", "--games", 34, "--jobs", 1]
    done = program.call(*fixed, "--until-width", 0.4, "--out", tmp_path / "out")
    assert "stopped after 30 deals: every interval is at most 40 points wide" in done.stdout
    assert len(records(tmp_path / "out" / "games.jsonl")) == 30
    done = program.call(*fixed, "--sprt", "0,1", "--sprt-delta", 0.01)
    assert "played to its end: nothing was decided before" in done.stdout


# -- what a planner leaves and tells ---------------------------------------------------------


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return the folder and the words of a watched match that left its PDDL files."""
    folder = tmp_path_factory.mktemp("planned")
    program = Program(folder)
    leave = ["--out", folder / "out", "--pddl-dir", folder / "pddl", "--watch", "--jobs", 1]
    done = program.call(*command(PLANNED), *leave)
    assert done.returncode == 0, done.stderr
    assert program.left_behind() == []
    return folder, done.stdout


def replans(folder: Path) -> list[tuple[int, int, dict[str, Any], Path]]:
    """Return game, seat, note and folder of every replan in the records."""
    found = [
        (
            record["game"],
            seat,
            note,
            folder / f"pddl/{record['game']}/t{note['turn']}-s{seat}-r{note['replan']}",
        )
        for record in records(folder / "out" / "games.jsonl")
        for seat, notes in enumerate(record["notes"])
        for note in notes
        if "replan" in note
    ]
    assert found
    return found


def test_every_replan_leaves_its_four_files(planned: tuple[Path, str]) -> None:
    folder, _ = planned
    left = {path.parent for path in (folder / "pddl").rglob("*") if path.is_file()}
    assert left == {where for *_, where in replans(folder)}
    assert len(left) >= 3
    for where in left:
        names = sorted(path.name for path in where.iterdir())
        assert names == ["domain.pddl", "plan", "problem.pddl", "why.json"]


def test_leaving_files_changes_no_game(planned: tuple[Path, str]) -> None:
    folder, _ = planned
    games = (folder / "out" / "games.jsonl").read_text(encoding="utf-8")
    assert games == games_of(PLANNED)


def test_the_second_model_plans_in_its_own_domain(program: Program, tmp_path: Path) -> None:
    left, out = tmp_path / "pddl", tmp_path / "out"
    played = ["match", "planner", "random", "random", "--rules", "huji-bn1", *SHORT]
    program.call(*played, "--model", "priced", "--pddl-dir", left, "--out", out)
    shipped = (data_folder("pddl") / "priced" / "domain.pddl").read_text(encoding="utf-8")
    (first,) = sorted((left / "0").glob("t*-r0"))
    assert (first / "domain.pddl").read_text(encoding="utf-8") == shipped
    assert "trust-assumption" in (first / "plan").read_text(encoding="utf-8")
    assert {record["settings"]["model"] for record in records(out / "games.jsonl")} == {"priced"}


def test_a_problem_says_where_it_is_from(planned: tuple[Path, str]) -> None:
    folder, _ = planned
    for game, seat, note, where in replans(folder):
        text = (where / "problem.pddl").read_text(encoding="utf-8")
        header = " ".join(line for line in text.splitlines() if line.startswith(";"))
        assert f"Game {game}, seat {seat}" in header
        assert f"turn {note['turn']}" in header
        assert note["trigger"] in header
        assert "(:metric minimize (total-cost))" in text


def test_watching_tells_the_first_game_before_the_results(planned: tuple[Path, str]) -> None:
    folder, told = planned
    record = records(folder / "out" / "games.jsonl")[0]
    lines = told.splitlines()
    assert lines[0].startswith("Game 0: scarlett (planner), mustard (random), white (random)")
    assert lines[1] == f"In the case file: {', '.join(record['deal']['case_file'])}."
    winner = record["result"]["winner"]
    end = lines.index(
        f"{('scarlett (planner)', 'mustard (random)', 'white (random)')[winner]} wins."
    )
    assert "3 games on classic" in "\n".join(lines[end:])
    assert not any(line.startswith("Game 1") for line in lines)


def test_watching_tells_what_the_planner_assumed_and_why(planned: tuple[Path, str]) -> None:
    folder, told = planned
    notes = records(folder / "out" / "games.jsonl")[0]["notes"][0]
    replans = [note for note in notes if "replan" in note]
    assert replans
    for note in replans:
        assert note["observation"] in told
        assert f"assumes {', '.join(note['assumption'])}" in told


# -- what is refused -------------------------------------------------------------------------


def test_a_wrong_board_file_is_refused_with_file_line_and_column(
    program: Program, tmp_path: Path
) -> None:
    board = tmp_path / "wrong.toml"
    board.write_text(SMALL_BOARD.replace("AAA.....BBB", "AAA..?..BBB", 1), encoding="utf-8")
    line = refusal(program.call(*RANDOM, "--board", board))
    assert line.startswith(f"planner-clue: {board}:4:6: unknown letter '?'; expected ")
