"""Loading an agent in its own process, and listing the files that it is made of."""

import os
import sys
from pathlib import Path
from typing import Any

from planner_clue.agents.built_in import AgentFactory
from planner_clue.agents.programs.command import is_program
from planner_clue.agents.registry import load_here
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import shown

_BYTECODE = "__pycache__"


def load_and_list(spec: str, settings: AgentSettings) -> tuple[AgentFactory, list[str]]:
    """Return a factory of agents ``spec``, and the files that were read from the current folder.

    These are the agent's own file, the modules that it imports from beside it, and what else it
    opens there while it is loaded. Raises :class:`~planner_clue.errors.AgentNameError`.
    """
    if is_program(spec):
        return load_here(spec, settings), []
    folder, files = Path.cwd(), set[Path]()
    listening = True

    def listen(event: str, arguments: tuple[object, ...]) -> None:
        if listening and event == "open" and isinstance(arguments[0], str | os.PathLike):
            files.add(Path(arguments[0]))

    sys.addaudithook(listen)  # there is no way to take it away again
    sys.path.insert(0, str(folder))
    factory = load_here(spec, settings)
    listening = False
    inside = {path.resolve() for path in files if path.resolve().is_relative_to(folder)}
    inside = {path for path in inside if path.is_file() and _BYTECODE not in path.parts}
    return factory, sorted(str(path.relative_to(folder)) for path in inside)


def files_in(folder: Path, listed: Any) -> list[Path]:
    """Return the files of a ``folder`` that an agent's process has listed.

    Those that are gone are left out. The process may be no longer ours: raises ``ValueError`` if
    it lists anything else.
    """
    if not (isinstance(listed, list) and all(isinstance(name, str) for name in listed)):
        raise ValueError(f"{shown(listed)}; expected a list of files")
    paths = [folder / name for name in listed]
    if not all(path.resolve().is_relative_to(folder.resolve()) for path in paths):
        raise ValueError(f"{shown(listed)}; expected files in {folder}")
    return [path for path in paths if path.is_file()]
