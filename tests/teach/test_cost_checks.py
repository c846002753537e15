"""Exercise 4: costs are held against the dice, and against what answers tell."""

from fractions import Fraction
from itertools import product
from math import log
from typing import Any

import pytest

from planner_clue.teach import checks, cost_positions
from tests.teach.grading_help import TEACHER, exercise, score_of

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


def question(*cards: str) -> dict[str, object]:
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


def test_a_question_leaves_what_its_answers_do_not_tell_of_the_case_file() -> None:
    before_it = pytest.approx(0.8113, abs=1e-4)  # of three deals in four and one in four
    for cards, bits in ("white wrench", before_it), ("plum wrench", 0), ("white knife", 0.5):
        assert cost_positions.bits_left(question(*cards.split(), "study")) == pytest.approx(bits)


def test_who_plans_with_the_reference_finds_the_case_file_and_who_asks_nothing_does_not() -> None:
    squares = {"hall": {"hall": 2, "study": 4}, "study": {"hall": 4, "study": 2}}
    others, suspects, weapons = ("a", "b"), ("plum", "white"), ("rope",)
    situation = cost_positions.CostPosition(
        "hall", 2, squares, {}, others, suspects, weapons, tuple(DEALS)
    )

    class NoQuestion(cost_positions.ReferenceCosts):
        def questions(self, questions):  # type: ignore[no-untyped-def]
            return [0 if "white" in one["cards"] else 1000 for one in questions]

    assert situation.turns(cost_positions.ReferenceCosts()) == 1
    assert situation.turns(NoQuestion()) >= cost_positions.TURNS_LOST


@pytest.mark.usefixtures("direct")
def test_ways_earn_a_third_each_for_order_passages_and_size() -> None:
    ordered = marks(costs("100 if way['passage'] else way['squares']"), WAYS)
    assert ordered.share == pytest.approx(2 / 3)
    (fall,) = ordered.feedback
    assert fall.what == "a way of 1 square, 2 dice costs 1; the dice take 100 on average"
    backwards = marks(costs("900 - way['squares']"), WAYS)
    assert backwards.share == 0
    assert "costs 899, but a way of 2 squares, 2 dice only 898" in backwards.feedback[0].what


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize("price", [0, 50, 150])
def test_a_passage_takes_a_turn(price: int) -> None:
    files = {"costs.py": SOLUTION.replace("return 100 if", f"return {price} if")}
    (fall,) = marks(files, WAYS).feedback
    assert f"costs {price} with a passage; a turn costs 100" in fall.what


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
def test_the_wrong_way_round_earns_nothing_and_a_rough_guess_a_part() -> None:
    wrong = SOLUTION.replace("return round(100 * TURNS", "return 5000 - round(100 * TURNS")
    assert marks({"costs.py": wrong}, QUESTIONS).share == 0
    rough = SOLUTION.replace("BIT * left)", "BIT * left) // 60 * 60")
    assert 0 < marks({"costs.py": rough}, QUESTIONS).share < 1
