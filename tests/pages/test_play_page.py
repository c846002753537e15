"""A game in a real browser: clicked to its end, reloaded, in two tabs, by keys, killed."""

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from planner_clue.play.played_game import PlayedGame, new_game, resumed_game
from planner_clue.play.server import PlayServer
from planner_clue.table.record import replay
from tests.cli.helpers import HANG, Program
from tests.play.helpers import config
from tests.serving.helpers import ask

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

TO_DECIDE = "#decision button.strong, #over:not([hidden])"
"""What is there when the person has to decide, or the game is over."""

AT_ONCE = "location.host && (localStorage['planner-clue-speed'] ??= 'instant')"
"""A script that sets the pace of the page to instant, unless a test chose another."""

PEACOCK_STANDS_IN = """room => {
  const { x, y, width, height } = room.querySelector(".floor").getBBox();
  const token = document.querySelector("#board .token[data-suspect=peacock]");
  token.style.transition = "none";
  token.style.transform = `translate(${x + width / 2}px, ${y + height / 2}px)`;
}"""


class Evening:
    """A game on a local server, and a page of it."""

    def __init__(
        self, page: "Page", game: PlayedGame, seconds_to_undo: float = 0, port: int = 0
    ) -> None:
        self.page, self.game = page, game
        self.app = PlayServer(game, port, seconds_to_undo=seconds_to_undo, seconds_to_answer=0)
        begun = threading.Event()
        serve = {"open_browser": False, "begun": begun.set}
        self._thread = threading.Thread(target=self.app.run, kwargs=serve, daemon=True)
        self._thread.start()
        assert begun.wait(60)
        page.add_init_script(AT_ONCE)
        page.goto(self.app.address)

    def close(self) -> None:
        self.page.goto("about:blank")
        self.stop()

    def stop(self) -> None:
        self.app.stop()
        self._thread.join(60)
        assert not self._thread.is_alive()

    def question(self) -> str:
        """Wait for the person's turn, and return what it is asked; empty when it is over."""
        self.page.locator(TO_DECIDE).first.wait_for()
        return "" if self.page.locator("#over").is_visible() else self.now()

    def now(self) -> str:
        return self.page.locator("#now").inner_text()

    def button(self, name: str) -> "Locator":
        return self.page.get_by_role("button", name=name, exact=True)

    def decide(self, asked: str) -> None:
        """Click something, and wait until it is taken."""
        number = int(self.page.locator("body").get_attribute("data-number") or 0)
        if "Where to?" in asked:
            rooms = self.page.locator("#board .room.choice")
            choices = rooms if rooms.count() else self.page.locator("#board .square.choice")
            choices.last.click()
        elif "suggest whom" in asked:
            self.page.locator("#suggest-weapon label", has_text="rope").click()
            self.page.locator("#decision button.strong").click()
        elif "do you show" in asked:
            self.page.locator("#decision button.strong").first.click()
        elif "end your turn" in asked:
            self.button("End your turn").click()
        elif self.page.locator("#decision .to-room").count():
            self.page.locator("#decision .to-room").last.click()
        else:
            self.button("Roll the dice").click()
        self.goes_on_from(number)

    def goes_on_from(self, number: int) -> None:
        """Wait until the page shows the game after that decision."""
        self.page.locator(f'body:not([data-number="{number}"])').wait_for()


def until(evening: Evening, wanted: str) -> None:
    """Play until the person is asked something that has these words."""
    while wanted not in (asked := evening.question()):
        assert asked, "the game ended before"
        evening.decide(asked)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.fixture
def evening(page: "Page", file: Path) -> Iterator[Evening]:
    evening = Evening(page, new_game(config("exact,exact", seed=7), file))
    yield evening
    evening.close()


def test_a_whole_game_is_clicked_to_its_end_and_then_seen_again(
    evening: Evening, file: Path
) -> None:
    page = evening.page
    assert page.locator("#title").inner_text() == "You are scarlett"
    while asked := evening.question():
        evening.decide(asked)
    record = json.loads(file.read_text())
    replay(record)
    rows = page.locator("#over-text .faces, #over-text td.cards").all()
    told = [row.locator(".face").all_inner_texts() for row in rows]
    assert told == [record["deal"]["case_file"], *record["deal"]["hands"]]
    page.locator("#review path.knew").nth(2).wait_for()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="See the game again").click()
    opened.value.get_by_role("heading", name="Game 0").wait_for()
    opened.value.close()
    page.reload()
    assert not evening.question()


def test_a_hint_says_what_planner_would_do_and_does_it(evening: Evening) -> None:
    until(evening, "Your turn")
    page = evening.page
    evening.button("Hint").click()
    page.locator("#hint").get_by_text("Planner would roll the dice, on the way to").wait_for()
    assert "It assumed" in page.locator("#hint").inner_text()
    evening.button("Do so").click()
    page.locator("#now", has_text="Where to?").wait_for()
    assert page.locator("#hint-card").is_hidden()


def test_a_cell_of_the_notebook_says_why_and_by_hand_it_is_marked(
    evening: Evening, file: Path
) -> None:
    page = evening.page
    until(evening, "Your turn")
    own = evening.game.seat_view.hand[0]
    page.locator(f'tr[data-card="{own}"] td[data-holder="1"]').click()
    page.locator("#why").get_by_text("this follows from the seat's own hand").wait_for()
    page.get_by_label("by hand").check()
    page.locator("#notebook").get_by_text("Your own notes").wait_for()
    assert page.locator("#notebook td.maybe").count() == 0
    other = next(
        c for c in evening.game.seat_view.deck.weapons if c not in evening.game.seat_view.hand
    )
    cell = page.locator(f'tr[data-card="{other}"] td.case')
    for mark in ("\u2713", "\u2013", "?"):
        cell.click()
        page.locator(f'tr[data-card="{other}"] td.case').get_by_text(mark).wait_for()
    assert json.loads(file.read_text())["notes"]["marks"] == [[other, "case", "maybe"]]
    page.reload()
    page.locator(f'tr[data-card="{other}"] td.case').get_by_text("?").wait_for()


def test_a_move_is_taken_back_while_nobody_has_learned_of_it(page: "Page", file: Path) -> None:
    evening = Evening(page, new_game(config("exact,exact", seed=7), file), seconds_to_undo=1000)
    until(evening, "Where to?")
    steps = len(evening.game.course.steps)
    page.locator("#board .square.choice").last.click()
    page.locator("#log").get_by_text("scarlett goes to").wait_for()
    evening.button("Undo").click()
    page.locator("#now", has_text="Where to?").wait_for()
    assert len(evening.game.course.steps) == steps
    assert "scarlett goes to" not in page.locator("#log").inner_text()
    evening.button("Undo").click(force=True)
    page.locator("#complaint").get_by_text("Nothing to undo: the dice").wait_for()
    evening.close()


def test_two_tabs_see_the_same_game_and_a_late_click_is_refused_gently(evening: Evening) -> None:
    other = evening.page.context.new_page()
    other.goto(evening.app.address)
    until(evening, "Where to?")
    other.locator("#now", has_text="Where to?").wait_for()
    stale = json.dumps({"number": 0, "choice": {"opening": "roll"}}).encode()
    origin = f"http://127.0.0.1:{evening.app.port}"
    headers = {"Content_Type": "application/json", "Origin": origin}
    got = ask(evening.app, "/choose", "POST", stale, **headers)
    assert (got.status, "in another tab" in got.body.decode()) == (200, True)
    other.locator("#board .choice").last.click()
    evening.page.locator("#log").get_by_text("scarlett goes to").wait_for()
    other.close()


def to_a_button(page: "Page") -> None:
    """Press the tab key until a button has the focus."""
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.tagName") != "BUTTON":
        page.keyboard.press("Tab")


@pytest.mark.slow
def test_a_game_is_played_by_keys_alone(evening: Evening) -> None:
    page = evening.page
    until(evening, "Your turn")
    page.locator("#decision button").first.focus()
    for _ in range(3):
        assert evening.question()
        number = evening.game.course.number
        if page.locator("#decision select").count():
            page.keyboard.press("ArrowDown")
            to_a_button(page)
        page.keyboard.press("Enter")
        evening.goes_on_from(number)
    assert evening.question()
    to_a_button(page)
    page.keyboard.press("?")
    page.get_by_role("heading", name="How to play here").wait_for()
    page.keyboard.press("Escape")


def test_the_old_page_of_a_resumed_game_says_that_there_is_another(
    browser: "Browser", file: Path
) -> None:
    """In the window of a browser that the new address was not opened in."""
    page, elsewhere = (browser.new_context().new_page() for _ in range(2))
    evening = Evening(page, new_game(config("exact,exact", seed=7), file))
    assert evening.question()
    evening.stop()
    page.get_by_text("The program has ended").wait_for()
    resumed = Evening(elsewhere, resumed_game(file), port=evening.app.port)
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("This game was resumed in another window").wait_for()
    assert not page.get_by_text("The program has ended").is_visible()
    assert resumed.question()
    for opened in (page, elsewhere):
        opened.context.close()
    resumed.stop()


@pytest.mark.slow
def test_a_wrong_accusation_needs_a_second_thought_and_ends_the_turns(evening: Evening) -> None:
    page = evening.page
    until(evening, "Your turn")
    case_file = evening.game.course.table.deal.case_file
    evening.button("Accuse …").click()
    page.locator("#accuse-go").click(force=True)
    assert page.locator("#accuse").is_visible()
    wrong = next(c for c in evening.game.seat_view.deck.weapons if c != case_file.weapon)
    page.locator("#accuse-weapon label", has_text=wrong).click()
    page.get_by_label("I am sure").check()
    page.locator("#accuse-go").click()
    page.locator("#log").get_by_text("scarlett takes no more turns").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("against", "board"), [("exact,exact,exact,exact,exact", "none"), ("exact,exact", "huji")]
)
def test_a_phone_shows_everything_without_scrolling_sideways(
    page: "Page", file: Path, against: str, board: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    evening = Evening(page, new_game(config(against, "white", board), file))
    for _ in range(3):
        if asked := evening.question():
            evening.decide(asked)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    evening.close()


def test_a_room_can_be_chosen_through_a_token_that_stands_in_it(page: "Page", file: Path) -> None:
    evening = Evening(page, new_game(config("exact,exact", board="huji", seed=8), file))
    until(evening, "Where to?")
    room = page.locator("#board .room.choice").first
    where = room.get_attribute("data-room")
    room.evaluate(PEACOCK_STANDS_IN)
    room.click()
    page.locator("#log").get_by_text(f"scarlett goes to {where}").wait_for()
    evening.close()


def served(program: Program, *arguments: str) -> tuple["subprocess.Popen[str]", str]:
    """Start ``planner-clue play``; return the process and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "planner_clue", "play", "--no-browser", "--port", "0", *arguments],
        cwd=program.here,
        env=program.environment(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    for line in process.stdout:
        if found := re.match(r"Play at (http://127\.0\.0\.1:\d+/\?token=\S+)", line):
            return process, found[1]
    raise AssertionError("no address")


def test_a_killed_process_loses_nothing_and_ctrl_c_says_how_to_come_back(
    page: "Page", tmp_path: Path
) -> None:
    program = Program(tmp_path)
    first = ("--against", "exact,exact", "--seed", "7", "--save", "g.json")
    process, address = served(program, *first)
    page.goto(address)
    page.get_by_role("button", name="Roll the dice").click()
    page.locator("#now", has_text="Where to?").wait_for()
    rolled = page.locator("#now").inner_text()
    page.goto("about:blank")
    process.send_signal(signal.SIGKILL)
    process.wait(HANG)
    assert process.stdout
    process.stdout.close()
    process, address = served(program, "--resume", "g.json")
    page.goto(address)
    page.locator("#now", has_text="Where to?").wait_for()
    assert page.locator("#now").inner_text() == rolled
    page.goto("about:blank")
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=HANG)
    assert said == "The game is saved: planner-clue play --resume g.json\n"
    assert process.returncode == 0
    assert program.left_behind() == ["g.json"]
