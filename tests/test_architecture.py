"""The house keeps its shape: imports go one way, and heavy packages stay in their rooms."""

import ast
import subprocess
import sys
from pathlib import Path

import planner_clue

PACKAGE = Path(planner_clue.__file__).parent
ROOMS = [
    "errors",
    "data",
    "plugins",
    "cards",
    "board",
    "table",
    "belief",
    "planning",
    "deliberation",
    "agents",
    "match",
    "show",
    "study",
    "bench",
    "cli",
]
"""From the ground floor up: each may import only from itself and those before it."""


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


def test_heavy_packages_are_imported_only_where_they_are_at_home() -> None:
    homes = {
        "unified_planning": ["planning"],
        "fast_downward": ["planning"],
        "up_fast_downward": ["planning"],
        "typer": ["cli"],
        "rich": ["cli"],
        "networkx": ["board", "show"],
        "numpy": ["board", "belief"],
        "pyagrum": ["agents"],
        "matplotlib": ["show", "study"],
    }
    for room, path in modules():
        for name in imports(path):
            assert room in homes.get(name.split(".")[0], [room]), f"{path} imports {name}"


def test_the_program_starts_without_heavy_packages() -> None:
    script = (
        "import sys; from planner_clue.cli import app; "
        "heavy = ('unified_planning', 'networkx', 'numpy', 'rich', 'pyagrum', 'matplotlib'); "
        "print([module for module in heavy if module in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
