"""The course of a game: every step so far, and the table that they lead to."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import convert

from planner_clue.game.board import Place
from planner_clue.game.cards import Card
from planner_clue.game.decisions import Answer
from planner_clue.game.events import Suggested
from planner_clue.game.requests import AskShow, DrawShownCard, Request, RollDice
from planner_clue.game.table import Table
from planner_clue.match.game import Fault
from planner_clue.support.errors import IllegalDecision

NOBODY = -1  # a seat that does not exist: it sees what everybody sees
LEAVE, RETURN = "leave", "return"  # an agent takes over for a person, and the person again


@dataclass(frozen=True)
class GameStep:
    """One answer to a request of the table, the failure of an agent, or a person who leaves."""

    seat: int  # the seat that decided, rolled or showed
    decision: str  # the request: a decision of a player, roll or draw; or leave or return
    answer: Answer = None
    fault: Fault | None = None  # the failure of the agent, instead of an answer

    def to_json(self) -> dict[str, Any]:
        """Return the step as plain data."""
        if self.fault:
            return {"failed": self.fault.to_json()}
        return {"seat": self.seat, self.decision: self.answer}

    @classmethod
    def from_json(cls, data: Any) -> "GameStep":
        """Return the step of :meth:`to_json`; ``ValueError`` or the like for other data."""
        if "failed" in data:
            fault = convert(data["failed"], Fault)
            return cls(fault.seat, fault.decision, fault=fault)
        (decision,) = data.keys() - {"seat"}
        answer = data[decision]
        return cls(data["seat"], decision, tuple(answer) if isinstance(answer, list) else answer)


class Scene(NamedTuple):
    """The board after an event."""

    whose: int  # the seat whose turn it was
    places: Mapping[Card, Place]


def asked_for(request: Request) -> str:
    """Return the name of a request: a decision, ``roll`` or ``draw``."""
    if isinstance(request, RollDice | DrawShownCard):
        return "roll" if isinstance(request, RollDice) else "draw"
    return request.decision


class Course:
    """The steps of a game so far, and the table that they lead to."""

    def __init__(
        self, new_table: Callable[[], Table], persons: Collection[int], given: int = 0
    ) -> None:
        """Begin at a new table; the first ``given`` steps cannot be undone."""
        self._new_table = new_table
        self._given = given
        self._all_persons = frozenset(persons)
        self.persons = self._all_persons  # the seats of the persons who have not left
        self.steps: list[GameStep] = []
        self.table = new_table()
        self.number = 0  # identifies the current decision; grows with each decision and undo
        self.is_quiet = False  # whether the answers to a suggestion are still held back
        self.moments: list[Scene] = []  # the board after each event of the table
        self.changes: list[tuple[int, GameStep]] = []  # who left or came back, and when

    def take(self, step: GameStep) -> None:
        """Give the table a step; one that it does not wait for is refused, and changes nothing."""
        request, whose = self.table.request, self.table.seat
        if step.decision in (LEAVE, RETURN):
            self._take_over(step)
            return
        if step.fault:
            self.table.forfeit(step.seat, step.fault.kind, step.fault.detail)
        elif request is None or (step.seat, step.decision) != (request.seat, asked_for(request)):
            waits = request and f"{asked_for(request)} of seat {request.seat}"
            expected = waits or "no more, it is over"
            raise IllegalDecision(f"{step.decision} of seat {step.seat}; expected {expected}")
        else:
            self.table.submit(step.answer)
        self.steps.append(step)
        self.is_quiet = step.decision == "suggest" and step.answer is not None and not step.fault
        self.number += step.seat in self.persons and not _is_chance(step)
        fresh = len(self.table.events) - len(self.moments)
        self.moments += [Scene(whose, dict(self.table.places))] * fresh

    def _take_over(self, step: GameStep) -> None:
        """Let an agent play on for a person, or the person again."""
        leaves = step.decision == LEAVE
        if step.seat not in (self.persons if leaves else self._all_persons - self.persons):
            expected = "a person at the table" if leaves else "a person who left"
            raise IllegalDecision(f"{step.decision} of seat {step.seat}; expected {expected}")
        self.persons ^= {step.seat}
        self.changes.append((len(self.table.events), step))
        self.steps.append(step)
        self.number += 1

    @property
    def next_person(self) -> int | None:
        """The seat of the person that the table waits for; None if it waits for another."""
        request = self.table.request
        if request is None or self.is_quiet or isinstance(request, RollDice | DrawShownCard):
            return None
        return request.seat if request.seat in self.persons else None

    @property
    def is_the_persons(self) -> bool:
        """Whether the table waits for a person."""
        return self.next_person is not None

    @property
    def waits(self) -> int | None:
        """The seat that is to decide next, if everybody may know it.

        An agent that answers is not named, because its delay would reveal that it has a choice. A
        person is named: the table asks a person even for an only card.
        """
        if self.is_the_persons:
            return self.next_person
        answers = self.is_quiet or isinstance(self.table.request, AskShow | DrawShownCard)
        return None if answers or self.is_over else self.table.seat

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and the person may know it."""
        return self.table.result is not None and not self.is_quiet

    def break_silence(self) -> None:
        """Let the person hear the answers to the last suggestion."""
        self.is_quiet = False

    def known_events(self, seat: int) -> int:
        """Return the number of events that a seat may know.

        All answers to a suggestion are shown at once: delays would reveal who has a choice of
        cards.
        """
        events, request = self.table.events, self.table.request
        thinks = isinstance(request, AskShow | DrawShownCard) and request.seat != seat
        if not (thinks or self.is_quiet):
            return len(events)
        asked = [n for n, event in enumerate(events) if isinstance(event, Suggested)]
        return asked[-1] + 1

    def why_no_undo(self, seat: int) -> str:
        """Return why the last decision of a seat stands; empty if it can be taken back.

        The reason reveals no more than the person has seen: a player who was asked for a card since
        then may have had no choice.
        """
        decided = (step for step in self.steps[self._given :] if not _is_chance(step))
        own = [step for step in decided if step.seat == seat]
        if not own:
            return "you have decided nothing yet"
        last = own[-1]
        if last.decision in (LEAVE, RETURN):
            return "an agent has played for you"
        if last.decision == "show":
            return "the card was seen"
        if last.decision in ("suggest", "accuse") and last.answer is not None:
            return "the others have heard it"
        return "" if self.steps[-1] is last else "the dice or the others have gone on since"

    def undo(self, seat: int) -> None:
        """Take the last decision of a seat back; :class:`IllegalDecision` where it stands."""
        if reason := self.why_no_undo(seat):
            raise IllegalDecision(f"nothing to undo: {reason}")
        *kept, last = self.steps
        if last.decision in ("start", "move") and kept[-1:] == [GameStep(seat, "accuse")]:
            kept.pop()  # both were one decision of the person
        number = self.number + 1
        self.steps, self.moments, self.changes = [], [], []
        self.table, self.persons = self._new_table(), self._all_persons
        for step in kept:
            self.take(step)
        self.is_quiet, self.number = False, number


def _is_chance(step: GameStep) -> bool:
    return step.decision in ("roll", "draw")
