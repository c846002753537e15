"""A tournament to try players in, written from the description of its interface.

It stands in for the course's own program, of which nothing is here; cards and ``CluePlayer`` are
those of our table. Players are imported from files beside it. Run as a program it plays games of
three players and prints what happened as JSON::

    python clue.py planner exact ladder_2 --games 3 --seed 1
"""

import argparse
import importlib
import json
import random
from collections import Counter
from typing import Any

from planner_clue.agents.cpsc415.shim import CluePlayer, rooms, suspects, weapons

__all__ = ["CluePlayer", "Game", "rooms", "suspects", "weapons"]


class Game:
    """One game; whatever a player must not do is an AssertionError."""

    def __init__(self, classes: list[Any]) -> None:
        solution = [random.choice(cards) for cards in (suspects, weapons, rooms)]
        self.solution = tuple(solution)
        pack = [card for card in (*suspects, *weapons, *rooms) if card not in solution]
        random.shuffle(pack)
        self.hands = {number: set(pack[number - 1 :: 3]) for number in (1, 2, 3)}
        self.players = {
            number: made(set(self.hands[number]), number) for number, made in enumerate(classes, 1)
        }
        assert all(self.players[n].hand == self.hands[n] for n in self.players)
        self.order = random.sample([1, 2, 3], 3)
        self.out: list[int] = []
        self.turns = 0

    def play(self, limit: int = 3000) -> int | str:
        """Return the winner's number, or "Tie" when all are out."""
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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("players", nargs=3)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    clue = importlib.import_module("clue")  # players know this module, not __main__
    names = [f"{player}_CluePlayer" for player in asked.players]
    classes = [getattr(importlib.import_module(name), name) for name in names]
    assert all(issubclass(player, CluePlayer) for player in classes)
    random.seed(asked.seed)
    wins: Counter[str] = Counter()
    orders, out, turns = set(), 0, []
    for _ in range(asked.games):
        game = clue.Game(classes)
        orders.add(tuple(game.order))
        winner = game.play()
        wins[winner if winner == "Tie" else asked.players[winner - 1]] += 1
        out += len(game.out)
        turns.append(game.turns)
    result = {"wins": dict(sorted(wins.items())), "out": out, "turns": turns, "orders": len(orders)}
    print(json.dumps(result))  # noqa: T201


if __name__ == "__main__":
    main()
