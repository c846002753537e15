"""Imports that an exercise allows: checked in the source, and again while submitted code runs.

An exercise lists packages beside the standard library. ``planner_clue`` in that list stands for the
public names whose modules are in :data:`OPEN`; all others are neither loaded nor readable there.
"""

import ast
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from inspect import currentframe
from pathlib import Path, PurePath
from types import FrameType, ModuleType

import planner_clue
from planner_clue.support.errors import SubmissionError

OURS = "planner_clue"
_README = "The README of the exercise says what may be imported."
_ONE_BY_ONE = "Some names of planner_clue may not be imported. List the names that you need."
_LIBRARY = str(Path(ast.__file__).parent)
PACKAGE = Path(__file__).parents[1]
OPEN = (
    *("agents.base", "agents.built_in", "agents.settings", "belief", "game", "people.assist"),
    *("planner.contract", "planner.engines", "planner.plan_tree", "planner.solving", "planning"),
    *("sandbox", "support", "view.board_text", "view.story", "view.trace", "view.wording"),
)
"""Modules of planner-clue, and packages with all their modules, that an agent may use."""
_OPEN = frozenset(f"{OURS}.{module}" for module in OPEN)
_ABOVE_OPEN = frozenset(
    module.rsplit(".", parts)[0] for module in _OPEN for parts in range(1, module.count(".") + 1)
)
"""The packages of open modules: their ``__init__`` is open too."""


def is_open(module: str) -> bool:
    """Return whether a module of planner-clue is open to submissions that may import it."""
    parts = module.split(".")
    around = (".".join(parts[:count]) for count in range(2, len(parts) + 1))
    return module in _ABOVE_OPEN or not _OPEN.isdisjoint(around)


def withheld_files(imports: Collection[str]) -> list[Path]:
    """Return the files and folders of planner-clue that submitted code must not read."""
    return [*_withheld(PACKAGE, OURS)] if OURS in imports else [PACKAGE]


def _withheld(folder: Path, package: str) -> Iterator[Path]:
    for path in folder.iterdir():
        module = package if path.name == "__init__.py" else f"{package}.{path.stem}"
        if path.is_dir() and module in _ABOVE_OPEN:
            yield from _withheld(path, module)
        elif not is_open(module):
            yield path


def check_imports(files: Mapping[str, bytes], imports: Sequence[str]) -> None:
    """Raise :class:`SubmissionError` at an import statement that the exercise does not allow."""
    own = {PurePath(name).stem for name in files if name.endswith(".py")}
    for name, content in files.items():
        try:
            tree = ast.parse(content) if name.endswith(".py") else ast.Module([], [])
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # the interpreter will say so
        for line, module in _imported(tree):
            if not _is_allowed(module, imports, own):
                what = f"{name}:{line} imports {module}; {_allowed(imports)}"
                is_star = module == f"{OURS}.*" and OURS in imports
                raise SubmissionError(what, _ONE_BY_ONE if is_star else _README)


def _imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{OURS}.{alias.name}" for alias in node.names]
            modules = names if node.module == OURS else [node.module]
            yield from ((node.lineno, module) for module in modules)


def _is_allowed(module: str, imports: Collection[str], own: Collection[str]) -> bool:
    top, _, inner = module.partition(".")
    if top == OURS:
        return OURS in imports and (not inner or inner in planner_clue.__all__)
    return top in imports or top in own or top in sys.stdlib_module_names


def _allowed(imports: Sequence[str]) -> str:
    return f"this exercise allows {', '.join(['the standard library', *imports])}"


class ImportGuard(MetaPathFinder):
    """Refuses modules that are withheld, and packages that the exercise does not list.

    A package may import what it likes for itself; planner-clue's withheld modules are for nobody.
    """

    def __init__(self, folder: Path, imports: Sequence[str]) -> None:
        """Guard a process whose submitted files are in ``folder``."""
        self._folder, self._imports = str(folder), imports
        self._own = {path.stem for path in folder.glob("*.py")}

    def install(self) -> None:
        """Guard every import from now on, and forget what is loaded and withheld."""
        for module in list(sys.modules):
            if module.partition(".")[0] == OURS and not self._is_available(module):
                del sys.modules[module]
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Raise ``ImportError`` for a module that is not available; else find nothing."""
        is_theirs = self._is_submitted(currentframe())
        allowed = not is_theirs or _is_allowed(name, self._imports, self._own)
        if not allowed or not self._is_available(name):
            raise ImportError(f"{name} is not available; {_allowed(self._imports)}", name=name)
        return None

    def _is_available(self, module: str) -> bool:
        if module.partition(".")[0] != OURS:
            return True
        return OURS in self._imports and is_open(module)

    def _is_submitted(self, frame: FrameType | None) -> bool:
        """Return whether an import comes from submitted code, perhaps by way of the library."""
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(self._folder):
                return True
            of_the_library = file.startswith(_LIBRARY) and "site-packages" not in file
            if not file.startswith(("<", __file__)) and not of_the_library:
                return False
            frame = frame.f_back
        return True
