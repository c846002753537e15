"""What one seat saw and asked, in order: the one memory of a game that everybody reads.

An *observation* is a suggestion with all its answers, or an accusation; observations are
counted from 0, as in the file of what a seat has seen. Each is made of one or more pieces of
*evidence*: a pass, a show, an accusation.
"""

from collections import Counter
from typing import NamedTuple, TypeAlias

from planner_clue.belief.knowledge import ContradictionError, Knowledge
from planner_clue.board import Place
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import (
    Accused,
    Eliminated,
    Event,
    Forfeited,
    Moved,
    Passed,
    Showed,
    Suggested,
    TookPassage,
)

Telling: TypeAlias = Passed | Showed | Accused
"""The events that tell something of the cards."""


class Evidence(NamedTuple):
    """One event that tells something of the cards."""

    observation: int
    event: Telling
    asked: Suggestion | None
    """The suggestion that was answered."""
    asker: int | None = None
    """The seat that suggested it."""

    def add_to(self, knowledge: Knowledge) -> None:
        """Let ``knowledge`` learn it; :class:`ContradictionError` if it cannot be."""
        if self.asked is not None:
            event = self.event
            knowledge.observe(Suggested(event.turn, event.seat, self.asked))
        knowledge.observe(self.event)

    def concerns(self, seat: int) -> bool:
        """Tell whether ``seat`` asked or answered here; an accusation is everybody's."""
        return not isinstance(self.event, Accused) and seat in (self.event.seat, self.asker)

    def in_words(self, names: tuple[str, ...]) -> str:
        """Say what happened, with a name for each seat."""
        event, name = self.event, names[self.event.seat]
        if isinstance(event, Accused):
            end = "right" if event.correct else "wrong"
            return f"{name} accuses {', '.join(event.cards)}: {end}"
        asked = ", ".join(self.asked or ())
        if isinstance(event, Passed):
            return f"{name} passes on {asked}"
        if event.card is not None:
            return f"{name} shows {event.card}"
        return f"{name} shows one of {asked}"

    def __str__(self) -> str:
        return self.in_words(tuple(f"seat {number}" for number in range(self.event.seat + 1)))


class Shown(NamedTuple):
    """A card that this seat showed to another."""

    to: int
    card: Card


class Transcript:
    """Everything a seat saw and asked so far, in order.

    Kept by :meth:`observe`; everybody else only reads it.
    """

    def __init__(self, seat: Seat) -> None:
        self._me = seat.index
        self._token = seat.tokens[seat.index]
        self._has_board = seat.board is not None
        self.evidence: list[Evidence] = []
        self.observations = 0
        """How many observations were begun."""
        self.turn = 0
        """The turn of the latest event."""
        self.question: Suggestion | None = None
        """The latest suggestion of anybody."""
        self.asker: int | None = None
        """The seat that made it."""
        self.times_asked: Counter[Card] = Counter()
        """How often this seat asked about each card."""
        self.shown: list[Shown] = []
        """The cards this seat showed, also where it had no choice."""
        self.here: Place | None = None
        """Where this seat's token is, as far as events told; None before the first move."""
        self.rivals = set(range(seat.players)) - {seat.index}
        """The other seats that may still accuse."""

    def observe(self, event: Event) -> Evidence | None:
        """Write an event down; return it as evidence if it tells something of the cards.

        Raises :class:`ContradictionError` where an answer has no question, or does not fit it.
        """
        self.turn = event.turn
        match event:
            case Suggested():
                self._suggestion(event)
            case Passed() | Showed():
                return self._answer(event)
            case Accused():
                self.observations += 1
                return self._keep(event, None, None)
            case Moved(to=place) | TookPassage(to=place) if event.seat == self._me:
                self.here = place
            case Eliminated() | Forfeited():
                self.rivals.discard(event.seat)
        return None

    def _suggestion(self, event: Suggested) -> None:
        self.observations += 1
        self.question, self.asker = event.cards, event.seat
        if event.seat == self._me:
            self.times_asked.update(event.cards)
        if event.cards.suspect == self._token and self._has_board:
            self.here = event.cards.room

    def _answer(self, event: Passed | Showed) -> Evidence:
        if self.question is None:
            raise ContradictionError(f"{type(event).__name__} before any suggestion")
        if isinstance(event, Showed):
            if event.card not in (None, *self.question):
                asked = ", ".join(self.question)
                raise ContradictionError(f"{event.card} was shown when asked about {asked}")
            if event.seat == self._me and event.card:
                self.shown.append(Shown(event.to, event.card))
        return self._keep(event, self.question, self.asker)

    def _keep(self, event: Telling, asked: Suggestion | None, asker: int | None) -> Evidence:
        evidence = Evidence(self.observations - 1, event, asked, asker)
        self.evidence.append(evidence)
        return evidence
