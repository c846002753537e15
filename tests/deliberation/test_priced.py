"""What the model ``priced`` tells the planner."""

from dataclasses import replace
from itertools import combinations
from operator import gt

import pytest

from planner_clue.cards import CaseFile, Category, Suggestion
from planner_clue.deliberation.model import TURN
from planner_clue.deliberation.plan_steps import destination, planned_suggestion
from tests.deliberation.shipped import domain, planned
from tests.deliberation.situations import posed, priced_situation


def test_of_two_questions_the_one_that_saves_more_in_every_way_costs_less() -> None:
    model, at = priced_situation(seed=1)
    prices = model.prices(at)
    compared = 0
    for one, other in combinations(prices.every, 2):
        told, less = prices.told[one], prices.told[other]
        if all(map(gt, told.guesses, less.guesses)) and told.onward <= less.onward:
            assert prices.every[one] <= prices.every[other]
            compared += 1
    assert compared
    assert min(prices.every.values()) == 0


def test_a_suggestion_costs_as_much_more_as_the_way_on_from_its_room_is_longer() -> None:
    model, at = priced_situation(seed=1)
    free = {start: dict.fromkeys(out, 0.0) for start, out in model.ways.items()}
    real, nearby = model.prices(at), model.prices(at, free)
    onward = {asked: told.onward for asked, told in real.told.items()}
    near, far = min(onward, key=onward.__getitem__), max(onward, key=onward.__getitem__)
    longer = onward[far] - onward[near]
    more = real.every[far] - nearby.every[far] - (real.every[near] - nearby.every[near])
    assert longer > TURN / 5
    assert more == pytest.approx(longer, abs=2)


def test_a_proof_costs_less_the_more_probable_the_assumption() -> None:
    model, at = priced_situation(shown=9)
    chances = at.belief.case_files()
    likely, unlikely = max(chances, key=chances.__getitem__), min(chances, key=chances.__getitem__)
    assert chances[likely] > chances[unlikely]
    doubts = []
    for assumed in (likely, unlikely):
        prices = model.prices(replace(at, assumption=assumed))
        asked = Suggestion(*assumed)
        doubts.append(prices.proving[asked] - prices.every[asked])
    assert doubts[0] < doubts[1]


def test_each_room_offers_its_best_questions_with_the_most_probable_answer() -> None:
    model, at = priced_situation(seed=2)
    prices = model.prices(at)
    assert prices.worth
    for asked, category in prices.worth.items():
        chances = dict(zip(Category, prices.told[asked].shown, strict=True))
        rivals = [kind for kind, card in zip(Category, asked, strict=True) if card in at.rivals]
        assert category in rivals
        assert chances[category] == max(chances[kind] for kind in rivals) > 0
    case_files = at.belief.case_files()
    for room in at.belief.candidates()[-1]:
        first = next(asked for asked in prices.worth if asked.room == room)
        best = max(chance for file, chance in case_files.items() if file.room == room)
        assert case_files[CaseFile(*first)] == pytest.approx(best)


def test_a_plan_asks_one_question_a_visit_and_then_accuses() -> None:
    for seed in (1, 3):
        model, at = priced_situation(seed=seed, shown=seed)
        plan = planned(domain("priced"), posed(model, at, "priced"))
        questions = [asked for asked in map(planned_suggestion, plan.steps) if asked]
        assert all(asked.expected not in at.assumption for asked in questions)
        assert plan.steps[-1].action == "accuse"
        assert plan.steps[-1].arguments == tuple(at.assumption)
        assert 1 <= len(questions) <= model.costs.visits
        asked_in = [asked.suggestion.room for asked in questions]
        visited = [room for room in map(destination, plan.steps) if room]
        assert [room for room in visited if room in asked_in][-1] == asked_in[-1]
