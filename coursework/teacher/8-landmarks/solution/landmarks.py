"""Exercise 8, first part, solved."""

import heapq
from collections import defaultdict
from itertools import count

INFINITY = float("inf")


def hmax(node, task):
    return of_goal(atom_costs(node, task, own_costs(task)), task)


def most_expensive(node, task):
    costs = atom_costs(node, task, own_costs(task))
    found = {str(one.step): atom for one, atom in edges(costs, task).items()}
    goal = goal_atom(costs, task)
    return {**found, "goal": goal} if goal in costs else found


def cut(node, task):
    price = own_costs(task)
    costs = atom_costs(node, task, price)
    if not 0 < of_goal(costs, task) < INFINITY:
        return []
    return [str(one.step) for one in first_cut(node, costs, task, price)]


def lmcut(node, task):
    """Charge each cut its cheapest operator, until hmax is 0 (Helmert and Domshlak 2009)."""
    price, total = own_costs(task), 0
    while True:
        costs = atom_costs(node, task, price)
        value = of_goal(costs, task)
        if value == INFINITY:
            return INFINITY
        if value == 0:
            return total
        landmark = first_cut(node, costs, task, price)
        least = min(price[one] for one in landmark)
        total += least
        for one in landmark:
            price[one] -= least


def own_costs(task):
    return {one: one.cost for one in task.operators}


def added(one):
    return {atom for effect in one.effects for atom in effect.adds}


def of_goal(costs, task):
    return max((costs.get(atom, INFINITY) for atom in task.goal.holds), default=0)


def goal_atom(costs, task):
    return max(sorted(task.goal.holds), key=lambda atom: costs.get(atom, INFINITY), default=None)


def edges(costs, task):
    """Return the most expensive precondition of each reachable operator that has one."""
    return {
        one: max(sorted(one.precondition.holds), key=costs.get)
        for one in task.operators
        if one.precondition.holds and one.precondition.holds <= costs.keys()
    }


def first_cut(node, costs, task, price):
    """Return the operators that lead into the goal zone of the justification graph."""
    graph, zone = edges(costs, task), {goal_atom(costs, task)}
    into = defaultdict(list)
    for one, atom in graph.items():
        for target in added(one):
            into[target].append((one, atom))
    waiting = [*zone]
    while waiting:
        for one, atom in into[waiting.pop()]:
            if price[one] == 0 and atom not in zone:
                zone.add(atom)
                waiting.append(atom)
    reached, found, fresh = set(node.state), [], True
    while fresh:
        fresh = False
        for one in task.operators:
            free = not one.precondition.holds
            if one not in found and (free or graph.get(one) in reached):
                if added(one) & zone:
                    found.append(one)
                more = added(one) - zone - reached
                reached |= more
                fresh = fresh or bool(more)
    return found


def atom_costs(node, task, price):
    """Return hmax of each atom that can be reached."""
    if "users" not in task.memory:
        users = defaultdict(list)
        for one in task.operators:
            for atom in one.precondition.holds or {None}:
                users[atom].append(one)
        task.memory["users"] = users
    users = task.memory["users"]
    missing = {one: len(one.precondition.holds) or 1 for one in task.operators}
    costs, number = {}, count()
    queue = [(0, next(number), atom) for atom in (None, *node.state)]
    while queue:
        cost, _, atom = heapq.heappop(queue)
        if atom in costs:
            continue
        costs[atom] = cost
        for one in users[atom]:
            missing[one] -= 1
            if not missing[one]:
                for target in added(one):
                    heapq.heappush(queue, (cost + price[one], next(number), target))
    del costs[None]
    return costs
