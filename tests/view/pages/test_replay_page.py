"""The page of a recorded game, in a real browser."""

import json
import re
import shutil
from copy import deepcopy
from math import log
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page

from planner_clue.support.errors import RecordError
from planner_clue.view.pages import page as page_module
from planner_clue.view.pages import replay_page
from planner_clue.view.pages.frames import ALL, PUBLIC, Viewpoint
from planner_clue.view.pages.replay_page import gallery, page_data
from tests.shared import once
from tests.view.pages.firefox import firefox
from tests.view.pages.games import game, page_file

YES, NO = "✓has it", "\N{EN DASH}no"
"""What the notebook has where something is certain."""


@pytest.fixture
def replayed(page: Page, tmp_path: Path) -> Page:
    page.goto(page_file(tmp_path))
    return page


def status(page: Page) -> str:
    return page.locator("#now").inner_text()


def at(page: Page) -> int:
    return int(page.locator("#slider").input_value())


def last(page: Page) -> int:
    return int(page.locator("#slider").get_attribute("max") or 0)


def turn(page: Page) -> int:
    found = re.match(r"Turn (\d+)", page.locator("#now-where").inner_text())
    return int(found[1]) if found else 0


def go(page: Page, number: int) -> None:
    page.evaluate(f"location.hash = 'e={number}'")
    page.wait_for_function(f"document.getElementById('slider').value == {number}")


def test_buttons_keys_and_address_go_to_a_moment(replayed: Page, tmp_path: Path) -> None:
    def click(name: str) -> None:
        replayed.get_by_role("button", name=name).click()

    press = replayed.keyboard.press
    click("Next event")
    dice = " + ".join(map(str, game()["events"][0]["dice"]))
    assert (at(replayed), status(replayed)) == (1, f"Scarlett rolls {dice}.")
    press("ArrowRight")
    assert at(replayed) == 2
    press("ArrowLeft")
    assert at(replayed) == 1
    for act, name, wanted in (
        (click, "Next turn", 1),
        (click, "Next turn", 2),
        (press, "PageDown", 3),
        (press, "Shift+ArrowRight", 4),
        (click, "Event back", 4),
        (press, "PageUp", 3),
        (press, "Shift+ArrowLeft", 2),
        (click, "Turn back", 1),
    ):
        act(name)
        assert turn(replayed) == wanted
    for act, end, begin in ((click, "Last moment", "First moment"), (press, "End", "Home")):
        act(end)
        assert (at(replayed), status(replayed)[:17]) == (last(replayed), "The game is over:")
        act(begin)
        assert at(replayed) == 0
    replayed.locator("#slider").focus()
    press("ArrowRight")
    assert at(replayed) == 1
    assert replayed.url.endswith("#e=1")
    for named, shown in ((12, 12), (99999, last(replayed))):
        replayed.goto(page_file(tmp_path) + f"#e={named}")
        replayed.reload()
        assert at(replayed) == shown


def cell(page: Page, card: str, holder: int) -> str:
    """Return what the notebook has for a card and a holder, as a screen reader reads it."""
    cells = page.locator(f"table.notebook tr[data-card={card}] td")
    return str(cells.nth(holder).text_content())


def test_the_notebook_is_that_of_the_chosen_seat_or_of_its_network(replayed: Page) -> None:
    book = replayed.locator("table.notebook")
    replayed.get_by_label("Notebook of").select_option("2")
    assert all(cell(replayed, card, 2) == YES for card in game()["deal"]["hands"][2])
    replayed.get_by_label("Notebook of").select_option("0")
    go(replayed, 30)
    known = book.inner_text()
    replayed.get_by_label("Believed by").select_option("network")
    assert "plays as" in book.inner_text()
    assert known != book.inner_text()


def test_rooms_are_as_hot_as_the_notebook_says(replayed: Page) -> None:
    go(replayed, 30)
    shows = "all => all.map((text) => [text.dataset.room, text.textContent])"
    for room, number in replayed.locator("text.heat-value").evaluate_all(shows):
        written = cell(replayed, room, 3)
        shown = {NO: "0", YES: "100"}.get(written, written.removesuffix(" percent"))
        assert number == f"{shown} %"
    opacities = "areas => areas.map((area) => area.style.fillOpacity)"
    prior = 1 / 9
    for moment in (0, 30):  # the scale is the same in the whole game, and begins at the prior
        go(replayed, moment)
        chances = heat_of(replayed)
        for room, opacity in zip(
            chances, replayed.locator("path.heat").evaluate_all(opacities), strict=True
        ):
            share = max(0.0, (chances[room] - prior) / (1 - prior))
            assert float(opacity) == pytest.approx(0.95 * share**0.7, abs=0.001)
    replayed.keyboard.press("h")
    assert set(replayed.locator("path.heat").evaluate_all(opacities)) == {"0"}


def heat_of(page: Page) -> dict[str, float]:
    """Return the probability of each room for the planner, by the notebook in the page's data."""
    data = json.loads(page.locator("#data").text_content() or "")
    moment = int(page.evaluate("location.hash.slice(3)"))
    rows: dict[str, list[float]] = {}
    for change in data["notebooks"]["1"]["changes"]:
        if change["at"] <= moment:
            rows |= change["cards"]
    rooms = page.locator("path.heat").evaluate_all("areas => areas.map(a => a.dataset.room)")
    return {room: rows[room][-1] / 1000 for room in rooms}


def test_the_chart_has_the_case_files_left_and_its_dots_lead_to_plans(replayed: Page) -> None:
    data = json.loads(replayed.locator("#data").text_content() or "")
    files = [
        [one["files"] for one in data["notebooks"][seat]["changes"] if "files" in one]
        for seat in "012"
    ]
    most = max(map(max, files))
    for seat, path in enumerate(replayed.locator(".strip .knew").all()):
        heights = [float(y) for y in re.findall(r"V([\d.]+)", path.get_attribute("d") or "")]
        assert heights == pytest.approx(
            [4 + 36 * (1 - log(n) / log(most)) for n in files[seat][1:]]
        )
    for kind, key in (("plan", "p"), ("break", "b")):
        go(replayed, 0)
        replayed.keyboard.press(key)
        found = replayed.evaluate("location.hash")
        go(replayed, 0)
        where = "dot => [dot.getBoundingClientRect().x, dot.getBoundingClientRect().y]"
        replayed.mouse.click(*replayed.locator(f".chart-dot.{kind}").first.evaluate(where))
        assert replayed.evaluate("location.hash") == found
    replayed.get_by_label("Chart").select_option("chances")
    for at in (0, 20, len(data["frames"]) - 1):
        now = [
            [share for since, share in line if since <= at] or [line[0][1]]
            for line in data["chances"].values()
        ]
        assert sum(line[-1] for line in now) == pytest.approx(1000, abs=2)


def test_the_plan_says_why_and_its_stops_are_numbered_on_the_board(replayed: Page) -> None:
    plan = replayed.locator("#plan")
    assert plan.inner_text() == "It has not planned yet."
    replayed.keyboard.press("p")
    text = plan.inner_text()
    for part in ("Plan 1, made in turn 2", "first plan", "It assumes", "ask about"):
        assert part in text
    assert replayed.locator(".route-layer path.route").count() > 0
    asked = [stop for stop in first_plan(replayed)["stops"] if "asks" in stop]
    badges = [badge for badge in plan.locator(".badge").all_inner_texts() if badge]
    assert badges == [str(number) for number in range(1, len(asked) + 1)]
    assert sorted(replayed.locator(".callouts .stop text").all_text_contents()) == badges
    notes = sorted(replayed.locator(".callout .asks").all_text_contents())
    assert notes == sorted(", ".join(step["asks"][:2]).replace("-", " ") for step in asked)


def first_plan(page: Page) -> dict[str, Any]:
    data = json.loads(page.locator("#data").text_content() or "")
    return dict(data["plans"]["1"]["decisions"][0])


def test_what_broke_a_plan_stands_where_it_broke(replayed: Page) -> None:
    """The keys find each break; a branch that is taken is none; all after a break are dropped."""
    goes_on = ("moved", "follow-up", "plan-finished")
    for note in game()["notes"][1]:
        if not note.get("observed_in") or note["trigger"] in goes_on:
            continue
        replayed.keyboard.press("b")
        items = replayed.locator("#plan .stops > li")
        kinds = [kind.split() for kind in items.evaluate_all("all => all.map(e => e.className)")]
        broken = kinds.index(["break"])
        assert note["observation"] in items.nth(broken).inner_text()
        assert note["trigger"].replace("-", " ") in items.nth(broken).inner_text()
        assert all("dropped" in kind for kind in kinds[broken + 1 :])
        assert not any("dropped" in kind or "next" in kind for kind in kinds[:broken])
    before = at(replayed)
    replayed.keyboard.press("Shift+b")
    assert at(replayed) < before


def test_the_picture_of_a_break_can_be_saved_and_leaves_the_page_as_it_was(replayed: Page) -> None:
    replayed.keyboard.press("b")
    before = heat_of(replayed), at(replayed)
    replayed.get_by_role("button", name="Picture").click()
    image = replayed.locator("#break-image")
    loaded = replayed.wait_for_function("document.getElementById('break-png').href")
    assert loaded
    assert image.evaluate("one => one.naturalWidth") == 1200
    svg = unquote(replayed.locator("#break-svg").get_attribute("href") or "")
    assert svg.count('class="clue-board"') == 2
    assert "<!--" not in svg
    replayed.get_by_role("button", name="Close").click()
    assert (heat_of(replayed), at(replayed)) == before


IN_SIGHT = """selectors => selectors.filter((selector) => {
    const part = document.querySelector(selector);
    const around = document.getElementById("plan").getBoundingClientRect();
    const {top, bottom} = part.getBoundingClientRect();
    const head = document.querySelector(".plan-head");
    const least = head.contains(part) ? around.top : head.getBoundingClientRect().bottom;
    return top < least - 1 || bottom > around.bottom + 1;
})"""
"""Returns which parts of the plan are out of sight."""


@pytest.mark.parametrize("key", ["p", "b"])
@pytest.mark.parametrize(("size", "query"), [((1280, 720), ""), ((1920, 1080), "?present")])
def test_trigger_assumption_first_step_and_break_are_seen_without_scrolling(
    page: Page, tmp_path: Path, size: tuple[int, int], query: str, key: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(page_file(tmp_path) + query)
    wanted = ["#plan .trigger", ".plan-head", "#plan .stop .what"]
    wanted += ["#plan .break"] * (key == "b")
    before = -1
    while at(page) != before:
        before = at(page)
        page.evaluate("document.getElementById('plan').scrollTop = 9999")
        page.keyboard.press(key)
        assert at(page) == before or page.evaluate(IN_SIGHT, wanted) == []
    assert before > 0
    for selector in ("#board svg", "#now", *(() if query else ("table.notebook",))):
        box = page.locator(selector).bounding_box()
        assert box
        assert box["y"] + box["height"] <= size[1], selector
    assert page.evaluate("document.documentElement.scrollHeight") == size[1]


@pytest.mark.parametrize("room", ["kitchen", "hall"])
def test_the_number_of_a_stop_in_a_crowded_room_is_not_below_a_token(
    replayed: Page, room: str
) -> None:
    covered = replayed.evaluate(
        """(room) => {
            const {spots} = JSON.parse(document.getElementById("data").textContent);
            const svg = document.querySelector("#board svg");
            const tokens = [...svg.querySelectorAll(".token")];
            const all = tokens.map(({dataset}) => [dataset.suspect, room]);
            new Board(svg, spots).show(Object.fromEntries(all));
            new Callouts(svg, spots).show([{room, number: 1, state: "next", lines: []}]);
            const middle = (one) => {
                const {x, y, width, height} = one.getBoundingClientRect();
                return [x + width / 2, y + height / 2, width / 2];
            };
            const badges = svg.querySelectorAll(".callouts .stop circle");
            const [x, y, radius] = middle([...badges].at(-1));
            return tokens.map((one) => middle(one.querySelector(".edge"))).filter(
                ([toX, toY, size]) => Math.hypot(x - toX, y - toY) < radius + size - 1).length;
        }""",
        room,
    )
    assert covered == 0


@pytest.mark.parametrize("size", [(844, 390), (1280, 720), (1280, 800), (1920, 1080)])
def test_the_board_and_its_legend_are_not_cut_off(replayed: Page, size: tuple[int, int]) -> None:
    replayed.set_viewport_size({"width": size[0], "height": size[1]})
    replayed.evaluate("document.getElementById('remarks').textContent ||= 'A remark.'")
    bottoms = replayed.evaluate("""() => ["#board svg", "#board-note", "#board-card", ".rooms"]
        .map((name) => document.querySelector(name).getBoundingClientRect().bottom)""")
    board, legend, card, rooms = bottoms
    assert max(board, legend) <= card <= rooms


def test_the_list_of_games_is_not_wider_than_its_page(page: Page, tmp_path: Path) -> None:
    index = [*gallery([game()], lambda _: ALL)][-1]
    (tmp_path / "index.html").write_text(index.text, encoding="utf-8")
    page.goto((tmp_path / "index.html").as_uri())
    page.locator("#begin").wait_for()
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        list_ = page.locator(".games")
        assert list_.evaluate("one => one.scrollWidth - one.clientWidth") == 0


def test_pddl_links_a_step_to_its_action_and_the_problem_to_what_changed(replayed: Page) -> None:
    replayed.keyboard.press("p")
    replayed.locator("#plan .stops > li > .link").first.click()
    step = replayed.locator(".pddl-step[aria-pressed=true]").inner_text()
    name, *arguments = step[step.index("(") :].strip("()").split()
    action = replayed.locator("#pddl-action pre").first.inner_text()
    assert f"(:action {name}" in action
    assert all(argument in action.split(":precondition")[1] for argument in arguments)
    pddl = step[step.index("(") :].strip()
    (made,) = (one for one in first_plan(replayed)["actions"] if one["pddl"] == pddl)
    atoms = replayed.locator("#pddl-action .atoms").inner_text().split("\n")
    gone, new = [f"- {atom}" for atom in made["deletes"]], [f"+ {atom}" for atom in made["adds"]]
    assert [atom for atom in atoms if atom] == gone + new
    replayed.keyboard.press("d")
    assert replayed.locator("#board").is_visible()
    go(replayed, last(replayed))
    replayed.keyboard.press("d")
    part, problem = replayed.get_by_label("Part of the problem"), replayed.locator("pre.problem")
    added = problem.locator(".added").all_inner_texts()
    assert any("(held " in line for line in added)
    part.select_option("changes")
    assert problem.locator(".removed").count() > 0
    assert problem.locator(".added").count() > len(added)
    part.select_option("whole")
    whole = problem.inner_text()
    assert whole.startswith("(define (problem")
    assert whole.count("(") == whole.count(")")
    assert problem.locator(".added").count() == 0


MADE_UP = """(trigger) => {
    const answer = (answer, chance) => ({answer, chance});
    const row = (words, ...answers) => ({answers, stops: [words], action: 0});
    const rows = [row(["Go on to hall: ", "plum, rope"], answer("white shows rope", 0.75),
        answer("white shows plum", 0.2)), row(["Accuse plum, rope, hall", ""],
        answer("nobody shows a card", 0.044))];
    const stage = {at: 0, broken: true, stops: ["done"], says: [["White shows plum.", ""]],
        rows: ["came dropped", "left-out"], came: [[false, true], [false]]};
    const made = {kind: "replan", replan: 0, turn: 1, trigger: "new-fact", observed_in: 0,
        assumption: ["plum", "rope", "hall"], chance: 1};
    const broken = {at: 0, trigger, observed_in: 1, observation: "plum", left: true};
    const plan = {at: 0, made, broken, rows, stages: [stage], stated: "", others: "",
        actions: [{words: "ask"}], stops: [{words: ["Ask about ", "plum"], action: 0, number: 1}]};
    const because = {[trigger]: "the reason", "new-fact": "news"};
    new PlanPanel(Dom.byId("plan"), because, () => {}).show({decisions: [plan], ends: null}, 1);
}"""
"""Shows a plan whose answers have two ways to go on, and which is broken by a trigger."""


def test_answers_are_a_table_with_a_row_per_follow_up_and_the_one_that_came_bold(
    replayed: Page,
) -> None:
    replayed.evaluate(MADE_UP, "assumption-refuted")
    rows = replayed.locator("#plan .answers tbody tr")
    cells = [row.locator("td:not(:last-child)").all_inner_texts() for row in rows.all()]
    cells = [[" ".join(cell.replace("✓ ", "").split()) for cell in row] for row in cells]
    assert [[cell.replace(" (this came)", "") for cell in row] for row in cells] == [
        ["white shows rope 75 % white shows plum 20 %", "Go on to the hall: plum, rope"],
        ["nobody shows a card 4 %", "Accuse plum, rope, hall"],
    ]
    bold = rows.locator("td:first-child b").all_inner_texts()
    assert [" ".join(text.split()) for text in bold] == ["✓ white shows plum 20 % (this came)"]
    reason = "The follow-up for the answer is not played, because the reason."
    assert reason in replayed.locator("#plan .break").inner_text()
    states = rows.evaluate_all("all => all.map(row => row.className)")
    assert states == ["came dropped", "left-out"]


def test_a_chosen_viewpoint_hides_what_others_showed_each_other(replayed: Page) -> None:
    showed = ((n, e) for n, e in enumerate(game()["events"], 1) if e["kind"] == "show")
    shown, event = next((n, e) for n, e in showed if 2 not in (e["seat"], e["to"]))
    go(replayed, shown)
    assert f"shows {event['card']} to" in status(replayed)
    view = replayed.get_by_label("View as")
    view.select_option("2")
    assert "shows a card to" in status(replayed)
    assert event["card"] not in replayed.locator("#log [aria-current]").inner_text()
    view.select_option("public")
    assert "shows a card to" in status(replayed)
    assert replayed.locator("table.notebook").count() == 0
    view.select_option(str(event["to"]))
    assert f"shows {event['card']} to" in status(replayed)


@pytest.mark.parametrize("view", [Viewpoint("seat", 1), PUBLIC], ids=str)
def test_the_page_of_a_viewpoint_asks_nobody(page: Page, tmp_path: Path, view: Viewpoint) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    address = page_file(tmp_path, view=view)
    page.goto(address)
    assert page.get_by_label("View as").is_hidden()
    for width, height in ((390, 844), (844, 390), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#board").is_visible()
        assert (page.locator("#board").bounding_box() or {"height": 0})["height"] > 200
    page.keyboard.press("End")
    assert status(page).startswith("The game is over")
    assert page.locator("#plan-card").is_visible() == (view.seat == 1)
    assert asked == [address]


def test_nothing_is_wider_than_a_phone(replayed: Page) -> None:
    replayed.set_viewport_size({"width": 390, "height": 844})
    for number in (0, 30, last(replayed)):
        go(replayed, number)
        assert replayed.evaluate("document.documentElement.scrollWidth") == 390


def test_dark_and_light_follow_the_reader_and_can_be_changed(replayed: Page) -> None:
    def ground() -> Any:
        return replayed.evaluate("getComputedStyle(document.body).backgroundColor")

    light = ground()
    replayed.get_by_role("button", name="Dark").click()
    dark = ground()
    assert dark != light
    replayed.emulate_media(media="print")
    assert ground() == light
    replayed.emulate_media(media="screen", color_scheme="dark")
    replayed.get_by_role("button", name="Light").click()
    assert ground() == light


def test_everything_can_be_reached_by_the_tab_key(replayed: Page) -> None:
    reached = set()
    for _ in range(40):
        replayed.keyboard.press("Tab")
        reached.add(replayed.evaluate("document.activeElement.id"))
    wanted = {"view", "present", "theme", "help-button", "heat", "route", "holder", "truth"}
    wanted |= {"slider", "next-plan", "next-break", "pddl-button"}
    assert wanted | {"first", "turn-back", "back", "next", "turn-next", "last"} <= reached


def test_the_log_is_one_stop_of_the_tab_key_and_has_arrow_keys(replayed: Page) -> None:
    go(replayed, 9)
    stops = replayed.locator("#log .event[tabindex='0']")
    assert stops.count() == 1
    stops.focus()
    for _ in range(3):
        replayed.keyboard.press("ArrowUp")
    assert stops.count() == 1
    assert stops.evaluate("stop => stop === document.activeElement")
    text = stops.inner_text()
    replayed.keyboard.press("Enter")
    assert at(replayed) < 9
    assert status(replayed).lower() == f"{text}.".lower()


def test_only_what_changed_is_drawn(replayed: Page) -> None:
    go(replayed, 20)
    kept = "all => all.filter((one) => one.kept).length"
    rows = replayed.locator("tr[data-card]")
    rows.evaluate_all("all => all.forEach((one) => (one.kept = true))")
    data = json.loads(replayed.locator("#data").text_content() or "")
    following = next(change for change in data["notebooks"]["1"]["changes"] if change["at"] > 20)
    go(replayed, following["at"] - 1)
    assert rows.evaluate_all(kept) == rows.count()
    go(replayed, following["at"])
    assert rows.evaluate_all(kept) == rows.count() - len(following["cards"])


@pytest.mark.slow
def test_firefox_shows_the_break_of_a_plan_and_its_pddl(tmp_path: Path) -> None:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox on this machine; make browser installs it")
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true}));"
    with firefox(program, tmp_path / "profile") as call:

        def run(script: str) -> Any:
            return call("WebDriver:ExecuteScript", script=script, args=[])["value"]

        call("WebDriver:Navigate", url=page_file(tmp_path))
        run(press % "b")
        assert "Turn " in run("return document.querySelector('#plan .break').innerText")
        assert run("return document.querySelectorAll('.callout').length") > 0
        run(press % "d")
        assert run("return document.querySelector('#pddl-action pre').innerText")
        assert run("return document.getElementById('pddl-card').clientWidth") > 300


def guess_data() -> tuple[dict[str, Any], Any]:
    return page_data(game(), Viewpoint("seat", 1), guesses=True)


@pytest.fixture
def _guessed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every page to guess have the data of one game, which is computed once."""
    made = once(guess_data)
    monkeypatch.setattr(replay_page, "page_data", lambda *_, **__: deepcopy(made))


@pytest.mark.usefixtures("_guessed_once")
def test_the_planner_is_guessed_turn_by_turn(page: Page, tmp_path: Path) -> None:
    made, index = gallery([game()], lambda _: Viewpoint("seat", 1), guesses=True)
    assert '"guesses":' in index.text
    assert not re.search('"(winner|ending|turns)":', index.text)  # they would be given away
    (tmp_path / "guess.html").write_text(made.text, encoding="utf-8")
    page.goto((tmp_path / "guess.html").as_uri())
    questions = json.loads(page.locator("#data").text_content() or "")["guesses"]
    page.get_by_role("button", name="To the first guess").click()
    page.get_by_role("button", name="Guess", exact=True).click()
    page.get_by_text("Choose a room and a suspect and a weapon.").wait_for()
    assert not re.search(r"\bplans?\b", page.locator("body").inner_text(), re.IGNORECASE)
    page.keyboard.press("ArrowRight")  # the focus is on a room of the board
    assert at(page) == questions[0]["at"]
    page.keyboard.press("Enter")
    assert page.locator(".slot:not(.empty)").count() == 1
    for number, question in enumerate(questions):
        page.keyboard.press("End")
        assert at(page) == question["at"]
        assert page.locator("#plan").inner_text() == ""
        assert page.locator("path.route").count() == 0
        if question["choice"] is None:
            page.get_by_role("button", name="It accuses").click()
        else:
            suspect, weapon, room = question["choice"]
            if number == 0:  # the planner's choice, but in the farthest room
                room = max(question["ways"], key=question["ways"].__getitem__)
            for card in (suspect, weapon):
                page.locator(f"#notebook tr[data-card={card}] th").click()
            page.locator(f"#board .room[data-room={room}] text").first.click()
            page.get_by_role("button", name="Guess", exact=True).click()
        assert at(page) >= question["opens"]
        if question["choice"]:
            assert page.locator("#plan li").count() > 0
        wanted = (
            r"turns worse .*\s% to win; the planner's choice: .*\s%"
            if number == 0
            else r"The planner chose the same: .*\s% to win"
        )
        assert re.search(wanted, page.locator(".guess-result").inner_text())
        if number + 1 < len(questions):
            page.get_by_role("button", name="To the next guess").wait_for()
    right = len(questions) - 1
    line = page.locator("#guess output").inner_text()
    assert re.match(rf"Guess the planner, game 2: {right} of {len(questions)}, \d+\.\d turns", line)
    page.get_by_role("button", name="Worst: turn").click()
    assert page.locator("#plan li").count() > 0
    page.goto((tmp_path / "guess.html").as_uri() + "?abc#e=0")
    page.keyboard.press("End")
    assert page.locator(".guess-letters button").count() == 3
    offered = page.locator(".guess-letters button").all_inner_texts()
    shortlist = [f"{room}: {suspect}, {weapon}" for suspect, weapon, room in questions[0]["best"]]
    assert len({text[2:] for text in offered} & set(shortlist)) >= 2
    page.keyboard.press("b")
    assert at(page) >= questions[0]["opens"]


@pytest.mark.usefixtures("_guessed_once")
def test_a_puzzle_is_three_positions_and_ends_with_a_line_to_copy(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = Viewpoint("seat", 1)
    monkeypatch.setattr(page_module, "MOST_PLAIN", 0)  # long data is compressed
    records = [game() | {"game": number} for number in range(20)]
    pages = {
        name: [*replay_page.puzzle_pages(records, lambda _: view, name)]
        for name in ("monday", "tuesday", "wednesday")
    }
    assert len({tuple(one.text for one in each) for each in pages.values()}) > 1
    assert pages["monday"] == [*replay_page.puzzle_pages(records[::-1], lambda _: view, "monday")]
    assert all('type="application/gzip"' in one.text for one in pages["monday"])
    for one in pages["monday"]:
        (tmp_path / one.name).write_text(one.text, encoding="utf-8")
    page.goto(f"{(tmp_path / 'index.html').as_uri()}?abc")
    for place in (1, 2, 3):
        title = f"Puzzle monday: position {place} of 3"
        page.locator("#title").get_by_text(title, exact=True).wait_for()  # the data is unpacked
        page.locator(".guess-letters button").last.click()
        if place < 3:
            page.get_by_role("link", name="To the next position").click()
    line = page.locator("#guess output").inner_text()
    assert re.fullmatch(r"Clue puzzle monday: \d of 3, \d+\.\d turns lost [■□]{3}", line)
    with pytest.raises(RecordError, match="2 games with a position to guess; expected 3"):
        [*replay_page.puzzle_pages(records[:2], lambda _: view, "monday")]
