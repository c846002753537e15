"""The turns of one planner in a recorded game: what it planned, and what happened."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planner_clue.deliberation.decision import NOBODY, Became, DecidedStep, Decision, read_decisions
from planner_clue.show.game_turns import GameTurn, suspects_of, turns_of
from planner_clue.table.events import Accused, Forfeited, Moved, Showed, Suggested, TookPassage


@dataclass
class TracedTurn:
    """One turn of the traced seat."""

    turn: int
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
        gamble = f" (a gamble at {self.gamble.chance:.0%})" if self.gamble else ""
        accused = self.accused and f"accused {self.accused}{gamble}"
        return "; ".join(filter(None, (self.answer, accused, self.forfeited)))


def trace_seat(record: Mapping[str, Any], seat: int) -> list[TracedTurn]:
    """Return the turns of ``seat`` in a record, in order."""
    decisions = read_decisions(record["notes"][seat])
    names = suspects_of(record)
    traced = []
    for turn in turns_of(record):
        if turn.seat == seat:
            made = tuple(decision for decision in decisions if decision.turn == turn.number)
            plans = [d for d in decisions if d.turn <= turn.number and d.number is not None]
            row = TracedTurn(turn.number, made, plans[-1] if plans else None)
            _add_events(row, turn, names)
            _add_expectation(row, [d for d in plans if d.steps])
            traced.append(row)
    return traced


def _add_events(row: TracedTurn, turn: GameTurn, names: list[str]) -> None:
    for event in turn.events:
        match event:
            case Moved(to=place) | TookPassage(to=place):
                row.place = place if isinstance(place, str) else str(list(place))
            case Suggested(cards=cards):
                row.place, row.asked = cards.room, ", ".join(cards)
                row.answer = "nobody showed a card"
            case Showed(card=card, seat=by):
                row.answer = f"{names[by]} showed {card}"
            case Accused(cards=cards, correct=correct):
                row.accused = f"{', '.join(cards)}: {'right' if correct else 'wrong'}"
            case Forfeited(reason=reason, seat=by) if by == turn.seat:
                row.forfeited = f"forfeited: {reason}"


def _add_expectation(row: TracedTurn, plans: list[Decision]) -> None:
    """Say which answer the plan expected to the question of this turn."""
    step = _asked_in(row.turn, plans)
    if step and step.asks:
        row.expected = step.asks.expected or NOBODY
        row.instead_of = ", ".join(step.asks.suggestion) if step.outcome.detail else ""


def _asked_in(turn: int, plans: list[Decision]) -> DecidedStep | None:
    """Return the question of a plan that was asked in a turn."""
    for decision in reversed(plans):
        for step in decision.steps:
            played = step.outcome.became is Became.PLAYED and step.outcome.turn == turn
            if played and step.asks:
                return step
    return None
