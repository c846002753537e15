"""The folder of the shipped boards and domains, and listings of folders without stray files.

An installed wheel has its data inside the package, in ``planner_clue/_data``. A checkout uses its
own top-level folders, where people edit them; only this module knows.
"""

from pathlib import Path, PurePath

_PACKAGE = Path(__file__).resolve().parent
_GENERATED = {"__pycache__", "__MACOSX"}


def data_folder(name: str) -> Path:
    """Return the folder ``board`` or ``pddl`` of this installation."""
    carried = _PACKAGE / "_data" / name
    return carried if carried.is_dir() else _PACKAGE.parent / name


def is_stray(path: PurePath) -> bool:
    """Return whether a relative path is hidden, or in a cache of Python or the Mac's part of a zip.

    Python, notebooks, file managers, and editors leave such files beside those that people write.

    >>> [is_stray(PurePath(name)) for name in (".DS_Store", "mine/__pycache__/a.pyc", "mine/a.py")]
    [True, True, False]
    """
    return any(part.startswith(".") or part in _GENERATED for part in path.parts)


def listed(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the paths in a folder that match a glob pattern, sorted, without stray ones."""
    return sorted(path for path in folder.glob(pattern) if not is_stray(path.relative_to(folder)))
