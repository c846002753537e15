"""The course of a game: every answer that the table was given so far, and the table.

A table cannot go back. So a decision is undone by giving a new table all answers but the last,
which takes milliseconds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from planner_clue.board import Place
from planner_clue.cards import Card
from planner_clue.errors import AgentFailure, IllegalDecision
from planner_clue.match.game import Fault
from planner_clue.table.decisions import Answer
from planner_clue.table.events import Suggested
from planner_clue.table.requests import AskShow, DrawShownCard, Request, RollDice
from planner_clue.table.table import Table


@dataclass(frozen=True)
class Answered:
    """One answer that the table was given, or one agent that failed."""

    seat: int
    """Whose decision, dice or card it was."""
    decision: str
    """What was asked: a decision of a player, ``roll`` or ``draw``."""
    answer: Answer = None
    fault: Fault | None = None
    """What the agent did wrong instead of answering."""

    def to_json(self) -> dict[str, Any]:
        """Return the step as plain data."""
        if self.fault:
            return {"failed": self.fault.to_json()}
        return {"seat": self.seat, self.decision: self.answer}

    @classmethod
    def from_json(cls, data: Any) -> "Answered":
        """Return the step of :meth:`to_json`; ``ValueError`` or the like if it is none."""
        if "failed" in data:
            about = data["failed"]
            failure = AgentFailure(about["kind"], about["detail"], "\n".join(about["trace"]))
            fault = Fault(about["seat"], about["turn"], about["decision"], failure)
            return cls(fault.seat, fault.decision, fault=fault)
        (decision,) = data.keys() - {"seat"}
        answer = data[decision]
        return cls(data["seat"], decision, tuple(answer) if isinstance(answer, list) else answer)


class Scene(NamedTuple):
    """What the board looked like after an event."""

    whose: int
    """Whose turn it was."""
    places: Mapping[Card, Place]
    """Where the tokens were."""


def asked_for(request: Request) -> str:
    """Return what a request asks for, in a word."""
    match request:
        case RollDice():
            return "roll"
        case DrawShownCard():
            return "draw"
    return request.decision


class Course:
    """The steps of a game so far, and the table that they lead to."""

    def __init__(self, new_table: Callable[[], Table], person: int) -> None:
        self._new_table = new_table
        self._person = person
        self.steps: list[Answered] = []
        self.table = new_table()
        self.number = 0
        """Grows whenever the person decides or takes back; it tells one decision from another."""
        self.is_quiet = False
        """Whether a question was just asked, and nobody seems to have answered yet."""
        self.moments: list[Scene] = []
        """For each event of the table, what else was to be seen then."""

    def take(self, step: Answered) -> None:
        """Give the table one step.

        Raises :class:`~planner_clue.errors.IllegalDecision`, with nothing changed, if the rules
        do not allow it, or if the table waits for something else.
        """
        request, whose = self.table.request, self.table.seat
        if step.fault:
            self.table.forfeit(step.seat, str(step.fault.failure))
        elif request is None or (step.seat, step.decision) != (request.seat, asked_for(request)):
            waits = request and f"{asked_for(request)} of seat {request.seat}"
            raise IllegalDecision(
                f"{step.decision} of seat {step.seat}; expected {waits or 'no more, it is over'}"
            )
        else:
            self.table.submit(step.answer)
        self.steps.append(step)
        self.is_quiet = step.decision == "suggest" and step.answer is not None and not step.fault
        self.number += step.seat == self._person and not _is_chance(step)
        fresh = len(self.table.events) - len(self.moments)
        self.moments += [Scene(whose, dict(self.table.places))] * fresh

    @property
    def is_the_persons(self) -> bool:
        """Whether the table waits for the person."""
        request = self.table.request
        return (
            request is not None
            and not self.is_quiet
            and not isinstance(request, RollDice | DrawShownCard)
            and request.seat == self._person
        )

    @property
    def is_the_others_turn(self) -> bool:
        """Whether somebody else than the person takes the turn."""
        return self.table.seat != self._person

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and the person may know it."""
        return self.table.result is not None and not self.is_quiet

    def break_silence(self) -> None:
        """Let the person hear the answers to a question that was just asked."""
        self.is_quiet = False

    def known_events(self) -> int:
        """Return how many events the person may know of.

        Every question is heard before its answers, and these all at once. Else a seat that still
        thinks about which card to show would tell by that, that it has several.
        """
        events, request = self.table.events, self.table.request
        thinks = isinstance(request, AskShow | DrawShownCard) and request.seat != self._person
        if not (thinks or self.is_quiet):
            return len(events)
        asked = [n for n, event in enumerate(events) if isinstance(event, Suggested)]
        return asked[-1] + 1

    # -- going back -----------------------------------------------------------------

    def why_no_undo(self) -> str:
        """Return why the person's last decision stands; empty if it can be taken back.

        The reason tells no more than the person has seen: whoever was asked for a card since then
        may have had no choice.
        """
        own = [step for step in self.steps if step.seat == self._person and not _is_chance(step)]
        if not own:
            return "you have decided nothing yet"
        last = own[-1]
        if last.decision == "show":
            return "the card was seen"
        if last.decision in ("suggest", "accuse") and last.answer is not None:
            return "the others have heard it"
        return "" if self.steps[-1] is last else "the dice or the others have gone on since"

    def undo(self) -> None:
        """Take the person's last decision back; :class:`IllegalDecision` where it stands."""
        if reason := self.why_no_undo():
            raise IllegalDecision(f"nothing to take back: {reason}")
        kept = self.steps[:-1]
        if self.steps[-1].decision in ("start", "move") and _is_no_accusation(kept, self._person):
            kept = kept[:-1]  # both were one decision of the person
        before = self.number
        self._restart(kept)
        self.number = before + 1

    def _restart(self, steps: Sequence[Answered]) -> None:
        self.steps, self.moments, self.table = [], [], self._new_table()
        for step in steps:
            self.take(step)
        self.is_quiet = False


def _is_chance(step: Answered) -> bool:
    return step.decision in ("roll", "draw")


def _is_no_accusation(steps: Sequence[Answered], seat: int) -> bool:
    last = steps[-1] if steps else None
    return last is not None and (last.seat, last.decision, last.answer) == (seat, "accuse", None)
