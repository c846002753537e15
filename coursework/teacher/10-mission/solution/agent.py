"""A solution of exercise 10: the agent that plans, watches its plan, and plans again."""

from random import Random

from mission import assume, plan

from planner_clue import Accusation, Agent, Belief, Opening, Showed, Suggested, Suggestion

MOST = 7
"""The most cards to find for which a plan is made; before, it asks in the nearest room."""


class MyAgent(Agent):
    """Assumes a case file, plans its proof, and makes the suggestions as rooms come into reach."""

    def begin(self, seat):
        self.seat, self.random, self.board = seat, Random(seat.seed), seat.read_board()
        self.turns = seat.read_rules().turns(self.board)
        self.belief = Belief(seat)
        self.assumed, self.steps, self.known, self.mine = None, [], None, None

    def observe(self, event):
        self.belief.observe(event)
        if isinstance(event, Suggested):
            self.mine = event.cards if event.seat == self.seat.index else None
        if isinstance(event, Showed) and self.mine:
            self.steps = [step for step in self.steps if step["cards"] != list(self.mine)]

    def plan_again(self, here):
        """Plan if the assumption is refuted, a card was located, or no suggestion is left."""
        possible = self.belief.candidates()
        unlocated = set(self.belief.unlocated())
        assumed = assume(possible, self.assumed, self.random.random())
        if assumed == self.assumed and self.steps and unlocated == self.known:
            return
        self.assumed, self.known = assumed, unlocated
        case = {c for c in self.seat.deck.cards if self.belief.holder(c) == self.belief.case}
        open_ = {card for cards in possible for card in cards}
        held = [card for card in self.seat.deck.cards if card not in open_]
        rivals = [card for card in open_ if card not in assumed]
        self.random.shuffle(rivals)
        distances = {a: dict(self.board.pips[a]) for a in self.seat.rooms}
        if not isinstance(here, str):
            distances["hallway"], here = dict(self.board.pips_from(here)), "hallway"
        late = rivals[MOST:]
        found = plan({
            "here": here, "distances": distances, "suspects": self.seat.suspects,
            "weapons": self.seat.weapons, "rooms": self.seat.rooms, "assumed": list(assumed),
            "held": [*held, *late], "murder": sorted(case & set(assumed)),
            "asked": dict(self.belief.transcript.times_asked),
        })  # fmt: skip
        self.steps = found["steps"]

    def start(self, options):
        self.plan_again(options.here)
        rooms = [step["cards"][2] for step in self.steps]
        if Opening.STAY in options.openings and options.here in rooms:
            return Opening.STAY
        if Opening.PASSAGE in options.openings and options.passage in rooms:
            return Opening.PASSAGE
        return Opening.ROLL

    def move(self, options):
        self.plan_again(options.here)
        rooms = [step["cards"][2] for step in self.steps]
        for room in rooms:
            if room in options.rooms:
                return room
        if not options.squares:
            return options.here
        return min(options.squares, key=self.turns.to_room(rooms[0]).get)

    def suggest(self, room):
        for step in self.steps:
            if step["cards"][2] == room:
                return Suggestion(*step["cards"])
        suspects, weapons, _ = self.belief.candidates()
        return Suggestion(suspects[0], weapons[0], room)

    def show(self, suggestion, cards):
        return self.random.choice(cards)

    def accuse(self):
        file = self.belief.case_file()
        return Accusation(*file) if file else None
