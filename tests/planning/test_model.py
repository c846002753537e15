"""What the model tells the planner."""

from dataclasses import replace

from planner_clue.board import load_board
from planner_clue.cards import Card
from planner_clue.planning.engines import load_engine
from planner_clue.planning.model import TURN
from planner_clue.planning.problem import Atom
from planner_clue.planning.steps import destination, question
from tests.planning.situations import DOMAIN, problem, show, situation


def test_every_card_is_unlocated_held_or_murder() -> None:
    _, at = situation(shown=5)
    written = problem(shown=5)
    states = {"unlocated", "held", "murder"}
    for card in at.belief.deck.cards:
        assert sum((state, card) in written.init for state in states) == 1


def test_rivals_are_the_other_candidates_of_each_category() -> None:
    _, at = situation(shown=4)
    rivals = {atom[1] for atom in problem(shown=4).init if atom[0] == "RIVAL"}
    candidates = {card for cards in at.belief.candidates() for card in cards}
    assert rivals == candidates - set(at.assumption)


def test_the_doubt_of_a_category_and_of_its_assumed_card_are_the_whole_weight() -> None:
    model, at = situation()
    written = model.problem(at)
    for cards in at.belief.candidates():
        doubts = [written.values["doubt-cost", card] for card in cards if card not in at.assumption]
        chance = at.belief.case_chance(next(c for c in cards if c in at.assumption))
        assert abs(sum(doubts) - model.costs.doubt * (1 - chance)) <= len(cards)


def test_travel_costs_are_the_expected_turns_of_the_board() -> None:
    board = load_board("classic")
    model, at = situation()
    written = model.problem(replace(at, here=(16, 0), may_stay=False))
    turns = model.rules.turns(board)
    for room in board.rooms:
        cost = written.values["hallway-travel-cost", room]
        assert cost == round(TURN * turns.to_room(room)[16, 0])
        for start in board.rooms:
            cost = written.values["travel-cost", start, room]
            assert cost == round(TURN * turns.walking(start, room))
    assert written.values["travel-cost", "hall", "hall"] >= 2 * TURN


def test_a_question_costs_more_each_time_its_cards_were_asked_about() -> None:
    model, at = situation()
    assumed = at.assumption
    key: Atom = ("question-cost", *assumed)
    fresh = model.problem(replace(at, asked={})).values[key]
    again = model.problem(replace(at, asked={assumed.suspect: 2, assumed.room: 1})).values[key]
    assert again - fresh == 3 * model.costs.repeated


def test_after_the_roll_a_room_in_reach_costs_one_turn() -> None:
    model, at = situation()
    turns = {room: 1.0 if room == "lounge" else 2.5 for room in at.belief.deck.rooms}
    written = model.problem(replace(at, here=(16, 0), turns_from_here=turns))
    assert written.values["hallway-travel-cost", "lounge"] == TURN
    assert written.values["hallway-travel-cost", "hall"] == 250


def test_consecutive_problems_differ_only_in_what_changed() -> None:
    model, at = situation(shown=2)
    before = model.problem(at).to_text().splitlines()
    card = next(c for c in at.belief.unlocated() if c not in at.assumption)
    show(at.belief, 1, card)
    after = model.problem(at).to_text().splitlines()
    changed = set(before) ^ set(after)
    assert f"    (unlocated {card})" in changed
    assert len(changed) < len(before) / 3


def test_a_plan_asks_a_question_nobody_can_answer_and_then_accuses() -> None:
    for seed in range(4):
        model, at = situation(seed=seed, shown=seed)
        plan = load_engine("fast-downward").solve(DOMAIN, model.problem(at))
        questions = [asked for asked in map(question, plan.steps) if asked]
        assert questions[-1].expected is None
        assert all(asked.expected not in at.assumption for asked in questions)
        assert plan.steps[-1].action == "accuse"
        assert plan.steps[-1].arguments == tuple(at.assumption)
        visited = [room for room in map(destination, plan.steps) if room]
        assert len(visited) <= model.costs.visits
        assert [asked.suggestion.room for asked in questions] == visited


def test_a_plan_does_not_ask_where_the_answer_is_known() -> None:
    model, at = situation(seed=3, shown=8)
    plan = load_engine("fast-downward").solve(DOMAIN, model.problem(at))
    for asked in filter(None, map(question, plan.steps)):
        for card in asked.suggestion[:2]:
            assert at.belief.holder(Card(card)) in (None, at.belief.case)
