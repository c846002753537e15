"""``planner-clue bn``: a Bayesian network at one point of a recorded game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from planner_clue.cli.arguments import whole_number
from planner_clue.cli.records import RECORD_HELP, SEAT_HELP, GameNumber, checked_seat, read_game
from planner_clue.errors import InputError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planner_clue.agents.bayesian_networks import NetworkView

NETWORKS = ("bn1", "bn2")


def bn(
    agent: Annotated[str, typer.Option(help="The agent whose network to draw.", metavar="bn1|bn2")],
    record_file: Annotated[
        Path,
        typer.Option("--record", help=RECORD_HELP, metavar="RECORD"),
    ],
    turn: Annotated[
        int,
        typer.Option(
            help="Show the network after this turn of the game; 0 is before the first turn.",
            metavar="N",
            parser=whole_number,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="Image to write, a .png or .svg file; default: AGENT-turn-N.png.",
            metavar="FILE",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help=f"Seat whose view to take: {SEAT_HELP}; default: the agent's first.",
            metavar="SEAT",
        ),
    ] = None,
    game: GameNumber = None,
) -> None:
    """Draw a Bayesian network and print its probabilities.

    The network takes in what a seat of a recorded game saw, even if another agent played
    there. The column "plays as" is the probability that the card is in the case file, as the
    agent uses it in play.
    """
    from planner_clue.agents.placement import load_agent
    from planner_clue.agents.settings import AgentSettings
    from planner_clue.match.rethink import listen
    from planner_clue.show.charts import check_image, draw_network
    from planner_clue.show.wording import full_names_of, suspects_of

    if agent not in NETWORKS:
        raise InputError(f"--agent {agent}; {nearest(agent, NETWORKS)}")
    image = out or Path(f"{agent}-turn-{turn}.png")
    check_image(image)
    record = read_game(record_file, game)
    chosen = _seat_of(record, agent) if seat is None else checked_seat(record, seat)
    _check_turn(record, turn)
    listener: Any = load_agent(agent, AgentSettings())()
    listen(record, chosen, listener, turn)
    view = cast("NetworkView", listener.view())
    point = f"after turn {turn}" if turn else "before the first turn"
    seen_by = full_names_of(record)[chosen]
    title = f"{agent}, as seen by {seen_by}, game {record['game']}, {point}"
    draw_network(view, title, image)
    _print_table(view, title, suspects_of(record))
    typer.echo(f"drawn in {image}")


def _seat_of(record: dict[str, Any], agent: str) -> int:
    """Return the first seat of this agent."""
    for number, about in enumerate(record.get("seats", ())):
        if about.get("agent") == agent:
            return number
    raise InputError(
        f"no {agent} in this record; expected --seat SEAT, the seat whose view to take"
    )


def _check_turn(record: dict[str, Any], turn: int) -> None:
    events = record.get("events") or [{}]
    last = events[-1].get("turn", 0)
    if not 0 <= turn <= last:
        raise InputError(f"--turn {turn}; expected 0 (before the first turn) to {last}")


def _print_table(view: "NetworkView", title: str, tokens: "Sequence[str]") -> None:
    """Print, for each card, the probability of each holder and the one used in play."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="", box=SIMPLE)
    table.add_column("card")
    for holder in view.holders:
        table.add_column(tokens[int(holder)] if holder.isdecimal() else holder, justify="right")
    table.add_column("plays as", justify="right")
    for card, chances in view.chances.items():
        cells = (*chances, view.case[card])
        table.add_row(card, *(f"{chance:.3f}" for chance in cells))
    Console(width=max(100, Console().width)).print(table)
