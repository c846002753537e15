"""The house keeps its shape: imports go one way, and heavy packages stay in their rooms."""

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
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


def repeated(names: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    """Return the names that stand in more than one file, with these files."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, path in names:
        found[name].append(str(path.relative_to(PACKAGE)))
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_no_two_modules_have_the_same_name() -> None:
    named = [path for _, path in modules() if path.stem not in ("__init__", "__main__")]
    assert repeated((path.stem, path) for path in named) == {}


def test_no_two_public_classes_have_the_same_name() -> None:
    classes = [
        (node.name, path)
        for _, path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert repeated(classes) == {}


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
