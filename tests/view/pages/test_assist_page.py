"""The page of notes at a real table, in a real browser: an evening as a person would have it."""

from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route

from planner_clue.belief.probability import Probability
from planner_clue.people.assist.notepad import Notepad
from planner_clue.people.assist.notes import read_notes
from planner_clue.people.assist.server import AssistServer
from tests.people.assist.helpers import EVENING
from tests.view.pages.games import ServedPage

ANN, BOB, ME = 0, 1, 2


class Evening(ServedPage):
    """The page of a file of notes."""

    def __init__(self, page: Page, file: Path, text: str = "") -> None:
        if text:
            file.write_text(text)
        self.file = file
        self.app = AssistServer(Notepad(file), 0)
        super().__init__(page, self.app)
        if text:
            self.wait_for("Plan", "#next h3")

    def add(self, line: str) -> None:
        self.page.fill("#entry", line)
        self.page.press("#entry", "Enter")

    def wait_for(self, text: str, where: str = "body") -> None:
        self.page.locator(where).get_by_text(text).first.wait_for()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.clue"


@pytest.fixture
def evening(page: Page, file: Path) -> Iterator[Evening]:
    evening = Evening(page, file, EVENING)
    yield evening
    evening.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield context.new_page()
    context.close()


def test_the_example_of_a_line_could_be_written_at_this_table(page: Page, file: Path) -> None:
    seats = "players: rose Ann, moutarde Bob, leblanc me"
    hand = "hand: olive, corde, hall, violet, matraque, salon"
    header = f"edition: french\n{seats}\nboard: none\n{hand}\n"
    with closing(Evening(page, file, header)):
        example = page.locator("#entry").get_attribute("placeholder")
    assert example
    assert example.startswith("Ann: rose, ")
    line = read_notes(f"{header}{example}").lines[-1]
    assert line.noted
    assert not line.problem


def test_an_evening_from_the_first_question_to_the_accusation(page: Page, file: Path) -> None:
    evening = Evening(page, file)
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


def test_an_evening_is_set_up_by_tapping(phone: Page, file: Path) -> None:
    evening = Evening(phone, file)
    page = evening.page
    for suspect in ("scarlett", "mustard", "green", "white", "green"):  # green is taken back
        page.locator("#setup").get_by_role("button", name=suspect, exact=True).tap()
    page.get_by_label("Name of who plays scarlett").fill("Ann")
    page.get_by_label("Name of who plays white").fill("Eva")
    page.get_by_role("button", name="Done").tap(force=True)
    evening.wait_for("Which of them are you?", "#setup [role=status]")
    page.get_by_label("me").last.check()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Done").tap()
    evening.wait_for("Everybody holds 6 cards.", "#entry-label")
    for card in ("plum", "rope", "hall", "library", "kitchen"):
        page.locator("#setup").get_by_role("button", name=card, exact=True).tap()
    page.get_by_role("button", name="That is my hand: 5").tap()
    evening.wait_for("5 cards in your hand; expected 6", "#complaint")
    page.locator("#setup").get_by_role("button", name="knife", exact=True).tap()
    page.get_by_role("button", name="That is my hand: 6").tap()
    evening.wait_for("Most probable case files", "#notebook")
    assert not page.locator("#setup *").count()
    header = ["players: scarlett Ann, mustard, white Eva", "board: classic", "me: white"]
    assert file.read_text().splitlines()[:3] == header
    evening.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_no_seat_at_the_round_table_covers_another_one_on_a_phone(
    phone: Page, file: Path, width: int, height: int
) -> None:
    phone.set_viewport_size({"width": width, "height": height})
    with closing(Evening(phone, file)) as evening:
        for suspect in ("scarlett", "mustard", "white", "green", "peacock", "plum"):
            evening.page.locator("#setup").get_by_role("button", name=suspect, exact=True).tap()
            seats = evening.page.locator(".round-table li").all()
            boxes = [box for seat in seats if (box := seat.bounding_box())]
            assert len(boxes) == len(seats)
            for one, other in combinations(boxes, 2):
                beside = abs(one["x"] - other["x"]) >= one["width"]
                assert beside or abs(one["y"] - other["y"]) >= one["height"], len(boxes)
        last = evening.page.locator("#setup").get_by_role("button", name="plum", exact=True)
        above = last.bounding_box()
        assert above
        assert all(box["y"] > above["y"] + above["height"] for box in boxes)


def test_a_game_of_another_box_is_set_up_and_pasted(phone: Page, file: Path) -> None:
    """Each line that is not understood offers three readings; one is chosen with a tap."""
    evening = Evening(phone, file)
    page = evening.page
    page.locator("#setup").get_by_role("button", name="french", exact=True).tap()
    page.locator("#setup").get_by_role("button", name="moutarde", exact=True).wait_for()
    pasted = ["players: rose Ann, moutarde Bob, leblanc me"]
    pasted += ["hand: olive, corde, matraque, hall, cuisine, rose", "bob asks stuff: moutarde"]
    pasted += ["ann: moutarde poignard bureau, bob gave her one"]
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text", text);
            const event = new ClipboardEvent("paste", {clipboardData: data, cancelable: true});
            document.getElementById("entry").dispatchEvent(event);
        }""",
        "\n".join(pasted),
    )
    evening.wait_for("Most probable case files", "#notebook")
    wrong = page.locator("#lines .wrong")
    assert wrong.last.locator(".ways button").count() == 3
    wrong.last.get_by_role("button", name="Ann: moutarde, poignard, bureau, Bob showed").tap()
    wrong.nth(1).wait_for(state="detached")
    assert file.read_text().splitlines()[0] == "edition: french"
    assert file.read_text().splitlines()[-1] == "Ann: moutarde, poignard, bureau, Bob showed"
    evening.close()


def test_a_line_is_checked_while_it_is_written(evening: Evening) -> None:
    page = evening.page
    page.fill("#entry", "bob: green knfe study")
    evening.wait_for("did you mean 'knife'?", "#complaint")
    assert page.locator("#complaint mark").inner_text() == "knfe"
    page.fill("#entry", "bob: green knife study, ann showed")
    page.locator("#complaint p").first.wait_for(state="detached")
    assert evening.file.read_text() == EVENING
    (step,) = page.locator("#next .do").all_inner_texts()
    (planned,) = page.locator("#next .planned th").all_inner_texts()
    assert step.rstrip(".").endswith(planned.removesuffix(" (plan)"))
    assert "by expected turns" in page.locator("#next caption").inner_text()


def test_a_contradiction_is_kept_or_leads_to_the_line_to_correct(evening: Evening) -> None:
    def click(name: str) -> None:
        evening.page.get_by_role("button", name=name).first.click()

    wrong = evening.page.locator("#lines .wrong")
    evening.add("me: mustard rope hall, ann showed mustard")
    evening.wait_for("because Ann passes on mustard, knife, hall in line 5", "#complaint")
    click("Write it down all the same")
    evening.wait_for("Does not count: it cannot be true that Ann shows mustard", "#lines .wrong")
    click("Delete line 9")
    wrong.wait_for(state="detached")
    assert evening.file.read_text() == EVENING
    click("Undo")
    wrong.wait_for()
    click("Delete line 9")
    wrong.wait_for(state="detached")
    evening.add("me: mustard rope hall, ann showed mustard")
    click("Correct line 5")
    line = evening.page.get_by_label("Line 5", exact=True)
    line.fill("bob: grene rope hall, i showed")
    click("Save")
    evening.wait_for("did you mean 'green'?", "#lines")
    line.fill("bob: green rope hall, i showed")
    line.press("Enter")
    evening.wait_for("bob: green rope hall, i showed", "#lines")
    click("Add")
    evening.wait_for("Ann holds mustard: Ann shows mustard in line 9.", "#news")


def test_a_line_that_is_being_corrected_keeps_the_focus(evening: Evening) -> None:
    """An update that moved it would also lose a click that has begun."""
    page = evening.page
    page.get_by_role("button", name="Correct line 5").click()
    page.get_by_label("Line 5", exact=True).fill("bob: grene rope hall, i showed")
    page.evaluate("""() => fetch("write", {
        method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({text: "bob at study"})})""")
    evening.wait_for("bob at study", "#lines")
    page.keyboard.type(" plum")
    page.get_by_role("button", name="Save").click()
    evening.wait_for("did you mean 'green'?", "#lines")
    assert page.get_by_label("Line 5", exact=True).input_value().endswith("i showed plum")


def test_a_cell_of_the_notebook_says_why(evening: Evening) -> None:
    """Its value is what a screen reader reads; the tab key stops once, arrow keys go on."""
    page = evening.page
    page.get_by_role("gridcell", name="has it").nth(0).wait_for()
    assert page.locator("#notebook [tabindex='0']").count() == 1
    page.locator("tr[data-card=green] td[data-holder='1']").click()
    evening.wait_for("Bob holds green: Bob shows green in line 6.", "#why")
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    evening.wait_for("Possible holders of mustard:", "#why")
    assert page.evaluate("document.activeElement.closest('tr').dataset.card") == "mustard"


def test_tokens_are_put_where_they_stand_with_mouse_and_keys(evening: Evening) -> None:
    page = evening.page
    page.locator("#board .token[data-suspect='plum']").click()
    page.locator("#board .room[data-room='lounge']").click()
    evening.wait_for("plum at lounge", "#lines")
    page.get_by_label("Token to move").select_option("white")
    page.get_by_role("button", name="Library").press("Enter")
    evening.wait_for("white at library", "#lines")
    evening.wait_for("Your token is in the library.", "#next")
    page.locator("#board .token[data-suspect='white']").click()
    page.locator("#board [data-square='7,5']").click()
    evening.wait_for("white at 7,5", "#lines")
    assert evening.file.read_text() == EVENING + "plum at lounge\nwhite at library\nwhite at 7,5\n"


def name_of(page: Page, name: str | int) -> Locator:
    """Return the name of a card, or of the player with a number, in the notebook."""
    of_player, of_card = f"thead th[data-holder='{name}']", f"tr[data-card={name}] th"
    return page.locator(f"#notebook {of_player if isinstance(name, int) else of_card}")


@pytest.mark.parametrize(
    ("taps", "line"),
    [
        ([ANN, "green", "revolver", "hall", BOB], "Ann: green, revolver, hall; Bob showed"),
        ([ME, "green", "rope", "study", BOB, "study"], "me: green, rope, study; Bob showed study"),
    ],
)
def test_a_line_is_six_taps(phone: Page, file: Path, taps: list[str | int], line: str) -> None:
    evening = Evening(phone, file, EVENING)
    table = evening.page.locator("table.notebook").bounding_box()
    assert table
    assert table["y"] + table["height"] <= 844
    held = list[Route]()
    evening.page.route("**/write", lambda route: held.append(route))  # noqa: PLW0108 - no built-in
    for name in [*taps, taps[-1]]:  # the last is a double tap, while the line is on its way
        name_of(evening.page, name).tap()
    assert evening.page.locator("#taps").inner_text().endswith(" is being written …")
    assert len(held) == 1
    held[0].continue_()
    evening.wait_for(line, "#lines")
    evening.wait_for("Who asks?", "#taps")
    assert len(taps) <= 6
    evening.close()


def test_a_suggestion_is_noted_by_keyboard_alone(evening: Evening) -> None:
    page = evening.page
    page.locator("#notebook [tabindex='0']").focus()
    keys = {"R": "ArrowRight", "L": "ArrowLeft", "U": "ArrowUp", "D": "ArrowDown", ".": "Enter"}
    for key in "RU. DDDDL. DDDDDD. DDDD. UUUUUUUUUUUUURRU.".replace(" ", ""):
        page.keyboard.press(keys[key])
    evening.wait_for("Ann: green, revolver, hall; Bob showed", "#lines")


def test_taps_note_nobody_who_was_not_asked_and_a_card_seen_by_accident(evening: Evening) -> None:
    page = evening.page
    for name in (BOB, "green", "revolver", "hall"):
        name_of(page, name).click()
    page.get_by_role("button", name="Somebody was not asked").click()
    page.get_by_role("button", name="me not asked").click()
    page.get_by_role("button", name="Nobody showed").click()
    evening.wait_for("Bob: green, revolver, hall; me was not asked, nobody showed", "#lines")
    page.get_by_role("button", name="I saw a card").click()
    name_of(page, "wrench").click()
    name_of(page, ANN).click()
    evening.wait_for("Ann holds wrench: wrench was seen with Ann in line 10.", "#news")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.locator("#lines [data-number='9']").wait_for(state="detached")
    assert evening.file.read_text() == EVENING


def test_pages_and_other_programs_show_the_same_notes_and_write_over_none(evening: Evening) -> None:
    other = evening.page.context.new_page()
    other.goto(evening.app.address)
    other.fill("#entry", "ann at lounge")
    other.press("#entry", "Enter")
    evening.wait_for("ann at lounge", "#lines")
    evening.file.write_text(EVENING + "bob at study\n")
    evening.wait_for("bob at study", "#lines")
    other.get_by_text("bob at study").wait_for()
    other.close()
    origin = f"http://127.0.0.1:{evening.app.port}"
    line = {"text": "me at lounge", "number": 9, "before": "ann at lounge"}
    late = evening.page.request.post(f"{origin}/write", data=line, headers={"Origin": origin})
    assert "line 9 was changed in another window" in late.json()["error"]
    assert evening.file.read_text() == EVENING + "bob at study\n"


def test_a_refused_note_and_its_remedies_stay_at_the_thumb(phone: Page, file: Path) -> None:
    evening = Evening(phone, file, EVENING)
    page = evening.page
    for name in (BOB, "mustard", "knife", "hall", ANN):  # Ann passed on these three
        name_of(page, name).tap()
    refused = page.locator("#taps [role=alert]")
    refused.get_by_text("it cannot be true").wait_for()
    box = page.locator("#taps").bounding_box()
    assert box
    assert box["y"] > 422
    assert box["y"] + box["height"] <= 844
    assert page.locator("#taps b").inner_text() == "Bob: mustard, knife, hall"
    page.get_by_role("button", name="Edit as text").tap()
    assert page.locator("#entry").input_value() == "Bob: mustard, knife, hall; Ann showed"
    refused.wait_for(state="detached")
    for name in (BOB, "mustard", "wrench", "hall", "knife", ANN):
        name_of(page, name).tap()
    page.get_by_role("button", name="Write it down all the same").tap()
    evening.wait_for("Does not count", "#lines .wrong")
    assert "Who asks?" in page.locator("#taps").inner_text()
    evening.close()


def test_a_page_writes_percentages_as_the_terminal_does(page: Page, file: Path) -> None:
    """They are rounded once, in everything that is sent."""
    evening = Evening(page, file)
    values = [*(n / 3001 for n in range(1, 3001)), *(n / 200 for n in range(1, 200))]
    for decimals in (0, 1):
        sent = [Probability(value).thousandths for value in values]
        shown = page.evaluate(f"(sent) => sent.map((one) => Dom.percent(one, {decimals}))", sent)
        assert [f"{one} %" for one in shown] == [Probability(v).percent(decimals) for v in values]
    evening.close()
