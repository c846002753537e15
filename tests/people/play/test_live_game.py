"""A game in the background: what is typed and clicked, hints, tabs that agree, the review."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner_clue.agents.registry import load_isolated
from planner_clue.belief import Belief, believe
from planner_clue.belief.asking import ASKING
from planner_clue.game.board import load_board
from planner_clue.game.cards import Card, Deck, Suggestion
from planner_clue.game.events import Accused, Showed, Suggested
from planner_clue.game.record import read_record
from planner_clue.game.replay import replay
from planner_clue.game.requests import AskSuggest
from planner_clue.game.rules import default_rules
from planner_clue.match import MatchConfig
from planner_clue.people.play import hint
from planner_clue.people.play.choices import TypedCommand, nearest_rooms, options, read_typed
from planner_clue.people.play.hint import Adviser, decision_point
from planner_clue.people.play.live_game import LiveGame
from planner_clue.people.play.played_game import PlayedGame, new_game, resumed_game
from planner_clue.people.play.review import _accused, in_same_room, possible_answers, review
from planner_clue.people.serving.server import StaleError
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.plan_tree import PlanStep
from planner_clue.support.errors import InputError
from planner_clue.view.pages.frames import ALL, Game
from tests.cli.helpers import wait_until
from tests.game.helpers import cards
from tests.game.reference import read_sheet, steps_to
from tests.people.play.helpers import chosen, config, go_on
from tests.planner.test_assumption import SEAT, SHOWN
from tests.shared import line_of
from tests.view.pages.games import game


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveGame]:
    game = LiveGame(new_game(config("exact,random"), tmp_path / "game.json"), lambda: None, 0, 0)
    game.start()
    yield game
    game.close()


def persons_turn(live: LiveGame) -> bool:
    assert wait_until(lambda: live.look(lambda game: game.course.is_the_persons or game.is_over))
    return bool(live.look(lambda game: game.course.is_the_persons))


def choice(game: PlayedGame) -> tuple[int, dict[str, Any]]:
    return game.course.number, chosen(options(game.course), game, game.course.number)


def test_a_game_goes_on_by_itself_to_its_end_and_refuses_late_clicks(live: LiveGame) -> None:
    assert persons_turn(live)
    live.choose(0, 0, {"opening": "roll"})
    for number in (0, 5, None, "1"):
        with pytest.raises(StaleError, match="was taken already, here or in another tab"):
            live.choose(0, number, {"opening": "roll"})
        with pytest.raises(StaleError):
            live.undo(0, number)
    while persons_turn(live):
        live.choose(0, *live.look(choice))
    assert live.trouble == ""
    assert live.game.record


def test_a_hint_is_thought_about_while_clicks_are_answered(live: LiveGame) -> None:
    for number in range(2):
        assert persons_turn(live)
        assert live.hint(0) is None
        live.ask_hint(0, number)
        assert wait_until(lambda: not (live.hint(0) or {"thinking": True})["thinking"])
        hint = live.hint(0)
        assert hint
        if not number:
            assert hint["sentences"][0].startswith(
                "the planner would roll the dice, on the way to "
            )
        live.choose(0, number, hint["choice"])


def test_closing_ends_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("opponents", "hint"):
        monkeypatch.setattr(f"planner_clue.people.play.{module}.load_isolated", load_isolated)
    live = LiveGame(new_game(config("exact,random"), tmp_path / "game.json"), lambda: None, 0, 0)
    live.start()
    assert persons_turn(live)
    live.ask_hint(0, 0)
    live.close()
    resumed_game(tmp_path / "game.json").close()


def test_a_plan_that_begins_by_staying_has_no_route_and_a_failure_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(config(), tmp_path / "game.json")
    go_on(game)
    here = replace(decision_point(game), place=Card("hall"))
    stay = PlanStep(action="(stay hall)", to=Card("hall"), by="staying")
    assert hint._route(here, [stay]) == ()
    go = PlanStep(action="(travel hall study)", to=Card("study"), by="dice")
    assert hint._route(here, [stay, go])
    asked = Suggestion(Card("plum"), Card("rope"), Card("hall"))
    own = sum(card in here.seat.hand for card in asked)
    nudge = hint._nudge(here, AskSuggest(0, Card("hall")), asked)
    assert nudge.startswith(f"The planner names {own} of your own cards, 0 that you have located, ")
    assert f" {3 - own} that you have not." in nudge
    not_own = len(set(here.belief.deck.rooms) - set(here.seat.hand))
    assert hint._nudge(here, AskSuggest(0, Card("hall")), None).startswith(
        f"You have not located {not_own} rooms."
    )

    def fails(*arguments: Any) -> None:
        raise IndexError("no stop")

    monkeypatch.setattr(hint, "_explained", fails)
    adviser = Adviser()
    shown = adviser.hint(decision_point(game))
    adviser.close()
    game.close()
    assert (shown.choice, shown.sentences) == ({}, ("There is no hint: IndexError: no stop.",))


BEGIN = {"decision": "begin", "openings": ["roll", "passage"], "rooms": []}
ROOMS = {"decision": "begin", "openings": [], "rooms": ["hall", "dining-room"]}
MOVE = {"decision": "move", "rooms": ["hall", "study"], "squares": [[3, 4]], "here": [1, 2]}
SUGGEST = {"decision": "suggest", "room": "hall"}
SHOW = {"decision": "show", "cards": ["rope", "lead-pipe"]}
ACCUSE = {"decision": "accuse"}


@pytest.mark.parametrize(
    ("options", "typed", "read"),
    [
        (BEGIN, " Roll! ", {"opening": "roll"}),
        (BEGIN, "pass", {"opening": "passage"}),
        (BEGIN, "accuse plum, rope, hall", {"accuse": ["plum", "rope", "hall"]}),
        (BEGIN, "accuse hall dagger Miss Scarlet", {"accuse": ["scarlett", "knife", "hall"]}),
        (ROOMS, "go to the dining room", {"move": "dining-room"}),
        (ROOMS, "din", {"move": "dining-room"}),
        (MOVE, "3,4", {"move": [3, 4]}),
        (MOVE, "stay", {"move": [1, 2]}),
        (SUGGEST, "Col. Mustard with the lead pipe", {"suggest": ["mustard", "lead-pipe", "hall"]}),
        (SUGGEST, "nothing", {"suggest": None}),
        (SHOW, "pipe", {"show": "lead-pipe"}),
        (SHOW, "show rope", {"show": "rope"}),
        (ACCUSE, "", {"accuse": None}),
        (ACCUSE, "accuse green candle kitchen", {"accuse": ["green", "candlestick", "kitchen"]}),
        (MOVE, "hin", TypedCommand("hint", "")),
        (SHOW, "WHY rope", TypedCommand("why", "rope")),
        (BEGIN, "quit", TypedCommand("quit", "")),
    ],
)  # fmt: skip
def test_it_is_understood(options: dict[str, Any], typed: str, read: Any) -> None:
    assert read_typed(typed, options, Deck()) == read


@pytest.mark.parametrize(
    ("options", "typed", "message"),
    [
        (BEGIN, "q", "'q'; expected roll, passage"),
        (BEGIN, "accuse plum green hall", "expected a suspect, a weapon and a room"),
        (BEGIN, "accuse plum rope garage", "'garage' is not a card in play"),
        (ROOMS, "study", "'study'; expected a room, or accuse"),
        (MOVE, "9,9", "square 9,9 is out of reach"),
        (MOVE, "kitchen", "expected a room or a square x,y within reach, or stay: hall, study"),
        (MOVE, "stuyd", "did you mean 'study'"),
        (SUGGEST, "plum ropee", "'ropee' is not a card in play; did you mean 'rope'"),
        (SHOW, "plum", "'plum'; expected the card to show: rope, lead-pipe"),
    ],
)
def test_what_is_wrong_is_explained(options: dict[str, Any], typed: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_typed(typed, options, Deck())


MATCH = MatchConfig(("exact", "exact", "exact"), seed=3)


def test_the_answers_to_a_suggestion_leave_the_case_files_that_they_do() -> None:
    """About two own cards and one other: it is shown by somebody, or is in the case file."""
    seat = replay(read_record(line_of(MATCH, 0))).seat_view(1, 0)
    deck, own = seat.deck, seat.hand
    suspect, room = (next(c for c in cards if c in own) for cards in (deck.suspects, deck.rooms))
    weapon = next(card for card in deck.weapons if card not in own)
    belief = Belief(seat)
    found = possible_answers(belief, seat, [], 1, Suggestion(suspect, weapon, room))
    answers = {(answer.shower, answer.card) for answer in found}
    assert answers == {(None, None), (0, weapon), (2, weapon)}
    assert abs(sum(answer.probability.value for answer in found) - 1) < 1e-9
    suspects, weapons, rooms = map(len, belief.candidates())
    left = {answer.shower: answer.left for answer in found}
    shown = suspects * (weapons - 1) * rooms
    assert left == {None: suspects * rooms, 0: shown, 2: shown}


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return read_record(line_of(MATCH, 0))


def suggestions(record: dict[str, Any]) -> list[dict[str, Any]]:
    return [e for e in record["events"] if (e["kind"], e["seat"]) == ("suggest", 0)]


@pytest.fixture(scope="module")
def reviewed(record: dict[str, Any]) -> dict[str, Any]:
    """Return the review, in which the second suggestion was a hint's."""
    return review(record, 0, {suggestions(record)[1]["turn"]})


def test_a_review_ends_where_the_accuser_was_certain(
    record: dict[str, Any], reviewed: dict[str, Any]
) -> None:
    (accused,) = [one for one in reviewed["accused"] if one["left"] == 1]
    assert reviewed["knew"][accused["seat"]][-1][1] == 1
    for points in reviewed["knew"]:
        files = [left for _, left in points]
        assert files == sorted(files, reverse=True)
    events = [event["kind"] for event in record["events"]]
    before = list(map(record["events"].index, suggestions(record)))
    assert [one["before"] for one in reviewed["asked"]] == before[: len(reviewed["asked"])]
    assert len(reviewed["accused"]) == events.count("accuse")
    for card, why in zip(record["deal"]["case_file"], accused["why"], strict=False):
        assert card in why
    asked = [one["cards"] for one in reviewed["asked"]]
    assert asked == [e["cards"] for e in suggestions(record)][: len(asked)]
    assert asked
    assert all(one["worse"] >= 0 for one in reviewed["asked"])
    winner = record["result"]["winner"]
    for seat, line in enumerate(reviewed["chances"]):
        assert [at for at, _ in line] == sorted({at for at, _ in line})
        assert all(0 < value < 1000 for _, value in line[:-1])
        assert line[-1][1] == 1000 * (seat == winner)


def test_who_accuses_without_a_proof_had_several_case_files_left() -> None:
    record = game()
    table, left = replay(record), list[int]()
    for number, event in enumerate(table.events):
        if isinstance(event, Accused):
            seen = (table.seen_by(one, event.seat) for one in table.events[:number])
            belief = believe(table.seat_view(event.seat, 0), filter(None, seen))
            left.append(len(belief.case_files()))
    assert [one["left"] for one in _accused(Game(record, ALL))] == left
    assert max(left) > 1


def test_a_hint_says_how_many_turns_more_or_less_other_suggestions_take(tmp_path: Path) -> None:
    game = new_game(config(), tmp_path / "game.json")
    go_on(game)
    point = decision_point(game)
    game.close()
    outlook = FollowUpModel(point.board, point.rules).outlook(point.belief, point.seat.seed)
    best, *_, last = outlook.shortlist(Card("hall"), 4)
    for asked, sign, end in ((best, 1, "longer"), (last, -1, "shorter, but not in this plan")):
        own, *others = in_same_room(outlook, asked).items()
        differences = {other: f"{sign * (left - own[1]):.2f} turns {end}" for other, left in others}
        assert sorted(hint._other_suggestions(point, asked)) == sorted(
            f"suggest {', '.join(other)}: "
            f"{'just as good by itself' if said.startswith('0.00') else said}"
            for other, said in differences.items()
        )


def test_a_hint_says_when_the_planner_accuses_these_opponents(tmp_path: Path) -> None:
    """Later if they ask about cards that they were shown, and so take long."""
    game = new_game(config(), tmp_path / "game.json")
    go_on(game)
    point, asked = decision_point(game), Suggestion(*cards("mustard knife hall"))
    game.close()
    slow = tuple(
        event
        for turn in range(2, 8)
        for event in (Suggested(turn, 2, asked), Showed(turn, 0, 2, asked.weapon))
    )
    least = []
    for events in (SHOWN, [*SHOWN, *slow]):
        (sentence,) = hint._how_sure(replace(point, seat=SEAT, events=tuple(events)), None)
        (percent,) = re.findall(r"the planner accuses at (\d+) % or more", sentence)
        least.append(int(percent))
    assert least[0] == 60 < least[1]


def test_a_square_is_named_with_its_two_nearest_rooms() -> None:
    """By steps that are counted on the sheet of the board."""
    board = load_board("classic")
    sheet, near = read_sheet(board.map.toml), nearest_rooms(board, default_rules(board))
    for square in board.map.squares(".")[::20]:
        steps = {room: n for room, n in steps_to(sheet, square).items() if room in board.rooms}
        assert [count for _, count in near[square]] == sorted(steps.values())[:2]
        assert all(steps[room] == count for room, count in near[square])


def test_a_review_measures_as_a_hint_does_and_marks_what_a_hint_said(
    record: dict[str, Any], reviewed: dict[str, Any]
) -> None:
    """From the belief of a hint, in which suggestions are evidence."""
    own = suggestions(record)
    table = replay(record)
    view, turn = table.seat_view(0, 0), own[1]["turn"]
    asked = next(e for e in table.events if isinstance(e, Suggested) and e.turn == turn)
    before = table.events[: table.events.index(asked)]
    seen = [one for event in before if (one := table.seen_by(event, 0)) is not None]
    belief = believe(view, seen, asking=ASKING)
    outlook = FollowUpModel(table.board, table.rules).outlook(belief, 0)
    compared = in_same_room(outlook, Suggestion(*map(Card, own[1]["cards"])))
    own_turns, *left = compared.values()
    assert reviewed["asked"][1]["worse"] == round(own_turns - min(own_turns, *left), 3)
    assert [one["hinted"] for one in reviewed["asked"][:2]] == [False, True]
