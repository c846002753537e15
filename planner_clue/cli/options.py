"""The options that several commands have, each as a type with its help."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from planner_clue.cli.checks import checked_jobs
from planner_clue.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from planner_clue.agents.settings import IsolationSettings, PlanningSettings
    from planner_clue.match.config import MatchConfig


def _parsed_integer(text: str | int) -> int:
    """Return the integer in ``text``; typer passes default values through here too."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a whole number") from None


def _parsed_real(text: str | float) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a number") from None


def argument(about: str, metavar: str | None = None, **more: Any) -> Any:
    """Return an argument; ``about`` is its help."""
    return typer.Argument(help=about, metavar=metavar, **more)


def option(about: str, *names: str, metavar: str | None = None, **more: Any) -> Any:
    """Return an option; ``about`` is its help."""
    return typer.Option(*names, help=about, metavar=metavar, **more)


def integer(about: str, *names: str, metavar: str = "N") -> Any:
    """Return an option that takes an integer; ``about`` is its help."""
    return option(about, *names, metavar=metavar, parser=_parsed_integer)


def real(about: str, *names: str, metavar: str = "X") -> Any:
    """Return an option that takes a number."""
    return option(about, *names, metavar=metavar, parser=_parsed_real)


JsonFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--json", help="Write the result as JSON to a file; - for stdout.", metavar="FILE|-"
    ),
]
Seed: TypeAlias = Annotated[int, integer("The same seed gives the same games.", metavar="S")]
Jobs: TypeAlias = Annotated[
    int | None, integer("Number of processes; default: one per core.", metavar="J")
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Play on the Dask cluster with this scheduler, such as tcp://host:8786, instead of in "
        "local processes. Needs pip install '.[cluster]'; see docs/scale.md.",
        metavar="ADDRESS",
    ),
]
BoardName: TypeAlias = Annotated[
    str,
    typer.Option(
        help="A board's name, a .toml file, or none for no board.", metavar="NAME|FILE|none"
    ),
]
EngineName: TypeAlias = Annotated[
    str,
    typer.Option(
        help="Planning engine of the agent planner; 'planner-clue engines' lists them. "
        "planner-huji always uses clue-astar.",
        metavar="NAME",
    ),
]
Search: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Search of the engine. For Fast Downward: the text after its own --search. For "
        "clue-astar: astar, wastar=WEIGHT or greedy; with unit- before it, as in "
        "unit-astar, every action costs 1.",
        metavar="TEXT",
    ),
]
Heuristic: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Heuristic of clue-astar and planner-huji: a name from 'planner-clue engines', "
        "or path/to/file.py:function.",
        metavar="NAME|FILE.py:NAME",
    ),
]
DomainFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        help="PDDL domain for the agent planner instead of its own; see pddl/README.md.",
        metavar="FILE",
    ),
]
Model: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Model of the agent planner's problems: conditional (a suggestion, and a branch for "
        "every answer), conditional-2 (two suggestions deep; slow), identification (suggest until "
        "all drawn deals are told apart) or priced (one visit, with uncertainty in the costs). "
        "Default: the model that the domain is for.",
        metavar="NAME",
    ),
]
Isolate: TypeAlias = Annotated[
    str,
    typer.Option(
        help="Agents that run in processes of their own: files (those from files), all, or none. "
        "Programs and players of the CPSC 415 tournament always do.",
        metavar="files|all|none",
    ),
]
AgentSeconds: TypeAlias = Annotated[
    int | None,
    integer("Timeout of one answer of an isolated agent in seconds; default 30.", metavar="S"),
]
AgentGameSeconds: TypeAlias = Annotated[
    int | None,
    integer(
        "Timeout of all answers of an isolated agent in a game, in seconds; default 600.",
        metavar="S",
    ),
]
AgentMemory: TypeAlias = Annotated[
    int | None,
    integer("Memory limit of an isolated agent in megabytes; default 2048.", metavar="MB"),
]
RequireConfinement: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--require-confinement",
        help="Refuse to play if this system cannot confine the code of others; 'planner-clue "
        "agents --isolation' lists what it can.",
    ),
]
Port: TypeAlias = Annotated[
    int | None, integer("Port of the local server; default: the first free one from 8421 on.")
]
Asking: TypeAlias = Annotated[
    int,
    typer.Option(
        help="Use suggestions as evidence: an honest player is ODDS times less likely to name a "
        "card whose place it knows. How each player chooses cards and rooms is learned from its "
        "suggestions. The planner uses 32; with 1, suggestions are not evidence.",
        metavar="ODDS",
        show_default=True,
    ),
]
RECORD_HELP = "The folder of a match, a games.jsonl file, or a file with one record."
Record: TypeAlias = Annotated[Path, typer.Argument(help=RECORD_HELP, metavar="RECORD")]
SEAT_HELP = "a number from 0, a token such as mustard, or the name of an agent with one seat"
SeatName: TypeAlias = Annotated[
    str | None,
    typer.Option("--seat", help=f"Seat: {SEAT_HELP}; default: the first planner.", metavar="SEAT"),
]
GameNumber: TypeAlias = Annotated[
    int | None, integer("Number of the game; default: the first in the file.", "--game")
]


def planning_settings(
    engine: str, search: str | None, heuristic: str | None, domain: Path | None, model: str | None
) -> "PlanningSettings":
    """Return the settings of planners; raises :class:`InputError` for an unusable domain."""
    from planner_clue.agents.settings import PlanningSettings
    from planner_clue.deliberation.contract import load_agent_domain

    text = load_agent_domain(str(domain)).text if domain else None
    return PlanningSettings(
        engine=engine, search=search, heuristic=heuristic, domain=text, model=model
    )


_LEAST_MEGABYTES = 256


def isolation_settings(
    agents: Sequence[str],
    isolate: str,
    seconds: int | None,
    game_seconds: int | None,
    memory: int | None,
    hidden: Sequence[Path | None] = (),
) -> "IsolationSettings":
    """Return the settings; raises :class:`InputError` for a limit without effect.

    No agent sees the ``hidden`` folders.
    """
    from planner_clue.agents.placement import PLACES, is_isolated
    from planner_clue.agents.settings import IsolationSettings

    if isolate not in PLACES:
        raise InputError(f"--isolate {isolate}; expected one of {', '.join(PLACES)}")
    limits = {
        "--agent-seconds": ("seconds_per_answer", seconds),
        "--agent-game-seconds": ("seconds_per_game", game_seconds),
        "--agent-memory": ("megabytes", memory),
    }
    given = {option: value for option, (_, value) in limits.items() if value is not None}
    settings = IsolationSettings(
        isolate=isolate,
        hidden=tuple(str(folder.absolute()) for folder in hidden if folder),
        **{name: value for name, value in limits.values() if value is not None},
    )
    is_unused = not any(is_isolated(agent, settings) for agent in agents)
    for option, value in given.items():
        if value < 1:
            raise InputError(f"{option} {value}; expected 1 or more")
        if is_unused:
            raise InputError(
                f"{option} {value}: no agent of this match runs in a process of its own; expected "
                "one from a file, or --isolate all"
            )
    if memory is not None:
        _check_memory(memory)
    return settings


def _check_memory(megabytes: int) -> None:
    """Refuse a limit that the system does not enforce, or in which no agent can be loaded."""
    from planner_clue.sandbox import namespaces

    if not namespaces.ON_LINUX:
        raise InputError(
            f"--agent-memory {megabytes}: only Linux limits memory; expected no --agent-memory"
        )
    if megabytes < _LEAST_MEGABYTES:
        raise InputError(
            f"--agent-memory {megabytes}; expected {_LEAST_MEGABYTES} or more: Python and this "
            "program need that themselves"
        )


@contextmanager
def workers(
    jobs: int | None, cluster: str | None, configs: "Sequence[MatchConfig]"
) -> "Iterator[tuple[Executor | None, int]]":
    """Yield an executor for the games of ``configs``, and the number of its workers.

    Without an executor, the one worker is this process.
    """
    from planner_clue.match.pool import local_workers

    if cluster is not None:
        from planner_clue.match.cluster import connected

        with connected(cluster, configs) as executor:
            yield executor, executor.places
    elif (count := checked_jobs(jobs)) > 1:
        with local_workers(count) as executor:
            yield executor, count
    else:
        yield None, 1
