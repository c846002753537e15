"""Lines of notes, written from what was seen."""

from planner_clue.assist.people import Company
from planner_clue.assist.saying import Told, ToldAccusation, ToldSuggestion


def line_of(told: Told, company: Company) -> str:
    """Return the line that says this, as notes are usually written."""
    names = company.names
    if isinstance(told, ToldAccusation):
        end = "right" if told.correct else "wrong"
        return f"{names[told.accuser]} accuses {', '.join(told.cards)}: {end}"
    if not isinstance(told, ToldSuggestion):
        place = told.place if isinstance(told.place, str) else f"{told.place[0]},{told.place[1]}"
        return f"{told.token} at {place}"
    order = company.others_after(told.suggester)
    passed = order if told.shower is None else order[: order.index(told.shower)]
    parts = [f"{names[told.suggester]}: {', '.join(told.cards)}"]
    parts += [f"{names[seat]} passed" for seat in passed]
    if told.shower is not None:
        card = f" {told.card}" if told.card else ""
        parts.append(f"{names[told.shower]} showed{card}")
    return "; ".join(parts)


def head_lines(written: dict[str, str]) -> list[str]:
    """Return the lines of a head, by field."""
    return [f"{field}: {value}" for field, value in written.items()]
