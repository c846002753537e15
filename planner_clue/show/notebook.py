"""A belief in words: the possible holders of a card, and why a holder is certain."""

from collections.abc import Callable, Sequence

from planner_clue.belief import Belief, ContradictionError
from planner_clue.belief.probability import probability_at
from planner_clue.belief.transcript import Evidence
from planner_clue.cards import Card


def why_card(
    belief: Belief,
    card: Card,
    names: Sequence[str],
    holder: int | None = None,
    *,
    when: Callable[[Evidence], str] | None = None,
    decimals: int = 0,
) -> list[str]:
    """Return sentences that say who has ``card``, or who does not, and why that is certain.

    They are about one ``holder`` (a seat, or ``belief.case``), or about all. ``names`` has a name
    per seat; ``when`` says where a piece of evidence was seen, by default on which turn. Where the
    holder is open, the last sentence has the probabilities, with so many ``decimals``.
    """
    possible = belief.holders(card)
    is_open = len(possible) > 1
    if holder is not None:
        facts, is_open = [holder], is_open and holder in possible
        facts = [] if is_open else facts
    elif is_open:
        holders = range(belief.case + 1)
        facts = [other for other in holders if other not in possible and other != belief.me]
    else:
        facts = possible
    sentences = [_why(belief, card, fact, names, when) for fact in facts]
    if is_open:
        all_names = [*names, "the case file"]
        chances = (
            f"{all_names[seat]} {probability_at(belief, card, seat).percent(decimals)}"
            for seat in possible
        )
        sentences.append(f"Possible holders of {card}: {', '.join(chances)}.")
    return sentences


def _why(
    belief: Belief,
    card: Card,
    holder: int,
    names: Sequence[str],
    when: Callable[[Evidence], str] | None,
) -> str:
    try:
        return f"{belief.why(card, holder).in_words(names, when)}."
    except ContradictionError as error:
        return f"{error}."
