"""Paths: the folders of the shipped boards and domains, listings without stray files, arguments.

A wheel has its data in ``planner_clue/_data``, a checkout in top-level folders.
"""

from pathlib import Path, PurePath

from planner_clue.support.errors import InputError, shown

_PACKAGE = Path(__file__).resolve().parents[1]
_GENERATED = {"__pycache__", "__MACOSX"}


def data_folder(name: str) -> Path:
    """Return the folder ``board`` or ``pddl`` of this installation."""
    carried = _PACKAGE / "_data" / name
    return carried if carried.is_dir() else _PACKAGE.parent / name


def path_from(given: object, what: str) -> Path:
    """Return a path; :class:`planner_clue.errors.InputError` for anything else."""
    if not isinstance(given, str | Path) or given == "":
        raise InputError(f"{what} {shown(given)}; expected a path")
    return Path(given)


def is_stray(path: PurePath) -> bool:
    """Return whether a relative path is hidden or generated.

    >>> [is_stray(PurePath(name)) for name in (".DS_Store", "mine/__pycache__/a.pyc", "mine/a.py")]
    [True, True, False]
    """
    return any(part.startswith(".") or part in _GENERATED for part in path.parts)


def listed(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the paths in a folder that match a glob pattern, sorted, without stray ones."""
    return sorted(path for path in folder.glob(pattern) if not is_stray(path.relative_to(folder)))
