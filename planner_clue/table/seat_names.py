"""Seats by number, token or agent, as a person names them."""

from collections.abc import Sequence

from planner_clue.cards import Deck
from planner_clue.errors import InputError, closest


def seat_named(text: str, tokens: Sequence[str], agents: Sequence[str] = ()) -> int:
    """Return the seat that ``--seat`` names, of seats with these ``tokens``.

    A number counts from 0; a token may be written as cards are; an agent's name will do where it
    sits once at the table. Raises :class:`InputError` for anything else.

    >>> seats = ["scarlett", "mustard", "white"], ["planner", "random", "random"]
    >>> [seat_named(text, *seats) for text in ("2", "Colonel Mustard", "planner")]
    [2, 1, 0]
    """
    alone = [agent for agent in agents if agents.count(agent) == 1]
    seats = {agent: agents.index(agent) for agent in alone}
    for seat, token in enumerate(tokens):
        seats |= {token: seat, str(seat): seat}
    name = text.strip()
    found = name if name in seats else Deck().find(name)
    if found in seats:
        return seats[found]
    names = dict.fromkeys([*tokens, *alone])
    near = closest(name.lower(), names)
    hint = f"did you mean '{near}'? " if near else ""
    last = len(tokens) - 1
    raise InputError(
        f"--seat {text}; {hint}expected a seat from 0 to {last}, or {', '.join(names)}"
    )
