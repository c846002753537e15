"""``python -m benchmarks.figures PAGE...``: the figures of the documentation, measured anew.

A page has its figures between marks, which name the command that prints them::

    <!-- figures: python -m benchmarks.speed match -->
    <!-- end of figures -->

Each command runs, and its output replaces what stands between its marks, with the command and the
version. The page is written after every command, so that an interrupted run keeps what it has. The
word FOLDER in a command stands for ``--folder``, where matches are kept and continued.
"""

import argparse
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from re import DOTALL, MULTILINE, Match
from re import compile as pattern

from planner_clue import __version__
from planner_clue.support.atomic_writes import write_whole

_MARKED = pattern(
    r"^<!-- figures: (?P<command>.+?) -->\n(?P<figures>.*?)^<!-- end of figures -->$",
    DOTALL | MULTILINE,
)
_BEGINS = "<!-- figures:"
_FOLDER = "FOLDER"
_PROGRAMS = {"planner-clue": ["-m", "planner_clue"], "python": []}
"""The Python commands for programs that a command begins with."""
_WIDTH = "120"


def replaced(page: str, begin: str, end: str, text: str) -> str:
    """Return a page with a text between two marks; ``ValueError`` if it does not have them."""
    before, begins, rest = page.partition(begin)
    _, ends, after = rest.partition(end)
    if not (begins and ends):
        raise ValueError(f"no '{begin.strip()}' with '{end.strip()}' after it")
    return before + begin + text + end + after


def marked(text: str) -> list[Match[str]]:
    """Return the places of figures in a page; ``ValueError`` for a mark without its end."""
    found = list(_MARKED.finditer(text))
    nested = any(_BEGINS in one["figures"] for one in found)
    if nested or len(found) != text.count(_BEGINS):
        raise ValueError(f"'{_BEGINS}' without '<!-- end of figures -->' after it")
    return found


def measured(command: str, folder: Path | None) -> str:
    """Return the output of a command as Markdown, with the command and the version."""
    words = [
        str(folder) + word[len(_FOLDER) :] if _is_in_folder(word) else word
        for word in shlex.split(command)
    ]
    if words[0] not in _PROGRAMS:
        raise ValueError(f"'{words[0]}' in '{command}'; expected {' or '.join(_PROGRAMS)}")
    full = [sys.executable, *_PROGRAMS[words[0]], *words[1:]]
    done = subprocess.run(full, check=True, stdout=subprocess.PIPE, text=True, env=_environment())
    output = "\n".join(line.rstrip() for line in done.stdout.strip("\n").splitlines())
    if "|---" not in output:
        output = f"```\n{output}\n```"
    return f"`{command}`, version {__version__}:\n\n{output}\n"


def _is_in_folder(word: str) -> bool:
    return word == _FOLDER or word.startswith(f"{_FOLDER}/")


def _environment() -> dict[str, str]:
    """Return this environment, with a terminal that is wide enough for every table."""
    return os.environ | {"COLUMNS": _WIDTH}


def _chosen(pages: Sequence[Path], only: str) -> Iterator[tuple[Path, str]]:
    for page in pages:
        for one in marked(page.read_text(encoding="utf-8")):
            if only in one["command"]:
                yield page, one["command"]


def _replace(page: Path, command: str, figures: str) -> None:
    text = page.read_text(encoding="utf-8")
    for one in marked(text):
        if one["command"] == command:
            text = text[: one.start("figures")] + figures + text[one.end("figures") :]
            break
    write_whole(page, text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the pages; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.figures",
        description="Runs the commands that pages name, and writes their output into the pages.",
    )
    parser.add_argument("pages", nargs="+", type=Path, help="pages with marked figures")
    parser.add_argument("--only", default="", metavar="TEXT", help="commands with this text")
    parser.add_argument("--folder", type=Path, help="where matches are kept: FOLDER in commands")
    parser.add_argument("--list", action="store_true", help="print the commands, and run none")
    wanted = parser.parse_args(arguments)
    try:
        chosen = list(_chosen(wanted.pages, wanted.only))
    except (OSError, ValueError) as error:
        parser.error(str(error))
    for page, command in chosen:
        needed = any(map(_is_in_folder, shlex.split(command)))
        if needed and wanted.folder is None and not wanted.list:
            parser.error(f"'{command}' in {page} needs --folder")
    for number, (page, command) in enumerate(chosen, 1):
        print(f"{number} of {len(chosen)}: {command}", flush=True)
        if wanted.list:
            continue
        began = time.monotonic()
        try:
            _replace(page, command, measured(command, wanted.folder))
        except (subprocess.CalledProcessError, ValueError) as error:
            print(f"{page}: {error}; its figures are left as they were", file=sys.stderr)
            return 1
        print(f"  {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
