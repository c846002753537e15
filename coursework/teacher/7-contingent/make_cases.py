"""Drawers of the cases of exercise 7: positions that a case names by their seed."""

from graders.contingent_plans import drawn_position

from planner_clue.teaching.case_making import Drawn


def position(draw):
    """Draw a position; plans that are good enough cost at most a multiple of the optimum."""
    seed, fields = draw.rng.randrange(10**9), draw.fields
    given = fields["rooms"], fields["deals"], fields.get("seats", 2), fields.get("turns")
    optimum = drawn_position(seed, *given).optimum
    return Drawn({"seed": seed}, {}, f"{given[1]} deals, {optimum:.2f} turns at best")


DRAWERS = {
    # hidden
    "01-twelve-deals.toml": position,
    "02-twenty-deals.toml": position,
    "03-optimal.toml": position,
    "04-optimal-too.toml": position,
    "05-uneven.toml": position,
    # visible; the small position is planned by hand, and stays
    "03-larger.toml": position,
}
