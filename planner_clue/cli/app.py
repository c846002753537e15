"""The program ``planner-clue``: its commands and exit codes."""

import errno
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from planner_clue import __version__
from planner_clue.planning.processes import forget_interrupts, interrupt, leave
from planner_clue.support.data import data_folder
from planner_clue.support.errors import InputError, PlannerClueError, described, printable

# Some versions of typer have this class in click, others in a copy of click.
_UsageError: type[Any] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)

_INTERRUPTED = 130
_UNLESS_IGNORED = (signal.SIGINT, signal.SIGHUP)  # these end the program unless they were ignored

_GROUPS = {
    "Play": {
        "match": ("match", "Play a match and print who won, with 95 % intervals."),
        "tournament": ("series", "Play every combination of agents and rate them."),
        "reproduce": ("series", "Repeat the published comparison and write a report."),
        "play": ("play", "Play against agents."),
        "assist": ("beliefs", "Take notes at a real table and get advice."),
    },
    "Look at games": {
        "replay": ("games", "Show a recorded game as text or as a web page."),
        "explain": ("games", "Explain the turns of one seat of a recorded game."),
        "stats": ("stats", "Print statistics of recorded matches and games."),
        "belief": ("beliefs", "Show who can hold which card and why."),
        "bn": ("beliefs", "Draw a Bayesian network and print its probabilities."),
    },
    "Plan": {
        "plan": ("pddl", "Show a recorded plan or plan for a real table."),
        "validate": ("pddl", "Check a plan and name the first step that fails."),
        "check-domain": ("pddl", "Check a PDDL domain for the agent planner."),
        "compare-heuristics": ("pddl", "Compare heuristics and engines on PDDL problems."),
        "engines": ("listings", "List the planning engines and heuristics."),
        "boards": ("listings", "List the boards or draw one with its distances."),
    },
    "Agents": {
        "agents": ("listings", "List the agents that can play in a match."),
        "new-agent": ("agents", "Write a starter agent that can already play."),
        "check-agent": ("agents", "Check that an agent keeps the contract."),
        "talk": ("agents", "Print the lines of one game with a program."),
        "export": ("exports", "Write agents or positions for other programs."),
    },
    "Coursework": {"grade": ("grade", "Grade coursework: one submission or a class.")},
}
"""Module and summary of each command by task; only the module of the called command is imported."""
_COMMANDS = {name: found for group in _GROUPS.values() for name, found in group.items()}
_FORMER = {
    "tell": "replay",
    "trace": "explain",
    "export-benchmark": "export benchmark",
    "export-cpsc415": "export cpsc415",
    "grade-all": "grade",
    "make-cases": "grade",
}
"""Names of commands in version 0.8, and their present names."""
_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
}


def _as_now(arguments: list[str]) -> list[str]:
    """Return the arguments of a command; arguments of ``grade`` in 0.8 become the present ones."""
    command, *rest = [
        part for one in arguments for part in one.split("=", maxsplit=one.startswith("--"))
    ]
    if command == "make-cases":
        names = {"--seed": "--secret", "--out": "--draw-cases"}
        return [command, *(names.get(one, one) for one in rest if one != "--hidden")]
    if command != "grade-all":
        return arguments
    named = [at for at, one in enumerate(rest[:-1]) if one == "--exercise"]
    exercises = ",".join(rest[at + 1] for at in named) or "all"
    kept = [one for at, one in enumerate(rest) if at not in named and at - 1 not in named]
    return [command, *([] if "--help" in rest else [exercises]), *kept]


class _Commands(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if now := _FORMER.get(cmd_name):
            typer.echo(f"planner-clue {cmd_name}: the command is now called '{now}'", err=True)
            name, _, inner = now.partition(" ")
            found = self.get_command(ctx, name)
            return found.get_command(ctx, inner) if inner else found
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"planner_clue.cli.{_COMMANDS[cmd_name][0]}")
        found = getattr(module, cmd_name.replace("-", "_"))
        if not isinstance(found, typer.Typer):
            alone = typer.Typer(**_PLAIN)
            alone.command(cmd_name)(found)
            return get_command(alone)
        group = get_command(found)
        group.name = cmd_name
        return group

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        return super().resolve_command(ctx, _as_now(args))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names and summaries; no module is imported for that."""
        wide = max(map(len, _COMMANDS))
        for task, group in _GROUPS.items():
            with formatter.section(task):
                rows = [(name.ljust(wide), summary) for name, (_, summary) in group.items()]
                formatter.write_dl(rows)


app = typer.Typer(
    cls=_Commands,
    **_PLAIN,
    help="Play Clue with a classical planning agent, and study its plans.",
    epilog="Exit codes: 0 done; 1 the program failed; 2 wrong usage or input; "
    "3 finished, but an agent forfeited games, never made a plan or failed a check, "
    "a heuristic failed, or stats could not verify everything.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"planner-clue {__version__}, domains in {data_folder('pddl')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_show_version,
            is_eager=True,
            help="Print version and PDDL folder.",
        ),
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
    with suppress(ValueError):  # not in the main thread: the caller handles signals
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
        # The reader is gone; Python would report that once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _say("the output was closed", 1)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        code = 2 if error.errno == errno.ENAMETOOLONG else 1  # that was on the command line
        kept = _how_to_continue(sys.argv[1:]) if code == 1 else ""
        return _say(f"{error.strerror or described(error)}{where}{kept}", code)
    if code == _INTERRUPTED:
        return _say(f"interrupted{_how_to_continue(sys.argv[1:])}", code)
    return code if isinstance(code, int) else 0


_KEEPING = {"match": "--out", "tournament": "--out", "grade": "--csv"}
"""Commands that continue an interrupted run, and the option that names its folder."""


def _how_to_continue(arguments: list[str]) -> str:
    """Return what an interrupted command keeps, to be printed after "interrupted"."""
    command = next(iter(arguments), "")
    kept = _KEEPING.get(command, "")
    if command == "reproduce" or any(kept and one.startswith(kept) for one in arguments):
        return ": finished games are kept, and the same command continues"
    return f": nothing is kept without {kept}" if kept else ""


def _check_arguments(arguments: list[str]) -> None:
    """Refuse an empty argument, which would mean the current folder or the default."""
    for before, argument in pairwise(["planner-clue", *arguments]):
        if not argument:
            raise InputError(f"{before} ''; expected a non-empty text")
        if argument.startswith("--") and argument.endswith("="):
            raise InputError(f"{argument}''; expected a non-empty text")


def _interrupt(number: int, frame: Any) -> None:
    """End as after Ctrl-C, so that every started process ends too."""
    interrupt(KeyboardInterrupt())


def _say(message: str, code: int) -> int:
    """Print a message on stderr, as one line, and return the exit code."""
    typer.echo(f"planner-clue: {printable(' '.join(message.split()))}", err=True)
    return code
