"""What follows a state, for a search that asks a hundred thousand times.

Conditions and effects become masks over the bits of a state. Operators that ask for the same
are looked at together; and of those that also do the same only the cheapest is ever taken,
the first of equals, because the search would throw the others' states away.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from planner_clue.planning.astar.operators import Condition, Effect, Operator
from planner_clue.planning.astar.state import AtomIndex, Bits
from planner_clue.planning.problem import Atom

Successor: TypeAlias = tuple[Operator, Bits]
"""An operator, and the state after it."""
_Condition: TypeAlias = tuple[Bits, Bits]
"""What has to hold, and what must not."""
_Conditional: TypeAlias = tuple[_Condition, Bits, Bits]
"""An effect's condition, what it deletes, and what it adds."""


class _Masked(NamedTuple):
    """An operator as masks."""

    number: int
    operator: Operator
    keeps: Bits
    adds: Bits
    conditional: tuple[_Conditional, ...]


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
        self._simple = not any(m.conditional for group in groups.values() for m in group)

    def __call__(self, state: Bits) -> list[Successor]:
        """Return what can follow ``state``, in the order of the operators."""
        found: list[_Masked] = []
        keys = state & self._keys
        looked_up = self._lookup.get(0, ())
        while True:
            for needs, refuses, members in looked_up:
                if state & needs == needs and not state & refuses:
                    found += members
            if not keys:
                break
            key = keys & -keys
            keys ^= key
            looked_up = self._lookup[key]
        found.sort()
        if self._simple:
            return [(operator, state & keeps | adds) for _, operator, keeps, adds, _ in found]
        return [(masked.operator, _after(state, masked)) for masked in found]

    def _grouped(self, operators: Iterable[Operator]) -> dict[_Condition, list[_Masked]]:
        """Return the operators worth taking, by what they ask for."""
        groups: dict[_Condition, dict[object, _Masked]] = {}
        for number, operator in enumerate(operators):
            masked = self._masked(number, operator)
            group = groups.setdefault(self._condition(operator.precondition), {})
            rival = group.setdefault(masked[2:], masked)
            if operator.cost < rival.operator.cost:
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
        return _Masked(number, operator, ~deletes, adds, tuple(conditional))

    def _condition(self, condition: Condition) -> _Condition:
        return self._index.bits(condition.holds), self._index.bits(condition.fails)

    def _changes(self, effect: Effect) -> tuple[Bits, Bits]:
        return self._index.bits(effect.deletes), self._index.bits(effect.adds)


def _after(state: Bits, masked: _Masked) -> Bits:
    """Return the state after an operator: everything is deleted before anything is added."""
    keeps, adds = masked.keeps, masked.adds
    for (needs, refuses), deletes, added in masked.conditional:
        if state & needs == needs and not state & refuses:
            keeps &= ~deletes
            adds |= added
    return state & keeps | adds
