"""The model ``identification``: suggestions that identify the case file.

It draws deals from the belief, one of them with the assumed case file, and rivals for each. The
plan suggests until each deal is told apart from its rivals, and the assumed one from all, as far as
the suggestions of the problem can do that (:mod:`planner_clue.belief.drawn_deals`). So the
uncertainty is in the problem, and the search has to solve it. Planning in drawn deals and
replanning after each answer follows Sample-Determinize-Replan (Brafman and Shani 2012); several
deals at once keep the plan from knowing which of them is the real one.

Costs are hundredths of a turn. A way costs its expected turns under the dice. A suggestion costs
how much longer the search for the case file is expected to take after it than after the best one,
in guesses (:mod:`planner_clue.belief.suggestion_values`). The way on is not in this cost: that is
left to the search. Both costs are multiplied by the probability that the visit is still needed.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from planner_clue.belief import Belief
from planner_clue.belief.drawn_deals import (
    Doubt,
    Numbers,
    SmallNumbers,
    doubts_between,
    with_rivals,
)
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.board import Board
from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.assumption import ENOUGH, chances_of_suggestions
from planner_clue.deliberation.model import TURN, Model, PosedProblem, Situation, Valuation
from planner_clue.planning.problem import Atom
from planner_clue.table.rules import Rules

_MOST_DRAWN = 64_000
"""Drawn deals without the assumption after which it is too unlikely to plan for."""
_LEAST_CHANCE = 0.05
"""Least share of their cost that unlikely visits have, so that the search orders them."""
_END = "end-of-doubts"


@dataclass(frozen=True)
class Scope(Valuation):
    """The size of a problem."""

    deals: int = 8
    """The largest number of deals that a plan has to find out about; each has rivals."""
    fewest: int = 3
    """The smallest."""
    rivals: int = 2
    """The number of rivals per deal."""
    enough: float = ENOUGH
    """The probability from which a case file counts as found."""
    suggestions: int = 1
    """The number of suggestions per room: those about the most probable cards."""
    visits: int = 4
    """The number of visits that are told apart by how probably they are needed; the last stands
    for all further ones."""


class IdentificationModel(Model):
    """Makes problems of finding out the case file, for ``pddl/clue/domain.pddl``."""

    folder = "clue"

    def __init__(self, board: Board | None, rules: Rules, scope: Scope | None = None) -> None:
        """Make problems of this ``scope``."""
        super().__init__(board, rules)
        self.scope = scope or Scope()

    def pose(self, situation: Situation) -> PosedProblem:
        """Return the problem of finding out the case file from this situation."""
        scope = self.scope
        suggestions = worth_asking(situation.belief, scope.suggestions)
        values, assumed = _draw(situation, scope.drawn)
        deals = [assumed, *self._further_deals(situation, values.case_files, assumed)]
        compared = with_rivals(situation.belief, values.drawn, deals, scope.rivals, situation.seed)
        answers = compared.deals.answers(suggestions)
        doubts = self.doubts(compared.pairs, answers)
        left = self.time_left(values, suggestions)
        needed = self._chances_of_visits(values, suggestions, left)
        visits = tuple(needed)
        drawn = _numbered("deal", compared.case_files)
        asked = _numbered("question", suggestions)
        doubted = (*_numbered("doubt", doubts), _END)
        problem = self.write(
            "clue",
            situation,
            {"deal": drawn, "question": asked, "doubt": doubted, "visit": visits},
            facts=(
                {("CASE-FILE", d, *f) for d, f in zip(drawn, compared.case_files, strict=True)},
                {("ABOUT", q, *about) for q, about in zip(asked, suggestions, strict=True)},
                {("unasked", question) for question in asked},
                {(_shown(n), q) for q, n in zip(asked, answers[:, 0].tolist(), strict=True)},
                {("NEXT-DOUBT", a, b) for a, b in pairwise(doubted)},
                {("FIRST-DOUBT", doubted[0]), ("NO-DOUBT", _END)},
                {
                    ("BETWEEN", name, drawn[doubt.first], drawn[doubt.second])
                    for name, doubt in zip(doubted, doubts, strict=False)
                },
                {
                    ("SETTLES", asked[place], name)
                    for name, doubt in zip(doubted, doubts, strict=False)
                    for place in doubt.settled_by
                },
                {("NEXT-VISIT", a, b) for a, b in pairwise((*visits, visits[-1]))},
                {("visit-to-come", visits[0])},
            ),
            values=(
                self._way_costs(needed),
                {
                    ("asking-cost", visit, question): round((time - min(left)) * share)
                    for visit, share in needed.items()
                    for question, time in zip(asked, left, strict=True)
                },
            ),
        )
        return PosedProblem(problem, compared.ruled_out(suggestions, answers))

    def doubts(self, pairs: Sequence[tuple[int, int]], answers: SmallNumbers) -> list[Doubt]:
        """Return the doubts that a plan has to settle; as :func:`doubts_between`."""
        return doubts_between(pairs, answers)

    def time_left(self, values: SuggestionValues, suggestions: Sequence[Suggestion]) -> list[float]:
        """Return the time that each suggestion leaves until the case file is found."""
        per_guess = self.time_of_guesses(self.scope)
        return values.time_left(suggestions, per_guess, self.scope.enough)

    def _further_deals(self, situation: Situation, case_files: Numbers, assumed: int) -> list[int]:
        """Return the places of the further deals that a plan has to find out about.

        As many as it takes: when so many drawn deals are ruled out, the assumption has the
        probability that counts as found, by Laplace's rule of succession. One has another case
        file than the assumed deal, if any has: else the plan might have nothing to find out.
        """
        scope, chance = self.scope, situation.belief.chance(situation.assumption)
        odds = scope.enough / (1 - scope.enough)
        wanted = ceil((1 - chance) * odds / chance) if 0 < chance < scope.enough else 0
        count = min(scope.deals, max(scope.fewest, wanted)) - 1
        further = [deal for deal in range(count + 1) if deal != assumed][:count]
        files: list[int] = case_files.tolist()
        other = next((deal for deal, file in enumerate(files) if file != files[assumed]), None)
        if other is not None and all(files[deal] == files[assumed] for deal in further):
            further[-1] = other
        return further

    def _chances_of_visits(
        self, values: SuggestionValues, suggestions: Sequence[Suggestion], left: Sequence[float]
    ) -> dict[str, float]:
        """Return how likely each visit is needed; the last stands for all further ones.

        Before it the best suggestions are made, each in another room.
        """
        best: list[Suggestion] = []
        for _, asked in sorted(zip(left, suggestions, strict=True)):
            if all(asked.room != earlier.room for earlier in best):
                best.append(asked)
        chances = (
            max(_LEAST_CHANCE, values.still_open(best[:earlier], self.scope.enough))
            for earlier in range(self.scope.visits)
        )
        return {f"visit-{number}": chance for number, chance in enumerate(chances, 1)}

    def _way_costs(self, shares: Mapping[str, float]) -> dict[Atom, int]:
        costs: dict[Atom, int] = {}
        for visit, share in shares.items():
            costs["passage-cost", visit] = round(TURN * share)
            for start, ways in self.ways.items():
                for room in ways:
                    turns = self.walking(start, room)
                    costs["way-cost", visit, start, room] = round(TURN * turns * share)
        return costs


def worth_asking(belief: Belief, count: int) -> list[Suggestion]:
    """Return the suggestions to choose from: ``count`` in each room, in deck order.

    They are about the suspects and weapons that are most probably in the case file if the room is;
    of equally probable ones, those that are in the fewest other suggestions.
    """
    chances = chances_of_suggestions(belief)
    suggestions: list[Suggestion] = []
    times = Counter[Card]()

    def rank(asked: Suggestion) -> tuple[float, int]:
        return -chances[asked], times[asked.suspect] + times[asked.weapon]

    for room in belief.deck.rooms:
        here = [asked for asked in chances if asked.room == room]
        for _ in range(min(count, len(here))):
            best = min(here, key=rank)
            here.remove(best)
            suggestions.append(best)
            times.update(best[:2])
    return suggestions


def _draw(situation: Situation, count: int) -> tuple[SuggestionValues, int]:
    """Draw deals until one has the assumed case file; return them all, and the place of that one.

    Raises :class:`ValueError` if there is none among very many.
    """
    while count <= _MOST_DRAWN:
        values = SuggestionValues(situation.belief, count, situation.seed)
        if found := values.deals_with(situation.assumption):
            return values, found[0]
        count *= 4
    raise ValueError(f"no drawn deal has the assumed case file {', '.join(situation.assumption)}")


def _numbered(kind: str, things: Collection[object]) -> tuple[str, ...]:
    """Return a name for each of some things of a kind: ``deal-1`` and so on."""
    return tuple(f"{kind}-{number}" for number, _ in enumerate(things, 1))


def _shown(answer: int) -> str:
    """Return the predicate for the number of an answer."""
    kinds = ("SUSPECT", "WEAPON", "ROOM")
    return f"{kinds[(answer - 1) % 3] if answer else 'NONE'}-SHOWN"
