"""Minimal evidence for a fact, and for a contradiction, with the reasons in words.

Evidence forces a fact if no deal fits both the evidence and the opposite of the fact. A minimal
set is found by divide and conquer (QuickXplain: Junker 2004), which takes few searches for a deal
where few of many observations are needed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planner_clue.belief.counting import count_all
from planner_clue.belief.hands import Heard, possible_hands
from planner_clue.belief.knowledge import ContradictionError, Knowledge
from planner_clue.belief.numbering import Numbering
from planner_clue.belief.transcript import Evidence
from planner_clue.cards import Card, CaseFile
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Showed


class Fact(NamedTuple):
    """That a holder has a card, or that it does not have it."""

    card: Card
    holder: int
    holds: bool


@dataclass(frozen=True)
class Why:
    """A fact and what forces it."""

    fact: Fact
    observations: tuple[int, ...]
    """The observations that force it, counted from 0, none to spare. None at all if it follows
    from the seat's own hand."""
    evidence: tuple[Evidence, ...]
    """The parts of these observations that are needed."""

    def in_words(self, names: Sequence[str], when: Callable[[Evidence], str] | None = None) -> str:
        """Return the fact and its reasons as a sentence; ``names`` has a name for each seat.

        ``when`` says in words when a piece of evidence was seen: by default, on which turn.
        """
        when = when or _turn
        card, holder, holds = self.fact
        if holder == len(names):
            said = f"{card} is {'' if holds else 'not '}in the case file"
        else:
            said = f"{names[holder]} {'holds' if holds else 'does not hold'} {card}"
        reasons = [f"{piece.in_words(names)} {when(piece)}" for piece in self.evidence]
        because = "; ".join(reasons) or "this follows from the seat's own hand"
        return f"{said}: {because}"


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
            pieces = [piece for piece in self._evidence if piece.observation in needed]
            numbers = minimal(
                lambda kept: self._forced([pieces[n] for n in kept], fact), range(len(pieces))
            )
            evidence = tuple(pieces[number] for number in numbers)
            self._found[fact] = Why(fact, needed, evidence)
        return self._found[fact]

    def first_forcing(self, fact: Fact, among: Sequence[Evidence]) -> Evidence:
        """Return the first piece ``among`` the evidence that completes a proof of a fact.

        The last of them has to complete it at the latest, and what comes before the first of
        them must not prove it.
        """
        return self._first(lambda seen: self._forced(seen, fact), among)

    def first_refuting(self, case_file: CaseFile, among: Sequence[Evidence]) -> Evidence:
        """Return the first piece ``among`` the evidence after which no deal has a case file."""

        def refuted(seen: Sequence[Evidence]) -> bool:
            try:
                supposed = known_from(self._seat, seen)
                for card in case_file:
                    supposed.has(self._seat.players, card)
            except ContradictionError:
                return True
            return not some_deal_fits(supposed)

        return self._first(refuted, among)

    def _first(
        self, settles: Callable[[Sequence[Evidence]], bool], among: Sequence[Evidence]
    ) -> Evidence:
        """Return the first piece ``among`` the evidence with which all up to it settles a thing."""
        first, last = 0, len(among) - 1
        while first < last:
            middle = (first + last) // 2
            seen = self._evidence.index(among[middle]) + 1
            if settles(self._evidence[:seen]):
                last = middle
            else:
                first = middle + 1
        return among[first]

    def _minimal_observations(self, fact: Fact) -> tuple[int, ...]:
        """Return observations that force the fact, none to spare; one alone if that can do it."""

        def forced(kept: Iterable[int]) -> bool:
            chosen = frozenset(kept)
            pieces = [piece for piece in self._evidence if piece.observation in chosen]
            return self._forced(pieces, fact)

        if forced(()):
            return ()
        observations = sorted({piece.observation for piece in self._evidence})
        for number in self._about(fact.card):
            if forced([number]):
                return (number,)
        holder = self._known.get(fact.card)
        if not fact.holds and holder is not None:
            # Somebody else has it: whatever forces that is enough.
            observations = list(self.why(Fact(fact.card, holder, True)).observations)
        return minimal(forced, observations)

    def _about(self, card: Card) -> list[int]:
        """Return the observations that name the card."""
        numbers: dict[int, None] = {}
        for piece in self._evidence:
            event = piece.event
            named = piece.asked or (event.cards if isinstance(event, Accused) else ())
            if card in named or (isinstance(event, Showed) and card == event.card):
                numbers[piece.observation] = None
        return list(numbers)

    def _forced(self, evidence: Iterable[Evidence], fact: Fact) -> bool:
        """Tell whether no deal fits this evidence and the opposite of the fact."""
        try:
            supposed = known_from(self._seat, evidence)
            if fact.holds:
                supposed.cannot_have(fact.holder, [fact.card])
            else:
                supposed.has(fact.holder, fact.card)
        except ContradictionError:
            return True
        return not some_deal_fits(supposed)


def minimal(enough: Callable[[Sequence[int]], bool], numbers: Sequence[int]) -> tuple[int, ...]:
    """Return some of ``numbers`` that are enough, none of which can be left out.

    All of them together must be enough, and adding numbers to enough must leave it enough.

    >>> minimal(lambda kept: {2, 5} <= set(kept), range(8))
    (2, 5)
    """
    if enough([]):
        return ()
    return tuple(sorted(_needed(enough, [], list(numbers), changed=False)))


def _needed(
    enough: Callable[[Sequence[int]], bool], given: list[int], numbers: list[int], *, changed: bool
) -> list[int]:
    """Return those ``numbers`` that are needed in addition to ``given``.

    ``changed`` tells whether ``given`` has grown, so that it may be enough by itself.
    """
    if changed and enough(given):
        return []
    if len(numbers) == 1:
        return numbers
    middle = len(numbers) // 2
    first, second = numbers[:middle], numbers[middle:]
    late = _needed(enough, given + first, second, changed=True)
    early = _needed(enough, given + late, first, changed=bool(late))
    return early + late


def _turn(piece: Evidence) -> str:
    return f"on turn {piece.event.turn}"


@dataclass(frozen=True)
class Conflict:
    """A piece of evidence that cannot be true, and what it contradicts."""

    impossible: Evidence
    """The first piece that cannot be true after those before it."""
    against: tuple[Evidence, ...]
    """Pieces before it that rule it out, none to spare. None at all if it contradicts the seat's
    own hand."""

    def in_words(self, names: Sequence[str], where: Callable[[Evidence], str]) -> str:
        """Return the contradiction in words; ``where`` returns "in line 3", say."""
        earlier = [f"{piece.in_words(names)} {where(piece)}" for piece in self.against]
        reason = "; ".join(earlier) or "your own hand"
        said = self.impossible.in_words(names)
        return f"{said}: that cannot be true, it contradicts {reason}"


def find_conflict(seat: Seat, evidence: Sequence[Evidence]) -> Conflict | None:
    """Return the first conflict in what a seat has seen; None if some deal fits all of it.

    Whole observations are left out first, one after the other as far as they are not needed, and
    then single pieces.
    """
    impossible = first_impossible(seat, evidence)
    if impossible is None:
        return None
    before = evidence[: evidence.index(impossible)]

    def ruled_out(kept: Sequence[Evidence]) -> bool:
        return not is_possible(seat, [*kept, impossible])

    numbers = sorted({piece.observation for piece in before})
    needed = minimal(
        lambda kept: ruled_out([piece for piece in before if piece.observation in kept]), numbers
    )
    pieces = [piece for piece in before if piece.observation in needed]
    left = minimal(lambda kept: ruled_out([pieces[n] for n in kept]), range(len(pieces)))
    return Conflict(impossible, tuple(pieces[number] for number in left))


# -- whether any deal fits ------------------------------------------------------------------


def known_from(seat: Seat, evidence: Iterable[Evidence]) -> Knowledge:
    """Return what ``seat`` concludes by the quick rules from its hand and this evidence alone.

    Raises :class:`ContradictionError` if the quick rules find that it cannot be true.
    """
    knowledge = Knowledge(seat)
    with knowledge.at_once():
        for piece in evidence:
            piece.add_to(knowledge)
    return knowledge


def some_deal_fits(knowledge: Knowledge) -> bool:
    """Tell whether any deal fits ``knowledge``.

    First one is looked for: card after card is given to a holder that can have it, the card with
    the fewest possible holders first. Only if that gets stuck, all deals are counted.
    """
    supposed: Knowledge | None = knowledge
    while supposed is not None:
        unlocated = supposed.unlocated()
        if not unlocated:
            return True
        supposed = _with_a_card_placed(supposed, unlocated)
    numbering = Numbering(knowledge.deck, knowledge.unlocated())
    hands = possible_hands(knowledge, numbering, Heard())
    return count_all(len(numbering.cards), list(hands.values())) > 0


def _with_a_card_placed(knowledge: Knowledge, unlocated: Iterable[Card]) -> Knowledge | None:
    """Return the knowledge if the card with the fewest possible holders is with one of them.

    None if a contradiction follows from each of them.
    """
    card = min(unlocated, key=lambda open_card: len(knowledge.holders(open_card)))
    for holder in knowledge.holders(card):
        supposed = knowledge.copy()
        try:
            supposed.has(holder, card)
        except ContradictionError:
            continue
        return supposed
    return None


def first_impossible(seat: Seat, evidence: Sequence[Evidence]) -> Evidence | None:
    """Return the first piece of evidence that cannot be true after those before it.

    None if all of it can be true, or if there is none. Found by bisection.
    """
    if is_possible(seat, evidence):
        return None
    possible, impossible = 0, len(evidence)
    while impossible - possible > 1:
        middle = (possible + impossible) // 2
        if is_possible(seat, evidence[:middle]):
            possible = middle
        else:
            impossible = middle
    return evidence[impossible - 1] if evidence else None


def is_possible(seat: Seat, evidence: Iterable[Evidence]) -> bool:
    """Tell whether some deal fits this evidence and the hand of ``seat``."""
    try:
        return some_deal_fits(known_from(seat, evidence))
    except ContradictionError:
        return False
