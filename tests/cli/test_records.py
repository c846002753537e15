"""``plan``, ``trace``, ``explain`` and ``validate`` as a person uses them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from planner_clue.match import MatchConfig, run_match


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("match") / "out"
    run_match(MatchConfig(("planner", "random", "random"), games=6), out=folder)
    return folder / "games.jsonl"


def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "planner_clue", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def notes_of(games: Path) -> list[dict[str, Any]]:
    notes: list[dict[str, Any]] = json.loads(games.read_text().splitlines()[0])["notes"][0]
    return notes


def test_a_plan_is_made_again_from_the_record_and_is_valid(games: Path, tmp_path: Path) -> None:
    note = notes_of(games)[1]
    done = run("plan", games, "--turn", note["turn"], "--out", tmp_path / "files")
    assert done.returncode == 0, done.stderr
    assert f"replan 1: {note['trigger']}" in done.stdout
    assert (tmp_path / "files" / "plan").read_text().splitlines()[:-1] == [
        step["action"] for step in note["plan"]
    ]
    files = [tmp_path / "files" / name for name in ("domain.pddl", "problem.pddl", "plan")]
    checked = run("validate", *files)
    assert checked.returncode == 0
    assert checked.stdout.startswith(f"unified-planning: valid: cost {note['cost']}")


def test_the_first_failing_step_of_a_plan_is_named(games: Path, tmp_path: Path) -> None:
    run("plan", games, "--out", tmp_path / "files")
    domain, problem, plan = (
        tmp_path / "files" / name for name in ("domain.pddl", "problem.pddl", "plan")
    )
    steps = plan.read_text().splitlines()
    asked = next(n for n, step in enumerate(steps) if step.startswith("(suggest-"))
    (tmp_path / "twice").write_text("\n".join(steps[: asked + 1] + steps[asked:]))
    done = run("validate", domain, problem, tmp_path / "twice")
    assert done.returncode == 1
    assert f"not valid: step {asked + 2} {steps[asked]}: " in done.stdout
    assert "(investigating)" in done.stdout
    (tmp_path / "cut").write_text("\n".join(steps[:-2]))
    done = run("validate", domain, problem, tmp_path / "cut")
    assert done.returncode == 1
    assert "the goal is not reached: (case-file-proved) does not hold" in done.stdout


def test_a_trace_has_a_row_for_every_turn_and_names_the_triggers(games: Path) -> None:
    done = run("trace", games)
    assert done.returncode == 0, done.stderr
    triggers = {note["trigger"] for note in notes_of(games) if "trigger" in note}
    assert triggers
    assert all(trigger in done.stdout for trigger in triggers)
    record = json.loads(games.read_text().splitlines()[0])
    own = {e["turn"] for e in record["events"] if e["seat"] == 0 and e["kind"] == "suggest"}
    rows = [line.split()[0] for line in done.stdout.splitlines() if line.strip()[:1].isdigit()]
    assert own <= set(map(int, rows))


def test_a_turn_is_explained_in_sentences(games: Path) -> None:
    note = notes_of(games)[1]
    done = run("explain", games, "--turn", note["turn"])
    assert done.returncode == 0, done.stderr
    assert f"({note['trigger']}): turn {note['observed_in']}: {note['observation']}." in done.stdout
    assert "It assumed " in done.stdout
    assert "turns expected until the proof: roll towards " in done.stdout
    assert "and expect " in done.stdout
    assert "; accuse" in done.stdout
    assert "the other ways looked at: " in done.stdout
    assert "Its first question is " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["plan", "GAMES", "--turn", "999"], "no plan of seat 0 at that point; it planned in "),
        (["plan", "GAMES", "--seat", "1"], "--seat 1 is random; expected a planner"),
        (["trace", "GAMES", "--seat", "7"], "--seat 7; expected 0 to 2"),
        (["trace", "GAMES", "--game", "99"], "no game 99 in this file"),
        (["trace", "nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["trace", __file__], "not a game record"),
        (["explain", "GAMES", "--turn", "2"], "2 is no turn of scarlett (planner), seat 0; "),
        (["validate", "nowhere", "nowhere", "nowhere"], "nowhere cannot be read"),
        (["plan", "GAMES", "--out", "GAMES"], "is a file; expected a folder"),
    ],
)  # fmt: skip
def test_wrong_input_is_refused_in_one_line(
    arguments: list[str], message: str, games: Path
) -> None:
    done = run(*(games if argument == "GAMES" else argument for argument in arguments))
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
