"""Players of the tournament, good and bad, written to its interface for these tests."""

from pathlib import Path

GOOD = '''\
"""Crosses off what it sees, asks about the rest, accuses what nobody could show."""

import random

import clue
from clue import CluePlayer, rooms, suspects, weapons


class {name}(CluePlayer):
    def __init__(self, hand, player_num):
        super().__init__(player_num, "good")
        self.hand = hand
        self.left = [[c for c in cards if c not in hand] for cards in (suspects, weapons, rooms)]
        self.asked = None

    def ready_to_accuse(self):
        return self.asked is not None

    def get_accusation(self):
        return self.asked

    def get_suggestion(self):
        self.asked = tuple(random.choice(cards) for cards in self.left)
        return self.asked

    def handle_suggestion(self, suggesting_player_num, suggestion):
        held = [card for card in suggestion if card in self.hand]
        return held[0] if held else None

    def publicly_observe(self, suggesting, suggestion, responding, revealed):
        pass

    def secretly_observe(self, responding_player_num, card):
        self.asked = None
        for cards in self.left:
            if card in cards:
                cards.remove(card)
'''
"""A player that breaks no rule; it wins now and then."""


def write_player(
    folder: Path, body: str = "", *, name: str = "mine_CluePlayer", before: str = ""
) -> str:
    """Write a player that is good but for the methods in ``body``; return what a match names.

    ``before`` is put at the file's beginning.
    """
    path = folder / f"{name}.py"
    own = "\n".join(f"    {line}" if line else "" for line in body.splitlines())
    path.write_text(f"{before}\n{GOOD.format(name=name)}\n{own}\n", encoding="utf-8")
    return f"cpsc415:{path}"


def method(name: str, *lines: str) -> str:
    return "\n".join([f"def {name}(self, *asked):", *(f"    {line}" for line in lines)])
