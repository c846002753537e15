"""Loading a class or a function from a file: ``path/to/file.py:Name``."""

import importlib.util
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from planner_clue.support.errors import InputError, nearest, shown
from planner_clue.support.faults import traced

_BYTECODE = "__pycache__"


def is_file_spec(spec: str) -> bool:
    """Return whether ``spec`` names something in a Python file."""
    return ".py" in spec


def file_and_name(spec: str, what: str, name_is: str, error: type[InputError]) -> tuple[Path, str]:
    """Return the parts of ``path/to/file.py:Name``; raises ``error`` if there is no such file."""
    path_text, _, name = spec.rpartition(":")
    path = Path(path_text)
    if not path_text or not name.isidentifier():
        raise error(f"{what} '{spec}'; expected path/to/file.py:{name_is}")
    if path.suffix != ".py":
        raise error(f"{what} '{spec}': {path.name} is not a .py file")
    if not path.is_file():
        raise error(f"{what} '{spec}': no file {path}")
    return path, name


def from_file(spec: str, what: str, name_is: str, error: type[InputError]) -> Any:
    """Return the object of ``path/to/file.py:Name``; raises ``error``, in these words."""
    path, name = file_and_name(spec, what, name_is, error)
    module = run_file(path, f"planner_clue_{what}_{path.stem}", f"{what} '{spec}'", error)
    if not hasattr(module, name):
        own = [n for n, value in vars(module).items() if callable(value) and n[0] != "_"]
        raise error(f"{what} '{spec}': no {name} in {path.name}; {nearest(name, own)}")
    return getattr(module, name)


def run_file(path: Path, module_name: str, name: str, error: type[InputError]) -> ModuleType:
    """Return the module in a file, imported as ``module_name``; raises as :func:`run`."""
    module_spec = importlib.util.spec_from_file_location(module_name, path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[module_name] = module
    run(partial(module_spec.loader.exec_module, module), name, error)
    return module


def run(load: Callable[[], Any], name: str, error: type[InputError]) -> Any:
    """Return the result of ``load()``; any exception becomes an ``error`` about ``name``."""
    try:
        return load()
    except (Exception, SystemExit) as problem:  # a module may raise anything while it is imported
        raise error(f"{name}: {traced(problem)}") from problem


def listing_files(load: Callable[[], object]) -> list[str]:
    """Return the files below the current folder that ``load()`` reads, as this process does."""
    folder, files = Path.cwd(), set[Path]()
    listening = True

    def listen(event: str, arguments: tuple[object, ...]) -> None:
        if listening and event == "open" and isinstance(arguments[0], str | os.PathLike):
            files.add(Path(arguments[0]))

    sys.addaudithook(listen)  # there is no way to take it away again
    load()
    listening = False
    inside = {path.resolve() for path in files if path.resolve().is_relative_to(folder)}
    inside = {path for path in inside if path.is_file() and _BYTECODE not in path.parts}
    return sorted(str(path.relative_to(folder)) for path in inside)


def files_in(folder: Path, listed: Any) -> list[Path]:
    """Return the files of another process's list that exist; ``ValueError`` for anything else."""
    if not (isinstance(listed, list) and all(isinstance(name, str) for name in listed)):
        raise ValueError(f"{shown(listed)}; expected a list of files")
    paths = [folder / name for name in listed]
    if not all(path.resolve().is_relative_to(folder.resolve()) for path in paths):
        raise ValueError(f"{shown(listed)}; expected files in {folder}")
    return [path for path in paths if path.is_file()]
