"""A position of exercise 4: rooms, and the deals that are possible; and games from there.

From a room the cheapest plan is made with some costs: go to a room and ask there. It is carried
out, the answer leaves fewer deals, and the plan is made again, until the case file is certain. What
counts are the turns that this takes on average over all deals.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Protocol

from planner_clue.json_text import parse_json
from planner_clue.teach.case_data import CaseData
from planner_clue.teach.kinds.asked_costs import (
    Answer,
    Deal,
    Question,
    answers,
    bits_left,
    expected_turns,
)

MOST_VISITS = 10
"""After so many visits without a proof, the game counts as lost: so many turns more."""
TURNS_LOST = 30.0
_PASSAGE = 1.0
_ALMOST = 1e-9


class CostFunctions(Protocol):
    """What ways and questions cost, in hundredths of a turn."""

    def ways(self, ways: Sequence[Mapping[str, Any]]) -> list[int]:
        """Return what each way costs."""
        ...

    def questions(self, questions: Sequence[Question]) -> list[int]:
        """Return what each question costs."""
        ...


class ReferenceCosts:
    """Expected turns, and the bits that are left, a turn and a half for each."""

    def ways(self, ways: Sequence[Mapping[str, Any]]) -> list[int]:
        """Return what each way costs."""
        return [round(100 * turns_of(way)) for way in ways]

    def questions(self, questions: Sequence[Question]) -> list[int]:
        """Return what each question costs."""
        return [round(150 * bits_left(question)) for question in questions]


def turns_of(way: Mapping[str, Any]) -> float:
    """Return how many turns a way takes on average; a passage takes one."""
    return _PASSAGE if way["passage"] else expected_turns(way["squares"], way["dice"])


@dataclass(frozen=True)
class CostPosition:
    """Where a seat is, and what it knows."""

    here: str
    dice: int
    squares: Mapping[str, Mapping[str, int]]
    """From room to room; from a room to itself it takes to leave and come back."""
    passages: Mapping[str, str]
    asked: tuple[str, ...]
    """The other seats, in the order in which they are asked."""
    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    deals: tuple[Deal, ...]

    @cached_property
    def _cards(self) -> list[tuple[str, str, str]]:
        return list(product(self.suspects, self.weapons, self.squares))

    def questions(self, deals: Sequence[Deal]) -> list[Question]:
        """Return every question, room by room."""
        asked = list(self.asked)
        return [{"cards": list(c), "asked": asked, "deals": list(deals)} for c in self._cards]

    def ways(self, here: str) -> list[Mapping[str, Any]]:
        """Return the way to each room, in the order of the rooms."""
        return [
            {"squares": squares, "dice": self.dice, "passage": self.passages.get(here) == room}
            for room, squares in self.squares[here].items()
        ]

    def turns(self, costs: CostFunctions) -> float:
        """Return the turns until the case file is certain, on average, planning with these costs.

        Where the plans have not found it after some visits, :data:`TURNS_LOST` are added.
        """
        return self._turns(costs, self.here, self.deals, MOST_VISITS)

    def plan(
        self, costs: CostFunctions, here: str, deals: Sequence[Deal]
    ) -> tuple[str, Question, int]:
        """Return the cheapest plan: where to go, what to ask, and what both cost."""
        going = dict(zip(self.squares, costs.ways(self.ways(here)), strict=True))
        questions = self.questions(deals)
        priced = zip(questions, costs.questions(questions), strict=True)
        asking, question = min(
            ((going[q["cards"][2]] + cost, q) for q, cost in priced), key=lambda plan: plan[0]
        )
        return question["cards"][2], question, asking

    def _turns(self, costs: CostFunctions, here: str, deals: Sequence[Deal], visits: int) -> float:
        if len({tuple(deal["case_file"]) for deal in deals}) == 1:
            return 0.0
        if not visits:
            return TURNS_LOST
        room, question, _ = self.plan(costs, here, deals)
        way = next(w for w, to in zip(self.ways(here), self.squares, strict=True) if to == room)
        left: defaultdict[Answer, list[Deal]] = defaultdict(list)
        for answer, weight, deal in answers(question):
            left[answer].append({**deal, "weight": weight})
        total: float = sum(deal["weight"] for deal in deals)
        later: float = sum(
            sum(deal["weight"] for deal in group) * self._turns(costs, room, group, visits - 1)
            for group in left.values()
        )
        return turns_of(way) + later / total

    def story(self) -> str:
        """Return the position in words."""
        files = len({tuple(deal["case_file"]) for deal in self.deals})
        ways = ", ".join(f"{room} {squares}" for room, squares in self.squares[self.here].items())
        return "\n".join(
            [
                f"you are in the {self.here}; {len(self.deals)} deals, {files} case files",
                f"squares from there: {ways}",
                f"suspects in question: {', '.join(self.suspects)}",
                f"weapons in question: {', '.join(self.weapons)}",
            ]
        )


def read_position(data: CaseData, name: str) -> CostPosition:
    """Return the position in the JSON file that a field names."""
    try:
        fields = parse_json(data.file(name))
        for listed in ("asked", "suspects", "weapons", "deals"):
            fields[listed] = tuple(fields[listed])
        return CostPosition(**fields)
    except (ValueError, TypeError, LookupError) as error:
        raise ValueError(f"{name}: {error}; expected a position") from error
