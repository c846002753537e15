"""Imports go one way, without cycles, and heavy packages stay in the folders that need them."""

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import planner_clue
from planner_clue.support.data import data_folder

PACKAGE = Path(planner_clue.__file__).parent
PAGE = (PACKAGE.parent / "docs" / "architecture.md").read_text()
FOLDERS = [
    name
    for cell in re.findall(r"^\| ((?:`\w+/?`(?:, )?)+) \|", PAGE, re.MULTILINE)
    for name in re.findall(r"\w+", cell)
]
"""Folders in the order of the table: each imports only from those before it."""
CORE = FOLDERS[: FOLDERS.index("match") + 1]


def imported(tree: ast.AST, *, by_types: bool) -> Iterator[str]:
    """Yield the full names that a module imports, in functions too; also what only types need."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif by_types or not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)):
            yield from imported(node, by_types=by_types)


@cache
def imports(path: Path, *, by_types: bool = True) -> frozenset[str]:
    return frozenset(imported(parsed(path), by_types=by_types))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def modules() -> Iterator[tuple[str, Path]]:
    for path in PACKAGE.rglob("*.py"):
        folder = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if folder not in ("__init__", "__main__"):
            yield folder, path


def test_a_folder_imports_only_from_those_above_it_in_the_table() -> None:
    for folder, path in modules():
        for name in imports(path):
            first, part, *_ = [*name.split("."), ""]
            if first == "planner_clue" and part in FOLDERS:
                assert FOLDERS.index(part) <= FOLDERS.index(folder), f"{path} imports {name}"


NOT_IMPORTED = {
    name: re.findall(r"`(\w+)`", none)
    for name, none in re.findall(r"^\| `(\w+)/?` \|.*\| ([^|]*)\|$", PAGE, re.MULTILINE)
    if name in FOLDERS
}
"""The last column of the table, by folder."""


def test_a_folder_imports_nothing_of_the_last_column() -> None:
    """Which names what it could import: planning solves any PDDL, without cards or a table."""
    assert set(NOT_IMPORTED["planning"]) == {"game", "belief"}
    for folder, path in modules():
        known = {name.split(".")[1] for name in imports(path) if name.startswith("planner_clue.")}
        assert not known & set(NOT_IMPORTED.get(folder, ())), path
    for folder, names in NOT_IMPORTED.items():
        assert all(FOLDERS.index(name) < FOLDERS.index(folder) for name in names), folder


def test_each_folder_has_its_tests() -> None:
    tests = Path(__file__).parent
    assert all((tests / name).is_dir() for name in FOLDERS)


def test_the_ground_floor_has_thirteen_folders_and_each_says_where_to_begin() -> None:
    found = {path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    assert found - {"_data"} == {*FOLDERS, "__init__.py", "__main__.py", "py.typed"}
    assert len(FOLDERS) == 13
    for name in FOLDERS:
        summary = ast.get_docstring(parsed(PACKAGE / name / "__init__.py")) or ""
        begin = re.search(r"Begin with ``([\w/]+)``", summary)
        assert begin, name
        assert (PACKAGE / name / f"{begin[1]}.py").is_file(), name


CORE_MATCH = """
from pathlib import Path
import planner_clue
from planner_clue.match import MatchConfig, run_match

run_match(MatchConfig(("planner", "exact", "random"), 1, 5, pddl_dir="pddl-files"), out=Path("out"))
for plan in sorted(Path("pddl-files").rglob("plan")):
    texts = [plan.with_name(name) for name in ("domain.pddl", "problem.pddl", "plan")]
    print(planner_clue.__file__, planner_clue.validate(*texts).valid)
"""


def test_the_core_plays_and_plans_without_the_other_folders(tmp_path: Path) -> None:
    """The planner plays a match in a copy without them, and its plans are valid when read back."""
    copy = tmp_path / "planner_clue"
    others = {*FOLDERS} - {*CORE}
    shutil.copytree(PACKAGE, copy, ignore=lambda at, _: others if Path(at) == PACKAGE else set())
    for data in ("board", "pddl"):
        shutil.copytree(data_folder(data), copy / "_data" / data)
    command = [sys.executable, "-c", CORE_MATCH]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) > 1
    assert set(lines) == {f"{copy / '__init__.py'} True"}


def file_of(name: str) -> Path | None:
    """Return the file of a module, or of the module that has a name in it."""
    whole = PACKAGE.parent.joinpath(*name.split("."))
    for module in (whole, whole.parent):
        for file in (module / "__init__.py", module.with_suffix(".py")):
            if file.is_file():
                return file
    return None


def test_no_imports_go_round_in_a_circle() -> None:
    """Not among the modules of a folder, and not among its folders, each taken as one."""
    for folder in {path.parent for path in PACKAGE.rglob("*.py")}:
        graph = defaultdict[str, set[str]](set)
        for path in folder.rglob("*.py"):
            part = path.relative_to(folder).parts[0]
            for file in filter(None, map(file_of, imports(path, by_types=False))):
                if file.is_relative_to(folder):
                    graph[part] |= {file.relative_to(folder).parts[0]} - {part}
        TopologicalSorter(graph).prepare()  # raises CycleError with the circle


HOMES = {
    name.split(" ")[0].replace("-", "_"): re.findall(r"`(\w+)`", homes)
    for names, homes in re.findall(r"^\| ([^|]+) \| [^|]+ \| ((?:`\w+`(?:, )?)+) \|$", PAGE, re.M)
    for name in names.split(", ")
}
"""The folders that may import a heavy package, as the page says."""


def test_heavy_packages_are_imported_only_where_they_are_at_home() -> None:
    for folder, path in modules():
        for name in imports(path):
            assert folder in HOMES.get(name.split(".")[0], [folder]), f"{path} imports {name}"


@pytest.mark.parametrize(
    ("script", "allowed"),
    [
        ("import planner_clue as c; assert {*dir(c)} == {*c.__all__, '__version__'}", set()),
        ("from planner_clue.cli import app", {"typer"}),
        ("from planner_clue import solve, play_match, Agent, Belief", {"numpy", "networkx"}),
    ],
)
def test_heavy_packages_are_loaded_only_where_needed(script: str, allowed: set[str]) -> None:
    code = f"{script}\nimport sys; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & set(HOMES) <= allowed
