"""Drawers of the cases of exercise 7: positions that a case names by their seed."""

from graders.contingent_plans import ConditionalPlan, drawn_position

from planner_clue.support.json_text import plain
from planner_clue.teaching.case_making import Drawn, Unsuitable

TRIES, EQUAL = 20, 1e-6
"""Positions per draw of a case that few positions suit; tolerance of turns."""


def drawn(draw):
    """Return a drawn position with the fields of its case."""
    seed, fields = draw.rng.randrange(10**9), draw.fields
    turns = tuple(fields["turns"]) if "turns" in fields else None
    given = fields["rooms"], fields["deals"], fields.get("seats", 2), turns
    found = drawn_position(seed, *given)
    return found, Drawn({"seed": seed}, {}, f"{given[1]} deals, {found.optimum:.2f} turns at best")


def position(draw):
    """Draw a position; plans that are good enough cost at most a multiple of the optimum."""
    return drawn(draw)[1]


def uneven(draw):
    """Draw a position that detects the mistakes of its case: about one position in 100."""
    wrong = [{} for _ in draw.mistakes]
    for names, texts in zip(wrong, draw.mistakes.values(), strict=True):
        exec(texts["contingent.py"], names)
    for _ in range(TRIES):
        found, case = drawn(draw)
        plans = [ConditionalPlan.read(names["plan"](plain(found))) for names in wrong]
        if all(found.execute(plan)[0] > found.optimum + EQUAL for plan in plans):
            return case
    raise Unsuitable


DRAWERS = {
    # hidden
    "01-twelve-deals.toml": position,
    "02-twenty-deals.toml": position,
    "03-optimal.toml": position,
    "04-optimal-too.toml": position,
    "05-uneven.toml": uneven,
    # visible; the small position is planned by hand, and stays
    "03-larger.toml": position,
}
