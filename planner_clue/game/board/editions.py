"""Editions: boxes with other names of the cards, or other cards, in files like boards.

An edition is written in the language of boards, without a map::

    name = "french"
    board = "classic"           # the board that it belongs to, or "none"
    suspects = ["Rose/Scarlett", "Moutarde/Mustard", ...]      names, each with its aliases
    rooms = ["Cuisine/Kitchen", ...]

What is not listed is as in the classic box. A room, and a suspect with its start, is the one on the
board that has one of its names.
"""

import json

from planner_clue.game.board.board import Board, board_from_toml
from planner_clue.game.board.map import BoardMap
from planner_clue.game.cards import Card
from planner_clue.support.errors import BoardError


def on_board(edition: Board, board: Board, name: str) -> Board:
    """Return a board with the cards of an edition; :class:`BoardError` if one is not on it."""
    return board_from_toml(_written(edition.map, board.map, name), name)


def _written(edition: BoardMap, board: BoardMap, name: str) -> str:
    """Return the file of a board in the names of an edition."""
    deck = edition.deck
    aliases = {card: [alias for alias, of in deck.aliases if of == card] for card in deck.cards}
    texts = {card: "/".join([card, *aliases[card]]) for card in deck.cards}

    def card_called(old: Card, cards: tuple[Card, ...]) -> Card:
        found = [card for card in cards if old in (card, *aliases[card])]
        if not found:
            what = f"{name}: '{old}' on the board {board.name} is no card of this edition"
            hint = f"expected it as the alias of one of {', '.join(cards)}"
            raise BoardError(f"{what}; {hint}")
        return found[0]

    rooms = {room.name: card_called(room.name, deck.rooms) for room in board.rooms}
    if missing := [room for room in deck.rooms if room not in rooms.values()]:
        raise BoardError(
            f"{name}: the board {board.name} has no '{missing[0]}'; expected all rooms"
        )
    starts = {card_called(old, deck.suspects): square for old, square in board.starts.items()}
    lines = [f"name = {json.dumps(name)}"]
    for key, cards in (("suspects", deck.suspects), ("weapons", deck.weapons)):
        lines.append(f"{key} = {json.dumps([texts[card] for card in cards])}")
    lines += ["map = '''", *board.rows, "'''"]
    for room in board.rooms:
        doors = [[door.cell, door.front] for door in room.doors]
        lines += [f"[rooms.{room.letter}]", f"name = {json.dumps(texts[rooms[room.name]])}"]
        lines += [f"doors = {json.dumps(doors)}"]
        lines += [f"passage = {json.dumps(rooms[room.passage])}"] if room.passage else []
    squares = [f"{suspect} = {json.dumps(starts[suspect])}" for suspect in starts]
    return "\n".join([*lines, "[starts]", *squares, ""])
