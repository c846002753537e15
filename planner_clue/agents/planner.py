"""``planner``: assumes a case file, plans how to prove it, watches, and plans again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.agents.showing import Shown
from planner_clue.belief import Belief
from planner_clue.board import Place, Square
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.planning.domain import load_domain, read_domain
from planner_clue.planning.engines import DEFAULT_ENGINE, load_engine
from planner_clue.planning.model import Costs, Model, Situation
from planner_clue.planning.monitor import Monitor
from planner_clue.planning.replanner import Replan, Replanner
from planner_clue.planning.steps import STAY, Question, destination, question
from planner_clue.planning.triggers import Trigger
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event


class PlannerAgent(Agent):
    """A classical planner that plays Clue.

    Showing a card, and accusing when the case file is entailed, are not planned; every move
    and every question is a step of a plan that the engine returned.
    """

    def __init__(
        self,
        engine: str = DEFAULT_ENGINE,
        domain: str | None = None,
        costs: Costs | None = None,
    ) -> None:
        """Plan with ``engine`` in the PDDL text ``domain``; without one, in the agent's own."""
        self._engine = load_engine(engine)
        self._domain = read_domain(domain) if domain else load_domain()
        self._costs = costs or Costs()

    def begin(self, seat: Seat) -> None:
        """Set up belief, model, replanner and monitor."""
        self._seat = seat
        self._rng = Random(seat.seed)
        self._belief = Belief(seat)
        self._board = seat.read_board()
        self._rules = seat.read_rules()
        self._turns = self._rules.turns(self._board) if self._board else None
        self._asked: Counter[Card] = Counter()
        self._shown = Shown()
        self._turn = 0
        model = Model(self._board, self._rules, self._costs)
        self._replanner = Replanner(model, self._engine, self._domain)
        self._monitor = Monitor(seat, self._belief, self._replanner)

    def observe(self, event: Event) -> None:
        """Update the belief, and compare what happened with what the plan expects."""
        self._monitor.observe(event)

    # -- decisions ------------------------------------------------------------------

    def start(self, options: TurnOptions) -> Opening:
        """Begin the turn as the plan's next step has it."""
        self._turn = options.turn
        self._monitor.here = options.here
        may_stay = Opening.STAY in options.openings and not self._rules.may_stay
        self._plan(may_stay=may_stay)
        step = self._replanner.next_step
        if step is None:
            return self._simple_opening(options)
        room = destination(step)
        if step.action == "take-passage" and Opening.PASSAGE in options.openings:
            self._replanner.done(self._turn)
            return Opening.PASSAGE
        if Opening.STAY in options.openings and (step.action == STAY or room == options.here):
            self._replanner.done(self._turn)
            return Opening.STAY
        return Opening.ROLL

    def move(self, options: MoveOptions) -> Place:
        """Go to the room of the plan, or to the square from which it is nearest."""
        self._turn = options.turn
        self._monitor.here = options.here
        turns = self._turns_after_roll(options)
        target = self._target()
        if target and target not in options.rooms and options.rooms:
            what = f"turn {self._turn}: a roll of {sum(options.dice)} does not reach {target}"
            self._replanner.fire(Trigger.MOVED, what)
        self._plan(turns_from_here=turns)
        target = self._target()
        if target is None:
            return self._simple_move(options)
        if target in options.rooms:
            self._replanner.done(self._turn)
            return target
        return self._towards(target, options)

    def _target(self) -> Card | None:
        step = self._replanner.next_step
        return destination(step) if step else None

    def suggest(self, room: Card) -> Suggestion:
        """Ask the question of the plan."""
        asked = self._next_question(room)
        if asked is None:
            self._replanner.fire(Trigger.MOVED, f"turn {self._turn}: the token is in {room}")
            self._plan(may_suggest=True, here=room)
            asked = self._next_question(room)
        if asked is None:
            asked = Question(self._simple_question(room), None)
        else:
            self._replanner.done(self._turn)
        self._monitor.expect(asked)
        self._asked.update(asked.suggestion)
        return asked.suggestion

    def _next_question(self, room: Card) -> Question | None:
        step = None if self._replanner.must_replan else self._replanner.next_step
        asked = question(step) if step else None
        return asked if asked and asked.suggestion.room == room else None

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show what somebody has seen before, else the room, else the weapon."""
        return self._shown.choose(cards)

    def accuse(self) -> Accusation | None:
        """Accuse at once when the case file is entailed."""
        self._monitor.question_is_over()
        known = self._belief.case_file()
        return Accusation(*known) if known else None

    # -- planning -------------------------------------------------------------------

    def _plan(
        self,
        *,
        may_suggest: bool = False,
        may_stay: bool = False,
        here: Place | None = None,
        turns_from_here: Mapping[Card, float] | None = None,
    ) -> None:
        if not (self._replanner.must_replan and self._replanner.may_try(self._turn)):
            return
        situation = Situation(
            belief=self._belief,
            hand=frozenset(self._seat.hand),
            assumption=self._assume(),
            here=here or self._monitor.here,
            may_suggest=may_suggest,
            may_stay=may_stay,
            turns_from_here=turns_from_here,
            asked=self._asked,
        )
        self._replanner.replan(self._turn, situation)

    def _assume(self) -> CaseFile:
        """Assume the most probable case file; between equals, the one assumed before, or any."""
        equals = self._belief.most_probable()
        current = self._replanner.assumption
        return current if current in equals else self._rng.choice(equals)

    def _turns_after_roll(self, options: MoveOptions) -> dict[Card, float] | None:
        """Return the turns to each room with this roll known: 1 for those in reach."""
        if self._turns is None:
            return None
        stops: list[Place] = list(options.squares)
        if options.here is not None:
            stops.append(options.here)
        turns = {}
        for room in self._seat.rooms:
            to_room = self._turns.to_room(room)
            away = [to_room[stop] for stop in stops if stop != room]
            turns[room] = 1.0 if room in options.rooms else 1 + min(away, default=1.0)
        return turns

    def _towards(self, target: Card, options: MoveOptions) -> Place:
        """Return the place in reach from which ``target`` takes the fewest turns."""
        assert self._turns is not None
        assert options.here is not None
        to_room = self._turns.to_room(target)
        stops: list[Square] = list(options.squares)
        if options.here == target:
            return min(stops, key=lambda stop: to_room[stop]) if stops else options.here
        return min([*stops, options.here], key=lambda stop: to_room[stop])

    # -- when there is no plan ------------------------------------------------------

    def _simple_opening(self, options: TurnOptions) -> Opening:
        return Opening.STAY if Opening.STAY in options.openings else Opening.ROLL

    def _simple_move(self, options: MoveOptions) -> Place:
        """Enter a room that may be in the case file, else any room, else go to the nearest."""
        rooms = self._belief.candidates()[-1]
        entered = [room for room in options.rooms if room in rooms] or list(options.rooms)
        return entered[0] if entered else self._towards(rooms[0], options)

    def _simple_question(self, room: Card) -> Suggestion:
        suspects, weapons, _ = self._belief.candidates()
        return Suggestion(suspects[0], weapons[0], room)

    # -- the record -----------------------------------------------------------------

    def notes(self) -> list[dict[str, Any]]:
        """Return a note for every replan."""
        return [replan.to_note() for replan in self.replans]

    def plan_seconds(self) -> list[float]:
        """Return the wall-clock time of every plan found."""
        return [replan.plan.total_seconds for replan in self.replans if replan.plan]

    @property
    def replans(self) -> list[Replan]:
        """Every planning of this game, in order."""
        return self._replanner.replans

    def files(self, game: int) -> dict[str, str]:
        """Return domain, problem, plan and reason of every replan."""
        return {
            f"t{replan.turn}-s{self._seat.index}-r{replan.number}/{name}": text
            for replan in self.replans
            for name, text in self.files_of(replan, game).items()
        }

    def files_of(self, replan: Replan, game: int) -> dict[str, str]:
        """Return the four files of one replan, by name."""
        seat = self._seat
        about = f"Game {game}, seat {seat.index} ({seat.tokens[seat.index]})"
        return replan.to_files(self._domain, self._engine.name, about)
