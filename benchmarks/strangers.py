"""Opponents that were written after the constants of the belief were fixed, to judge them.

As agents of ``planner-clue match``, such as ``benchmarks/strangers.py:SheetOrder``. All have the
belief of ``exact``, accuse and show cards as it does.
"""

from collections.abc import Sequence

from planner_clue.agents.exact import ExactAgent
from planner_clue.game.board import Place
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import MoveOptions

STRANGERS = ("SheetOrder", "OwnPairFirst", "Sweeper", "OwnAndShown", "LateBluffer", "RoomCycler")
"""The kinds of this module."""


class SheetOrder(ExactAgent):
    """Names the first open suspect and weapon of the note sheet."""

    def suggest(self, room: Card) -> Suggestion:
        """Take the first ones in deck order."""
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(suspects[0], weapons[0], room)


class OwnPairFirst(ExactAgent):
    """Names an own suspect and an own weapon in its first two suggestions, then none."""

    _made = 0

    def suggest(self, room: Card) -> Suggestion:
        """Mislead twice."""
        asked, hand = super().suggest(room), self.seat.hand
        self._made += 1
        if self._made > 2:
            return asked
        suspects = [card for card in self.seat.suspects if card in hand] or [asked.suspect]
        weapons = [card for card in self.seat.weapons if card in hand] or [asked.weapon]
        return Suggestion(self._rng.choice(suspects), self._rng.choice(weapons), room)


class Sweeper(ExactAgent):
    """Keeps the suspect until it is located, and goes through the weapons; then other suspects."""

    _suspect: Card | None = None

    def suggest(self, room: Card) -> Suggestion:
        """Change the weapon only."""
        suspects, weapons, _ = self._belief.candidates()
        if self._suspect not in suspects:
            self._suspect = self._rng.choice(suspects)
        return Suggestion(self._suspect, self._rng.choice(weapons), room)


class OwnAndShown(ExactAgent):
    """Fills up with a card that it holds or was shown, the first one on its sheet."""

    def suggest(self, room: Card) -> Suggestion:
        """Ask for weapons while the suspect is open, with a suspect that it knows."""
        asked = super().suggest(room)
        suspects, weapons, _ = self._belief.candidates()
        if len(weapons) > 1:
            return asked._replace(suspect=self._known(self.seat.suspects, asked.suspect))
        if len(suspects) > 1:
            return asked._replace(weapon=self._known(self.seat.weapons, asked.weapon))
        return asked

    def _known(self, category: Sequence[Card], otherwise: Card) -> Card:
        nobody = None, self.seat.players
        known = [card for card in category if self._belief.holder(card) not in nobody]
        return known[0] if known else otherwise


class LateBluffer(ExactAgent):
    """Suggests honestly three times, then with an own suspect or weapon each time."""

    _made = 0

    def suggest(self, room: Card) -> Suggestion:
        """Begin to bluff when others may have taken it for honest."""
        asked, deck = super().suggest(room), self.seat.deck
        self._made += 1
        own = [card for card in self.seat.hand if card not in deck.rooms]
        if self._made <= 3 or not own:
            return asked
        card = self._rng.choice(own)
        return asked._replace(**{"suspect" if card in deck.suspects else "weapon": card})


class RoomCycler(ExactAgent):
    """Enters the rooms in the order of the note sheet where several are in reach."""

    _next = 0

    def move(self, options: MoveOptions) -> Place:
        """Take the first room in reach after the latest one."""
        rooms = self.seat.rooms
        order = [*rooms[self._next :], *rooms[: self._next]]
        for room in order:
            if room in options.rooms:
                self._next = (rooms.index(room) + 1) % len(rooms)
                return room
        return super().move(options)
