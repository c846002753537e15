"""A tree search of a submission, whose game the grader runs: each step is checked when taken."""

from collections import Counter
from itertools import pairwise, product
from math import isclose, log, sqrt
from operator import eq

from graders.randomness import chi_squared
from planner_clue.support.errors import SubmissionError, shown

TREE, CLOSE = "tree.py", 1e-6
_STEPS = "README.md numbers the steps of a simulation; this one does something else here."
_COUNTS = "Every simulation adds a visit to each action that it took, and its value to the mean."
_DRAWS = "Each simulation draws a deal by the weights, whatever was drawn before."


class Trial:
    """The tree search of a submission: each step is checked when it is taken."""

    def __init__(self, game, c):
        self.game, self.c, self.nodes = game, c, {(): {}}
        self.draws = []
        self._begin()

    def _begin(self):
        self.deal, self.node, self.taken, self.is_leaf = None, (), [], False

    def request(self, request):
        """Answer a request of the search; raises :class:`SubmissionError` at a wrong step."""
        match request:
            case ["answer" | "is_right", int() as number, str() as action]:
                return self._act(request[0], number, action)
            case ["playout", int() as number, list() as path]:
                return self._playout(number, path)
        what = f"game.{request[0] if isinstance(request, list) and request else '?'}"
        raise SubmissionError(f"{what} was called with {shown(request[1:])}", _STEPS)

    def _fail(self, what):
        before = "; ".join(f"{action}: {answer}" for action, answer in self.node) or "the root"
        where = f"simulation {len(self.draws) + 1}, deal {self.deal}, after {before}"
        raise SubmissionError(f"{where}\n{what}", _STEPS)

    def _act(self, method, number, action):
        if self.deal is None:
            self.deal = number
            if number not in self.game.allowed:
                self._fail(f"deal {number} was drawn, which is not in the list of deals")
        kind = "suggest" if method == "answer" else "accuse"
        if self.is_leaf:
            self._fail(f"game.{method} was called; expected game.playout, as the node is new")
        if number != self.deal:
            self._fail(f"game.{method} was asked about deal {number}; one simulation has one deal")
        if action not in self.game.actions or not action.startswith(kind):
            self._fail(f"game.{method} was called with {shown(action)}")
        self._check_choice(action)
        self.taken.append((self.node, action))
        if method == "is_right":
            right = self.game.is_right(number, action)
            self._finish(float(right))
            return right
        answer = self.game.answer(number, action)
        self.node = (*self.node, (action, answer))
        if self.node not in self.nodes:
            self.nodes[self.node], self.is_leaf = {}, True
        return answer

    def _check_choice(self, action):
        tried = self.nodes[self.node]
        untried = [one for one in self.game.actions if one not in tried]
        if untried and action not in untried:
            self._fail(f"chosen was {action}, but {untried[0]} was not tried there yet")
        if not untried:
            every = sum(visits for visits, _ in tried.values())
            bounds = {a: m + self.c * sqrt(log(every) / n) for a, (n, m) in tried.items()}
            best = max(bounds, key=bounds.get)
            if bounds[action] < bounds[best] - CLOSE:
                mine = f"{action} has the bound {bounds[action]:.4f} (mean {tried[action][1]:.4f}, "
                mine += f"{tried[action][0]} of {every} visits)"
                other = f"{best} has {bounds[best]:.4f} (mean {tried[best][1]:.4f}, "
                self._fail(f"chosen was {action}: {mine}; {other}{tried[best][0]} visits)")

    def _playout(self, number, path):
        wanted = [list(step) for step in self.node]
        if number != self.deal or not self.is_leaf:
            self._fail(f"game.playout was called in deal {number}; expected it once, at a new node")
        if [list(step) if isinstance(step, list) else step for step in path] != wanted:
            self._fail(f"game.playout was called with the path {shown(path)}")
        value = self.game.playout(number, wanted)
        self._finish(value)
        return value

    def _finish(self, value):
        for node, action in reversed(self.taken):
            if action.startswith("suggest"):
                value *= self.game.discount
            visits, mean = self.nodes[node].get(action, (0, 0.0))
            self.nodes[node][action] = visits + 1, mean + (value - mean) / (visits + 1)
        self.draws.append(self.deal)
        self._begin()

    def check(self, found, simulations):
        """Raise :class:`SubmissionError` unless the table is right."""
        if len(self.draws) != simulations:
            raise SubmissionError(f"{len(self.draws)} simulations; expected {simulations}", _STEPS)
        rows = {row[0]: row for row in found} if _is_table(found) else {}
        if not len(self.game.actions) == len(rows) == len(found):
            what = f"search returned {shown(found)}; expected a row for each action"
            raise SubmissionError(what, _COUNTS)
        for action in self.game.actions:
            visits, mean = self.nodes[()].get(action, (0, 0.0))
            row = rows.get(action)
            if row is None or row[1] != visits or not isclose(row[2], mean, abs_tol=CLOSE):
                what = f"{shown(row)} was returned for {action}: {visits} visits, mean {mean:.6f}"
                raise SubmissionError(what, _COUNTS)


def search_in(worker, trial, weights, simulations, seed):
    """Return the table of a search, and check the search; raises :class:`SubmissionError`."""
    given = {"actions": trial.game.actions, "discount": trial.game.discount}
    call = ("use", TREE, "search", given, [deals_of(weights), simulations, trial.c, seed])
    found = worker.ask(*call, what="search", on_request=trial.request)
    trial.check(found, simulations)
    return found


def deals_of(weights):
    """Return the deals as a search gets them."""
    return [{"number": number, "weight": weight} for number, weight in weights.items()]


def _is_table(found):
    """Return whether this is a list of rows: an action, its visits and its mean."""
    if not isinstance(found, list | tuple):
        return False
    return all(
        isinstance(row, list | tuple)
        and len(row) == 3
        and isinstance(row[0], str)
        and all(isinstance(number, int | float) for number in row[1:])
        for row in found
    )


def check_draws(draws, weights):
    """Raise :class:`SubmissionError` where draws are not independent, or not by the weights."""
    simulations = len(draws)
    weight, drawn = sum(weights.values()), Counter(draws)
    means = {number: simulations * one / weight for number, one in weights.items()}
    off = chi_squared(drawn, means)
    free = len(weights) - 1
    if off > free + 12 * sqrt(2 * free):  # of few draws, chi squared has a long tail
        worst = max(means, key=lambda n: abs(drawn[n] - means[n]))
        what = f"deal {worst} was drawn {drawn[worst]} times of {simulations}"
        raise SubmissionError(f"{what}; expected about {means[worst]:.0f}", _DRAWS)
    repeated = sum(map(eq, draws, draws[1:]))
    expected = simulations * sum((one / weight) ** 2 for one in weights.values())
    if not -5 * sqrt(expected) < repeated - expected < 7 * sqrt(expected):
        what = f"{repeated} of {simulations} deals were the same as the one before"
        raise SubmissionError(f"{what}; expected about {expected:.0f}", _DRAWS)
    pairs = {(a, b): means[a] * weights[b] / weight for a, b in product(weights, repeat=2)}
    followed, free = Counter(pairwise(draws)), len(pairs) - 1
    if chi_squared(followed, pairs) > free + 50 * sqrt(2 * free):  # rare pairs: a longer tail
        one = max(pairs, key=lambda pair: followed[pair] - pairs[pair])
        what = f"deal {one[1]} was drawn {followed[one]} times right after deal {one[0]}"
        raise SubmissionError(f"{what}; expected about {pairs[one]:.0f}", _DRAWS)
