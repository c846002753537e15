"""The planner's model: few follow-ups for all answers, against code that shares only the deals."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from itertools import combinations
from math import ceil, inf, log

import pytest

from planner_clue import validate
from planner_clue.belief.drawn_deals import draw_deals
from planner_clue.game.cards import CaseFile, Suggestion
from planner_clue.game.events import Passed, Showed, Suggested
from planner_clue.planner.model import TURN, DecisionContext, FormulatedProblem
from planner_clue.planner.outlook import Beginning, Parameters
from planner_clue.planner.plan_tree import Answer, Plan, PlanStep, actions_of
from planner_clue.planning.plan import Plan as PddlPlan
from tests.planner.shipped import planned
from tests.planner.situations import DOMAIN, posed

BOARDS = ("classic", "huji", "none")
DRAWN = 300


@cache
def solved(
    seed: int, follow_ups: int = 3
) -> tuple[DecisionContext, FormulatedProblem, PddlPlan, Plan]:
    """Return a position, its problem, and the plan for it, as PDDL and as a tree."""
    board, players = BOARDS[seed % 3], 3 + seed % 4
    by = Parameters(drawn=DRAWN, follow_ups=follow_ups)
    _, at, wrote = posed(board, players, seed, seed % 12, by)
    plan = planned(DOMAIN, wrote.pddl)
    return at, wrote, plan, wrote.tree_of(plan)


def least_probable(at: DecisionContext) -> float:
    """Return the least probability of a gamble: 60 % among three, 30 % among six."""
    return 0.6 * 3 / (1 + len(at.belief.transcript.opponents))


def asking(tree: Plan) -> PlanStep:
    return next(step for step in tree if step.branches)


def kept(step: PlanStep) -> set[Suggestion]:
    return {branch.plays.asks for branch in step.branches if branch.plays and branch.plays.asks}


def begun_with(wrote: FormulatedProblem, step: PlanStep) -> Beginning:
    return next(each for each in wrote.beginnings if each.suggestion == step.asks)


SEEDS = [seed for seed in range(22) if seed % 12 < 11]
MANY = [pytest.param(range(30, 230), marks=pytest.mark.slow)]


@pytest.mark.parametrize("seed", [8, 21])
def test_plans_are_valid_for_unified_planning_and_the_tree_has_all_of_them(seed: int) -> None:
    _, wrote, plan, tree = solved(seed)
    verdict = validate(DOMAIN, wrote.pddl.to_text(), plan.to_text())
    assert (verdict.valid, verdict.message) == (True, f"cost {plan.cost}")
    assert list(actions_of(tree)) == list(map(str, plan.steps))


def answers_of_deals(at: DecisionContext, asked: Suggestion) -> list[tuple[Answer, CaseFile]]:
    """Return the answer and the case file of each drawn deal, found card by card."""
    belief = at.belief
    drawn = draw_deals(belief, DRAWN, at.seed)
    cards, tokens, me = drawn.deck.cards, belief.seat.tokens, belief.me
    found = []
    for row, order in zip(drawn.holders.tolist(), drawn.order.T.tolist(), strict=True):
        holder = dict(zip(cards, row, strict=True))
        number = dict(zip(cards, order, strict=True))
        answer = Answer()
        for seat in [(me + step) % len(tokens) for step in range(1, len(tokens))]:
            if could := [card for card in asked if holder[card] == seat]:
                answer = Answer(tokens[seat], min(could, key=number.__getitem__))
                break
        found.append((answer, CaseFile(*(c for c in cards if holder[c] == belief.case))))
    return found


@pytest.mark.parametrize("seed", SEEDS[::3])
def test_every_drawn_deal_finds_its_branch_and_no_proof_contradicts_it(seed: int) -> None:
    at, _, _, tree = solved(seed)
    step, deals = asking(tree), defaultdict[Answer, list[CaseFile]](list)
    assert step.asks
    for answer, case_file in answers_of_deals(at, step.asks):
        deals[answer].append(case_file)
    assert {branch.answer for branch in step.branches} == deals.keys()
    assert len(step.branches) == len(deals)
    assert len(kept(step)) <= 3
    for branch in step.branches:
        files = deals[branch.answer]
        assert branch.chance == pytest.approx(len(files) / DRAWN)
        played = branch.plays
        assert played
        if played.is_gamble:
            [(best, count)] = Counter(files).most_common(1)
            assert count / len(files) >= least_probable(at)
            assert files.count(played.accuses or best) == count
        elif played.accuses:
            assert set(files) == {played.accuses}, "a proof that a deal contradicts"
    main, *others = step.branches
    assert [b.chance for b in others] == sorted((b.chance for b in others), reverse=True)
    assert at.assumption
    assumed, expected = set(at.assumption), Counter[Answer]()
    for answer, case_file in answers_of_deals(at, step.asks):
        expected[answer] += {*step.asks} & {*case_file} == {*step.asks} & assumed
    assert expected[main.answer] == max(expected.values()), "the answer to expect comes first"
    for branch in step.branches:
        assert bool(branch.assumes) == (branch.answer.card in assumed)
        if branch.assumes:
            assert deals[branch.answer].count(branch.assumes) == max(
                Counter(deals[branch.answer]).values()
            )


@pytest.mark.parametrize("seeds", [(0, 4, 10, 13, 18), *MANY])
def test_a_proof_is_one_to_the_belief_that_sees_the_answer(seeds: Sequence[int]) -> None:
    """Late in a game, where each rule of elimination is used."""
    used = Counter[str]()
    for seed in seeds:
        players = 3 + seed % 4
        shown = 18 - ceil(18 / players) - 1 - seed % 3
        _, at, wrote = posed("classic", players, seed, shown, Parameters(drawn=DRAWN))
        if at.belief.case_file() is None:
            plan = planned(DOMAIN, wrote.pddl)
            assert_proofs_are_entailed(at, wrote.tree_of(plan))
            used.update(step.action for step in plan.steps)
    assert {
        "repeat",
        "cover-with",
        "if-shown-again",
        "eliminate-unshown",
        "eliminate-last",
        "eliminate-passed",
    } <= used.keys()


@pytest.mark.parametrize("pile", [1, 3])
def test_a_card_that_may_be_in_the_pile_is_not_proved_by_a_pass(pile: int) -> None:
    used = set[str]()
    for seed in (1, 3, 7):
        _, at, wrote = posed("classic", 3, seed, 10 - pile, Parameters(drawn=DRAWN), pile)
        plan = planned(DOMAIN, wrote.pddl)
        assert_proofs_are_entailed(at, wrote.tree_of(plan))
        used |= {step.action for step in plan.steps}
    assert "if-nobody-shows" in used


def assert_proofs_are_entailed(at: DecisionContext, tree: Plan) -> None:
    """Compare the proof of each branch with a belief that observes its answer."""
    step, belief = asking(tree), at.belief
    assert step.asks
    tokens, me = list(belief.seat.tokens), belief.me
    for branch in step.branches:
        played = branch.plays
        if played is None or played.accuses is None or played.is_gamble:
            continue
        then = deepcopy(belief)
        then.observe(Suggested(2, me, step.asks))
        for seat in [(me + n) % len(tokens) for n in range(1, len(tokens))]:
            if branch.answer.suspect == tokens[seat]:
                then.observe(Showed(2, seat, me, branch.answer.card))
                break
            then.observe(Passed(2, seat))
        assert then.case_file() == played.accuses


def rows(at: DecisionContext, wrote: FormulatedProblem, beginning: Beginning) -> list[list[float]]:
    """Return the costs per answer: of accusing, and of each follow-up that is offered.

    Whether an answer proves the case file is worked out with sets of cards.
    """
    init, found = wrote.pddl.init, []
    names = {id(each): name for name, (_, each) in wrote.answers.items()}
    proved = {atom[1] for atom in init if atom[0] == "murder"}
    for each in beginning.answers:
        name, shown = names[id(each)], each.answer.card
        after = proved | {atom[1] for atom in init if atom[::2] == ("LAST-TWO", shown)}
        for card in beginning.suggestion:
            passing = any(("ONLY-HOLDER", f"player-{p}", card) in init for p in passed(wrote, name))
            if ("unlocated", card) in init and (shown is None or passing):
                after.add(card)
        sure = all(after & set(wrote.pddl.objects[k]) for k in ("suspect", "weapon", "room"))
        risk = inf
        if each.right >= least_probable(at):
            right = each.right
            if right == 1:
                right = (each.probability * DRAWN + 1) / (each.probability * DRAWN + 2)
            risk = round(-TURN * each.probability * Parameters().survival * log(right))
        later = (round(TURN * each.probability * turns) for turns in each.to_go)
        found.append([0 if sure else risk, *later])
    return found


@pytest.mark.parametrize("seed", [20, 21])
def test_plans_may_gamble_from_the_probability_on_from_which_the_planner_does(seed: int) -> None:
    at, wrote, _, _ = solved(seed)
    least = least_probable(at)
    may = {atom[1] for atom in wrote.pddl.init if atom[0] == "MAY-GAMBLE"}
    right = {name: each.right for name, (_, each) in wrote.answers.items()}
    assert may == {name for name, probability in right.items() if probability >= least}
    assert any(0.8 * least <= probability < least for probability in right.values())


def passed(wrote: FormulatedProblem, name: str) -> set[str]:
    start = ("PASSES", name)
    return {a[2].removeprefix("player-") for a in wrote.pddl.init if a[:2] == start}


def cheapest(costs: list[list[float]], follow_ups: int) -> float:
    offered = range(1, len(costs[0]))
    sets = combinations(offered, min(follow_ups, len(offered)))
    return min(sum(min(row[n] for n in (0, *chosen)) for row in costs) for chosen in sets)


def telling(at: DecisionContext, asked: Suggestion, near: float) -> float:
    """Return the cost of what a suggestion shows: 0.04 journeys per card that is not an own one."""
    return round(TURN * 0.04 * near) * len({*asked[:2]} - {*at.belief.seat.hand})


def brute_force(
    at: DecisionContext, wrote: FormulatedProblem, follow_ups: int, near: float
) -> float:
    return min(
        round(TURN * one.travel_cost)
        + telling(at, one.suggestion, near)
        + cheapest(rows(at, wrote, one), follow_ups)
        for one in wrote.beginnings
    )


@pytest.mark.parametrize("seeds", [SEEDS, *MANY])
def test_plans_are_optimal_and_cost_their_way_and_their_answers(seeds: Sequence[int]) -> None:
    """And it is not the cheapest for each answer, in a good share of the positions."""
    coupled = tried = 0
    for seed in seeds:
        follow_ups = 1 + seed % 3
        at, wrote, plan, tree = solved(seed, follow_ups)
        near = posed(BOARDS[seed % 3], 3 + seed % 4, seed)[0].journey_to_a_near_room()
        if at.belief.case_file():
            assert plan.cost == 0
            continue
        step = asking(tree)
        beginning = begun_with(wrote, step)
        total = sum(branch.chance * branch.cost for branch in step.branches)
        expected = TURN * beginning.travel_cost + telling(at, beginning.suggestion, near) + total
        assert plan.cost == pytest.approx(expected, abs=len(step.branches))
        assert plan.cost == brute_force(at, wrote, follow_ups, near)
        assert len(kept(step)) <= follow_ups
        tried += 1
        coupled += plan.cost > brute_force(at, wrote, len(beginning.follow_ups), near)
    assert coupled > tried / 4
