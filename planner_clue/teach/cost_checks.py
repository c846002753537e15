"""Checks of cost functions: of ways, of suggestions, and of the plans made with both."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from planner_clue.errors import SubmissionError, shown
from planner_clue.teach.box import open_box
from planner_clue.teach.checks import CaseData, Trial, case_check
from planner_clue.teach.cost_positions import (
    CostPosition,
    Question,
    ReferenceCosts,
    bits_left,
    expected_turns,
    read_position,
)
from planner_clue.teach.marks import Earned, Figure, Shortfall
from planner_clue.teach.submission import Submission

COSTS = "costs.py"
_ANSWER_SECONDS, _MEGABYTES = 10, 512
_WHOLE = "A planner adds up costs, so they are non-negative whole numbers; round() returns one."
_TOLD = 3
CLEARLY = 0.2
"""Bits that a question has to tell more than another, so that it must cost less."""
_EQUAL = 1e-9
_PARTS = 3
_NEAR = "Where a farther room is as cheap as a near one, plans go the long way."
_PASSAGE = "A passage takes a turn, as a roll does, and always arrives."
_TURNS = (
    "Count hundredths of a turn: with one roll you get as far as the dice say, and what is left "
    "has to be walked in the turns after it."
)
_TELLS = (
    "Split the deals by the answer that each of them gives, and see how sure you would be of the "
    "case file in each part."
)
_DETOUR = (
    "With these costs you go too far for too little, or ask too little. How many turns is a bit "
    "worth?"
)


class BoxedCosts:
    """The submitted cost functions.

    Raises :class:`SubmissionError` where they fail, or return no non-negative whole number.
    """

    def __init__(self, submission: Submission) -> None:
        submission.text(COSTS)
        self._box = open_box(
            submission, "FunctionHost", seconds=_ANSWER_SECONDS, megabytes=_MEGABYTES
        )

    def ways(self, ways: Sequence[Mapping[str, Any]]) -> list[int]:
        """Return the cost of each way."""
        return self._asked("way_cost", ways)

    def questions(self, questions: Sequence[Question]) -> list[int]:
        """Return the cost of each question."""
        return self._asked("question_cost", questions)

    def _asked(self, function: str, things: Sequence[Mapping[str, Any]]) -> list[int]:
        answers = self._box.ask(
            "call_each", function, file=COSTS, function=function, arguments=list(things)
        )
        for answer, thing in zip(answers, things, strict=True):
            is_whole = type(answer) in (int, float) and answer >= 0 and answer % 1 == 0
            if not is_whole:
                what = f"{function} answered {shown(answer)} for {_in_words(thing)}"
                raise SubmissionError(f"{what}; expected a non-negative whole number", _WHOLE)
        return [int(answer) for answer in answers]


def _in_words(thing: Mapping[str, Any]) -> str:
    """Return a way or a question in a few words."""
    if "cards" in thing:
        return f"the question {', '.join(thing['cards'])}"
    squares = "1 square" if thing["squares"] == 1 else f"{thing['squares']} squares"
    dice = "1 die" if thing["dice"] == 1 else f"{thing['dice']} dice"
    return f"a way of {squares}, {dice}{', a passage' if thing['passage'] else ''}"


@case_check(
    "cost-ways",
    "nearer is never dearer, a passage takes a turn, and costs are what the dice take",
    "dice farthest within whole",
)
def _ways(data: CaseData) -> tuple[Trial, str]:
    """Check the costs of ways: a third each for order, passages, and expected turns.

    With ``whole``, all three or no points.
    """
    whole = data.flag("whole")
    dice, farthest, within = data.whole("dice"), data.whole("farthest"), data.number("within")
    ways = [{"squares": n, "dice": dice, "passage": False} for n in range(1, farthest + 1)]

    def trial(submission: Submission) -> Earned:
        costs = BoxedCosts(submission)
        found = costs.ways(ways)
        passages = costs.ways([{**way, "passage": True} for way in ways])
        falls = [_not_in_order(ways, found), _passages(ways, found, passages)]
        falls.append(_off(ways, found, within))
        right = falls.count(None)
        if min(found) == max(found):  # nothing is said of any way
            right = 0
        if whole and right < _PARTS:
            right = 0
        return Earned(right / _PARTS, tuple(filter(None, falls)))

    return trial, f"ways of 1 to {farthest} squares, {dice} dice; with and without a passage"


def _not_in_order(ways: list[dict[str, Any]], found: list[int]) -> Shortfall | None:
    for (a, x), (b, y) in pairwise(zip(ways, found, strict=True)):
        if x > y:
            return Shortfall(f"{_in_words(a)} costs {x}, but {_in_words(b)} only {y}", _NEAR)
    same = min(found) == max(found)
    return Shortfall(f"every way costs {found[0]}", _NEAR) if same else None


def _passages(
    ways: list[dict[str, Any]], found: list[int], passages: list[int]
) -> Shortfall | None:
    for way, cost, passage in zip(ways, found, passages, strict=True):
        if passage > cost or passage != passages[0]:
            what = f"{_in_words(way)} costs {cost}, and with a passage {passage}"
            return Shortfall(what, _PASSAGE)
    return None


def _off(ways: list[dict[str, Any]], found: list[int], within: float) -> Shortfall | None:
    for way, cost in zip(ways, found, strict=True):
        wanted = 100 * expected_turns(way["squares"], way["dice"])
        if abs(cost - wanted) > within * wanted:
            what = f"{_in_words(way)} costs {cost}; the dice take {wanted:.0f} on average"
            return Shortfall(what, _TURNS)
    return None


@case_check(
    "cost-questions",
    "of two questions, the one that tells clearly more of the case file is cheaper",
    "situation right",
)
def _questions(data: CaseData) -> tuple[Trial, str]:
    """Check that a question with more information costs less.

    The share counts from half of the pairs, the expectation of random costs. With ``right``, a
    smaller share of right pairs earns no points.
    """
    least = data.number("right", 0)
    situation = read_position(data, "situation")
    questions = situation.questions(situation.deals)
    left = [bits_left(question) for question in questions]
    pairs = [
        (a, b) if left[a] < left[b] else (b, a)
        for a, b in combinations(range(len(questions)), 2)
        if abs(left[a] - left[b]) > CLEARLY
    ]
    if not pairs:
        data.fail("situation", "questions that differ in what they tell")

    def trial(submission: Submission) -> Earned:
        costs = BoxedCosts(submission).questions(questions)
        wrong = [(a, b) for a, b in pairs if costs[a] >= costs[b]]
        falls = [_compared(questions, costs, left, pair) for pair in wrong[:_TOLD]]
        says = f"right in {len(pairs) - len(wrong)} of {len(pairs)} pairs of questions"
        right = 1 - len(wrong) / len(pairs)
        return Earned(max(0.0, 2 * right - 1) if right >= least else 0.0, tuple(falls), says)

    return trial, situation.story()


def _compared(
    questions: list[Question], costs: list[int], left: list[float], pair: tuple[int, int]
) -> Shortfall:
    more, less = (
        f"{_in_words(questions[n])} costs {costs[n]} and leaves {left[n]:.2f} bits" for n in pair
    )
    return Shortfall(f"{more};\n{less}", _TELLS)


@case_check(
    "cost-plans", "who plans with these costs finds the case file in few turns", "situation factors"
)
def _plans(data: CaseData) -> tuple[Trial, str]:
    """Check the expected turns of plans made with the costs against those of the reference."""
    situation = read_position(data, "situation")
    factors = data.numbers("factors")
    if not factors:
        data.fail("factors", "a list of numbers")
    wanted = situation.turns(ReferenceCosts())

    def trial(submission: Submission) -> Earned:
        costs = BoxedCosts(submission)
        turns = situation.turns(costs)
        reached = sum(turns <= factor * wanted + _EQUAL for factor in factors)
        says = f"{turns:.2f} turns on average; with the costs of the reference {wanted:.2f}"
        if reached == len(factors):
            return Earned(1.0, (), says)
        plans, figure = _first_plans(situation, costs)
        what = f"{says}; all points for {min(factors) * wanted:.2f}\n{plans}"
        return Earned(reached / len(factors), (Shortfall(what, _DETOUR, figure),), says)

    return trial, situation.story()


def _first_plans(situation: CostPosition, costs: BoxedCosts) -> tuple[str, Figure]:
    """Return the first plans with these costs and the reference's, as text and as a figure."""
    told, rooms = list[str](), list[str]()
    for one in (costs, ReferenceCosts()):
        room, question, cost = situation.plan(one, situation.here, situation.deals)
        told.append(f"go to {room}, ask {', '.join(question['cards'])}: {cost}")
        rooms.append(room)
    mine, reference = told
    text = f"your first plan: {mine}\nthe reference's first plan: {reference}"
    return text, Figure(way=(situation.here, rooms[0]), expected=reference, found=mine)
