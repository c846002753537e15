"""What questions cost in a plan: what they are expected to leave open.

All in hundredths of a turn, so that the cost of a plan estimates how long the proof takes. What a
question is expected to tell (:mod:`planner_clue.belief.questions`) is compared with the best
question there is, by how much more probable it makes the best case file. Asking a question that
tells nothing loses the time until another can be asked (:attr:`Costs.question`); the best one
loses nothing. So

- ``question-cost`` is that time, in proportion to what a question tells less than the best;
- ``proof-cost`` is the same for a question that nobody can answer if the assumption is right,
  and with the chance that it is wrong, the time for the questions that are then left;
- ``doubt-cost`` is the time for the questions that are left beyond the horizon.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

from planner_clue.belief.questions import Questions, Telling
from planner_clue.cards import Card, Category, Suggestion
from planner_clue.planning.situation import Situation

_LEAST = 0.5
"""Bits that a question tells at least, for the number of visits that a plan looks ahead."""


@dataclass(frozen=True)
class Costs:
    """The weights of the model."""

    question: float = 1.0
    """The time until another question can be asked, in journeys to a near room."""
    gain: float = 1.0
    """The share of the gain, beside that of the bits, in what a question is worth."""
    visits: int = 3
    """How many rooms a plan looks ahead at most."""
    questions: int = 5
    """How many questions the planner may choose from in each room."""
    ways: int = 3
    """To how many rooms, the most promising, plans are made before the dice fall."""
    deals: int = 1000
    """How many deals are drawn from the belief to value questions."""


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


def price(situation: Situation, costs: Costs, journey: int) -> Prices:
    """Return the questions of a situation with their costs.

    ``journey`` is what it costs to get to a near room.
    """
    lost = costs.question * journey
    deck, rivals = situation.belief.deck, situation.rivals
    drawn = Questions(situation.belief, costs.deals, situation.seed)
    proving = _proving(situation)
    pairs = list(product(_fillers(situation, deck.suspects), _fillers(situation, deck.weapons)))
    every = [Suggestion(*pair, room) for room in deck.rooms for pair in pairs]
    every += [question for question in proving if question not in every]
    told = dict(zip(every, drawn.tell(every), strict=True))
    value = _values(told, costs.gain)
    cost = {asked: round(lost * (1 - worth)) for asked, worth in value.items()}
    wrong = 1 - situation.belief.chance(situation.assumption)
    needed = drawn.entropy / max(_LEAST, *(tells.bits for tells in told.values()))
    visits = min(costs.visits, len(rivals), max(1, ceil(needed)))
    after_one = lost * max(0.0, needed - 1)
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
        round(lost * max(0.0, needed - visits)),
        visits,
    )


def _values(told: Mapping[Suggestion, Telling], gain: float) -> dict[Suggestion, float]:
    """Return what each question is worth, the best one being worth 1."""
    most_bits = max(tells.bits for tells in told.values()) or 1.0
    most_gain = max(tells.gain for tells in told.values()) or 1.0
    value = {
        asked: (1 - gain) * tells.bits / most_bits + gain * tells.gain / most_gain
        for asked, tells in told.items()
    }
    best = max(value.values()) or 1.0
    return {asked: max(0.0, worth) / best for asked, worth in value.items()}


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
