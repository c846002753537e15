"""Every page, held against the rules of axe-core, in two sizes and both themes."""

import os
import shutil
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Page

from planner_clue.people.play.played_game import new_game
from planner_clue.view.pages.frames import ALL, PUBLIC
from planner_clue.view.pages.page import write_page
from planner_clue.view.pages.replay_page import SCRIPTS, gallery
from tests.people.assist.helpers import EVENING
from tests.people.play.helpers import config
from tests.shared import once
from tests.teaching.test_grade_command import crash
from tests.view.pages.games import game, page_file
from tests.view.pages.test_assist_page import Evening as NotesEvening
from tests.view.pages.test_play_page import Evening as GameEvening
from tests.view.pages.test_replay_page import guess_data

AXE = Path(sys.prefix) / "axe" / "node_modules" / "axe-core" / "axe.min.js"
Screen: TypeAlias = tuple[int, int, Literal["light", "dark"]]
WRONG = ("mustard", "knife", "hall")
"""Cards on which a player of the evening passed."""
SCREENS: Sequence[Screen] = ((1280, 720, "light"), (390, 844, "dark"))
"""Further states of a page take only the last."""
RUN = """() => axe.run(document, {
        resultTypes: ["violations"], rules: {"target-size": {enabled: true}},
    }).then(({violations}) =>
    violations.filter(({impact, id}) =>
        ["serious", "critical"].includes(impact) || id === "landmark-unique").flatMap((one) =>
        one.nodes.map((node) =>
            `${one.id}: ${node.target} ${node.any[0]?.message ?? one.help}`)))"""


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        reason = "axe-core is not installed; make axe installs it, where npm is"
        is_needed = os.environ.get("CI") and shutil.which("npm")
        pytest.fail(reason) if is_needed else pytest.skip(reason)
    return AXE.read_text(encoding="utf-8")


Opened = Callable[[Page, Path], Generator[str]]
"""Opens a page, yields the name of each of its states, and closes it."""


def replayed(page: Page, folder: Path) -> Generator[str]:
    page.goto(page_file(folder))
    page.keyboard.press("b")
    yield "a plan breaks"
    page.keyboard.press("d")
    yield "its PDDL"
    page.keyboard.press("d")
    page.get_by_role("button", name="Picture").click()
    page.wait_for_function("document.getElementById('break-png').href")
    yield "its picture"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "the keys"
    page.goto(page_file(folder, view=PUBLIC))
    page.keyboard.press("End")
    yield "what everybody sees"


def guessed(page: Page, folder: Path) -> Generator[str]:
    data, board = once(guess_data)
    text = write_page("replay", data["title"], data, SCRIPTS, board)
    (folder / "guess.html").write_text(text, encoding="utf-8")
    address = (folder / "guess.html").as_uri()
    page.goto(address)
    page.get_by_role("button", name="To the first guess").click()
    yield "a question"
    page.goto(f"{address}?abc")
    page.keyboard.press("End")
    page.locator(".guess-letters button").first.wait_for()
    yield "three choices"
    page.keyboard.press("b")
    page.locator(".guess-result").wait_for()
    yield "a result"


def listed(page: Page, folder: Path) -> Generator[str]:
    for name, text in gallery([game()], lambda _: ALL):
        (folder / name).write_text(text, encoding="utf-8")
    page.goto((folder / "index.html").as_uri())
    yield "the list"


def played(page: Page, folder: Path) -> Generator[str]:
    short = config("exact,exact", rules="standard,turn_limit=4", seed=3)
    with closing(GameEvening(page, new_game(short, folder / "game.json"))) as evening:
        evening.prompt()
        page.locator("#zoom").click()
        yield "a decision, and the board is zoomed"
        page.locator("#zoom").click()
        evening.button("Hint").click()
        page.locator("#hint button").first.wait_for()
        yield "a hint"
        evening.button("Accuse …").click()
        yield "an accusation"
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 1280, "height": 720})
        page.locator("#hint-close").click()
        while asked := evening.prompt():
            evening.decide(asked)
        yield "the end"


def covered(page: Page, folder: Path) -> Generator[str]:
    game = new_game(config(seats="me,other,exact", board="none"), folder / "game.json")
    with closing(GameEvening(page, game)) as evening:
        evening.page.locator("#uncover").wait_for()
        yield "the cover"


def noted(page: Page, folder: Path) -> Generator[str]:
    with closing(NotesEvening(page, folder / "evening.clue", EVENING)):
        for name in ("thead th[data-holder='1']", *(f"tr[data-card={card}] th" for card in WRONG)):
            page.locator(name).click()
        page.locator("thead th[data-holder='0']").click()
        page.locator("#taps [role=alert]").wait_for()
        yield "a refused note"
        page.get_by_role("button", name="Help").click()
        yield "help"


def set_up(page: Page, folder: Path) -> Generator[str]:
    with closing(NotesEvening(page, folder / "evening.clue")):
        page.locator("#setup button").first.click()
        yield "players"


def seen_by_all(page: Page, folder: Path) -> Generator[str]:
    game = new_game(config(seats="ann,bob,exact"), folder / "game.json")
    with closing(GameEvening(page, game)) as evening:
        evening.page.get_by_role("img", name="QR code").nth(1).wait_for()
        yield "the board alone"
        evening.button("Help").click()
        evening.button("bob left? Let the planner take over").wait_for()
        yield "help, and players who left"


def marked(page: Page, folder: Path) -> Generator[str]:
    (folder / "marks.html").write_text(crash().text, encoding="utf-8")
    page.goto((folder / "marks.html").as_uri())
    page.locator("summary").first.click()
    yield "marks"


PAGES = (replayed, guessed, listed, played, covered, seen_by_all, set_up, noted, marked)


@pytest.mark.parametrize("opened", [listed, set_up, marked])
def test_a_page_is_no_wider_than_a_phone(page: Page, tmp_path: Path, opened: Opened) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    with closing(opened(page, tmp_path)) as states:
        for _ in states:
            assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("opened", PAGES)
def test_axe_finds_nothing_serious(page: Page, tmp_path: Path, axe: str, opened: Opened) -> None:
    found = {}
    with closing(opened(page, tmp_path)) as states:
        for number, state in enumerate(states):
            page.evaluate(axe)
            for width, height, scheme in SCREENS[min(number, 1) :]:
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                if faults := page.evaluate(RUN):
                    found[f"{state}, {width}, {scheme}"] = faults
    assert found == {}
