"""Minimal evidence for a fact, and for a contradiction, with the reasons in words.

Evidence forces a fact if no deal fits both it and the opposite of the fact. A minimal set is found
by divide and conquer (QuickXplain: Junker 2004).
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from planner_clue.belief.counting import Numbering, count_all
from planner_clue.belief.hands import HandEvidence, possible_hands
from planner_clue.belief.knowledge import ContradictionError, Knowledge
from planner_clue.belief.transcript import Evidence
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Revealed

T = TypeVar("T")


class Fact(NamedTuple):
    """Statement that a holder has a card, or that it does not have it."""

    card: Card
    holder: int
    holds: bool


SEATS_HAND, YOUR_HAND = "the seat's own hand", "your own hand"
"""What to call the hand of the seat that concludes something; the latter to the person in it."""


@dataclass(frozen=True)
class Why:
    """A fact and what forces it."""

    fact: Fact
    observations: tuple[int, ...]
    """The observations that force it, counted from 0, none to spare. None at all if it follows
    from the seat's own hand."""
    evidence: tuple[Evidence, ...]  # the parts of these observations that are needed

    def in_words(
        self,
        names: Sequence[str],
        when: Callable[[Evidence], str] | None = None,
        hand: str = SEATS_HAND,
    ) -> str:
        """Return fact and reasons as a sentence, with a name per seat.

        ``when`` says when; ``hand`` is what to call the hand of the seat that concludes this.
        """
        card, holder, holds = self.fact
        if holder >= len(names):
            where = "in the case file" if holder == len(names) else "among the cards set aside"
            statement = f"{card} is {'' if holds else 'not '}{where}"
        else:
            statement = f"{names[holder]} {'holds' if holds else 'does not hold'} {card}"
        when = when or (lambda piece: f"on turn {piece.event.turn}")
        because = _in_words(self.evidence, names, when) or f"this follows from {hand}"
        return f"{statement}: {because}"


class Reasons:
    """Explains to one seat the facts that some evidence forces."""

    def __init__(self, seat: Seat, evidence: Sequence[Evidence], known: Mapping[Card, int]) -> None:
        """Explain with ``evidence``; ``known`` says who has the cards whose holder is known."""
        self._seat = seat
        self._evidence = evidence
        self._known = known
        self._found: dict[Fact, Why] = {}

    def why(self, fact: Fact) -> Why:
        """Return why a fact is certain; the evidence as a whole must force it."""
        if fact not in self._found:
            needed = self._minimal_observations(fact)
            pieces = minimal(lambda kept: self._forced(kept, fact), _of(needed, self._evidence))
            self._found[fact] = Why(fact, tuple(needed), tuple(pieces))
        return self._found[fact]

    def first(self, proved: Fact | CaseFile, among: Sequence[Evidence]) -> Evidence:
        """Return the first piece ``among`` the evidence after which something is proved.

        That is a fact, or that a case file is impossible.
        """

        def settled(piece: Evidence) -> bool:
            seen = self._evidence[: self._evidence.index(piece) + 1]
            if isinstance(proved, Fact):
                return self._forced(seen, proved)
            supposed = [Fact(card, self._seat.players, True) for card in proved]
            return not is_possible(self._seat, seen, supposed)

        return among[bisect_left(among, True, hi=len(among) - 1, key=settled)]

    def _minimal_observations(self, fact: Fact) -> list[int]:
        """Return observations that force the fact, none to spare; one alone if that can do it."""

        def forced(observations: Collection[int]) -> bool:
            return self._forced(_of(observations, self._evidence), fact)

        if forced(()):
            return []
        for number in _numbers(piece for piece in self._evidence if _names(piece, fact.card)):
            if forced([number]):
                return [number]
        holder = self._known.get(fact.card)
        if not fact.holds and holder is not None:
            # Somebody else has it: a proof of that is enough.
            return minimal(forced, self.why(Fact(fact.card, holder, True)).observations)
        return minimal(forced, _numbers(self._evidence))

    def _forced(self, evidence: Iterable[Evidence], fact: Fact) -> bool:
        """Return whether no deal fits this evidence and the opposite of the fact."""
        return not is_possible(self._seat, evidence, [fact._replace(holds=not fact.holds)])


def _numbers(evidence: Iterable[Evidence]) -> list[int]:
    """Return the observations that these pieces are parts of, in order."""
    return list(dict.fromkeys(piece.observation for piece in evidence))


def _of(observations: Collection[int], evidence: Iterable[Evidence]) -> list[Evidence]:
    """Return the pieces that are parts of these observations."""
    return [piece for piece in evidence if piece.observation in observations]


def _names(piece: Evidence, card: Card) -> bool:
    if isinstance(piece.event, Accused | Revealed):
        return card in piece.event.cards
    return card in (piece.asked or (getattr(piece.event, "card", None),))


def _in_words(
    evidence: Iterable[Evidence], names: Sequence[str], when: Callable[[Evidence], str]
) -> str:
    return "; ".join(f"{piece.in_words(names)} {when(piece)}" for piece in evidence)


def minimal(enough: Callable[[Sequence[T]], bool], items: Sequence[T]) -> list[T]:
    """Return some of ``items`` that are enough, none of which can be left out, in their order.

    Adding items to enough must leave it enough.

    >>> minimal(lambda kept: {2, 5} <= set(kept), range(8))
    [2, 5]
    """
    return [] if enough([]) else _needed(enough, [], items, changed=False)


def _needed(
    enough: Callable[[Sequence[T]], bool], given: list[T], items: Sequence[T], *, changed: bool
) -> list[T]:
    """Return those ``items`` that are needed beside ``given``, which may have ``changed``."""
    if changed and enough(given):
        return []
    if len(items) == 1:
        return [*items]
    first, second = items[: len(items) // 2], items[len(items) // 2 :]
    late = _needed(enough, [*given, *first], second, changed=True)
    early = _needed(enough, given + late, first, changed=bool(late))
    return early + late


@dataclass(frozen=True)
class Conflict:
    """A piece of evidence that cannot be true, and what it contradicts."""

    impossible: Evidence  # the first piece that cannot be true after those before it
    against: tuple[Evidence, ...]
    """Pieces before it that rule it out, none to spare. None at all if it contradicts the seat's
    own hand."""

    def in_words(self, names: Sequence[str], where: Callable[[Evidence], str]) -> str:
        """Return the contradiction in words; ``where`` returns "in line 3", say."""
        reason = _in_words(self.against, names, where) or "your own hand contradicts it"
        return f"it cannot be true that {self.impossible.in_words(names)}, because {reason}"


def find_conflict(seat: Seat, evidence: Sequence[Evidence]) -> Conflict | None:
    """Return the first conflict in what a seat has seen, with minimal evidence; None if none."""
    impossible = first_impossible(seat, evidence)
    if impossible is None:
        return None
    before = evidence[: evidence.index(impossible)]

    def ruled_out(kept: Sequence[Evidence]) -> bool:
        return not is_possible(seat, [*kept, impossible])

    needed = minimal(lambda kept: ruled_out(_of(kept, before)), _numbers(before))
    return Conflict(impossible, tuple(minimal(ruled_out, _of(needed, before))))


def first_impossible(seat: Seat, evidence: Sequence[Evidence]) -> Evidence | None:
    """Return the first piece of evidence that contradicts those before it, if any."""
    if not evidence or is_possible(seat, evidence):
        return None
    pieces = range(1, len(evidence))
    return evidence[bisect_left(pieces, True, key=lambda n: not is_possible(seat, evidence[:n]))]


def is_possible(seat: Seat, evidence: Iterable[Evidence], facts: Iterable[Fact] = ()) -> bool:
    """Return whether some deal fits this evidence, these facts and the hand of ``seat``.

    A deal is looked for, the card with the fewest possible holders first. If that gets stuck, all
    deals are counted.
    """
    try:
        supposed = known_from(seat, evidence)
        for card, holder, holds in facts:
            if holds:
                supposed.has(holder, card)
            else:
                supposed.cannot_have(holder, [card])
    except ContradictionError:
        return False
    trial = supposed
    while unlocated := trial.unlocated():
        fewest = min(unlocated, key=lambda card: len(trial.holders(card)))
        if (placed := next(_with_card_at(trial, fewest), None)) is None:
            numbering = Numbering(supposed.deck, supposed.unlocated())
            hands = possible_hands(supposed, numbering, HandEvidence())
            return count_all(len(numbering.cards), list(hands.values())) > 0
        trial = placed
    return True


def _with_card_at(knowledge: Knowledge, card: Card) -> Iterator[Knowledge]:
    """Yield the knowledge with a card placed at each holder that can have it."""
    for holder in knowledge.holders(card):
        supposed = knowledge.copy()
        with suppress(ContradictionError):
            supposed.has(holder, card)
            yield supposed


def known_from(seat: Seat, evidence: Iterable[Evidence]) -> Knowledge:
    """Return what is certain by the quick rules; may raise :class:`ContradictionError`."""
    knowledge = Knowledge(seat)
    with knowledge.at_once():
        for piece in evidence:
            piece.add_to(knowledge)
    return knowledge
