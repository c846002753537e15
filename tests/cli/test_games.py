"""``replay``, ``explain``, ``explain`` and ``replay`` as a person uses them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from planner_clue.game.record import read_record
from planner_clue.match import MatchConfig
from planner_clue.view.pages.replay_page import interest
from tests.cli.helpers import PLANNED, Program, command, games_of, records, stdout_of
from tests.shared import line_of

Record = dict[str, Any]

PLAYED = MatchConfig(("planner", "random", "random"), games=6)
RANDOM = MatchConfig(("random", "random", "random"), games=6, board="none")
PLAYERS = ("scarlett (planner)", "mustard (random)", "white (random)")
"""The seats of game 0 of :data:`PLAYED`."""
BOARD_LINES = 25


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a match with two of its games, the second still in the journal."""
    folder = tmp_path_factory.mktemp("match")
    (folder / "games.jsonl").write_text(line_of(PLAYED, 0))
    (folder / "journal.jsonl").write_text(line_of(PLAYED, 4))
    return folder


@pytest.fixture
def record(folder: Path) -> Record:
    record = records(folder / "games.jsonl")[0]
    assert len(record["notes"][0]) > 1
    return record


def board_rows(lines: list[str]) -> list[str]:
    return [line for line in lines if re.search(r"[·░]|(^| )24 {19}", line)]


def test_a_game_is_shown_turn_by_turn(program: Program, folder: Path, record: Record) -> None:
    lines = stdout_of(program, "replay", folder).splitlines()
    assert lines[0] == f"Game 0: {', '.join(PLAYERS)}."
    heads = [int(line.split()[1]) for line in lines if line.startswith(("  turn", " turn"))]
    assert heads == sorted({event["turn"] for event in record["events"]})
    assert len(board_rows(lines)) == BOARD_LINES
    winner = PLAYERS[record["result"]["winner"]].capitalize()
    assert lines[-1] == f"{winner} wins by an accusation."


@pytest.mark.parametrize(("columns", "drawn"), [(40, "nowhere"), (80, "under"), (130, "beside")])
def test_one_turn_is_shown_in_the_width_of_the_terminal(
    program: Program, folder: Path, record: Record, columns: int, drawn: str
) -> None:
    """The token of the seat stands where it went; a place beside the words, or under, or none."""
    lines = stdout_of(program, "replay", folder, "--turn", 1, COLUMNS=str(columns)).splitlines()
    assert max(map(len, lines)) <= columns
    assert not any("turn 2" in line for line in lines)
    rows = board_rows(lines)
    assert len(rows) == (0 if drawn == "nowhere" else BOARD_LINES)
    to = record["events"][1]["to"]
    went = to if isinstance(to, str) else f"square {to[0]},{to[1]}"
    words = next(at for at, line in enumerate(lines) if f"goes to {went}" in line)
    if rows:
        first = next(at for at, line in enumerate(lines) if "Sc" in line and line in rows)
        assert (drawn == "beside") == (len(lines) < words + BOARD_LINES or first < words)


def test_a_game_without_board_and_planner_is_shown_traced_and_explained(program: Program) -> None:
    (program.here / "one.json").write_text(line_of(RANDOM, 0))
    lines = stdout_of(program, "replay", "one.json").splitlines()
    assert any(line.strip().startswith("suggests ") for line in lines)
    assert board_rows(lines) == []
    traced = stdout_of(program, "explain", "one.json")
    assert traced.startswith("game 0, seat 0: scarlett (random)\n")
    assert "planned" not in traced
    explained = stdout_of(program, "explain", "one.json", "--seat", 0, "--turn", 1)
    assert explained.startswith("scarlett (random) leaves no plans")


@pytest.mark.parametrize(("game", "seat"), [(0, 0), (4, 1)])
def test_a_trace_has_a_row_per_turn(program: Program, folder: Path, game: int, seat: int) -> None:
    head, *lines = stdout_of(program, "explain", folder, "--game", game, COLUMNS="200").splitlines()
    (record,) = records(folder / ("games.jsonl" if game == 0 else "journal.jsonl"))
    events = record["events"]
    own = [e for e in events if e["seat"] == seat and e["kind"] not in ("pass", "show")]
    tokens = ("scarlett", "mustard", "white")
    assert head.strip() == f"game {game}, seat {seat}: {tokens[seat]} (planner)"
    rows = {int(turn[0]): line for line in lines if (turn := line.split()) and turn[0].isdigit()}
    assert list(rows) == list(dict.fromkeys(event["turn"] for event in own))
    replans = [note for note in record["notes"][seat] if "replan" in note]
    last = {note["turn"]: note for note in replans}.values()
    shown = [event for event in events if event["kind"] == "show" and event["to"] == seat]
    for printed in (
        [(note, note["trigger"]) for note in replans],
        [(note, ", ".join(note["assumption"])) for note in last],
        [(event, ", ".join(event["cards"])) for event in own if event["kind"] == "suggest"],
        [(event, f"{tokens[event['seat']]} showed {event['card']}") for event in shown],
    ):
        assert printed
        assert all(words in rows[at["turn"]] for at, words in printed)
    accused = [event["turn"] for event in own if event["kind"] == "accuse"]
    assert [turn for turn, row in rows.items() if "accused" in row] == accused != []


def test_a_trace_fits_a_terminal(program: Program, folder: Path, record: Record) -> None:
    traced = stdout_of(program, "explain", folder, COLUMNS="60")
    explained = stdout_of(program, "explain", folder, "--turn", 1, COLUMNS="60")
    assert max(map(len, [*traced.splitlines(), *explained.splitlines()])) <= 60
    for note in record["notes"][0]:
        if "trigger" in note:
            assert f"planned because {note['trigger']}" in traced


def test_a_turn_is_explained(program: Program, folder: Path, record: Record) -> None:
    note = next(note for note in record["notes"][0] if note.get("trigger") == "new-fact")
    explained = stdout_of(program, "explain", folder, "--turn", note["turn"])
    suspect, weapon, room = note["assumption"]
    for words in (
        f"({note['trigger']}): turn {note['observed_in']}: {note['observation']}.",
        f"{suspect} with the {weapon} in the {room}",
        " own turns, ",
        "The other ways looked at: ",
        "Then, by the answer:\n  if ",
        " and ask about ",
    ):
        assert words in explained


@pytest.mark.parametrize("command", ["explain", "replay"])
def test_a_seat_goes_by_number_token_or_agent(program: Program, command: str, folder: Path) -> None:
    printed = {
        stdout_of(program, command, folder, "--seat", seat) for seat in ("0", "scarlett", "planner")
    }
    assert len(printed) == 1
    assert stdout_of(program, command, folder, "--seat", 1) not in printed


SHORT = MatchConfig(("random", "random", "random"), 2, seed=3, board="none")


@pytest.fixture
def program(program: Program) -> Program:
    (program.here / "games.jsonl").write_text(games_of(PLANNED), encoding="utf-8")
    return program


def replay(program: Program, page: str, *arguments: object) -> bytes:
    program.call("replay", "games.jsonl", "--html", page, *arguments, code=0)
    return (program.here / page).read_bytes()


def test_pages_have_viewpoints_and_are_the_same_each_time(program: Program) -> None:
    pages = [replay(program, "all.html", *view) for view in ([], ["--seat", 2], ["--public"])]
    assert pages == sorted(pages, key=len, reverse=True)
    done = program.run("replay", "games.jsonl", "--html", "again.html", PYTHONHASHSEED="2")
    assert (done.returncode, done.stdout) == (0, "game 0 is in again.html\n")
    again = (program.here / "again.html").read_bytes()
    assert again == pages[0]
    assert again.startswith(b"<!doctype html>")
    assert b"<title>Game 0: scarlett (planner)" in again


def test_a_folder_gets_a_page_per_game_and_a_list(program: Program) -> None:
    done = program.call("replay", "games.jsonl", "--html", "pages", "--seat", "planner")
    folder = program.here / "pages"
    records = list(map(read_record, games_of(PLANNED).splitlines()))
    files = {f"game-{record['game']}.html" for record in records}
    assert done.stdout == f"{len(files)} games are in pages/index.html\n"
    assert {file.name for file in folder.iterdir()} == {"index.html", *files}
    found = re.search(r'id="data">(.*)</script>', (folder / "index.html").read_text())
    assert found
    for row, record in zip(json.loads(found[1])["games"], records, strict=True):
        seat = record["seats"][record["result"]["winner"]]
        assert row["winner"] == f"{seat['token']} ({seat['agent']})"
        (notes,) = filter(None, record["notes"])
        assert row["plans"] == sum("replan" in note for note in notes)
        assert row["gambles"] == sum(note.get("gamble", False) for note in notes)
        assert row["breaks"] == interest(record)[0]


def test_a_match_leaves_the_page_of_its_first_or_most_interesting_game(program: Program) -> None:
    """The one whose plans broke most."""
    asked = "--jobs", 1, "--out", "out", "--replay"
    assert "game 0 is in out/replay.html" in program.call(*command(SHORT), *asked, "first").stderr
    assert "<title>Game 0: " in (program.here / "out" / "replay.html").read_text(encoding="utf-8")
    done = program.call(*command(PLANNED), "--jobs", 1, "--replay", "interesting")
    values = [interest(read_record(line)) for line in games_of(PLANNED).splitlines()]
    assert f"game {values.index(max(values))} is in replay.html" in done.stderr
    assert max(values)[0] > 0
