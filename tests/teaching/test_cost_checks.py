"""Exercises 4 and 7: costs are held against the dice, conditional plans against the optimum."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, product
from math import log, log2
from typing import Any

import pytest
from graders import contingent_plans, cost_positions

from planner_clue.teaching import checks
from tests.teaching.grading_help import COURSEWORK, TEACHER, exercise, score_of

SOLUTION = (TEACHER / "4-costs" / "solution" / "costs.py").read_text()
PLANS = [case for case in exercise("4-costs").cases if hasattr(case, "factors")]
WAYS, QUESTIONS = "cases/01-two-dice.toml", "cases/02-questions.toml"
DEALS = [
    {"weight": 1, "case_file": ["green", "rope", "hall"], "hands": {"a": ["plum"], "b": ["knife"]}},
    {"weight": 1, "case_file": ["plum", "rope", "hall"], "hands": {"a": ["green"], "b": ["knife"]}},
    {"weight": 2, "case_file": ["green", "rope", "hall"], "hands": {"a": ["knife"], "b": ["plum"]}},
]


def costs(way: str, question: str = "0") -> dict[str, str]:
    text = "def way_cost(way):\n    return {}\ndef question_cost(question):\n    return {}\n"
    return {"costs.py": text.format(way, question)}


def marks(files: dict[str, str], place: str) -> checks.Score:
    return score_of("4-costs", files, place, trusted=True)


def posed(*cards: str) -> dict[str, object]:
    return {"cards": list(cards), "asked": ["a", "b"], "deals": DEALS}


@pytest.mark.parametrize("dice", [1, 2])
def test_expected_turns_are_those_of_counting_all_rolls(dice: int) -> None:
    def counted(squares: int) -> Fraction:
        rolls = [sum(roll) for roll in product(range(1, 7), repeat=dice)]
        later = sum(counted(squares - roll) for roll in rolls if roll < squares)
        return 1 + Fraction(later) / len(rolls)

    for squares in (1, 4, 9, 14):
        expected = float(counted(squares))
        assert cost_positions.expected_turns(squares, dice) == pytest.approx(expected)


def test_a_suggestion_leaves_what_its_answers_leave_open() -> None:
    before_it = pytest.approx(0.8113, abs=1e-4)  # of three deals in four and one in four
    for cards, bits in ("white wrench", before_it), ("plum wrench", 0), ("white knife", 0.5):
        assert cost_positions.bits_left(posed(*cards.split(), "study")) == pytest.approx(bits)


def test_each_of_two_cards_is_shown_half_of_the_time() -> None:
    """The plum is shown in three halves of two deals, of which one half has another case file."""
    deals = [
        {"weight": 1, "case_file": ["green", "knife", "hall"], "hands": {"a": ["plum", "rope"]}},
        {"weight": 1, "case_file": ["green", "wrench", "hall"], "hands": {"a": ["plum"]}},
    ]
    asked = {"cards": ["plum", "rope", "hall"], "asked": ["a"], "deals": deals}
    in_thirds = (log2(3) + 2 * log2(3 / 2)) / 3
    assert cost_positions.bits_left(asked) == pytest.approx(3 / 4 * in_thirds)


def test_who_plans_with_the_reference_finds_the_case_file_and_who_asks_nothing_does_not() -> None:
    squares = {"hall": {"hall": 2, "study": 4}, "study": {"hall": 4, "study": 2}}
    others, suspects, weapons = ("a", "b"), ("plum", "white"), ("rope",)
    situation = cost_positions.CostPosition(
        "hall", 2, squares, {}, others, suspects, weapons, tuple(DEALS)
    )

    class NoQuestion(cost_positions.ReferenceCosts):
        def suggestions(self, suggestions):  # type: ignore[no-untyped-def]
            return [0 if "white" in one["cards"] else 1000 for one in suggestions]

    assert situation.turns(cost_positions.ReferenceCosts()) == 1
    assert situation.turns(NoQuestion()) >= cost_positions.TURNS_LOST


@pytest.mark.usefixtures("direct")
def test_ways_earn_a_third_each_for_order_passages_and_size() -> None:
    ordered = marks(costs("100 if way['passage'] else way['squares']"), WAYS)
    assert ordered.share == pytest.approx(2 / 3)
    (failure,) = ordered.feedback
    assert failure.what.startswith(
        "a way of 1 square, 2 dice costs 1; the dice take 100 on average"
    )
    backwards = marks(costs("900 - way['squares']"), WAYS)
    assert backwards.share == 0
    assert "costs 899, but a way of 2 squares, 2 dice only 898" in backwards.feedback[0].what


@pytest.mark.usefixtures("direct")
def test_what_is_within_a_share_of_the_expected_turns_is_right() -> None:
    """Costs that are 4 % too high, where 5 % are allowed."""
    (case,) = (one for one in exercise("4-costs").cases if one.place == WAYS)
    turns = {n: cost_positions.expected_turns(n, 2) for n in range(1, case.farthest + 1)}  # type: ignore[attr-defined]
    share = 1 + 0.8 * case.within  # type: ignore[attr-defined]
    dear = {squares: round(share * 100 * count) for squares, count in turns.items()}
    assert max(dear.values()) > 150
    assert marks(costs(f"100 if way['passage'] else {dear}[way['squares']]"), WAYS).share == 1


@pytest.mark.parametrize("case", PLANS, ids=lambda case: case.place)
def test_usual_prices_of_a_bit_get_all_points(case: Any) -> None:
    most = min(case.factors) * case.wanted
    for price in (*cost_positions.PRICES, 1.5 * log(2)):
        assert case.position.turns(cost_positions.ReferenceCosts(price)) <= most, price


def test_a_whole_number_may_be_written_as_a_float() -> None:
    text = SOLUTION.replace("return round(100 * TURNS", "return numpy.round(100.0 * TURNS")
    text = text.replace("import log2", "import log2\nimport numpy")
    assert score_of("4-costs", {"costs.py": text}, WAYS).share == 1


@pytest.mark.usefixtures("direct")
def test_a_rough_guess_earns_a_part() -> None:
    rough = SOLUTION.replace("BIT * left)", "BIT * left) // 60 * 60")
    found = marks({"costs.py": rough}, QUESTIONS)
    right, pairs = map(int, re.findall(r"\d+", found.says))
    assert 3 / 4 < right / pairs < 1  # random costs are right in half of the pairs
    assert found.share == pytest.approx(4 * right / pairs - 3)
    alike = marks(costs("100", "5"), QUESTIONS)
    assert (alike.share, alike.says) == (0, f"right in 0 of {pairs} pairs of suggestions")


HAND = "cases/01-by-hand.toml"
RIGHT = (TEACHER / "7-contingent" / "solution" / "plan.txt").read_text()
SMALL = (COURSEWORK / "7-contingent" / "cases" / "small.json").read_text()


def cheapest(
    position: contingent_plans.ContingentPosition, here: str, deals: list[int], most: float
) -> float:
    """Return the optimum as the sum over deals, by trying every plan that takes fewer turns."""
    if len({tuple(position.deals[n]["case_file"]) for n in deals}) == 1:
        return 0.0
    cards = product(position.suspects, position.weapons, position.rooms)
    for one in sorted(cards, key=lambda one: position.turns[here][one[2]]):
        turns = position.turns[here][one[2]]
        total = sum(turns * position.deals[n]["weight"] for n in deals)

        def answer(n: int, one: tuple[str, ...] = one) -> str:
            return contingent_plans.answer_in(position.deals[n], one, position.asked)

        parts = [[*part] for _, part in groupby(sorted(deals, key=answer), key=answer)]
        for part in parts:
            if len(parts) > 1 and total < most:
                total += cheapest(position, one[2], part, most - total)
        most = min(most, total) if len(parts) > 1 else most
    return most


@pytest.mark.parametrize("seed", range(4))
def test_the_optimum_is_that_of_all_plans(seed: int) -> None:
    position = contingent_plans.drawn_position(seed, rooms=3, deals=6)
    weight = sum(deal["weight"] for deal in position.deals)
    found = cheapest(position, position.here, [*range(6)], 1000.0)
    assert position.optimum == pytest.approx(found / weight)


def test_a_plan_is_executed_in_every_deal_and_its_wrong_ends_are_shown() -> None:
    position = contingent_plans.ContingentPosition.read(SMALL)
    turns, faults = position.execute(contingent_plans.ConditionalPlan.read(RIGHT))
    assert turns == pytest.approx(position.optimum)
    assert not faults
    for text, says in (
        (RIGHT.replace("knife ballroom", "rope lounge"), "case file green, knife, ballroom"),
        ("suggest green rope library", "the plan has no branch for this answer"),
        ("accuse green knife lounge", "line 1 accuses green, knife, lounge"),
    ):
        assert says in position.execute(contingent_plans.ConditionalPlan.read(text))[1][0]


def test_the_plan_that_the_statement_shows_can_happen() -> None:
    """Four deals, one for each accusation of the plan."""
    statement = (COURSEWORK / "7-contingent" / "README.md").read_text()
    (text,) = re.findall(r"```\n(suggest.*?)```", statement, re.DOTALL)
    deals = (
        ("plum knife hall", "rope scarlett", "green library"),
        ("green rope library", "plum knife", "scarlett hall"),
        ("green rope hall", "plum library", "scarlett knife"),
        ("green knife hall", "plum library", "scarlett rope"),
    )
    found = [
        {
            "weight": 1,
            "case_file": file.split(),
            "hands": {"mustard": a.split(), "white": b.split()},
        }
        for file, a, b in deals
    ]
    turns = {a: dict.fromkeys(("library", "hall"), 1.0) for a in ("library", "hall")}
    cards = ("scarlett", "green", "plum"), ("knife", "rope"), ("library", "hall")
    position = contingent_plans.ContingentPosition(
        "hall", turns, ("mustard", "white"), *cards, tuple(found)
    )
    assert text.count("accuse") == len(deals)
    assert position.execute(contingent_plans.ConditionalPlan.read(text)) == (1.5, [])


def test_the_turns_of_a_plan_are_the_mean_by_the_weights_of_the_deals() -> None:
    """Three of four times 3 turns, and else 2 more, to leave the lounge and come back."""
    away = {"library": {"library": 2.0, "lounge": 3.0}, "lounge": {"library": 3.0, "lounge": 2.0}}
    deals = (
        {"weight": 3, "case_file": ["green", "rope", "lounge"], "hands": {"mustard": ["white"]}},
        {"weight": 1, "case_file": ["white", "rope", "lounge"], "hands": {"mustard": ["green"]}},
    )
    cards = ("green", "white"), ("rope",), ("library", "lounge")
    position = contingent_plans.ContingentPosition("library", away, ("mustard",), *cards, deals)
    text = """
suggest green rope lounge
  if nobody shows a card:
    accuse green rope lounge
  else:
    suggest white rope lounge
      else:
        accuse white rope lounge
"""
    found = position.execute(contingent_plans.ConditionalPlan.read(text))
    assert found == ((3 * 3 + 5) / 4, [])


def lines() -> Iterator[tuple[str, str]]:
    yield "", "0 lines; expected 1 to 5000"
    yield "go hall", "line 1 'go hall': expected suggest or accuse with three cards"
    yield "suggest green rope library\n  accuse green rope hall", "nothing can follow here"
    yield "suggest green rope library\n  if x:\n    accuse green rope hall", "'if SEAT shows CARD:'"
    yield "suggest green rope library\n  else:", "expected an indented line after it"
    yield "suggest green rope library\n  else:\n    accuse green rope hall\n  else:\n", "before"
    yield "accuse green rope cellar", "line 1: cellar; expected one of library, lounge"
    deep = "".join(f"{'  ' * n}suggest green rope library\n{'  ' * n} else:\n" for n in range(60))
    yield deep + " " * 200 + "accuse green rope hall", "more than 20 suggestions in a row"


@pytest.mark.parametrize(("text", "says"), list(lines()))
def test_a_fault_of_a_plan_is_named(text: str, says: str) -> None:
    position = contingent_plans.ContingentPosition.read(SMALL)
    with pytest.raises(ValueError, match=says):
        position.execute(contingent_plans.ConditionalPlan.read(text))


def test_a_plan_that_is_right_and_slow_earns_a_part() -> None:
    slow = f"suggest green wrench lounge\n  else:\n{RIGHT.replace(chr(10), chr(10) + '    ')}"
    slow = slow.replace("else:\nsuggest", "else:\n    suggest")
    found = score_of("7-contingent", {"plan.txt": slow}, HAND)
    (case,) = exercise("7-contingent", HAND).cases
    turns, best = map(float, re.findall(r"\d+\.\d+", found.says))
    factors = case.factors  # type: ignore[attr-defined]
    assert turns > min(factors) * best
    kept = sum(turns <= factor * best for factor in factors)
    assert found.share == (1 + kept) / (1 + len(factors))
    assert f"all points for {min(factors) * best:.3f}\n" in found.feedback[0].what
    assert "right in every deal, in" in found.says
    nothing = score_of("7-contingent", {"plan.txt": "accuse green knife lounge"}, HAND)
    assert nothing.share == 0
    assert "wrong in 7 of 8 deals" in nothing.feedback[0].what
