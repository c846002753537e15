"""Costs of suggestions in a plan of the model ``priced``.

Costs are hundredths of a turn, so that the cost of a plan estimates how long the proof takes. The
remaining time is estimated from the guesses still needed in each category
(:mod:`planner_clue.belief.suggestion_values`). A guess at the suspect or weapon takes part of a
turn, because it can be made in any room; a guess at the room takes a journey. The answer to a
suggestion makes some guesses unnecessary. A suggestion saves their time, minus the way from its
room to the next room worth asking in. So

- ``question-cost`` is how much less a suggestion saves than the best one;
- ``proof-cost`` is the same for a suggestion that nobody can disprove if the assumption is right,
  plus the time remaining after it, times the probability that the assumption is wrong;
- ``doubt-cost`` is the time remaining beyond the horizon, the last visit of a plan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from planner_clue.belief.suggestion_values import SuggestionValue, SuggestionValues
from planner_clue.cards import Card, Category, Suggestion
from planner_clue.deliberation.likely import chances_of_questions
from planner_clue.deliberation.situation import Situation


@dataclass(frozen=True)
class Costs:
    """The weights and limits of the model."""

    guess: float = 0.6
    """Time of a guess at the suspect or weapon, in turns."""
    room_guess: float = 1.0
    """Time of a guess at the room, in journeys from a room to a near one."""
    visits: int = 1
    """The largest number of rooms a plan visits."""
    questions: int = 1
    """The number of questions a plan may choose from in each room."""
    ways: int = 2
    """The number of most promising rooms to plan for before the dice are rolled."""
    deals: int = 1000
    """The number of deals drawn from the belief to value questions."""


FAR_SIGHTED = Costs(visits=3, questions=5)
"""For example problems: three visits ahead, and more questions to choose from.

In games it is better to look one visit ahead and plan again, because the value of later
questions is too uncertain.
"""


@dataclass(frozen=True)
class Prices:
    """The questions a plan may be made of, with their costs."""

    every: Mapping[Suggestion, int]
    """All questions about cards not known to be in another hand."""
    worth: Mapping[Suggestion, Category]
    """The best questions of each room, with the category of the card expected to be shown."""
    proving: Mapping[Suggestion, int]
    """The questions that nobody can answer if the assumption is right."""
    told: Mapping[Suggestion, SuggestionValue]
    """What each question is expected to tell."""
    doubt: int
    """The time remaining beyond the horizon."""
    visits: int
    """The number of rooms the plan may visit."""


def price(
    situation: Situation,
    costs: Costs,
    per_guess: tuple[float, float, float],
    ways: Mapping[Card, Mapping[Card, float]],
) -> Prices:
    """Return the questions of a situation with their costs.

    ``per_guess`` is the time of a guess in each category, ``ways`` the cost of the way from room to
    room.
    """
    proving = _proving(situation)
    every = _every_question(situation, proving)
    drawn = SuggestionValues(situation.belief, costs.deals, situation.seed)
    told = dict(zip(every, drawn.tell(every, ways), strict=True))

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
    """Return all questions about cards not known to be in another hand."""
    deck = situation.belief.deck
    pairs = list(product(_fillers(situation, deck.suspects), _fillers(situation, deck.weapons)))
    every = [Suggestion(*pair, room) for room in deck.rooms for pair in pairs]
    return every + [question for question in proving if question not in every]


def _worth_asking(
    situation: Situation,
    told: Mapping[Suggestion, SuggestionValue],
    cost: Mapping[Suggestion, int],
    count: int,
) -> dict[Suggestion, Category]:
    """Return the best questions of each room with the category that is expected to be shown.

    Best are the suspect and weapon that are most probably in the case file if the room is; ties
    go to the cheaper question. Suggestions for which no rival can be shown are left out.
    """
    expected = {asked: _expected(asked, told[asked], situation.rivals) for asked in told}
    chances = chances_of_questions(situation.belief)
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
    """Return the cards of a category to ask about.

    These are the unlocated ones, and one that nobody else can show, if there is one: with it,
    the answer is about the other cards of the question.
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
