"""The planner's plan for one turn: from a belief, from what was seen, or from a record."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from planner_clue.agents.built_in import BUILT_IN
from planner_clue.agents.settings import AgentSettings
from planner_clue.belief import Belief, ContradictionError
from planner_clue.belief.belief import contradiction
from planner_clue.game.board import Place
from planner_clue.game.cards import CaseFile
from planner_clue.match.agent_replay import replayed_agent
from planner_clue.people.assist.sources import SeenSource, name_of, seen_from
from planner_clue.planner.decision import Replan
from planner_clue.planner.plan_tree import PlanStep
from planner_clue.planner.planner_agent import PlannerAgent
from planner_clue.planner.planning_agent import PlanningAgent
from planner_clue.planning.plan import Step
from planner_clue.support.atomic_writes import write_files
from planner_clue.support.errors import EngineError, InputError, PlanningFailure, SeenError
from planner_clue.view.game_record import SeatRecord
from planner_clue.view.matches import PlanningOptions, check_options, planning_settings


@dataclass(frozen=True, repr=False)
class TurnPlan:
    """A plan of the planner, with its PDDL domain and problem, and the reasons for it.

    >>> made = clue.plan(clue.play_game(["random"] * 3, seed=5).seats[0].belief(turn=0))
    >>> made.assumption, made.cost, made.decision.unit
    (CaseFile(suspect='mustard', weapon='rope', room='lounge'), 7433, 'thousandths of a turn')
    """

    domain: str
    problem: str
    """The PDDL problem, with comments."""
    text: str
    """The plan as an IPC plan file."""
    why: dict[str, Any]
    """The content of ``why.json``: trigger, assumption, expected answers, alternatives, engine."""
    decision: Replan
    """The decision of ``why``, as an object."""

    def __repr__(self) -> str:
        return f"<TurnPlan: {len(self.steps)} steps, cost {self.cost} {self.decision.unit}>"

    @property
    def steps(self) -> tuple[Step, ...]:
        """The actions of the PDDL plan, in order."""
        return tuple(map(Step.parse, self.decision.actions))

    @property
    def cost(self) -> int:
        """The cost of the plan, in the unit of ``decision.unit``."""
        return self.decision.cost or 0

    @property
    def assumption(self) -> CaseFile:
        """The case file that the plan assumes; ``decision.chance`` is its probability."""
        return self.decision.assumption

    @property
    def suggestions(self) -> tuple[PlanStep, ...]:
        """The suggestions of the plan that expect an answer, in order, with their branches."""
        return self.decision.suggestions

    def save(self, folder: str | Path) -> None:
        """Write ``domain.pddl``, ``problem.pddl``, ``plan`` and ``why.json`` to a folder."""
        why = json.dumps(self.why, indent=2) + "\n"
        texts = {"domain.pddl": self.domain, "problem.pddl": self.problem, "plan": self.text}
        write_files(Path(folder), texts | {"why.json": why})

    def __str__(self) -> str:
        return self.text.rstrip("\n")


def plan(
    source: Belief | SeenSource,
    *,
    here: Place | None = None,
    may_suggest: bool = False,
    **options: Unpack[PlanningOptions],
) -> TurnPlan:
    """Return the planner's plan for the next turn of a seat.

    ``source`` is the seat's belief, or its observations: the path, the text or the content of a
    file for ``planner-clue plan --seen``. The planner's own belief treats other players'
    suggestions as evidence (``asking=256``), as :meth:`SeatRecord.belief` does by default. A
    ``Belief`` without ``asking`` gives another plan. For a belief, ``here`` is the place of the
    seat's token, by default the place of its last move or its start. ``may_suggest`` says that the
    token has just entered this room. The options ``engine``, ``search``, ``heuristic``, ``domain``
    and ``follow_ups`` are as for the command ``plan``.

    Raises :class:`planner_clue.errors.PlanningFailure` if the engine finds no plan, and
    :class:`planner_clue.errors.InputError` for invalid arguments.

    >>> game = clue.play_game(["random"] * 3, seed=5)
    >>> clue.plan(game.seats[0].belief(turn=4)).suggestions[0].asks
    Suggestion(suspect='green', weapon='revolver', room='conservatory')
    """
    check_options(options, PlanningOptions)
    if isinstance(source, SeatRecord):
        what = f"the record of seat {source.index}; expected a belief"
        raise InputError(f"{what}: write plan(seat.belief(turn=7)), or replan(seat) for its own")
    settings = AgentSettings(planning=planning_settings(options))
    agent: PlannerAgent = BUILT_IN["planner"].load(settings)()  # type: ignore[assignment]
    if isinstance(source, Belief):
        if here is None and (board := source.seat.read_board()):
            here = source.transcript.here or board.starts[source.seat.tokens[source.me]]
        try:
            made = agent.plan_from(source, here, may_suggest=may_suggest)
        except ContradictionError as error:
            raise SeenError(f"belief: {error}") from error
        return _checked(agent, made, "A belief")
    if here is not None or may_suggest:
        raise InputError(f"here {here!r}, may_suggest {may_suggest}; expected only with a belief")
    name = name_of(source)
    seen = seen_from(source, "classic")
    try:
        made = agent.plan_for(seen)
    except ContradictionError as error:
        raise contradiction(seen, name, error) from error
    return _checked(agent, made, Path(name).name)


def replan(seat: SeatRecord, turn: int | None = None, number: int | None = None) -> TurnPlan:
    """Return a plan that a planner made in a recorded game, with its domain and problem.

    The planner decides the game again. ``turn`` and ``number`` choose one of its plans, by default
    the first. Raises :class:`planner_clue.errors.RecordError` if it decides differently from the
    record, and :class:`planner_clue.errors.InputError` if it made no such plan.

    >>> game = clue.play_game(["planner", "random", "random"], seed=1, board="none")
    >>> clue.replan(game.seats[0], turn=1).steps[0]
    Step(action='travel-from-hallway', arguments=('study',))
    """
    agent = replayed_agent(seat.record.data, seat.index)
    if not isinstance(agent, PlanningAgent):
        raise InputError(f"seat {seat.index} is {seat.agent}; expected a planner")
    replans = [logged.decision for logged in agent.mind.log]
    planned = [made for made in replans if not made.is_follow_up]
    for made in planned:
        if turn in (None, made.turn) and number in (None, made.number):
            return _turn_plan(agent, made, f"Game {seat.record.game}")
    for made in replans:
        if turn == made.turn and number in (None, made.number):
            what = f"in turn {turn} seat {seat.index} went on with the plan of turn"
            raise InputError(f"{what} {made.planned_in}; expected turn {made.planned_in}")
    made_in = ", ".join(f"{made.turn} (replan {made.number})" for made in planned)
    raise InputError(f"no plan of seat {seat.index} at that point; it planned in turns {made_in}")


def _checked(agent: PlanningAgent, made: Replan, where: str) -> TurnPlan:
    if made.failure:
        failure = PlanningFailure(made.failure.status, made.failure.detail)
        if made.failure.status in ("unsupported", "missing"):
            raise EngineError(f"engine {agent.planner.engine.name}: {failure}")
        raise failure
    return _turn_plan(agent, made, where)


def _turn_plan(agent: PlanningAgent, made: Replan, where: str) -> TurnPlan:
    files = agent.files_of(made, where)
    texts = files["domain.pddl"], files["problem.pddl"], files["plan"]
    return TurnPlan(*texts, json.loads(files["why.json"]), made)
