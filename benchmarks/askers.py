"""A ladder of opponents that differ in how they choose a suggestion: kinds of askers.

As agents of ``planner-clue match``, such as ``benchmarks/askers.py:Bluffer``. All have the belief
of ``exact``, accuse when the case file is entailed, and show cards as it does. A kind is a way to
choose the suspect and the weapon, and a way to choose the room.

:data:`FITTED` are the kinds on which the priors and constants of
:mod:`planner_clue.belief.styles` were chosen; :data:`HELD_OUT` are the kinds kept back to judge
them. The rows stand in ``benchmarks/strength.md``.
"""

from planner_clue.agents.exact import ExactAgent
from planner_clue.game.board import Place
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Event, Showed

FITTED = ("exact", "Bluffer", "UniformAsker", "AnyRoom", "OwnRoom", "Filler")
"""Kinds on which constants are fitted; ``exact`` is the registered agent."""
HELD_OUT = (
    "Aimless",
    "RareBluffer",
    "LostBluffer",
    "LeastKnown",
    "NearestRoom",
    "OwnRoomBluffer",
    "UniformAnyRoom",
    "Mixed",
    "Turncoat",
)
"""Kinds on which they are judged."""


# -- which suspect and weapon ------------------------------------------------------------------


class Aimless(ExactAgent):
    """Names any suspect and weapon that may be in the case file, other ones each time."""

    def suggest(self, room: Card) -> Suggestion:
        """Draw both."""
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(self._rng.choice(suspects), self._rng.choice(weapons), room)


class Bluffer(ExactAgent):
    """Puts one suspect or weapon of its own into every suggestion, if it has one."""

    def suggest(self, room: Card) -> Suggestion:
        """Suggest as ``exact`` does, with one own suspect or weapon instead."""
        asked, deck = super().suggest(room), self.seat.deck
        own = [card for card in self.seat.hand if card not in deck.rooms]
        if not own:
            return asked
        card = self._rng.choice(own)
        return asked._replace(**{"suspect" if card in deck.suspects else "weapon": card})


class RareBluffer(Bluffer):
    """Does so in a third of its suggestions."""

    def suggest(self, room: Card) -> Suggestion:
        """Leave it to chance whether to bluff."""
        bluffs = self._rng.random() < 1 / 3
        return super().suggest(room) if bluffs else ExactAgent.suggest(self, room)


class LostBluffer(Bluffer):
    """Does so only while it hardly knows anything: with more than ten cards unlocated."""

    def suggest(self, room: Card) -> Suggestion:
        """Bluff while it is lost."""
        lost = len(self._belief.unlocated()) > 10
        return super().suggest(room) if lost else ExactAgent.suggest(self, room)


class UniformAsker(ExactAgent):
    """Names any suspect and any weapon."""

    def suggest(self, room: Card) -> Suggestion:
        """Draw both, also from its own hand."""
        deck = self.seat.deck
        return Suggestion(self._rng.choice(deck.suspects), self._rng.choice(deck.weapons), room)


class LeastKnown(ExactAgent):
    """Names the unlocated suspect and weapon with the fewest possible holders."""

    def suggest(self, room: Card) -> Suggestion:
        """Take the first of equals, in an order that is drawn each time."""
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(self._least_known(suspects), self._least_known(weapons), room)

    def _least_known(self, cards: list[Card]) -> Card:
        drawn = self._rng.sample(cards, len(cards))
        return min(drawn, key=lambda card: len(self._belief.holders(card)))


# -- which room --------------------------------------------------------------------------------


class AnyRoom(ExactAgent):
    """Enters any room in reach; with none in reach it walks as ``exact`` does."""

    def start(self, options: TurnOptions) -> Opening:
        """Begin in any way."""
        return self._rng.choice(options.openings)

    def move(self, options: MoveOptions) -> Place:
        """Draw a room."""
        return self._rng.choice(options.rooms) if options.rooms else super().move(options)


class NearestRoom(ExactAgent):
    """Suggests where it is, else enters the room in reach to which the way is shortest."""

    def start(self, options: TurnOptions) -> Opening:
        """Stay where a suggestion is possible without rolling; else roll."""
        return Opening.STAY if Opening.STAY in options.openings else Opening.ROLL

    def move(self, options: MoveOptions) -> Place:
        """Take the nearest room by steps on the board."""
        board, here = self.seat.read_board(), options.here
        if not options.rooms:
            return super().move(options)
        if board is None or here is None:
            return self._rng.choice(options.rooms)
        pips = board.pips[here] if isinstance(here, str) else board.pips_from(here)
        return min(options.rooms, key=lambda room: pips[room])


class OwnRoom(ExactAgent):
    """Enters a room of its own hand where it can, else as ``exact`` does."""

    def start(self, options: TurnOptions) -> Opening:
        """Stay in an own room, or take the passage to one."""
        own = self.seat.hand
        if Opening.STAY in options.openings and options.here in own:
            return Opening.STAY
        if Opening.PASSAGE in options.openings and options.passage in own:
            return Opening.PASSAGE
        return super().start(options)

    def move(self, options: MoveOptions) -> Place:
        """Draw one of the own rooms in reach."""
        own = [room for room in options.rooms if room in self.seat.hand]
        return self._rng.choice(own) if own else super().move(options)


# -- both --------------------------------------------------------------------------------------


class OwnRoomBluffer(OwnRoom, Bluffer):
    """Names one own suspect or weapon, in a room of its own where it can."""


class UniformAnyRoom(AnyRoom, UniformAsker):
    """Names any suspect and weapon in any room in reach."""


class Filler(OwnRoom, Bluffer):
    """Asks about few cards at a time: in an own room where it can, else with one own card."""

    def suggest(self, room: Card) -> Suggestion:
        """Name an own suspect or weapon only in a room that is not its own."""
        own = room in self.seat.hand
        return ExactAgent.suggest(self, room) if own else Bluffer.suggest(self, room)


class _OneOf(ExactAgent):
    """Plays as one of several kinds at a time."""

    def begin(self, seat: Seat) -> None:
        """Sit down as every kind; which one decides is chosen later."""
        super().begin(seat)
        kinds = (ExactAgent, Bluffer, UniformAnyRoom, OwnRoom, AnyRoom, LeastKnown)
        self._kinds = [kind() for kind in kinds]
        for kind in self._kinds:
            kind.begin(seat)
        self._now = self._rng.choice(self._kinds)

    def observe(self, event: Event) -> None:
        """Pass the event on to every kind."""
        super().observe(event)
        for kind in self._kinds:
            kind.observe(event)

    def start(self, options: TurnOptions) -> Opening:
        """Let the kind decide."""
        return self._now.start(options)

    def move(self, options: MoveOptions) -> Place:
        """Let the kind decide."""
        return self._now.move(options)

    def suggest(self, room: Card) -> Suggestion:
        """Let the kind decide."""
        return self._now.suggest(room)


class Mixed(_OneOf):
    """One of six kinds, drawn for each game and seat: a mixed table."""


class Turncoat(_OneOf):
    """One of six kinds, and another one each time that it was shown three cards."""

    _shown = 0

    def observe(self, event: Event) -> None:
        """Count the cards that were shown to this seat."""
        super().observe(event)
        if isinstance(event, Showed) and event.to == self.seat.index:
            self._shown += 1
            if self._shown % 3 == 0:
                self._now = self._rng.choice(self._kinds)
