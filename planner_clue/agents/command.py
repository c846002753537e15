"""The command line in the name of an agent, such as ``command:java -jar mine.jar``."""

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from planner_clue.support.errors import AgentNameError

COMMAND, SPEEDCLUE = "command:", "speedclue:"
"""Name prefixes of programs: for our own protocol, and for Speed Clue's."""
TALK = "PLANNER_CLUE_TALK"
"""Environment variable that makes the program's lines appear on stderr."""
_PREFIXES = (COMMAND, SPEEDCLUE)
_PARTS = re.compile("[:=,]")
_SPLIT = re.compile("([:=,])")
_PROGRAM_FOLDERS = ("bin", "sbin", "shims")
"""Also of version managers, whose programs find the real ones in the folder above."""
_RUNTIMES = "java*"
"""Settings in ``/etc`` that runtimes need to start."""
_LONGEST_SHEBANG = 256


def is_program(spec: str) -> bool:
    """Return whether an agent's name is a command line."""
    return spec.startswith(_PREFIXES)


@dataclass(frozen=True)
class Command:
    """A command line that can be started from this folder."""

    kind: str
    words: tuple[str, ...]
    program: Path
    """Where the first word was found."""

    @property
    def spec(self) -> str:
        """The agent's name with the whole path of its program."""
        return self.kind + shlex.join([str(self.program), *self.words[1:]])

    @property
    def files(self) -> list[Path]:
        """The files that the command names, and its program if the command contains its path."""
        own = [self.program] if os.sep in self.words[0] else []
        named = [path for path in self._named() if path.is_file()]
        return [path.resolve() for path in dict.fromkeys((*named, *own))]

    @property
    def readable(self) -> list[Path]:
        """The folders of the program's runtime, and of the files that the command names."""
        named = [path if path.is_dir() else path.parent for path in self._named()]
        settings = list(Path("/etc").glob(_RUNTIMES))
        if self.kind == SPEEDCLUE:
            settings += [Path("/etc/hosts"), Path("/etc/host.conf")]  # they connect to localhost
        found = [*_runtime(self.program), *named, *settings]
        return [path for path in dict.fromkeys(map(Path.absolute, found)) if path != Path("/")]

    def _named(self) -> Iterator[Path]:
        """Yield existing paths in the arguments, including ``-cp a.jar:b`` and ``--in=a``."""
        for word in self.words[1:]:
            for part in (word, *_PARTS.split(word)):
                if _exists(part):
                    yield Path(part)


def read_command(spec: str) -> Command:
    """Return the command line in an agent's name; :class:`AgentNameError` if it cannot start."""
    kind, words = split(spec)
    found = _which(words[0])
    if found is None:
        raise AgentNameError(f"agent '{spec}': {_missing(words[0])}")
    return Command(kind, tuple(words), Path(found).absolute())


def split(spec: str) -> tuple[str, list[str]]:
    """Return the prefix of a name and the words of its command; raises :class:`AgentNameError`."""
    kind = next(prefix for prefix in _PREFIXES if spec.startswith(prefix))
    expected = f"expected a command line, as in '{kind}java -jar mine.jar'"
    try:
        words = shlex.split(spec.removeprefix(kind))
    except ValueError as error:
        raise AgentNameError(f"agent '{spec}': {str(error).lower()}; {expected}") from error
    if not words or not words[0]:
        raise AgentNameError(f"agent '{spec}' names no program; {expected}")
    return kind, words


def _exists(text: str) -> bool:
    """Return whether a part of a command is an existing path; it may be too long for one."""
    return bool(text) and os.path.exists(text)  # noqa: PTH110 - raises no error


def with_full_paths(words: Sequence[str]) -> list[str]:
    """Return a command's words with full paths, including ``-cp a.jar:b`` and ``--in=a``."""

    def full(word: str) -> str:
        return str(Path(word).absolute()) if _exists(word) else word

    return [full(one) if _exists(one) else "".join(map(full, _SPLIT.split(one))) for one in words]


def _which(program: str) -> str | None:
    from shutil import which  # it loads libraries, without which an agent's process forks sooner

    return which(program)


def _missing(word: str) -> str:
    path = Path(word)
    if path.is_file() and os.sep not in word:
        return f"no program '{word}' in PATH; expected ./{word} for the one in this folder"
    if path.is_file():
        return f"{word} is not executable; expected chmod +x {word}, or its interpreter before it"
    place = "such file" if os.sep in word else "program of that name in PATH"
    return f"'{word}' cannot be started: no {place}"


def _runtime(program: Path) -> Iterator[Path]:
    """Yield the folders that a program and its interpreter are installed in.

    For a program in a folder such as ``bin``, this is the folder above, unless it is a home folder.
    """
    for path in (program, program.resolve()):
        above = path.parent.parent
        whole = path.parent.name in _PROGRAM_FOLDERS and above not in (Path.home(), Path("/"))
        yield above if whole else path.parent
    if interpreter := _interpreter(program):
        yield from _runtime(interpreter)


def _interpreter(program: Path) -> Path | None:
    """Return the interpreter in the first line of a script."""
    try:
        with program.open("rb") as file:
            first = file.read(_LONGEST_SHEBANG).partition(b"\n")[0].decode("utf-8", "replace")
    except OSError:
        return None
    if not first.startswith("#!"):
        return None
    words = [word for word in first[2:].split() if not word.startswith("-")]
    if words and Path(words[0]).name == "env":
        del words[0]
    found = _which(words[0]) if words else None
    return Path(found).absolute() if found and Path(found) != program else None
