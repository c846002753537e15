"""Opponents as good as the planner: they learn from suggestions, plan or isolate, and gamble.

As agents of ``planner-clue match``, such as ``benchmarks/rivals.py:Isolator``. All have the
planner's belief and accuse what it would. The rows stand in ``benchmarks/strength.md``.
"""

from collections.abc import Sequence
from itertools import product

from planner_clue.agents.exact import ExactAgent
from planner_clue.belief import Belief
from planner_clue.belief.answer_tree import Histories
from planner_clue.belief.asking import ASKING
from planner_clue.belief.drawn_deals import draw_deals
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.planner.assumption import BASE_THRESHOLD, worth_accusing
from planner_clue.planner.clue_planner import belief_of
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.planner_agent import PlannerAgent

RIVALS = ("Isolator", "HalfIsolator", "OwnCards")
"""The kinds of this module."""

_DEALS = 300
_PER_GUESS = (1.0, 1.0, 1.0)
_SURVIVAL = 7.0
"""The time of a guess per category, all alike: only the order of suggestions matters."""


class Isolator(ExactAgent):
    """Asks about one card alone: the other two are known to it, its own ones if it can.

    If the room is open, about the room; otherwise about the most probable suspect or weapon.
    """

    def begin(self, seat: Seat) -> None:
        """Sit down with the planner's belief."""
        super().begin(seat)
        self._belief = Belief(seat, asking=ASKING)
        self._model = FollowUpModel(seat.read_board(), seat.read_rules())

    def suggest(self, room: Card) -> Suggestion:
        """Fill in known cards in all categories but one."""
        asked = super().suggest(room)
        suspects, weapons, rooms = self._belief.candidates()
        suspect = self._known(self.seat.suspects) or asked.suspect
        weapon = self._known(self.seat.weapons) or asked.weapon
        if room in rooms and len(rooms) > 1:
            return Suggestion(suspect, weapon, room)
        if len(suspects) > 1 and (len(weapons) == 1 or self._rng.random() < 1 / 2):
            return Suggestion(asked.suspect, weapon, room)
        return Suggestion(suspect, asked.weapon, room)

    def _known(self, category: Sequence[Card]) -> Card | None:
        """Return an own card of the category, else one that nobody else can show, else None."""
        mine = self.seat.index, self.seat.players
        for holder in mine:
            if held := [card for card in category if self._belief.holder(card) == holder]:
                return self._rng.choice(held)
        return None

    def accuse(self) -> Accusation | None:
        """Accuse what the planner would accuse."""
        opponents = self._belief.transcript.opponents
        found = worth_accusing(self._belief, opponents)
        if found is None or (found.probability < 1 and self._model.suggests_first(self._belief)):
            return None
        return Accusation(*found.case_file)


class HalfIsolator(Isolator):
    """Does so every other time; else it names the most probable suspect and weapon."""

    _made = 0

    def suggest(self, room: Card) -> Suggestion:
        """Take turns."""
        self._made += 1
        return super().suggest(room) if self._made % 2 else ExactAgent.suggest(self, room)


class OwnCards(PlannerAgent):
    """The planner; in the room where it suggests it names what leaves the least to guess.

    That may be cards of its own.
    """

    def suggest(self, room: Card) -> Suggestion | None:
        """Choose among all suspects and weapons."""
        planned = super().suggest(room)
        if planned is None:
            return None
        pairs = product(self.seat.deck.suspects, self.seat.deck.weapons)
        asked = [Suggestion(*pair, room) for pair in pairs]
        belief = belief_of(self.mind)
        drawn = draw_deals(belief, _DEALS, self.seat.seed + self.mind.turn)
        left, _ = Histories.root(drawn).time_left([asked], _PER_GUESS, _SURVIVAL, BASE_THRESHOLD)
        return asked[int(left[0].argmin())]
