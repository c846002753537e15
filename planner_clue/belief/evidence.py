"""What a seat saw, kept so that it can be thought through again.

An *observation* is a suggestion with everything that was answered to it, or an accusation;
observations are counted from 0, as in the file of what a seat has seen. Each is made of one
or several pieces of *evidence*: a pass, a show, an accusation.
"""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from planner_clue.belief.knowledge import ContradictionError, Knowledge
from planner_clue.cards import Suggestion
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested

Telling: TypeAlias = Passed | Showed | Accused
"""The events that tell something of the cards."""


class Evidence(NamedTuple):
    """One event that tells something of the cards."""

    observation: int
    event: Telling
    asked: Suggestion | None
    """The suggestion that was answered."""

    def add_to(self, knowledge: Knowledge) -> None:
        """Let ``knowledge`` learn it; :class:`ContradictionError` if it cannot be."""
        if self.asked is not None:
            event = self.event
            knowledge.observe(Suggested(event.turn, event.seat, self.asked))
        knowledge.observe(self.event)

    def __str__(self) -> str:
        event = self.event
        if isinstance(event, Accused):
            end = "right" if event.correct else "wrong"
            return f"seat {event.seat} accuses {', '.join(event.cards)}: {end}"
        asked = ", ".join(self.asked or ())
        if isinstance(event, Passed):
            return f"seat {event.seat} passes on {asked}"
        if event.card is not None:
            return f"seat {event.seat} shows {event.card}"
        return f"seat {event.seat} shows one of {asked}"


@dataclass
class Log:
    """Everything a seat saw so far, in order."""

    evidence: list[Evidence] = field(default_factory=list)
    observations: int = 0
    """How many observations were begun."""
    _asked: Suggestion | None = None

    def add(self, event: Event) -> Evidence | None:
        """Write an event down; return it as evidence if it tells something of the cards."""
        if isinstance(event, Suggested):
            self.observations += 1
            self._asked = event.cards
        elif isinstance(event, Accused):
            self.observations += 1
            return self._keep(event, None)
        elif isinstance(event, Passed | Showed):
            if self._asked is None:
                raise ContradictionError(f"{type(event).__name__} before any suggestion")
            if isinstance(event, Showed) and event.card not in (None, *self._asked):
                asked = ", ".join(self._asked)
                raise ContradictionError(f"{event.card} was shown when asked about {asked}")
            return self._keep(event, self._asked)
        return None

    def _keep(self, event: Telling, asked: Suggestion | None) -> Evidence:
        evidence = Evidence(self.observations - 1, event, asked)
        self.evidence.append(evidence)
        return evidence
