"""What people write of suggestions, accusations and tokens, and what follows from their notes."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from planner_clue.belief.asking import ASKING
from planner_clue.game.board import load_board
from planner_clue.game.cards import ROOMS, SUSPECTS, WEAPONS, Accusation, Card, CaseFile, Suggestion
from planner_clue.game.observations import parse_seen, seen_to_json
from planner_clue.game.rules import default_rules
from planner_clue.people.assist import conclusions, report
from planner_clue.people.assist.answers import NotedSuggestion
from planner_clue.people.assist.conclusions import best_suggestions, plan_at
from planner_clue.people.assist.notes import read_notes
from planner_clue.people.assist.observations import Noted, NotedAccusation, NotedCard, NotedPlace
from planner_clue.people.assist.report import accusing, next_step, steps_of, why_other_cards
from planner_clue.planner.plan_tree import PlanStep
from planner_clue.planner.planner_agent import PlannerAgent
from planner_clue.support.errors import InputError, SeenError
from tests.game.helpers import cards
from tests.people.assist.helpers import EVENING, HEAD, asks, head, line_of, problem, read, well_read
from tests.shared import texts

ANN, BOB, ME = 0, 1, 2
"""Ann plays scarlett, Bob mustard, I play white. I hold plum, rope, lead pipe and scarlett."""


HALL, WRENCH, KNIFE = "mustard knife hall", "green wrench billiard-room", "green knife study"
OWN = "scarlett rope hall"
CASE = Accusation(Card("white"), Card("rope"), Card("hall"))


def skips(suggestion: NotedSuggestion, *seats: int) -> NotedSuggestion:
    return replace(suggestion, not_asked=seats)


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("bob: mustard knife hall, white passed, ann passed", asks(BOB, HALL)),
        ("bob hall, dagger and Col. Mustard no one showed", asks(BOB, HALL)),
        ("bob: mustard knife hall; everybody else passed.", asks(BOB, HALL)),
        ("bob: mustard knife hall, me -, ann -", asks(BOB, HALL)),
        ("bob - mustard knife hall - me passed - ann showed", asks(BOB, HALL, ANN)),
        ("bob: mustard knife hall, ann showed mustard a card", asks(BOB, HALL, ANN)),
        ("bob: mustard knife hall, i showed nothing, ann showed", asks(BOB, HALL, ANN)),
        ("Miss Scarlett asks Rev. Green, spanner, billiard room; bob +", asks(ANN, WRENCH, BOB)),
        ("an: gre wre bil, bo showed", asks(ANN, WRENCH, BOB)),
        ("ann: plum lead pipe study, i showed", asks(ANN, "plum lead-pipe study", ME)),
        ("me: green knife study, ann passed, bob showed green", asks(ME, KNIFE, BOB, "green")),
        ("I asked green knife study, bob showed me green", asks(ME, KNIFE, BOB, "green")),
        ("I: green knife study, ann: no. bob: showed (green)", asks(ME, KNIFE, BOB, "green")),
        ("me: plum rope study, bob showed", asks(ME, "plum rope study", BOB, "study")),
        ("ann: scarlett rope hall, i showed scarlett rope", asks(ANN, OWN, ME, "rope")),
        ("ann: scarlett rope hall, i showed rope to ann", asks(ANN, OWN, ME, "rope")),
        ("bob accuses white rope hall: wrong", NotedAccusation(BOB, CASE, False)),
        ("mustard accused Mrs. White, rope, hall - right", NotedAccusation(BOB, CASE, True)),
        ("bob asked: mustard knife hall, i had nothing, ann had none of them", asks(BOB, HALL)),
        ("bob asked ann: mustard knife hall, she showed", asks(BOB, HALL, ANN)),
        ("ann asked bob about green wrench billiards. he had nothing. nobody", asks(ANN, WRENCH)),
        ("ann asked mustard: green wrench billiards, showed", asks(ANN, WRENCH, BOB)),
        ("bob: mustard knife hall, ann showed in my place", skips(asks(BOB, HALL, ANN), ME)),
        (
            "ann: plum knife hall, i showed plum in Bob's place",
            skips(asks(ANN, "plum knife hall", ME, "plum"), BOB),
        ),
        ("bob: mustard knife hall, i was not asked, ann passed", skips(asks(BOB, HALL), ME)),
        ("bob: mustard knife hall, ann skipped, nobody showed", skips(asks(BOB, HALL), ANN)),
        ("I saw the knife with Bob", NotedCard(BOB, Card("knife"))),
        ("saw green in Ann\u2019s hand", NotedCard(ANN, Card("green"))),
        ("I saw mustard with scarlett", NotedCard(ANN, Card("mustard"))),
        ("I saw that mustard has the knife", NotedCard(BOB, Card("knife"))),
        ("Bob has the knife.", NotedCard(BOB, Card("knife"))),
        ("I am in the dining room", NotedPlace(Card("white"), Card("dining-room"))),
        ("bob at [7, 5]", NotedPlace(Card("mustard"), (7, 5))),
        ("peacock at start", NotedPlace(Card("peacock"), (0, 18))),
    ],
)
def test_lines_are_understood_as_people_write_them(line: str, means: Noted) -> None:
    assert read(line) == means


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("gren: plum rope hall", "'gren' is not understood here; expected a player with three"),
        ("peacock: plum rope hall, nobody", "'peacock' is not understood here; expected a player"),
        ("bob: green rope", "the line ends too early; expected a room"),
        ("bob: green plum hall", "green and plum: two suspects; expected a suspect, a weapon"),
        ("bob: green knife study, ann showd", "'showd' is not understood here; did you mean"),
        ("bob: green knife study", "the line does not say what white and Ann did"),
        ("bob: green knife study, bob showed", "Bob asked, and does not answer; expected white"),
        ("bob: green knife study, ann showed, white passed, ann passed", "Ann passed and showed"),
        ("ann: green knife study, bob showed, white passed", "white passed, but was not asked: B"),
        ("ann: green knife study, bob showed, white showed", "Bob and white showed; expected one"),
        ("bob: plum knife study, ann showed", "by this line you passed, since Ann showed, but you"),
        ("bob: green knife study, i showed", "you showed, but hold none of green, knife, study"),
        ("me: green knife study, bob showed", "expected the card that Bob showed you: 'Bob showed"),
        ("me: plum knife study, bob showed plum", "showed you plum, but you hold plum yourself"),
        ("me: green knife study, bob showed rope", "rope was shown, but the suggestion was"),
        ("ann: green knife study, bob showed green", "Bob showed green to Ann, not to you"),
        ("me: green knife study, bob showed green to ann", "shown to who asked; expected white"),
        ("bob accuses green knife study", "the line ends too early; expected right or wrong"),
        ("bob accuses green knife study: wrnog", "did you mean 'wrong'? expected right or wrong"),
        ("bob: green knife hall, ann showed for bob", "Bob was passed over, and asked; expected"),
        ("ann: green knife hall, bob showed instead of ben", "'ben' is not understood here"),
        ("ann asked ann: green knife hall, bob showed", "Ann asked Ann; expected another"),
        ("I saw rope with bob", "you hold rope yourself; expected a card of another player"),
        ("I saw knife", "the line ends too early; expected the player who holds it"),
        ("I saw bob", "'bob' is not understood here; expected a card: I saw rope with"),
        ("bob at rope", "rope is not a room; expected one of study, hall"),
        ("bob at 0,0", "0,0 is not a hallway square of this board"),
        ("bob at 99999,1", "expected a room, or a hallway square as x,y"),
        ("?", "'?' is not understood here"),
        ("bob" * 400, "line of 1200 characters; expected at most 1000"),
    ],
)
def test_what_is_not_understood_is_named_with_what_was_expected(line: str, message: str) -> None:
    assert message in problem(line)


players = st.sampled_from([ANN, BOB, ME])
triples = st.builds(Suggestion, *map(st.sampled_from, (SUSPECTS, WEAPONS, ROOMS)))
accusations = triples.map(lambda cards: Accusation(*cards))
foreign = [card for card in (*WEAPONS, *ROOMS) if card not in head().seat.hand]
foreign_cards = st.sampled_from(foreign)
squares = [node for node in load_board("classic").graph if node not in ROOMS]
places = st.sampled_from(ROOMS) | st.sampled_from(squares)


@st.composite
def suggestions(draw: st.DrawFn) -> NotedSuggestion:
    hand, suggester, cards = head().seat.hand, draw(players), draw(triples)
    order = head().company.others_after(suggester)
    mine, foreign = ([card for card in cards if (card in hand) is own] for own in (True, False))
    if mine and suggester != ME:
        shower: int | None = draw(st.sampled_from(order[: order.index(ME) + 1]))
    else:
        others = [seat for seat in order if seat != ME]
        shower = draw(st.sampled_from([*others, None])) if foreign else None
    if shower is not None and ME in (shower, suggester):
        card = draw(st.sampled_from(mine if shower == ME else foreign))
        return NotedSuggestion(suggester, cards, shower, card)
    before = [] if shower is None else order[: order.index(shower)]
    skipped = draw(st.sampled_from([(), *((seat,) for seat in before if seat != ME or not mine)]))
    return NotedSuggestion(suggester, cards, shower, not_asked=skipped)


sayings = st.one_of(
    suggestions(),
    st.builds(NotedAccusation, players, accusations, st.booleans()),
    st.builds(NotedPlace, st.sampled_from(SUSPECTS), places),
    st.builds(NotedCard, st.sampled_from([ANN, BOB]), foreign_cards),
)


@given(sayings)
def test_what_is_written_reads_as_it_was_meant(noted: Noted) -> None:
    assert read(line_of(noted, head().company)) == noted


SAID = "ann bob me i passed showed nobody no one accuses wrong right at in to all and yes not card"
SIGNS = ": , - + 7 5 ( # players: hand: me: ß 🎩 \x00 '"
words = st.sampled_from([*SUSPECTS, *WEAPONS, *ROOMS, *SAID.split(), *SIGNS.split(" ")])


@given(st.lists(words, max_size=12).map(" ".join) | texts(max_size=200))
def test_no_text_whatever_it_holds_is_more_than_wrong(text: str) -> None:
    notes, after_head = read_notes(text), read_notes(HEAD + text)
    assert all(str(line.problem) for line in after_head.problems)
    assert len(after_head.lines) >= 2
    assert notes.header is not None or notes.missing or notes.problems
    with pytest.raises(InputError):
        notes.refuse_problems("notes")


def after(text: str) -> conclusions.Conclusions:
    return conclusions.conclude(well_read(text))


@pytest.mark.parametrize(
    ("lines", "against", "what"),
    [
        (
            "bob: mustard knife hall, nobody showed\nme: green knife study, ann showed knife\n",
            (3,),
            "it cannot be true that Ann shows knife, because Ann passes on mustard, knife, ",
        ),
        (
            "ann: peacock wrench lounge, nobody showed\n"
            "me: green knife study, ann passed, bob showed green\n"
            "bob: peacock candlestick conservatory, nobody showed\n"
            "bob: peacock knife study, ann showed\n",
            (4, 5),
            "in line 4",
        ),
    ],
)
def test_a_contradiction_names_its_lines(lines: str, against: tuple[int, ...], what: str) -> None:
    notes = conclusions.conclude(well_read(HEAD + lines)).notes
    (line,) = notes.problems
    assert line.problem
    assert (line.number, line.problem.against) == (len(notes.lines), against)
    assert what in str(line.problem)
    assert len(notes.observations) == len(notes.lines) - 3


def test_plan_and_advice_agree_on_who_may_still_win() -> None:
    one_left = after(EVENING)
    assert plan_at(one_left, 1).win != 1
    nobody = after(EVENING + "ann accuses green rope hall: wrong\n")
    assert nobody.belief.transcript.opponents == set()
    assert plan_at(nobody, 1).win == 1
    assert accusing(nobody) == ""


SLIPS = (
    HEAD + "ann: plum knife hall, I showed plum in Bob's place\n"
    "I saw wrench with ann\n"
    "ann: green candlestick study, nobody\n"
)


def test_a_card_seen_by_accident_is_certain_and_who_was_not_asked_has_not_passed() -> None:
    before, now = after(HEAD), after(SLIPS)
    (why,) = conclusions.newly_certain(before, now)
    assert now.sentence(why) == "Ann holds wrench: wrench was seen with Ann in line 4"
    assert conclusions.newly_certain(now, now) == []
    assert 1 in now.belief.holders(Card("knife"))
    assert 1 not in now.belief.holders(Card("study"))
    (line,) = after(SLIPS + "me: green wrench study, bob showed wrench\n").notes.problems
    assert line.problem
    assert (line.number, line.problem.against) == (6, (4,))


def test_slips_are_the_same_in_the_other_format() -> None:
    seen = after(SLIPS).seen
    assert parse_seen(json.dumps(seen_to_json(seen))).observations == seen.observations
    asked = {"suggester": 0, "cards": ["plum", "knife", "hall"], "passed": [], "shown_by": 2}
    seen_with = {"seen_with": 2, "card": "wrench"}
    refused = {"seen_with": seen_with, "not_asked": asked | {"not_asked": [0]}}
    for field, observed in refused.items():
        with pytest.raises(SeenError, match=field):
            parse_seen(json.dumps(seen_to_json(seen) | {"observations": [observed]}))


def test_the_advice_is_the_plans_and_says_why_the_table_differs() -> None:
    """Over many positions the plan differs from the first row, and both are distinguished."""
    differs = 0
    for room in ("hall", "study", "lounge", "kitchen", "ballroom", "library"):
        now = after(EVENING + f"me at {room}\n")
        advice, decision = best_suggestions(now), plan_at(now, asking=1)
        step = next_step(now, decision, advice)
        assert now.seen.here == room
        assert decision.assumption in now.belief.case_files()
        assert step.suggestion == decision.suggestions[0].asks
        assert bool(step.why_not_first) == (step.suggestion != advice[0].suggestion)
        differs += bool(step.why_not_first)
        assert [each.turns for each in advice] == sorted(each.turns for each in advice)
        assert len({each.suggestion.room for each in advice}) == 9
    assert 0 < differs < 6


def test_numbers_of_turns_are_those_of_the_way_and_from_there() -> None:
    """The way is that of the dice; of case files, all but those that are named are others."""
    now = after(HEAD + "me at study\n")
    assert now.seen.board
    turns = default_rules(now.seen.board).turns(now.seen.board)
    lines, advice = report.best_next(now, 1), best_suggestions(now)
    rows = {line.split()[0]: line.split()[-3:] for line in lines if " + " in line}
    for one in advice:
        room = one.suggestion.room
        assert rows[room][2] == f"{one.left:.2f}"
        if room != "study":
            way = turns.to_room(room)[Card("study")]
            assert rows[room][0] == f"{way:.2f}"
            go = f"go to {room}, {way:.1f} turns away"
            assert report.route_to(now, one) == (
                "take the passage to kitchen" if room == "kitchen" else go
            )
    assert report.case_files(now).endswith(f"; and {4 * 4 * 7 - 3} others.")


def test_who_has_no_card_is_said_of_the_case_file_too() -> None:
    """Mustard, knife and study are the case file: Ann or Bob has the wrench."""
    now = after(HEAD + "me: mustard knife study, nobody showed\n")
    fact, holders = report.why(now, Card("wrench"))
    assert " ".join(fact.split()).startswith("wrench is not in the case file: Ann passes on ")
    assert holders == "Possible holders of wrench: Ann 50 %, Bob 50 %."


def test_other_cards_are_named_because_they_leave_fewer_turns() -> None:
    now = after(HEAD + "me at study\n")
    turns = {one.suggestion.room: one.turns for one in best_suggestions(now)}
    near, *_, far = sorted({*turns} - {*now.seen.seat.hand}, key=turns.__getitem__)
    green, knife = cards("green knife")

    def reason(asks: Card, assumes: Card) -> str:
        step = PlanStep(action="(suggest)", asks=Suggestion(green, knife, asks), expects=knife)
        assumption = CaseFile(green, knife, assumes)
        return why_other_cards(now, changed(plan_at(now, 1), steps=(step,), assumption=assumption))

    solved = f"the solution is {turns[near]:.1f} turns away by estimate"
    assert reason(near, far).endswith(f"{solved}, by way of {far} {turns[far]:.1f}.")
    assert reason(far, near).endswith("this plan is the shortest of those compared.")


def test_a_room_that_one_was_brought_to_is_a_turn_away() -> None:
    brought = HEAD + "bob: white knife study, ann showed\n"
    ways, left = (
        {str(each.suggestion.room): each.travel_cost for each in best_suggestions(after(text))}
        for text in (brought, brought + "me at hall\nme at study\n")
    )
    assert ways["study"] == ways["kitchen"] == 1
    assert left["study"] > 1


def test_a_plan_calls_people_by_name_and_says_why_it_asks_about_other_cards() -> None:
    found = after(HEAD + "ann: green knife hall, bob showed\nme at library\n")
    decision = plan_at(found, 1)
    steps = " ".join(steps_of(found, decision))
    assert "if Ann shows " in steps
    assert not any(f"{suspect} shows" in steps for suspect in ("scarlett", "mustard", "white"))
    (asked,) = [one.asks for one in decision.steps if one.asks]
    other = [card for card in asked if card not in decision.assumption]
    assert other
    reason = why_other_cards(found, decision)
    assert reason.startswith(f"It asks about {' and '.join(other)}, because ")


JUST_WORTH_ACCUSING = """\
players: scarlett me, mustard Bob, white Ann
hand: green, white, candlestick, wrench, kitchen, ballroom
I saw peacock with bob
I saw plum with bob
I saw rope with bob
I saw library with bob
I saw lounge with bob
I saw lead pipe with ann
I saw revolver with ann
I saw conservatory with ann
I saw dining room with ann
I saw billiard room with ann
ann: scarlett knife hall, bob showed
ann accuses scarlett knife study: wrong
"""
"""Mustard, knife, study are the case file with 2/3: Bob showed scarlett or the hall."""


@pytest.mark.parametrize("asking", [1, ASKING])
def test_it_advises_to_accuse_what_the_planner_would(
    asking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = conclusions.conclude(well_read(JUST_WORTH_ACCUSING), asking)
    agent = PlannerAgent()
    agent.plan_for(found.seen, asking)
    assert agent.accuse() is None
    monkeypatch.setattr(agent.planner.model, "suggests_first", lambda belief: False)
    assert agent.accuse() == Accusation(*cards("mustard knife study"))
    assert accusing(found).startswith("The planner would accuse mustard, knife, study on its next")
    assert accusing(after(JUST_WORTH_ACCUSING.replace("hall, bob", "study, bob"))) == ""
