"""States, operators and the successor generator of ``clue-astar``.

A state is the bits of one integer, and one object per task, so that it is found by identity.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TypeAlias

from planner_clue.planning.plan import Step
from planner_clue.planning.problem import Atom

Atoms: TypeAlias = frozenset[Atom]


@dataclass(frozen=True)
class Condition:
    """Atoms that have to hold, and atoms that must not."""

    holds: Atoms
    fails: Atoms = frozenset()


@dataclass(frozen=True)
class Effect:
    """Atoms that an operator deletes and adds, always or where its condition holds."""

    when: Condition
    deletes: Atoms
    adds: Atoms


@dataclass(frozen=True)
class Operator:
    """A ground action."""

    step: Step
    precondition: Condition
    effects: tuple[Effect, ...]
    cost: int


Bits: TypeAlias = int  # a set of atoms: bit n stands for the n-th of an AtomIndex


class State(Set[Atom]):
    """The atoms that hold, without static ones: a set like any other.

    It is equal to any set of the same atoms, but hashes by which object it is: to look it up
    among other sets than states of its task, make a ``frozenset`` of it.
    """

    __slots__ = ("bits", "index")

    def __init__(self, index: "AtomIndex", bits: Bits) -> None:
        self.index = index
        self.bits = bits

    def __contains__(self, atom: object) -> bool:
        bit = self.index.bit.get(atom)  # type: ignore[call-overload]
        return bit is not None and bool(self.bits & bit)

    def __iter__(self) -> Iterator[Atom]:
        atoms, bits = self.index.atoms, self.bits
        while bits:
            highest = bits.bit_length() - 1
            yield atoms[highest]
            bits ^= 1 << highest

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __repr__(self) -> str:
        return repr(set(self))

    __hash__ = object.__hash__

    @classmethod
    def _from_iterable(cls, atoms: Iterable[Atom]) -> frozenset[Atom]:  # type: ignore[override]
        return frozenset(atoms)


class States(dict[Bits, State]):
    """The states so far, by their bits; looking up a new one makes it."""

    def __init__(self, index: "AtomIndex") -> None:
        super().__init__()
        self._index = index

    def __missing__(self, bits: Bits) -> State:
        state = self[bits] = State(self._index, bits)
        return state


class AtomIndex:
    """All atoms that change in a task, each with its bit, and the states they make."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms = tuple(sorted(atoms))
        self.bit = {atom: 1 << position for position, atom in enumerate(self.atoms)}
        self.states = States(self)

    def bits(self, atoms: Iterable[Atom]) -> Bits:
        """Return a set of these atoms as bits."""
        return sum(self.bit[atom] for atom in set(atoms))

    def state(self, atoms: Iterable[Atom]) -> State:
        """Return the state in which these atoms hold."""
        return self.states[self.bits(atoms)]


Successor: TypeAlias = tuple[Operator, State]
_Condition: TypeAlias = tuple[Bits, Bits]  # the atoms that must hold, and the atoms that must not
_Conditional: TypeAlias = tuple[_Condition, Bits, Bits]  # condition, deletes, adds
_Masked: TypeAlias = tuple[int, Operator, Bits, Bits, tuple[_Conditional, ...]]
"""An operator as masks: its number, itself, what it keeps, what it adds, and conditional effects.

Plain tuples, because lists of these are sorted fastest.
"""


class SuccessorGenerator:
    """The successor generator: the operators of a task, indexed by their preconditions."""

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
        """Return the successors of ``state``, in the order of the operators."""
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
            return [(one, states[bits & keeps | adds]) for _, one, keeps, adds, _ in found]
        return [(masked[1], states[_after(bits, masked)]) for masked in found]

    def _grouped(self, operators: Iterable[Operator]) -> dict[_Condition, list[_Masked]]:
        """Return the operators worth taking, by what they ask for."""
        groups: dict[_Condition, dict[object, _Masked]] = {}
        bits = self._index.bits
        for number, operator in enumerate(operators):
            deletes, adds, conditional = 0, 0, []
            for effect in operator.effects:
                condition = self._condition(effect.when)
                if any(condition):
                    conditional.append((condition, bits(effect.deletes), bits(effect.adds)))
                else:
                    deletes |= bits(effect.deletes)
                    adds |= bits(effect.adds)
            masked = number, operator, ~deletes, adds, tuple(conditional)
            group = groups.setdefault(self._condition(operator.precondition), {})
            rival = group.setdefault(masked[2:], masked)
            if operator.cost < rival[1].cost:
                group[masked[2:]] = masked
        return {condition: list(group.values()) for condition, group in groups.items()}

    def _condition(self, condition: Condition) -> _Condition:
        return self._index.bits(condition.holds), self._index.bits(condition.fails)


def _after(state: Bits, masked: _Masked) -> Bits:
    """Return the state after an operator: everything is deleted before anything is added."""
    _, _, keeps, adds, conditional = masked
    for (needs, refuses), deletes, added in conditional:
        if state & needs == needs and not state & refuses:
            keeps &= ~deletes
            adds |= added
    return state & keeps | adds
