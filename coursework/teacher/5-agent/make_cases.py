"""Drawers of the cases of exercise 5: the same rungs with other deals."""

from planner_clue.teaching.case_making import Drawn


def rung(draw):
    """Draw the seed of a match, unless it is drawn when it is graded; the solution has to win."""
    if "seed" not in draw.fields:
        return Drawn({}, {}, "drawn when it is graded")
    games, opponents = draw.fields["games"], ", ".join(draw.fields["opponents"])
    return Drawn(
        {"seed": 1 << 63 | draw.rng.getrandbits(63)}, {}, f"{games} games against {opponents}"
    )


RUNGS = ("01-random.toml", "02-ladder-1.toml", "03-ladder-2.toml", "04-exact.toml")
DRAWERS = dict.fromkeys(RUNGS, rung)
