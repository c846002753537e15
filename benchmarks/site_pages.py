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
    """Write all pages, and the files and folders that they link to, into an empty folder.

    A link to a folder leads to a page that lists its files, except templates of pages.
    """
    for page in sorted(file for pages in PAGES for file in ROOT.glob(pages)):
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#:\s]+)", text):
            target = (page.parent / link).resolve()
            files = [target]
            if target.is_dir():
                files = sorted(file for file in target.iterdir() if file.suffix != ".html")
                text = text.replace(f"]({link})", f"]({link}/index.md)")
                _write(target / "index.md", folder, _list(files))
            for file in files:
                if file.is_file() and file.suffix != ".md":
                    _write(file, folder, file.read_bytes())
        _write(page, folder, text)
    styles = ROOT / "benchmarks" / "site.css"
    _write(styles, folder, styles.read_bytes())
    _write(ROOT / "docs" / "reference.md", folder, _reference())
    _gallery(folder, [])


def _write(file: Path, folder: Path, content: str | bytes) -> None:
    """Write a file of the project to its place in the folder."""
    place = folder / file.relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content.encode() if isinstance(content, str) else content)


def _list(files: list[Path]) -> str:
    """Return a page that lists the files of a folder."""
    rows = [f"- [{file.name}]({file.name})" for file in files]
    return "\n".join([f"# {files[0].parent.name}/\n", *rows, ""])


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
    lines = [
        "# Replays\n",
        "Games to step through, with the planner's plans and what each seat knew.\n",
    ]
    for one in games:
        name, _, contents = repr(one).strip("<>").partition(":")
        lines.append(f"- [{name.capitalize()}](../replays/game-{one.game}.html):{contents}")
    if games:
        lines.append(
            "\n[A table](../replays/index.html) shows how many plans broke in each game.\n"
        )
    (folder / "docs" / "gallery.md").write_text("\n".join(lines))


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
