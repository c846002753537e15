"""``tell``, and ``trace`` and ``explain`` of any seat, as a person uses them."""

import json
import re
from pathlib import Path

import pytest

from planner_clue.match import MatchConfig
from tests.cli.helpers import Program, records
from tests.shared import line_of

PLAYED = MatchConfig(("planner", "random", "random"), games=6)
"""The games of tests/cli/test_records.py, so that they are played once."""
RANDOM = MatchConfig(("random", "random", "random"), games=6, board="none")
BOARD_LINES = 25


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a match with two of its games, the second still in the journal."""
    folder = tmp_path_factory.mktemp("match")
    (folder / "games.jsonl").write_text(line_of(PLAYED, 0))
    (folder / "journal.jsonl").write_text(line_of(PLAYED, 2))
    return folder


def told(program: Program, *arguments: object) -> list[str]:
    done = program.call("tell", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def board_rows(lines: list[str]) -> list[str]:
    """Return the lines in which a row of the board is drawn."""
    return [line for line in lines if re.search(r"[·░]|(^| )24 {19}", line)]


def test_a_game_is_told_from_the_first_to_the_last_turn_with_the_board_at_its_end(
    program: Program, folder: Path
) -> None:
    lines = told(program, folder)
    (record,) = records(folder / "games.jsonl")
    assert lines[0] == "Game 0: scarlett (planner), mustard (random), white (random)."
    heads = [int(line.split()[1]) for line in lines if line.startswith(("  turn", " turn"))]
    assert heads == sorted({event["turn"] for event in record["events"]})
    assert len(board_rows(lines)) == BOARD_LINES
    players = ("scarlett (planner)", "mustard (random)", "white (random)")
    assert lines[-1] == f"{players[record['result']['winner']]} wins."


@pytest.mark.parametrize(("columns", "drawn"), [(40, "nowhere"), (80, "under"), (130, "beside")])
def test_one_turn_is_told_in_the_width_of_the_terminal(
    program: Program, folder: Path, columns: int, drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token of the seat stands where it went; a place beside the words, or under, or none."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = told(program, folder, "--turn", 1)
    assert max(map(len, lines)) <= columns
    assert not any("turn 2" in line for line in lines)
    rows = board_rows(lines)
    assert len(rows) == (0 if drawn == "nowhere" else BOARD_LINES)
    event = records(folder / "games.jsonl")[0]["events"][1]
    to = event["to"]
    went = to if isinstance(to, str) else f"square {to[0]},{to[1]}"
    assert any(f"goes to {went}" in line for line in lines)
    if rows:
        words = next(at for at, line in enumerate(lines) if "goes to" in line)
        first = next(at for at, line in enumerate(lines) if "Sc" in line and line in rows)
        assert (drawn == "beside") == (len(lines) < words + BOARD_LINES or first < words)


def test_a_seat_is_told_nothing_that_it_did_not_know(program: Program, folder: Path) -> None:
    record = records(folder / "games.jsonl")[0]
    everything, seen = told(program, folder), told(program, folder, "--seat", 1)
    assert told(program, folder, "--seat", "mustard") == seen
    shown = [e for e in record["events"] if e["kind"] == "show" and 1 not in (e["seat"], e["to"])]
    assert shown
    assert len([line for line in seen if line.endswith(" shows a card")]) == len(shown)
    assert any("assumes" in line for line in everything)
    assert not any("assumes" in line or "case file" in line for line in seen)
    assert f"mustard holds {', '.join(record['deal']['hands'][1])}." in seen[1]


def test_a_game_without_board_and_planner_is_told_traced_and_explained(
    program: Program, tmp_path: Path
) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(json.loads(line_of(RANDOM, 0)), indent=1))
    lines = told(program, file)
    assert any(line.strip().startswith("suggests ") for line in lines)
    assert board_rows(lines) == []
    traced = program.call("trace", file)
    assert traced.stdout.startswith("game 0, seat 0: scarlett (random)\n")
    assert "planned" not in traced.stdout
    explained = program.call("explain", file, "--seat", 0, "--turn", 1)
    assert explained.stdout.startswith("scarlett (random) leaves no plans")


def test_a_trace_fits_a_narrow_terminal(
    program: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for arguments in (["trace"], ["explain", "--turn", 1]):
        done = program.call(arguments[0], folder, *arguments[1:])
        assert done.returncode == 0, done.stderr
        assert max(map(len, done.stdout.splitlines())) <= 60
    traced = program.call("trace", folder).stdout
    for note in records(folder / "games.jsonl")[0]["notes"][0]:
        if "trigger" in note:
            assert f"planned because {note['trigger']}" in traced
