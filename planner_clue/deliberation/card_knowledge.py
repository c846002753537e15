"""Knowledge of a planner about the cards: one interface for every kind of belief."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from planner_clue.belief.posterior import Snapshot
from planner_clue.belief.transcript import Evidence, Transcript
from planner_clue.cards import Card, CaseFile
from planner_clue.table.events import Event


class CardKnowledge(Protocol):
    """Knowledge of one seat about the cards during a game, such as a belief."""

    transcript: Transcript
    """Everything the seat saw and asked."""
    telling: list[Evidence]
    """The evidence that at once ruled something out."""
    shifting: list[Event]
    """The events that changed any probability."""

    @abstractmethod
    def observe(self, event: Event) -> None:
        """Take in one event."""

    @abstractmethod
    def snapshot(self) -> Snapshot:
        """Return the current knowledge."""

    @abstractmethod
    def chance(self, case_file: CaseFile) -> float:
        """Return the probability of a case file, 0 if it is refuted."""

    @abstractmethod
    def settled_by(self, card: Card, holder: int, among: Sequence[Evidence]) -> Evidence | None:
        """Return the evidence that first made it certain whether ``holder`` has ``card``.

        It is one of ``among``, the latest telling evidence; None if it cannot be determined.
        """

    def refuted_by(self, case_file: CaseFile, among: Sequence[Evidence]) -> Evidence | None:
        """Return the evidence with which a case file first was impossible; as :meth:`settled_by`.

        None by default.
        """
        return None
