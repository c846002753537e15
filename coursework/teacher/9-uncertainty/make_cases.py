"""Drawers of the cases of exercise 9: boards, games and matches that a case names by their seed."""

from planner_clue.teaching.case_making import Drawn


def board(draw):
    """Draw a board with the features of the template."""
    dice = draw.fields.get("dice", 2)
    return Drawn(
        {"seed": draw.rng.randrange(10**9)}, {}, f"{draw.fields['columns']} columns, {dice} dice"
    )


def rolls(draw):
    """Draw other rolls on the classic board."""
    return Drawn({"seed": draw.rng.randrange(10**9)}, {}, "rolls on the classic board")


def game(draw):
    """Draw deals and actions."""
    deals = draw.fields.get("deals", 12)
    return Drawn({"seed": draw.rng.randrange(10**9)}, {}, f"{deals} deals")


def match(draw):
    """Draw the seed of a match."""
    opponents = ", ".join(draw.fields["opponents"])
    return Drawn({"seed": 1 << 63 | draw.rng.getrandbits(63)}, {}, f"a match against {opponents}")


DRAWERS = {
    # hidden
    "01-passages.toml": board,
    "02-far.toml": board,
    "03-stops.toml": board,
    "04-functions.toml": game,
    "05-search.toml": game,
    "06-accusations.toml": game,
    "07-exact.toml": match,
    "08-monte-carlo.toml": match,
    # visible
    "02-stops.toml": rolls,
    "03-functions.toml": game,
    "04-search.toml": game,
}
