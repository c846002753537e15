"""The program ``planner-clue``: its commands and exit codes."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Annotated, Any

import typer

from planner_clue import __version__
from planner_clue.cli import (
    agents,
    assist,
    beliefs,
    bench,
    grade,
    listings,
    match,
    pddl,
    play,
    records,
    reproduce,
    stats,
    talk,
    telling,
    tournament,
)
from planner_clue.errors import InputError, PlannerClueError, described, printable
from planner_clue.sandbox.process_groups import forget_interrupts, interrupt, leave

# The root of typer's usage errors; typer carries its own copy of click.
_UsageError: type[Any] = typer.BadParameter.__mro__[2]

_INTERRUPTED = 130
_UNLESS_IGNORED = (signal.SIGINT, signal.SIGHUP)
"""Signals that end the program unless it was started to ignore them."""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Play Clue with a classical planning agent, and study its plans.",
    epilog="Exit codes: 0 done; 1 the program failed; 2 wrong usage or input; "
    "3 finished, but some agent forfeited games, never made a plan or failed a check, or a "
    "heuristic failed.",
)
_COMMANDS: tuple[Callable[..., Any], ...] = (
    match.match,
    play.play,
    tournament.tournament,
    reproduce.reproduce,
    stats.stats,
    records.plan,
    telling.tell,
    telling.trace,
    telling.explain,
    telling.replay,
    beliefs.bn,
    pddl.validate,
    agents.check_agent,
    pddl.check_domain,
    agents.new_agent,
    talk.talk,
    pddl.compare_heuristics,
    grade.grade,
    grade.make_cases,
    beliefs.belief,
    assist.assist,
    agents.export_cpsc415,
    pddl.export_benchmark,
)
for command in _COMMANDS:
    app.command()(command)
app.add_typer(bench.bench, name="bench")
for command in (listings.boards, listings.agents, listings.engines):
    app.command()(command)


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
        return _say("interrupted; finished games are kept", code)
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
