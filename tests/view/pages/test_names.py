"""Names of files with markup, formulas and control characters are shown as text."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page

from planner_clue.people.assist.notepad import Notepad
from planner_clue.people.assist.server import AssistServer
from planner_clue.people.play.played_game import new_game
from planner_clue.people.play.server import PlayServer
from planner_clue.people.serving.server import LocalServer
from tests.cli.helpers import Program, agent_file, stdout_of
from tests.people.play.helpers import config
from tests.view.pages.games import ServedPage

NAMES = (
    "<img src=x onerror=alert(1)>.py",
    "=cmd().py",
    "\u202egnp.py",
    "[bold]" + "x" * 200 + ".py",
    "a\nb.py",
)
"""Markup of a page, a formula, a right-to-left mark, markup of a terminal, two lines."""


@pytest.fixture
def played(program: Program) -> Program:
    for name in NAMES:
        agent_file(program.here, "pass", name)
    agents = ["planner", *(f"{name}:Mine" for name in NAMES)]
    where = ["--board", "none", "--seats", "fixed", "--isolate", "none", "--jobs", 1]
    program.call("match", *agents, *where, "--games", 1, "--seed", 2**63, "--out", "out", code=0)
    return program


def test_tables_stories_and_csv_show_names_as_text(played: Program) -> None:
    shown = [f"{name}:Mine".replace("\n", "?").replace("\u202e", "?") for name in NAMES]
    for command in ("stats out", "replay out"):
        lines = stdout_of(played, *command.split()).splitlines()
        assert all(line.isprintable() for line in lines)
        assert all(any(name in line for line in lines) for name in shown)
    rows = csv.DictReader(StringIO(stdout_of(played, "stats", "out", "--csv", "-")))
    assert [row["agent"] for row in rows] == [
        *["planner"],
        *(f"'{n}" if n[0] == "=" else n for n in shown),
    ]


@pytest.fixture
def watched(page: Page) -> Iterator[Page]:
    """Return a page that loads and runs nothing, with any names."""
    dialogs: list[str] = []

    def opened(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", opened)
    yield page
    assert page.locator("img:not([id])").count() == 0
    assert dialogs == []


def test_pages_show_names_as_text(played: Program, watched: Page, tmp_path: Path) -> None:
    for more in (("pages",), ("guess.html", "--guess", "planner")):
        played.call("replay", "out", "--html", tmp_path / more[0], *more[1:], code=0)
    for file in ("pages/game-0.html", "guess.html", "pages/index.html"):
        watched.goto((tmp_path / file).as_uri())
        watched.get_by_text(NAMES[0]).locator("visible=true").first.wait_for()
        assert watched.locator("img:not([id])").count() == 0


def test_pages_of_a_running_program_show_names_as_text(watched: Page, tmp_path: Path) -> None:
    name = NAMES[0]
    table = config("random,random", board="none")
    apps: list[tuple[LocalServer, str]] = [
        (PlayServer(new_game(table, tmp_path / name), 0), f"planner-clue play --resume {name}"),
        (
            AssistServer(Notepad(tmp_path / f"notes {name}"), 0),
            f"Every line is saved in notes {name}",
        ),
    ]
    for app, shown in apps:
        served = ServedPage(watched, app)
        watched.get_by_text(shown).first.wait_for(state="attached")
        if isinstance(app, AssistServer):
            watched.fill("#entry", f"scarlett {name}, mustard Bob, white me")
            watched.press("#entry", "Enter")
            watched.locator("#complaint").get_by_text("is not a name").wait_for()
        assert watched.locator("img:not([id])").count() == 0
        served.close()
