"""``planner-clue talk``: the lines between a match and a program."""

from typing import Annotated

import typer

from planner_clue.cli import options
from planner_clue.cli.options import argument, integer, option
from planner_clue.errors import InputError, printable

_OTHERS = ("random", "random")


def talk(
    agents: Annotated[
        list[str],
        argument(
            "A program, such as 'command:java -jar mine.jar'; or all agents of a match, the "
            "program among them. Alone it plays against two random agents.",
            metavar="AGENT...",
        ),
    ],
    game: Annotated[int, integer("Number of the game in the match.", "--game")] = 0,
    seed: options.Seed = 1,
    board: options.BoardName = "classic",
    rules: Annotated[str, option("A rule set, as for match. Default: what fits the board.")] = "",
    seats: Annotated[
        str, option("Seats, as for match.", metavar="rotated|fixed", show_default=True)
    ] = "rotated",
    agent_seconds: options.AgentSeconds = None,
    agent_game_seconds: options.AgentGameSeconds = None,
    agent_memory: options.AgentMemory = None,
) -> int:
    """Print the lines of one game with a program.

    They are printed as they pass. Lines of the match begin with '>', those of the program with '<';
    what the program writes to stderr stands between them. The same agents, options and --game play
    a game of a match again.

    Example: planner-clue talk "command:node mine.js" --board none
    """
    from planner_clue.agents.settings import AgentSettings
    from planner_clue.match.config import MatchConfig
    from planner_clue.match.talk import talk as played

    if seats not in {"rotated", "fixed"}:
        raise InputError(f"--seats {seats}; expected rotated or fixed")
    if game < 0:
        raise InputError(f"--game {game}; expected 0 or more")
    names = tuple(agents) if len(agents) > 1 else (*agents, *_OTHERS)
    limits = options.isolation_settings(
        names, "files", agent_seconds, agent_game_seconds, agent_memory
    )
    settings = AgentSettings(isolation=limits)
    config = MatchConfig(
        names,
        game + 1,
        seed,
        board=board,
        rules=rules,
        rotate=seats == "rotated",
        settings=settings,
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
