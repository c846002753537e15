"""A recorded game as frames: what the table looks like after each event.

A page is data, as JSON, and scripts that show it. This is the data that the scripts of ``assets/``
know how to show; whoever produces the same from elsewhere can use the same scripts.

A **frame** is one moment. Frame 0 is before the first turn, frame *n* after the *n*-th event
that the viewpoint notices::

    {"turn": 7,             the turn, counted from 1 over all seats; 0 before the game
     "whose": 2,            the seat whose turn it is
     "seat": 1,             the seat that did it: another, if it passed or showed
     "kind": "show",        roll, move, passage, suggest, pass, show, accuse, eliminated,
                            forfeit; begin for frame 0, and end for the last
     "text": "mustard shows rope to white",
     "hidden": "mustard shows a card to white",
                            what others hear of it, where that is less; null if nothing
     "sees": [1, 2],        with "hidden": the seats that see the whole
     "dice": [3, 4],        of a roll
     "moves": {"plum": "hall", "white": [16, 6], "green": null}}
                            where tokens are now that were elsewhere before: in a room, on
                            a square, or off the board; frame 0 has all tokens

A **notebook** is what one seat believes. It is a list of changes, in the order of the frames::

    {"at": 12,              since which frame
     "cards": {"rope": [0, 1000, 0, 0], "plum": [0, 312, 401, 287]},
                            for each card that changed, the chance of each holder in
                            thousandths: the seats in order, then the case file. 0 and 1000
                            are certain; what is nearly certain is 1 or 999
     "best": [[["plum", "rope", "hall"], 87], ...],
                            the most probable case files, with their chances
     "files": 41,           how many case files are possible
     "chooses": {"1": [["unknown ones", 712], ["the nearest", 401]], ...},
                            with evidence from suggestions: how each other seat most probably
                            chooses cards, and rooms, with the chances
     "about": true}         where chances were not counted anew: they are those of an earlier
                            frame, and only what is certain is up to date

The whole of a page's data is described in :mod:`planner_clue.pages.replay_page`.
"""

from collections.abc import Mapping
from typing import Any

from planner_clue.board import Place
from planner_clue.cards import Card
from planner_clue.pages.viewpoints import Viewpoint, how_it_ended
from planner_clue.show.wording import event_in_words
from planner_clue.table.events import Event, Rolled, event_to_json
from planner_clue.table.record import Watcher, replay
from planner_clue.table.requests import Request
from planner_clue.table.table import Table

MOST_FRAMES = 4000
"""A game with more events than this is shown turn by turn: a frame for each turn."""


class Noticed:
    """An event that a viewpoint noticed, and where the tokens were after it."""

    def __init__(
        self,
        number: int,
        event: Event,
        seen: Event,
        whose: int,
        places: Mapping[Card, Place | None],
    ) -> None:
        self.number = number
        """The place of the event among all events of the record, from 0."""
        self.event = event
        """What really happened."""
        self.seen = seen
        """What the viewpoint saw of it."""
        self.whose = whose
        self.places = places


class Game(Watcher):
    """A record that was replayed, as one viewpoint saw it.

    Raises :class:`planner_clue.errors.RecordError` for a record that disagrees with the rules.
    """

    def __init__(self, record: Mapping[str, Any], view: Viewpoint) -> None:
        self.record, self.view = record, view
        self.moments: list[Noticed] = []
        self.names: list[str] = []
        self.starts: dict[Card, Place] = {}
        self._happened = 0
        self._whose: dict[int, int] = {}
        self.table = replay(record, self)

    def begins(self, table: Table) -> None:
        """See :meth:`Watcher.begins`."""
        self._playing = table
        self.names = list(table.tokens)
        self.starts = dict(table.places)

    def decides(self, request: Request, answer: Any) -> None:
        """See :meth:`Watcher.decides`."""
        self._whose[self._playing.turn] = self._playing.seat

    def happens(self, event: Event) -> None:
        """See :meth:`Watcher.happens`."""
        table = self._playing
        seen = self.view.sees(table, event)
        if seen is not None:
            whose = self._whose.get(event.turn, event.seat)
            places = dict(table.places)
            self.moments.append(Noticed(self._happened, event, seen, whose, places))
        self._happened += 1

    def ending(self) -> str:
        """Say how the game ended, as far as the viewpoint knows."""
        seen = [moment.seen for moment in self.moments]
        return how_it_ended(self.view, self.table, seen, self.names)


class Frames:
    """The frames of a game, and which of them each event belongs to."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._places: dict[Card, Place | None] = {}
        self.by_turns = len(game.moments) > MOST_FRAMES
        """Whether all events of a turn make one frame."""
        self.frames: list[dict[str, Any]] = [self._first()]
        self.of_event: list[int] = []
        """For each moment of the game, the frame that shows it."""
        for moment in game.moments:
            self._add(moment)
        self.frames.append(self._last())

    @property
    def end(self) -> int:
        """The number of the last frame."""
        return len(self.frames) - 1

    def from_event(self, number: int) -> int:
        """Return the first frame that shows event ``number`` of the record, or a later one."""
        for moment, frame in zip(self._game.moments, self.of_event, strict=True):
            if moment.number >= number:
                return frame
        return self.end

    def of_kind(self, turn: int, seat: int, *kinds: str) -> int | None:
        """Return the frame of ``turn`` in which ``seat`` did one of ``kinds``; None if none."""
        for moment, frame in zip(self._game.moments, self.of_event, strict=True):
            event = moment.event
            if (event.turn, event.seat) == (turn, seat) and kind_of(event) in kinds:
                return frame
        return None

    def last_of_turn(self, turn: int) -> int:
        """Return the last frame up to the end of ``turn``."""
        shown = [n for n, frame in enumerate(self.frames[:-1]) if frame["turn"] <= turn]
        return shown[-1]

    def _first(self) -> dict[str, Any]:
        moves = self._moved(self._game.starts)
        text = "The cards are dealt. The game begins."
        return {"turn": 0, "whose": 0, "seat": 0, "kind": "begin", "text": text, **moves}

    def _last(self) -> dict[str, Any]:
        before = self.frames[-1]
        at = {"turn": before["turn"], "whose": before["whose"], "seat": before["seat"]}
        moves = self._moved(self._game.table.places)
        return {**at, "kind": "end", "text": self._game.ending(), **moves}

    def _add(self, moment: Noticed) -> None:
        frame = self._frame(moment)
        before = self.frames[-1]
        if self.by_turns and before["turn"] == frame["turn"]:
            _join(before, frame)
        else:
            self.frames.append(frame)
        self.of_event.append(len(self.frames) - 1)

    def _frame(self, moment: Noticed) -> dict[str, Any]:
        event, seen, names = moment.event, moment.seen, self._game.names
        frame: dict[str, Any] = {
            "turn": event.turn,
            "whose": moment.whose,
            "seat": event.seat,
            "kind": kind_of(seen),
            "text": event_in_words(seen, names),
        }
        if isinstance(event, Rolled):
            frame["dice"] = list(event.dice)
        if self._game.view.sees_all:
            frame |= self._hidden(event)
        return frame | self._moved(moment.places)

    def _hidden(self, event: Event) -> dict[str, Any]:
        """Return what those hear who do not see the whole of an event, and who sees it."""
        table, names = self._game.table, self._game.names
        heard = [table.seen_by(event, seat) for seat in range(table.players)]
        less = [seen for seen in heard if seen != event]
        if not less:
            return {}
        hidden = None if less[0] is None else event_in_words(less[0], names)
        return {"hidden": hidden, "sees": [s for s, seen in enumerate(heard) if seen == event]}

    def _moved(self, places: Mapping[Card, Place | None]) -> dict[str, Any]:
        """Return which tokens are elsewhere than before, and remember it."""
        now = {token: places.get(token) for token in self._places} | dict(places)
        moved = {
            token: place
            for token, place in now.items()
            if token not in self._places or self._places[token] != place
        }
        self._places = now
        return {"moves": moved} if moved else {}


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
