"""Exercise 5: an agent that climbs the ladder. This one only remembers what it is shown."""

from random import Random

from planner_clue import Accusation, Agent, Showed, Suggestion


class MyAgent(Agent):
    """Asks about cards that it has not seen; accuses when three are left."""

    def begin(self, seat):
        self.seat = seat.index
        self.random = Random(seat.seed)
        categories = (seat.suspects, seat.weapons, seat.rooms)
        self.left = [[card for card in cards if card not in seat.hand] for cards in categories]

    def observe(self, event):
        if isinstance(event, Showed) and event.to == self.seat:
            for cards in self.left:
                if event.card in cards:
                    cards.remove(event.card)

    def move(self, options):
        rooms = [room for room in options.rooms if room in self.left[2]]
        places = rooms or options.rooms or options.squares
        return self.random.choice(places) if places else options.here

    def suggest(self, room):
        suspects, weapons, _ = self.left
        return Suggestion(self.random.choice(suspects), self.random.choice(weapons), room)

    def show(self, suggestion, cards):
        return cards[0]

    def accuse(self):
        if all(len(cards) == 1 for cards in self.left):
            return Accusation(*(cards[0] for cards in self.left))
        return None
