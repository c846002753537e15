"""What docs/assist.md says about notes is so."""

import re
from pathlib import Path

from planner_clue.assist.notepad import Notepad
from planner_clue.assist.notes import read_notes
from planner_clue.assist.session import Session
from tests.assist.helpers import EVENING, well_read

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "assist.md").read_text()
FIVE = "players: green, mustard Bob, white, scarlett Ann, plum me\nhand: rope, library, kitchen\n"


def section(title: str) -> str:
    found = re.search(rf"^###? {title}\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_notes_of_the_documents_are_understood() -> None:
    (notes,) = re.findall(r"```clue\n(.*?)```", PAGE, re.DOTALL)
    assert well_read(notes).observations


def test_every_line_of_the_table_of_lines_is_understood() -> None:
    rows = re.findall(r"^\| (`.*?) \|", section("What happens"), re.MULTILINE)
    lines = [line for row in rows for line in re.findall(r"`([^`]*)`", row)]
    assert len(lines) > 7
    for line in lines:
        assert read_notes(FIVE + line).problems == (), line


def test_every_command_of_the_page_is_one(tmp_path: Path) -> None:
    (tmp_path / "evening.clue").write_text(EVENING)
    session = Session(Notepad(tmp_path / "evening.clue"))
    named = re.findall(r"`([a-z][^`]*)`", section("Commands"))
    assert "why rope bob" in named
    for command in named:
        assert "not understood" not in "\n".join(session.say(command)), command
