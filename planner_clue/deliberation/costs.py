"""What questions cost in a plan: the turns that they are expected to leave open.

All in hundredths of a turn, so that the cost of a plan estimates how long the proof takes. The
time that is left is estimated from the guesses that are missing in each category
(:mod:`planner_clue.belief.questions`): a guess at suspect or weapon takes a share of a turn, for it
can be made in any room; a guess at the room takes a journey. A question saves the time for the
guesses that its answer spares, less the way on to the next room that is worth asking in. So

- ``question-cost`` is how much less a question saves than the best one;
- ``proof-cost`` is the same for a question that nobody can answer if the assumption is right,
  and with the chance that it is wrong, the time that is left after it;
- ``doubt-cost`` is the time that is left beyond the horizon.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean

from planner_clue.belief import Belief
from planner_clue.belief.questions import Questions, QuestionValue
from planner_clue.cards import Card, Category, Suggestion
from planner_clue.deliberation.situation import Situation

_DIGITS = 9
"""Sums of probabilities that agree to so many decimals are taken for equal."""
_NEAREST = 3
"""How many rooms are near a room."""


@dataclass(frozen=True)
class Costs:
    """The weights of the model."""

    guess: float = 0.6
    """What a guess at suspect or weapon takes, in turns."""
    room_guess: float = 1.0
    """What a guess at the room takes, in journeys from a room to a near one."""
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
    told: Mapping[Suggestion, QuestionValue]
    """What each question is expected to tell."""
    doubt: int
    """What is left to find out beyond the horizon."""
    visits: int
    """How many rooms the plan looks ahead."""


def price(
    situation: Situation, costs: Costs, turn: int, ways: Mapping[Card, Mapping[Card, float]]
) -> Prices:
    """Return the questions of a situation with their costs.

    ``turn`` is what a turn costs, ``ways`` what it costs to get from room to room.
    """
    proving = _proving(situation)
    every = _every_question(situation, proving)
    drawn = Questions(situation.belief, costs.deals, situation.seed)
    told = dict(zip(every, drawn.tell(every, ways), strict=True))

    per_guess = (costs.guess * turn, costs.guess * turn, costs.room_guess * _journey(ways))
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
        worth=_worth_asking(situation, told, cost, costs.questions),
        proving={asked: cost[asked] + round(wrong * left_after_best) for asked in proving},
        told=told,
        doubt=round(max(0.0, left_now - visits * best)),
        visits=visits,
    )


def _every_question(situation: Situation, proving: Sequence[Suggestion]) -> list[Suggestion]:
    """Return all questions about cards that are not located in another hand."""
    deck = situation.belief.deck
    pairs = list(product(_fillers(situation, deck.suspects), _fillers(situation, deck.weapons)))
    every = [Suggestion(*pair, room) for room in deck.rooms for pair in pairs]
    return every + [question for question in proving if question not in every]


def _worth_asking(
    situation: Situation,
    told: Mapping[Suggestion, QuestionValue],
    cost: Mapping[Suggestion, int],
    count: int,
) -> dict[Suggestion, Category]:
    """Return the best questions of each room with the category that is expected to be shown.

    The best is about the suspect and the weapon that are most probably in the case file, given
    that the room is; of equals, and after that, the one that costs least. Left out are questions
    without a rival that may be shown.
    """
    expected = {asked: _expected(asked, told[asked], situation.rivals) for asked in told}
    chances = _chances(situation.belief)
    worth: dict[Suggestion, Category] = {}
    for room in situation.belief.deck.rooms:
        here = [(asked, kind) for asked, kind in expected.items() if asked.room == room and kind]
        here.sort(key=lambda pair: (-chances[pair[0]], cost[pair[0]]))
        worth |= dict(here[:count])
    return worth


def _chances(belief: Belief) -> defaultdict[Suggestion, float]:
    """Return how probable suspect and weapon of a question are, given that the room is right.

    Rooms that cannot be right tell nothing about suspect and weapon.
    """
    chances: defaultdict[Suggestion, float] = defaultdict(float)
    impossible = set(belief.deck.rooms).difference(belief.candidates()[-1])
    for (suspect, weapon, right), chance in belief.case_files().items():
        for room in (right, *impossible):
            chances[Suggestion(suspect, weapon, room)] += chance
    for asked, chance in chances.items():
        chances[asked] = round(chance, _DIGITS)
    return chances


def _journey(ways: Mapping[Card, Mapping[Card, float]]) -> float:
    """Return what it costs on average to get from a room to one of the nearest others."""
    near = [
        sorted(cost for room, cost in out.items() if room != start)[:_NEAREST]
        for start, out in ways.items()
    ]
    costs = [cost for nearest in near for cost in nearest]
    return fmean(costs) if costs else 0.0


def _time(per_guess: Sequence[float], guesses: Sequence[float]) -> float:
    """Return the time that so many guesses in each category take."""
    return sum(time * count for time, count in zip(per_guess, guesses, strict=True))


def _expected(asked: Suggestion, tells: QuestionValue, rivals: Sequence[Card]) -> Category | None:
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
