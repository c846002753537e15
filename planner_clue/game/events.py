"""Events at the table, as immutable values.

Every event has the number of the turn (all players' together, from 1) and the seat that did it.
Its JSON form, with its ``kind`` first, is that of game records.
"""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias, get_args

from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr, replace

from planner_clue.game.board import Place, place_in_words
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.support.errors import RecordError, nearest, shown
from planner_clue.support.json_text import checked, plain

Number: TypeAlias = Annotated[int, Meta(ge=0)]
Chance: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class _Event(Struct, frozen=True, tag_field="kind"):
    turn: Number
    seat: SeatNumber


class Rolled(_Event, frozen=True, tag="roll"):
    """The dice were rolled.

    >>> clue.play_game(["random"] * 3, seed=5).events[0]
    Rolled(turn=1, seat=0, dice=(3, 3))
    """

    dice: Annotated[tuple[Die, ...], Meta(min_length=1, max_length=2)]


class Moved(_Event, frozen=True, tag="move"):
    """After a roll, the token went to a room or a square, or stayed where it was.

    >>> clue.play_game(["random"] * 3, seed=5).events[1]
    Moved(turn=1, seat=0, to=(16, 6))
    """

    to: Place


class TookPassage(_Event, frozen=True, tag="passage"):
    """The token took a secret passage instead of rolling.

    >>> clue.play_game(["random"] * 3, seed=2).events[10]
    TookPassage(turn=4, seat=0, to='conservatory')
    """

    to: Card


class Suggested(_Event, frozen=True, tag="suggest"):
    """The seat suggested three cards; the suspect's token moved into the room.

    >>> clue.play_game(["random"] * 3, seed=5).events[8].cards
    Suggestion(suspect='peacock', weapon='lead-pipe', room='lounge')
    """

    cards: Suggestion


class Passed(_Event, frozen=True, tag="pass"):
    """The seat was asked to show a card and holds none of the three.

    >>> clue.play_game(["random"] * 3, seed=5).events[17]
    Passed(turn=6, seat=0)
    """


class Showed(_Event, frozen=True, tag="show"):
    """The seat showed one of the three cards to seat ``to``; ``card`` is None for other seats.

    >>> game = clue.play_game(["random"] * 3, seed=5)
    >>> [seat.events[9].card for seat in game.seats]
    ['peacock', 'peacock', None]
    """

    to: SeatNumber
    card: Card | None


class Revealed(_Event, frozen=True, tag="reveal"):
    """Everybody learned that the seat holds some cards, or that it holds none of them."""

    cards: tuple[Card, ...]
    holds: bool


class Accused(_Event, frozen=True, tag="accuse"):
    """The seat accused three cards of being the case file.

    >>> clue.play_game(["random"] * 3, seed=5).events[-1].cards
    Accusation(suspect='mustard', weapon='lead-pipe', room='kitchen')
    """

    cards: Accusation
    correct: bool


class Eliminated(_Event, frozen=True, tag="eliminated"):
    """The seat accused wrongly. It takes no more turns, but still disproves suggestions.

    >>> from planner_clue.match.checks.rash_opponent import RashAgent
    >>> game = clue.play_game([RashAgent, "random", "random"], seed=1)
    >>> next(event for event in game.events if isinstance(event, clue.Eliminated))
    Eliminated(turn=7, seat=0)
    """


class Forfeited(_Event, frozen=True, omit_defaults=True, tag="forfeit"):
    """The seat's agent broke the rules or crashed. The table shows its cards from now on.

    >>> clue.Forfeited(turn=3, seat=1, kind="timeout", detail="no answer in 30 s").reason
    'timeout: no answer in 30 s'
    """

    kind: str = field(name="reason")
    """The kind of failure: one of :data:`planner_clue.errors.KINDS`."""
    detail: str = ""
    """The failure in words; other seats hear the kind only."""

    def __post_init__(self) -> None:
        kind, colon, detail = self.kind.partition(": ")
        if colon and not self.detail:  # records of version 0.2.0 have both in one field
            force_setattr(self, "kind", kind)
            force_setattr(self, "detail", detail)

    @property
    def reason(self) -> str:
        """The kind and the detail of the failure, in one line."""
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


Telling: TypeAlias = Passed | Showed | Revealed | Accused  # events about cards
Event: TypeAlias = Rolled | Moved | TookPassage | Suggested | Telling | Eliminated | Forfeited
KINDS = {str(event.__struct_config__.tag): event for event in get_args(Event)}


def is_heard_where_secret(event: Event, seat: int) -> bool:
    """Return whether ``seat`` notices an event; a secret accusation only its own (rule 8)."""
    return not isinstance(event, Accused | Eliminated) or event.seat == seat


def as_seen_by(event: Event, seat: int) -> Event:
    """Return an event without another's card (rule 10) and another's words of failure."""
    if type(event) is Showed and seat not in (event.seat, event.to):
        return replace(event, card=None)
    if type(event) is Forfeited and seat != event.seat:
        return replace(event, detail="")
    return event


def event_to_json(event: Event) -> dict[str, Any]:
    """Return ``event`` as a JSON object with its ``kind`` first."""
    return plain(event)


def event_from_json(data: Any) -> Event:
    """Return the event of a JSON object; :class:`RecordError` if it is not an event."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise RecordError(f"{shown(data)} has no known kind; {nearest(str(kind), KINDS)}")
    event: Event = checked(data, KINDS[kind], RecordError)
    return event


def event_in_words(event: Event, names: Sequence[str], reader: int | None = None) -> str:
    """Return one event as a sentence without its full stop; ``names`` are the names of the seats.

    The sentence addresses the seat ``reader`` as "you".

    >>> event_in_words(Showed(4, 1, 2, None), ["scarlett", "mustard", "white"])
    'mustard shows a card to white'
    >>> event_in_words(Showed(4, 1, 2, None), ["scarlett", "mustard", "white"], reader=1)
    'you show a card to white'
    """
    called = ["you" if seat == reader else name for seat, name in enumerate(names)]
    deed = deed_in_words(event)
    if event.seat == reader:
        verb, *rest = deed.split(" ")
        deed = " ".join([_BARE.get(verb, verb.removesuffix("s")), *rest])
    to = f" to {called[event.to]}" if isinstance(event, Showed) else ""
    return f"{called[event.seat]} {deed}{to}"


_BARE = {"goes": "go", "passes": "pass", "forfeits:": "forfeit:"}
"""Verbs of :func:`deed_in_words` after "you", if they do not only lose a final *s*."""


def deed_in_words(event: Event, *, secretly: bool = False) -> str:
    """Return an event without its actor; ``secretly`` if accusations are secret.

    >>> deed_in_words(Rolled(1, 0, (3, 4)))
    'rolls 3 + 4'
    """
    match event:
        case Rolled(dice=dice):
            return f"rolls {' + '.join(map(str, dice))}"
        case Moved(to=place):
            return f"goes to {place_in_words(place)}"
        case TookPassage(to=room):
            return f"takes the secret passage to {room}"
        case Suggested(cards=cards):
            return f"suggests {', '.join(cards)}"
        case Passed() | Eliminated():
            return "passes" if isinstance(event, Passed) else "takes no more turns"
        case Showed(card=card):
            return f"shows {card or 'a card'}"
        case Revealed(cards=cards, holds=holds):
            return f"openly holds {', '.join(cards)}" if holds else f"holds no {', '.join(cards)}"
        case Accused(cards=cards, correct=correct):
            how = " in secret" if secretly else ""
            return f"accuses{how} {', '.join(cards)}: {'right' if correct else 'wrong'}"
        case Forfeited(reason=reason):
            return f"forfeits: {reason}"
