"""``planner-clue replay``, and the page that a match leaves."""

import json
import re

import pytest

from planner_clue.match import MatchConfig
from planner_clue.pages.replay_page import interest
from planner_clue.table.record import read_record
from tests.cli.helpers import PLANNED, Program, command, games_of, refusal

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


def test_a_page_is_replaced_and_nothing_else(program: Program) -> None:
    page = program.here / "replay.html"
    for arguments in (
        ["replay", "games.jsonl", "--html", page.name],
        [*command(SHORT), "--jobs", 1, "--replay", "first"],
    ):
        page.write_text("mine")
        assert "replay.html exists, and is not a page" in refusal(program.call(*arguments))
        assert page.read_text() == "mine"
        page.unlink()
        program.call(*arguments, code=0)
        assert replay(program, page.name).startswith(b"<!doctype html>")


def test_a_match_leaves_the_page_of_its_first_or_most_interesting_game(program: Program) -> None:
    """The one whose plans broke most."""
    asked = "--jobs", 1, "--out", "out", "--replay"
    assert "game 0 is in out/replay.html" in program.call(*command(SHORT), *asked, "first").stderr
    assert "<title>Game 0: " in (program.here / "out" / "replay.html").read_text(encoding="utf-8")
    done = program.call(*command(PLANNED), "--jobs", 1, "--replay", "interesting")
    values = [interest(read_record(line)) for line in games_of(PLANNED).splitlines()]
    assert f"game {values.index(max(values))} is in replay.html" in done.stderr
    assert max(values)[0] > 0
