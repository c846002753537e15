"""A solution of exercise 9, second part: Monte Carlo tree search over deals."""

from math import inf, log, sqrt
from random import Random


def ucb1(value, visits, all_visits, c):
    """Return the upper confidence bound of an action."""
    return value + c * sqrt(log(all_visits) / visits) if visits else inf


def possible(game, numbers, history):
    """Return the numbers of the deals in which all answers would have been as they were."""
    return [n for n in numbers if all(game.answer(n, a) == answer for a, answer in history)]


def search(game, deals, simulations, c, seed):
    """Return visits and mean value of each action at the root, by simulations."""
    rng, root = Random(seed), Node()
    numbers, weights = [deal["number"] for deal in deals], [deal["weight"] for deal in deals]
    for _ in range(simulations):
        (number,) = rng.choices(numbers, weights)
        simulate(game, root, number, c)
    return [[a, root.visits.get(a, 0), root.values.get(a, 0.0)] for a in game.actions]


def best(table):
    """Return the action with the most visits; of equals, the one with the highest value."""
    return max(table, key=lambda row: (row[1], row[2]))[0]


class Node:
    """What was tried after a sequence of actions and answers."""

    def __init__(self):
        self.visits, self.values, self.children, self.all_visits = {}, {}, {}, 0


def simulate(game, node, number, c):
    """Walk down the tree in one deal, add a node, and return the value to all nodes passed."""
    path, taken, value = [], [], None
    while value is None:
        action = select(game, node, c)
        taken.append((node, action))
        if action.startswith("accuse"):
            value = 1.0 if game.is_right(number, action) else 0.0
            break
        answer = game.answer(number, action)
        path.append([action, answer])
        if (action, answer) in node.children:
            node = node.children[action, answer]
        else:
            node.children[action, answer] = Node()
            value = game.playout(number, path)
    for node, action in reversed(taken):
        if action.startswith("suggest"):
            value *= game.discount
        node.all_visits += 1
        node.visits[action] = visits = node.visits.get(action, 0) + 1
        old = node.values.get(action, 0.0)
        node.values[action] = old + (value - old) / visits


def select(game, node, c):
    """Return an action that was not tried in this node, else the one with the highest bound."""
    for action in game.actions:
        if action not in node.visits:
            return action
    return max(game.actions, key=lambda a: ucb1(node.values[a], node.visits[a], node.all_visits, c))
