"""What follows from notes: the belief, what cannot be true, and what is newly certain."""

from dataclasses import dataclass

from planner_clue.assist.notes import Complaint, Notes
from planner_clue.belief import Belief, ContradictionError
from planner_clue.belief.reasons import Conflict, Why, find_conflict
from planner_clue.belief.transcript import Evidence
from planner_clue.cards import Card
from planner_clue.table.seen import Seen

ASKING = 1
"""How many times less probable it is that others ask about a card whose place they know. With 1,
what people ask about tells nothing: at a real table they often name cards that they hold."""


@dataclass(frozen=True)
class Insight:
    """The belief after notes with a complete head."""

    notes: Notes
    """With lines that cannot be true counted as wrong."""
    seen: Seen
    """What the other lines say."""
    belief: Belief
    """The belief after that."""

    def line_of(self, piece: Evidence) -> int:
        """Return the number of the line that says this."""
        return self.notes.observations[piece.observation].number

    def in_line(self, piece: Evidence) -> str:
        """Return in words where the notes say this."""
        return f"in line {self.line_of(piece)}"

    def sentence(self, why: Why) -> str:
        """Return a fact and why it is certain, with the lines that force it."""
        return why.in_words(self.names, self.in_line)

    @property
    def names(self) -> tuple[str, ...]:
        """The players as sentences name them, and which of them is the reader."""
        assert self.notes.head is not None
        return self.notes.head.company.names_with_me


def insight_of(notes: Notes, asking: int = ASKING) -> Insight:
    """Return what follows from notes.

    Lines that cannot be true after those before them are left out, and counted as wrong. The
    head must be complete.
    """
    while True:
        seen = notes.seen()
        belief = Belief(seen.seat, asking=asking)
        try:
            for event in seen.events:
                belief.observe(event)
            belief.check()
        except ContradictionError:
            conflict = find_conflict(seen.seat, belief.transcript.evidence)
            assert conflict is not None
            notes = _without_conflict(notes, conflict)
            continue
        return Insight(notes, seen, belief)


def _without_conflict(notes: Notes, conflict: Conflict) -> Notes:
    """Return the notes with the line that cannot be true counted as wrong."""
    lines = notes.observations
    against = tuple(dict.fromkeys(lines[piece.observation].number for piece in conflict.against))
    assert notes.head is not None
    names = notes.head.company.names_with_me
    said = conflict.in_words(names, lambda piece: f"in line {lines[piece.observation].number}")
    problem = Complaint(said, is_contradiction=True, against=against)
    return notes.without(lines[conflict.impossible.observation].number, problem)


def checked_insight(notes: Notes, source: str, asking: int = ASKING) -> Insight:
    """Return what follows from notes in which nothing is wrong.

    Raises :class:`NotesError` with the first line that is, and what was expected.
    """
    notes.refuse_problems(source)
    insight = insight_of(notes, asking)
    insight.notes.refuse_problems(source)
    return insight


def newly_certain(before: Insight | None, after: Insight) -> list[Why]:
    """Return who has which card, and what is in the case file, as far as that was open before."""
    belief = after.belief
    known = _located(before) if before else {}
    return [
        belief.why(card, holder)
        for card, holder in _located(after).items()
        if known.get(card) != holder and holder != belief.me
    ]


def _located(insight: Insight) -> dict[Card, int]:
    belief = insight.belief
    holders = ((card, belief.holder(card)) for card in belief.deck.cards)
    return {card: holder for card, holder in holders if holder is not None}
