"""Execution monitoring: every event is held against what the plan expects."""

from planner_clue.belief import Belief
from planner_clue.belief.evidence import Evidence
from planner_clue.board import Place
from planner_clue.cards import Card, CaseFile
from planner_clue.deliberation.replanner import Replanner
from planner_clue.deliberation.steps import Question
from planner_clue.deliberation.triggers import Trigger
from planner_clue.table.decisions import Seat
from planner_clue.table.events import (
    Accused,
    Event,
    Moved,
    Passed,
    Showed,
    Suggested,
    TookPassage,
)


class Monitor:
    """Updates the belief of one seat and fires the triggers of its replanner.

    What an event does to the plan's expectations is seen at once; what all of them together
    tell of the cards is worked out when the seat is about to decide (:meth:`look`).
    """

    def __init__(self, seat: Seat, belief: Belief, replanner: Replanner) -> None:
        self.here: Place | None = None
        """Where the seat's token is, as far as events told; None before the first move."""
        self._seat = seat.index
        self._token = seat.tokens[seat.index]
        self._has_board = seat.board is not None
        self._belief = belief
        self._replanner = replanner
        self._asked: Question | None = None
        self._turn = 0
        self._suggester = seat.index
        self._fresh = False
        """Whether anything was seen since the last look that tells of cards."""
        self._of_others: Evidence | None = None
        """The latest that others' questions told since then."""
        self._expected: set[Card] = set()
        """The cards that were shown as expected since then."""
        self._open = self._open_cards()
        self._posterior = belief.posterior()

    def expect(self, asked: Question) -> None:
        """Say which question is asked now, and which answer the plan expects."""
        self._asked = asked

    def observe(self, event: Event) -> None:
        """Take in one event."""
        self._turn = event.turn
        self._belief.observe(event)
        self._keep(event)
        if isinstance(event, Moved | TookPassage) and event.seat == self._seat:
            self.here = event.to
        elif isinstance(event, Suggested):
            self._follow_token(event)
        elif isinstance(event, Showed) and event.to == self._seat and self._asked:
            self._compare_answer(event, self._asked)

    def look(self) -> None:
        """Fire for what was learned since the last look."""
        if self._fresh:
            self._look_for_news()
            self._check_assumption()
            self._fresh, self._of_others, self._expected = False, None, set()

    def _keep(self, event: Event) -> None:
        if isinstance(event, Suggested):
            self._suggester = event.seat
        elif isinstance(event, Passed | Showed | Accused):
            self._fresh = True
            of_own = self._seat in (event.seat, self._suggester)
            if isinstance(event, Accused) or not of_own:
                self._of_others = self._belief.log.evidence[-1]

    def question_is_over(self) -> None:
        """Tell the plan if nobody showed anything and it expected somebody to."""
        asked, self._asked = self._asked, None
        if asked and asked.expected is not None:
            self._fire(Trigger.UNEXPECTED_ANSWER, f"nobody showed {asked.expected}")

    # -- what can contradict a plan -------------------------------------------------

    def _follow_token(self, event: Suggested) -> None:
        room = event.cards.room
        taken = event.cards.suspect == self._token and self._has_board and self.here != room
        if taken and event.seat != self._seat:
            self.here = room
            self._fire(Trigger.MOVED, f"seat {event.seat} suggested the token into {room}")

    def _compare_answer(self, event: Showed, asked: Question) -> None:
        self._asked = None
        if event.card is not None and event.card == asked.expected:
            self._expected.add(event.card)
            return
        self._fire(
            Trigger.UNEXPECTED_ANSWER,
            f"seat {event.seat} showed {event.card}; {asked.expected or 'nobody'} was expected",
        )

    def _look_for_news(self) -> None:
        """Fire for cards that were located or cleared, else for deals that were ruled out."""
        before, self._open = self._open, self._open_cards()
        known, self._posterior = self._posterior, self._belief.posterior()
        located = [c for c in before if c not in self._open and c not in self._expected]
        cleared = [c for c, may_be_case in self._open.items() if before[c] and not may_be_case]
        if located:
            self._fire(Trigger.NEW_FACT, "; ".join(map(self.where_is, located)))
        elif cleared:
            self._fire(Trigger.NEW_FACT, f"not in the case file: {', '.join(cleared)}")
        elif self._of_others and self._posterior is not known:
            self._fire(Trigger.NEW_FACT, str(self._of_others))

    def _open_cards(self) -> dict[Card, bool]:
        """Return the unlocated cards, with whether they may be in the case file."""
        candidates = {card for cards in self._belief.candidates() for card in cards}
        return {card: card in candidates for card in self._belief.unlocated()}

    def _check_assumption(self) -> None:
        assumption = self._replanner.assumption
        if assumption and not self._belief.allows(assumption):
            self._fire(Trigger.ASSUMPTION_REFUTED, self._refutation(assumption))

    def _refutation(self, assumption: CaseFile) -> str:
        belief = self._belief
        held = [c for c in assumption if belief.holder(c) not in (None, belief.case)]
        if held:
            return "; ".join(self.where_is(card) for card in held)
        return f"{', '.join(assumption)} is not the case file"

    def where_is(self, card: Card) -> str:
        """Say in words who holds ``card``."""
        holder = self._belief.holder(card)
        if holder is None:
            return f"{card} is unlocated"
        place = "in the case file" if holder == self._belief.case else f"held by seat {holder}"
        return f"{card} is {place}"

    def _fire(self, trigger: Trigger, what: str) -> None:
        self._replanner.fire(trigger, f"turn {self._turn}: {what}")
