"""``planner-huji``: the published planner.

It follows "Solving Cluedo: Planning and Bayesian Networks Approach", and its authors' own program
where that paper is silent. :class:`PlannerHujiAgent` says where.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from planner_clue.agents.greedy import GreedyAgent, greedy_move, greedy_opening, nearest_first
from planner_clue.agents.planner import PlanningAgent
from planner_clue.agents.rule_based import NoteSheet
from planner_clue.belief.posterior import Snapshot
from planner_clue.belief.transcript import Evidence, Transcript
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.deliberation.assumption import CardKnowledge, any_possible
from planner_clue.deliberation.contract import shipped_domain
from planner_clue.deliberation.engines import load_engine
from planner_clue.deliberation.formulations import ProofPosition, huji_problem
from planner_clue.deliberation.loop import Deliberation
from planner_clue.deliberation.model import FormulatedProblem
from planner_clue.deliberation.plan_tree import Path, StepStatus
from planner_clue.deliberation.planning_run import PlanningRun
from planner_clue.deliberation.triggers import Trigger
from planner_clue.planning.engines.engine import Stopwatch
from planner_clue.planning.plan import Limits
from planner_clue.table import decisions, events, requests

SEARCH, HEURISTIC = "unit-astar", "distance+repetition"
LIMITS = Limits(expansions=600_000, seconds=600)
"""Enough for nearly every problem; with 18 unlocated cards a few need more, and give no plan."""
TRIGGERS = (
    *(Trigger.ASSUMPTION_REFUTED, Trigger.UNEXPECTED_ANSWER, Trigger.NEW_FACT),
    *(Trigger.PLAN_FINISHED, Trigger.FIRST_PLAN),
)
UNIT = "squares"


class SheetKnowledge(CardKnowledge):
    """Knowledge from a note sheet."""

    def __init__(self, seat: decisions.Seat, sheet: NoteSheet) -> None:
        self.transcript = Transcript(seat)
        self.telling, self.shifting = [], []
        self._sheet = sheet
        self._deck, self._case = seat.deck, seat.players
        self._located_by: dict[Card, Evidence | None] = {}
        self._cleared_by: dict[Card, Evidence | None] = {}
        """By what each card was located, and by what each left the case file's candidates."""
        self._keep(None)

    def observe(self, event: events.Event) -> None:
        """See :meth:`CardKnowledge.observe`."""
        evidence = self.transcript.observe(event)
        self._sheet.observe(event)
        if evidence:
            self._keep(evidence)

    def snapshot(self) -> Snapshot:
        """See :meth:`CardKnowledge.snapshot`."""
        places = dict.fromkeys(self._sheet.case, self._case)
        for holder, hand in enumerate(self._sheet.hands):
            places |= dict.fromkeys(hand, holder)
        located = {card: places[card] for card in self._deck.cards if card in places}
        possible = frozenset(card for cards in self._sheet.candidates() for card in cards)
        return Snapshot(located, possible)

    def chance(self, case_file: CaseFile) -> float:
        """See :meth:`CardKnowledge.chance`; all possible case files are equally likely."""
        candidates = self._sheet.candidates()
        possible = all(card in of for card, of in zip(case_file, candidates, strict=True))
        return 1 / prod(map(len, candidates)) if possible else 0.0

    def established_by(self, card: Card, holder: int, among: Sequence[Evidence]) -> Evidence | None:
        """See :meth:`CardKnowledge.established_by`."""
        cleared = holder == self._case and card in self._cleared_by
        return (self._cleared_by if cleared else self._located_by).get(card)

    def _keep(self, evidence: Evidence | None) -> None:
        """Note the evidence that located or cleared cards, where that is new."""
        known = self.snapshot()
        for card in known.located:
            self._located_by.setdefault(card, evidence)
        for card in set(self._deck.cards) - known.possible:
            self._cleared_by.setdefault(card, evidence)


class PlannerHujiAgent(PlanningAgent, GreedyAgent):
    """Plans the complete proof of a case file drawn at random, and asks as rooms come in reach.

    - It keeps sets of cards: shown, passed on, and "one of these three"; it never counts hands.
    - It assumes three cards, drawn among those that may be in the case file, until contradicted.
    - It plans in ``pddl/huji/domain.pddl`` with ``clue-astar``. In the source, distances are a
      heuristic and every action costs one, so the search is ``unit-astar``.
    - It makes the first suggestion of the plan whose room it can reach, or walks to the nearest.
    - It plans again when the assumption is contradicted, when an answer is unexpected, and when
      answers to others make it certain where a card is.
    - It accuses when one card of each category is left.

    As the authors' program does (``docs/strength-history.md`` has what each of these is worth),
    it stays before rolling if any suggestion of the plan is in its room; it does not ask in rooms
    of its own hand; and it learns from passes on its own suggestions only.

    Our own choices: it takes a passage as it stays; it asks nothing more about a category whose
    card in the case file is known; it chooses the card to show at random.
    """

    belief: NoteSheet

    def __init__(self, heuristic: str | None = None) -> None:
        """Plan with the published heuristic, or with another ``heuristic`` of ``clue-astar``."""
        self.engine = load_engine("clue-astar", SEARCH, heuristic or HEURISTIC)
        self.domain = shipped_domain("huji")

    def begin(self, seat: decisions.Seat) -> None:
        """Begin a game with an empty sheet and no plan."""
        super().begin(seat)
        self._known = SheetKnowledge(seat, self.belief)
        self.deliberation = Deliberation(
            seat, self._known, plays=lambda step: step.asks, watches=TRIGGERS, unit=UNIT
        )
        self._board = seat.read_board()
        self._here: Place | None = None
        self._turn = 0

    def new_belief(self) -> NoteSheet:
        """Return an empty note sheet."""
        return NoteSheet(self.seat, others_passes=False)

    def observe(self, event: events.Event) -> None:
        """Learn from an event, and compare an answer with the expected one."""
        self.deliberation.observe(event)

    def _open_suggestions(self) -> dict[Path, Suggestion]:
        """Return the suggestions still to be made, by their places, after replanning if needed."""
        candidates = self.belief.candidates()
        if any(len(cards) > 1 for cards in candidates):
            self.deliberation.replan(self._turn, lambda: self._think(candidates))
        else:
            self.deliberation.update()
        if self.deliberation.must_replan:
            return {}
        execution = self.deliberation.execution
        steps = zip(execution.left, execution.steps, strict=True)
        return {path: step.asks for path, step in steps if step.asks}

    def _think(self, candidates: list[list[Card]]) -> PlanningRun:
        """Assume a case file, and plan its complete proof."""
        clock = Stopwatch()
        log = self.deliberation.log
        current = log[-1].decision.assumption if log else None
        assumption = any_possible(candidates, current, self.rng)
        problem = self._problem(candidates, assumption.case_file)
        _ = problem.text  # written now, to be timed
        clock.lap("model")
        found = self.engine.solve(self.domain.text, problem.pddl, LIMITS)
        result = replace(found, seconds={**clock.laps, **found.seconds})
        return PlanningRun(assumption, problem, result)

    def _problem(self, candidates: list[list[Card]], assumed: CaseFile) -> FormulatedProblem:
        deck, here, board = self.seat.deck, self._here, self._board
        possible = {card for cards in candidates for card in cards}
        square = None if here is None or isinstance(here, str) else here
        position = ProofPosition(
            deck,
            assumed,
            held=frozenset(card for card in deck.cards if card not in possible),
            murder=frozenset(cards[0] for cards in candidates if len(cards) == 1),
            here=here if isinstance(here, str) else None,
            distances=board.pips if board else {},
            hallway_distances=board.pips_from(square) if board and square else {},
            asked=self._known.transcript.times_asked,
        )
        return FormulatedProblem(huji_problem(position)).restricted_to(self.domain)

    def problem_for(
        self, request: requests.AskStart | requests.AskMove | requests.AskSuggest, assumed: CaseFile
    ) -> FormulatedProblem:
        """See :meth:`PlanningAgent.problem_for`."""
        if not isinstance(request, requests.AskSuggest):
            self._here = request.options.here
        return self._problem(self.belief.candidates(), assumed)

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms of the plan, in order; without a plan, the possible rooms."""
        rooms = [asked.room for asked in self._open_suggestions().values()]
        return list(dict.fromkeys(rooms)) or self.belief.candidates()[-1]

    def start(self, options: decisions.TurnOptions) -> decisions.Opening:
        """Stay or take the passage for a suggestion of the plan; otherwise roll."""
        self._turn, self._here = options.turn, options.here
        return greedy_opening(options, self.wanted_rooms(options.here))

    def move(self, options: decisions.MoveOptions) -> Place:
        """Go to the first suggestion in reach, else towards the nearest."""
        self._turn, self._here = options.turn, options.here
        wanted = self.wanted_rooms(options.here)
        if not set(wanted) & set(options.rooms):
            wanted = nearest_first(wanted, options.here, self.turns)
        return greedy_move(options, wanted, self.turns)

    def suggest(self, room: Card) -> Suggestion | None:
        """Make the plan's first suggestion in this room; without a plan, a simple one."""
        waiting = self._open_suggestions()
        for path, asked in waiting.items():
            if asked.room == room:
                return self._ask(path, asked)
        if waiting:
            return None
        suspects, weapons, _ = self.belief.candidates()
        simple = Suggestion(suspects[0], weapons[0], room)
        self.deliberation.fall_back(self._turn, f"ask about {', '.join(simple)}")
        return simple

    def _ask(self, path: Path, asked: Suggestion) -> Suggestion:
        deliberation, (place,) = self.deliberation, path
        way = deliberation.execution.plan[place - 1] if place else None
        if way and way.to:
            came = self._known.transcript.moved_in == self._turn and way.to == asked.room
            status = StepStatus.PLAYED if came else StepStatus.LEFT_OUT
            deliberation.set_status((place - 1,), status, self._turn)
        deliberation.played(self._turn, path)
        return asked

    def accuse(self) -> Accusation | None:
        """Accuse when one card of each category is left."""
        self.deliberation.suggestion_is_over()
        return self.belief.case_file()
