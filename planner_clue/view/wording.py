"""Plan steps, triggers, events, turns, seats and beliefs in words, for people who read no PDDL."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from planner_clue.belief import Belief, ContradictionError
from planner_clue.belief.probability import Probability, probability_at
from planner_clue.belief.reasons import SEATS_HAND
from planner_clue.belief.transcript import Evidence
from planner_clue.game.cards import Card
from planner_clue.game.events import Eliminated, Event, Forfeited, event_from_json
from planner_clue.game.turn_order import Result
from planner_clue.planner import plan_tree
from planner_clue.planner.decision import Decision

_WHY_NOBODY = {
    "turn-limit": "the limit of turns is reached",
    "all-out": "no player is left",
    "forfeits": "all players forfeited",
}


def ending(result: Result | None, names: Sequence[str]) -> str:
    """Return how a game ended, in a sentence; ``result`` is None where it is not known.

    >>> ending(Result(1, "last-wins"), ["plum (ann)", "white (bob)"])
    'White (bob) wins as the last player left.'
    """
    if result is None:
        return "Accusations are secret, so it is not known here who won."
    if result.winner is None:
        return f"Nobody wins because {_WHY_NOBODY[result.how]}."
    by = "as the last player left" if result.how == "last-wins" else "by an accusation"
    name = names[result.winner]
    return f"{name[:1].upper()}{name[1:]} wins {by}."


def step_in_words(step: plan_tree.PlanStep) -> str:
    """Return a step in words, or an empty string for a bookkeeping step."""
    if step.asks:
        asked = f"ask about {', '.join(step.asks)}"
        if step.expects and not step.branches:
            nobody = step.expects == plan_tree.NOBODY
            shown = "nobody to show a card" if nobody else f"to be shown {step.expects}"
            return f"{asked} and expect {shown}"
        return f"go on to {step.to} and {asked}" if step.to and not step.branches else asked
    if step.accuses:
        return f"{'gamble on' if step.is_gamble else 'accuse'} {', '.join(step.accuses)}"
    return travel_in_words(step.to, step.by) if step.to else ""


def travel_in_words(room: Card, by: plan_tree.By | None) -> str:
    """Return the way to a room in words: ``take the passage to kitchen``."""
    words = {"passage": f"take the passage to {room}", "staying": f"stay in {room}"}
    return words.get(by or "", f"go to {room}")


@dataclass(frozen=True)
class GameTurn:
    """One turn of a game."""

    number: int  # counted from 1 over all seats
    seat: int  # the seat whose turn it is
    events: tuple[Event, ...]  # its events; also the forfeits of others


def turns_of(record: Mapping[str, Any]) -> list[GameTurn]:
    """Return the turns of a record in which something happened, in order."""
    events = map(event_from_json, record["events"])
    happened = {turn: tuple(of) for turn, of in groupby(events, key=lambda event: event.turn)}
    seats, out, seat = len(record["seats"]), set[int](), -1
    turns = []
    for number in range(1, max(happened, default=0) + 1):
        following = ((seat + step) % seats for step in range(1, seats + 1))
        seat = next((each for each in following if each not in out), (seat + 1) % seats)
        of_turn = happened.get(number, ())
        if of_turn:
            turns.append(GameTurn(number, seat, of_turn))
        out |= {event.seat for event in of_turn if isinstance(event, Eliminated | Forfeited)}
    return turns


def suspects_of(record: Mapping[str, Any]) -> list[str]:
    """Return the suspect of each seat, which is its short name."""
    return [seat["token"] for seat in record["seats"]]


def full_names_of(record: Mapping[str, Any]) -> list[str]:
    """Return the suspect of each seat with who plays it: ``white (random)``, ``plum (ann)``."""
    return [f"{seat['token']} ({seat.get('name') or seat['agent']})" for seat in record["seats"]]


def follow_ups_of(plan: plan_tree.Plan) -> dict[str, list[plan_tree.PlanBranch]]:
    """Return each follow-up of a plan in words, with the answers that lead to it."""
    found: dict[str, list[plan_tree.PlanBranch]] = {}
    for branch in plan_tree.branches_of(plan):
        found.setdefault(steps_in_words(branch.steps), []).append(branch)
    return found


def branch_lines(plan: plan_tree.Plan, indent: str = "") -> Iterator[str]:
    """Yield a line per follow-up of a plan: the answers, their probability, what follows."""
    for words, branches in follow_ups_of(plan).items():
        answers = " or ".join(map(_foreseen, branches))
        yield f"{indent}if {answers}: {words}"


def _foreseen(branch: plan_tree.PlanBranch) -> str:
    """Return an answer, its probability, and what to assume if it refutes the assumption."""
    probability = Probability(branch.chance).percent()
    then = f"; then assume {', '.join(branch.assumes)}" if branch.assumes else ""
    return f"{branch.answer} ({probability}{then})"


def steps_in_words(plan: plan_tree.Plan) -> str:
    """Return the steps before the first answer in words."""
    return "; ".join(words_of_steps(plan))


def words_of_steps(plan: plan_tree.Plan) -> list[str]:
    """Return each of the steps before the first answer in words."""
    return list(filter(None, map(step_in_words, plan_tree.played_steps(plan))))


def assumption_in_words(decision: Decision, decimals: int = 0) -> str:
    """Return the case file that a plan assumes, and its probability."""
    suspect, weapon, room = decision.assumption
    probability = Probability(decision.chance).percent(decimals)
    return f"{suspect} with the {weapon} in the {room} ({probability})"


def why_card(
    belief: Belief,
    card: Card,
    names: Sequence[str],
    holder: int | None = None,
    *,
    when: Callable[[Evidence], str] | None = None,
    hand: str = SEATS_HAND,
    decimals: int = 0,
) -> list[str]:
    """Return sentences that say who has ``card``, or who does not, and why that is certain.

    They are about one ``holder`` (a seat, or ``belief.case``), or about all; ``when`` names the
    time of evidence, and ``hand`` the hand of the seat.
    """
    possible = belief.holders(card)
    is_open = len(possible) > 1 and holder in (None, *possible)
    if holder is not None:
        facts = [] if is_open else [holder]
    elif is_open:
        holders = belief.holder_numbers
        facts = [other for other in holders if other not in possible and other != belief.me]
    else:
        facts = possible
    sentences = []
    for fact in facts:
        try:
            sentences.append(f"{belief.why(card, fact).in_words(names, when, hand)}.")
        except ContradictionError as error:
            sentences.append(f"{error}.")
    if is_open:
        all_names = belief.holders_called(names, "the case file")
        chances = (
            f"{all_names[seat]} {probability_at(belief, card, seat).percent(decimals)}"
            for seat in possible
        )
        sentences.append(f"Possible holders of {card}: {', '.join(chances)}.")
    return sentences
