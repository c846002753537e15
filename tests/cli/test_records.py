"""``plan``, ``trace``, ``explain`` and ``validate`` as a person uses them."""

from pathlib import Path
from typing import Any

import pytest

from planner_clue.match import MatchConfig
from tests.cli.helpers import Program, records
from tests.shared import line_of

CONFIG = MatchConfig(("planner", "random", "random"), games=6)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with two games: the planner sits first in one, and second in the other."""
    path = tmp_path_factory.mktemp("match") / "games.jsonl"
    path.write_text(line_of(CONFIG, 0) + line_of(CONFIG, 2))
    return path


def notes_of(games: Path) -> list[dict[str, Any]]:
    """Return what the planner noted in the first game; it planned more than once."""
    notes: list[dict[str, Any]] = records(games)[0]["notes"][0]
    assert len(notes) > 1
    return notes


@pytest.fixture
def files(program: Program, games: Path, tmp_path: Path) -> dict[str, Path]:
    """Return the files of the first plan, as ``plan`` leaves them."""
    done = program.call("plan", games, "--out", tmp_path / "files")
    assert done.returncode == 0, done.stderr
    return {name: tmp_path / "files" / name for name in ("domain.pddl", "problem.pddl", "plan")}


def test_a_plan_is_made_again_from_the_record_and_is_valid(
    program: Program, games: Path, tmp_path: Path
) -> None:
    note = notes_of(games)[1]
    done = program.call("plan", games, "--turn", note["turn"], "--out", tmp_path / "files")
    assert done.returncode == 0, done.stderr
    assert f"replan 1: {note['trigger']}" in done.stdout
    assert (tmp_path / "files" / "plan").read_text().splitlines()[:-1] == [
        step["action"] for step in note["plan"]
    ]
    files = [tmp_path / "files" / name for name in ("domain.pddl", "problem.pddl", "plan")]
    checked = program.call("validate", *files)
    assert checked.returncode == 0
    assert checked.stdout.startswith(f"unified-planning: valid: cost {note['cost']}")


@pytest.mark.parametrize(("game", "seat"), [(0, 0), (2, 1)])
def test_a_trace_has_a_row_for_every_turn_and_says_what_happened_in_it(
    program: Program, games: Path, game: int, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    done = program.call("trace", games, "--game", game)
    assert done.returncode == 0, done.stderr
    (record,) = [record for record in records(games) if record["game"] == game]
    own = [e for e in record["events"] if e["seat"] == seat and e["kind"] not in ("pass", "show")]
    head, *lines = done.stdout.splitlines()
    assert head.strip() == f"game {game}, seat {seat}: {('scarlett', 'mustard')[seat]} (planner)"
    rows = {int(turn[0]): line for line in lines if (turn := line.split()) and turn[0].isdigit()}
    assert list(rows) == list(dict.fromkeys(event["turn"] for event in own))
    assert record["notes"][seat]
    replans = [note for note in record["notes"][seat] if "replan" in note]
    assert replans
    for note in replans:
        assert note["trigger"] in rows[note["turn"]]
    for note in {note["turn"]: note for note in replans}.values():
        assert ", ".join(note["assumption"]) in rows[note["turn"]]
    asked = [event for event in own if event["kind"] == "suggest"]
    assert asked
    for event in asked:
        assert ", ".join(event["cards"]) in rows[event["turn"]]
    shown = [e for e in record["events"] if e["kind"] == "show" and e["to"] == seat]
    assert shown
    for event in shown:
        name = ("scarlett", "mustard", "white")[event["seat"]]
        assert f"{name} showed {event['card']}" in rows[event["turn"]]
    accused = [event["turn"] for event in own if event["kind"] == "accuse"]
    assert accused
    assert [turn for turn, row in rows.items() if "accused" in row] == accused


def test_a_turn_is_explained_in_sentences(program: Program, games: Path) -> None:
    note = next(note for note in notes_of(games) if note.get("trigger") == "new-fact")
    done = program.call("explain", games, "--turn", note["turn"])
    assert done.returncode == 0, done.stderr
    assert f"({note['trigger']}): turn {note['observed_in']}: {note['observation']}." in done.stdout
    suspect, weapon, room = note["assumption"]
    assert f"{suspect} with the {weapon} in the {room}" in done.stdout
    assert " turns: " in done.stdout
    assert "the other ways looked at: " in done.stdout
    assert "Then, by the answer:\n  if " in done.stdout
    assert " and plan" in done.stdout


@pytest.mark.parametrize("command", ["trace", "replay"])
def test_a_seat_goes_by_number_token_or_agent(program: Program, command: str, games: Path) -> None:
    done = [program.call(command, games, "--seat", seat) for seat in ("0", "scarlett", "planner")]
    assert done[0].returncode == 0, done[0].stderr
    assert done[0].stdout == done[1].stdout == done[2].stdout
