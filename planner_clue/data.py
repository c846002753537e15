"""Where the shipped boards and domains are: the one module that knows.

An installed wheel carries them inside the package, as ``planner_clue/_data``; a
checkout reads its own top-level folders, where people edit them.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """Return the folder ``board`` or ``pddl`` of this installation."""
    carried = _PACKAGE / "_data" / name
    return carried if carried.is_dir() else _PACKAGE.parent / name
