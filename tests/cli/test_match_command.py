"""``planner-clue match`` as people run it: what it prints and leaves, and with broken engines."""

import json
import os
import re
import signal
from pathlib import Path

import pytest

from planner_clue.cli.app import _how_to_continue
from planner_clue.planner.formulations import domain_text
from tests.cli.helpers import PLANNED, Program, command, games_of, records, wait_until

RANDOM = ["match", "random", "random", "random"]
SHORT = ["--games", 6, "--jobs", 1]
pytestmark = pytest.mark.usefixtures("tidy_program")


def test_a_match_ends_with_0_and_a_table_of_results(program: Program, tmp_path: Path) -> None:
    """Which is the same each time but for the time, as the games are: one seed decides them."""
    played = [program.call(*RANDOM, *SHORT, "--out", tmp_path / name) for name in "ab"]
    assert played[0].returncode == 0
    for words in ("6 games on classic", "rules standard", "random #0", "random #2", "95 %"):
        assert words in played[0].stdout
    assert re.fullmatch(r"[\d.]+ s\n", played[0].stderr)
    assert played[0].stdout == played[1].stdout
    games = [(tmp_path / name / "games.jsonl").read_bytes() for name in "ab"]
    assert games[0] == games[1]


def test_a_match_that_may_stop_early_says_whether_it_did(program: Program, tmp_path: Path) -> None:
    fixed = [*RANDOM, "--board", "none", "--seats", "fixed", "--games", 34, "--jobs", 1]
    done = program.call(*fixed, "--until-width", 0.4, "--out", tmp_path / "out")
    assert "stopped after 30 deals: every interval is at most 40 points wide" in done.stdout
    assert len(records(tmp_path / "out" / "games.jsonl")) == 30
    done = program.call(*fixed, "--sprt", "0,1", "--sprt-delta", 0.01)
    assert "played to its end: undecided" in done.stdout


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Return the folder and the words of a watched match that left its PDDL files."""
    folder = tmp_path_factory.mktemp("planned")
    program = Program(folder)
    leave = ["--out", folder / "out", "--pddl-dir", folder / "pddl", "--watch", "--jobs", 1]
    done = program.call(*command(PLANNED), *leave, code=0)
    assert program.left_behind() == []
    return folder, done.stdout.splitlines()


def test_every_replan_leaves_four_files(planned: tuple[Path, list[str]]) -> None:
    """Which changes no game."""
    folder, _ = planned
    games = folder / "out" / "games.jsonl"
    assert games.read_text(encoding="utf-8") == games_of(PLANNED)
    expected = set()
    for record in records(games):
        seat = [seat["agent"] for seat in record["seats"]].index("planner")
        for note in record["notes"][seat]:
            if note["kind"] != "replan" or note["trigger"] == "follow-up":
                continue
            where = Path(f"{record['game']}/t{note['turn']}-s{seat}-r{note['replan']}")
            expected |= {where / name for name in ("domain.pddl", "plan", "why.json")}
            expected.add(where / "problem.pddl")
            text = (folder / "pddl" / where / "problem.pddl").read_text(encoding="utf-8")
            header = " ".join(line for line in text.splitlines() if line.startswith(";"))
            printed = f"Game {record['game']}, seat {seat}", f"turn {note['turn']}", note["trigger"]
            assert all(words in header for words in printed)
            assert "(:metric minimize (total-cost))" in text
    left = {path.relative_to(folder / "pddl") for path in (folder / "pddl").rglob("*.*")}
    plans = {path.relative_to(folder / "pddl") for path in (folder / "pddl").rglob("plan")}
    assert left | plans == expected
    assert len(plans) >= 3


def test_a_plan_has_at_most_the_follow_ups_asked_for(program: Program, tmp_path: Path) -> None:
    left, out = tmp_path / "pddl", tmp_path / "out"
    played = ["match", "planner", "random", "random", "--rules", "huji-bn1", "--games", 1]
    program.call(*played, "--jobs", 1, "--follow-ups", 1, "--pddl-dir", left, "--out", out)
    (first,) = (left / "0").glob("t*-r0")
    assert (first / "domain.pddl").read_text(encoding="utf-8") == domain_text("clue")
    assert (first / "plan").read_text(encoding="utf-8").count("(add-follow-up ") == 1
    (record,) = records(out / "games.jsonl")
    assert record["settings"]["follow_ups"] == 1


def test_watching_shows_the_first_game_and_its_plans(planned: tuple[Path, list[str]]) -> None:
    folder, printed = planned
    record = records(folder / "out" / "games.jsonl")[0]
    players = ("scarlett (planner)", "mustard (random)", "white (random)")
    assert printed[0].startswith(f"Game 0: {', '.join(players)}")
    assert printed[1] == f"In the case file: {', '.join(record['deal']['case_file'])}."
    winner = players[record["result"]["winner"]].capitalize()
    end = printed.index(f"{winner} wins by an accusation.")
    assert "3 games on classic" in "\n".join(printed[end:])
    assert not any(line.startswith("Game 1") for line in printed)
    notes = [note for note in record["notes"][0] if "replan" in note]
    assert notes
    for note in notes:
        assert note["observation"] in "\n".join(printed)
        assert f"assumes {', '.join(note['assumption'])}" in "\n".join(printed)


MATCH = ("match", "planner", "random", "random", "--rules", "huji-bn1", "--games", 2, "--jobs", 2)
PROGRAM = "up_fast_downward/downward/builds/release/bin/downward"
"""Where the package of Fast Downward has its search program."""


@pytest.fixture
def search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where to write a search program so that every started program finds it."""
    file = tmp_path / "packages" / PROGRAM
    file.parent.mkdir(parents=True)
    (tmp_path / "packages" / "up_fast_downward" / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "packages"))
    file.touch(0o755)
    return file


def test_a_match_without_a_plan_ends_with_3(tidy_program: Program, search: Path) -> None:
    search.write_text("#!/bin/sh\necho out of ideas >&2; exit 32\n")
    out = tidy_program.here.parent / "out"
    done = tidy_program.run(*MATCH, "--jobs", 1, "--json", "-", "--out", out, code=3)
    assert "planner-clue: planner never made a plan in this match" in done.stderr.splitlines()
    planner, *others = json.loads(done.stdout)["agents"]
    assert (planner["never_planned"], planner["gave_up"], planner["forfeits"]) == (True, 2, 0)
    assert planner["planner_failures"] == {"engine-error": 6}
    assert not any(agent["never_planned"] for agent in others)
    assert json.loads((out / "summary.json").read_text())["agents"][0] == planner
    for record in records(out / "games.jsonl"):
        notes = [note for note in record["notes"][0] if "failure" in note]
        assert [note.get("gave_up", False) for note in notes] == [False, False, True]
        assert "exit code 32: out of ideas" in notes[0]["detail"]


def test_no_search_outlives_its_match(tidy_program: Program, search: Path, tmp_path: Path) -> None:
    marker = tmp_path / "started"
    search.write_text(f"#!/bin/sh\ntouch {marker}; sleep 600 & sleep 600\n")
    with tidy_program.running(*MATCH) as process:
        assert wait_until(marker.exists)
        os.kill(process.pid, signal.SIGKILL)
        assert wait_until(lambda: tidy_program.processes() == [])


def test_a_heuristic_that_breaks_leaves_its_place(program: Program, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def odd(node, task):\n    return node.nothing\n")
    table = ("match", "planner-huji", "random", "random", "--board", "none", "--games", 1)
    asked = ("--heuristic", tmp_path / "mine.py:odd", "--seats", "fixed", "--seed", 1, "--jobs", 1)
    done = program.call(*table, *asked, "--json", "-", "--out", tmp_path / "out", code=3)
    assert json.loads(done.stdout)["agents"][0]["planner_failures"] == {"heuristic-error": 3}
    (record,) = records(tmp_path / "out" / "games.jsonl")
    place = "at mine.py:2 in odd: return node.nothing; asked about the start"
    assert place in record["notes"][0][0]["detail"]


def test_an_interrupted_command_says_what_is_kept() -> None:
    kept = ": finished games are kept, and the same command continues"
    assert _how_to_continue(["match", "random", "--out", "results"]) == kept
    assert _how_to_continue(["reproduce"]) == kept
    assert _how_to_continue(["match", "random"]) == ": nothing is kept without --out"
    assert _how_to_continue(["belief", "seen.json"]) == ""
