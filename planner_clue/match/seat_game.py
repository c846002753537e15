"""Counts of one seat in one game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from planner_clue.deliberation.decision import read_decisions
from planner_clue.table.events import Accused, Event, Forfeited, Passed, Showed, Suggested


@dataclass(frozen=True)
class SeatGame:
    """A game as one seat played it."""

    won: bool
    own_turns: int
    """The number of its turns in which it did something."""
    suggestions: int
    wrong_accusations: int
    forfeit: Forfeited | None
    """Its forfeit; None if it did not forfeit."""
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
    """The status of each planning run without a plan."""
    normalised: Mapping[str, int] = field(default_factory=dict)
    """Number of times that each slip in its answers was overlooked, by its notes."""


def seat_games(
    events: Sequence[Event], notes: Sequence[Sequence[Mapping[str, Any]]], winner: int | None
) -> tuple[SeatGame, ...]:
    """Return the counts of each seat in a game with these events and notes."""
    return tuple(
        _seat_game([event for event in events if event.seat == seat], written, winner == seat)
        for seat, written in enumerate(notes)
    )


def _seat_game(events: Sequence[Event], notes: Sequence[Mapping[str, Any]], won: bool) -> SeatGame:
    accused = {event.turn: event.correct for event in events if isinstance(event, Accused)}
    decisions = read_decisions(notes)
    gambles = [decision for decision in decisions if decision.gamble]
    planned = [decision for decision in decisions if decision.number is not None]
    return SeatGame(
        won=won,
        # Passing, showing and forfeiting may happen in the turns of others.
        own_turns=len(
            {event.turn for event in events if not isinstance(event, Passed | Showed | Forfeited)}
        ),
        suggestions=sum(isinstance(event, Suggested) for event in events),
        wrong_accusations=list(accused.values()).count(False),
        forfeit=next((event for event in events if isinstance(event, Forfeited)), None),
        gambles=len(gambles),
        gambles_right=sum(accused.get(gamble.turn) is True for gamble in gambles),
        triggers=tuple(decision.triggers[0].trigger.value for decision in planned),
        plans=sum(bool(decision.steps) for decision in decisions),
        gave_up=any(decision.gave_up for decision in decisions),
        failures=tuple(f.status for decision in decisions for f in decision.all_failures),
        normalised=normalised_in(notes),
    )


def normalised_in(notes: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return how often each slip in an agent's answers was overlooked, by its notes."""
    counts: dict[str, int] = {}
    for note in notes:
        if "normalised" in note and type(times := note.get("times", 1)) is int:
            what = f"{note.get('method', '?')}: {note['normalised']}"
            counts[what] = counts.get(what, 0) + times
    return counts
