"""Names of files with markup, formulas and control characters are shown as text."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page

from tests.cli.helpers import Program, agent_file, said

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
    agents = [f"{name}:Mine" for name in NAMES]
    where = ["--board", "none", "--seats", "fixed", "--isolate", "none", "--jobs", 1]
    program.call("match", *agents, *where, "--games", 1, "--seed", 2**63, "--out", "out", code=0)
    return program


def test_tables_stories_and_csv_show_names_as_text(played: Program) -> None:
    shown = [f"{name}:Mine".replace("\n", "?").replace("\u202e", "?") for name in NAMES]
    for command in ("stats out", "tell out"):
        lines = said(played, *command.split()).splitlines()
        assert all(line.isprintable() for line in lines)
        assert all(any(name in line for line in lines) for name in shown)
    rows = csv.DictReader(StringIO(said(played, "stats", "out", "--csv", "-")))
    assert [row["agent"] for row in rows] == [f"'{n}" if n[0] == "=" else n for n in shown]


def test_pages_show_names_as_text(played: Program, page: Page, tmp_path: Path) -> None:
    dialogs: list[str] = []

    def opened(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", opened)
    played.call("replay", "out", "--html", tmp_path / "pages", code=0)
    played.call("replay", "out", "--html", tmp_path / "page.html", code=0)
    for file in ("pages/index.html", "page.html"):
        page.goto((tmp_path / file).as_uri())
        page.get_by_text(NAMES[0]).locator("visible=true").first.wait_for()
        assert page.locator("img").count() == 0
    assert dialogs == []
