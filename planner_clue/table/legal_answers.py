"""Legal answers to each request of the table; everything else is refused.

Agents may answer anything at all, so each function looks at the types first. It returns the
answer, or raises :class:`IllegalDecision` naming the answer and what was expected.
"""

from collections.abc import Collection, Sequence
from typing import Any

from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Deck, Suggestion
from planner_clue.errors import IllegalDecision, Lie, shown
from planner_clue.table.decisions import MoveOptions, Opening


def legal_accusation(answer: Any, deck: Deck) -> Accusation:
    """Return an accusation of any suspect, weapon and room in play (rule 8)."""
    if not _is_three(answer) or not deck.is_triple(*answer):
        raise IllegalDecision(
            f"accusation {shown(answer)}; expected a suspect, a weapon and a room in play"
        )
    return Accusation(*answer)


def legal_opening(answer: Any, openings: Sequence[Opening], here: Place) -> Opening:
    """Return one of the openings, which may also be written as a text."""
    if type(answer) not in (Opening, str) or answer not in openings:
        expected = ", ".join(openings)
        raise IllegalDecision(f"opening {shown(answer)} in {here}; expected one of {expected}")
    return Opening(answer)


def legal_roll(answer: Any, count: int) -> tuple[int, ...]:
    """Return what ``count`` dice show (rule 12)."""
    if type(answer) is not tuple or len(answer) != count or not all(map(_is_die, answer)):
        raise IllegalDecision(f"roll {shown(answer)}; expected {count} dice from 1 to 6")
    return answer


def legal_move(answer: Any, options: MoveOptions) -> Place:
    """Return a place within reach (rule 5)."""
    if not options.allows(answer):
        raise IllegalDecision(
            f"move to {shown(answer)} from {options.here} with a roll of {sum(options.dice)}; "
            f"expected a place within reach (rooms: {', '.join(options.rooms) or 'none'})"
        )
    place: Place = answer
    return place


def legal_suggestion(answer: Any, room: Card, deck: Deck) -> Suggestion:
    """Return a suggestion in the ``room`` that the player came into (rules 1 and 9)."""
    if not _is_three(answer) or not deck.is_triple(*answer) or answer[2] != room:
        raise IllegalDecision(
            f"suggestion {shown(answer)} in {room}; expected a suspect, a weapon and {room}"
        )
    return Suggestion(*answer)


def legal_shown_card(answer: Any, cards: Sequence[Card], others: Collection[Card]) -> Card:
    """Return one of the cards that can be shown (rule 9).

    ``others`` are all cards that the seat does not hold: to show one of these is a :class:`Lie`.
    """
    if type(answer) is not str or answer not in cards:
        wrong = Lie if type(answer) is str and answer in others else IllegalDecision
        raise wrong(f"shows {shown(answer)}; expected one of {', '.join(cards)}")
    return Card(answer)


def _is_die(value: Any) -> bool:
    return type(value) is int and 1 <= value <= 6


def _is_three(answer: Any) -> bool:
    return isinstance(answer, tuple) and [type(part) for part in answer] == [str, str, str]
