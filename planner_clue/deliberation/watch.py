"""What a seat learned of the cards since it last decided, and the triggers that fire by it."""

from collections.abc import Sequence
from dataclasses import dataclass

from planner_clue.belief.posterior import Snapshot
from planner_clue.cards import Card, CaseFile
from planner_clue.deliberation import triggers
from planner_clue.deliberation.assumption import CardKnowledge
from planner_clue.deliberation.triggers import Firing, News


@dataclass(frozen=True)
class _Mark:
    """What was known, and how much had been seen, when the seat last decided."""

    known: Snapshot
    evidence: int = 0
    telling: int = 0
    shifting: int = 0


class KnowledgeWatch:
    """Compares the knowledge of one seat with that of its last decision."""

    def __init__(self, known: CardKnowledge, names: Sequence[str], me: int) -> None:
        """``names`` are the suspects of the seats, ``me`` is this seat."""
        self._known, self._names, self._me = known, names, me
        self._mark = _Mark(known.snapshot())
        self._answered: set[Card] = set()
        """The cards that this seat was shown since it last decided."""

    def shown(self, card: Card) -> None:
        """Note a card that was shown to this seat."""
        self._answered.add(card)

    def update(self, assumed: CaseFile | None) -> tuple[Firing | None, ...]:
        """Return what fires by the evidence since the last call; ``assumed`` is the case file."""
        known, mark = self._known, self._mark
        fresh = known.transcript.evidence[mark.evidence :]
        if not fresh:
            return ()
        telling = known.telling[mark.telling :]
        after = known.snapshot()
        news = News(
            self._names,
            tuple(piece for piece in fresh if piece.asker != self._me),
            tuple(piece for piece in telling if piece.asker != self._me),
            tuple(known.shifting[mark.shifting :]),
            frozenset(self._answered),
            lambda card, holder: known.established_by(card, holder, telling),
            lambda case_file: known.refuted_by(case_file, telling),
            known.transcript.turn,
        )
        self._answered = set()
        evidence = len(known.transcript.evidence)
        self._mark = _Mark(after, evidence, len(known.telling), len(known.shifting))
        learned = triggers.new_fact(mark.known, after, news)
        learned = learned or triggers.new_evidence(mark.known, after, news)
        allowed = assumed is None or known.chance(assumed) > 0
        refuted = triggers.assumption_refuted(assumed, allowed=allowed, after=after, news=news)
        return learned, refuted
