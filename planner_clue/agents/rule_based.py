"""``rules``: the rule-based assistant (Wensel), playing for itself instead of advising.

Its note sheet contains sets of cards, and three rules infer more from them.
"""

from collections.abc import Iterable, Sequence

from planner_clue.agents.greedy import CardLearner, GreedyAgent, nearest_first
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import Seat


class NoteSheet(CardLearner):
    """For every seat the cards it has or has not, and unresolved shown cards.

    Three rules are run until nothing changes:

    1. a card in one hand is in no other hand, and not in the case file;
    2. a seat that showed one of three cards and does not have two of them has the third;
    3. a card that nobody has is in the case file, and so is the last card of a category
       whose other cards are in hands.

    The sets only grow, so events that contradict each other do no harm.
    """

    def __init__(self, seat: Seat, *, others_passes: bool = True) -> None:
        super().__init__(seat, others_passes=others_passes)
        self._deck = seat.deck
        self.hands: list[set[Card]] = [set() for _ in range(seat.players)]
        self._not: list[set[Card]] = [set() for _ in range(seat.players)]
        self._unsolved: list[tuple[int, frozenset[Card]]] = []
        self.case: set[Card] = set()
        self.hands[seat.index].update(seat.hand)
        self._not[seat.index].update(set(seat.deck.cards).difference(seat.hand))
        self._conclude()

    def has(self, holder: int, card: Card, /) -> None:
        """Learn that a seat has this card."""
        self.hands[holder].add(card)
        self._conclude()

    def cannot_have(self, holder: int, cards: Iterable[Card], /) -> None:
        """Learn that a seat has none of these."""
        self._not[holder].update(cards)
        self._conclude()

    def has_one_of(self, holder: int, cards: Iterable[Card], /) -> None:
        """Learn that a seat showed one of these."""
        self._unsolved.append((holder, frozenset(cards)))
        self._conclude()

    def is_unknown(self, card: Card) -> bool:
        """Return whether the card's holder is unknown."""
        return card not in self.case and not any(card in hand for hand in self.hands)

    def score(self, card: Card) -> int:
        """Return how many seats lack the card, plus its unresolved appearances."""
        without = sum(card in cards for cards in self._not)
        return without + sum(card in cards for _, cards in self._unsolved)

    def case_file(self) -> Accusation | None:
        """Return the case file if it is known."""
        candidates = self.candidates()
        known = all(len(cards) == 1 for cards in candidates)
        return Accusation(*(cards[0] for cards in candidates)) if known else None

    def candidates(self) -> list[list[Card]]:
        """Return the cards that may be in the case file; all, if events contradict each other."""
        found = []
        for cards in self._deck.categories:
            known = [card for card in cards if card in self.case]
            left = [card for card in cards if not any(card in hand for hand in self.hands)]
            found.append(known[:1] or left or list(cards))
        return found

    def _conclude(self) -> None:
        before, sets = None, [*self.hands, *self._not, self.case]
        while before != (now := sum(map(len, sets)) - len(self._unsolved)):
            before = now
            for holder, hand in enumerate(self.hands):
                for other, without in enumerate(self._not):
                    without.update(hand if other != holder else ())
            for without in self._not:
                without.update(self.case)
            unsolved = []
            for holder, shown in self._unsolved:
                unknown = shown - self._not[holder]
                if shown & self.hands[holder]:
                    continue
                if len(unknown) == 1:
                    self.hands[holder] |= unknown
                elif unknown:
                    unsolved.append((holder, unknown))
            self._unsolved = unsolved
            for cards in self._deck.categories:
                nobody = [card for card in cards if all(card in without for without in self._not)]
                left = [card for card in cards if not any(card in hand for hand in self.hands)]
                self.case.update(nobody or (left if len(left) == 1 else ()))


class RulesAgent(GreedyAgent):
    """Keeps a note sheet, and suggests the unknown cards with the highest score.

    A suggestion has two unknown cards where possible, and one that nobody else can show. It goes to
    useful rooms not visited yet, the nearest first, and shows suspects before weapons before rooms.
    Useful rooms are the unknown ones, and then rooms that no other seat can show.
    """

    belief: NoteSheet

    def new_belief(self) -> NoteSheet:
        """Return an empty note sheet."""
        self._visited: set[Card] = set()
        return NoteSheet(self.seat)

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the useful rooms: unvisited ones first, then by distance."""
        rooms = self.seat.rooms
        unknown = [room for room in rooms if self.belief.is_unknown(room)]
        useful = unknown or self._nobody_shows(rooms)
        return sorted(nearest_first(useful, here, self.turns), key=self._visited.__contains__)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest two unknown cards with the highest score, counting the room."""
        self._visited.add(room)
        score = self.belief.score
        suspects, weapons = map(self._unknown, (self.seat.suspects, self.seat.weapons))
        suspect, weapon = suspects[0], weapons[0]
        if self.belief.is_unknown(room) and all(map(self.belief.is_unknown, (suspect, weapon))):
            spare_suspect = self._nobody_shows(self.seat.suspects)
            spare_weapon = self._nobody_shows(self.seat.weapons)
            if spare_weapon and (not spare_suspect or score(suspect) >= score(weapon)):
                weapon = spare_weapon[0]
            elif spare_suspect:
                suspect = spare_suspect[0]
        return Suggestion(suspect, weapon, room)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show a suspect before a weapon before a room."""
        return min(cards, key=self.seat.deck.position)

    def accuse(self) -> Accusation | None:
        """Accuse once the sheet contains the case file."""
        return self.belief.case_file()

    def _unknown(self, cards: Iterable[Card]) -> list[Card]:
        """Return the unknown cards by score, or else the cards that no other seat can show."""
        by_score = sorted(cards, key=lambda card: (-self.belief.score(card), self.order[card]))
        unknown = [card for card in by_score if self.belief.is_unknown(card)]
        return unknown or self._nobody_shows(by_score) or by_score

    def _nobody_shows(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards that no other seat can have: first of the case file, then its own."""
        cards = list(cards)
        own = self.belief.hands[self.seat.index]
        in_case = [card for card in cards if card in self.belief.case]
        return in_case + [card for card in cards if card in own]
