"""Execution monitoring: every event is held against what the plan expects."""

from planner_clue.belief import Belief
from planner_clue.board import Place
from planner_clue.cards import Card, CaseFile
from planner_clue.planning.replanner import Replanner
from planner_clue.planning.steps import Question
from planner_clue.planning.triggers import Trigger
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Event, Moved, Showed, Suggested, TookPassage


class Monitor:
    """Updates the belief of one seat and fires the triggers of its replanner."""

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

    def expect(self, asked: Question) -> None:
        """Say which question is asked now, and which answer the plan expects."""
        self._asked = asked

    def observe(self, event: Event) -> None:
        """Take in one event."""
        self._turn = event.turn
        before = self._open_cards()
        self._belief.observe(event)
        expected = None
        if isinstance(event, Moved | TookPassage) and event.seat == self._seat:
            self.here = event.to
        elif isinstance(event, Suggested):
            self._follow_token(event)
        elif isinstance(event, Showed) and event.to == self._seat and self._asked:
            expected = self._compare_answer(event, self._asked)
        self._look_for_news(before, expected)
        self._check_assumption()

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

    def _compare_answer(self, event: Showed, asked: Question) -> Card | None:
        """Return the card that was shown if it is the expected one."""
        self._asked = None
        if event.card == asked.expected:
            return event.card
        self._fire(
            Trigger.UNEXPECTED_ANSWER,
            f"seat {event.seat} showed {event.card}; {asked.expected or 'nobody'} was expected",
        )
        return None

    def _look_for_news(self, before: dict[Card, bool], expected: Card | None) -> None:
        now = self._open_cards()
        located = [card for card in before if card not in now and card != expected]
        cleared = [card for card in now if before[card] and not now[card]]
        if located:
            facts = "; ".join(self.where_is(card) for card in located)
            self._fire(Trigger.NEW_FACT, facts)
        elif cleared:
            self._fire(Trigger.NEW_FACT, f"not in the case file: {', '.join(cleared)}")

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
