"""What a seat knows for certain by quick inference: the fast layer below the exact belief.

Every card is with one holder: a seat, or the case file. For each holder it is kept which
cards it has and which it cannot have; four inferences are run to a fixed point (the note
taking of Wensel's assistant, with hand sizes):

- a card that one holder has, no other has; a card that all but one cannot have, that one has;
- a hand whose size is reached has no other card; a hand with just enough cards left has them;
- the case file has one card of each category, and no triple that was accused wrongly;
- a seat that showed one of some cards and cannot have all but one of them, has that one.

This is sound and not complete: what follows only from several hands together is not seen.
:class:`planner_clue.belief.belief.Belief` completes it by counting.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import NamedTuple

from planner_clue.cards import Accusation, Card, CaseFile, Deck, Suggestion
from planner_clue.errors import PlannerClueError
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested


class ContradictionError(PlannerClueError):
    """Observations that cannot all be true."""

    def __init__(self, message: str, observation: int | None = None) -> None:
        super().__init__(message)
        self.observation = observation
        """The first observation, counted from 0, that the earlier ones exclude, if known."""


class OpenHand(NamedTuple):
    """What is not known yet of one holder's cards; sets are bit masks over deck positions."""

    free: int
    """How many of its cards are not known."""
    possible: int
    """The cards these can be."""
    showed: frozenset[int]
    """Sets of which it has one or more."""


class Knowledge:
    """The certain knowledge of one seat, updated by :meth:`observe`.

    Sets of cards are bit masks over the deck's positions.
    """

    def __init__(self, seat: Seat) -> None:
        self.deck: Deck = seat.deck
        self.me = seat.index
        self.case = seat.players
        """The number that stands for the case file among the holders."""
        self._sizes = seat.hand_sizes
        everything = (1 << len(self.deck)) - 1
        self._possible = [everything] * (self.case + 1)
        self._has = [0] * (self.case + 1)
        self._showed: list[set[int]] = [set() for _ in range(self.case)]
        self._categories = [self._mask(cards) for _, cards in self.deck.by_category()]
        self._wrong: set[int] = set()
        self._asked: Suggestion | None = None
        self._waiting = False
        self._has[self.me] = self._possible[self.me] = self._mask(seat.hand)
        self._conclude()

    # -- what is seen ---------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Take in one event; raises :class:`ContradictionError` if it cannot be."""
        if isinstance(event, Suggested):
            self._asked = event.cards
        elif isinstance(event, Passed):
            assert self._asked is not None
            self.cannot_have(event.seat, self._asked)
        elif isinstance(event, Showed):
            if event.card is not None:
                self.has(event.seat, event.card)
            elif self._asked is not None:
                self.has_one_of(event.seat, self._asked)
        elif isinstance(event, Accused):
            if event.correct:
                self.is_case_file(event.cards)
            else:
                self.is_not_case_file(event.cards)

    def has(self, holder: int, card: Card) -> None:
        """Learn that ``holder`` has ``card``."""
        self._has[holder] |= self._mask([card])
        self._conclude()

    def cannot_have(self, holder: int, cards: Iterable[Card]) -> None:
        """Learn that ``holder`` has none of ``cards``."""
        self._possible[holder] &= ~self._mask(cards)
        self._conclude()

    def has_one_of(self, seat: int, cards: Iterable[Card]) -> None:
        """Learn that ``seat`` has one or more of ``cards``."""
        self._showed[seat].add(self._mask(cards))
        self._conclude()

    def is_not_case_file(self, cards: Accusation | CaseFile) -> None:
        """Learn that these three are not the case file together."""
        self._wrong.add(self._mask(cards))
        self._conclude()

    def is_case_file(self, cards: Accusation | CaseFile) -> None:
        """Learn that these three are the case file."""
        self._has[self.case] |= self._mask(cards)
        self._conclude()

    def narrow(self, possible: Sequence[int]) -> None:
        """Learn for each holder a mask of the cards it can have, all at once."""
        self._possible = [old & new for old, new in zip(self._possible, possible, strict=True)]
        self._conclude()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Learn everything inside first, and conclude from it together: quicker than in turn."""
        self._waiting = True
        yield
        self._waiting = False
        self._conclude()

    def copy(self) -> "Knowledge":
        """Return the same knowledge as another object, to suppose things with."""
        other = copy(self)
        vars(other).update(
            _possible=self._possible.copy(),
            _has=self._has.copy(),
            _showed=[sets.copy() for sets in self._showed],
            _wrong=self._wrong.copy(),
        )
        return other

    # -- what is known --------------------------------------------------------------

    def holder(self, card: Card) -> int | None:
        """Return who has ``card``, :attr:`case` for the case file, or None."""
        bit = self._mask([card])
        return next((h for h, cards in enumerate(self._has) if cards & bit), None)

    def unlocated(self) -> list[Card]:
        """Return the cards whose holder is not known, in deck order."""
        located = 0
        for cards in self._has:
            located |= cards
        return self._cards(~located)

    def candidates(self) -> list[list[Card]]:
        """Return the cards that may be in the case file, for each category."""
        return [self._cards(self._possible[self.case] & category) for category in self._categories]

    def allows(self, case_file: CaseFile) -> bool:
        """Tell whether this may still be the case file."""
        mask = self._mask(case_file)
        return mask & ~self._possible[self.case] == 0 and mask not in self._wrong

    def case_file(self) -> CaseFile | None:
        """Return the case file if it is entailed."""
        known = self._cards(self._has[self.case])
        return CaseFile(*known) if len(known) == len(self._categories) else None

    def holders(self, card: Card) -> list[int]:
        """Return who may have ``card``, in order of their numbers."""
        bit = self._mask([card])
        return [holder for holder, cards in enumerate(self._possible) if cards & bit]

    def known_cards(self, holder: int) -> list[Card]:
        """Return the cards ``holder`` is known to have, in deck order."""
        return self._cards(self._has[holder])

    def open_hand(self, holder: int) -> OpenHand:
        """Return what is not known yet of a seat's hand, or of the case file."""
        known = self._has[holder]
        if holder == self.case:
            size, showed = len(self._categories), frozenset[int]()
        else:
            size, showed = self._sizes[holder], frozenset(self._showed[holder])
        return OpenHand(size - known.bit_count(), self._possible[holder] & ~known, showed)

    @property
    def wrong(self) -> frozenset[int]:
        """The triples that are not the case file, as masks."""
        return frozenset(self._wrong)

    @property
    def state(self) -> tuple[object, ...]:
        """Everything that is known, to be compared with another time."""
        showed = (frozenset(sets) for sets in self._showed)
        return (*self._has, *self._possible, *showed, self.wrong)

    # -- inference ------------------------------------------------------------------

    def _mask(self, cards: Iterable[Card]) -> int:
        mask = 0
        for card in cards:
            mask |= 1 << self.deck.position(card)
        return mask

    def _cards(self, mask: int) -> list[Card]:
        return [card for position, card in enumerate(self.deck.cards) if mask >> position & 1]

    def _conclude(self) -> None:
        """Run the inferences until nothing changes."""
        if self._waiting:
            return
        before: Sequence[int] = ()
        while before != (now := (*self._has, *self._possible)):
            before = now
            self._one_holder_each()
            for seat, size in enumerate(self._sizes):
                self._fill(seat, self._possible[seat], size)
                self._reduce_showings(seat)
            for category in self._categories:
                self._fill(self.case, self._possible[self.case] & category, 1)
            self._use_wrong_accusations()

    def _one_holder_each(self) -> None:
        held_twice = 0
        for holder, cards in enumerate(self._has):
            if cards & held_twice or cards & ~self._possible[holder]:
                raise ContradictionError(
                    self._conflict(cards & (held_twice | ~self._possible[holder]))
                )
            held_twice |= cards
        once = twice = 0
        for holder in range(len(self._has)):
            self._possible[holder] &= ~held_twice | self._has[holder]
            twice |= once & self._possible[holder]
            once |= self._possible[holder]
        everything = (1 << len(self.deck)) - 1
        if once != everything:
            raise ContradictionError(self._conflict(everything & ~once))
        for holder in range(len(self._has)):
            self._has[holder] |= self._possible[holder] & ~twice

    def _fill(self, holder: int, among: int, size: int) -> None:
        """Close a hand (or a category of the case file) that is full, or must take all."""
        has = self._has[holder] & among
        if has.bit_count() > size or among.bit_count() < size:
            raise ContradictionError(self._conflict(among))
        if has.bit_count() == size:
            self._possible[holder] &= ~among | has
        elif among.bit_count() == size:
            self._has[holder] |= among

    def _reduce_showings(self, seat: int) -> None:
        left = set()
        for shown in self._showed[seat]:
            if shown & self._has[seat]:
                continue
            possible = shown & self._possible[seat]
            if not possible:
                raise ContradictionError(self._conflict(shown))
            if possible.bit_count() == 1:
                self._has[seat] |= possible
            else:
                left.add(possible)
        self._showed[seat] = left

    def _use_wrong_accusations(self) -> None:
        case = self._has[self.case]
        for wrong in self._wrong:
            if wrong & ~case == 0:
                raise ContradictionError(self._conflict(wrong))
            if (wrong & case).bit_count() == len(self._categories) - 1:
                self._possible[self.case] &= ~(wrong & ~case)

    def _conflict(self, mask: int) -> str:
        return f"the observations contradict each other about {', '.join(self._cards(mask))}"
