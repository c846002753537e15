"""``planner-clue boards``, ``agents`` and ``engines``: lists to choose from."""

from contextlib import closing
from pathlib import Path
from typing import Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from planner_clue.agents.built_in import BUILT_IN, agent_names
from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import AgentSettings
from planner_clue.cli import options
from planner_clue.cli.options import argument, check_file, flag, option
from planner_clue.cli.output import write_file, write_json
from planner_clue.game.board import Board, board_names, edition_names, load_board
from planner_clue.game.board.drawing import board_svg
from planner_clue.game.rules import default_rules
from planner_clue.planner.engines import HEURISTICS, load_engine
from planner_clue.planning.engines import FEATURES, engine_names, installed_engine_names
from planner_clue.planning.engines.registry import up_ini as file
from planner_clue.support.errors import InputError
from planner_clue.view.board_text import draw_board, table_of_turns

_LONGEST_WORD = len("unified-planning's")  # minimum width of the column with descriptions


def boards(
    name: str | None = argument("[NAME]", "A board's name or a .toml file.", default=None),
    json_file: options.JsonFile = None,
    svg: Path | None = option("FILE", "Draw the board with all tokens as .svg."),
) -> None:
    """List the boards or draw one with its distances.

    For each pair of rooms, a table shows the steps through the hallway, and the expected number of
    turns with two dice and optimal play, which may use secret passages and other rooms.
    """
    if name is None:
        for option, file in (("--json", json_file), ("--svg", svg)):
            if file:
                what = f"{option} without a board"
                raise InputError(f"{what}; expected planner-clue boards NAME {option} FILE")
        for known in board_names():
            typer.echo(f"{known}: {_about(load_board(known))}")
        typer.echo(f"Editions (docs/editions.md): {', '.join(edition_names())}")
        return
    board = load_board(name)
    if not board:
        what = f"edition {name} has no map, but these cards: {', '.join(board.deck.cards)}"
        raise InputError(f"{what}; expected a board")
    check_file("--svg", svg, endings=[".svg"])
    if svg:
        write_file("--svg", svg, board_svg(board, board.starts))
    if json_file:
        write_json(_board_json(board), json_file)
    if json_file or svg:
        return
    typer.echo(f"{board.name}: {_about(board)}\n\n{draw_board(board)}\n")
    rules = default_rules(board)
    typer.echo(f"steps / expected turns, rules {rules.name}:")
    typer.echo(table_of_turns(board, rules.turns(board)))


def agents(
    isolation: bool = flag("--isolation", "List what third-party code cannot do on this system."),
    json_file: options.JsonFile = None,
) -> None:
    """List the agents that can play in a match.

    With --isolation, list instead what third-party code cannot do on this system.
    """
    if not isolation:
        options.check_absent("; expected only with --isolation", json=json_file)
        for name in agent_names():
            about = BUILT_IN[name].summary if name in BUILT_IN else "installed by another package"
            typer.echo(f"{name}: {about}")
        return
    with closing(load_isolated("random", AgentSettings())) as factory:
        found = factory.guarantees
    if not write_json({"schema": 1, "guarantees": [one._asdict() for one in found]}, json_file):
        return
    for one in found:
        lacking = "" if one.holds else f"; needs {one.needs}"
        state = "holds" if one.holds else "DOES NOT HOLD"
        typer.echo(f"{one.name}: {state}: {one.says}{lacking}")


def engines(
    up_ini: bool = flag("--up-ini", "Print up.ini, which adds our engines to unified-planning."),
) -> None:
    """List the planning engines and heuristics.

    The table shows which features of PDDL each engine supports. It includes engines that are
    installed for unified-planning, such as pyperplan after 'pip install up-pyperplan'.
    """
    if up_ini:
        typer.echo(file(), nl=False)
        return

    table = Table(box=SIMPLE)
    for column, width in (("engine", None), ("what it is", _LONGEST_WORD), ("search", None)):
        table.add_column(column, no_wrap=width is None, min_width=width)
    for feature in FEATURES:
        table.add_column(feature.replace(" ", "\n"), justify="center")
    for name in [*engine_names(), *installed_engine_names()]:
        engine = load_engine(name)
        about = engine.missing() or engine.description
        able = ["yes" if feature in engine.supports() else "-" for feature in FEATURES]
        table.add_row(name, about, engine.configuration or "-", *able)
    Console(width=max(105, Console().width)).print(table)
    typer.echo("Heuristics of clue-astar:")
    for name, heuristic in HEURISTICS.items():
        summary = (heuristic.__doc__ or "").partition("\n")[0]
        typer.echo(f"  {name}: {summary}")


def _about(board: Board) -> str:
    hallway = sum(row.count(".") for row in board.map.rows)
    doors = sum(len(room.doors) for room in board.rooms.values())
    return (
        f"{board.map.width} x {board.map.height}, {hallway} hallway squares, "
        f"{len(board.rooms)} rooms, {doors} doors, {len(board.starts)} starts, "
        f"{len({frozenset(ends) for ends in board.passages.items()})} passages"
    )


def _board_json(board: Board) -> dict[str, Any]:
    rules = default_rules(board)
    turns = rules.turns(board)
    return {
        "schema": 1,
        "name": board.name,
        "rules": str(rules),
        "width": board.map.width,
        "height": board.map.height,
        "map": list(board.map.rows),
        "rooms": {
            room.name: {
                "letter": room.letter,
                "squares": room.cells,
                "doors": [[door.cell, door.front] for door in room.doors],
                "passage": room.passage,
            }
            for room in board.rooms.values()
        },
        "starts": dict(board.starts),
        "pips": board.pips,
        "expected_turns": {
            origin: {room: round(turns.to_room(room)[origin], 6) for room in board.rooms}
            for origin in board.rooms
        },
    }
