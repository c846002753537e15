"""What happens at the table, as values that do not change.

Every event has the number of the turn (all players' together, from 1) and the seat that did it.
Its JSON form is that of game records.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.errors import RecordError, nearest, shown


class Rolled(NamedTuple):
    """The dice fell."""

    turn: int
    seat: int
    dice: tuple[int, ...]


class Moved(NamedTuple):
    """After a roll, the token went to a room or a square, or stayed where it was."""

    turn: int
    seat: int
    to: Place


class TookPassage(NamedTuple):
    """The token took a secret passage instead of rolling."""

    turn: int
    seat: int
    to: Card


class Suggested(NamedTuple):
    """The seat asked about three cards; the suspect's token moved into the room."""

    turn: int
    seat: int
    cards: Suggestion


class Passed(NamedTuple):
    """The seat was asked to show a card and holds none of the three."""

    turn: int
    seat: int


class Showed(NamedTuple):
    """The seat showed one of the three to seat ``to``; ``card`` is None for all others."""

    turn: int
    seat: int
    to: int
    card: Card | None


class Accused(NamedTuple):
    """The seat claimed to know the case file."""

    turn: int
    seat: int
    cards: Accusation
    correct: bool


class Eliminated(NamedTuple):
    """The seat accused wrongly: it takes no more turns but goes on disproving."""

    turn: int
    seat: int


class Forfeited(NamedTuple):
    """The seat's agent broke the rules or crashed; the table goes on showing its cards."""

    turn: int
    seat: int
    reason: str


Event: TypeAlias = (
    Rolled | Moved | TookPassage | Suggested | Passed | Showed | Accused | Eliminated | Forfeited
)


def is_heard_where_secret(event: Event, seat: int) -> bool:
    """Tell whether ``seat`` notices ``event`` where accusations are secret (rule 8).

    Only the accuser hears of an accusation, and of being out.
    """
    return not isinstance(event, Accused | Eliminated) or event.seat == seat


def as_seen_by(event: Event, seat: int) -> Event:
    """Return what ``seat`` may see of an event that it notices.

    It sees a shown card only if it showed it or was shown it (rule 10). Of another seat's forfeit
    it hears only what kind it is: the details are that agent's own words, which may tell its cards.
    """
    if type(event) is Showed and seat not in (event.seat, event.to):
        return event._replace(card=None)
    if type(event) is Forfeited and seat != event.seat:
        return event._replace(reason=event.reason.split(":", maxsplit=1)[0])
    return event


_KINDS: dict[str, type[Event]] = {
    "roll": Rolled,
    "move": Moved,
    "passage": TookPassage,
    "suggest": Suggested,
    "pass": Passed,
    "show": Showed,
    "accuse": Accused,
    "eliminated": Eliminated,
    "forfeit": Forfeited,
}
_NAMES: dict[type[Event], str] = {event: kind for kind, event in _KINDS.items()}


def place_from_json(place: Any) -> Place:
    """Return the room of a name, or the square of ``[x, y]``."""
    if isinstance(place, str):
        return Card(place)
    x, y = _numbers(Moved, place)
    return x, y


def event_to_json(event: Event) -> dict[str, Any]:
    """Return ``event`` as a JSON object with its ``kind`` first.

    >>> event_to_json(Rolled(1, 0, (3, 4)))
    {'kind': 'roll', 'turn': 1, 'seat': 0, 'dice': [3, 4]}
    """
    data: dict[str, Any] = {"kind": _NAMES[type(event)]}
    for field, value in zip(event._fields, event, strict=True):
        data[field] = list(value) if isinstance(value, tuple) else value
    return data


def event_to_list(event: Event) -> list[Any]:
    """Return ``event`` as its kind and its fields, which takes less time to write and to read.

    >>> event_to_list(Rolled(1, 0, (3, 4)))
    ['roll', 1, 0, (3, 4)]
    """
    return [_NAMES[type(event)], *event]


def event_from_list(data: Sequence[Any]) -> Event:
    """Return the event of :func:`event_to_list`, also after a way through JSON; unchecked.

    >>> event_from_list(["roll", 1, 0, [3, 4]])
    Rolled(turn=1, seat=0, dice=(3, 4))
    """
    kind, *fields = data
    event = _KINDS[kind]
    made: Callable[[Any], Any] = _LISTED.get(event, tuple)
    return event(*[made(value) if type(value) is list else value for value in fields])


_LISTED: dict[type[Event], Callable[[Any], Any]] = {
    Suggested: Suggestion._make,
    Accused: Accusation._make,
}
"""What a list in an event stands for, where that is no plain tuple."""


def event_from_json(data: Any) -> Event:
    """Return the event of a JSON object; :class:`RecordError` if it is not an event."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise RecordError(f"{shown(data)} has no known kind; {nearest(str(kind), _KINDS)}")
    event = _KINDS[kind]
    try:
        return event(*(_READ[field](event, data[field]) for field in event._fields))
    except (KeyError, TypeError, ValueError) as error:
        expected = ", ".join(event._fields)
        raise RecordError(f"{shown(data)} is no '{kind}'; expected {expected}") from error


def _number(_: type[Event], value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def _text(_: type[Event], value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _truth(_: type[Event], value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _numbers(event: type[Event], value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple(_number(event, number) for number in value)


def _where(event: type[Event], value: Any) -> Place | int:
    """Return to whom a card was shown, or else to which place a token went."""
    if event is Showed:
        return _number(event, value)
    if event is TookPassage:
        return Card(_text(event, value))
    return place_from_json(value)


def _three(event: type[Event], value: Any) -> Suggestion | Accusation:
    if not isinstance(value, list):
        raise TypeError(value)
    suspect, weapon, room = value
    cards = (Card(_text(event, card)) for card in (suspect, weapon, room))
    return Suggestion(*cards) if event is Suggested else Accusation(*cards)


def _card(event: type[Event], value: Any) -> Card | None:
    return None if value is None else Card(_text(event, value))


_READ: dict[str, Callable[[type[Event], Any], Any]] = {
    "turn": _number,
    "seat": _number,
    "dice": _numbers,
    "to": _where,
    "cards": _three,
    "card": _card,
    "correct": _truth,
    "reason": _text,
}
"""How each field of an event is read from JSON; each raises for a wrong value."""
