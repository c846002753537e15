"""What happens at the table, as values that anybody may keep.

Every event has the turn (table-wide, from 1) and the seat that did it. Their JSON form
is the one of game records.
"""

from typing import Any, NamedTuple, TypeAlias

from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.errors import RecordError, nearest


class Rolled(NamedTuple):
    """The dice fell."""

    turn: int
    seat: int
    dice: tuple[int, ...]


class Moved(NamedTuple):
    """The token went, after a roll, to a room or a square, or stayed where it was."""

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
    """The seat was asked and holds none of the three."""

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


def as_seen_by(event: Event, seat: int) -> Event:
    """Return what ``seat`` may see: a shown card only if it showed or saw it (rule 10)."""
    if type(event) is Showed and seat not in (event.seat, event.to):
        return event._replace(card=None)
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
    """Return a room name as it is, and ``[x, y]`` as a square."""
    if isinstance(place, str):
        return Card(place)
    x, y = place
    return int(x), int(y)


def event_to_json(event: Event) -> dict[str, Any]:
    """Return ``event`` as a JSON object with its ``kind`` first.

    >>> event_to_json(Rolled(1, 0, (3, 4)))
    {'kind': 'roll', 'turn': 1, 'seat': 0, 'dice': [3, 4]}
    """
    data: dict[str, Any] = {"kind": _NAMES[type(event)]}
    for field, value in zip(event._fields, event, strict=True):
        data[field] = list(value) if isinstance(value, tuple) else value
    return data


def event_from_json(data: Any) -> Event:
    """Return the event of a JSON object; :class:`RecordError` if it is none."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind not in _KINDS:
        raise RecordError(f"event {data!r} has no known kind; {nearest(str(kind), _KINDS)}")
    event = _KINDS[kind]
    try:
        return event(*(_field_from_json(event, field, data[field]) for field in event._fields))
    except (KeyError, TypeError, ValueError) as error:
        expected = ", ".join(event._fields)
        raise RecordError(f"event {data!r} is no '{kind}'; expected {expected}") from error


def _field_from_json(event: type[Event], field: str, value: Any) -> Any:
    if field == "cards":
        return Suggestion(*value) if event is Suggested else Accusation(*value)
    if field == "dice":
        return tuple(int(die) for die in value)
    if field == "to" and event is not Showed:
        return place_from_json(value)
    return value
