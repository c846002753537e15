"""``python -m benchmarks.valuation FOLDER``: which value of a suggestion predicts wins?

In half of its turns the planner of ``AnyPair`` suggests at random among the suspects and weapons
that it has to choose from, in the room where it is. So what a suggestion is worth by some measure,
beyond what it was expected to be worth, is a randomized experiment: the slope of winning over it is
causal. The command plays the matches into FOLDER, continues them, or only counts them, and prints
the slopes of three measures, each alone and all together, in points of the win rate per standard
deviation, with 95 % intervals by deals.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.ablations import GreedyFirst
from benchmarks.strength import Row
from planner_clue.belief.styles import Floats
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.planner.clue_planner import belief_of
from planner_clue.planner.follow_ups import FollowUpModel

MEASURES = ("turns of guessing", "uncertainty", "own cards named")
ROWS = tuple(
    Row(f"any-pair-{board}", ("exact", "exact"), board, "benchmarks/valuation.py:AnyPair")
    for board in ("classic", "none")
)


class AnyPair(GreedyFirst):
    """The planner without a search, with random suspects and weapons in half of its turns."""

    def begin(self, seat: Seat) -> None:
        """Sit down with a generator of its own."""
        super().begin(seat)
        self._choices = np.random.default_rng([seat.seed, 1])
        self._notes: list[dict[str, Any]] = []

    def suggest(self, room: Card) -> Suggestion | None:
        """Suggest as planned or at random, and note what that is worth beyond the expectation."""
        planned: Suggestion | None = super().suggest(room)
        model = self.planner.model
        assert isinstance(model, FollowUpModel)
        outlook = model.outlook(belief_of(self.mind), self.seat.seed)
        every = outlook.shortlist(room, len(self.seat.deck) ** 2)
        if planned not in every or len(every) == 1:
            return planned
        survival, least = outlook.parameters.survival, outlook.threshold
        values = outlook.root.time_left([every], outlook.per_guess, survival, least)
        own = [len({*asked[:2]} & {*self.seat.hand}) for asked in every]
        measured = np.array([values[0][0], values[1][0], own])
        place = every.index(planned)
        expected = (measured[:, place] + measured.mean(axis=1)) / 2
        if self._choices.random() < 1 / 2:
            place = int(self._choices.integers(len(every)))
        self._notes.append({"beyond": (measured[:, place] - expected).round(6).tolist()})
        return every[place]

    def notes(self) -> list[dict[str, Any]]:
        """Return what each suggestion was worth."""
        return self._notes


def slopes(folder: Path) -> Iterator[str]:
    """Yield a table of the slopes of one match."""
    beyond: list[list[float]] = []
    won: list[bool] = []
    deals: list[str] = []
    with (folder / "games.jsonl").open(encoding="utf-8") as games:
        for record in map(json.loads, games):
            agents = [seat["agent"].rpartition(":")[2] for seat in record["seats"]]
            seat = agents.index(AnyPair.__name__)
            for note in record["notes"][seat]:
                beyond.append(note["beyond"])
                won.append(record["result"]["winner"] == seat)
                deals.append(json.dumps(record["deal"]))
    x, y = np.array(beyond), 100.0 * np.array(won)
    x, y = x / x.std(axis=0), y - y.mean()
    yield f"{folder.name}: {len(y)} suggestions"
    yield "| measure | alone, points per standard deviation | all together |"
    yield "|---|---|---|"
    together = _with_intervals(x, y, deals)
    for number, name in enumerate(MEASURES):
        yield f"| {name} | {_with_intervals(x[:, [number]], y, deals)[0]} | {together[number]} |"


def _with_intervals(x: Floats, y: Floats, deals: list[str]) -> list[str]:
    """Return the slopes of a linear regression in words; errors are clustered by deals."""
    inverse = np.linalg.inv(x.T @ x)
    found = inverse @ x.T @ y
    scores = x * (y - x @ found)[:, None]
    by_deal: defaultdict[str, Floats] = defaultdict(lambda: np.zeros(x.shape[1]))
    for deal, score in zip(deals, scores, strict=True):
        by_deal[deal] += score
    meat = sum(np.outer(score, score) for score in by_deal.values())
    half = 1.96 * np.sqrt(np.diag(inverse @ meat @ inverse))
    return [f"{a:+.1f}, {a - b:+.1f} to {a + b:+.1f}" for a, b in zip(found, half, strict=True)]


def main() -> None:
    """Play what is missing, and print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.valuation",
        description="Which value of a suggestion predicts wins?",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the matches")
    parser.add_argument("--games", type=int, default=3000, metavar="N", help="games of a match")
    parser.add_argument("--seed", type=int, default=4201, help="of the matches")
    options = parser.parse_args()
    for row in ROWS:
        row._replace(games=options.games).play(options.folder, options.seed)
        print("\n".join([*slopes(row.in_(options.folder)), ""]), flush=True)


if __name__ == "__main__":
    main()
