"""The observations of one seat, in order: the shared memory of a game.

An *observation* is a suggestion with all its answers, an accusation, a card seen by accident, or a
fact that everybody learned. It consists of pieces of *evidence*: passes, shows, an accusation.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from planner_clue.belief.knowledge import ContradictionError, Knowledge
from planner_clue.game import events
from planner_clue.game.board import Place
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import Seat


class Evidence(NamedTuple):
    """One event that says something about cards."""

    observation: int
    event: events.Telling
    asked: Suggestion | None  # the suggestion that was answered; None if there was none
    asker: int | None = None  # the seat that made this suggestion; None for an accusation

    def add_to(self, knowledge: Knowledge) -> None:
        """Add this to ``knowledge``; raises :class:`ContradictionError` if they contradict."""
        if self.asked is not None:
            event = self.event
            knowledge.observe(events.Suggested(event.turn, event.seat, self.asked))
        knowledge.observe(self.event)

    def in_words(self, names: Sequence[str]) -> str:
        """Return the event in words; ``names`` has a name for each seat."""
        event, name = self.event, names[self.event.seat]
        asked = ", ".join(self.asked or ())
        if isinstance(event, events.Passed):
            return f"{name} passes on {asked}"
        if isinstance(event, events.Showed) and not self.asked:
            return f"{event.card} was seen with {name}"
        if isinstance(event, events.Showed) and not event.card:
            return f"{name} shows one of {asked}"
        return f"{name} {events.deed_in_words(event)}"

    def __str__(self) -> str:
        return self.in_words([f"seat {number}" for number in range(self.event.seat + 1)])


class Shown(NamedTuple):
    """A card that this seat showed to another."""

    to: int
    card: Card


class Transcript:
    """Everything a seat saw and asked so far, in order; only :meth:`observe` changes it."""

    def __init__(self, seat: Seat) -> None:
        self._me = seat.index
        self._token = seat.tokens[seat.index]
        self._has_board = seat.board is not None
        self.evidence: list[Evidence] = []
        self.observations = 0  # the number of observations, also unfinished ones
        self.turn = 0
        self.suggestion: Suggestion | None = None  # the latest suggestion, by any seat
        self._asked_in = 0
        self.asker: int | None = None
        self.times_asked: Counter[Card] = Counter()  # by this seat, per card
        self.shown: list[Shown] = []  # the cards this seat showed, also those it had to show
        self.here: Place | None = None  # the place of this seat's token; None before its first move
        self.moved_in = 0  # the turn in which this seat last moved; 0 if not yet
        self.opponents = set(range(seat.players)) - {seat.index}  # who may still accuse

    @property
    def has_just_asked(self) -> bool:
        """Whether the latest event belongs to a suggestion of this seat."""
        return self.asker == self._me and self.turn == self._asked_in

    def observe(self, event: events.Event) -> Evidence | None:
        """Add an event; return it as evidence; :class:`ContradictionError` for a stray answer."""
        is_new, self.turn = event.turn != self.turn, event.turn
        match event:
            case events.Suggested(seat=seat, cards=cards):
                self.observations += 1
                self.suggestion, self.asker, self._asked_in = cards, seat, event.turn
                if seat == self._me:
                    self.times_asked.update(cards)
                if cards.suspect == self._token and self._has_board:
                    self.here = cards.room
            case events.Showed(to=self._me, card=card) if card and event.turn != self._asked_in:
                self.observations += 1
                return self._keep(event)
            case events.Passed() | events.Showed():
                return self._answer(event)
            case events.Accused() | events.Revealed():
                is_claim = isinstance(event, events.Accused)
                self.observations += is_claim or is_new  # a fact may be about several seats
                # Notes of a real table say no more of who is out.
                if isinstance(event, events.Accused) and not event.correct:
                    self.opponents.discard(event.seat)
                return self._keep(event)
            case events.Moved(to=place) | events.TookPassage(to=place) if event.seat == self._me:
                self.here, self.moved_in = place, event.turn
            case events.Eliminated() | events.Forfeited():
                self.opponents.discard(event.seat)
        return None

    def least_informative(self, cards: Sequence[Card]) -> Card:
        """Return a card that the suggester has seen, else others, else a room, else a weapon."""
        seen_by_asker = [card for to, card in self.shown if to == self.asker]
        seen_by_anybody = [card for _, card in self.shown if card in cards]
        to_asker = [card for card in cards if card in seen_by_asker]
        return next(iter([*to_asker, *seen_by_anybody, cards[-1]]))

    def _answer(self, event: events.Passed | events.Showed) -> Evidence:
        if self.suggestion is None:
            raise ContradictionError(f"{type(event).__name__} before any suggestion")
        if isinstance(event, events.Showed):
            if event.card not in (None, *self.suggestion):
                asked = ", ".join(self.suggestion)
                raise ContradictionError(f"{event.card} was shown when asked about {asked}")
            if event.seat == self._me and event.card:
                self.shown.append(Shown(event.to, event.card))
        return self._keep(event, self.suggestion, self.asker)

    def _keep(
        self, event: events.Telling, asked: Suggestion | None = None, asker: int | None = None
    ) -> Evidence:
        evidence = Evidence(self.observations - 1, event, asked, asker)
        self.evidence.append(evidence)
        return evidence
