"""The options that several commands have, each as a type with its help."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from planner_clue.cli.arguments import whole_number

if TYPE_CHECKING:
    from planner_clue.agents.settings import PlanningSettings

Seed: TypeAlias = Annotated[
    int,
    typer.Option(help="The same seed gives the same games.", metavar="S", parser=whole_number),
]
Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Number of processes; default: one per core.", metavar="J", parser=whole_number
    ),
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Play on the Dask cluster with this scheduler, instead of in processes of our own: "
        "tcp://host:8786, say. Needs pip install '.[cluster]'; docs/scale.md says more.",
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
        help="What the agent planner's problems are about: identification (ask until all drawn "
        "deals are told apart) or priced (one visit, by what each question costs). Default: "
        "what the domain is for.",
        metavar="NAME",
    ),
]
Isolate: TypeAlias = Annotated[
    str,
    typer.Option(
        help="Which agents sit in processes of their own: files (those that come from files), all, "
        "or none. Players of the CPSC 415 tournament always do.",
        metavar="files|all|none",
    ),
]
AgentSeconds: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Seconds an isolated agent may take for one answer; default 30.",
        metavar="S",
        parser=whole_number,
    ),
]
AgentGameSeconds: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Seconds that all answers of an isolated agent may take in a game; default 600.",
        metavar="S",
        parser=whole_number,
    ),
]
AgentMemory: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Megabytes of memory that an isolated agent may use; default 2048.",
        metavar="MB",
        parser=whole_number,
    ),
]


def planning_settings(
    engine: str, search: str | None, heuristic: str | None, domain: Path | None, model: str | None
) -> "PlanningSettings":
    """Return how planners plan; :class:`InputError` for a domain that they cannot plan in."""
    from planner_clue.agents.settings import PlanningSettings
    from planner_clue.deliberation.contract import load_agent_domain

    text = load_agent_domain(str(domain)).text if domain else None
    return PlanningSettings(
        engine=engine, search=search, heuristic=heuristic, domain=text, model=model
    )
