"""Whether any deal fits some evidence; explanations and error messages depend on it."""

from collections.abc import Iterable, Sequence

from planner_clue.belief.counting import count_all
from planner_clue.belief.hands import Heard, possible_hands
from planner_clue.belief.knowledge import ContradictionError, Knowledge
from planner_clue.belief.numbering import Numbering
from planner_clue.belief.transcript import Evidence
from planner_clue.cards import Card
from planner_clue.table.decisions import Seat


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
