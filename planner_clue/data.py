"""Where the shipped boards and domains are; only this module knows.

An installed wheel has them inside the package, in ``planner_clue/_data``. A checkout uses its
own top-level folders, where people edit them.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """Return the folder ``board`` or ``pddl`` of this installation."""
    carried = _PACKAGE / "_data" / name
    return carried if carried.is_dir() else _PACKAGE.parent / name
