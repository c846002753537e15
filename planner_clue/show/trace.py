"""The turns of one planner in a recorded game: what it planned, and what happened."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planner_clue.belief.probability import Probability
from planner_clue.board import place_in_words
from planner_clue.deliberation.decided_step import NOBODY
from planner_clue.deliberation.decision import Decision, read_decisions
from planner_clue.errors import printable
from planner_clue.show.game_turns import GameTurn, suspects_of, turns_of
from planner_clue.table.events import Accused, Forfeited, Moved, Showed, Suggested, TookPassage


@dataclass
class TracedTurn:
    """One turn of the traced seat, or the turn of another in which it forfeited."""

    turn: int
    turn_of: str = ""
    """Whose turn it is, if it is that of another seat."""
    decisions: tuple[Decision, ...] = ()
    """The decisions made in this turn."""
    in_force: Decision | None = None
    """The latest planning up to this turn, also if it gave no plan."""
    place: str = ""
    asked: str = ""
    expected: str = ""
    """The card that the plan expected to be shown."""
    answer: str = ""
    instead_of: str = ""
    """The question of the plan, if it was asked in another room."""
    accused: str = ""
    forfeited: str = ""

    @property
    def triggers(self) -> list[str]:
        """Why the seat planned in this turn: the first trigger of each planning."""
        return [made.triggers[0].trigger.value for made in self.decisions if made.triggers]

    @property
    def gamble(self) -> Decision | None:
        """The accusation without a proof made in this turn, if any."""
        return next((made for made in self.decisions if made.gamble), None)

    @property
    def outcome(self) -> str:
        """How the turn ended: the answer, an accusation, a forfeit."""
        chance = Probability(self.gamble.chance).percent() if self.gamble else ""
        gamble = f" (a gamble at {chance})" if chance else ""
        accused = self.accused and f"accused {self.accused}{gamble}"
        forfeited = self.forfeited and self.turn_of and f"in {self.turn_of}'s turn "
        return "; ".join(filter(None, (self.answer, accused, f"{forfeited}{self.forfeited}")))


def trace_seat(record: Mapping[str, Any], seat: int) -> list[TracedTurn]:
    """Return the turns of ``seat`` in a record, in order.

    The turn of another in which it forfeits is among them, with nothing but that.
    """
    decisions = read_decisions(record["notes"][seat])
    names = suspects_of(record)
    traced = []
    for turn in turns_of(record):
        row = TracedTurn(turn.number)
        if turn.seat == seat:
            row.decisions = tuple(d for d in decisions if d.turn == turn.number)
            plans = [d for d in decisions if d.turn <= turn.number and d.number is not None]
            row.in_force = plans[-1] if plans else None
            _add_events(row, turn, names)
            _add_expectation(row, plans)
        else:
            row.turn_of = names[turn.seat]
        forfeits = [e for e in turn.events if isinstance(e, Forfeited) and e.seat == seat]
        row.forfeited = "; ".join(f"forfeited: {printable(event.reason)}" for event in forfeits)
        if turn.seat == seat or forfeits:
            traced.append(row)
    return traced


def _add_events(row: TracedTurn, turn: GameTurn, names: list[str]) -> None:
    for event in turn.events:
        match event:
            case Moved(to=place) | TookPassage(to=place):
                row.place = place_in_words(place)
            case Suggested(cards=cards):
                row.place, row.asked = cards.room, ", ".join(cards)
                row.answer = "nobody showed a card"
            case Showed(card=card, seat=by):
                row.answer = f"{names[by]} showed {card}"
            case Accused(cards=cards, correct=correct):
                row.accused = f"{', '.join(cards)}: {'right' if correct else 'wrong'}"


def _add_expectation(row: TracedTurn, plans: list[Decision]) -> None:
    """Add the answer that the plan expected to the question of this turn."""
    asked = (step for plan in reversed(plans) if (step := plan.asked_in(row.turn)))
    step = next(asked, None)
    if step and step.asks:
        row.expected = step.asks.expected or NOBODY
        row.instead_of = ", ".join(step.asks.suggestion) if step.outcome.instead else ""
