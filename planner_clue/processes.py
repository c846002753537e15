"""Which processes come from which, where Linux tells."""

import os
from collections.abc import Iterator
from contextlib import suppress


def children(process: int) -> list[int]:
    """Return the numbers of the processes that ``process`` started or adopted."""
    found: list[int] = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - asked for all the time
            found += map(int, read_proc(f"/proc/{process}/task/{task}/children").split())
    return found


def descendants(process: int) -> Iterator[int]:
    """Yield the numbers of all processes that come from ``process``, parents first."""
    left = children(process)[::-1]
    while left:
        yield (child := left.pop())
        left += children(child)[::-1]


def read_proc(name: str) -> bytes:
    """Return what is in a small file of ``/proc``; ``OSError`` if there is none."""
    descriptor = os.open(name, os.O_RDONLY)
    try:
        return os.read(descriptor, 1 << 16)
    finally:
        os.close(descriptor)
