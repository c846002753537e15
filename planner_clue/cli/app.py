"""The program ``planner-clue``: its commands and exit codes."""

import os
import re
import signal
import sys
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from planner_clue import __version__
from planner_clue.errors import InputError, PlannerClueError, described, printable
from planner_clue.sandbox.process_groups import forget_interrupts, interrupt, leave

# The root of typer's usage errors; typer carries its own copy of click.
_UsageError: type[Any] = typer.BadParameter.__mro__[2]

_INTERRUPTED = 130
_UNLESS_IGNORED = (signal.SIGINT, signal.SIGHUP)
"""Signals that end the program unless it was started to ignore them."""

_MODULES = {
    **{name: name for name in ("match", "play", "tournament", "reproduce", "stats")},
    "plan": "records",
    "tell": "games",
    "trace": "games",
    "explain": "games",
    "replay": "games",
    "bn": "beliefs",
    "validate": "pddl",
    "check-agent": "agents",
    "check-domain": "pddl",
    "new-agent": "agents",
    "talk": "talk",
    "compare-heuristics": "pddl",
    "grade": "grade",
    "grade-all": "grade",
    "make-cases": "grade",
    "belief": "beliefs",
    "assist": "assist",
    "export-cpsc415": "agents",
    "export-benchmark": "pddl",
    "boards": "listings",
    "agents": "listings",
    "engines": "listings",
    "bench": "bench",
}
"""The module of each command; only that of the command that runs is imported."""
_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
}


class _Commands(TyperGroup):
    """The commands, each loaded when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in _MODULES:
            return None
        module = import_module(f"planner_clue.cli.{_MODULES[cmd_name]}")
        found = getattr(module, cmd_name.replace("-", "_"))
        if not isinstance(found, typer.Typer):
            alone = typer.Typer(**_PLAIN)
            alone.command(cmd_name)(found)
            return get_command(alone)
        group = get_command(found)
        group.name = cmd_name
        return group

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names and summaries; no module is imported for that."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _summary(name)) for name in _MODULES])


def _summary(name: str) -> str:
    """Return the first line of what a command's help says, from the text of its module."""
    text = Path(__file__).with_name(f"{_MODULES[name]}.py").read_text(encoding="utf-8")
    name = name.replace("-", "_")
    begins = rf'^(?:def {name}\(.*?"""|{name} = typer\.Typer\(\s*help=")([^"\n]*)'
    found = re.search(begins, text, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


app = typer.Typer(
    cls=_Commands,
    **_PLAIN,
    help="Play Clue with a classical planning agent, and study its plans.",
    epilog="Exit codes: 0 done; 1 the program failed; 2 wrong usage or input; "
    "3 finished, but some agent forfeited games, never made a plan or failed a check, or a "
    "heuristic failed.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"planner-clue {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the program and exit with its code."""
    code = _INTERRUPTED
    try:
        code = _run()
    finally:
        if code == _INTERRUPTED:
            leave()
    sys.exit(code)


def _run() -> int:
    forget_interrupts()
    with suppress(ValueError):  # not in the main thread: whoever calls us there has signals
        signal.signal(signal.SIGTERM, _interrupt)
        for number in _UNLESS_IGNORED:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _interrupt)
    try:
        _check_arguments(sys.argv[1:])
        code = app(standalone_mode=False)
    except InputError as error:
        return _say(str(error), 2)
    except PlannerClueError as error:
        return _say(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        return _say("interrupted", _INTERRUPTED)
    except _UsageError as error:
        return _say(error.format_message(), 2)
    except BrokenPipeError:
        # Nobody reads on; Python would say so once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _say("the output was closed", 1)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        return _say(f"{error.strerror or described(error)}{where}", 1)
    if code == _INTERRUPTED:
        return _say("interrupted; what was finished is kept", code)
    return code if isinstance(code, int) else 0


def _check_arguments(arguments: list[str]) -> None:
    """Refuse an empty argument: as a path it would be the current folder, else the default."""
    for before, argument in pairwise(["planner-clue", *arguments]):
        if not argument:
            raise InputError(f"{before} ''; expected a text that is not empty")
        if argument.startswith("--") and argument.endswith("="):
            raise InputError(f"{argument}''; expected a text that is not empty")


def _interrupt(number: int, frame: Any) -> None:
    """End as on a Ctrl-C, so that everything that was started ends too."""
    interrupt(KeyboardInterrupt())


def _say(message: str, code: int) -> int:
    """Print a message on stderr, as one line, and return the exit code."""
    typer.echo(f"planner-clue: {printable(' '.join(message.split()))}", err=True)
    return code
