"""A tournament to try players in, written from the description of its interface.

It stands in for the course's own program, which is not included. Cards and ``CluePlayer`` come from
our table.
"""

import random
from typing import Any

from planner_clue.adapters.cpsc415.shim import CluePlayer, rooms, suspects, weapons

__all__ = ["CluePlayer", "Game", "rooms", "suspects", "weapons"]


class Game:
    """One game; anything that a player must not do is an AssertionError."""

    def __init__(self, classes: list[Any]) -> None:
        solution = [random.choice(cards) for cards in (suspects, weapons, rooms)]
        self.solution = tuple(solution)
        pack = [card for card in (*suspects, *weapons, *rooms) if card not in solution]
        random.shuffle(pack)
        self.hands = {number: set(pack[number - 1 :: 3]) for number in (1, 2, 3)}
        self.players = {n: made(set(self.hands[n]), n) for n, made in enumerate(classes, 1)}
        assert all(self.players[n].hand == self.hands[n] for n in self.players)
        self.order = random.sample([1, 2, 3], 3)
        self.out: list[int] = []
        self.turns = 0

    def play(self, limit: int = 3000) -> int | str:
        while self.turns < limit and len(self.out) < 3:
            number = self.order[self.turns % 3]
            self.turns += 1
            if number in self.out:
                continue
            if self.players[number].ready_to_accuse():
                if self.players[number].get_accusation() == self.solution:
                    return number
                self.out.append(number)
            else:
                self.suggest(number)
        assert self.turns < limit, "nobody accuses"
        return "Tie"

    def suggest(self, asking: int) -> None:
        suggestion = self.players[asking].get_suggestion()
        assert type(suggestion) is tuple
        assert [card.category for card in suggestion] == ["SUSPECT", "WEAPON", "ROOM"]
        at = self.order.index(asking)
        for answering in (self.order[(at + 1) % 3], self.order[(at + 2) % 3]):
            card = self.players[answering].handle_suggestion(asking, suggestion)
            held = self.hands[answering].intersection(suggestion)
            assert card in held if held else card is None
            for player in self.players.values():
                player.publicly_observe(asking, suggestion, answering, card is not None)
            if card is not None:
                self.players[asking].secretly_observe(answering, card)
                return
