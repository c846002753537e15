"""States as sets of atoms that take little room, each of them only once.

A state is the bits of one integer. An :class:`AtomIndex` makes one object of a state and hands
it out again whenever the state comes up, so that a search looks states up by which object they
are.
"""

from collections.abc import Iterable, Iterator, Set
from typing import TypeAlias

from planner_clue.planning.problem import Atom

Bits: TypeAlias = int
"""A set of atoms: bit n stands for the n-th of an :class:`AtomIndex`."""


class State(Set[Atom]):
    """The atoms that hold, without those that never change: a set like any other.

    It is equal to any set of the same atoms, but hashes by which object it is: to look it up
    among other sets than states of its task, make a ``frozenset`` of it.

    >>> index = AtomIndex([("lit", "a"), ("lit", "b")])
    >>> state = index.state([("lit", "b")])
    >>> ("lit", "b") in state, len(state), state | {("lit", "a")} == set(index.atoms)
    (True, 1, True)
    >>> index.state({("lit", "b")}) is state
    True
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
    """The states that came up so far, by their bits; a new one is made when it is asked for."""

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
