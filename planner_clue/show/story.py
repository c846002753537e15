"""A recorded game in words, turn by turn, with the decisions of its planners."""

from collections.abc import Iterator, Mapping
from typing import Any

from planner_clue.deliberation.decision import Became, Decision, read_decisions
from planner_clue.show.game_turns import full_names_of, suspects_of, turns_of
from planner_clue.table.events import (
    Accused,
    Eliminated,
    Event,
    Forfeited,
    Moved,
    Passed,
    Rolled,
    Showed,
    Suggested,
    TookPassage,
)

_INDENT = " " * 10


def tell_game(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the story of a record, line by line.

    It tells everything, also the case file and which cards were shown.
    """
    names, suspects = full_names_of(record), suspects_of(record)
    yield f"Game {record['game']}: {', '.join(names)}."
    yield f"In the case file: {', '.join(record['deal']['case_file'])}."
    decisions = [read_decisions(notes) for notes in record["notes"]]
    for turn in turns_of(record):
        yield f"{f'turn {turn.number}':>8}  {names[turn.seat]}"
        made = [decision for decision in decisions[turn.seat] if decision.turn == turn.number]
        for decision in made:
            for line in _tell_decision(decision):
                yield _INDENT + line
        yield from _asked_instead(decisions[turn.seat], turn.number)
        for event in turn.events:
            yield _INDENT + _tell_event(event, suspects)
    winner, how = record["result"]["winner"], record["result"]["how"]
    yield f"{names[winner]} wins." if winner is not None else f"Nobody wins: {how}."


def _tell_decision(decision: Decision) -> Iterator[str]:
    if decision.gamble:
        yield f"* gambles: the accusation is right with {decision.chance:.0%}"
        return
    first = decision.triggers[0]
    yield f"* {first.trigger.value}: {first}"
    if decision.failure:
        yield f"  no plan ({decision.failure.status}); a simple decision instead"
        if decision.gave_up:
            yield "  gives up on the engine for the rest of the game"
        return
    yield f"  assumes {', '.join(decision.assumption)}; the plan:"
    for step in decision.steps:
        if step.outcome.became is not Became.RECKONING:
            yield f"    {step.action}"


def _asked_instead(decisions: list[Decision], turn: int) -> Iterator[str]:
    """Yield a line if a question of the plan was asked in another room."""
    for step in filter(None, (decision.asked_in(turn) for decision in decisions)):
        if step.asks and step.outcome.instead:
            planned = ", ".join(step.asks.suggestion)
            yield f"{_INDENT}* asks in a room of its hand, instead of {planned}"


def _tell_event(event: Event, suspects: list[str]) -> str:
    who = suspects[event.seat]
    match event:
        case Rolled(dice=dice):
            return f"rolls {' + '.join(map(str, dice))}"
        case Moved(to=place):
            return f"goes to {place if isinstance(place, str) else list(place)}"
        case TookPassage(to=room):
            return f"takes the secret passage to {room}"
        case Suggested(cards=cards):
            return f"suggests {', '.join(cards)}"
        case Passed():
            return f"{who} passes"
        case Showed(card=card):
            return f"{who} shows {card}"
        case Accused(cards=cards, correct=correct):
            return f"accuses {', '.join(cards)}: {'right' if correct else 'wrong'}"
        case Eliminated():
            return f"{who} takes no more turns"
        case Forfeited(reason=reason):
            return f"{who} forfeits: {reason}"
