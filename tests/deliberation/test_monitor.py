"""Each trigger fires on its observation, and on nothing else."""

import pytest

from planner_clue.belief import Belief
from planner_clue.board import load_board
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.deliberation.contract import load_agent_domain
from planner_clue.deliberation.costs import Costs
from planner_clue.deliberation.model import Model
from planner_clue.deliberation.monitor import Monitor
from planner_clue.deliberation.replanner import Replanner
from planner_clue.deliberation.situation import Situation
from planner_clue.deliberation.solvers import load_engine
from planner_clue.deliberation.steps import Question
from planner_clue.deliberation.triggers import ORDER, Firing, Trigger, foremost
from planner_clue.planning.plan import Step
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.table.rules import RULES
from tests.deliberation.situations import sit_down

# Seat 0 of this deal is our agent; the cards are looked up, so that no test depends on them.
SEAT, DEAL = sit_down(load_board("classic"), 3, seed=2)


class Watched:
    """An agent's monitor and replanner, with a first plan made."""

    def __init__(self, seat: Seat = SEAT) -> None:
        board = load_board("classic")
        self.belief = Belief(seat)
        model = Model(board, RULES["standard"], Costs())
        self.replanner = Replanner(model, load_engine("fast-downward"), load_agent_domain())
        self.monitor = Monitor(seat, self.belief, self.replanner)
        self.monitor.here = board.starts[Card("scarlett")]
        self.plan(1)

    def plan(self, turn: int) -> None:
        situation = Situation(self.belief, frozenset(SEAT.hand), DEAL.case_file, self.monitor.here)
        self.replanner.replan(turn, situation)

    def see(self, *events: Event) -> list[Firing]:
        """Return what has fired after these events."""
        for event in events:
            self.monitor.observe(event)
        self.monitor.look()
        if not self.replanner.must_replan:
            return []
        self.plan(9)
        latest = self.replanner.replans[-1]
        return [latest.trigger, *latest.also]


def held_by(seat: int, position: int = 0) -> Card:
    return DEAL.hands[seat][position]


def names(firings: list[Firing]) -> list[str]:
    return [firing.trigger.value for firing in firings]


ASKED = Suggestion(Card("plum"), Card("rope"), Card("hall"))


def about(*wanted: Card) -> Suggestion:
    """Return a question about these cards, filled up with cards of our own seat."""
    three = []
    for _, cards in DEAL.deck.by_category():
        own = [card for card in cards if card in DEAL.hands[0]]
        three.append(next((card for card in wanted if card in cards), own[0]))
    return Suggestion(*three)


def test_the_first_plan_is_triggered_by_the_beginning() -> None:
    assert Watched().replanner.replans[0].trigger.trigger is Trigger.FIRST_PLAN


def test_a_card_of_the_assumption_shown_to_us_refutes_it() -> None:
    watched = Watched()
    card = DEAL.case_file.weapon
    watched.monitor.expect(Question(ASKED, Card("plum")))
    watched.monitor.observe(Suggested(4, 0, about(card)))
    watched.monitor.observe(Showed(4, 1, 0, card))
    watched.monitor.look()
    fired = watched.replanner._fired
    assert Firing(Trigger.ASSUMPTION_REFUTED, f"turn 4: {card} is held by seat 1") in fired
    assert foremost(list(fired))[0].trigger is Trigger.ASSUMPTION_REFUTED
    assert "unexpected-answer" in names(list(fired))


def test_another_card_than_expected_is_an_unexpected_answer() -> None:
    watched = Watched()
    expected, shown = held_by(1, 0), held_by(1, -1)
    watched.monitor.expect(Question(about(expected, shown), expected))
    fired = watched.see(Suggested(4, 0, about(expected, shown)), Showed(4, 1, 0, shown))
    assert names(fired) == ["unexpected-answer", "new-fact"]
    assert fired[0].observation == f"turn 4: seat 1 showed {shown}; {expected} was expected"


def test_the_expected_card_lets_the_plan_go_on() -> None:
    watched = Watched()
    shown = held_by(1)
    watched.monitor.expect(Question(about(shown), shown))
    assert watched.see(Suggested(4, 0, about(shown)), Showed(4, 1, 0, shown)) == []


def test_nobody_showing_is_unexpected_where_a_card_was_expected() -> None:
    watched = Watched()
    question = Suggestion(*DEAL.case_file)
    watched.monitor.expect(Question(question, Card("plum")))
    watched.monitor.observe(Suggested(4, 0, question))
    watched.monitor.observe(Passed(4, 1))
    watched.monitor.question_is_over()
    assert names(watched.replanner._fired)[0] in ("unexpected-answer", "new-fact")
    assert "unexpected-answer" in names(watched.replanner._fired)


def test_silence_that_was_expected_is_no_surprise() -> None:
    watched = Watched()
    watched.monitor.expect(Question(ASKED, None))
    watched.monitor.question_is_over()
    assert not watched.replanner.must_replan


def test_what_others_ask_is_a_new_fact_only_if_it_tells_something() -> None:
    watched = Watched()
    hand = DEAL.hands[0]
    own = [
        next(card for card in cards if card in hand and card != "scarlett")
        for _, cards in DEAL.deck.by_category()
    ]
    assert watched.see(Suggested(2, 1, Suggestion(*own)), Passed(2, 2)) == []
    # Seat 1 asks about two of our cards and one of seat 2's; seat 2 shows: it must be that one.
    card = next(c for c in DEAL.hands[2] if c in DEAL.deck.weapons)
    asked = Suggestion(own[0], card, own[2])
    fired = watched.see(Suggested(2, 1, asked), Showed(2, 2, 1, None))
    assert names(fired) == ["new-fact"]
    assert fired[0].observation == f"turn 2: {card} is held by seat 2"


def test_being_suggested_into_a_room_is_a_move() -> None:
    watched = Watched()
    into = Suggestion(Card("scarlett"), Card("rope"), Card("lounge"))
    fired = watched.see(Suggested(3, 2, into))
    assert names(fired) == ["moved"]
    assert watched.monitor.here == "lounge"
    assert watched.see(Suggested(4, 1, into)) == []


def test_a_wrong_accusation_of_the_assumption_refutes_it() -> None:
    watched = Watched()
    watched.monitor.observe(Accused(5, 1, Accusation(*DEAL.case_file), correct=False))
    watched.monitor.look()
    assert names(watched.replanner._fired) == ["new-fact", "assumption-refuted"]
    assert foremost(watched.replanner._fired)[0].trigger is Trigger.ASSUMPTION_REFUTED


def test_what_deals_are_ruled_out_by_others_is_a_new_fact() -> None:
    watched = Watched()
    cards = [next(c for c in DEAL.hands[2] if c in kind) for _, kind in DEAL.deck.by_category()]
    fired = watched.see(Suggested(2, 1, Suggestion(*cards)), Showed(2, 2, 1, None))
    assert names(fired) == ["new-fact"]
    assert fired[0].observation == f"turn 2: seat 2 shows one of {', '.join(cards)}"


def test_what_the_seat_shows_itself_is_no_news() -> None:
    watched = Watched()
    own = DEAL.hands[0][0]
    assert watched.see(Suggested(2, 2, about(own)), Showed(2, 0, 2, own)) == []


def test_a_look_without_anything_new_fires_nothing() -> None:
    watched = Watched()
    watched.monitor.look()
    assert not watched.replanner.must_replan


def test_a_plan_whose_questions_are_asked_is_finished() -> None:
    watched = Watched()
    while not watched.replanner.must_replan:
        watched.replanner.done(3)
    watched.plan(7)
    assert watched.replanner.replans[-1].trigger.trigger is Trigger.PLAN_FINISHED


def test_several_facts_cause_one_replan_named_by_the_weightiest() -> None:
    fired = [Firing(trigger, "") for trigger in reversed(ORDER)]
    first, also = foremost(fired)
    assert first.trigger is Trigger.ASSUMPTION_REFUTED
    assert [firing.trigger for firing in also] == list(ORDER[1:])
    assert [trigger.value for trigger in ORDER] == [
        "assumption-refuted",
        "unexpected-answer",
        "new-fact",
        "moved",
        "plan-finished",
        "first-plan",
    ]


@pytest.mark.parametrize("line", ["(travel hall study)", "(accuse plum rope hall)"])
def test_a_step_is_written_as_it_was_read(line: str) -> None:
    assert str(Step.parse(line)) == line


def test_the_case_file_that_is_assumed_is_kept_in_the_note() -> None:
    note = Watched().replanner.replans[0].to_note()
    assert CaseFile(*note["assumption"]) == DEAL.case_file
    assert note["plan"][-1] == f"(accuse {' '.join(DEAL.case_file)})"
    assert not any("seconds" in key or "time" in key for key in note)
