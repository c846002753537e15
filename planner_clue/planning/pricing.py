"""What questions cost in a plan: the turns that they are expected to leave open.

All in hundredths of a turn, so that the cost of a plan estimates how long the proof takes. The
time that is left is estimated from the guesses that are missing in each category
(:mod:`planner_clue.belief.questions`): a guess at suspect or weapon takes a share of a turn, for it
can be made in any room; a guess at the room takes a journey. A question saves the time for the
guesses that its answer spares. So

- ``question-cost`` is what a question saves less than the best one;
- ``proof-cost`` is the same for a question that nobody can answer if the assumption is right,
  and with the chance that it is wrong, the time that is left after it;
- ``doubt-cost`` is the time that is left beyond the horizon.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

from planner_clue.belief.questions import Questions, Telling
from planner_clue.cards import Card, Category, Suggestion
from planner_clue.planning.situation import Situation


@dataclass(frozen=True)
class Costs:
    """The weights of the model."""

    guess: float = 0.6
    """What a guess at suspect or weapon takes, in turns; one at the room takes a journey."""
    visits: int = 1
    """How many rooms a plan looks ahead at most."""
    questions: int = 1
    """How many questions the planner may choose from in each room."""
    ways: int = 2
    """To how many rooms, the most promising, plans are made before the dice fall."""
    deals: int = 1000
    """How many deals are drawn from the belief to value questions."""


FAR_SIGHTED = Costs(visits=3, questions=5)
"""For problems to read and to compare planners on: three visits ahead, and more to choose from.

In games it is better to look one visit ahead and plan again: what questions tell after another
has been answered is too uncertain.
"""


@dataclass(frozen=True)
class Prices:
    """The questions a plan may be made of, with their costs."""

    every: Mapping[Suggestion, int]
    """All about cards that are not located in another hand."""
    worth: Mapping[Suggestion, Category]
    """The best of each room, with the category of the card that is expected to be shown."""
    proving: Mapping[Suggestion, int]
    """Those that nobody can answer if the assumption is right."""
    told: Mapping[Suggestion, Telling]
    doubt: int
    visits: int
    """How many rooms the plan looks ahead."""


def price(situation: Situation, costs: Costs, turn: int, journey: int) -> Prices:
    """Return the questions of a situation with their costs.

    ``turn`` is what a turn costs, and ``journey`` what it costs to get to a near room.
    """
    deck, rivals = situation.belief.deck, situation.rivals
    drawn = Questions(situation.belief, costs.deals, situation.seed)
    proving = _proving(situation)
    pairs = list(product(_fillers(situation, deck.suspects), _fillers(situation, deck.weapons)))
    every = [Suggestion(*pair, room) for room in deck.rooms for pair in pairs]
    every += [question for question in proving if question not in every]
    told = dict(zip(every, drawn.tell(every), strict=True))
    weights = (costs.guess * turn, costs.guess * turn, journey)
    saved = {asked: _worth(weights, tells.guesses) for asked, tells in told.items()}
    most = max(saved.values()) or 1.0
    cost = {asked: round(journey * (1 - worth / most)) for asked, worth in saved.items()}
    needed = _worth(weights, drawn.guesses) / most
    wrong = 1 - situation.belief.chance(situation.assumption)
    visits = min(costs.visits, len(rivals), max(1, ceil(needed)))
    after_one = journey * max(0.0, needed - 1)
    expected = {asked: _expected(asked, told[asked], rivals) for asked in every}
    worth: dict[Suggestion, Category] = {}
    for room in deck.rooms:
        here = [asked for asked in every if asked.room == room and expected[asked]]
        for asked in sorted(here, key=cost.__getitem__)[: costs.questions]:
            worth[asked] = expected[asked] or Category.ROOM
    return Prices(
        cost,
        worth,
        {asked: cost[asked] + round(wrong * after_one) for asked in proving},
        told,
        round(journey * max(0.0, needed - visits)),
        visits,
    )


def _worth(weights: Sequence[float], guesses: Sequence[float]) -> float:
    """Return the time that guesses in each category take."""
    return sum(weight * count for weight, count in zip(weights, guesses, strict=True))


def _expected(asked: Suggestion, tells: Telling, rivals: Sequence[Card]) -> Category | None:
    """Return the category of the rival that will most probably be shown, if one can be."""
    chances = zip(tells.shown, asked, Category, strict=True)
    possible = [(chance, category) for chance, card, category in chances if card in rivals]
    chance, category = max(possible, key=lambda pair: pair[0], default=(0.0, None))
    return category if chance > 0 else None


def _fillers(situation: Situation, category: Sequence[Card]) -> list[Card]:
    """Return the cards of a category that are asked about.

    Those that are unlocated, and one that nobody else can show, if there is one: it leaves
    the answer to the other cards of a question.
    """
    belief = situation.belief
    silent = [card for card in category if belief.holder(card) in (belief.me, belief.case)]
    return [card for card in belief.unlocated() if card in category] + silent[:1]


def _proving(situation: Situation) -> list[Suggestion]:
    """Return the questions that nobody can answer if the assumption is right."""
    belief, (suspect, weapon, assumed) = situation.belief, situation.assumption
    rooms = [assumed]
    if belief.holder(assumed) == belief.case:
        rooms += [room for room in belief.deck.rooms if room in situation.hand]
    return [Suggestion(suspect, weapon, room) for room in rooms]
