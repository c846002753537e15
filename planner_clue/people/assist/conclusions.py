"""Conclusions from notes: belief, contradictions, newly certain facts, suggestions and plan."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from planner_clue.belief import Belief, ContradictionError, reasons, transcript
from planner_clue.game.cards import Card
from planner_clue.game.events import Accused
from planner_clue.game.observations import SeatObservations, parse_seen
from planner_clue.people.assist.header import with_edition
from planner_clue.people.assist.notes import Notes, read_notes
from planner_clue.support.errors import NotesError, SeenError
from planner_clue.support.json_text import read_file

if TYPE_CHECKING:
    from planner_clue.planner import decision, outlook

ASKING = 1
"""Factor by which others are less likely to name a card that they hold or were shown. With 1,
suggestions are no evidence: at a real table people often name cards that they hold."""


@dataclass(frozen=True)
class Conclusions:
    """The belief after notes with a complete header."""

    notes: Notes  # with a problem at each line that contradicts those before it
    seen: SeatObservations  # the observations of the other lines
    belief: Belief

    def in_line(self, piece: transcript.Evidence) -> str:
        """Return the line of a piece of evidence, in words."""
        return f"in line {self.notes.observations[piece.observation].number}"

    def sentence(self, why: reasons.Why) -> str:
        """Return a fact and why it is certain, with the lines that force it."""
        return why.in_words(self.names, self.in_line, reasons.YOUR_HAND)

    @property
    def names(self) -> tuple[str, ...]:
        """The players as sentences name them, with a mark at the reader."""
        names, me = self.seen.names, self.belief.me
        return tuple(f"{n} (you)" if seat == me else n for seat, n in enumerate(names))


def conclude(notes: Notes, asking: int = ASKING) -> Conclusions:
    """Return the conclusions; a line that contradicts those before it gets a problem."""
    while True:
        seen = notes.seen()
        conclusions = Conclusions(notes, seen, belief := Belief(seen.seat, asking=asking))
        try:
            for event in seen.events:
                belief.observe(event)
            belief.check()
        except ContradictionError:
            conflict = reasons.find_conflict(seen.seat, belief.transcript.evidence)
            assert conflict is not None
            problem = NotesError(conflict.in_words(conclusions.names, conclusions.in_line))
            numbers = [line.number for line in notes.observations]
            against = (numbers[piece.observation] for piece in conflict.against)
            problem.against = tuple(dict.fromkeys(against))
            notes = notes.without(numbers[conflict.impossible.observation], problem)
        else:
            return conclusions


def checked_conclusions(notes: Notes, source: str, asking: int = ASKING) -> Conclusions:
    """Return the conclusions; raises :class:`NotesError` with the first line that has a problem."""
    notes.refuse_problems(source)
    conclusions = conclude(notes, asking)
    conclusions.notes.refuse_problems(source)
    return conclusions


def newly_certain(before: Conclusions, after: Conclusions) -> list[reasons.Why]:
    """Return the certain holder of each card, where it was open ``before``."""
    belief = after.belief
    return [
        belief.why(card, holder)
        for card in belief.deck.cards
        if (holder := belief.holder(card)) is not None
        and holder not in (belief.me, before.belief.holder(card))
    ]


def parse_any_seen(
    text: str, source: str, default_board: str | None = None, edition: str | None = None
) -> SeatObservations:
    """Return the observations in JSON or notes; raises :class:`SeenError`, which says where.

    ``edition`` is added to notes, and to JSON that names no board.
    """
    if text.lstrip().startswith(("{", "[")) or not text.strip():
        return parse_seen(text, source, edition or default_board)
    return checked_conclusions(read_notes(with_edition(text, edition)), source).seen


def read_any_seen(
    path: Path, default_board: str | None = None, edition: str | None = None
) -> SeatObservations:
    """Return the observations in a file; as :func:`parse_any_seen`."""
    return parse_any_seen(read_file(path, SeenError), str(path), default_board, edition)


def why_not_to_suggest(conclusions: Conclusions) -> str:
    """Return why this seat makes no more suggestions, in a sentence; empty if it may."""
    accused = [event for event in conclusions.seen.events if isinstance(event, Accused)]
    right = [event.seat for event in accused if event.correct]
    if right:
        return f"The game is over: {conclusions.names[right[0]]} accused rightly."
    if any(event.seat == conclusions.belief.me for event in accused):
        return "You accused wrongly: you make no more suggestions, and go on showing cards."
    return ""


def may_suggest(conclusions: Conclusions) -> bool:
    """Return whether this seat does not know the case file yet, and may suggest."""
    return conclusions.belief.case_file() is None and not why_not_to_suggest(conclusions)


def best_suggestions(
    conclusions: Conclusions, room: Card | None = None, each: int = 1
) -> list["outlook.Beginning"]:
    """Return the best suggestions, at most ``each`` per room, as the planner values them."""
    from planner_clue.planner import follow_ups, model  # which no submitted agent may import

    belief, seen = conclusions.belief, conclusions.seen
    if not may_suggest(conclusions):
        return []
    problems = follow_ups.FollowUpModel(seen.board, seen.rules)
    may_stay = seen.may_suggest_here and isinstance(seen.here, str)
    context = model.DecisionContext(belief, None, seen.here, may_stay=may_stay)
    ranked = problems.outlook(belief, 0).ranked(problems.travel_costs_from(context), each)
    return [one for one in ranked if room in (None, one.suggestion.room)]


def plan_at(conclusions: Conclusions, asking: int) -> "decision.Replan":
    """Return the planner's decision for this seat's next turn, with the weight ``asking``."""
    from planner_clue.planner.planner_agent import PlannerAgent

    return PlannerAgent().plan_for(conclusions.seen, asking)
