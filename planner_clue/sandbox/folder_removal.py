"""Removal of a folder that untrusted code has filled.

Such code may have made folders many thousands deep, at which ``shutil.rmtree`` raises a
``RecursionError``, or folders that may not be opened.
"""

import os
import stat
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
    """Remove all that is in a folder, as :func:`remove_folder` does.

    What is below a folder in it is moved up beside that, so that nothing here is ever deep.
    """
    own, numbers = os.urandom(16).hex(), count()
    with suppress(OSError):
        top = os.open(folder, _FOLDER)
        left = os.listdir(top)  # noqa: PTH208 - a descriptor, not a path
        while left:
            name = left.pop()
            with suppress(OSError):
                if not stat.S_ISDIR(os.stat(name, dir_fd=top, follow_symlinks=False).st_mode):
                    os.unlink(name, dir_fd=top)
                    continue
                os.chmod(name, stat.S_IRWXU, dir_fd=top)
                inner = os.open(name, _FOLDER, dir_fd=top)
                for one in os.listdir(inner):  # noqa: PTH208 - as above
                    with suppress(OSError):
                        moved = f"{own}-{next(numbers)}"
                        os.rename(one, moved, src_dir_fd=inner, dst_dir_fd=top)
                        left.append(moved)
                os.close(inner)
                os.rmdir(name, dir_fd=top)
        os.close(top)
