"""One decision of a planner, told in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planner_clue.show.trace import TracedTurn, trace_seat

_BECAUSE = {
    "first-plan": "it had no plan yet",
    "assumption-refuted": "what it assumed cannot be",
    "unexpected-answer": "an answer was not the expected one",
    "new-fact": "it learned something from the others",
    "moved": "its token was not where the plan had it",
    "plan-finished": "its plan was used up",
}


def explain_turn(record: Mapping[str, Any], seat: int, turn: int) -> Iterator[str]:
    """Yield the sentences that tell what ``seat`` did in ``turn``, and why.

    Raises :class:`ValueError` naming the turns of the seat if this is none of them.
    """
    turns = trace_seat(record, seat)
    found = next((traced for traced in turns if traced.turn == turn), None)
    if found is None:
        known = ", ".join(str(traced.turn) for traced in turns)
        raise ValueError(f"{turn} is no turn of seat {seat}; expected one of {known}")
    notes = [note for note in record["notes"][seat] if "trigger" in note]
    made = [note for note in notes if note["turn"] == turn]
    yield from _why_it_planned(made)
    in_force = [note for note in notes if note["turn"] <= turn]
    if in_force:
        yield from _what_it_believed(in_force[-1])
    yield from _what_it_did(found)
    later = [note for note in notes if note["turn"] > turn]
    if later:
        yield (
            f"The plan held until turn {later[0]['turn']}: {later[0]['trigger']} "
            f"({later[0]['observation']})."
        )


def _why_it_planned(made: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not made:
        yield "It did not plan again this turn: everything so far was as its plan expected."
    for note in made:
        reason = _BECAUSE.get(note["trigger"], note["trigger"])
        yield f"It planned because {reason} ({note['trigger']}): {note['observation']}."
        for trigger, observation in note.get("also", ()):
            yield f"Besides, {trigger}: {observation}."
        if "failure" in note:
            yield f"No plan came back: {note['detail']}. It took a simple decision instead."


def _what_it_believed(note: Mapping[str, Any]) -> Iterator[str]:
    suspect, weapon, room = note["assumption"]
    yield (
        f"It assumed {suspect} with the {weapon} in the {room}, "
        f"which it held to be right with chance {note['chance']:.3f}."
    )
    if "plan" in note:
        steps = "; ".join(said for said in map(_say_step, note["plan"]) if said)
        if unit := note.get("unit"):
            yield f"The plan, which costs {note['cost']} {unit} with what it asks again: {steps}"
        else:
            yield f"The plan, with {note['cost'] / 100:.2f} turns expected until the proof: {steps}"
            yield from _why_this_way(note)


def _why_this_way(note: Mapping[str, Any]) -> Iterator[str]:
    """Yield why it begins there, and why with that question."""
    ways = dict(note.get("ways", {}))
    first = note["plan"][0]
    if first in ways:
        own = ways.pop(first)
        others = sorted(ways.items(), key=lambda way: way[1])
        dearer = "; ".join(f"{_say_step(step)} ({cost / 100:.2f})" for step, cost in others)
        if dearer:
            yield f"It begins so for {own / 100:.2f} turns; the other ways looked at: {dearer}."
    costs = note.get("question_costs", ())
    if costs:
        behind = f"{costs[0] / 100:.2f} turns behind the best" if costs[0] else "the best there is"
        yield f"Its first question is {behind}."


def _say_step(step: str) -> str:
    """Return a step in words, or nothing for the plan's own reckoning."""
    action, *arguments = step.strip("()").split()
    if action.startswith("suggest-"):
        kind = action.removeprefix("suggest-").removesuffix("-shown")
        position = {"suspect": 0, "weapon": 1, "room": 2}.get(kind)
        shown = (
            "nobody to show a card" if position is None else f"to be shown {arguments[position]}"
        )
        return f"ask about {', '.join(arguments[:3])} and expect {shown}"
    words = {
        "travel": "roll towards {to}",
        "travel-from-hallway": "roll towards {to}",
        "take-passage": "take the passage to {to}",
        "stay": "stay in {to}",
        "trust-assumption": "take the rest on trust",
        "accuse": "accuse",
    }
    return words[action].format(to=arguments[-1]) if action in words else ""


def _what_it_did(traced: TracedTurn) -> Iterator[str]:
    if traced.place:
        yield f"It went to {traced.place}."
    if traced.instead_of:
        yield f"In a room of its hand it asked for the plan's question {traced.instead_of}."
    if traced.asked:
        expected = f"; expected: {traced.expected}" if traced.expected else ""
        yield f"It asked about {traced.asked}{expected}; got: {traced.answer}."
    elif traced.answer:
        yield f"It {traced.answer}."
