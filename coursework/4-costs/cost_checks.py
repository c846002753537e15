"""The checks of exercise 4: cost functions, and the plans made with them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

from graders import cost_positions
from graders.commands import printing

from planner_clue.support.errors import CourseworkError, SubmissionError, many, shown
from planner_clue.teaching import worker
from planner_clue.teaching.checks import Case, Factors, Feedback, File, Number, Score, Sketch, Whole
from planner_clue.teaching.submission import Submission

COSTS = "costs.py"
_WHOLE = "A planner adds up costs, so they are non-negative whole numbers; round() returns one."
_TOLD, _PARTS = 3, 3
_EQUAL = 1e-6
_TURN = 100
"""Cost of a turn."""
_SHOWN = (0.2, *cost_positions.PRICES, 10)
"""Prices of a bit, in turns, for which the turns of plans are shown."""
_NEAR = "If a farther room is as cheap as a near one, plans take the long way."
_PASSAGE = "A passage takes one turn, and always arrives."
_TURNS = "Costs are hundredths of a turn. A roll covers the squares that the dice show."
_TELLS = "Split the deals by the answer. How certain is the case file in each part?"
_IMPORTS = "import costs; from graders.cost_positions import *; "
_MINE = (
    "from types import SimpleNamespace; mine = SimpleNamespace("
    "ways=lambda ways: [*map(costs.way_cost, ways)], "
    "suggestions=lambda asked: [*map(costs.question_cost, asked)]); "
)
_DETOUR = (
    "Plans go too far for little information, or gain too little. How many turns is a bit worth?"
)


class _Costs:
    """The submitted cost functions; :class:`SubmissionError` where they are not costs."""

    def __init__(self, submission: Submission) -> None:
        self._worker = worker.open_worker(submission, COSTS)

    def ways(self, ways: Sequence[Mapping[str, Any]]) -> list[int]:
        return self._asked("way_cost", ways)

    def suggestions(self, suggestions: Sequence[cost_positions.Asked]) -> list[int]:
        return self._asked("question_cost", suggestions)

    def _asked(self, function: str, things: Sequence[Mapping[str, Any]]) -> list[int]:
        answers = self._worker.call_each(COSTS, function, things)
        for answer, thing in zip(answers, things, strict=True):
            if type(answer) not in (int, float) or answer < 0 or answer % 1:
                what = f"{function} answered {shown(answer)} for {_in_words(thing)}"
                raise SubmissionError(f"{what}; expected a non-negative whole number", _WHOLE)
        return [int(answer) for answer in answers]


def _in_words(thing: Mapping[str, Any]) -> str:
    if "cards" in thing:
        return f"the suggestion {', '.join(thing['cards'])}"
    dice = "1 die" if thing["dice"] == 1 else f"{thing['dice']} dice"
    passage = ", a passage" if thing["passage"] else ""
    return f"a way of {many(thing['squares'], 'square')}, {dice}{passage}"


class _CostWays(Case, tag="cost-ways", kw_only=True):
    """Costs of ways: a third each for order, passages, expected turns; or all if ``whole``."""

    checks: str = "farther is never cheaper, a passage takes a turn, and costs match the dice"
    dice: Whole
    farthest: Whole
    within: Number
    whole: bool = False

    def story(self) -> str:
        return f"ways of 1 to {self.farthest} squares, {self.dice} dice; with and without a passage"

    def trial(self, submission: Submission) -> Score:
        ways = [
            {"squares": squares, "dice": self.dice, "passage": False}
            for squares in range(1, self.farthest + 1)
        ]
        costs = _Costs(submission)
        found = costs.ways(ways)
        feedback = [
            *self._faults(ways, found, costs.ways([way | {"passage": True} for way in ways]))
        ]
        right = _PARTS - len(feedback)
        if min(found) == max(found) or (self.whole and feedback):
            right = 0  # the same cost says nothing of any way
        return Score(right / _PARTS, tuple(feedback))

    def _faults(
        self, ways: list[dict[str, Any]], found: list[int], passages: list[int]
    ) -> Iterator[Feedback]:
        """Yield the first fault each of the order, of the passages, and of the sizes."""
        for (a, x), (b, y) in pairwise(zip(ways, found, strict=True)):
            if x > y:
                what = f"{_in_words(a)} costs {x}, but {_in_words(b)} only {y}"
                yield Feedback(f"{what}{self._printed(b)}", _NEAR)
                break
        if min(found) == max(found):
            yield Feedback(f"every way costs {found[0]}{self._printed(ways[-1])}", _NEAR)
        for way, cost in zip(ways, passages, strict=True):
            if abs(cost - _TURN) > self.within * _TURN:
                what = f"{_in_words(way)} costs {cost} with a passage; a turn costs {_TURN}"
                yield Feedback(f"{what}{self._printed(way | {'passage': True})}", _PASSAGE)
                break
        for way, cost in zip(ways, found, strict=True):
            wanted = _TURN * cost_positions.expected_turns(way["squares"], way["dice"])
            if abs(cost - wanted) > self.within * wanted:
                what = f"{_in_words(way)} costs {cost}; the dice take {wanted:.0f} on average"
                yield Feedback(f"{what}{self._printed(way)}", _TURNS)
                break

    def _printed(self, way: Mapping[str, Any]) -> str:
        code = f"way = {dict(way)}; print(costs.way_cost(way), {_TURN} * turns_of(way))"
        return printing(self, f"{_IMPORTS}{code}")


class _Posed(Case, kw_only=True):
    situation: File

    def __post_init__(self) -> None:
        self.position = cost_positions.read_position(self.situation, cost_positions.CostPosition)

    def story(self) -> str:
        return self.position.story()


class _CostQuestions(_Posed, tag="cost-questions", kw_only=True):
    """A suggestion with more information costs less.

    The share counts from three quarters of the pairs, as random costs are right in half of them.
    With ``right``, a smaller share of right pairs earns no points.
    """

    checks: str = "of two suggestions, the clearly more informative one is cheaper"
    right: Number = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.suggestions = self.position.suggestions(self.position.deals)
        self.left = [cost_positions.bits_left(suggestion) for suggestion in self.suggestions]
        self.pairs = [
            (a, b) if self.left[a] < self.left[b] else (b, a)
            for a, b in combinations(range(len(self.suggestions)), 2)
            if abs(self.left[a] - self.left[b]) > cost_positions.CLEARLY
        ]
        if not self.pairs:
            raise CourseworkError(
                "situation: all suggestions are equally informative; expected other deals"
            )

    def trial(self, submission: Submission) -> Score:
        costs = _Costs(submission).suggestions(self.suggestions)
        wrong = [(a, b) for a, b in self.pairs if costs[a] >= costs[b]]
        prices = [
            f"{_in_words(suggestion)} costs {cost} and leaves {left:.2f} bits"
            for suggestion, cost, left in zip(self.suggestions, costs, self.left, strict=True)
        ]
        feedback = [
            Feedback(f"{prices[a]};\n{prices[b]}{self._printed(a, b)}", _TELLS)
            for a, b in wrong[:_TOLD]
        ]
        count = len(self.pairs)
        says = f"right in {count - len(wrong)} of {count} pairs of suggestions"
        right = 1 - len(wrong) / count
        return Score(max(0.0, 4 * right - 3) if right >= self.right else 0.0, tuple(feedback), says)

    def _printed(self, *numbers: int) -> str:
        code = "print(costs.question_cost(case.suggestions[n]), case.left[n], 'bits')"
        return printing(self, f"import costs; [{code} for n in {numbers}]")


class _CostPlans(_Posed, tag="cost-plans", kw_only=True):
    checks: str = "plans with these costs find the case file in few turns"
    factors: Factors

    @cached_property
    def wanted(self) -> float:
        return self.position.turns(cost_positions.ReferenceCosts())

    def trial(self, submission: Submission) -> Score:
        position, costs, wanted = self.position, _Costs(submission), self.wanted
        turns = position.turns(costs)
        reached = sum(turns <= factor * wanted + _EQUAL for factor in self.factors)
        says = f"{turns:.2f} turns on average; with the costs of the reference {wanted:.2f}"
        if reached == len(self.factors):
            return Score(says=says)
        begins, rooms = list[str](), list[str]()
        for one in (costs, cost_positions.ReferenceCosts()):
            room, suggestion, cost = position.plan(one, position.here, position.deals)
            begins.append(f"go to {room}, ask {', '.join(suggestion['cards'])}: {cost}")
            rooms.append(room)
        plans = f"your first plan: {begins[0]}\nthe reference's first plan: {begins[1]}"
        sketch = Sketch(way=(position.here, rooms[0]), expected=begins[1], found=begins[0])
        by = (f"{p:g}: {position.turns(cost_positions.ReferenceCosts(p)):.2f}" for p in _SHOWN)
        edge = f"turns by the price of a bit (the reference's bits): {', '.join(by)}"
        what = f"{says}; all points for {min(self.factors) * wanted:.2f}\n{plans}\n{edge}"
        what += printing(self, f"{_IMPORTS}{_MINE}print(case.position.turns(mine), case.wanted)")
        return Score(reached / len(self.factors), (Feedback(what, _DETOUR, sketch),), says)
