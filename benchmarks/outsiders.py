"""Opponents with habits of real tables, by somebody who had not seen how the belief judges players.

As agents of ``planner-clue match``, such as ``benchmarks/outsiders.py:Gossip``. All have the belief
of ``exact``, accuse and show cards as it does.
"""

from collections import Counter
from collections.abc import Sequence

from planner_clue import Showed, Suggested
from planner_clue.agents.exact import ExactAgent
from planner_clue.game.board import Place
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Event

OUTSIDERS = (
    "Checklist",
    "Scientist",
    "PokerFace",
    "Eavesdropper",
    "Grudge",
    "Superstitious",
    "Tourist",
    "Interrogator",
    "Kidnapper",
    "Storyteller",
    "FalseTrail",
    "Lazybones",
    "Gossip",
)
"""The kinds of this module."""

_SCENES = {
    "kitchen": ("knife", "rope"),
    "ballroom": ("candlestick", "rope"),
    "conservatory": ("rope", "wrench"),
    "dining-room": ("candlestick", "knife"),
    "billiard-room": ("lead-pipe", "revolver"),
    "library": ("candlestick", "revolver"),
    "lounge": ("revolver", "rope"),
    "hall": ("lead-pipe", "candlestick"),
    "study": ("revolver", "knife"),
}
"""The weapons that belong in a room, as in the novels."""


class Checklist(ExactAgent):
    """Works down the printed notepad: the topmost suspect, weapon and room not crossed off."""

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the first open suspect with the first open weapon."""
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(suspects[0], weapons[0], room)

    def _worth(self, room: Card) -> float:
        """Return the more, the higher on the pad an open room is printed."""
        rooms = self._belief.candidates()[-1]
        if len(rooms) > 1 and room in rooms:
            return 1 / (1 + rooms.index(room))
        return super()._worth(room)


class Scientist(ExactAgent):
    """Tests one card at a time, and sits in its own room to put its own cards around that one."""

    def suggest(self, room: Card) -> Suggestion:
        """Suggest one open card of the shorter open list, and a control for the other."""
        suspects, weapons, _ = self._belief.candidates()
        if len(suspects) == 1 or 1 < len(weapons) < len(suspects):
            return Suggestion(self._control(self.seat.suspects, suspects), weapons[0], room)
        return Suggestion(suspects[0], self._control(self.seat.weapons, weapons), room)

    def _control(self, cards: Sequence[Card], left: Sequence[Card]) -> Card:
        """Return a card that nobody else can show; without one, any open card."""
        own = [card for card in cards if card in self.seat.hand]
        return self._rng.choice(own or left)

    def _worth(self, room: Card) -> float:
        """Return most for its own rooms while a suspect or a weapon is open."""
        suspects, weapons, _ = self._belief.candidates()
        if room in self.seat.hand and (len(suspects) > 1 or len(weapons) > 1):
            return 1.0
        return super()._worth(room)


class PokerFace(ExactAgent):
    """Goes quiet when it is warm: of a list with two cards left or fewer it names neither."""

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the most probable cards, but cold ones where it is warm."""
        honest = super().suggest(room)
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(
            self._mask(honest.suspect, self.seat.suspects, suspects),
            self._mask(honest.weapon, self.seat.weapons, weapons),
            room,
        )

    def _mask(self, card: Card, cards: Sequence[Card], left: Sequence[Card]) -> Card:
        """Return the card; if it is hot, one long crossed off, two times in three."""
        if len(left) > 2 or (len(left) == 2 and self._rng.randrange(3) == 0):
            return card
        return self._rng.choice([other for other in cards if other not in left])

    def _worth(self, room: Card) -> float:
        """Return nothing for the room of the crime, once it is known."""
        return 0.0 if self._belief.candidates()[-1] == [room] else super()._worth(room)


class Eavesdropper(ExactAgent):
    """Asks again what another was shown a card for, to get to see that card as well."""

    def begin(self, seat: Seat) -> None:
        """Begin with nothing overheard."""
        super().begin(seat)
        self._last_asked: tuple[Card, ...] = ()
        self._heard: list[tuple[Card, ...]] = []

    def observe(self, event: Event) -> None:
        """Note every suggestion that was answered behind a hand."""
        super().observe(event)
        if isinstance(event, Suggested):
            self._last_asked = tuple(event.cards)
        elif isinstance(event, Showed) and event.card is None:
            self._heard.append(self._last_asked)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the latest overheard pair in which something is open, each pair once."""
        open_cards = self._belief.unlocated()
        while self._heard:
            suspect, weapon, _ = self._heard.pop()
            if suspect in open_cards or weapon in open_cards:
                return Suggestion(suspect, weapon, room)
        return super().suggest(room)

    def _worth(self, room: Card) -> float:
        """Return more for a room that was in what it overheard last."""
        worth = super()._worth(room)
        return worth + 1 if worth and self._heard and room in self._heard[-1] else worth


class Grudge(ExactAgent):
    """Tit for tat: names the pawn of who last showed it a card or last dragged its own pawn off."""

    def begin(self, seat: Seat) -> None:
        """Begin at peace with everybody."""
        super().begin(seat)
        self._foe: int | None = None

    def observe(self, event: Event) -> None:
        """Take offence."""
        super().observe(event)
        me = self.seat.index
        called = isinstance(event, Suggested) and self.seat.tokens[me] in event.cards
        refuted = isinstance(event, Showed) and event.to == me
        if (called or refuted) and event.seat != me:
            self._foe = event.seat

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the foe's pawn with a weapon it may hold; then all is forgiven."""
        honest, foe = super().suggest(room), self._foe
        if foe is None:
            return honest
        self._foe = None
        probability = {card: self._belief.chance_at(card, foe) for card in self.seat.weapons}
        open_weapons = self._belief.candidates()[1]
        weapon = max(open_weapons, key=lambda card: probability[card])
        return Suggestion(self.seat.tokens[foe], weapon, room)


class Superstitious(ExactAgent):
    """Holds its own pawn innocent and one weapon cursed: names neither while others are open."""

    def begin(self, seat: Seat) -> None:
        """Begin with a feeling about a weapon and a bad memory of two rooms."""
        super().begin(seat)
        cursed = [self._rng.choice(seat.weapons), *self._rng.sample(seat.rooms, 2)]
        self._shunned = {seat.tokens[seat.index], *cursed}

    def suggest(self, room: Card) -> Suggestion:
        """Suggest any open cards but the shunned ones."""
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(self._pick(suspects), self._pick(weapons), room)

    def _pick(self, left: Sequence[Card]) -> Card:
        """Return an open card by feeling, a shunned one only if nothing else is left."""
        return self._rng.choice([card for card in left if card not in self._shunned] or left)

    def _worth(self, room: Card) -> float:
        """Return little for a room of bad memory."""
        return super()._worth(room) * (0.01 if room in self._shunned else 1)


class Tourist(ExactAgent):
    """Wants variety: the room, suspect and weapon it has not named for longest, known or not."""

    def begin(self, seat: Seat) -> None:
        """Begin with an order of its own for every kind of card."""
        super().begin(seat)
        self._order = [self._rng.sample(cards, len(cards)) for _, cards in seat.deck.by_category()]

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the two cards that waited longest, and put all three at the end."""
        suspect, weapon = (
            next((card for card in order if card not in self.seat.hand), order[0])
            for order in self._order[:2]
        )
        for order, card in zip(self._order, (suspect, weapon, room), strict=True):
            order.remove(card)
            order.append(card)
        return Suggestion(suspect, weapon, room)

    def _worth(self, room: Card) -> float:
        """Return more for a room that it has not been in for long."""
        return 1 / (1 + self._order[-1].index(room))


class Interrogator(ExactAgent):
    """Empties one hand after another: names what its left neighbour most likely holds, then on."""

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the suspect and the weapon that its victim most likely has."""
        victim = self._victim()
        if victim is None:
            return super().suggest(room)
        suspects, weapons = self.seat.suspects, self.seat.weapons
        return Suggestion(self._likely(suspects, victim), self._likely(weapons, victim), room)

    def _victim(self) -> int | None:
        """Return the first seat clockwise that may hold a card without surely holding it."""
        me, players = self.seat.index, self.seat.players
        for seat in [(me + step) % players for step in range(1, players)]:
            if any(seat in self._belief.holders(card) for card in self._belief.unlocated()):
                return seat
        return None

    def _likely(self, cards: Sequence[Card], victim: int) -> Card:
        """Return the most probable card that is not certain; else an own card, else any."""
        chances = {card: self._belief.chance_at(card, victim) for card in cards}
        asked = [card for card in cards if 0 < chances[card] < 1]
        if asked:
            return max(asked, key=lambda card: chances[card])
        return self._rng.choice([card for card in cards if card in self.seat.hand] or cards)


class Kidnapper(ExactAgent):
    """Spoils the walks of the busiest rival: calls that pawn into its room whenever it is away."""

    def begin(self, seat: Seat) -> None:
        """Begin without a rival."""
        super().begin(seat)
        self._asked: Counter[int] = Counter()
        self._places: dict[Card, Place] = {}

    def observe(self, event: Event) -> None:
        """Count who suggests how often, and remember where pawns were called to."""
        super().observe(event)
        if isinstance(event, Suggested):
            self._asked[event.seat] += event.seat != self.seat.index
            self._places[event.cards[0]] = event.cards[2]

    def move(self, options: MoveOptions) -> Place:
        """Enter the room that is farthest from the crowd, if one worth it is in reach."""
        self._places.update(options.tokens)
        crowd = Counter(str(place) for place in options.tokens.values())
        rooms = [room for room in options.rooms if self._worth(room) > 0]
        if not options.tokens or not rooms:
            return super().move(options)
        return min(rooms, key=lambda room: (crowd[room], -self._worth(room)))

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the busiest rival that is elsewhere; if all are here, the most probable."""
        honest = super().suggest(room)
        for seat, _ in self._asked.most_common(2):
            pawn = self.seat.tokens[seat]
            if self._places.get(pawn) != room and self._rng.randrange(4):
                return honest._replace(suspect=pawn)
        return honest


class Storyteller(ExactAgent):
    """Invents a good story: a weapon that belongs in the room, and somebody who stands there."""

    def begin(self, seat: Seat) -> None:
        """Begin with everybody off stage."""
        super().begin(seat)
        self._stage: dict[Card, Place] = {}

    def observe(self, event: Event) -> None:
        """Watch who is called where."""
        super().observe(event)
        if isinstance(event, Suggested):
            self._stage[event.cards[0]] = event.cards[2]

    def move(self, options: MoveOptions) -> Place:
        """Look round before moving."""
        self._stage.update(options.tokens)
        return super().move(options)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest what makes the best scene and is not crossed off."""
        suspects, weapons, _ = self._belief.candidates()
        present = [card for card in suspects if self._stage.get(card) == room]
        fitting = [card for card in weapons if card in _SCENES.get(room, ())]
        weapon = self._rng.choice(fitting or weapons)
        return Suggestion(self._rng.choice(present or suspects), weapon, room)


class FalseTrail(ExactAgent):
    """Plants a culprit: one of its own cards in every suggestion, the same ones all game long."""

    def begin(self, seat: Seat) -> None:
        """Begin by choosing the suspect and the weapon of the false trail."""
        super().begin(seat)
        self._count = 0
        kinds = (seat.suspects, seat.weapons)
        self._decoys = [[card for card in cards if card in seat.hand][:1] for cards in kinds]

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the decoy suspect, the decoy weapon in turn, and now and then both."""
        honest = super().suggest(room)
        self._count += 1
        (suspect, *_), (weapon, *_) = (
            decoy or [card] for decoy, card in zip(self._decoys, honest[:2], strict=True)
        )
        if self._count % 5 == 0:
            return Suggestion(suspect, weapon, room)
        if self._decoys[0] and (self._count % 2 or not self._decoys[1]):
            return honest._replace(suspect=suspect)
        return honest._replace(weapon=weapon)


class Lazybones(ExactAgent):
    """Says the same again and changes only what was shown; goes into any room at hand."""

    def begin(self, seat: Seat) -> None:
        """Begin with no sentence yet."""
        super().begin(seat)
        self._last: tuple[Card, ...] = ()

    def start(self, options: TurnOptions) -> Opening:
        """Stay or take the passage rather than throw dice."""
        lazy = (Opening.STAY, Opening.PASSAGE)
        return next((one for one in lazy if one in options.openings), Opening.ROLL)

    def move(self, options: MoveOptions) -> Place:
        """Enter any room in reach; mind which only when nothing else is open."""
        settled = [len(cards) == 1 for cards in self._belief.candidates()[:2]]
        if options.rooms and not all(settled):
            return self._rng.choice(options.rooms)
        return super().move(options)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the last pair, each card until it is crossed off."""
        left = self._belief.candidates()[:2]
        keep = [next((card for card in cards if card in self._last), None) for cards in left]
        pair = [card or self._rng.choice(cards) for card, cards in zip(keep, left, strict=True)]
        self._last = tuple(pair)
        return Suggestion(pair[0], pair[1], room)


class Gossip(ExactAgent):
    """No smoke without fire: names, and visits, what the others talk about most."""

    def begin(self, seat: Seat) -> None:
        """Begin before anybody has talked."""
        super().begin(seat)
        self._talk: Counter[Card] = Counter()

    def observe(self, event: Event) -> None:
        """Listen to the others."""
        super().observe(event)
        if isinstance(event, Suggested) and event.seat != self.seat.index:
            self._talk.update(event.cards)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the open suspect and weapon of most rumours, of equals any."""
        suspects, weapons, _ = self._belief.candidates()
        suspect, weapon = (
            max(self._rng.sample(cards, len(cards)), key=lambda card: self._talk[card])
            for cards in (suspects, weapons)
        )
        return Suggestion(suspect, weapon, room)

    def _worth(self, room: Card) -> float:
        """Return more for an open room that the others name often."""
        return super()._worth(room) * (1 + self._talk[room])
