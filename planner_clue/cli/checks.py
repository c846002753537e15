"""Checks of arguments that several commands take; each error names the value in one line."""

import os
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryFile

from planner_clue.errors import InputError

_OUR_PAGE = b'<meta name="generator" content="planner-clue %b">'
"""A line near the beginning of every page of a recorded game."""
_BEGINNING = 2000
_PAGES = {"replay": b"replay", "grade": b"marks"}
"""The name of a command's page in that line."""
MOST_ODDS = 100


def check_positive(**numbers: int) -> None:
    """Refuse the value of an option below 1."""
    for name, number in numbers.items():
        if number < 1:
            raise InputError(f"--{name} {number}; expected 1 or more")


def check_asking(asking: int) -> None:
    """Refuse a weight of suggestions as evidence that is not from 1 to :data:`MOST_ODDS`."""
    if not 1 <= asking <= MOST_ODDS:
        raise InputError(f"--asking {asking}; expected 1 to {MOST_ODDS}")


def checked_jobs(jobs: int | None) -> int:
    """Return the number of processes: ``jobs``, or one per processor core."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    check_positive(jobs=jobs)
    return jobs


def check_jobs_or_cluster(jobs: int | None, cluster: str | None) -> None:
    """Refuse an impossible ``--jobs``, and both options at once."""
    checked_jobs(jobs)
    if jobs is not None and cluster is not None:
        raise InputError(
            f"--jobs {jobs} with --cluster {cluster}; expected one of them: "
            "a cluster has processes of its own"
        )


def check_new_folder(option: str, folder: Path) -> None:
    """Refuse a folder that is not empty, cannot be made, or cannot be written to."""
    for part in (folder, *folder.parents):
        if part.exists() and not part.is_dir():
            raise InputError(f"{option} {folder}: {part} is a file; expected a folder")
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{option} {folder} is not empty; expected a new folder")
    existing = next(part for part in (folder, *folder.absolute().parents) if part.exists())
    try:
        with TemporaryFile(dir=existing):
            pass
    except OSError as error:
        raise InputError(f"{option} {folder} cannot be written to: {error.strerror}") from error


def check_file(
    option: str, file: Path | str | None, *read: Path | str, endings: Collection[str] = ()
) -> None:
    """Refuse a file that cannot be written: a folder, or a file in a missing folder.

    Its name has to end in one of ``endings``, if there are any, and it must not be one of the
    files that are ``read``.
    """
    if file is None or str(file) == "-":
        return
    path = Path(file)
    if endings and path.suffix.lower() not in endings:
        expected = ", ".join(endings)
        raise InputError(f"{option} {file}; expected a file whose name ends in {expected}")
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(f"{option} {file}; expected a file in a folder that exists")
    if path.exists() and any(Path(one).exists() and path.samefile(one) for one in read):
        raise InputError(f"{option} {file} is the file that is read; expected another one")


def check_page(option: str, file: Path, command: str = "replay") -> None:
    """Refuse what :func:`check_file` refuses, and a file that is not a page of a command."""
    check_file(option, file, endings=(".html", ".htm"))
    if file.exists():
        with file.open("rb") as page:
            if _OUR_PAGE % _PAGES[command] not in page.read(_BEGINNING):
                raise InputError(
                    f"{option} {file} exists, and is not a page that {command} wrote; "
                    "expected a new file"
                )
