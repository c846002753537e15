"""Opponents that play as people do: they repeat, forget, mislead, copy and accuse late.

As agents of ``planner-clue match``, such as ``benchmarks/people.py:Repeater``. All have the belief
of ``exact``, show cards as it does, and unless a kind says otherwise name the suspect and weapon,
and enter the room, that it would. ``benchmarks/askers.py`` has kinds that differ only in how they
choose; the rows stand in ``benchmarks/strength.md``.
"""

from planner_clue.agents.exact import ExactAgent
from planner_clue.belief.transcript import Transcript
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Event, Passed, Showed

PEOPLE = (
    "Repeater",
    "Reminder",
    "Feint",
    "OpenRoom",
    "StandsStill",
    "Forgetful",
    "LateAccuser",
    "NeverAccuser",
    "Copier",
)
"""The kinds of this module."""

_FEINTS = 5
"""The number of suggestions in which a feint is kept up."""


# -- what they name ----------------------------------------------------------------------------


class Repeater(ExactAgent):
    """Names the same suspect and weapon until it is shown another card than the last time."""

    def begin(self, seat: Seat) -> None:
        """Sit down without a pair."""
        super().begin(seat)
        self._pair: tuple[Card, Card] | None = None
        self._answers: list[Card | None] = []

    def observe(self, event: Event) -> None:
        """Note what it is shown."""
        super().observe(event)
        if isinstance(event, Showed) and event.to == self.seat.index:
            self._answers.append(event.card)
            if len(self._answers) > 1 and self._answers[-1] != self._answers[-2]:
                self._pair = None

    def suggest(self, room: Card) -> Suggestion:
        """Name the pair again, or a new one."""
        if self._pair is None:
            self._answers.clear()
            self._pair = super().suggest(room)[:2]
        return Suggestion(*self._pair, room)


class Reminder(ExactAgent):
    """Names one card that it was shown, so that others believe it does not know it."""

    def suggest(self, room: Card) -> Suggestion:
        """Suggest as ``exact`` does, with one card that is known to be in another hand."""
        asked, deck, belief = super().suggest(room), self.seat.deck, self._belief
        me, case = self.seat.index, self.seat.players
        known = [
            card
            for card in (*deck.suspects, *deck.weapons)
            if belief.holder(card) not in (None, me, case)
        ]
        if not known:
            return asked
        card = self._rng.choice(known)
        return asked._replace(**{"suspect" if card in deck.suspects else "weapon": card})


class Feint(ExactAgent):
    """Names the same own suspect or weapon in its first five suggestions, then none."""

    _made = 0

    def suggest(self, room: Card) -> Suggestion:
        """Put the first own card into the suggestion, while the feint is kept up."""
        asked, deck = super().suggest(room), self.seat.deck
        self._made += 1
        own = [card for card in self.seat.hand if card not in deck.rooms]
        if not own or self._made > _FEINTS:
            return asked
        return asked._replace(**{"suspect" if own[0] in deck.suspects else "weapon": own[0]})


class Copier(ExactAgent):
    """Names the suspect and weapon of anybody's latest suggestion, if they are open."""

    def suggest(self, room: Card) -> Suggestion:
        """Copy the pair unless it holds one of the cards."""
        transcript: Transcript = self._belief.transcript
        latest = next((one.asked for one in reversed(transcript.evidence) if one.asked), None)
        if latest is None or not set(latest[:2]).isdisjoint(self.seat.hand):
            return super().suggest(room)
        return Suggestion(latest.suspect, latest.weapon, room)


# -- where they ask ----------------------------------------------------------------------------


class OpenRoom(ExactAgent):
    """Suggests in the room of its latest suggestion as long as that room is open.

    It names unlocated suspects and weapons with the fewest possible holders.
    """

    _room: Card | None = None

    def suggest(self, room: Card) -> Suggestion:
        """Take the first of equals, in an order that is drawn each time."""
        self._room = room
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(self._least_known(suspects), self._least_known(weapons), room)

    def _least_known(self, cards: list[Card]) -> Card:
        drawn = self._rng.sample(cards, len(cards))
        return min(drawn, key=lambda card: len(self._belief.holders(card)))

    def _worth(self, room: Card) -> float:
        open_rooms = self._belief.candidates()[-1]
        again = room == self._room and room in open_rooms and len(open_rooms) > 1
        return 1.0 if again else super()._worth(room)


class StandsStill(ExactAgent):
    """Suggests where it stands whenever it may, regardless of its knowledge of the room."""

    _room: Card | None = None

    def start(self, options: TurnOptions) -> Opening:
        """Stay if that is allowed."""
        stays = Opening.STAY in options.openings
        return Opening.STAY if stays else super().start(options)

    def move(self, options: MoveOptions) -> Place:
        """Without a board, name the room of its latest suggestion again."""
        if options.here is None and self._room in options.rooms:
            return self._room
        return super().move(options)

    def suggest(self, room: Card) -> Suggestion:
        """Remember the room."""
        self._room = room
        return super().suggest(room)


# -- what they remember, and when they accuse --------------------------------------------------


class Forgetful(ExactAgent):
    """Forgets a mark in ten: which card it was shown, or who has passed."""

    def observe(self, event: Event) -> None:
        """Take in the event, or less of it."""
        if isinstance(event, Showed) and event.to == self.seat.index and self._forgets():
            event = Showed(event.turn, event.seat, event.to, None)
        if isinstance(event, Passed) and event.seat != self.seat.index and self._forgets():
            return
        super().observe(event)

    def _forgets(self) -> bool:
        return self._rng.random() < 1 / 10


class LateAccuser(ExactAgent):
    """Accuses three own turns after it could have."""

    _waits = 3
    _turn = 0

    def observe(self, event: Event) -> None:
        """Count its own turns from the one on in which it could have."""
        super().observe(event)
        begins = event.turn > self._turn and not isinstance(event, Passed | Showed)
        if begins and event.seat == self.seat.index:
            self._turn = event.turn
            self._waits -= super().accuse() is not None

    def accuse(self) -> Accusation | None:
        """Wait, then accuse."""
        return super().accuse() if self._waits < 0 else None


class NeverAccuser(ExactAgent):
    """Never accuses."""

    def accuse(self) -> None:
        """Wait for ever."""
