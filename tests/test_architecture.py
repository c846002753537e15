"""The house keeps its shape: imports go one way, and heavy packages stay in their rooms."""

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import planner_clue

PACKAGE = Path(planner_clue.__file__).parent
ROOMS = [
    "errors",
    "json_text",
    "atomic_writes",
    "faults",
    "data",
    "plugins",
    "sandbox",
    "cards",
    "board",
    "table",
    "belief",
    "planning",
    "deliberation",
    "agents",
    "match",
    "tournament",
    "runs",
    "show",
    "pages",
    "serving",
    "assist",
    "play",
    "study",
    "bench",
    "environment",
    "problem_set",
    "api",
    "teach",
    "cli",
]
"""From the ground floor up: each may import only from itself and those before it."""


@cache
def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def modules() -> list[tuple[str, Path]]:
    """Return every module with the room it is in."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room in ROOMS:
            found.append((room, path))
    return found


def test_every_module_is_in_a_room() -> None:
    outside = {"__init__.py", "__main__.py"}
    assert len(modules()) == len(list(PACKAGE.rglob("*.py"))) - len(outside)


def test_a_room_imports_only_from_those_before_it() -> None:
    for room, path in modules():
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "planner_clue" and len(parts) > 1:
                assert ROOMS.index(parts[1]) <= ROOMS.index(room), f"{path} imports {name}"


def test_planning_knows_nothing_of_the_game() -> None:
    """It solves any PDDL: what knows of Clue stands above it."""
    for path in (PACKAGE / "planning").rglob("*.py"):
        game = {"cards", "board", "table", "belief", "deliberation"}
        known = {name.split(".")[1] for name in imports(path) if name.startswith("planner_clue.")}
        assert not known & game, path


# -- circles ------------------------------------------------------------------------------


def while_running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a module that run, in functions too: not what only types need."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from node.orelse
        else:
            yield node
            yield from while_running(node)


@cache
def modules_imported(path: Path) -> set[Path]:
    """Return the files of this package that a file imports."""
    found: set[Path] = set()
    for node in while_running(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {file_of(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {file_of(f"{node.module}.{alias.name}") for alias in node.names}
    return {file for file in found if file.is_file()}


def file_of(name: str) -> Path:
    """Return the file of a module, or of the module that has a name in it."""
    whole = PACKAGE.parent.joinpath(*name.split("."))
    candidates = [whole / "__init__.py", whole.with_suffix(".py")]
    candidates += [whole.parent.with_suffix(".py"), whole.parent / "__init__.py"]
    return next((file for file in candidates if file.is_file()), whole)


def circle_in(folder: Path) -> list[str]:
    """Return a circle of imports among the modules and folders of a folder, or nothing."""
    graph: defaultdict[str, set[str]] = defaultdict(set)
    for path in folder.rglob("*.py"):
        part = path.relative_to(folder).parts[0]
        inside = {file for file in modules_imported(path) if file.is_relative_to(folder)}
        graph[part] |= {file.relative_to(folder).parts[0] for file in inside} - {part}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


FOLDERS = sorted({path.parent for path in PACKAGE.rglob("*.py")})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_imports_go_round_in_a_circle(folder: Path) -> None:
    """Not among its modules, and not among its folders, each taken as one."""
    assert circle_in(folder) == []


# -- packages ---------------------------------------------------------------------------


def test_heavy_packages_are_imported_only_where_they_are_at_home() -> None:
    homes = {
        "unified_planning": ["planning"],
        "fast_downward": ["planning"],
        "up_fast_downward": ["planning"],
        "typer": ["cli"],
        "rich": ["cli"],
        "networkx": ["board", "show"],
        "numpy": ["board", "belief", "agents", "tournament", "environment"],
        "gymnasium": ["environment"],
        "pettingzoo": ["environment"],
        "pyagrum": ["agents"],
        "matplotlib": ["show", "study"],
        "distributed": ["match"],
        "scipy": ["match"],
        "pyarrow": ["runs"],
        "starlette": ["serving", "play", "assist"],
        "uvicorn": ["serving"],
    }
    for room, path in modules():
        for name in imports(path):
            assert room in homes.get(name.split(".")[0], [room]), f"{path} imports {name}"


def test_the_program_starts_without_heavy_packages() -> None:
    script = (
        "import sys; from planner_clue.cli import app; "
        "heavy = ('unified_planning', 'networkx', 'numpy', 'rich', 'pyagrum', 'matplotlib', "
        "'scipy', 'pyarrow', 'starlette', 'uvicorn', 'pettingzoo', 'gymnasium'); "
        "print([module for module in heavy if module in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
