"""``planner-clue new-agent``: an agent to begin with."""

import keyword
import re
import shlex
from pathlib import Path
from typing import Annotated

import typer

from planner_clue.errors import InputError

_STARTER = Path(__file__).parent.parent / "agents" / "starter.py"
_CLASS = "MyAgent"


def new_agent(
    file: Annotated[Path, typer.Argument(help="The Python file to write.", metavar="FILE")],
    name: Annotated[str, typer.Option(help="What to call the class.", metavar="CLASS")] = _CLASS,
) -> None:
    """Write an agent to begin with: a small class that plays at once.

    It has the exact belief and asks about what is most probable. Its comments say what each
    method gets and must answer. A file that is there already is not touched.

    Example: planner-clue new-agent mine.py
    """
    text = _STARTER.read_text(encoding="utf-8")
    _check_name(name, text)
    _check_file(file)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as new:
            new.write(re.sub(rf"\b{_CLASS}\b", name, text))
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror}") from error
    agent = shlex.quote(f"{file}:{name}")
    typer.echo(f"{file}: an agent that plays. What you can do now:")
    for command, what in (
        (f"match {agent} random random --games 6 --watch", "play, and tell the first game"),
        (f"match {agent} random ladder-1 --games 120", "how often it wins"),
        (f"check-agent {agent}", "whether it keeps all rules, everywhere"),
    ):
        typer.echo(f"  planner-clue {command}  # {what}")


def _check_name(name: str, text: str) -> None:
    """Refuse what cannot be a class, or what the file already calls something else."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise InputError(f"--name {name}; expected the name of a class, such as {_CLASS}")
    if name != _CLASS and re.search(rf"\b{re.escape(name)}\b", text):
        raise InputError(f"--name {name}; the file has another use for it: expected a new name")


def _check_file(file: Path) -> None:
    if file.suffix != ".py":
        raise InputError(f"{file}; expected the name of a Python file, such as mine.py")
    if file.exists():
        raise InputError(f"{file} is there already; expected a new file")
    if not file.parent.is_dir():
        raise InputError(f"{file}; no folder {file.parent}")
