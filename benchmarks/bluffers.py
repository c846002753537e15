"""Opponents that ask about cards they hold: what is evidence from asking worth against them?

As agents of ``planner-clue match``, such as ``benchmarks/bluffers.py:Bluffer``. They are ``exact``
but for the suspects and weapons they ask about.
"""

from planner_clue.agents.exact import ExactAgent
from planner_clue.cards import Card, Suggestion


class Bluffer(ExactAgent):
    """Puts one suspect or weapon of its own into every question, if it has one."""

    def suggest(self, room: Card) -> Suggestion:
        """Ask as ``exact`` does, with one own suspect or weapon instead."""
        asked, deck = super().suggest(room), self._seat.deck
        own = [card for card in self._seat.hand if card not in deck.rooms]
        if not own:
            return asked
        card = self._rng.choice(own)
        return asked._replace(**{"suspect" if card in deck.suspects else "weapon": card})


class RareBluffer(Bluffer):
    """Does so in a third of its questions."""

    def suggest(self, room: Card) -> Suggestion:
        """Leave it to chance whether to bluff."""
        bluffs = self._rng.random() < 1 / 3
        return super().suggest(room) if bluffs else ExactAgent.suggest(self, room)


class UniformAsker(ExactAgent):
    """Asks about any suspect and any weapon."""

    def suggest(self, room: Card) -> Suggestion:
        """Draw both, those of its own hand too."""
        deck = self._seat.deck
        return Suggestion(self._rng.choice(deck.suspects), self._rng.choice(deck.weapons), room)
