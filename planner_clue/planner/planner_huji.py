"""``planner-huji``: the published planner.

It follows "Solving Cluedo: Planning and Bayesian Networks Approach", and its authors' own program
where that paper leaves something open. :class:`HujiPlanner` lists these points.
"""

from collections.abc import Mapping, Sequence
from math import prod

from planner_clue.agents.greedy import greedy_move, greedy_opening, nearest_first
from planner_clue.agents.rule_based import NoteSheet
from planner_clue.belief.posterior import Snapshot
from planner_clue.belief.transcript import Evidence, Transcript
from planner_clue.game import decisions, events, requests
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.planner.assumption import Assumption, CardKnowledge, any_possible
from planner_clue.planner.contract import shipped_domain
from planner_clue.planner.engines import load_engine
from planner_clue.planner.first_steps import FirstSteps
from planner_clue.planner.formulations import ProofPosition, huji_problem
from planner_clue.planner.mind import Mind, PlannerTraits
from planner_clue.planner.model import FormulatedProblem
from planner_clue.planner.plan_tree import Answer, Path, StepStatus
from planner_clue.planner.planner import Planner, Standing, drawn_for
from planner_clue.planner.planning_agent import PlanningAgent
from planner_clue.planner.triggers import Trigger
from planner_clue.planning.engines import Engine
from planner_clue.planning.plan import Limits, PlanningResult

ENGINE, SEARCH, HEURISTIC = "clue-astar", "unit-astar", "distance+repetition"
"""The published search: distances and repetitions are a heuristic, and every action costs one."""
LIMITS = Limits(expansions=600_000, seconds=600)
"""Limit for nearly every problem; a few with 18 unlocated cards need more and get no plan."""
TRIGGERS = (
    *(Trigger.ASSUMPTION_REFUTED, Trigger.UNEXPECTED_ANSWER, Trigger.NEW_FACT),
    *(Trigger.PLAN_FINISHED, Trigger.FIRST_PLAN),
)
TRAITS = PlannerTraits(watches=TRIGGERS, plays=lambda step: step.asks, unit="squares")


class SheetKnowledge(CardKnowledge):
    """Knowledge from a note sheet."""

    def __init__(self, seat: decisions.Seat, sheet: NoteSheet) -> None:
        self.transcript = Transcript(seat)
        self.telling, self.shifting = [], []
        self.sheet = sheet
        self._deck, self._case = seat.deck, seat.players
        self._located_by: dict[Card, Evidence | None] = {}
        self._cleared_by: dict[Card, Evidence | None] = {}
        """By what each card was located, and by what each left the case file's candidates."""
        self._keep(None)

    def observe(self, event: events.Event) -> None:
        """Update the note sheet with one event."""
        evidence = self.transcript.observe(event)
        self.sheet.observe(event)
        if evidence:
            self._keep(evidence)

    def snapshot(self) -> Snapshot:
        """Return the current content of the note sheet."""
        places = dict.fromkeys(self.sheet.case, self._case)
        for holder, hand in enumerate(self.sheet.hands):
            places |= dict.fromkeys(hand, holder)
        located = {card: places[card] for card in self._deck.cards if card in places}
        possible = frozenset(card for cards in self.sheet.candidates() for card in cards)
        return Snapshot(located, possible)

    def chance(self, case_file: CaseFile) -> float:
        """Return the probability of a case file; all possible ones are equally probable."""
        candidates = self.sheet.candidates()
        possible = all(card in of for card, of in zip(case_file, candidates, strict=True))
        return 1 / prod(map(len, candidates)) if possible else 0.0

    def established_by(self, card: Card, holder: int, among: Sequence[Evidence]) -> Evidence | None:
        """Return the evidence that first made it certain whether ``holder`` has ``card``."""
        cleared = holder == self._case and card in self._cleared_by
        return (self._cleared_by if cleared else self._located_by).get(card)

    def _keep(self, evidence: Evidence | None) -> None:
        """Note new evidence that located or cleared cards."""
        known = self.snapshot()
        for card in known.located:
            self._located_by.setdefault(card, evidence)
        for card in set(self._deck.cards) - known.possible:
            self._cleared_by.setdefault(card, evidence)


class HujiPlanner(Planner):
    """Plans the whole proof of a random case file, and makes suggestions in reachable rooms.

    - It keeps sets of cards: shown, passed on, and "one of these three"; it never counts hands.
    - It assumes three cards, drawn at random among the possible case files, until contradicted.
    - It plans in ``pddl/huji/domain.pddl``. In the source, distances and repetitions are a
      heuristic and every action costs one; in the problem they are costs, for any other engine.
    - It makes the first suggestion of the plan whose room it can reach, or walks to the nearest.
    - It plans again when the assumption is contradicted, when an answer is unexpected, and when
      answers to others make it certain where a card is.
    - It accuses when one card of each category is left.

    As the authors' program does (``benchmarks/history.md`` has what each of these is worth),
    it stays before rolling if any suggestion of the plan is in its room; it does not ask in rooms
    of its own hand; and it learns from passes on its own suggestions only.

    Our own choices: it takes a passage as it stays; it asks nothing more about a category whose
    card in the case file is known; it chooses the card to show at random.
    """

    def __init__(self, seat: decisions.Seat, engine: Engine) -> None:
        super().__init__(seat, engine, shipped_domain("huji"))
        self._board = seat.read_board()
        self._turns = seat.read_rules().turns(self._board) if self._board else None

    def begin(self) -> Mind:
        """Return the mind at the start of a game: an empty sheet and no plan."""
        sheet = NoteSheet(self.seat, others_passes=False)
        return Mind.at_the_start(self.seat, SheetKnowledge(self.seat, sheet), TRAITS)

    def decide(
        self, mind: Mind, request: requests.PlayerRequest
    ) -> tuple[Mind, decisions.Opening | Place | Suggestion | Card | Accusation | None]:
        """Return the next mind, and the answer to a request of the table."""
        match request:
            case requests.AskStart(options=options):
                mind, wanted = self._wanted_rooms(mind, self.position(mind, request))
                return mind, greedy_opening(options, wanted)
            case requests.AskMove(options=moves):
                mind, wanted = self._wanted_rooms(mind, self.position(mind, request))
                if not set(wanted) & set(moves.rooms):
                    wanted = nearest_first(wanted, moves.here, self._turns)
                return mind, greedy_move(moves, wanted, self._turns)
            case requests.AskSuggest(room=room):
                return self._suggest(mind, room, self.position(mind, request))
            case requests.AskShow(cards=cards):
                return mind, drawn_for(self.seat, mind).choice(cards)
            case requests.AskAccuse():
                return mind.hearing(Answer()), _sheet(mind).case_file()

    def _open_suggestions(self, mind: Mind, at: Standing) -> tuple[Mind, Mapping[Path, Suggestion]]:
        """Return the remaining suggestions by their places, after replanning if necessary."""
        if any(len(cards) > 1 for cards in _sheet(mind).candidates()):
            mind = self.replanned(mind, at)
        else:
            mind = mind.noticing()
        if mind.fired:
            return mind, {}
        steps = zip(mind.execution.left, mind.execution.steps, strict=True)
        return mind, {path: step.asks for path, step in steps if step.asks}

    def _wanted_rooms(self, mind: Mind, at: Standing) -> tuple[Mind, Sequence[Card]]:
        """Return the rooms of the plan, in order; without a plan, the possible rooms."""
        mind, waiting = self._open_suggestions(mind, at)
        rooms = list(dict.fromkeys(asked.room for asked in waiting.values()))
        return mind, rooms or _sheet(mind).candidates()[-1]

    def _suggest(self, mind: Mind, room: Card, at: Standing) -> tuple[Mind, Suggestion | None]:
        """Make the plan's first suggestion in this room; without a plan, a simple one."""
        mind, waiting = self._open_suggestions(mind, at)
        for path, asked in waiting.items():
            if asked.room == room:
                return self._asking(mind, path, asked, at.turn), asked
        if waiting:
            return mind, None
        suspects, weapons, _ = _sheet(mind).candidates()
        simple = Suggestion(suspects[0], weapons[0], room)
        return mind.falling_back(at.turn, f"ask about {', '.join(simple)}"), simple

    def _asking(self, mind: Mind, path: Path, asked: Suggestion, turn: int) -> Mind:
        """Note that a suggestion of the plan is made, and whether the planned moves were made."""
        way = mind.execution.before(path)
        if way and (room := mind.execution.step(way).to):
            came = mind.known.transcript.moved_in == turn and room == asked.room
            mind = mind.with_status(way, StepStatus.PLAYED if came else StepStatus.LEFT_OUT, turn)
        return mind.playing(turn, path)

    def assume(self, mind: Mind, at: Standing) -> Assumption:
        """Keep the assumed case file while it is possible, otherwise draw another one."""
        del at
        rng = drawn_for(self.seat, mind)
        return any_possible(_sheet(mind).candidates(), mind.assumed, rng)

    def formulate(self, mind: Mind, at: Standing, assumed: CaseFile) -> FormulatedProblem:
        """Return the problem of proving the whole case file, in squares."""
        deck, here, board = self.seat.deck, at.here, self._board
        candidates = _sheet(mind).candidates()
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
            asked=mind.known.transcript.times_asked,
        )
        return FormulatedProblem(huji_problem(position)).restricted_to(self.domain)

    def search(self, problem: FormulatedProblem, at: Standing) -> tuple[FirstSteps, PlanningResult]:
        """Return the one plan that the engine finds; there are no other first steps."""
        del at
        return FirstSteps(), self.engine.solve(self.domain.text, problem.pddl, LIMITS)


def _sheet(mind: Mind) -> NoteSheet:
    assert isinstance(mind.known, SheetKnowledge)
    return mind.known.sheet


class PlannerHujiAgent(PlanningAgent):
    """The published planner: :class:`HujiPlanner`."""

    def __init__(
        self, *, engine: str | None = None, search: str | None = None, heuristic: str | None = None
    ) -> None:
        """Plan as published, or with another engine, search or heuristic."""
        if engine in (None, ENGINE):
            search, heuristic = search or SEARCH, heuristic or HEURISTIC
        self._engine = load_engine(engine or ENGINE, search, heuristic)

    def new_planner(self, seat: decisions.Seat) -> Planner:
        """Return the planner for a game."""
        return HujiPlanner(seat, self._engine)
