"""Exercise 9, second part: Monte Carlo tree search over deals."""


def ucb1(value, visits, all_visits, c):
    """Return the upper confidence bound of an action: infinity if it was not tried."""
    return value  # TO DO


def possible(game, numbers, history):
    """Return the numbers of the deals that fit all answers of a history."""
    return numbers  # TO DO


def search(game, deals, simulations, c, seed):
    """Return a row for each action: the action, its visits at the root, its mean value."""
    return [[action, 0, 0.0] for action in game.actions]  # TO DO


def best(table):
    """Return the action to take."""
    return table[0][0]  # TO DO
