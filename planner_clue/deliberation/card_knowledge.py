"""Knowledge of a planner about the cards: one interface for every kind of belief."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planner_clue.belief import Belief
from planner_clue.belief.posterior import Posterior
from planner_clue.belief.transcript import Evidence, Transcript
from planner_clue.cards import Card, CaseFile
from planner_clue.table.events import Event


@dataclass(frozen=True)
class Snapshot:
    """Knowledge of a planner about the cards at one moment."""

    located: Mapping[Card, int]
    """The holder of every located card: a seat, or the number of seats for the case file."""
    possible: frozenset[Card]
    """The cards that may be in the case file."""
    posterior: Posterior | None = None
    """The probabilities, for planners that use them."""


class CardKnowledge(ABC):
    """Knowledge of one seat about the cards during a game."""

    transcript: Transcript
    """Everything the seat saw and asked."""
    telling: Sequence[Evidence]
    """The evidence that at once ruled something out."""
    shifting: Sequence[Event]
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


class BeliefKnowledge(CardKnowledge):
    """Knowledge from the exact belief."""

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self.transcript = belief.transcript
        self.telling = belief.told
        self.shifting = belief.shifting

    def observe(self, event: Event) -> None:
        """See :meth:`CardKnowledge.observe`."""
        self._belief.observe(event)

    def snapshot(self) -> Snapshot:
        """See :meth:`CardKnowledge.snapshot`."""
        belief = self._belief
        holders = {card: belief.holder(card) for card in belief.deck.cards}
        return Snapshot(
            {card: holder for card, holder in holders.items() if holder is not None},
            frozenset(card for cards in belief.candidates() for card in cards),
            belief.posterior(),
        )

    def chance(self, case_file: CaseFile) -> float:
        """See :meth:`CardKnowledge.chance`."""
        return self._belief.chance(case_file)

    def settled_by(self, card: Card, holder: int, among: Sequence[Evidence]) -> Evidence | None:
        """See :meth:`CardKnowledge.settled_by`."""
        return self._belief.settled_by(card, holder, among) if among else None

    def refuted_by(self, case_file: CaseFile, among: Sequence[Evidence]) -> Evidence | None:
        """See :meth:`CardKnowledge.refuted_by`."""
        return self._belief.refuted_by(case_file, among) if among else None
