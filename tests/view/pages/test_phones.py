"""Several people, each on a phone of their own, and a screen for all."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, Response, expect

from planner_clue.game.replay import replay
from planner_clue.people.play.played_game import new_game
from planner_clue.people.play.server import PlayServer
from tests.cli.helpers import HANG, wait_until
from tests.people.play.helpers import config
from tests.people.play.test_server import forms_of
from tests.people.serving.helpers import serving
from tests.view.pages.test_play_page import AT_ONCE, TO_DECIDE, Evening

SEED = 77_177_717_777
NAMES = ("ann", "bob", "cid", "board")


class Phone(Evening):
    """A page in a browser context of its own, with all that the network brought it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.came = page, list[str]()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.eventSourceMessageReceived", lambda got: self.came.append(got["data"]))
        page.on("response", self._keep)
        page.add_init_script(AT_ONCE)
        page.goto(address)

    def _keep(self, got: Response) -> None:
        if got.ok and "/live" not in got.url:
            self.came.append(got.text())

    def answers_next(self, *, says_yes: bool) -> list[str]:
        """Answer the next question that the page asks, and return a list that it is put in."""
        asked = list[str]()

        def answer(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.accept() if says_yes else dialog.dismiss()

        self.page.once("dialog", answer)
        return asked

    def act(self) -> bool:
        if self.page.locator("#over").is_visible():
            return False
        if self.page.locator(TO_DECIDE).count():
            expect(self.page.locator(TO_DECIDE).first).to_be_in_viewport()
            self.decide(self.now())
        return True


@pytest.fixture
def phones(browser: Browser, tmp_path: Path) -> Iterator[list[Phone]]:
    made_up = config(seats="ann,bob,cid,exact", rules="standard,turn_limit=5", seed=SEED)
    game = new_game(made_up, tmp_path / "g.json")
    app = PlayServer(game, 0, seconds_to_undo=0, seconds_to_answer=0)
    with ExitStack() as opened:
        opened.enter_context(serving(app))
        made = []
        for address in reversed(app.addresses.values()):  # the board's first
            context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
            opened.callback(context.close)
            context.set_default_timeout(1000 * HANG)
            made.append(Phone(context.new_page(), address))
        yield made[::-1]


def test_four_screens_play_and_none_gets_others_cards(phones: list[Phone], tmp_path: Path) -> None:
    ann, bob, cid, board = phones
    assert board.page.locator("#title").inner_text() == "Clue"
    assert not board.page.locator("#hand, .notebook-card").locator("visible=true").count()
    ann.page.locator(TO_DECIDE).first.wait_for()
    ann.page.context.set_offline(True)
    ann.page.context.set_offline(False)  # it slept
    ann.page.reload()
    assert ann.prompt() == "Your turn."
    board.page.get_by_role("figure").first.wait_for(state="detached")  # all are there
    states = [json.loads(text) for text in board.came if text.startswith("{")]
    joining = [[one["seat"] for one in state["join"]] for state in states]
    assert [joining[0], joining[-1]] == [[0, 1, 2], []]
    assert [board.now(), bob.now()] == ["Waiting for ann (scarlett)"] * 2
    assert board.page.locator("#players .turn").inner_text().startswith("ann (scarlett)")
    assert [phone.page.title() for phone in (ann, bob)] == ["Your turn - Clue", "Clue: bob"]
    question = "Let planner play for bob? Bob can come back until the game is over."
    board.button("Help").click()
    for says_yes in (False, True):
        asked = board.answers_next(says_yes=says_yes)
        board.button("bob left? Let the planner take over").click()
        assert asked == [question]
    board.page.keyboard.press("Escape")
    bob.page.get_by_text("planner plays for you.").wait_for()
    cid.page.locator("#log").get_by_text("bob has left: planner plays on").wait_for()
    assert wait_until(lambda: not all(phone.act() for phone in phones))
    for phone in phones:
        phone.page.locator("#over:not([hidden])").wait_for()
        for other in phones:  # one's cookie opens no address but one's own
            for path in ("", "replay"):
                got = phone.page.request.get(f"{other.page.url}{path}", max_redirects=0)
                assert got.status == 403 or phone is other
    board.page.get_by_text("Before the first turn: bob has left: planner plays on.").wait_for()
    board.page.locator("#review svg.chart").first.wait_for()
    asked = cid.answers_next(says_yes=False)
    cid.button("New game").click()
    assert "This page goes away on every screen." in asked[0]
    record = json.loads((tmp_path / "g.json").read_text())
    assert [seat.get("name") for seat in record["seats"]] == ["ann", "bob", "cid", None]
    deal = replay(record).deal
    assert [seat["agent"] for seat in record["seats"]] == ["person", "person", "person", "exact"]
    assert record["notes"][1]
    for seat, phone in zip((0, 1, 2, -1), phones, strict=True):
        came = [text for text in phone.came if '"over":{' not in text]
        assert sum('"frames":[' in text for text in came) > 3
        hidden = forms_of(deal, seat)
        assert not any(form in text for text in came for form in hidden)
    assert any(json.dumps(list(deal.hands[2]), separators=(",", ":")) in t for t in cid.came)
