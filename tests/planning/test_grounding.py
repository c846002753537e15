"""Our own grounder against Fast Downward's translator, step by step."""

import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from planner_clue.planning import default_limits, grounding
from planner_clue.planning.astar import HEURISTICS, Node, Task
from planner_clue.planning.engines import load_engine
from planner_clue.planning.engines.engine import NO_LIMITS, Stopwatch
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.grounding import ground, grounded
from planner_clue.planning.instantiation import check_groundings
from planner_clue.planning.plan import Status, Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.sas import DeleteRelaxation, SasTask, part_of
from planner_clue.planning.translator import sas_text, translate
from planner_clue.support.errors import PlanningFailure
from tests.planner.shipped import texts
from tests.planning.grounding_texts import CARDS, hand, nonsense
from tests.planning.helpers import BLOCKS, STACKED


def ours(domain: str, problem: str) -> SasTask:
    task = ground(domain, problem)
    assert task is not None
    return task


def holds(conditions: Iterable[tuple[int, int]], state: list[int]) -> bool:
    return all(state[variable] == value for variable, value in conditions)


def applicable(operator: Any, state: list[int]) -> bool:
    before = [(variable, pre) for variable, pre, _, _ in operator.pre_post if pre != -1]
    return holds([*operator.prevail, *before], state)


def after(operator: Any, state: list[int]) -> list[int]:
    changed = list(state)
    for variable, _, post, when in operator.pre_post:
        if holds(when, state):
            changed[variable] = post
    return changed


def atoms(task: Any) -> set[str]:
    names = task.variables.value_names
    return {name for values in names for name in values if name.startswith("Atom ")}


def holding(task: Any, state: list[int]) -> set[str]:
    return {task.variables.value_names[var][value] for var, value in enumerate(state)}


def assert_same_walks(mine: Any, theirs: Any, seed: int, *, steps: int = 60) -> None:
    """Go at random; the same actions can be taken at the same cost, and the same atoms hold.

    Compared are the actions and atoms that both have: the translator may know better what excludes
    what, and we what does not matter.
    """
    rng, known = Random(seed), atoms(mine) & atoms(theirs)
    found = {Step.parse(operator.name): operator for operator in mine.operators}
    expected = {Step.parse(operator.name): operator for operator in theirs.operators}
    assert len(found) == len(mine.operators)
    both = sorted(found.keys() & expected.keys())
    assert [found[step].cost for step in both] == [expected[step].cost for step in both]
    one, other = start = (list(mine.init.values), list(theirs.init.values))
    for _ in range(steps):
        assert holding(mine, one) & known == holding(theirs, other) & known
        can = [step for step in both if applicable(found[step], one)]
        assert can == [step for step in both if applicable(expected[step], other)]
        step = rng.choice(can) if can else None
        one, other = (after(found[step], one), after(expected[step], other)) if step else start


def best_cost(task: Any, both: tuple[str, str]) -> int | None:
    """Return the cost of the plan that Fast Downward finds, or None if there is no plan."""
    engine = FastDownward("blind", "astar(blind())", "")
    try:
        output = engine.run_search(sas_text(task), NO_LIMITS)
    except PlanningFailure as failure:
        if failure.reason != Status.UNSOLVABLE:
            raise
        return None
    check = PlanCheck.of(*both)
    return engine.parse_plan(task, output, Stopwatch(), check.validated).checked().cost


@pytest.mark.parametrize("path", ["clue/start", "strips/mid-game", "huji/end-game"])
def test_shipped_problems_are_grounded_like_the_translator_does(path: str) -> None:
    both = texts(f"{path}.pddl")
    mine, theirs = ours(*both), translate(*both)
    assert (mine.metric, mine.axioms) == (theirs.metric, theirs.axioms)
    operators = [{Step.parse(one.name) for one in task.operators} for task in (mine, theirs)]
    assert operators[0] == operators[1]
    assert_same_walks(mine, theirs, seed=1)
    assert best_cost(mine, both) == best_cost(theirs, both)


@pytest.mark.parametrize("seed", range(25))
def test_whatever_actions_do_the_best_plans_cost_the_same(seed: int) -> None:
    both = nonsense(seed)
    mine, theirs = ours(*both), translate(*both)
    assert_same_walks(mine, theirs, seed)
    assert best_cost(mine, both) == best_cost(theirs, both)


def test_the_default_engine_does_not_ask_the_translator(monkeypatch: pytest.MonkeyPatch) -> None:
    both = texts("huji/end-game.pddl")
    monkeypatch.setattr(grounding, "translate", pytest.fail)
    engine = load_engine("fast-downward")
    plan, ways = engine.solve(*both).checked(), engine.beginnings(*both)
    assert ways.best().plan.cost == plan.cost
    assert len(ways.steps) > 1


@pytest.mark.parametrize("path", ["clue/end-game.pddl", "strips/end-game.pddl"])
def test_the_bound_of_a_part_is_hmax_and_the_part_of_the_start_is_all(path: str) -> None:
    both = texts(path)
    task, node = ours(*both), Task.ground(*both)
    start = tuple(task.init.values)
    reached, bound = DeleteRelaxation(task).reached(start)
    assert bound == HEURISTICS["hmax"](Node(node.initial), node)
    assert sas_text(part_of(task, reached, start)) == sas_text(task)
    assert DeleteRelaxation(part_of(task, reached[::2], start)).reached(start)[1] >= bound


@pytest.mark.parametrize("come", ["(q)", "(not (p))"])
def test_an_action_without_parameters_can_be_planned(come: str) -> None:
    """By the translator too, which leaves a space behind its name."""
    domain = (
        "(define (domain d) (:predicates (p) (q)) (:action go :effect (q))"
        f" (:action come :parameters () :precondition (and (q) {come}) :effect (p)))"
    )
    problem = "(define (problem x) (:domain d) (:init) (:goal (p)))"
    steps = load_engine("fast-downward").solve(domain, problem).checked().steps
    assert steps == (Step("go", ()), Step("come", ()))


def test_what_is_not_of_the_simple_kind_goes_to_the_translator() -> None:
    both = BLOCKS, STACKED
    assert ground(*both) is None
    assert sas_text(grounded(*both)) == sas_text(translate(*both))
    with pytest.raises(PlanningFailure, match="translator:"):
        grounded("(define (domain d)", "")


SMALL = """
(define (domain small)
  (:requirements :typing :action-costs)
  (:types lamp - object)
  (:predicates (lit ?l - lamp) (wired ?a ?b - lamp) (dark))
  (:functions (total-cost) - number (effort ?l - lamp) - number)
  (:action press
    :parameters (?l ?m - lamp)
    :precondition (and (lit ?l) (wired ?l ?m))
    :effect (and (lit ?m) (not (dark)) (increase (total-cost) (effort ?m)))))
"""
LAMPS = """
(define (problem two)
  (:domain small)
  (:objects a b c - lamp)
  (:init (lit a) (wired a b) (wired b c) (dark) (= (effort b) 2) (= (effort c) 3))
  (:goal (and (lit c)))
  (:metric minimize (total-cost)))
"""
ELSE = {
    "(lit ?m)": ["(when (dark) (lit ?m))", "(forall (?n - lamp) (lit ?n))", "(lit a)",
                 "(increase (total-cost) 1)"],
    "(and (lit ?l)": ["(and (not (lit ?l))", "(or (lit ?l)", "(and (= ?l ?m)",
                      "(and (exists (?n - lamp) (lit ?n))", "(and (wired ?l ?l)"],
    "(:predicates": ["(:constants z - lamp) (:predicates"],
    "(:types lamp - object)": ["(:types lamp - thing thing - lamp)",
                               "(:types lamp - (either object thing))"],
    "?l ?m - lamp": ["?l ?l - lamp"],
    ":typing": [":durative-actions"],
    "(effort ?m)": ["(+ 1 2)", "1.5", "-1"],
    "(domain small)": ["(domain large)"],
    "(effort b) 2": ["(effort b) 2.5", "(effort b) -2", "(effort b) 9999999999"],
    "(= (effort b) 2)": ["", "(= (effort b) 2) (= (effort b) 1)"],
    "(lit a)": ["(lit z)", "(lit)", "(lit ä)"],
    "a b c": ["a b c a"],
    "- lamp)\n  (:init": ["- moon)\n  (:init"],
    "(and (lit c))": ["(not (lit c))", "(lit z)", "(and " * 50_000 + ")" * 50_000],
    "minimize": ["maximize"],
    "(:goal": ["(:constraints) (:goal"],
}  # fmt: skip
"""Texts of the two above, and what makes them more than the simple kind, or wrong."""


@pytest.mark.parametrize("old", ELSE)
def test_everything_else_is_left_to_the_translator(old: str) -> None:
    for new in ELSE[old]:
        assert (old in SMALL) != (old in LAMPS)
        assert ground(SMALL.replace(old, new), LAMPS.replace(old, new)) is None, new[:50]


@pytest.mark.parametrize("text", ["", "()", "define", "(" * 50_000])
def test_what_is_no_pddl_is_left_to_the_translator(text: str) -> None:
    assert ground(text, LAMPS) is None
    assert ground(SMALL, text) is None


NEVER_MARKED = CARDS.replace(
    "(named ?a)", "(named ?a) (marked ?b) (marked ?c) (marked ?d)"
).replace(
    ":effect (done)))",
    ":effect (done)) (:action mark :parameters (?a - card) :precondition (done)"
    " :effect (marked ?a)))",
)
"""Here the marks bind three cards, and there are none before the action: it has no grounding."""
QUANTIFIED = CARDS.replace("(named ?a)", "(forall (?x - card) (not (marked ?x)))")


@pytest.mark.parametrize("domain", [CARDS, QUANTIFIED])
def test_an_action_with_too_many_groundings_is_named_before_they_are_made(domain: str) -> None:
    with pytest.raises(PlanningFailure) as caught:
        grounded(domain, hand(21))
    assert str(caught.value) == (
        "too-large: the action suspect-all with 5 parameters has 4084101 groundings; at most 100000"
    )


def test_what_the_translator_may_find_fewer_of_is_left_to_it() -> None:
    assert ground(NEVER_MARKED, hand(21)) is None
    assert load_engine("fast-downward").solve(NEVER_MARKED, hand(21)).status is Status.UNSOLVABLE


def test_too_many_actions_are_left_to_the_translator(monkeypatch: pytest.MonkeyPatch) -> None:
    two = (
        SMALL.replace("(:action press", "(:action hold", 1).rstrip()[:-1]
        + SMALL[SMALL.index("(:action press") :]
    )
    assert ground(two, LAMPS) is not None
    monkeypatch.setattr(default_limits, "GROUND_ACTIONS", 3)
    assert ground(two, LAMPS) is None
    with pytest.raises(PlanningFailure, match="the problem has 4 ground actions; at most 3"):
        grounded(two, LAMPS)


@pytest.mark.parametrize(
    ("guard", "least", "reason"),
    [
        ("GROUND_SECONDS", 0.3, "time-out"),
        pytest.param("MEMORY_MB", 20, "memory", marks=pytest.mark.slow),
    ],
)
def test_the_translator_ends_at_a_limit(
    guard: str, least: float, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every card is named here, so that no estimate foresees how large this becomes."""
    bound = "(and (named ?a) (named ?b) (named ?c) (named ?d) (named ?e) (not (marked ?a)))"
    domain = CARDS.replace("(and (named ?a))", bound)
    monkeypatch.setattr(default_limits, "GROUND_SECONDS", 600)
    monkeypatch.setattr(default_limits, guard, least)
    with pytest.raises(PlanningFailure, match=f"{reason}.*: translator: not done in {least} "):
        grounded(domain, hand(21))


def test_whatever_is_grounded_the_translator_takes_too() -> None:
    """Words are lost, doubled and exchanged; a text that is still grounded is sound."""
    rng, kept = Random(1), 0
    for seed in range(1500):
        both = [SMALL, LAMPS]
        broken = rng.randrange(2)
        words = re.findall(r"[()]|[^\s()]+", both[broken])
        one, other = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.randrange(3):
            case 0:
                del words[one]
            case 1:
                words.insert(one, words[other])
            case _:
                words[one], words[other] = words[other], words[one]
        both[broken] = " ".join(words)
        mine = ground(both[0], both[1])
        if mine is not None:
            kept += 1
            assert_same_walks(mine, translate(both[0], both[1]), seed, steps=5)
    assert kept > 20


def test_comments_and_capitals_are_read_as_the_translator_reads_them() -> None:
    text = LAMPS.replace("(dark)", "; (lit c) é\n(DARK)\t;)\n").replace("(lit a)", "(Lit\nA)")
    assert sas_text(ours(SMALL.upper(), text)) == sas_text(ours(SMALL, LAMPS))


def test_an_action_with_too_many_groundings_is_refused_with_their_number() -> None:
    with pytest.raises(PlanningFailure, match="5 parameters has 4084101 groundings; at most"):
        check_groundings("suspect-all", 5, 21**5)
