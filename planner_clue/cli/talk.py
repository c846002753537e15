"""``planner-clue talk``: the lines between a match and a program."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from planner_clue.agents import isolated_agent, registry, settings
from planner_clue.agents.programs.command import is_program
from planner_clue.cli import match_options, options
from planner_clue.cli.options import argument, integer
from planner_clue.errors import AgentNameError, printable
from planner_clue.match.config import MatchConfig
from planner_clue.match.game import Fault, notes_of, play_game, seat_agent
from planner_clue.match.play import set_up
from planner_clue.table.table import Table

_OTHERS = ("random", "random")


@match_options.takes_settings
def talk(
    agents: list[str] = argument(
        "AGENT...",
        "A program, such as 'command:java -jar mine.jar'; or all agents of a match, the "
        "program among them. Alone it plays against two random agents.",
    ),
    game: int = integer(0, "Number of the game in the match.", "--game", least=0),
    seed: options.Seed = 1,
    board: options.BoardName = "classic",
    rules: options.Rules = "",
    seats: options.Seats = "rotated",
    isolation: Annotated[settings.IsolationSettings, "isolate"] = match_options.ISOLATION,
) -> int:
    """Print the lines of one game with a program.

    Lines of the match begin with '>', those of the program with '<'; what it writes to stderr
    stands between them. The same agents, options and --game play a game of a match again.

    Example: planner-clue talk "command:node mine.js" --board none
    """
    names = tuple(agents) if len(agents) > 1 else (*agents, *_OTHERS)
    match_options.check_isolation(names, isolation)
    config = MatchConfig(
        names,
        game + 1,
        seed,
        board=board,
        rules=rules,
        seats=match_options.checked_seats(seats),
        settings=settings.AgentSettings(isolation=isolation),
    )
    config.check()
    seat, table, faults = talk_through(config, game, lambda line: typer.echo(printable(line)))
    for fault in faults:
        typer.echo(f"seat {fault.seat}, turn {fault.turn}, {fault.decision}: {fault.failure}")
    assert table.result is not None
    winner = table.result.winner
    who = "nobody" if winner is None else "the program" if winner == seat else f"seat {winner}"
    typer.echo(f"seat {seat} was the program's; {who} won ({table.result.how})")
    return 3 if faults else 0


_SECONDS_BETWEEN_LOOKS = 0.05


def talk_through(
    config: MatchConfig, game: int, show: Callable[[str], None]
) -> tuple[int, Table, list[Fault]]:
    """Play a game; return the first program's seat, the finished table, and all failures.

    ``show`` is given the lines of the match after ``> ``, those of the program after ``< ``, and
    its stderr. Raises :class:`AgentNameError` without a program.
    """
    at = config.schedule.game(game)
    names = [config.agents[slot] for slot in at.slots]
    slot = next((slot for slot, agent in enumerate(config.agents) if is_program(agent)), None)
    if slot is None:
        what = f"agents {', '.join(config.agents)}: no program among them"
        raise AgentNameError(f"{what}; expected one such as 'command:java -jar mine.jar'")
    seat = at.slots.index(slot)
    factories = [
        isolated_agent.IsolatedAgentFactory(name, config.settings, talk=True)
        if place == seat
        else registry.load_agent(name, config.settings)
        for place, name in enumerate(names)
    ]
    agents = list(map(seat_agent, factories))
    table, seeds, chance = set_up(config.load_board(), config.load_rules(), config.seed, at)
    faults: list[Fault] = []
    program = agents[seat]
    with _shown(program.printed, show):  # type: ignore[attr-defined]
        play_game(table, agents, seeds, chance, faults.append)
        notes_of(program)
    return seat, table, faults


@contextmanager
def _shown(printed: Callable[[], str], show: Callable[[str], None]) -> Iterator[None]:
    over = threading.Event()

    def follow() -> None:
        begin = 0
        while begin >= 0:
            is_over = over.wait(_SECONDS_BETWEEN_LOOKS)
            text = printed()[begin:]
            text = text if is_over else text[: text.rfind("\n") + 1]
            for line in text.splitlines():
                show(line)
            begin = -1 if is_over else begin + len(text)

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
