"""A recorded game as frames: the table after each event, as JSON data for the page's scripts.

A **frame** is one moment. Frame 0 is before the first turn, frame *n* after the *n*-th event
that the viewpoint notices::

    {"turn": 7, "whose": 2,  the turn, counted from 1 over all seats, and the seat whose turn it is
     "seat": 1, "kind": "show", "text": "mustard shows rope to white",
                             what a seat did, with the kinds of records; begin first, end last
     "hidden": "mustard shows a card to white", "sees": [1, 2],
                             what others hear where that is less, or null, and who sees the whole
     "dice": [3, 4],         of a roll
     "moves": {"plum": "hall", "white": [16, 6], "green": null}}
                             where tokens are now that were elsewhere before; null: off the board

A **notebook** is what one seat believes, as a list of changes in the order of the frames::

    {"at": 12,               since which frame
     "cards": {"rope": [0, 1000, 0, 0], "plum": [0, 312, 401, 287]},
                             for each card that changed, the probability of each seat and of the
                             case file in thousandths; only what is certain is 0 or 1000
     "best": [[["plum", "rope", "hall"], 87], ...], "files": 41,
                             the most probable case files, and the number of possible ones
     "chooses": {"1": [["unknown ones", 712], ["the nearest", 401]], ...},
                             the most probable style of other seats for cards, and for rooms
     "about": true}          where probabilities stem from an earlier frame, not counted anew,
                             and only certain facts are up to date

All of a page's data is described in :mod:`planner_clue.view.pages.replay_page`. A page for a seat
or the public is made only from what that **viewpoint** may know: two games that it cannot tell
apart give the same page, byte by byte.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from planner_clue.belief import Belief
from planner_clue.game.board import Place
from planner_clue.game.cards import Card
from planner_clue.game.decisions import Opening
from planner_clue.game.events import Accused, Event, Rolled, event_in_words, event_to_json
from planner_clue.game.replay import Decided, replayed
from planner_clue.game.requests import AskStart
from planner_clue.game.table import Table
from planner_clue.game.turn_order import Result
from planner_clue.view import wording

_NOBODY = -1
"""A seat that does not exist: it sees what everybody sees."""


@dataclass(frozen=True)
class Viewpoint:
    """A viewpoint: it decides what a page may contain.

    >>> [str(view) for view in (ALL, PUBLIC, Viewpoint("seat", 2))]
    ['all', 'public', 'seat 2']
    """

    kind: str
    """``all``, ``seat`` or ``public``."""
    seat: int | None = None

    def __str__(self) -> str:
        return self.kind if self.seat is None else f"{self.kind} {self.seat}"

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden."""
        return self.kind == "all"

    def may_read(self, seat: int) -> bool:
        """Return whether the hand, the belief and the notes of ``seat`` are open to it."""
        return self.sees_all or self.seat == seat

    def sees(self, table: Table, event: Event) -> Event | None:
        """Return an event as it sees it; None if it does not notice it."""
        if self.sees_all:
            return event
        return table.seen_by(event, _NOBODY if self.seat is None else self.seat)

    def seats(self, players: int) -> list[int]:
        """Return the seats whose belief it may read, in order."""
        return [seat for seat in range(players) if self.may_read(seat)]


ALL = Viewpoint("all")
PUBLIC = Viewpoint("public")


_BEGINS = "The cards are dealt. The game begins."
FIRST = {"turn": 0, "whose": 0, "seat": 0, "kind": "begin", "text": _BEGINS}
"""Frame 0, without the tokens."""
MOST_FRAMES = 4000
"""The maximum number of frames per event; longer games have one frame per turn."""


@dataclass
class Moment:
    """An event that a viewpoint noticed, and where the tokens were after it."""

    number: int
    """The number of the event in the record, from 0."""
    event: Event
    seen: Event
    """The event as the viewpoint saw it."""
    whose: int
    """The seat whose turn it was."""
    places: Mapping[Card, Place]
    frame: int = 0
    """The number of the frame that shows it."""


class Game:
    """A replayed record and its frames from a viewpoint; may raise :class:`RecordError`."""

    def __init__(self, record: Mapping[str, Any], view: Viewpoint) -> None:
        self.record, self.view = record, view
        self.replayed = replayed(record)
        self.table, self.starts = self.replayed.table, self.replayed.starts
        self.names = list(self.table.tokens)
        self.moments = list(self._moments())
        self.by_turns = len(self.moments) > MOST_FRAMES
        """Whether all events of a turn make one frame."""
        self.frames: list[dict[str, Any]] = []
        self._add_frames()

    def _moments(self) -> Iterator[Moment]:
        whose, numbers = dict[int, int](), count()
        for step in self.replayed.steps:
            if isinstance(step, Decided):
                whose[step.turn] = step.whose
                continue
            number, event = next(numbers), step.event
            if (seen := self.view.sees(self.table, event)) is not None:
                yield Moment(number, event, seen, whose.get(event.turn, event.seat), step.places)

    def believed(self, seat: int, *, asking: int = 1) -> Iterator[tuple[Moment, Belief]]:
        """Yield each moment, and what ``seat`` believed before it.

        The belief is the same object each time. ``asking`` is as for :class:`Belief`.
        """
        belief = Belief(self.table.seat_view(seat, 0), asking=asking)
        for moment in self.moments:
            yield moment, belief
            if (seen := self.table.seen_by(moment.event, seat)) is not None:
                belief.observe(seen)

    def stays(self) -> set[int]:
        """Return the turns that may begin with a suggestion without a move."""
        begins = (s for s in self.replayed.steps if isinstance(s, Decided))
        starts = ((s.turn, s.request) for s in begins if isinstance(s.request, AskStart))
        return {turn for turn, request in starts if Opening.STAY in request.options.openings}

    def _add_frames(self) -> None:
        places, moves = moved({}, self.starts)
        self.frames.append(FIRST | moves)
        for moment in self.moments:
            frame = frame_of(moment.seen, moment.whose, self.names)
            if self.view.sees_all:
                frame |= self._hidden(moment.event)
            places, moves = moved(places, moment.places)
            if self.by_turns and self.frames[-1]["turn"] == frame["turn"]:
                _join(self.frames[-1], frame | moves)
            else:
                self.frames.append(frame | moves)
            moment.frame = len(self.frames) - 1
        at = {name: self.frames[-1][name] for name in ("turn", "whose", "seat")}
        _, moves = moved(places, self.table.places)
        text = f"The game is over: {wording.ending(self._result(), self.names)}"
        self.frames.append({**at, "kind": "end", "text": text, **moves})

    def _hidden(self, event: Event) -> dict[str, Any]:
        """Return the event as the other seats see it, and the seats that see the whole."""
        heard = [self.table.seen_by(event, seat) for seat in range(self.table.players)]
        less = [seen for seen in heard if seen != event]
        if not less:
            return {}
        hidden = None if less[0] is None else event_in_words(less[0], self.names)
        return {"hidden": hidden, "sees": [s for s, seen in enumerate(heard) if seen == event]}

    def first_of_turn(self, turn: int) -> int:
        """Return the first frame of ``turn`` or of a later one; else the last frame."""
        shown = (number for number, frame in enumerate(self.frames) if frame["turn"] >= turn)
        return next(shown, len(self.frames) - 1)

    def last_of_turn(self, turn: int) -> int:
        """Return the last frame up to the end of ``turn``."""
        return max(n for n, frame in enumerate(self.frames[:-1]) if frame["turn"] <= turn)

    def place_before(self, frame: int, token: Card) -> Place | None:
        """Return where a token is when ``frame`` begins; None if it is off the board."""
        before = [moment.places for moment in self.moments if moment.frame < frame]
        return (before[-1] if before else self.starts).get(token)

    def of_kind(self, turn: int, seat: int, *kinds: str) -> int | None:
        """Return the frame of ``turn`` in which ``seat`` did one of ``kinds``; None if none."""
        for moment in self.moments:
            event = moment.event
            if (event.turn, event.seat) == (turn, seat) and kind_of(event) in kinds:
                return moment.frame
        return None

    def winner(self) -> int | None:
        """Return the seat that won; None if none did, or if the viewpoint does not know."""
        result = self._result()
        return result.winner if result else None

    def _result(self) -> Result | None:
        """Return the result, if the viewpoint knows it: of secret accusations only the accuser."""
        result = self.table.result
        assert result is not None
        last = self.moments[-1].seen if self.moments else None
        secret = self.table.rules.secret_accusations and not self.view.sees_all
        won_openly = isinstance(last, Accused) and last.correct
        return None if secret and not won_openly and result.how != "turn-limit" else result


def moved(
    before: Mapping[Card, Place | None], places: Mapping[Card, Place | None]
) -> tuple[dict[Card, Place | None], dict[str, Any]]:
    """Return the places of all tokens now, and the ``moves`` of a frame if there are any."""
    now = dict.fromkeys(before) | dict(places)
    moves = {token: at for token, at in now.items() if (token, at) not in before.items()}
    return now, {"moves": moves} if moves else {}


def frame_of(
    seen: Event, whose: int, names: Sequence[str], reader: int | None = None
) -> dict[str, Any]:
    """Return the frame of an event as a viewpoint sees it, in the turn of ``whose`` seat."""
    frame = {
        "turn": seen.turn,
        "whose": whose,
        "seat": seen.seat,
        "kind": kind_of(seen),
        "text": event_in_words(seen, names, reader),
    }
    return frame | ({"dice": list(seen.dice)} if isinstance(seen, Rolled) else {})


def kind_of(event: Event) -> str:
    """Return the kind of an event, as records have it."""
    return str(event_to_json(event)["kind"])


def _join(before: dict[str, Any], frame: dict[str, Any]) -> None:
    """Add a frame to the one before it, of the same turn."""
    if "hidden" in before or "hidden" in frame:
        hidden = [before.get("hidden", before["text"]), frame.get("hidden", frame["text"])]
        before["hidden"] = ". ".join(filter(None, hidden))
        see = [set(part["sees"]) for part in (before, frame) if "sees" in part]
        before["sees"] = sorted(set.intersection(*see))
    before["text"] += f". {frame['text']}"
    before["seat"], before["kind"] = frame["seat"], frame["kind"]
    if "moves" in frame:
        before["moves"] = before.get("moves", {}) | frame["moves"]
