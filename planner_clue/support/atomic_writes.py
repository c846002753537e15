"""Atomic writes, after which a file holds its old content or its new one; folders to write to."""

import errno
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from planner_clue.support.errors import InputError

_FULL = errno.ENOSPC, errno.EDQUOT, errno.EFBIG
DRAFT = ".new"  # the suffix of drafts; a killed program may leave one beside the file


@contextmanager
def atomic_write(path: Path, mode: int | None = None) -> Iterator[BinaryIO]:
    """Yield a draft that replaces the file, or the target of a link, if nothing is raised.

    The permissions are ``mode``, else the permissions of the existing file, else of any new file.
    """
    target = path.resolve()
    draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}{DRAFT}")
    try:
        with draft.open("xb") as file:
            if mode is None and target.exists():
                mode = target.stat().st_mode & 0o777
            if mode is not None:
                draft.chmod(mode)
            yield file
        draft.replace(target)
    except BaseException as error:  # also a Ctrl-C
        draft.unlink(missing_ok=True)
        name_file(error, path)
        raise


def name_file(error: BaseException | None, path: Path) -> None:
    """Add the file to an error that does not name one, as a full disk raises it."""
    if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
        error.filename = str(path)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is there whole or not at all; text in UTF-8."""
    with atomic_write(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts into a folder, by their paths in it; it is made if there is none."""
    for name, text in sorted(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            name_file(error, path)
            raise


def check_place(folder: Path, option: str = "--out") -> None:
    """Raise :class:`InputError` if there is a file where the folder of an ``option`` should be."""
    for part in (folder, *folder.parents):
        if part.exists() and not part.is_dir():
            named = f"{option} {folder}".strip()
            raise InputError(f"{named}: {part} is a file; expected a folder")
