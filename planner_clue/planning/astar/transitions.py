"""What follows a state, for a search that asks a hundred thousand times.

Conditions and effects become masks over the bits of a state. Operators that ask for the same
are looked at together; and of those that also do the same only the cheapest is ever taken,
the first of equals, because the search would throw the others' states away.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from planner_clue.planning.astar.operators import Condition, Effect, Operator
from planner_clue.planning.astar.state import AtomIndex, Bits, State
from planner_clue.planning.problem import Atom

Successor: TypeAlias = tuple[Operator, State]
"""An operator, and the state after it."""
_Condition: TypeAlias = tuple[Bits, Bits]
"""What has to hold, and what must not."""
_Conditional: TypeAlias = tuple[_Condition, Bits, Bits]
"""An effect's condition, what it deletes, and what it adds."""
_Masked: TypeAlias = tuple[int, Operator, Bits, Bits, tuple[_Conditional, ...]]
"""An operator as masks: its number, itself, what it keeps, what it adds, and conditional effects.

Plain tuples, because lists of these are sorted fastest.
"""


class Transitions:
    """The operators of a task, made ready to be asked for the successors of a state."""

    def __init__(
        self, index: AtomIndex, operators: Iterable[Operator], excludes: Mapping[Atom, int]
    ) -> None:
        """Look operators up by the one of their preconditions that excludes the most others."""
        self._index = index
        self._lookup: dict[Bits, list[tuple[Bits, Bits, list[_Masked]]]] = {}
        groups = self._grouped(operators)
        for (needs, refuses), members in groups.items():
            atoms = [atom for atom in index.atoms if index.bit[atom] & needs]
            rarest = max(atoms, key=lambda atom: excludes.get(atom, 0), default=None)
            key = index.bit[rarest] if rarest else 0
            self._lookup.setdefault(key, []).append((needs, refuses, members))
        self._keys = sum(self._lookup)
        self._simple = not any(masked[4] for group in groups.values() for masked in group)

    def __call__(self, state: State) -> list[Successor]:
        """Return what can follow ``state``, in the order of the operators."""
        found: list[_Masked] = []
        bits, states = state.bits, self._index.states
        keys = bits & self._keys
        looked_up = self._lookup.get(0, ())
        while True:
            for needs, refuses, members in looked_up:
                if bits & needs == needs and not bits & refuses:
                    found += members
            if not keys:
                break
            key = keys & -keys
            keys ^= key
            looked_up = self._lookup[key]
        found.sort()
        if self._simple:
            return [
                (operator, states[bits & keeps | adds]) for _, operator, keeps, adds, _ in found
            ]
        return [(masked[1], states[_after(bits, masked)]) for masked in found]

    def _grouped(self, operators: Iterable[Operator]) -> dict[_Condition, list[_Masked]]:
        """Return the operators worth taking, by what they ask for."""
        groups: dict[_Condition, dict[object, _Masked]] = {}
        for number, operator in enumerate(operators):
            masked = self._masked(number, operator)
            group = groups.setdefault(self._condition(operator.precondition), {})
            rival = group.setdefault(masked[2:], masked)
            if operator.cost < rival[1].cost:
                group[masked[2:]] = masked
        return {condition: list(group.values()) for condition, group in groups.items()}

    def _masked(self, number: int, operator: Operator) -> _Masked:
        deletes, adds, conditional = 0, 0, []
        for effect in operator.effects:
            condition, changes = self._condition(effect.when), self._changes(effect)
            if any(condition):
                conditional.append((condition, *changes))
            else:
                deletes |= changes[0]
                adds |= changes[1]
        return number, operator, ~deletes, adds, tuple(conditional)

    def _condition(self, condition: Condition) -> _Condition:
        return self._index.bits(condition.holds), self._index.bits(condition.fails)

    def _changes(self, effect: Effect) -> tuple[Bits, Bits]:
        return self._index.bits(effect.deletes), self._index.bits(effect.adds)


def _after(state: Bits, masked: _Masked) -> Bits:
    """Return the state after an operator: everything is deleted before anything is added."""
    _, _, keeps, adds, conditional = masked
    for (needs, refuses), deletes, added in conditional:
        if state & needs == needs and not state & refuses:
            keeps &= ~deletes
            adds |= added
    return state & keeps | adds
