"""Plan steps, triggers, events, turns, seats and beliefs in words, for people who read no PDDL."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from planner_clue.belief import Belief, ContradictionError
from planner_clue.belief.probability import Probability, probability_at
from planner_clue.belief.transcript import Evidence
from planner_clue.cards import Card
from planner_clue.deliberation import plan_steps
from planner_clue.deliberation.plan_tree import PlanTree
from planner_clue.planning.plan import Step
from planner_clue.table.events import Eliminated, Event, Forfeited, event_from_json

UNKNOWN_ENDING = "The game is over. Accusations are secret, so it is not known here who won."


def step_in_words(step: Step) -> str:
    """Return a step in words, or an empty string for a bookkeeping step.

    >>> step_in_words(Step.parse("(suggest-weapon-shown green rope study)"))
    'ask about green, rope, study and expect to be shown rope'
    >>> step_in_words(Step.parse("(travel kitchen hall)"))  # by dice, or without a board
    'go to hall'
    >>> step_in_words(Step.parse("(if-nobody-shows answer-hall-2)"))
    'if nobody shows a card:'
    """
    asks = plan_steps.planned_suggestion(step)
    if asks and step.action == plan_steps.SUGGEST:
        return f"ask about {', '.join(asks.suggestion)}"
    if asks and asks.is_last:
        return f"ask about {', '.join(asks.suggestion)} and plan again"
    if asks:
        shown = f"to be shown {asks.expected}" if asks.expected else "nobody to show a card"
        return f"ask about {', '.join(asks.suggestion)} and expect {shown}"
    if answer := plan_steps.answer_of(step):
        return f"if {answer}:"
    room = plan_steps.destination(step)
    if step.action in plan_steps.TRAVELS:
        return f"go to {room}"
    if step.action == plan_steps.GAMBLE:
        return f"gamble on {', '.join(step.arguments[:3])}"
    words = {
        plan_steps.PASSAGE: f"take the passage to {room}",
        plan_steps.STAY: f"stay in {room}",
        "trust-assumption": "trust the assumption for the rest",
        plan_steps.ACCUSE: f"accuse {', '.join(step.arguments[:3])}",
    }
    return words.get(step.action, "")


@dataclass(frozen=True)
class GameTurn:
    """One turn of a game."""

    number: int
    """Counted from 1 over all seats."""
    seat: int
    """The seat whose turn it is."""
    events: tuple[Event, ...]
    """Its events; also the forfeits of others."""


def turns_of(record: Mapping[str, Any]) -> list[GameTurn]:
    """Return the turns of a record in which something happened, in order.

    >>> turns_of({"seats": [{}, {}, {}], "events": [
    ...     {"kind": "forfeit", "turn": 1, "seat": 2, "reason": "crash"},
    ...     {"kind": "roll", "turn": 2, "seat": 1, "dice": [3, 4]}]})[0].seat
    0
    """
    events = map(event_from_json, record["events"])
    happened = {turn: tuple(of) for turn, of in groupby(events, key=lambda event: event.turn)}
    seats, out, seat = len(record["seats"]), set[int](), -1
    turns = []
    for number in range(1, max(happened, default=0) + 1):
        seat = _next_seat(seat, seats, out)
        of_turn = happened.get(number, ())
        if of_turn:
            turns.append(GameTurn(number, seat, of_turn))
        out |= {event.seat for event in of_turn if isinstance(event, Eliminated | Forfeited)}
    return turns


def _next_seat(seat: int, seats: int, out: set[int]) -> int:
    """Return the seat whose turn is next: clockwise, without those who are out."""
    following = ((seat + step) % seats for step in range(1, seats + 1))
    return next((each for each in following if each not in out), (seat + 1) % seats)


def suspects_of(record: Mapping[str, Any]) -> list[str]:
    """Return the suspect of each seat, which is its short name.

    >>> suspects_of({"seats": [{"token": "white", "agent": "random"}]})
    ['white']
    """
    return [seat["token"] for seat in record["seats"]]


def full_names_of(record: Mapping[str, Any]) -> list[str]:
    """Return the suspect of each seat with the agent that plays it.

    >>> full_names_of({"seats": [{"token": "white", "agent": "random"}]})
    ['white (random)']
    """
    return [f"{seat['token']} ({seat['agent']})" for seat in record["seats"]]


def tree_lines(tree: PlanTree, indent: str = "") -> Iterator[str]:
    """Yield the branches of a plan as lines: the answer, its probability, and what follows."""
    for branch in tree.after:
        chance = Probability(branch.chance).percent()
        yield f"{indent}if {branch.answer} ({chance}): {steps_in_words(branch.then)}"
        yield from tree_lines(branch.then, indent + "  ")


def steps_in_words(tree: PlanTree) -> str:
    """Return the steps before the first answer in words."""
    return "; ".join(words_of_steps(tree))


def words_of_steps(tree: PlanTree) -> list[str]:
    """Return each of the steps before the first answer in words."""
    return list(filter(None, (step_in_words(step.action) for step in tree.steps)))


def why_card(
    belief: Belief,
    card: Card,
    names: Sequence[str],
    holder: int | None = None,
    *,
    when: Callable[[Evidence], str] | None = None,
    decimals: int = 0,
) -> list[str]:
    """Return sentences that say who has ``card``, or who does not, and why that is certain.

    They are about one ``holder`` (a seat, or ``belief.case``), or about all. ``names`` has a name
    per seat; ``when`` says where a piece of evidence was seen, by default on which turn. Where the
    holder is open, the last sentence has the probabilities, with ``decimals``.
    """
    possible = belief.holders(card)
    is_open = len(possible) > 1
    if holder is not None:
        facts, is_open = [holder], is_open and holder in possible
        facts = [] if is_open else facts
    elif is_open:
        holders = range(belief.case + 1)
        facts = [other for other in holders if other not in possible and other != belief.me]
    else:
        facts = possible
    sentences = [_why(belief, card, fact, names, when) for fact in facts]
    if is_open:
        all_names = [*names, "the case file"]
        chances = (
            f"{all_names[seat]} {probability_at(belief, card, seat).percent(decimals)}"
            for seat in possible
        )
        sentences.append(f"Possible holders of {card}: {', '.join(chances)}.")
    return sentences


def _why(
    belief: Belief,
    card: Card,
    holder: int,
    names: Sequence[str],
    when: Callable[[Evidence], str] | None,
) -> str:
    try:
        return f"{belief.why(card, holder).in_words(names, when)}."
    except ContradictionError as error:
        return f"{error}."
