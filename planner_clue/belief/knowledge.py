"""Quick and certain conclusions of a seat, without counting deals.

Every card is with one holder: a seat, the case file, or set aside (face up or in a pile). For
each holder it is noted which cards it has and which it can have. Four rules are applied until
nothing changes (the notes of Wensel's assistant, and the sizes of hands):

- If one holder has a card, no other has it. If only one holder can have a card, it has it.
- If all cards of a hand are known, it has no others. If a hand can have only as many cards as
  it needs, it has all of them.
- The case file has one card of each category, and is not a triple that was accused wrongly.
- If a seat showed one of some cards, and can have only one of them, it has that one.

These rules are sound: what they conclude is true. They are not complete: they miss what follows
only from several hands together. :class:`planner_clue.belief.belief.Belief` finds that by
counting deals.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import NamedTuple

from planner_clue.game.cards import Card, CaseFile, Deck, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Revealed, Showed, Suggested
from planner_clue.support.errors import PlannerClueError


class ContradictionError(PlannerClueError):
    """Observations that cannot all be true.

    >>> belief = clue.Belief(clue.play_game(["random"] * 3, seed=5).seats[0].seat)
    >>> belief.observe(clue.Suggested(1, 0, clue.Suggestion("green", "rope", "study")))
    >>> belief.observe(clue.Showed(1, 1, 0, "green"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    planner_clue.belief.knowledge.ContradictionError: observations[0]: seat 1 shows green; ...
    """

    def __init__(self, message: str, observation: int | None = None) -> None:
        super().__init__(message)
        self.observation = observation
        """The first observation, counted from 0, that cannot be true after the earlier ones; None
        if it was not looked for."""


class OpenHand(NamedTuple):
    """The unknown part of one holder's cards. Sets are masks of deck positions."""

    free: int  # the number of its unknown cards
    possible: int  # the set of cards that these can be
    showed: frozenset[int]  # sets of two or more cards, of each of which it holds at least one


class Knowledge:
    """The certain knowledge of one seat, updated by :meth:`observe`.

    Sets of cards are *masks*: integers with bit *p* set for the card at position *p* of the deck.
    All methods that learn something may raise :class:`ContradictionError`.
    """

    def __init__(self, seat: Seat) -> None:
        self.deck: Deck = seat.deck
        self.me = seat.index
        self.case = seat.players  # the number of the case file as a holder
        self.aside = seat.players + 1
        """The number of the cards set aside as a holder: face up, or in a pile."""
        aside = len(seat.face_up) + seat.pile
        self.hands = [*range(self.case), *[self.aside] * (aside > 0)]
        """All holders but the case file."""
        self._sizes = *seat.hand_sizes, 3, aside
        everything = (1 << len(self.deck)) - 1
        self._possible = [everything] * (len(self.hands) + 1)
        self._has = [0] * len(self._possible)
        self._showed: list[set[int]] = [set() for _ in self._sizes]
        self._categories = [self._mask(cards) for cards in self.deck.categories]
        self._wrong: set[int] = set()
        self._asked: Suggestion | None = None
        self._waiting = False
        self._has[self.me] = self._possible[self.me] = self._mask(seat.hand)
        if aside:
            self._has[self.aside] = self._mask(seat.face_up)
        self._conclude()

    def observe(self, event: Event) -> None:
        """Update the knowledge with one event."""
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
        elif isinstance(event, Revealed):
            if event.holds:
                self._has[event.seat] |= self._mask(event.cards)
                self._conclude()
            else:
                self.cannot_have(event.seat, event.cards)
        elif isinstance(event, Accused):
            if event.correct:
                self._has[self.case] |= self._mask(event.cards)
            else:
                self._wrong.add(self._mask(event.cards))
            self._conclude()

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

    def narrow(self, possible: Sequence[int]) -> None:
        """Learn which cards each holder can have, as one mask for each holder."""
        self._possible = [old & new for old, new in zip(self._possible, possible, strict=True)]
        self._conclude()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Apply the rules only once, after all that is learned inside the ``with``: quicker."""
        self._waiting = True
        yield
        self._waiting = False
        self._conclude()

    def copy(self) -> "Knowledge":
        """Return a copy, with which something can be supposed and tried out."""
        other = copy(self)
        vars(other).update(
            _possible=self._possible.copy(),
            _has=self._has.copy(),
            _showed=[sets.copy() for sets in self._showed],
            _wrong=self._wrong.copy(),
        )
        return other

    def holder(self, card: Card) -> int | None:
        """Return who has ``card`` (:attr:`case` for the case file), or None if unknown."""
        bit = self._mask([card])
        return next((h for h, cards in enumerate(self._has) if cards & bit), None)

    def unlocated(self) -> list[Card]:
        """Return the cards whose holder is not known, in deck order."""
        located = 0
        for cards in self._has:
            located |= cards
        return self._cards(~located)

    def candidates(self) -> list[list[Card]]:
        """Return, for each category, the cards that may be in the case file."""
        return [self._cards(self._possible[self.case] & category) for category in self._categories]

    def allows(self, case_file: CaseFile) -> bool:
        """Return whether this may be the case file."""
        mask = self._mask(case_file)
        return mask & ~self._possible[self.case] == 0 and mask not in self._wrong

    def case_file(self) -> CaseFile | None:
        """Return the case file if all its cards are known, else None."""
        known = self._cards(self._has[self.case])
        return CaseFile(*known) if len(known) == len(self._categories) else None

    def holders(self, card: Card) -> list[int]:
        """Return all holders that may have ``card``, in order of their numbers."""
        bit = self._mask([card])
        return [holder for holder, cards in enumerate(self._possible) if cards & bit]

    def known_cards(self, holder: int) -> list[Card]:
        """Return the cards ``holder`` is known to have, in deck order."""
        return self._cards(self._has[holder])

    def open_hand(self, holder: int) -> OpenHand:
        """Return the open part of the cards of a seat, or of the case file."""
        known, showed = self._has[holder], frozenset(self._showed[holder])
        free = self._sizes[holder] - known.bit_count()
        return OpenHand(free, self._possible[holder] & ~known, showed)

    @property
    def wrong(self) -> frozenset[int]:
        """The triples that are known not to be the case file, as masks."""
        return frozenset(self._wrong)

    @property
    def state(self) -> tuple[object, ...]:
        """Everything that is known, as a value to compare with that of another time."""
        showed = (frozenset(sets) for sets in self._showed)
        return (*self._has, *self._possible, *showed, self.wrong)

    def _mask(self, cards: Iterable[Card]) -> int:
        mask = 0
        for card in cards:
            mask |= 1 << self.deck.position(card)
        return mask

    def _cards(self, mask: int) -> list[Card]:
        return [card for position, card in enumerate(self.deck.cards) if mask >> position & 1]

    def _conclude(self) -> None:
        if self._waiting:
            return
        before: Sequence[int] = ()
        while before != (now := (*self._has, *self._possible)):
            before = now
            self._one_holder_each()
            for holder in self.hands:
                self._fill(holder, self._possible[holder], self._sizes[holder])
                self._reduce_shows(holder)
            for category in self._categories:
                self._fill(self.case, self._possible[self.case] & category, 1)
            case = self._has[self.case]
            for wrong in self._wrong:  # with two of its cards in the case file, the third is not
                if wrong & ~case == 0:
                    raise ContradictionError(self._conflict(wrong))
                if (wrong & case).bit_count() == len(self._categories) - 1:
                    self._possible[self.case] &= ~(wrong & ~case)

    def _one_holder_each(self) -> None:
        """Apply the first rule: each card has exactly one holder."""
        held_twice = 0
        for holder, cards in enumerate(self._has):
            if wrong := cards & (held_twice | ~self._possible[holder]):
                raise ContradictionError(self._conflict(wrong))
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
        """Apply the second rule: ``holder`` has ``size`` of ``among`` (the file: per category)."""
        has = self._has[holder] & among
        if has.bit_count() > size or among.bit_count() < size:
            raise ContradictionError(self._conflict(among))
        if has.bit_count() == size:
            self._possible[holder] &= ~among | has
        elif among.bit_count() == size:
            self._has[holder] |= among

    def _reduce_shows(self, seat: int) -> None:
        """Apply the fourth rule: of each set that the seat showed from, it has a card."""
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

    def _conflict(self, mask: int) -> str:
        about = ", ".join(self._cards(mask)) or "the case file"
        return f"the observations contradict each other about {about}"
