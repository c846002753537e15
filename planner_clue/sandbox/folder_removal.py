"""Removal of a folder that untrusted code has filled.

Such code may have made folders many thousands deep, at which ``shutil.rmtree`` raises a
``RecursionError``, or folders that may not be opened.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def remove_folder(folder: str | Path) -> None:
    """Remove a folder with all in it that can be removed; no link is followed."""
    empty_folder(folder)
    with suppress(OSError):
        Path(folder).rmdir()


def empty_folder(folder: str | Path) -> None:
    """Remove all that is in a folder, as :func:`remove_folder` does."""
    with suppress(OSError):
        top = os.open(folder, _FOLDER)
        try:
            _empty(top)
        finally:
            os.close(top)


def _empty(top: int) -> None:
    """Remove all that is in a folder.

    What is below a folder in it is moved up beside that, so that nothing here is ever deep.
    """
    own = os.urandom(16).hex()
    free = (f"{own}-{number}" for number in count())
    left = os.listdir(top)
    while left:
        name = left.pop()
        with suppress(OSError):
            if stat.S_ISDIR(os.stat(name, dir_fd=top, follow_symlinks=False).st_mode):
                left += _moved_up(name, top, free)
                os.rmdir(name, dir_fd=top)
            else:
                os.unlink(name, dir_fd=top)


def _moved_up(name: str, top: int, free: Iterator[str]) -> list[str]:
    """Move what is in a folder beside it; return the names that it has there."""
    os.chmod(name, stat.S_IRWXU, dir_fd=top)
    inner, moved = os.open(name, _FOLDER, dir_fd=top), list[str]()
    try:
        for one in os.listdir(inner):  # noqa: PTH208 - a descriptor, not a path
            with suppress(OSError):
                os.rename(one, new := next(free), src_dir_fd=inner, dst_dir_fd=top)
                moved.append(new)
    finally:
        os.close(inner)
    return moved
