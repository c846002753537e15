"""The model ``conditional``: plans with a branch for every answer."""

from collections import Counter, defaultdict
from dataclasses import replace
from math import log

import pytest

from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.board import load_board
from planner_clue.cards import Card
from planner_clue.deliberation.conditional import ConditionalModel, TreeCosts
from planner_clue.deliberation.contract import agent_domain
from planner_clue.deliberation.domains import domain_of
from planner_clue.deliberation.model import TURN, Situation
from planner_clue.deliberation.plan_steps import tag_of
from planner_clue.deliberation.planning_run import branch_values
from planner_clue.planning.plan import Plan
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import PddlProblem
from planner_clue.table.rules import default_rules
from tests.deliberation.conditional_plans import (
    Oracle,
    case_file,
    deals_of,
    follow,
    steps_of,
    time_left,
)
from tests.deliberation.shipped import planned
from tests.deliberation.situations import position

DOMAIN = domain_of("conditional", None)


def posed(
    board_name: str, players: int, seed: int, shown: int, costs: TreeCosts | None = None
) -> tuple[ConditionalModel, Situation, PddlProblem]:
    """Return a model, a situation and its problem."""
    board = load_board(board_name)
    model = ConditionalModel(board, default_rules(board), costs)
    at = position(board, players, seed, shown)
    return model, at, DOMAIN.restrict(model.pose(at).pddl)


def plan_of(problem: PddlProblem) -> Plan:
    return planned(DOMAIN.text, problem)


@pytest.mark.parametrize(
    ("board", "players", "seed", "shown", "splits"),
    [
        ("classic", 3, 1, 0, 1),
        ("huji", 4, 2, 6, 1),
        ("classic", 6, 3, 8, 1),
        ("huji", 3, 4, 9, 2),
        ("classic", 5, 5, 9, 2),
    ],
)
def test_every_drawn_deal_finds_its_branch(
    board: str, players: int, seed: int, shown: int, splits: int
) -> None:
    costs = TreeCosts(splits=splits, drawn=300)
    model, at, problem = posed(board, players, seed, shown, costs)
    plan = plan_of(problem)
    steps, tokens, me = steps_of(plan.to_text()), at.belief.seat.tokens, at.belief.me
    deals = deals_of(SuggestionValues(at.belief, costs.drawn, at.seed).drawn)
    ends = defaultdict[tuple[str, ...], list[bool]](list)
    paths = Counter[tuple[tuple[str, ...], ...]]()
    for deal in deals:
        played = follow(steps, deal, me, tokens)
        paths[tuple(map(tuple, played))] += 1
        end = tuple(played[-1])
        right = case_file(deal, players) == set(end[1:4])
        assert right or end[0] != "accuse", "accuses what a deal contradicts"
        ends[end].append(right)
    cost = 0.0
    for path, count in paths.items():
        *ways, last = (step for step in path if step[0] != "suggest")
        chance = count / len(deals)
        cost += sum(chance * _way(model, at, step) for step in ways)
        if last[0] == "suggest-and-replan":
            group = [d for d in deals if tuple(map(tuple, follow(steps, d, me, tokens))) == path]
            deck = [cards for _, cards in at.belief.deck.by_category()]
            per_guess = model.time_of_guesses(costs)
            patience = TURN * costs.patience
            cost += chance * time_left(
                group, last[1:4], me, players, deck, per_guess, patience, costs.enough
            )
        elif last[0] == "gamble":
            share = sum(ends[last]) / len(ends[last])
            assert share >= costs.enough
            cost -= chance * TURN * costs.patience * log(share)
    assert plan.cost == pytest.approx(cost, abs=2 * len(paths) * splits)


def _way(model: ConditionalModel, at: Situation, step: tuple[str, ...]) -> float:
    """Return the expected time of a step that goes to a room."""
    if step[0] == "travel-from-hallway":
        assert model.board
        assert at.here is not None
        return TURN * model.rules.turns(model.board).to_room(Card(step[1]))[at.here]
    return TURN * (model.walking(Card(step[1]), Card(step[2])) if step[0] == "travel" else 1)


@pytest.mark.parametrize(
    ("splits", "seeds"),
    [(1, 6), *(pytest.param(*many, marks=pytest.mark.slow) for many in ((1, 200), (2, 2)))],
)
def test_plans_are_optimal(splits: int, seeds: int) -> None:
    """As a dynamic program over the answers finds."""
    costs = TreeCosts(splits=splits, drawn=100, choices=3)
    for seed in range(seeds):
        _, _, problem = posed(("classic", "huji")[seed % 2], 3 + seed % 4, seed, seed % 9, costs)
        assert plan_of(problem).cost == Oracle(problem.to_text()).best()


def test_every_branch_is_planned_for_its_answer() -> None:
    """Each step needs the answer; a card that is shown is held, and what is proved is murder."""
    _, _, problem = posed("classic", 3, 7, 9)
    check, steps = PlanCheck(DOMAIN, problem), plan_of(problem).steps
    state = set(check.start)
    asked = next(n for n, step in enumerate(steps) if step.action == "suggest")
    for number, step in enumerate(steps):
        if number > asked:
            without = {atom for atom in state if atom[0] not in ("given", "to-plan")}
            assert check.unmet(step, without), step
        state = check.successor(step, state)
    tags = [tag for step in steps if (tag := tag_of(step))]
    shown = [step.arguments for step in steps if step.action == "if-shown"]
    assert {("held-after", tag, card) for _, card, tag in shown} <= state
    for *cards, tag in (step.arguments[:4] for step in steps if step.action == "accuse"):
        assert {("murder-after", tag, card) for card in cards} <= state
    chances = [problem.values["chance", tag] for tag in tags]
    assert chances == sorted(chances, reverse=True), "the most probable answer comes first"
    assert sum(chances) == 1000


@pytest.mark.parametrize("price", ["(time-left ?q)", "7"])
def test_branches_cost_what_their_steps_cost_in_the_domain(price: str) -> None:
    model, at, _ = posed("classic", 3, 7, 4, TreeCosts(drawn=50))
    own = agent_domain(DOMAIN.text.replace("(time-left ?q)))", f"{price}))"))
    problem = model.pose(at).restricted_to(own)
    plan = planned(own.text, problem.pddl)
    branches = branch_values(plan, problem)
    first = min(branches)
    trunk = sum(problem.costs(plan)[:first])
    assert trunk + sum(share * cost for share, cost in branches.values()) == pytest.approx(
        plan.cost, abs=len(branches)
    )


def test_nothing_is_accused_at_once_that_the_belief_does_not_know() -> None:
    """Also where one case file is so probable that a plan would gamble on it."""
    known = open_ = 0
    for seed in range(12):
        _, at, problem = posed("classic", 3, seed, 11 + seed % 2, TreeCosts(drawn=50))
        first = plan_of(problem).steps[0]
        if at.belief.case_file():
            assert first.action == "accuse"
            known += 1
        else:
            assert first.action not in ("accuse", "gamble")
            open_ += 1
    assert known
    assert open_


def test_where_it_may_suggest_it_does() -> None:
    """A suggestion that costs nothing is not given away, even if its answers tell little."""
    for seed in range(6):
        model, at, _ = posed("classic", 3, seed, 3, TreeCosts(drawn=50))
        at = replace(at, here=Card("hall"), may_suggest=True, may_stay=False)
        problem = DOMAIN.restrict(model.pose(at).pddl)
        dear = {atom: 50 * v if "-hall-" in atom[1] else v for atom, v in problem.values.items()}
        plan = plan_of(replace(problem, values=dear))
        assert plan.steps[0].action == "suggest"
        assert plan.steps[0].arguments[2] == "hall"
