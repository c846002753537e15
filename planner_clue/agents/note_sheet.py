"""The note sheet of the rule-based assistant (Wensel): sets, and three rules about them."""

from collections.abc import Iterable

from planner_clue.cards import Accusation, Card
from planner_clue.table.decisions import Seat


class NoteSheet:
    """For every seat the cards it has, those it has not, and its unsolved showings.

    Three rules are run until nothing changes:

    1. a card in one hand is in no other hand, and not in the case file;
    2. a seat that showed one of three cards and has not two of them has the third;
    3. a card that nobody has is in the case file, and so is the last card of a category
       whose other cards are in hands.

    The sets only grow, so events that contradict each other do no harm.
    """

    def __init__(self, seat: Seat) -> None:
        self._deck = seat.deck
        self.hands: list[set[Card]] = [set() for _ in range(seat.players)]
        self._not: list[set[Card]] = [set() for _ in range(seat.players)]
        self._unsolved: list[tuple[int, frozenset[Card]]] = []
        self.case: set[Card] = set()
        self.hands[seat.index].update(seat.hand)
        self._not[seat.index].update(set(seat.deck.cards).difference(seat.hand))
        self._conclude()

    # -- what is seen ---------------------------------------------------------------

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

    # -- what is known --------------------------------------------------------------

    def is_unknown(self, card: Card) -> bool:
        """Tell whether it is not known where the card is."""
        return card not in self.case and not any(card in hand for hand in self.hands)

    def score(self, card: Card) -> int:
        """Return the seats known not to have the card, plus its unsolved showings."""
        without = sum(card in cards for cards in self._not)
        return without + sum(card in cards for _, cards in self._unsolved)

    def case_file(self) -> Accusation | None:
        """Return the case file if it is known."""
        known = [
            next((card for card in cards if card in self.case), None)
            for _, cards in self._deck.by_category()
        ]
        found = [card for card in known if card is not None]
        return Accusation(*found) if len(found) == len(known) else None

    def candidates(self) -> list[list[Card]]:
        """Return the cards that may be in the case file, for each category.

        Where what was heard contradicts itself, every card of the category may.
        """
        found = []
        for _, cards in self._deck.by_category():
            known = [card for card in cards if card in self.case]
            left = [card for card in cards if not any(card in hand for hand in self.hands)]
            found.append(known[:1] or left or list(cards))
        return found

    def located(self) -> dict[Card, str]:
        """Return the place of each located card, in words."""
        places = dict.fromkeys(self.case, "in the case file")
        for holder, hand in enumerate(self.hands):
            places |= dict.fromkeys(hand, f"held by seat {holder}")
        return {card: places[card] for card in self._deck.cards if card in places}

    # -- the three rules ------------------------------------------------------------

    def _conclude(self) -> None:
        before = None
        while before != (now := self._size()):
            before = now
            self._in_no_other_hand()
            self._solve()
            self._find_case_file()

    def _size(self) -> int:
        sets = [*self.hands, *self._not, self.case]
        return sum(map(len, sets)) - len(self._unsolved)

    def _in_no_other_hand(self) -> None:
        for holder, hand in enumerate(self.hands):
            for other, without in enumerate(self._not):
                without.update(hand if other != holder else ())
        for without in self._not:
            without.update(self.case)

    def _solve(self) -> None:
        unsolved = []
        for holder, shown in self._unsolved:
            if shown & self.hands[holder]:
                continue
            left = shown - self._not[holder]
            if len(left) == 1:
                self.hands[holder] |= left
            elif left:
                unsolved.append((holder, left))
        self._unsolved = unsolved

    def _find_case_file(self) -> None:
        for _, cards in self._deck.by_category():
            nobody = [card for card in cards if all(card in those for those in self._not)]
            left = [card for card in cards if not any(card in hand for hand in self.hands)]
            self.case.update(nobody or (left if len(left) == 1 else ()))
