"""Exercise 10: the agent of the mission. It can play, but it does not plan yet."""

from random import Random

from planner_clue import Accusation, Agent, Belief, Suggestion


class MyAgent(Agent):
    """Asks about possible cards wherever it comes."""

    def begin(self, seat):
        self.seat, self.random = seat, Random(seat.seed)
        self.board = seat.read_board()  # self.board.pips["hall"]["study"] is a distance in squares
        self.belief = Belief(seat)

    def observe(self, event):
        self.belief.observe(event)  # TO DO: does the plan still work?

    def move(self, options):
        places = options.rooms or options.squares  # TO DO: go where the plan goes
        return self.random.choice(places) if places else options.here

    def suggest(self, room):
        suspects, weapons, _ = self.belief.candidates()  # TO DO: make the suggestion of the plan
        return Suggestion(self.random.choice(suspects), self.random.choice(weapons), room)

    def show(self, suggestion, cards):
        return self.random.choice(cards)

    def accuse(self):
        file = self.belief.case_file()
        return Accusation(*file) if file else None
