"""``planner-clue replay``, and the page that a match leaves."""

import json
import re
from pathlib import Path

import pytest

from planner_clue.match import MatchConfig
from planner_clue.pages.replay_page import interest
from planner_clue.table.record import read_record
from tests.cli.helpers import PLANNED, Program, command, games_of, refusal

SHORT = MatchConfig(("random", "random", "random"), 2, seed=3, board="none")


@pytest.fixture
def games(program: Program) -> Path:
    """Return the games of a match with a planner."""
    file = program.here / "games.jsonl"
    file.write_text(games_of(PLANNED), encoding="utf-8")
    return file


def test_a_page_is_written_and_said_where(program: Program, games: Path) -> None:
    done = program.call("replay", games, "--game", 1, "--html", "page.html")
    assert (done.returncode, done.stdout) == (0, "game 1 is in page.html\n")
    page = (program.here / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<title>Game 1: scarlett (" in page


def test_the_same_record_gives_the_same_page(program: Program, games: Path) -> None:
    program.call("replay", games, "--html", "one.html")
    program.run("replay", games, "--html", "two.html", PYTHONHASHSEED="2")
    one, two = ((program.here / name).read_bytes() for name in ("one.html", "two.html"))
    assert one == two


def test_a_folder_gets_a_page_per_game_and_a_list(program: Program, games: Path) -> None:
    done = program.call("replay", games, "--html", "pages", "--seat", "planner")
    folder = program.here / "pages"
    records = list(map(read_record, games.read_text().splitlines()))
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


def test_pages_have_viewpoints(program: Program, games: Path) -> None:
    sizes = []
    views: list[list[object]] = [[], ["--seat", 2], ["--public"]]
    for number, view in enumerate(views):
        program.call("replay", games, "--html", f"{number}.html", *view)
        sizes.append((program.here / f"{number}.html").stat().st_size)
    assert sizes == sorted(sizes, reverse=True)


def test_a_page_is_replaced_and_nothing_else(program: Program, games: Path) -> None:
    page = program.here / "replay.html"
    for arguments in (
        ["replay", games, "--html", page.name],
        [*command(SHORT), "--replay", "first"],
    ):
        page.write_text("mine")
        assert "replay.html exists, and is not a page" in refusal(program.call(*arguments))
        assert page.read_text() == "mine"
        page.unlink()
        assert program.call(*arguments).returncode == 0
        assert program.call("replay", games, "--html", page.name).returncode == 0
        assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_match_leaves_the_page_of_its_first_game(program: Program) -> None:
    done = program.call(*command(SHORT), "--jobs", 1, "--out", "out", "--replay", "first")
    page = Path("out") / "replay.html"
    assert f"game 0 is in {page}" in done.stderr
    assert "<title>Game 0: " in (program.here / page).read_text(encoding="utf-8")


def test_the_most_interesting_game_is_the_one_whose_plans_broke_most(program: Program) -> None:
    done = program.call(*command(PLANNED), "--jobs", 1, "--replay", "interesting")
    values = [interest(read_record(line)) for line in games_of(PLANNED).splitlines()]
    assert f"game {values.index(max(values))} is in replay.html" in done.stderr
    assert max(values)[0] > 0
