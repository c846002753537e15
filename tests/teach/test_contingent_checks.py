"""Exercise 7: a conditional plan is executed in every deal, and compared with the optimum."""

from collections.abc import Iterator
from itertools import groupby, product

import pytest

from planner_clue.teach import contingent_plans
from tests.teach.grading_help import COURSEWORK, TEACHER, score_of

HAND = "cases/01-by-hand.toml"
SOLUTION = (TEACHER / "7-contingent" / "solution" / "plan.txt").read_text()
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

        def said(n: int, one: tuple[str, ...] = one) -> str:
            return contingent_plans.answer_in(position.deals[n], one, position.asked)

        parts = [[*part] for _, part in groupby(sorted(deals, key=said), key=said)]
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


def test_a_plan_is_executed_in_every_deal() -> None:
    position = contingent_plans.ContingentPosition.read(SMALL)
    turns, faults = position.execute(contingent_plans.ConditionalPlan.read(SOLUTION))
    assert not faults
    assert turns == pytest.approx(position.optimum)
    other = SOLUTION.replace("knife ballroom", "rope lounge")
    _, (fault,) = position.execute(contingent_plans.ConditionalPlan.read(other))
    assert fault.startswith("case file green, knife, ballroom")


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


def test_a_plan_that_ends_wrong_is_told_with_the_deal() -> None:
    position = contingent_plans.ContingentPosition.read(SMALL)
    for text, says in (
        ("suggest green rope library", "the plan has no branch for this answer"),
        ("accuse green knife lounge", "line 1 accuses green, knife, lounge"),
    ):
        assert says in position.execute(contingent_plans.ConditionalPlan.read(text))[1][0]


def test_a_plan_that_is_right_and_slow_earns_a_part() -> None:
    slow = f"suggest green wrench lounge\n  else:\n{SOLUTION.replace(chr(10), chr(10) + '    ')}"
    slow = slow.replace("else:\nsuggest", "else:\n    suggest")
    found = score_of("7-contingent", {"plan.txt": slow}, HAND)
    assert 0 < found.share < 1
    assert "right in every deal, in" in found.says
    nothing = score_of("7-contingent", {"plan.txt": "accuse green knife lounge"}, HAND)
    assert nothing.share == 0
    assert "wrong in 7 of 8 deals" in nothing.feedback[0].what
