"""``planner``: assumes a case file, plans how to prove it, watches, and plans again."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from planner_clue.agents.planning_agent import PlanningAgent
from planner_clue.agents.showing import Shown
from planner_clue.belief import Belief
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.deliberation.contract import agent_domain, load_agent_domain
from planner_clue.deliberation.costs import Costs
from planner_clue.deliberation.gamble import Gamble
from planner_clue.deliberation.journey import Moves
from planner_clue.deliberation.model import Model
from planner_clue.deliberation.monitor import Monitor
from planner_clue.deliberation.replan import Replan
from planner_clue.deliberation.replanner import Replanner
from planner_clue.deliberation.situation import Situation
from planner_clue.deliberation.solvers import DEFAULT_ENGINE, load_engine
from planner_clue.deliberation.steps import Question, question
from planner_clue.deliberation.triggers import Trigger
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event
from planner_clue.table.seen import Seen


class PlannerAgent(PlanningAgent):
    """A classical planner that plays Clue.

    Showing a card and accusing are not planned; every move and every question is a step of a
    plan that the engine returned.
    """

    replanner: Replanner

    asking = 8
    """How many times less probably others ask about a card that they know."""
    gamble = 0.6
    """How probable a case file is that is accused without a proof."""

    def __init__(
        self,
        engine: str = DEFAULT_ENGINE,
        search: str | None = None,
        heuristic: str | None = None,
        domain: str | None = None,
        costs: Costs | None = None,
    ) -> None:
        """Plan with ``engine`` in the PDDL text ``domain``; without one, in the agent's own."""
        self._engine = load_engine(engine, search, heuristic)
        self._domain = agent_domain(domain) if domain else load_agent_domain()
        self._costs = costs or Costs()

    def begin(self, seat: Seat) -> None:
        """Set up belief, model, replanner and monitor."""
        self.seat = seat
        self._rng = Random(seat.seed)
        self._belief = Belief(seat, asking=self.asking)
        self._board = seat.read_board()
        self._rules = seat.read_rules()
        self._turns = self._rules.turns(self._board) if self._board else None
        self._asked: Counter[Card] = Counter()
        self._shown = Shown(seat.index)
        self._gamble = Gamble(seat, self.gamble)
        self._turn = 0
        model = Model(self._board, self._rules, self._costs)
        self.replanner = Replanner(model, self._engine, self._domain)
        self._monitor = Monitor(seat, self._belief, self.replanner)
        self._moves = Moves(self.replanner, self._turns)

    def observe(self, event: Event) -> None:
        """Update the belief, and compare what happened with what the plan expects."""
        self._gamble.observe(event)
        self._shown.observe(event)
        self._monitor.observe(event)

    # -- decisions ------------------------------------------------------------------

    def start(self, options: TurnOptions) -> Opening:
        """Begin the turn in the way whose best plan costs least."""
        self._turn = options.turn
        self._monitor.here = options.here
        self._plan(may_stay=Opening.STAY in options.openings and not self._rules.may_stay)
        if self.replanner.next_step is None:
            return Opening.STAY if Opening.STAY in options.openings else Opening.ROLL
        return self._moves.opening(options)

    def move(self, options: MoveOptions) -> Place:
        """Go where the rest of the plan costs least: into a room, or to a square."""
        self._turn = options.turn
        self._monitor.here = options.here
        self._plan()
        if self.replanner.next_step is None:
            return self._simple_move(options)
        stop = self._moves.stop(options)
        return self._simple_move(options) if stop is None else stop

    def suggest(self, room: Card) -> Suggestion | None:
        """Ask the question of the plan; without a plan, a simple one."""
        asked = self._next_question(room)
        if asked is None:
            self.replanner.fire(Trigger.MOVED, f"turn {self._turn}: the token is in {room}")
            self._plan(may_suggest=True, here=room)
            asked = self._next_question(room)
        if asked is not None:
            self.replanner.done(self._turn)
        elif self.replanner.next_step is None:
            asked = Question(self._simple_question(room), None)
        else:  # the best plan goes on without a question here
            self.replanner.fire(Trigger.MOVED, f"turn {self._turn}: nothing to ask in {room}")
            return None
        self._monitor.expect(asked)
        self._asked.update(asked.suggestion)
        return asked.suggestion

    def _next_question(self, room: Card) -> Question | None:
        step = None if self.replanner.must_replan else self.replanner.next_step
        asked = question(step) if step else None
        return asked if asked and asked.suggestion.room == room else None

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show what was seen before, by the asker or by others, else the room, else the weapon."""
        return self._shown.choose(cards)

    def accuse(self) -> Accusation | None:
        """Accuse at once when the case file is entailed, or so probable that waiting costs more."""
        self._monitor.question_is_over()
        return self._gamble.accusation(self._belief)

    def notes(self) -> list[dict[str, Any]]:
        """Return a note for every replan, and for an accusation that was a gamble."""
        return super().notes() + self._gamble.notes

    # -- planning -------------------------------------------------------------------

    def _plan(
        self, *, may_suggest: bool = False, may_stay: bool = False, here: Place | None = None
    ) -> None:
        self._monitor.look()
        if not (self.replanner.must_replan and self.replanner.may_try(self._turn)):
            return
        situation = Situation(
            belief=self._belief,
            hand=frozenset(self.seat.hand),
            assumption=self._assume(),
            here=here or self._monitor.here,
            may_suggest=may_suggest,
            may_stay=may_stay,
            asked=self._asked,
            seed=self.seat.seed,
        )
        self.replanner.replan(self._turn, situation)

    def _assume(self) -> CaseFile:
        """Assume the most probable case file; between equals, the one assumed before, or any."""
        equals = self._belief.most_probable()
        current = self.replanner.assumption
        return current if current in equals else self._rng.choice(equals)

    # -- when there is no plan ------------------------------------------------------

    def _simple_move(self, options: MoveOptions) -> Place:
        """Enter a room that may be in the case file, else any room, else go to the nearest."""
        rooms = self._belief.candidates()[-1]
        entered = [room for room in options.rooms if room in rooms] or list(options.rooms)
        if entered:
            return entered[0]
        assert self._turns is not None
        assert options.here is not None
        to_room = self._turns.to_room(rooms[0])
        return min([*options.squares, options.here], key=lambda stop: to_room[stop])

    def _simple_question(self, room: Card) -> Suggestion:
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(suspects[0], weapons[0], room)

    # -- from a real table ----------------------------------------------------------

    def plan_for(self, seen: Seen) -> Replan:
        """Sit down, see what a seat has seen, and plan its next turn.

        Raises :class:`planner_clue.belief.ContradictionError` if it cannot all be true.
        """
        self.begin(seen.seat)
        for event in seen.events:
            self.observe(event)
        token = seen.seat.tokens[seen.seat.index]
        here: Place | None = self._board.starts.get(token) if self._board else None
        if self._board and seen.tokens and token in seen.tokens:
            here = seen.tokens[token]
        self._turn = len(seen.observations) + 1
        self._plan(here=here, may_stay=seen.may_suggest_here and isinstance(here, str))
        return self.replans[-1]
