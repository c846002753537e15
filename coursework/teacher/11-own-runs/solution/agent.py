"""A solution of exercise 5: exact belief, evidence from suggestions, and a gamble in time."""

from random import Random

from planner_clue import Accusation, Agent, Belief, Opening, Suggestion

ASKING = 8
"""How much less probable a hand is for each of its cards that its holder asked about."""
WORTH = 0.6
"""The probability from which an accusation is worth more than waiting."""


class MyAgent(Agent):
    """Goes where it pays to ask, asks about what is most probable, and does not wait too long."""

    def begin(self, seat):
        self.own_rooms = [card for card in seat.rooms if card in seat.hand]
        self.own_cards = {*seat.hand}
        self.board = seat.read_board()
        self.belief = Belief(seat, asking=ASKING)
        self.random = Random(seat.seed)

    def observe(self, event):
        self.belief.observe(event)

    def start(self, options):
        wanted = self.rooms_to_ask_in()
        if Opening.STAY in options.openings and options.here in wanted:
            return Opening.STAY
        if Opening.PASSAGE in options.openings and options.passage in wanted:
            return Opening.PASSAGE
        return Opening.ROLL

    def move(self, options):
        wanted = self.rooms_to_ask_in()
        within_reach = [room for room in options.rooms if room in wanted]
        if within_reach:
            return max(within_reach, key=self.belief.case_chance)
        if self.board is None or options.here is None or not options.squares:
            return options.here or self.random.choice(options.rooms)
        steps = {square: self.board.pips_from(square) for square in options.squares}
        return min(steps, key=lambda square: min(steps[square][room] for room in wanted))

    def suggest(self, room):
        suspects, weapons, _ = self.belief.candidates()
        return Suggestion(self.most_probable(suspects), self.most_probable(weapons), room)

    def show(self, suggestion, cards):
        shown = [known.card for known in self.belief.transcript.shown]
        return next((card for card in cards if card in shown), cards[0])

    def accuse(self):
        best = self.belief.most_probable()[0]
        return Accusation(*best) if self.belief.chance(best) >= WORTH else None

    def rooms_to_ask_in(self):
        """Return the rooms that may be in the case file; once it is known, also those in hand."""
        rooms = self.belief.candidates()[-1]
        return rooms if len(rooms) > 1 else [*rooms, *self.own_rooms]

    def most_probable(self, cards):
        best = max(self.belief.case_chance(card) for card in cards)
        return self.random.choice([c for c in cards if self.belief.case_chance(c) == best])
