"""A solution of exercise 9, first part: value iteration over a board."""

from itertools import product

PRECISION = 1e-9


def turns(board):
    """Return the expected turns from each place to the goal, by value iteration."""
    value = dict.fromkeys([*board["squares"], *board["rooms"]], 0.0)
    chances = rolls(board["dice"])
    while True:
        after = one_turn(board, value, chances)
        for room, end in board["passages"].items():
            after[room] = min(after[room], 1 + value[end])
        after[board["goal"]] = 0.0
        change = max(abs(after[place] - value[place]) for place in value)
        value = after
        if change < PRECISION:
            return value


def stop(board, place, roll):
    """Return the best place to stop at after a roll."""
    value = turns(board)
    return min(within(board, place, roll), key=value.get)


def rolls(dice):
    """Return the probability of each total."""
    chances = {}
    for thrown in product(range(1, 7), repeat=dice):
        chances[sum(thrown)] = chances.get(sum(thrown), 0) + 1 / 6**dice
    return chances


def one_turn(board, value, chances):
    """Return the expected turns of rolling at each place, one turn ahead of ``value``."""
    best, expected = dict(value), dict.fromkeys(value, 1.0)
    for steps in range(1, max(chances) + 1):
        best = {
            place: min(
                best[place],
                *(best[near] for near in board["steps"][place]),
                *(value[room] for room in board["doors"].get(place, ())),
            )
            for place in value
        }
        for place in value:
            expected[place] += chances.get(steps, 0.0) * best[place]
    return expected


def within(board, place, roll):
    """Return all places that can be reached with at most ``roll`` steps."""
    found, edge = {place}, {place}
    for _ in range(roll):
        inside = {room for at in edge for room in board["doors"].get(at, ())}
        edge = {near for at in edge for near in board["steps"][at]} - found
        found |= edge | inside
    return sorted(found)
