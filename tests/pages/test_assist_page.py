"""The page of notes at a real table, in a real browser: an evening as a person would have it."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from planner_clue.assist.notepad import Notepad, NotesFile
from planner_clue.assist.server import AssistServer
from tests.assist.helpers import EVENING

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Evening:
    """The page of a file of notes, in a browser."""

    def __init__(self, page: "Page", file: Path, text: str = "") -> None:
        if text:
            file.write_text(text)
        self.page, self.file = page, file
        self.app = AssistServer(Notepad(NotesFile(file)), 0)
        begun = threading.Event()
        serve = {"open_browser": False, "begun": begun.set}
        self._thread = threading.Thread(target=self.app.run, kwargs=serve)
        self._thread.start()
        assert begun.wait(60)

    def open(self) -> None:
        self.page.goto(self.app.address)

    def close(self) -> None:
        self.page.goto("about:blank")
        self.app.stop()
        self._thread.join(60)
        assert not self._thread.is_alive()

    def add(self, line: str) -> None:
        self.page.fill("#entry", line)
        self.page.press("#entry", "Enter")

    def wait_for(self, text: str, where: str = "body") -> None:
        self.page.locator(where).get_by_text(text).first.wait_for()

    def text(self, where: str) -> str:
        return " ".join(self.page.locator(where).inner_text().split())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.clue"


@pytest.fixture
def evening(page: "Page", file: Path) -> Iterator[Evening]:
    """Return a page that goes on with the notes of an evening."""
    evening = Evening(page, file, EVENING)
    evening.open()
    evening.wait_for("Plan", "#next h3")
    yield evening
    evening.close()


def test_an_evening_from_the_first_question_to_the_accusation(page: "Page", file: Path) -> None:
    evening = Evening(page, file)
    evening.open()
    evening.wait_for("Who plays?", "#entry-label")
    evening.add("scarlett Ann, mustard Bob, wite")
    evening.wait_for("did you mean 'white'?", "#complaint")
    evening.add("scarlett Ann, mustard Bob, white me")
    evening.wait_for("Everybody holds 6 cards.", "#entry-label")
    evening.add("plum, rope, lead pipe, library, kitchen, scarlett")
    evening.wait_for("Most probable case files", "#notebook")
    evening.add("me: green knife study, bob showed green")
    evening.wait_for("Bob holds green: Bob shows green in line 4.", "#news")
    evening.add("me: mustard knife study, nobody showed")
    evening.wait_for("Accuse on your next turn: mustard, knife, study.", "#next")
    assert file.read_text().splitlines() == [
        "players: scarlett Ann, mustard Bob, white me",
        "board: classic",
        "hand: plum, rope, lead pipe, library, kitchen, scarlett",
        "me: green knife study, bob showed green",
        "me: mustard knife study, nobody showed",
    ]
    evening.close()


def test_a_line_is_checked_while_it_is_written(evening: Evening) -> None:
    evening.page.fill("#entry", "bob: green knfe study")
    evening.wait_for("did you mean 'knife'?", "#complaint")
    assert evening.page.locator("#complaint mark").inner_text() == "knfe"
    evening.page.fill("#entry", "bob: green knife study, ann showed")
    evening.page.locator("#complaint p").first.wait_for(state="detached")
    assert evening.file.read_text() == EVENING


def test_a_contradiction_leads_to_the_line_to_correct(evening: Evening) -> None:
    evening.add("me: mustard rope hall, ann showed mustard")
    evening.wait_for("it contradicts Ann passes on mustard, knife, hall in line 5", "#complaint")
    evening.page.get_by_role("button", name="Correct line 5").first.click()
    line = evening.page.get_by_label("Line 5", exact=True)
    line.fill("bob: grene rope hall, i showed")
    evening.page.get_by_role("button", name="Save").click()
    evening.wait_for("did you mean 'green'?", "#lines")
    line.fill("bob: green rope hall, i showed")
    line.press("Enter")
    evening.wait_for("bob: green rope hall, i showed", "#lines")
    evening.page.get_by_role("button", name="Add").click()
    evening.wait_for("Ann holds mustard: Ann shows mustard in line 9.", "#news")


def test_a_line_that_contradicts_can_be_kept_and_is_marked(evening: Evening) -> None:
    evening.add("me: peacock knife hall, ann showed knife")
    evening.page.get_by_role("button", name="Write it down all the same").click()
    evening.wait_for("Does not count: Ann shows knife: that cannot be true", "#lines .wrong")
    evening.page.get_by_role("button", name="Delete line 9").click()
    evening.page.locator("#lines .wrong").wait_for(state="detached")
    assert evening.file.read_text() == EVENING
    evening.page.get_by_role("button", name="Undo").click()
    evening.page.locator("#lines .wrong").wait_for()


def test_a_cell_of_the_notebook_says_why(evening: Evening) -> None:
    evening.page.get_by_role("button", name="green, Bob").click()
    evening.wait_for("Bob holds green: Bob shows green in line 6.", "#why")
    evening.page.get_by_role("button", name="mustard, case file").press("Enter")
    evening.wait_for("Possible holders of mustard:", "#why")


def test_tokens_are_put_where_they_stand_with_mouse_and_keys(evening: Evening) -> None:
    page = evening.page
    page.locator("#board .token[data-suspect='plum']").click()
    page.locator("#board .room[data-room='lounge']").click()
    evening.wait_for("plum at lounge", "#lines")
    page.get_by_label("Token to move").select_option("white")
    page.get_by_role("button", name="library", exact=True).press("Enter")
    evening.wait_for("white at library", "#lines")
    evening.wait_for("Your token is in library.", "#next")
    page.locator("#board .token[data-suspect='white']").click()
    page.locator("#board [data-square='7,5']").click()
    evening.wait_for("white at 7,5", "#lines")
    assert evening.file.read_text() == EVENING + "plum at lounge\nwhite at library\nwhite at 7,5\n"


def test_menus_write_the_line(evening: Evening) -> None:
    page = evening.page
    page.get_by_text("Write it by menus").click()
    for label, value in {
        "who suggests": "2",
        "suspect": "green",
        "weapon": "rope",
        "room": "study",
        "who shows": "1",
        "the card": "study",
    }.items():
        page.locator("#menus").get_by_label(label, exact=True).select_option(value)
    assert page.input_value("#entry") == "white: green, rope, study; Bob showed study"
    page.get_by_role("button", name="Add").click()
    evening.wait_for("Bob holds study", "#news")


def test_two_pages_and_other_programs_show_the_same_notes(evening: Evening) -> None:
    other = evening.page.context.new_page()
    other.goto(evening.app.address)
    other.fill("#entry", "ann at lounge")
    other.press("#entry", "Enter")
    evening.wait_for("ann at lounge", "#lines")
    evening.file.write_text(EVENING + "bob at study\n")
    evening.wait_for("bob at study", "#lines")
    other.get_by_text("bob at study").wait_for()
    other.close()


def test_a_line_that_was_changed_elsewhere_is_not_written_over(evening: Evening) -> None:
    evening.app.live.write("me at study", 8, "me at hall")
    token = evening.page.request.post(
        f"http://127.0.0.1:{evening.app.port}/write",
        data={"text": "me at lounge", "number": 8, "before": "me at hall"},
        headers={"Origin": f"http://127.0.0.1:{evening.app.port}"},
    )
    assert "line 8 was changed in another window" in token.json()["error"]
    assert "me at study" in evening.file.read_text()
