"""Checks of arguments that several commands take; each error names the value in one line."""

import os
from pathlib import Path
from tempfile import TemporaryFile

import typer

from planner_clue.errors import InputError

_OUR_PAGE = b'<meta name="generator" content="planner-clue replay">'
"""What stands near the beginning of every page of a recorded game."""
_BEGINNING = 2000


def whole_number(text: str | int) -> int:
    """Return the whole number in ``text``; typer passes default values through here too."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a whole number") from None


def any_number(text: str | float) -> float:
    """Return the number in ``text``, as :func:`whole_number` does."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a number") from None


def checked_jobs(jobs: int | None) -> int:
    """Return the number of processes: ``jobs``, or one per processor core."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if jobs < 1:
        raise InputError(f"--jobs {jobs}; expected 1 or more")
    return jobs


def check_jobs_or_cluster(jobs: int | None, cluster: str | None) -> None:
    """Refuse ``--jobs`` that cannot be had, and both options at once."""
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
    there = next(part for part in (folder, *folder.absolute().parents) if part.exists())
    try:
        with TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise InputError(f"{option} {folder} cannot be written to: {error.strerror}") from error


def check_file(option: str, file: Path | str | None, *read: Path | str) -> None:
    """Refuse a file that cannot be written: a folder, or a file in a missing folder.

    Neither may it be one of the files that are ``read``.
    """
    if file is not None and str(file) != "-":
        path = Path(file)
        if path.is_dir() or not path.parent.is_dir():
            raise InputError(f"{option} {file}; expected a file in a folder that exists")
        if path.exists() and any(Path(one).exists() and path.samefile(one) for one in read):
            raise InputError(f"{option} {file} is the file that is read; expected another one")


def check_page(option: str, file: Path) -> None:
    """Refuse a file that :func:`check_file` refuses, or that is there and no page of ours."""
    check_file(option, file)
    if file.exists():
        with file.open("rb") as page:
            if _OUR_PAGE not in page.read(_BEGINNING):
                raise InputError(
                    f"{option} {file} is there already, and no page that replay wrote; "
                    "expected another place, or no such file"
                )


def write_text(text: str, target: str) -> None:
    """Write JSON text to the file ``target``, or to stdout if that is ``-``."""
    if target == "-":
        typer.echo(text)
        return
    try:
        Path(target).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"--json {target}: {error.strerror}") from error
