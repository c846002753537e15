"""How players choose what to ask about: honestly, with a bluff, or without a thought.

An honest player asks about suspects and weapons whose place it does not know, so hardly ever
about its own or those that it was shown. With an aim, it asks about a suspect or weapon again
until it is found; without one, it asks about others. A player that bluffs puts a suspect or
weapon of its own into its questions, always or now and then. And some ask about any cards.

Nobody knows in advance who sits at the table, so each of these *styles* is given a prior
probability, and a hand is weighed by the average over them: the probability that a player with
this hand, of whom only the priors are known, asks what it asked. That is Bayes' rule for the hand
and the style together. Nothing is decided too early: questions that fit a style and some hands
well speak for both, and what becomes certain later speaks for one of them.

The room of a question is left out here: all players ask where they are.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.counting import Integers
from planner_clue.belief.numbering import Numbering
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import Seat

Floats: TypeAlias = NDArray[np.float64]
Booleans: TypeAlias = NDArray[np.bool_]

_REPEATS = 0.4
"""How probably a player with an aim asks about the suspect of its last question again, whatever
else it would ask about; likewise the weapon."""
_NO_BLUFF = 1e-3
"""How much less probable it is that one that always bluffs asks about no own card."""


class Style(NamedTuple):
    """One way to choose the suspect and the weapon of a question."""

    name: str
    prior: float
    """How probable it is that a player asks so, before it asks anything."""
    bluffs: float | None
    """In which share of its questions it puts a suspect or weapon of its own; None if it asks
    about any cards."""
    repeats: float = _REPEATS
    """How probably it asks about the suspect of its last question again, whatever else it would ask
    about; likewise the weapon."""

    @property
    def honest(self) -> float:
        """The share of its questions that avoid its own cards."""
        return 0.0 if self.bluffs is None else 1 - self.bluffs


AIMLESS = Style("honest, without an aim", 0.2, 0.0, 0.0)
ANY_CARDS = Style("asks about any cards", 0.1, None)
STYLES = (
    Style("honest", 0.5, 0.0),
    AIMLESS,
    Style("bluffs now and then", 0.1, 1 / 3),
    Style("always bluffs", 0.1, 1.0),
    ANY_CARDS,
)

PRIORS: Floats = np.array([style.prior for style in STYLES])
"""The priors of the styles, shape (styles,)."""


class Heard(NamedTuple):
    """A question that was heard."""

    asked: Suggestion
    shown: frozenset[Card]
    """The cards of which the listener knows that the asker had been shown them before."""


class HandsOfAsker:
    """The hands that one seat may have, to be weighed by its questions."""

    def __init__(
        self, seat: Seat, sets: Integers, numbering: Numbering, known: Collection[Card]
    ) -> None:
        """Take the hands as sets of numbered cards; ``known`` are further cards in each."""
        self._sets, self._numbering, self._known = sets, numbering, known
        self._categories = (seat.suspects, seat.weapons)
        self._own = [self._held_of(category) for category in self._categories]

    @property
    def count(self) -> int:
        """The number of hands."""
        return len(self._sets)

    def _held_of(self, category: Sequence[Card]) -> Floats:
        """Return how many cards of a category each hand has, shape (hands,)."""
        known = float(sum(card in self._known for card in category))
        held: Floats = np.bitwise_count(self._sets & self._numbering.set_of(category)) + known
        return held

    def has(self, card: Card) -> Booleans:
        """Return whether each hand has a card, shape (hands,)."""
        if card in self._known:
            return np.ones(self.count, np.bool_)
        held: Booleans = self._sets & self._numbering.set_of([card]) != 0
        return held

    def chances(self, questions: Sequence[Heard], odds: int) -> Floats:
        """Return how probable each style and these questions are together, with each hand.

        Probabilities in proportion, shape (styles, hands), the largest of them 1 once something
        was asked. An honest player asks about a card whose place it knows, because it holds it or
        was shown it, so many times less readily.
        """
        chances: Floats = np.repeat(PRIORS[:, np.newaxis], self.count, axis=1)
        last: Suggestion | None = None
        for heard in questions:
            for style, chance in enumerate(self._of_question(heard, last, odds)):
                chances[style] *= chance
            chances /= chances.max(initial=0) or 1.0  # else they get too small in long games
            last = heard.asked
        return chances

    def _of_question(
        self, heard: Heard, last: Suggestion | None, odds: int
    ) -> Iterator[Floats | float]:
        """Yield for each style how probable one question is after the last one, shape (hands,)."""
        asked, ratio = heard.asked, 1 / odds
        fresh: list[Floats] = []
        again: list[Floats | float] = []
        own: list[Booleans] = []
        anything = 1.0
        for place, (category, count) in enumerate(zip(self._categories, self._own, strict=True)):
            has = self.has(asked[place])
            likes = np.where(has | (asked[place] in heard.shown), ratio, 1.0)
            places_known = count + len(heard.shown.intersection(category))
            fresh.append(likes / (len(category) - places_known * (1 - ratio)))
            again.append(likes if last is not None and asked[place] == last[place] else 0.0)
            own.append(has)
            anything /= len(category)
        own_cards = np.maximum(self._own[0] + self._own[1], 1)
        for style in STYLES:
            if style.bluffs is None:
                yield anything
                continue
            repeats = 0.0 if last is None else style.repeats
            suspect, weapon = (
                repeats * same + (1 - repeats) * new for same, new in zip(again, fresh, strict=True)
            )
            honest = suspect * weapon
            bluff = (own[0] * weapon + own[1] * suspect) / own_cards
            bluff = np.maximum(bluff, _NO_BLUFF * honest)
            yield (1 - style.bluffs) * honest + style.bluffs * bluff
