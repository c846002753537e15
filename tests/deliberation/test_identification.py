"""The planner's model: drawn deals, the questions that tell them apart, and what they cost."""

from dataclasses import replace

import pytest

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.belief import Belief
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.board import load_board
from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.deliberation.domains import domain_of
from planner_clue.deliberation.identification import IdentificationModel
from planner_clue.deliberation.model import Situation
from planner_clue.deliberation.plan_steps import planned_suggestion
from planner_clue.match import MatchConfig
from planner_clue.match.agent_replay import replayed_agent
from planner_clue.match.play import play_one
from planner_clue.table.events import Showed, Suggested
from planner_clue.table.record import read_record
from planner_clue.table.rules import default_rules
from tests.deliberation.justified import unjustified
from tests.deliberation.shipped import planned
from tests.deliberation.situations import DOMAIN, posed, show, sit_down, situation

IDENTIFICATION = AgentSettings(planning=PlanningSettings(model="identification"))


@pytest.mark.parametrize("seed", range(0, 8, 2))
def test_a_plan_settles_every_doubt_and_justifies_its_accusation(seed: int) -> None:
    model, at = situation(players=3 + seed % 4, seed=seed, shown=seed)
    wrote = model.pose(at)
    problem = domain_of("identification", None).restrict(wrote.pddl)
    plan = planned(DOMAIN, problem)
    assert unjustified(problem.to_text(), plan.to_text()) is None
    asked = [asks.suggestion for asks in map(planned_suggestion, plan.steps) if asks]
    drawn = {CaseFile(*map(Card, atom[2:])) for atom in problem.init if atom[0] == "CASE-FILE"}
    ruled_out = {file for suggestion in asked for file in wrote.rules_out[suggestion]}
    told = {file for files in wrote.rules_out.values() for file in files}
    assert ruled_out == told <= drawn - {at.assumption}


def test_a_plan_that_leaves_a_step_out_is_not_justified() -> None:
    model, at = situation(seed=2)
    problem = posed(model, at)
    lines = planned(DOMAIN, problem).to_text().splitlines()
    for number, line in enumerate(lines[:-1]):
        without = "\n".join(lines[:number] + lines[number + 1 :])
        if not line.startswith("(take-stock"):
            assert unjustified(problem.to_text(), without), line


def test_every_plan_of_a_game_is_justified() -> None:
    config = MatchConfig(("planner", "exact", "exact"), board="huji", settings=IDENTIFICATION)
    texts = replayed_agent(read_record(play_one(config, 0).line), 0).files(0)
    plans = [path for path in texts if path.endswith("/plan")]
    assert plans
    for path in plans:
        assert unjustified(texts[path[:-4] + "problem.pddl"], texts[path]) is None, path


def test_the_more_probable_the_assumption_the_fewer_rivals() -> None:
    model, at = situation(shown=9)
    chances = at.belief.case_files()
    counts = []
    for assumed in sorted(chances, key=chances.__getitem__):
        problem = posed(model, replace(at, assumption=assumed))
        counts.append(sum(atom[0] == "CASE-FILE" for atom in problem.init))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    assert all(count <= model.scope.deals * (1 + model.scope.rivals) for count in counts)


def test_of_two_case_files_that_share_no_suspect_and_weapon_none_is_concluded() -> None:
    """Of few drawn deals, all may have the same one; a plan asks nevertheless."""
    board = load_board("classic")
    seat, deal = sit_down(board, players=3, seed=2)
    deck = board.deck
    _, his, hers = (set(hand) for hand in deal.hands)
    suspect = min(his & set(deck.suspects))
    weapon = min(hers & set(deck.weapons))
    belief = Belief(seat)
    for holder, cards in ((1, his - {suspect}), (2, hers - {weapon})):
        for card in sorted(cards):
            show(belief, holder, card)
    for asker, other, asked in (
        (2, 1, Suggestion(suspect, deal.case_file.weapon, min(hers & set(deck.rooms)))),
        (1, 2, Suggestion(deal.case_file.suspect, weapon, min(his & set(deck.rooms)))),
    ):
        belief.observe(Suggested(2, asker, asked))
        belief.observe(Showed(2, other, asker, None))
    assert belief.chance(deal.case_file) == pytest.approx(0.5)
    model = IdentificationModel(board, default_rules(board))
    for seed in range(18, 27):
        problem = model.pose(Situation(belief, deal.case_file, Card("hall"), seed=seed)).pddl
        assert ("FIRST-DOUBT", "end-of-doubts") not in problem.init


def test_a_question_costs_the_time_that_it_leaves_beyond_the_best() -> None:
    """The best costs nothing, and later visits cost less."""
    model, at = situation(seed=4, shown=4)
    problem, scope = posed(model, at), model.scope
    values = problem.values
    asked = {a[1]: Suggestion(*map(Card, a[2:])) for a in problem.init if a[0] == "ABOUT"}
    drawn = SuggestionValues(at.belief, scope.drawn, at.seed)
    left = drawn.time_left(list(asked.values()), model.time_of_guesses(scope), scope.enough)
    assert len({round(time) for time in left}) > 3
    for name, time in zip(asked, left, strict=True):
        assert values["asking-cost", "visit-1", name] == round(time - min(left))
    for atom, value in values.items():
        if atom[1:2] == ("visit-2",):
            assert value <= values[atom[0], "visit-1", *atom[2:]]
    assert values["passage-cost", "visit-4"] < values["passage-cost", "visit-1"]
