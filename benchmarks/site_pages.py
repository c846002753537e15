"""``python -m benchmarks.site_pages FOLDER``: the pages of ``make site``, as MkDocs reads them.

The folder gets every page at its place in the repository, so that links lead where they lead there,
with the files that pages link to; a reference of all public names, from their docstrings; and, with
``--replays``, recorded games to step through.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import planner_clue

ROOT = Path(__file__).parent.parent
PAGES = ("*.md", "docs/*.md", "benchmarks/*.md", "pddl/*.md", "coursework/**/*.md")
_GAMES = ["planner", "exact", "bn2", "--games", "6", "--seed", "2"]


def lay_out(folder: Path) -> None:
    """Copy all pages, and the files and folders that they link to, into an empty folder."""
    for page in sorted(file for pages in PAGES for file in ROOT.glob(pages)):
        _copy(page, folder)
        for link in re.findall(r"\]\(([^)#:\s]+)", page.read_text(encoding="utf-8")):
            target = (page.parent / link).resolve()
            for file in sorted(target.iterdir()) if target.is_dir() else [target]:
                if file.is_file() and file.suffix != ".md":
                    _copy(file, folder)
            if target.is_dir() and not (target / "README.md").is_file():
                _list(target, folder)
    _copy(ROOT / "benchmarks" / "site.css", folder)
    (folder / "docs" / "reference.md").write_text(_reference(), encoding="utf-8")
    _gallery(folder, [])


def _copy(file: Path, folder: Path) -> None:
    """Copy a file to its place in the folder."""
    copied = folder / file.relative_to(ROOT)
    copied.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, copied)


def _list(target: Path, folder: Path) -> None:
    """Write the page that a link to a folder leads to: its files."""
    names = sorted(file.name for file in target.iterdir())
    rows = "".join(f'<li><a href="{name}">{name}</a>' for name in names)
    place = folder / target.relative_to(ROOT)
    head = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
    title = f"<title>{place.name}</title><h1>{place.name}/</h1>"
    (place / "index.html").write_text(f"{head}{title}<ul>{rows}</ul>")


def _reference() -> str:
    """Return the page of all public names."""
    head = (
        "# Reference\n\nAll that `planner_clue` offers, from its docstrings. "
        "[planner-clue in Python](api.md) has examples.\n"
    )
    names = sorted(planner_clue.__all__, key=str.lower)
    return "\n".join([head, *(f"::: planner_clue.{name}\n" for name in names)])


def _gallery(folder: Path, games: Sequence[planner_clue.GameRecord]) -> None:
    """Write the page that leads to replays."""
    lines = [f"- [Game {one.game}](../replays/game-{one.game}.html): `{one!r}`" for one in games]
    text = "# Replays\n\nGames to step through, with the planner's plans and what each seat knew."
    (folder / "docs" / "gallery.md").write_text("\n".join([f"{text}\n", *lines, ""]))


def play(folder: Path) -> None:
    """Play some games into the laid out pages: a page of each, and the one that leads to them."""
    program = [sys.executable, "-m", "planner_clue"]
    with TemporaryDirectory() as played:
        subprocess.run([*program, "match", *_GAMES, "--out", played], check=True)
        pages = str(folder / "replays")
        subprocess.run([*program, "replay", played, "--html", pages], check=True)
        _gallery(folder, list(planner_clue.read_records(played)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site_pages", description=__doc__)
    parser.add_argument("folder", type=Path, help="replaced")
    parser.add_argument("--replays", action="store_true", help="play games, and have them in it")
    wanted = parser.parse_args(arguments)
    folder: Path = wanted.folder
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(folder)
    if wanted.replays:
        play(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
