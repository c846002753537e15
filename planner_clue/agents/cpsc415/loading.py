"""Loading a file with a player of the tournament: ``cpsc415:path/to/<id>_CluePlayer.py``."""

import inspect
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from planner_clue.agents.cpsc415 import shim
from planner_clue.agents.cpsc415.player import Cpsc415Agent
from planner_clue.errors import AgentNameError
from planner_clue.plugins import run_file

_PREFIX = "cpsc415:"
_EXPECTED = "expected cpsc415:path/to/<id>_CluePlayer.py"
METHOD_NAMES = {
    "begin": "__init__",
    "observe": "publicly_observe, secretly_observe or handle_suggestion",
    "move": "get_suggestion",
    "show": "handle_suggestion",
    "accuse": "ready_to_accuse or get_accusation",
}
"""The tournament's methods that answer for a method of :class:`Agent`; for messages."""


def check_file(spec: str) -> Path:
    """Return the file that ``cpsc415:PATH`` names.

    Raises :class:`AgentNameError` if there is none.
    """
    path = Path(spec.removeprefix(_PREFIX))
    if path.suffix != ".py":
        raise AgentNameError(f"agent '{spec}': '{path}' is no .py file; {_EXPECTED}")
    if not path.is_file():
        raise AgentNameError(f"agent '{spec}': no file {path}")
    return path


def load_player(spec: str) -> Callable[[], Cpsc415Agent]:
    """Return a factory of agents of the player class in a file, in this process.

    The file imports our ``clue``. Raises
    :class:`AgentNameError` in one line if there is no player in it.
    """
    path = check_file(spec)
    sys.modules["clue"] = shim
    player = _player_class(_run_file(path, spec), path.stem, spec)
    if inspect.isabstract(player):
        missing = ", ".join(sorted(player.__abstractmethods__))
        raise AgentNameError(f"agent '{spec}': {player.__name__} does not define: {missing}")
    return partial(Cpsc415Agent, player)


def _run_file(path: Path, spec: str) -> ModuleType:
    """Import the file under its own name, if that is free."""
    taken = path.stem in sys.modules or path.stem in sys.stdlib_module_names
    name = f"cpsc415_{path.stem}" if taken else path.stem
    return run_file(path, name, f"agent '{spec}'", AgentNameError)


def _player_class(module: ModuleType, stem: str, spec: str) -> Any:
    """Return the class of the file's own name, else the only player class in the file."""
    players = {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value)
        and issubclass(value, shim.CluePlayer)
        and value.__module__ == module.__name__
    }
    if stem in players:
        return players[stem]
    if len(players) == 1:
        return next(iter(players.values()))
    found = f"{', '.join(players)}, none called {stem}" if players else "none"
    raise AgentNameError(
        f"agent '{spec}': its classes derived from clue.CluePlayer: {found}; "
        "expected <id>_CluePlayer in <id>_CluePlayer.py, or only one"
    )
