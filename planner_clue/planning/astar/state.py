"""States as sets of atoms that take little room: each the bits of one integer."""

from collections.abc import Iterable, Iterator, Set
from typing import TypeAlias

from planner_clue.planning.problem import Atom

Bits: TypeAlias = int
"""A set of atoms: bit n stands for the n-th of an :class:`AtomIndex`."""


class AtomIndex:
    """All atoms that change in a task, each with its bit."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms = tuple(sorted(atoms))
        self.bit = {atom: 1 << position for position, atom in enumerate(self.atoms)}

    def bits(self, atoms: Iterable[Atom]) -> Bits:
        """Return a set of these atoms as bits."""
        return sum(self.bit[atom] for atom in set(atoms))


class State(Set[Atom]):
    """The atoms that hold, without those that never change: a set like any other.

    >>> index = AtomIndex([("lit", "a"), ("lit", "b")])
    >>> state = State(index, index.bits([("lit", "b")]))
    >>> ("lit", "b") in state, len(state), state | {("lit", "a")} == set(index.atoms)
    (True, 1, True)
    """

    __slots__ = ("bits", "index")

    def __init__(self, index: AtomIndex, bits: Bits) -> None:
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

    def __hash__(self) -> int:
        return hash(frozenset(self))

    @classmethod
    def _from_iterable(cls, atoms: Iterable[Atom]) -> frozenset[Atom]:  # type: ignore[override]
        return frozenset(atoms)
