"""What one seat did in one recorded game, as it is counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner_clue.deliberation.decision import Decision, read_decisions

_IN_ANOTHERS_TURN = ("pass", "show", "forfeit")
"""Events that may happen to a seat while it is not its turn."""


@dataclass(frozen=True)
class SeatGame:
    """A game as one seat played it."""

    won: bool
    own_turns: int
    """The number of its turns in which it did something."""
    suggestions: int
    wrong_accusations: int
    forfeit: str | None
    """Why it forfeited: a kind, a colon, and details; None if it did not."""
    gambles: int
    """Accusations that were not certain, by the agent's own notes."""
    gambles_right: int
    triggers: tuple[str, ...]
    """For each replan the first of its triggers, in order; the first plan counts too."""
    plans: int
    """Replans that gave a plan."""
    gave_up: bool
    """Whether its planner gave up on its engine."""
    failures: tuple[str, ...]
    """How each planning that gave no plan ended."""

    @property
    def forfeit_kind(self) -> str | None:
        """The kind of its forfeit: what stands before the colon."""
        return None if self.forfeit is None else self.forfeit.split(":", maxsplit=1)[0]


def seat_game(record: Mapping[str, Any], seat: int) -> SeatGame:
    """Return what ``seat`` did in the game of ``record``.

    Raises ``LookupError``, ``TypeError`` or ``AttributeError`` for what is no record.
    """
    events = [event for event in record["events"] if event["seat"] == seat]
    accused = {event["turn"]: event["correct"] for event in events if event["kind"] == "accuse"}
    forfeits = [event["reason"] for event in events if event["kind"] == "forfeit"]
    decisions = read_decisions(record["notes"][seat])
    gambles = [decision for decision in decisions if decision.gamble]
    return SeatGame(
        won=record["result"]["winner"] == seat,
        own_turns=len({e["turn"] for e in events if e["kind"] not in _IN_ANOTHERS_TURN}),
        suggestions=sum(event["kind"] == "suggest" for event in events),
        wrong_accusations=list(accused.values()).count(False),
        forfeit=forfeits[0] if forfeits else None,
        gambles=len(gambles),
        gambles_right=sum(accused.get(gamble.turn) is True for gamble in gambles),
        triggers=_triggers(decisions),
        plans=sum(bool(decision.steps) for decision in decisions),
        gave_up=any(decision.gave_up for decision in decisions),
        failures=tuple(f.status for decision in decisions for f in decision.all_failures),
    )


def _triggers(decisions: Sequence[Decision]) -> tuple[str, ...]:
    planned = (decision for decision in decisions if decision.number is not None)
    return tuple(decision.triggers[0].trigger.value for decision in planned)
