"""The probability of each seat to win, over a recorded game.

A line per seat is a list of pairs: a frame, and the probability from then on in thousandths. It is
the planner's forecast (:mod:`planner_clue.deliberation.race`) at the beginning of each turn of the
seat, from what the seat could know, as if the planner played on there. Every line is a forecast of
its own, against opponents of unknown strength: at a moment they do not add up to one.
"""

from collections.abc import Iterator

from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief
from planner_clue.belief.probability import CERTAIN, Probability
from planner_clue.board import Place
from planner_clue.deliberation.follow_ups import FollowUpModel
from planner_clue.deliberation.model import DecisionContext
from planner_clue.deliberation.race import Race
from planner_clue.pages.frames import Game
from planner_clue.table.events import Eliminated, Forfeited


def chances_of(game: Game, seat: int) -> list[list[float]]:
    """Return the line of a seat."""
    line = list(_forecasts(game, seat))
    last = len(game.frames) - 1
    if game.winner() is not None:
        line.append([last, CERTAIN * (game.winner() == seat)])
    return line


def _forecasts(game: Game, seat: int) -> Iterator[list[float]]:
    table = game.table
    belief = Belief(table.seat_view(seat, 0), asking=PlannerAgent.asking)
    model, places, turn = FollowUpModel(table.board, table.rules), dict(game.starts), 0
    for moment in game.moments:
        event = moment.event
        if moment.whose == seat and event.turn != turn:
            turn = event.turn
            may_stay = turn in game.stays
            here = places.get(table.tokens[seat])
            yield [moment.frame - 1, _forecast(model, belief, here, may_stay=may_stay)]
        if isinstance(event, Eliminated | Forfeited) and event.seat == seat:
            yield [moment.frame, 0]
            return
        places = {token: place for token, place in moment.places.items() if place is not None}
        seen = table.seen_by(event, seat)
        if seen is not None:
            belief.observe(seen)


def _forecast(model: FollowUpModel, belief: Belief, here: Place | None, *, may_stay: bool) -> float:
    """Return the probability to win by the best suggestion, in thousandths."""
    ways = model.travel_costs_from(DecisionContext(belief, None, here, may_stay=may_stay))
    best = model.outlook(belief, 0).ranked(ways)
    turns = best[0].turns if best else 0.0
    race = Race(belief, turns, model.journey_to_a_near_room())
    return Probability(race.forecast(turns).win).thousandths
