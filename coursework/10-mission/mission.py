"""Exercise 10: an assumption, a plan that proves it, and reasons to plan again."""


def assume(possible, assumed, seed):
    """Return the assumed case file: suspect, weapon, room."""
    return assumed or [cards[0] for cards in possible]  # TO DO


def plan(position):
    """Return a plan that proves the assumption, and its cost."""
    steps = [{"cards": position["assumed"], "expects": None}]
    return {"cost": 0, "steps": steps}  # TO DO


def replan(situation):
    """Return the first reason to plan again, or None."""
    return  # TO DO
