"""``planner-clue talk``: the lines between a match and a program."""

from typing import Annotated

import typer

from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.cli import options
from planner_clue.cli.match_options import (
    ISOLATION,
    check_isolation,
    checked_seats,
    takes_settings,
)
from planner_clue.cli.options import argument, integer
from planner_clue.errors import printable
from planner_clue.match.config import MatchConfig
from planner_clue.match.talk import talk as played

_OTHERS = ("random", "random")


@takes_settings
def talk(
    agents: Annotated[
        list[str],
        argument(
            "A program, such as 'command:java -jar mine.jar'; or all agents of a match, the "
            "program among them. Alone it plays against two random agents.",
            metavar="AGENT...",
        ),
    ],
    game: Annotated[int, integer("Number of the game in the match.", "--game", least=0)] = 0,
    seed: options.Seed = 1,
    board: options.BoardName = "classic",
    rules: options.Rules = "",
    seats: options.Seats = "rotated",
    isolation: Annotated[IsolationSettings, "isolate"] = ISOLATION,
) -> int:
    """Print the lines of one game with a program.

    They are printed as they pass. Lines of the match begin with '>', those of the program with '<';
    what the program writes to stderr stands between them. The same agents, options and --game play
    a game of a match again.

    Example: planner-clue talk "command:node mine.js" --board none
    """
    names = tuple(agents) if len(agents) > 1 else (*agents, *_OTHERS)
    check_isolation(names, isolation)
    config = MatchConfig(
        names,
        game + 1,
        seed,
        board=board,
        rules=rules,
        seats=checked_seats(seats),
        settings=AgentSettings(isolation=isolation),
    )
    config.check()
    seat, table, faults = played(config, game, lambda line: typer.echo(printable(line)))
    for fault in faults:
        typer.echo(f"seat {fault.seat}, turn {fault.turn}, {fault.decision}: {fault.failure}")
    assert table.result is not None
    winner = table.result.winner
    who = "nobody" if winner is None else "the program" if winner == seat else f"seat {winner}"
    typer.echo(f"seat {seat} was the program's; {who} won ({table.result.how})")
    return 3 if faults else 0
