"""Costs that a submission puts on ways and questions, and what they should follow.

A *question* is plain data: its ``cards``, the seats that are ``asked`` in turn, and the ``deals``
that are possible, each with ``weight``, ``case_file`` and ``hands``. A seat with several of the
cards shows each of them equally often.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import log2
from typing import Any, TypeAlias

from planner_clue.board.turns import roll_chances
from planner_clue.errors import SubmissionError, shown
from planner_clue.teach.box.boxed import Box
from planner_clue.teach.submission import Submission

COSTS = "costs.py"
_HOST = "planner_clue.teach.kinds.function_host:FunctionHost"
_ANSWER_SECONDS, _MEGABYTES = 10, 512
_WHOLE = "A planner adds up costs, so they are whole numbers from 0; round() makes one."

Deal: TypeAlias = Mapping[str, Any]
Question: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = tuple[str, str] | None
"""Which seat shows which card; None if nobody shows one."""


class AskedCosts:
    """The cost functions that were handed in, in a box.

    Raises :class:`SubmissionError` where they fail, or give no whole number from 0.
    """

    def __init__(self, submission: Submission) -> None:
        submission.text(COSTS)
        self._box = Box(
            submission.files,
            _HOST,
            seconds=_ANSWER_SECONDS,
            megabytes=_MEGABYTES,
            hide=submission.hidden,
        )

    def ways(self, ways: Sequence[Mapping[str, Any]]) -> list[int]:
        """Return what each way costs."""
        return self._asked("way_cost", ways)

    def questions(self, questions: Sequence[Question]) -> list[int]:
        """Return what each question costs."""
        return self._asked("question_cost", questions)

    def _asked(self, function: str, things: Sequence[Mapping[str, Any]]) -> list[int]:
        answers = self._box.ask(
            "call_each", function, file=COSTS, function=function, arguments=list(things)
        )
        for answer, thing in zip(answers, things, strict=True):
            if type(answer) is not int or answer < 0:
                what = f"{function} answered {shown(answer)} for {in_words(thing)}"
                raise SubmissionError(f"{what}; expected a whole number from 0", _WHOLE)
        return list(answers)


def in_words(thing: Mapping[str, Any]) -> str:
    """Return a way or a question in a few words."""
    if "cards" in thing:
        return f"the question {', '.join(thing['cards'])}"
    dice = f"{thing['dice']} {'die' if thing['dice'] == 1 else 'dice'}"
    passage = ", a passage" if thing["passage"] else ""
    return f"a way of {thing['squares']} squares, {dice}{passage}"


@cache
def expected_turns(squares: int, dice: int) -> float:
    """Return how many turns it takes on average to walk so far; the last roll may be too high.

    >>> round(expected_turns(8, 2), 3), round(expected_turns(3, 1), 3)
    (1.61, 1.361)
    """
    short = ((total, chance) for total, chance in roll_chances(dice).items() if total < squares)
    return 1 + sum(chance * expected_turns(squares - total, dice) for total, chance in short)


def answers(question: Question) -> Iterator[tuple[Answer, float, Deal]]:
    """Yield every answer that may come, with its weight and the deal in which it comes."""
    for deal in question["deals"]:
        shows = _shows(question, deal)
        for answer in shows:
            yield answer, deal["weight"] / len(shows), deal


def _shows(question: Question, deal: Deal) -> list[Answer]:
    for seat in question["asked"]:
        held = [card for card in question["cards"] if card in deal["hands"][seat]]
        if held:
            return [(seat, card) for card in held]
    return [None]


def bits_left(question: Question) -> float:
    """Return how uncertain the case file will be after the answer, in bits, on average.

    It is the conditional entropy of the case file, given the answer (Shannon 1948).
    """
    groups: defaultdict[Answer, defaultdict[tuple[str, ...], float]]
    groups = defaultdict(lambda: defaultdict(float))
    for answer, weight, deal in answers(question):
        groups[answer][tuple(deal["case_file"])] += weight
    total = sum(sum(group.values()) for group in groups.values())
    return sum(_unnormalised([*group.values()]) for group in groups.values()) / total


def _unnormalised(weights: Sequence[float]) -> float:
    total = sum(weights)
    return sum(weight * log2(total / weight) for weight in weights)
