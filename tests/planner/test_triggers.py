"""Each trigger fires on its observation, names it, and fires on nothing else.

A planner gives up on an engine that fails again and again, says so once, and plays on.
"""

from collections.abc import Mapping, Sequence

import pytest

from planner_clue.belief import Belief
from planner_clue.belief.posterior import Snapshot
from planner_clue.belief.transcript import Evidence
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.events import Event, Passed, Showed, Suggested
from planner_clue.planner import triggers
from planner_clue.planner.first_steps import FirstSteps
from planner_clue.planner.mind import MOST_FAILURES, Mind, PlannerTraits, observed
from planner_clue.planner.plan_tree import Answer
from planner_clue.planner.planner_huji import TRIGGERS
from planner_clue.planner.triggers import ORDER, Firing, News, Trigger, weightiest_first
from planner_clue.planning.plan import PlanningResult, Status
from planner_clue.support.errors import PlanningFailure
from tests.planner.situations import DEAL, NAMES, SEAT, Watched, about, held_by

EMPTY = Snapshot({}, frozenset({Card("rope"), Card("knife")}))


def test_the_order_of_the_triggers() -> None:
    fired = [Firing(trigger, 1, "") for trigger in reversed(ORDER)]
    named = [firing.trigger.value for firing in weightiest_first(fired)]
    assert named[:3] == ["assumption-refuted", "unexpected-answer", "outdated-follow-up"]
    assert named[3:6] == ["new-fact", "new-evidence", "moved"]
    assert named[6:] == ["follow-up", "plan-finished", "first-plan"]


def test_a_fact_is_a_card_located_else_one_cleared() -> None:
    located = Snapshot({Card("rope"): 1}, frozenset({Card("knife")}))
    cleared = Snapshot({}, frozenset({Card("knife")}))
    found = triggers.new_fact(News(EMPTY, located, NAMES, 4))
    assert found == Firing(Trigger.NEW_FACT, 4, "rope is held by mustard")
    found = triggers.new_fact(News(EMPTY, cleared, NAMES, 4))
    assert found == Firing(Trigger.NEW_FACT, 4, "rope is not in the case file")
    shown = News(EMPTY, located, NAMES, answered=frozenset({Card("rope")}))
    assert triggers.new_fact(shown) is None
    assert triggers.new_fact(News(EMPTY, EMPTY, NAMES)) is None


def test_nothing_but_the_beginning_fires_without_news() -> None:
    watched = Watched()
    assert watched.replans[0].triggers == (Firing(Trigger.FIRST_PLAN, 0, "the game begins"),)
    assert watched.fired() == []
    own = DEAL.hands[0][0]
    assert watched.see(Suggested(2, 2, about(own)), Showed(2, 0, 2, own)) == []


def test_a_card_of_the_assumption_shown_to_us_refutes_it() -> None:
    watched, card = Watched(), DEAL.case_file.weapon
    watched.asks(about(card), held_by(1), 4)
    fired = watched.see(Suggested(4, 0, about(card)), Showed(4, 1, 0, card))
    assert fired[0] == ("assumption-refuted", 4, f"{card} is held by mustard")
    assert fired[1][0] == "unexpected-answer"


def test_a_step_that_is_dropped_names_the_most_important_trigger() -> None:
    """Also where no plan follows, because the engine is given up."""
    for given_up in (False, True):
        watched, card = Watched(), DEAL.case_file.weapon
        watched.asks(about(card), held_by(1), 4)
        watched.hears(Suggested(4, 0, about(card)), Showed(4, 1, 0, card))
        for _ in range(MOST_FAILURES if given_up else 0):
            searched_further(watched, {}, PlanningFailure("time-out", ""))
        watched.plan(7)
        assert watched.mind.has_given_up == given_up
        assert watched.replans[0].steps[1].dropped_for == "assumption-refuted"


def test_an_agent_plans_again_only_by_the_triggers_that_it_watches() -> None:
    brought = Suggested(2, 1, Suggestion(Card(SEAT.tokens[0]), Card("rope"), Card("hall")))
    for watches, fired in ((ORDER, 2), (TRIGGERS, 1)):
        mind = Mind.at_the_start(SEAT, Belief(SEAT), PlannerTraits(watches=watches))
        assert len(observed(mind, brought).fired) == fired


def test_another_card_than_expected_is_an_unexpected_answer_and_no_new_fact() -> None:
    watched = Watched()
    expected, shown = held_by(1, 0), held_by(1, -1)
    watched.asks(about(expected, shown), expected, 4)
    fired = watched.see(Suggested(4, 0, about(expected, shown)), Showed(4, 1, 0, shown))
    detail = f"mustard showed {shown}; {expected} was expected"
    assert fired == [("unexpected-answer", 4, detail)]


def test_an_answer_that_comes_late_is_dated_by_its_question() -> None:
    """Where a turn is either a suggestion or an accusation, it is over in the next own turn."""
    watched, three = Watched(), Suggestion(*DEAL.case_file)
    watched.asks(three, Card("plum"), 4)
    watched.hears(Suggested(4, 0, three))
    watched.hears(Passed(4, 1), Passed(4, 2), Suggested(5, 1, about()), Passed(5, 2))
    watched.mind = watched.mind.hearing(Answer())
    assert ("unexpected-answer", 4, "nobody showed a card; plum was expected") in watched.fired()


def test_what_others_ask_is_a_new_fact_only_if_it_is_informative() -> None:
    """Dated by the turn in which it was certain, not by that of the look."""
    watched = Watched()
    hand = [card for card in DEAL.hands[0] if card != "scarlett"]
    own = Suggestion(*(next(c for c in of if c in hand) for of in DEAL.deck.categories))
    assert watched.see(Suggested(2, 1, own), Passed(2, 2)) == []
    # Seat 1 asks about two of our cards and one of seat 2's; seat 2 shows: it must be that one.
    card = next(c for c in DEAL.hands[2] if c in DEAL.deck.weapons)
    asked = Suggestion(own.suspect, card, own.room)
    later: list[Event] = [Suggested(5, 2, own), Passed(5, 1), Suggested(6, 1, own), Passed(6, 2)]
    fired = watched.see(Suggested(3, 1, asked), Showed(3, 2, 1, None), *later)
    assert fired == [("new-fact", 3, f"{card} is held by white")]


def test_the_same_show_twice_is_a_new_fact_and_then_evidence() -> None:
    """It rules out nothing the second time; what is asked reveals the rest."""
    watched = Watched(asking=8)
    cards = [next(c for c in DEAL.hands[2] if c in kind) for kind in DEAL.deck.categories]
    names, asked = ", ".join(cards), Suggestion(*cards)
    (fired,) = watched.see(Suggested(2, 1, asked), Showed(2, 2, 1, None))
    assert fired == ("new-fact", 2, f"white shows one of {names}")
    (fired,) = watched.see(Suggested(5, 1, asked), Showed(5, 2, 1, None))
    assert fired == (
        "new-evidence", 5, f"mustard suggests {names}"
    )  # fmt: skip


def test_facts_of_several_turns_are_named_each_with_its_turn() -> None:
    before = Snapshot({}, frozenset())
    after = Snapshot({Card("rope"): 1, Card("knife"): 2}, frozenset())
    turns = {"rope": 5, "knife": 3}

    class Knows(Belief):
        def established_by(
            self, card: Card, holder: int, among: Sequence[Evidence]
        ) -> Evidence | None:
            return Evidence(0, Passed(turns[card], 1), None)

    fact = triggers.new_fact(News(before, after, NAMES, known=Knows(SEAT)))
    detail = "knife is held by white; rope is held by mustard (turn 5)"
    assert fact == Firing(Trigger.NEW_FACT, 3, detail)


def test_being_suggested_into_a_room_is_a_move() -> None:
    watched = Watched()
    into = Suggestion(Card("scarlett"), Card("rope"), Card("lounge"))
    fired = watched.see(Suggested(3, 2, into))
    assert fired == [("moved", 3, "a suggestion by white moved the token to lounge")]
    assert watched.belief.transcript.here == "lounge"
    assert watched.see(Suggested(4, 1, into)) == []


def test_a_case_file_that_is_refuted_as_a_whole_is_dated_by_what_refuted_it() -> None:
    """No card of it is located, and something else happens later."""
    watched, later = Watched(), about(held_by(2))
    fired = watched.see(
        Suggested(2, 2, Suggestion(*DEAL.case_file)),
        *(Passed(2, 0), Showed(2, 1, 2, None)),
        *(Suggested(3, 1, later), Passed(3, 2)),
    )
    detail = f"{', '.join(DEAL.case_file)} is not the case file"
    assert fired[0] == ("assumption-refuted", 2, detail)


FAILED = PlanningResult(Status.TIME_OUT, None, "no plan in 5 s")


def given_up(watched: Watched) -> list[bool]:
    return [decision.gave_up for decision in watched.replans]


def searched_further(
    watched: Watched, seconds: Mapping[str, float], *failures: PlanningFailure
) -> None:
    watched.mind = watched.mind.searched_further(FirstSteps(), seconds, failures)


@pytest.mark.parametrize("status", Status)
def test_only_what_costs_time_is_counted(status: Status) -> None:
    watched = Watched()
    failures = [PlanningFailure(reason, "") for reason in ("unsolvable", status)]
    for _ in range(MOST_FAILURES):
        searched_further(watched, {}, *failures)
    never = {"solved", "solved-optimally", "unsolvable", "expansions-out", "missing"}
    assert watched.mind.has_given_up == (status not in {*never, "unsupported", "invalid-plan"})


def test_after_the_third_failure_in_a_row_the_engine_is_not_asked_any_more() -> None:
    watched = Watched()
    for turn in range(2, 2 + MOST_FAILURES):
        watched.plan(turn, FAILED)
    once = [False] * MOST_FAILURES + [True]
    assert given_up(watched) == once
    watched.decide(9, AssertionError("the engine is asked"))
    watched.mind = watched.mind.falling_back(9, "roll")
    assert given_up(watched) == once
    assert watched.replans[-1].fallbacks[-1].turn == 9


def test_searches_for_other_ways_count_too_and_the_plan_is_played_until_it_is_doubted() -> None:
    """An answer in between starts the count anew; what was not searched is no answer."""
    watched, answered = Watched(), Watched()
    failure = PlanningFailure("time-out", "no plan in 5 s")
    for _ in range(MOST_FAILURES):
        assert not watched.mind.has_given_up
        for one, seconds in ((watched, {}), (answered, {"search": 1.0})):
            searched_further(one, {}, failure)
            searched_further(one, seconds)
    assert watched.mind.has_given_up
    assert not answered.mind.has_given_up
    assert watched.mind.next_step, "the plan that there is holds"
    watched.mind = watched.mind.nothing_to_ask(watched.replans[-1].assumption.room, 1)
    for _ in range(3):
        watched.mind = watched.mind.playing(1)
    watched.plan(5)
    assert watched.mind.next_step is None
    watched.mind = watched.mind.falling_back(5, "roll")
    (decision,) = watched.replans
    assert decision.gave_up
    assert decision.fallbacks[-1].reason == "the engine is given up"
