"""A game in a real browser: clicked to its end, reloaded, by keys."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from planner_clue.game.cards import SUSPECTS
from planner_clue.game.replay import replay
from planner_clue.people.play.played_game import PlayedGame, new_game, resumed_game
from planner_clue.people.play.server import PlayServer, frames_of
from tests.cli.helpers import wait_until
from tests.people.play.helpers import config
from tests.view.pages.games import ServedPage

TO_DECIDE = "#decision button.strong, #over:not([hidden])"
"""What is there when the person has to decide, or the game is over."""

AT_ONCE = "location.host && (localStorage['planner-clue-speed'] ??= 'instant')"
"""A script that sets the pace of the page to instant, unless a test chose another."""

TELL_ALL = """
const shown = [];
const now = document.querySelector("#now");
const keep = () => shown.push(now.innerText);
keep();
new MutationObserver(keep).observe(now, { childList: true, characterData: true, subtree: true });
globalThis.shown = shown;
"""
"""Keeps all that is shown, however short."""

GO_ON = """
const buttons = [...document.querySelectorAll("#on, #decision button.strong")];
buttons.find((button) => button.id === "on" || button.innerText.startsWith("Show"))?.click();
"""
"""Presses the button that goes on or shows a card. A button may go at any moment, so this script
finds and presses it in one step."""


class Evening(ServedPage):
    """A page of a game."""

    def __init__(
        self, page: Page, game: PlayedGame, seconds_to_undo: float = 0, port: int = 0
    ) -> None:
        self.game = game
        self.app = PlayServer(game, port, seconds_to_undo=seconds_to_undo, seconds_to_answer=0)
        page.add_init_script(AT_ONCE)
        super().__init__(page, self.app)

    def prompt(self) -> str:
        """Wait for the person's turn, and return what it is asked; empty when it is over."""
        self.page.locator(TO_DECIDE).first.wait_for()
        return "" if self.page.locator("#over").is_visible() else self.now()

    def now(self) -> str:
        return self.page.locator("#now").inner_text()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def decide(self, asked: str) -> None:
        number = int(self.page.locator("body").get_attribute("data-number") or 0)
        if "Where to?" in asked:
            rooms = self.page.locator("#board .room.choice")
            choices = rooms if rooms.count() else self.page.locator("#board .square.choice")
            choices.last.click()
        elif "Whom do you suspect" in asked:
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

    def wait_until_it_begins(self) -> None:
        """Wait until the page of a game that is over is that of another one."""
        self.page.locator("body:not(.is-over) #over[hidden]").wait_for(state="attached")

    def goes_on_from(self, number: int) -> None:
        self.page.locator(f'body:not([data-number="{number}"])').wait_for()


def until(evening: Evening, wanted: str) -> None:
    while wanted not in (asked := evening.prompt()):
        assert asked, "the game ended before"
        evening.decide(asked)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.fixture
def begin(page: Page, file: Path) -> Iterator[Callable[..., Evening]]:
    """Return a function that opens the page of a new game, by default on the classic board."""
    with ExitStack() as opened:

        def begin(undo: float = 0, *, by_hand: bool = False, **made: Any) -> Evening:
            usual: dict[str, Any] = {"against": "exact,exact", "seed": 7}
            evening = Evening(page, new_game(config(**usual | made), file, by_hand=by_hand), undo)
            opened.callback(evening.close)
            return evening

        yield begin


Begin: TypeAlias = Callable[..., Evening]


UNREADABLE = """words => words.filter(word => {
    const [box, chart] = [word, word.closest("svg")].map(one => one.getBoundingClientRect());
    return box.height < 10 || box.left < chart.left || box.right > chart.right;
}).map(word => word.textContent)"""
"""Finds the words of a chart that are lower than 10 pixels, or not within the chart."""
ENDS = """charts => charts.map(chart => [...chart.querySelectorAll(".axis, .knew")].map(line => {
    const { x, width } = line.getBBox();
    return x + width;
}))"""
"""Finds where the axis of each chart ends on the right, and each of its lines."""


def test_a_whole_game_is_clicked_to_its_end_and_then_seen_again(begin: Begin, file: Path) -> None:
    evening = begin(rules="standard,turn_limit=12")
    page = evening.page
    assert page.locator("#title").inner_text() == "You are scarlett"
    while asked := evening.prompt():
        evening.decide(asked)
    record = json.loads(file.read_text())
    replay(record)
    rows = page.locator("#over-text .faces, #over-text td.cards").all()
    faces = [row.locator(".face").all_inner_texts() for row in rows]
    dealt = [record["deal"]["case_file"], *record["deal"]["hands"]]
    assert faces == [[card.replace("-", " ") for card in cards] for cards in dealt]
    page.locator("#review path.knew").nth(2).wait_for(state="attached")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("#review svg.chart text").evaluate_all(UNREADABLE) == []
    ends = page.locator("#review svg.chart").evaluate_all(ENDS)
    assert all(line == axis for axis, *lines in ends for line in lines)
    page.set_viewport_size({"width": 1280, "height": 900})
    with page.expect_popup() as opened:
        page.get_by_role("link", name="See the game again").click()
    opened.value.get_by_role("heading", name="Game 0").wait_for()
    opened.value.close()
    page.reload()
    assert not evening.prompt()
    page.locator("#review svg.chart").first.click()
    expect(page.get_by_text("The board after:")).to_be_in_viewport()
    judged = page.locator("#review tr").all_inner_texts()
    worse = [
        float(found[1]) for row in judged if (found := re.search(r"([\d.]+) turns worse", row))
    ]
    assert f"takes {max(worse):.2f} turns less" in page.locator("#worst").inner_text()
    page.get_by_role("button", name="Find a better one").click()
    evening.wait_until_it_begins()
    assert evening.prompt().endswith("Whom do you suspect, and with which weapon?")


def test_a_cell_of_the_notebook_says_why_and_by_hand_it_is_marked(begin: Begin, file: Path) -> None:
    evening = begin()
    page, view = evening.page, evening.game.seat_view
    until(evening, "Your turn")
    page.locator(f'tr[data-card="{view.hand[0]}"] td[data-holder="1"]').click()
    page.locator("#why").get_by_text("this follows from your own hand").wait_for()
    page.get_by_label("by hand").check()
    page.locator("#notebook").get_by_text("Your own notes").wait_for()
    assert page.locator("#notebook td.maybe").count() == 0
    other = next(card for card in view.deck.weapons if card not in view.hand)
    cell = page.locator(f'tr[data-card="{other}"] td.case')
    for mark in ("\u2713", "\u2013", "?"):
        cell.click()
        cell.get_by_text(mark).wait_for()
    assert json.loads(file.read_text())["notes"]["marks"] == [[other, "case", "maybe"]]
    page.reload()
    cell.get_by_text("?").wait_for()


def press_until(page: Page, key: str, found: str, most: int = 100) -> None:
    for _ in range(most + 1):
        if page.evaluate("found => document.activeElement.matches(found)", found):
            return
        page.keyboard.press(key)
    raise AssertionError(found)


def test_a_game_is_played_by_keys_alone(begin: Begin) -> None:
    """From the first decision over a suggestion with other cards to a wrong accusation."""
    evening = begin(board="none", seed=5)
    page = evening.page
    assert evening.prompt() == "Your turn."
    for wanted in ("Whom do you suspect", "end your turn"):
        number = evening.game.course.number
        press_until(page, "Tab", "#decision button.strong")
        page.keyboard.press("Enter")
        evening.goes_on_from(number)
        assert wanted in evening.prompt()
        if wanted == "Whom do you suspect":
            press_until(page, "Tab", "#suggest-weapon input")
            chosen = page.locator("#suggest-weapon input:checked").input_value()
            page.keyboard.press("ArrowRight")
            assert page.locator("#suggest-weapon input:checked").input_value() != chosen
    press_until(page, "Tab", "#decision button.danger")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "#accuse-room input")
    page.keyboard.press("ArrowRight")
    press_until(page, "Tab", "#accuse-sure")
    page.keyboard.press("Space")
    press_until(page, "Tab", "#accuse-go")
    page.keyboard.press("Enter")
    page.locator("#log").get_by_text("you take no more turns").wait_for()
    page.keyboard.press("?")
    page.get_by_role("heading", name="How to play here").wait_for()
    page.keyboard.press("Escape")


def test_a_whole_game_on_the_board_is_played_by_keys_in_few_tabs(begin: Begin) -> None:
    """The focus is at the next decision, and on the board after a shift and a tab key at most."""
    evening = begin(rules="standard,turn_limit=5")
    page, decided = evening.page, 0
    while asked := evening.prompt():
        number = evening.game.course.number
        if decided:
            press_until(page, "Tab", "#decision *", most=0)
        if "Where to?" in asked:
            press_until(page, "Shift+Tab", "#board .choice")
            page.keyboard.press("ArrowDown")
        elif "Your turn" in asked or "Whom do you suspect" in asked:
            press_until(page, "Tab", "#decision button.strong")
        page.keyboard.press("Enter")
        evening.goes_on_from(number)
        decided += 1
    assert decided > 3
    press_until(page, "Tab", "#over button.strong")


def test_a_hint_is_done_and_a_square_chosen_by_arrow_keys_and_taken_back(begin: Begin) -> None:
    evening = begin(undo=1000)
    page, hint = evening.page, evening.page.locator("#hint")
    until(evening, "Your turn")
    evening.button("Hint").click()
    hint.get_by_text("You have not located").wait_for()
    assert "would roll" not in hint.inner_text()
    evening.button("What would the planner do?").click()
    assert hint.inner_text().startswith("The planner would roll the dice, on the way to")
    assert "It assumed" not in hint.inner_text()
    assert not page.locator("#board path.route").count()
    evening.button("Why?").click()
    for part in ("It assumed", "The plan", "What you would learn", "Alternatives"):
        assert part in hint.inner_text()
    assert page.locator("#board path.route").count()
    evening.button("Follow this advice").click()
    page.locator("#now", has_text="Where to?").wait_for()
    assert page.locator("#hint-card").is_hidden()
    press_until(page, "Tab", "#decision *", most=0)
    through = "tokens => getComputedStyle(tokens).pointerEvents"
    assert page.locator("#board .tokens").evaluate(through) == "none"  # to what is below
    rolled = len(evening.game.course.steps)
    page.locator("#help-button").focus()
    press_until(page, "Tab", "#board .choice")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('#board .choice')")
    page.keyboard.press("Shift+Tab")
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    square = page.evaluate("document.activeElement.dataset.square")
    page.keyboard.press("Enter")
    page.locator("#log").get_by_text(f"you go to square {square}").wait_for()
    evening.button("Undo").click()
    page.locator("#now", has_text="Where to?").wait_for()
    assert len(evening.game.course.steps) == rolled
    assert "you go to" not in page.locator("#log").inner_text()
    evening.button("Undo").click(force=True)
    page.locator("#complaint").get_by_text("Nothing to undo: the dice").wait_for()


def test_the_turns_of_others_are_shown_event_by_event(page: Page, begin: Begin) -> None:
    """At the person's turn, all suggestions since its last one are listed with their answers.

    The page's clock stands still, so that the first event is there however busy the machine is.
    """
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.add_init_script("location.host && (localStorage['planner-clue-speed'] = 'normal')")
    evening = begin(seat="white", board="none", seed=5, by_hand=True)
    page.evaluate(TELL_ALL)
    page.locator("#notebook tr[data-card=rope] td.case").click()
    page.locator("#notebook tr[data-card=rope] td.case.yes").wait_for()
    assert page.locator("#on").is_visible()
    before = page.evaluate("shown.length")
    page.clock.run_for(5000)
    assert page.evaluate("shown.length") > before

    def is_my_turn() -> bool:
        page.evaluate(GO_ON)
        return evening.now() == "Your turn."

    assert wait_until(is_my_turn)
    shown_texts = page.evaluate("shown")
    events = [frame["text"] for frame in frames_of(evening.game, evening.game.viewer)][1:]
    texts = [text.replace("-room", " room").replace("lead-pipe", "lead pipe") for text in events]
    texts = [re.sub(r"\b(goes to|passage to|in) (?!square)", r"\1 the ", text) for text in texts]
    shown = [text for text in texts if f"{text[0].upper()}{text[1:]}." in shown_texts]
    assert len(events) > 3
    assert shown == texts
    asked = [text for text in events if re.search(" suggests? ", text)]
    assert len(page.locator("#scene .summary li").all()) == len(asked) == 2
    for text, line in zip(asked, page.locator("#scene .summary li").all_inner_texts(), strict=True):
        cards = re.split(" suggests? ", text)[1].replace("-", " ").split(", ")
        assert all(card in line for card in cards)
        assert re.search("show|pass", line)
    page.locator("#players button").first.click()
    in_sight = page.locator("#log .event:visible").all_inner_texts()
    assert in_sight
    assert not any(text.startswith("mustard") and "scarlett" not in text for text in in_sight)
    page.locator("#log .event:visible").first.click()
    page.select_option("#log-card", asked[0].rsplit(", ", 1)[1])
    assert 0 < page.locator("#log .event:visible").count() < len(in_sight) + 1


def test_the_end_uncovers_all_checks_notes_and_begins_another_game(begin: Begin) -> None:
    evening = begin(board="none", seed=5, by_hand=True)
    page, game = evening.page, evening.game
    suspect, weapon, room = game.course.table.deal.case_file
    assert evening.prompt()
    evening.button(room.replace("-", " ")).nth(0).click()
    page.locator("#now", has_text="Whom do you suspect").wait_for()
    own = set(game.seat_view.hand) & set(game.seat_view.deck.suspects)
    assert page.locator("#suggest-suspect small").all_inner_texts().count("yours") == len(own)
    for card in (suspect, weapon):
        page.locator(f"#notebook tr[data-card={card}] th").click()
    page.locator("#decision button.strong").click()
    page.locator("#now", has_text="Nobody could show a card! And none of the three").wait_for()
    wrong = next(c for c in game.seat_view.deck.weapons if c not in (*game.seat_view.hand, weapon))
    for card in (weapon, wrong):
        page.locator(f"#notebook tr[data-card={card}] td.case").click()
        page.locator(f"#notebook tr[data-card={card}] td.case.yes").wait_for()
    evening.button("Accuse …").click()
    for name, card in (("suspect", suspect), ("weapon", weapon), ("room", room)):
        page.locator(f"#accuse-{name} label[data-card={card}]").click()
    page.locator("#accuse-go").click(force=True)
    assert page.locator("#accuse").is_visible()
    page.get_by_label("I am sure").check()
    page.locator("#accuse-go").click()
    page.get_by_role("heading", name="You won!").wait_for()
    text = page.locator("#notes-check").inner_text()
    assert (
        f"1 marks right that could be known, 0 right by luck, 1 wrong: {wrong}".replace("-", " ")
        in text
    )
    page.get_by_text("could be certain.").wait_for()
    page.get_by_label("seat", exact=True).select_option(label="mustard (exact)")
    evening.button("Play the same deal as").click()
    page.locator("#title", has_text="You are mustard").wait_for()


@pytest.mark.slow
def test_a_shared_screen_is_covered_between_two_persons(page: Page, file: Path) -> None:
    game = new_game(config(seats="me,other,exact", board="none", seed=7), file)
    evening = Evening(page, game)
    for name in ("scarlett", "mustard"):
        evening.button(f"I am {name}: show my cards").wait_for()
        page.keyboard.press("Enter")
        page.locator("#title", has_text=f"You are {name}").wait_for()
        evening.prompt()
        press_until(page, "Tab", "#decision *", most=0)
        assert page.locator("#hand .face").all_inner_texts() == [
            c.replace("-", " ") for c in game.seat_view.hand
        ]
        while page.locator("#hand").count() and (asked := evening.prompt()):
            evening.decide(asked)
            page.locator("#uncover:visible, #decision button.strong").first.wait_for()
        there = page.locator("main").inner_text() + page.locator("#data").inner_html()
        assert "decides now" in there
        assert not any(card in there for card in game.seat_view.hand if card not in SUSPECTS)
    evening.close()


SMALL_TARGETS = """() => [...document.querySelectorAll(
        "button, select, summary, label:has(input), a:not(.skip)")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 24)"""
"""Finds what can be chosen and is less than 24 pixels wide or high; squares of a board apart."""


def test_on_a_phone_targets_are_large(page: Page, begin: Begin) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    evening = begin(against="exact" + 4 * ",exact")
    for wanted in ("Where to?", "Whom do you suspect", "end your turn"):
        until(evening, wanted)
        assert page.evaluate(SMALL_TARGETS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        if wanted == "Where to?":
            evening.button("Zoom").click()
            box = page.locator("#board .square.choice").first.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 24


@pytest.mark.parametrize("board", ["classic", "german"])
def test_on_a_phone_on_its_side_names_fit_their_cards(page: Page, begin: Begin, board: str) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    evening = begin(board=board)
    until(evening, "Whom do you suspect")
    wide = """names => names.filter(name => name.getBoundingClientRect().width
        > name.closest("label").clientWidth).map(name => name.textContent)"""
    assert page.locator("#decision label.face b").evaluate_all(wide) == []
    evening.button("Help").click()
    expect(evening.button("Close")).to_be_in_viewport()


def test_an_old_page_says_that_the_game_was_resumed(browser: Browser, file: Path) -> None:
    """In the window of a browser that the new address was not opened in."""
    page, elsewhere = (browser.new_context().new_page() for _ in range(2))
    evening = Evening(page, new_game(config("exact,exact", seed=7), file))
    assert evening.prompt()
    evening.stop()
    page.get_by_text("The program has ended").wait_for()
    resumed = Evening(elsewhere, resumed_game(file), port=evening.app.port)
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("This game was resumed in another window").wait_for()
    assert not page.get_by_text("The program has ended").is_visible()
    assert resumed.prompt()
    for opened in (page, elsewhere):
        opened.context.close()
    resumed.stop()
