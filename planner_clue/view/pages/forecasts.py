"""The planner's forecasts over a recorded game: who may win, and *guess the planner*.

All values are of the seat's belief at that moment, as if the planner played on there
(:mod:`planner_clue.planner.outlook`, and :mod:`planner_clue.planner.race`).

The win probability has a line per seat: pairs of a frame, and the probability from then on in
thousandths. A seat is forecast at the beginning of each of its turns, from what it knows, against
opponents of unknown strength; so forecasts for several seats do not add up to one. If the viewpoint
sees all seats, each forecast is divided by their sum.

*Guess the planner* asks at each own turn of a seat, with the value of every answer in turns::

    {"at": 11, "opens": 12, "turn": 7,    the last frame before the turn, and its first one
     "choice": ["plum", "rope", "hall"],  what the planner goes for; null: it accuses
     "ways": {"hall": 1.0, ...},          until a suggestion in each room
     "left": {"hall": [3.204, ...]},      from then on, per suspect and weapon
     "best": [["plum", "rope", "hall"], ...],    the shortlist, a suggestion per room, best first
     "accuse": 9.2, "chance": 0.1,        cost and probability of the most probable case file
     "forecasts": [[1.0, 0.9], ...]}      turns and probability to win by cost: 0, 0.5, 1, ... turns
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from planner_clue.belief import Belief
from planner_clue.belief.answer_tree import price_of_accusing
from planner_clue.belief.asking import ASKING
from planner_clue.belief.probability import CERTAIN, Probability
from planner_clue.game.board import Place
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.events import Accused, Eliminated, Forfeited, Suggested
from planner_clue.planner.decision import Replan, read_replans
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.model import DecisionContext
from planner_clue.planner.outlook import Beginning, Outlook
from planner_clue.planner.plan_tree import played_steps, remaining
from planner_clue.planner.race import Race
from planner_clue.view.pages.frames import Game

_MOST_TURNS = 30
"""The cost, in turns, of the last forecast of a question."""


def chances_of(game: Game) -> dict[str, list[list[float]]]:
    """Return the line of each seat that the viewpoint may read, by the number of the seat."""
    seats, lines = game.view.seats(game.table.players), list[list[list[float]]]()
    for seat in seats:
        lines.append(list(Forecaster(game, seat).chances()))
        if game.winner() is not None:
            lines[-1].append([len(game.frames) - 1, CERTAIN * (game.winner() == seat)])
    if len(lines) > 1:
        lines = shares(lines)
    return dict(zip(map(str, seats), lines, strict=True))


def shares(lines: Sequence[Sequence[Sequence[float]]]) -> list[list[list[float]]]:
    """Divide all lines at each frame by their sum there; each begins with its first value.

    >>> shares([[[0, 600], [4, 300]], [[2, 600]]])
    [[[0, 500], [2, 500], [4, 333]], [[0, 500], [2, 500], [4, 667]]]
    """
    values = [{int(at): probability for at, probability in line} for line in lines]
    now = [next(iter(of_seat.values()), 0.0) for of_seat in values]
    found: list[list[list[float]]] = [[] for _ in lines]
    for frame in sorted(set().union(*values)):
        now = [of_seat.get(frame, before) for of_seat, before in zip(values, now, strict=True)]
        total = sum(now)
        for line, probability in zip(found, now, strict=True):
            line.append([frame, round(CERTAIN * probability / total) if total else 0])
    return found


class Forecaster:
    """Values what a seat can do at its turns in a game."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game, self._seat, self._token = game, seat, game.table.tokens[seat]
        self._model = FollowUpModel(game.table.board, game.table.rules)
        self._stays = game.stays()

    def chances(self) -> Iterator[list[float]]:
        """Yield frames, each with the probability to win from then on."""
        here, turn = self._game.starts.get(self._token), 0
        for moment, belief in self._game.believed(self._seat, asking=ASKING):
            event = moment.event
            if moment.whose == self._seat and event.turn != turn:
                turn = event.turn
                _, _, best, race = self._race(belief, turn, here)
                forecast = race.forecast(best[0].turns if best else 0.0)
                yield [moment.frame - 1, Probability(forecast.win).thousandths]
            if isinstance(event, Eliminated | Forfeited) and event.seat == self._seat:
                yield [moment.frame, 0]
                return
            here = moment.places.get(self._token)

    def _race(
        self, belief: Belief, turn: int, here: Place | None
    ) -> tuple[dict[Card, float], Outlook, list[Beginning], Race]:
        """Return travel costs, outlook, the best suggestion per room, and the race from there."""
        model, may_stay = self._model, turn in self._stays
        ways = model.travel_costs_from(DecisionContext(belief, None, here, may_stay=may_stay))
        outlook = model.outlook(belief, 0)
        best = outlook.ranked(ways)
        turns = best[0].turns if best else 0.0
        return ways, outlook, best, Race(belief, turns, model.journey_to_a_near_room())

    def questions(self) -> Iterator[dict[str, Any]]:
        """Yield the questions about the seat, in order; none where it plans nothing."""
        game, seat, turn = self._game, self._seat, 0
        decisions = read_replans(game.record["notes"][seat])
        for moment, belief in game.believed(seat, asking=ASKING) if decisions else ():
            if moment.whose != seat or moment.event.turn == turn:
                continue
            turn, opens = moment.event.turn, moment.frame
            own = (m.event for m in game.moments if (m.event.seat, m.event.turn) == (seat, turn))
            decided = (event for event in own if isinstance(event, Accused | Suggested))
            accuses = isinstance(next(decided, None), Accused)
            choice = None if accuses else _choice(decisions, turn)
            if choice is None and not accuses:
                continue
            values = self._values(belief, turn, game.place_before(opens, self._token))
            asked = None if choice is None else list(choice)
            yield {"at": opens - 1, "opens": opens, "turn": turn, "choice": asked, **values}

    def _values(self, belief: Belief, turn: int, here: Place | None) -> dict[str, Any]:
        ways, outlook, best, race = self._race(belief, turn, here)
        pairs = list(product(belief.deck.suspects, belief.deck.weapons))
        left = {room: outlook.turns_left([Suggestion(*p, room) for p in pairs]) for room in ways}
        probability = belief.chance(belief.most_probable()[0])
        forecasts = [race.forecast(halves / 2) for halves in range(2 * _MOST_TURNS + 1)]
        return {
            "ways": {room: round(turns, 3) for room, turns in ways.items()},
            "left": {room: [round(turns, 3) for turns in row] for room, row in left.items()},
            "best": [list(one.suggestion) for one in best],
            "accuse": round(price_of_accusing(probability, self._model.parameters.survival), 3),
            "chance": round(probability, 3),
            "forecasts": [[round(one.turns, 3), round(one.win, 3)] for one in forecasts],
        }


def _choice(planned: Sequence[Replan], turn: int) -> Sequence[str] | None:
    """Return the first suggestion of the plan at the beginning of a turn."""
    now = [made for made in planned if made.turn == turn][:1]
    made = now or [made for made in planned if made.turn < turn][-1:]
    steps = played_steps(remaining(made[0].steps, turn)) if made else ()
    return next((step.asks for step in steps if step.asks), None)
