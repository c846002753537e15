"""The questions of *guess the planner*: one per own turn of a seat, with the value of every answer.

Each is JSON data of a moment before the seat's turn::

    {"at": 11, "opens": 12, "turn": 7,   the last frame before the turn, and its first one
     "choice": ["plum", "rope", "hall"], what the planner goes for; null: it accuses
     "ways": {"hall": 1.0, ...},         expected turns until a suggestion in each room
     "left": {"hall": [3.204, ...]},     expected turns from then on, per suspect and weapon
     "best": [["plum", "rope", "hall"], ...],  the shortlist, a suggestion per room, best first
     "accuse": 9.2, "chance": 0.1,       what accusing the most probable case file costs and wins
     "forecasts": [[1.0, 0.9], ...]}     own turns and probability to win by a plan that costs 0,
                                         0.5, 1, ... turns

The values are those of the planner (:mod:`planner_clue.deliberation.outlook`, and
:mod:`planner_clue.deliberation.race`).
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief
from planner_clue.belief.answer_tree import price_of_accusing
from planner_clue.board import Place
from planner_clue.cards import Suggestion
from planner_clue.deliberation.decision import Decision, read_decisions
from planner_clue.deliberation.follow_ups import FollowUpModel
from planner_clue.deliberation.model import DecisionContext
from planner_clue.deliberation.plan_tree import played_steps, remaining
from planner_clue.deliberation.race import Race
from planner_clue.pages.frames import Game
from planner_clue.pages.notebooks import seen_by_seat
from planner_clue.table.events import Accused, Suggested

_MOST_TURNS = 30
"""The cost, in turns, of the last forecast."""


def guesses_of(game: Game, seat: int) -> list[dict[str, Any]]:
    """Return the questions about a seat, in order; none where it plans nothing."""
    return list(_Questions(game, seat))


class _Questions:
    def __init__(self, game: Game, seat: int) -> None:
        self._game, self._seat = game, seat
        self._decisions = read_decisions(game.record["notes"][seat])
        self._view = game.table.seat_view(seat, 0)
        self._model = FollowUpModel(game.table.board, game.table.rules)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        belief = Belief(self._view, asking=PlannerAgent.asking)
        unheard = seen_by_seat(self._game, self._seat)
        turns = [f["turn"] for f in self._game.frames if f["turn"] and f["whose"] == self._seat]
        for turn in dict.fromkeys(turns) if self._decisions else ():
            opens = self._game.first_of_turn(turn)
            while unheard and unheard[0].frame < opens:
                belief.observe(unheard.pop(0).event)
            choice = self._choice(turn)
            if choice is None and not self._accuses(turn):
                continue
            values = self._values(belief, self._here(opens), may_stay=turn in self._game.stays)
            asked = None if choice is None else list(choice)
            yield {"at": opens - 1, "opens": opens, "turn": turn, "choice": asked, **values}

    def _accuses(self, turn: int) -> bool:
        """Return whether the seat accuses before it suggests anything."""
        for moment in self._game.moments:
            event = moment.event
            if (event.turn, event.seat) == (turn, self._seat):
                if isinstance(event, Accused):
                    return True
                if isinstance(event, Suggested):
                    return False
        return False

    def _choice(self, turn: int) -> Sequence[str] | None:
        """Return the first suggestion of the plan at the beginning of a turn."""
        if self._accuses(turn):
            return None
        planned = [made for made in self._decisions if made.number is not None]
        now = [made for made in planned if made.turn == turn][:1]
        made: list[Decision] = now or [made for made in planned if made.turn < turn][-1:]
        steps = played_steps(remaining(made[0].steps, turn)) if made else ()
        return next((step.asks for step in steps if step.asks), None)

    def _here(self, opens: int) -> Place | None:
        places = self._game.starts
        for moment in self._game.moments:
            if moment.frame >= opens:
                break
            places = dict(moment.places)  # type: ignore[arg-type]
        return places.get(self._game.table.tokens[self._seat])

    def _values(self, belief: Belief, here: Place | None, *, may_stay: bool) -> dict[str, Any]:
        deck, model = belief.deck, self._model
        ways = model.travel_costs_from(DecisionContext(belief, None, here, may_stay=may_stay))
        outlook = model.outlook(belief, self._view.seed)
        pairs = list(product(deck.suspects, deck.weapons))
        left = {
            room: outlook.turns_left([Suggestion(*pair, room) for pair in pairs]) for room in ways
        }
        chance = belief.chance(belief.most_probable()[0])
        best = outlook.ranked(ways)
        race = Race(belief, best[0].turns if best else 0.0, model.journey_to_a_near_room())
        forecasts = [race.forecast(halves / 2) for halves in range(2 * _MOST_TURNS + 1)]
        return {
            "ways": {room: round(turns, 3) for room, turns in ways.items()},
            "left": {room: [round(turns, 3) for turns in row] for room, row in left.items()},
            "best": [list(one.suggestion) for one in best],
            "accuse": round(price_of_accusing(chance, model.parameters.survival), 3),
            "chance": round(chance, 3),
            "forecasts": [[round(one.turns, 3), round(one.win, 3)] for one in forecasts],
        }
