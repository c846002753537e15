"""The policy that decides over the dice how a turn begins and where the token stops.

The cost of the best plan from a room on is the *price* of entering that room. From the prices and
the probabilities of the dice follows where to stop on the way, a stochastic shortest-path problem
(:class:`planner_clue.game.board.turns.TravelCosts`).
"""

from collections.abc import Mapping
from functools import lru_cache
from math import inf

from planner_clue.game.board import Place
from planner_clue.game.board.turns import ExpectedTurns, TravelCosts
from planner_clue.game.cards import Card
from planner_clue.game.decisions import MoveOptions, Opening, TurnOptions
from planner_clue.planner.model import TURN
from planner_clue.planner.plan_tree import By

WAYS: dict[Opening, By] = {
    Opening.ROLL: "dice", Opening.PASSAGE: "passage", Opening.STAY: "staying"
}  # fmt: skip
"""The ways of steps by the openings of a turn."""


class MovePolicy:
    """Decides on one board from the prices of entering rooms."""

    def __init__(self, turns: ExpectedTurns | None, passages: Mapping[Card, Card]) -> None:
        """Take the expected turns of the board; None at a table without one."""
        self._turns, self._passages = turns, passages
        self._costs = lru_cache(maxsize=2)(self._travel_costs)

    def opening(
        self, options: TurnOptions, prices: Mapping[Card, float]
    ) -> tuple[Opening, Card | None]:
        """Return the way to begin the turn that costs least, and the room that it leads to."""
        travel = self._costs(tuple(prices.items()))
        costs = {Opening.ROLL: travel.cost_of_rolling(options.here) if travel else inf}
        rooms = {opening: self._room(opening, options.here) for opening in options.openings}
        for opening, room in rooms.items():
            if room is not None and room in prices:
                costs[opening] = TURN + prices[room]
        best = min(costs, key=costs.__getitem__)
        return best, rooms.get(best)

    def stop(self, options: MoveOptions, prices: Mapping[Card, float]) -> Place | None:
        """Return the place from which the rest of the plan costs least; None without prices."""
        travel = self._costs(tuple(prices.items()))
        if travel is None or options.here is None:
            known = [room for room in options.rooms if room in prices]
            return min(known, key=prices.__getitem__, default=None)
        places: list[Place] = [*options.rooms, *options.squares]
        costs = {place: travel.cost(place) for place in places}
        if options.here not in costs:
            costs[options.here] = travel.cost_of_rolling(options.here)
        return min(costs, key=costs.__getitem__)

    def _room(self, opening: Opening, here: Place) -> Card | None:
        """Return the room that an opening leads to; None where the dice decide."""
        if not isinstance(here, str) or opening is Opening.ROLL:
            return None
        return here if opening is Opening.STAY else self._passages.get(here)

    def _travel_costs(self, prices: tuple[tuple[Card, float], ...]) -> TravelCosts | None:
        return TravelCosts(self._turns, dict(prices), TURN) if self._turns and prices else None
