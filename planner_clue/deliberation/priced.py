"""The model ``priced``: one visit ahead, with the uncertainty as a cost of each suggestion.

A plan trusts whatever it does not prove before its last visit. Costs are hundredths of a turn, so
that the cost of a plan estimates how long the proof takes. The remaining time is estimated from the
guesses still needed in each category (:mod:`planner_clue.belief.suggestion_values`). A guess at the
suspect or weapon takes part of a turn, because it can be made in any room; a guess at the room
takes a journey. The answer to a suggestion makes some guesses unnecessary. A suggestion saves their
time, minus the way from its room to the next room worth asking in. So

- ``question-cost`` is how much less a suggestion saves than the best one;
- ``proof-cost`` is the same for a suggestion that nobody can disprove if the assumption is right,
  plus the time remaining after it, times the probability that the assumption is wrong;
- ``doubt-cost`` is the time remaining beyond the horizon, the last visit of a plan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from planner_clue.belief import Belief
from planner_clue.belief.suggestion_values import SuggestionValue, SuggestionValues
from planner_clue.board import Board
from planner_clue.cards import Card, Category, Suggestion
from planner_clue.deliberation.assumption import chances_of_suggestions
from planner_clue.deliberation.model import (
    TURN,
    Model,
    PosedProblem,
    Situation,
    Valuation,
    check_order,
    suggestion_atoms,
)
from planner_clue.planning.problem import Atom
from planner_clue.table.rules import Rules


@dataclass(frozen=True)
class Costs(Valuation):
    """The weights and limits of the model."""

    room_guess: float = 1.0
    visits: int = 1
    """The largest number of rooms a plan visits."""
    suggestions: int = 1
    """The number of suggestions per room that a plan may choose from."""
    ways: int = 2
    """The number of most promising rooms to plan for before the dice are rolled."""


FAR_SIGHTED = Costs(visits=3, suggestions=5)
"""For example problems: three visits ahead, and more suggestions to choose from.

In games it is better to look one visit ahead and plan again, because the value of later
suggestions is too uncertain.
"""


@dataclass(frozen=True)
class Prices:
    """The suggestions that a plan may contain, with their costs."""

    every: Mapping[Suggestion, int]
    """All suggestions about cards not known to be in another hand."""
    worth: Mapping[Suggestion, Category]
    """The best suggestions of each room, with the category of the card expected to be shown."""
    proving: Mapping[Suggestion, int]
    """The suggestions that nobody can answer if the assumption is right."""
    told: Mapping[Suggestion, SuggestionValue]
    """The expected value of each suggestion."""
    doubt: int
    """The time remaining beyond the horizon."""
    visits: int
    """The number of rooms the plan may visit."""


def _every_suggestion(situation: Situation, proving: Sequence[Suggestion]) -> list[Suggestion]:
    """Return all suggestions about cards not known to be in another hand."""
    deck = situation.belief.deck
    pairs = list(product(_fillers(situation, deck.suspects), _fillers(situation, deck.weapons)))
    every = [Suggestion(*pair, room) for room in deck.rooms for pair in pairs]
    return every + [suggestion for suggestion in proving if suggestion not in every]


def _worth_asking(
    situation: Situation,
    told: Mapping[Suggestion, SuggestionValue],
    cost: Mapping[Suggestion, int],
    count: int,
) -> dict[Suggestion, Category]:
    """Return the best suggestions of each room with the category that is expected to be shown.

    Best are the suspect and weapon that are most probably in the case file if the room is; ties
    go to the cheaper suggestion. Suggestions for which no rival can be shown are left out.
    """
    expected = {asked: _expected(asked, told[asked], situation.rivals) for asked in told}
    chances = chances_of_suggestions(situation.belief)
    worth: dict[Suggestion, Category] = {}
    for room in situation.belief.deck.rooms:
        here = [(asked, kind) for asked, kind in expected.items() if asked.room == room and kind]
        here.sort(key=lambda pair: (-chances[pair[0]], cost[pair[0]]))
        worth |= dict(here[:count])
    return worth


def _time(per_guess: Sequence[float], guesses: Sequence[float]) -> float:
    """Return the time for this many guesses in each category."""
    return sum(time * count for time, count in zip(per_guess, guesses, strict=True))


def _expected(asked: Suggestion, tells: SuggestionValue, rivals: Sequence[Card]) -> Category | None:
    """Return the category of the rival that will most probably be shown, if one can be."""
    chances = zip(tells.shown, asked, Category, strict=True)
    possible = [(chance, category) for chance, card, category in chances if card in rivals]
    chance, category = max(possible, key=lambda pair: pair[0], default=(0.0, None))
    return category if chance > 0 else None


def _fillers(situation: Situation, category: Sequence[Card]) -> list[Card]:
    """Return the cards of a category to suggest.

    These are the unlocated ones, and one that nobody else can show, if there is one: with it,
    the answer is about the other cards of the suggestion.
    """
    belief = situation.belief
    silent = [card for card in category if belief.holder(card) in (belief.me, belief.case)]
    return [card for card in belief.unlocated() if card in category] + silent[:1]


def _proving(situation: Situation) -> list[Suggestion]:
    """Return the suggestions that nobody can answer if the assumption is right."""
    belief, (suspect, weapon, assumed) = situation.belief, situation.assumption
    rooms = [assumed]
    if belief.holder(assumed) == belief.case:
        rooms += [room for room in belief.deck.rooms if room in belief.seat.hand]
    return [Suggestion(suspect, weapon, room) for room in rooms]


class PricedModel(Model):
    """Makes problems of proving the assumption, for ``pddl/priced/domain.pddl``."""

    folder = "priced"

    def __init__(self, board: Board | None, rules: Rules, costs: Costs | None = None) -> None:
        """Price suggestions by ``costs``."""
        super().__init__(board, rules)
        self.costs = costs or Costs()
        self.ways_before_the_dice = self.costs.ways

    def prices(
        self, situation: Situation, ways: Mapping[Card, Mapping[Card, float]] | None = None
    ) -> Prices:
        """Return the suggestions of a situation with their costs.

        ``ways`` has the cost of the way from room to room, if that is another than the model's.
        """
        costs, per_guess = self.costs, self.time_of_guesses(self.costs)
        proving = _proving(situation)
        every = _every_suggestion(situation, proving)
        drawn = SuggestionValues(situation.belief, costs.drawn, situation.seed)
        told = dict(zip(every, drawn.tell(every, ways or self.ways), strict=True))

        left_now = _time(per_guess, drawn.guesses)
        saving = {
            asked: _time(per_guess, tells.guesses) - tells.onward for asked, tells in told.items()
        }
        best = max(saving.values())
        cost = {asked: round(best - saved) for asked, saved in saving.items()}

        left_after_best = max(0.0, left_now - best)
        wrong = 1 - situation.belief.chance(situation.assumption)
        visits = max(1, min(costs.visits, len(situation.rivals)))
        return Prices(
            every=cost,
            worth=_worth_asking(situation, told, cost, costs.suggestions),
            proving={asked: cost[asked] + round(wrong * left_after_best) for asked in proving},
            told=told,
            doubt=round(max(0.0, left_now - visits * best)),
            visits=visits,
        )

    def pose(self, situation: Situation) -> PosedProblem:
        """Return the problem of proving the assumption from this situation."""
        deck, prices = situation.belief.deck, self.prices(situation)
        visits = tuple(f"visit-{number}" for number in range(1, prices.visits + 1))
        problem = self.write(
            "clue-priced",
            situation,
            {"visit": visits},
            facts=(
                {("RIVAL", card) for card in situation.rivals},
                check_order(situation.rivals, situation.assumption.suspect),
                _cards_to_ask_about(situation.belief),
                {("NEXT-VISIT", a, b) for a, b in pairwise(visits)},
                {("HORIZON", visits[-1]), ("visit-to-come", visits[0])},
                {("OPEN-QUESTION", *asked) for asked in prices.every},
                {(f"{shown.upper()}-EXPECTED", *asked) for asked, shown in prices.worth.items()},
                {("CONCLUSIVE", *asked) for asked in prices.proving},
            ),
            values=(
                {
                    ("travel-cost", start, room): round(TURN * self.walking(start, room))
                    for start, room in product(deck.rooms, repeat=2)
                },
                {("doubt-cost",): prices.doubt},
                {("question-cost", *asked): cost for asked, cost in prices.every.items()},
                {("proof-cost", *asked): cost for asked, cost in prices.proving.items()},
            ),
        )
        costs = suggestion_atoms(deck, "question-cost", "proof-cost") - problem.values.keys()
        comments: dict[Atom, str] = {
            ("question-cost", *asked): f"saves {sum(prices.told[asked].guesses):.2f}"
            for asked in prices.worth
        }
        return PosedProblem(replace(problem, unused=problem.unused | costs, comments=comments))


def _cards_to_ask_about(belief: Belief) -> set[Atom]:
    """Return the cards that can still be suggested."""
    atoms: set[Atom] = set()
    for card in belief.deck.cards:
        holder = belief.holder(card)
        silent = holder in (belief.me, belief.case)
        if silent or holder is None:
            atoms.add(("askable", card))
        if silent and card in belief.deck.rooms:
            atoms.add(("SILENT", card))
    return atoms
