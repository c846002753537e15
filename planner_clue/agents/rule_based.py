"""``rules``: the rule-based assistant (Wensel), playing for itself instead of advising."""

from collections.abc import Iterable, Sequence

from planner_clue.agents.greedy import GreedyAgent, nearest_first
from planner_clue.agents.note_sheet import NoteSheet
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion


class RulesAgent(GreedyAgent):
    """Keeps a note sheet, and suggests the unknown cards of the highest score.

    A suggestion has exactly two unknown cards where possible; the third is one that nobody
    else can show: a card of the case file, or its own. It goes to useful rooms it has not
    visited, the nearest first, and shows suspects before weapons before rooms.

    The source does not say which rooms are useful, nor what happens once all are visited.
    Here they are the unknown ones; when none is left, those that nobody else can show; and
    those not visited come before the others. It accuses once the sheet has the case file.
    """

    belief: NoteSheet

    def new_belief(self) -> NoteSheet:
        """Take a fresh sheet."""
        self._visited: set[Card] = set()
        return NoteSheet(self.seat)

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the useful rooms: not visited before visited, nearest first."""
        rooms = self.seat.rooms
        unknown = [room for room in rooms if self.belief.is_unknown(room)]
        useful = unknown or self._nobody_shows(rooms)
        near = nearest_first(useful, here, self.turns)
        return sorted(near, key=self._visited.__contains__)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest two unknown cards of the highest score, the room counted."""
        self._visited.add(room)
        suspects, weapons = map(self._unknown, (self.seat.suspects, self.seat.weapons))
        suspect, weapon = suspects[0], weapons[0]
        if self.belief.is_unknown(room) and all(map(self.belief.is_unknown, (suspect, weapon))):
            spare_suspect = self._nobody_shows(self.seat.suspects)
            spare_weapon = self._nobody_shows(self.seat.weapons)
            if spare_weapon and (not spare_suspect or self._score(suspect) >= self._score(weapon)):
                weapon = spare_weapon[0]
            elif spare_suspect:
                suspect = spare_suspect[0]
        return Suggestion(suspect, weapon, room)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show a suspect before a weapon before a room."""
        return min(cards, key=self.seat.deck.position)

    def accuse(self) -> Accusation | None:
        """Accuse once the sheet has the case file."""
        return self.belief.case_file()

    def _unknown(self, cards: Iterable[Card]) -> list[Card]:
        """Return the unknown cards by score; without any, those that nobody else can show."""
        by_score = sorted(cards, key=lambda card: (-self._score(card), self.order[card]))
        unknown = [card for card in by_score if self.belief.is_unknown(card)]
        return unknown or self._nobody_shows(by_score) or by_score

    def _nobody_shows(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards that no other seat can have: of the case file, then its own."""
        cards = list(cards)
        own = self.belief.hands[self.seat.index]
        in_case = [card for card in cards if card in self.belief.case]
        return in_case + [card for card in cards if card in own]

    def _score(self, card: Card) -> int:
        return self.belief.score(card)
