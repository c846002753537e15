"""``planner-huji``: the published planner, as published.

After "Solving Cluedo: Planning and Bayesian Networks Approach". What its source leaves open
is said at :class:`PlannerHujiAgent`.
"""

from collections.abc import Sequence
from math import prod

from planner_clue.agents.greedy import GreedyAgent
from planner_clue.agents.heard_answers import HeardAnswers
from planner_clue.agents.note_sheet import NoteSheet
from planner_clue.agents.planning_agent import PlanningAgent
from planner_clue.agents.walking import greedy_move, greedy_opening, nearest_first
from planner_clue.belief.transcript import Evidence, Transcript
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.deliberation.assumption import any_possible
from planner_clue.deliberation.contract import agent_domain
from planner_clue.deliberation.decision import Became
from planner_clue.deliberation.formulations import Position, domain_text, huji_problem
from planner_clue.deliberation.known import Known, Snapshot
from planner_clue.deliberation.loop import Deliberation, Found, Problem
from planner_clue.deliberation.solvers import load_engine
from planner_clue.deliberation.steps import Question, destination, question
from planner_clue.planning.engines.engine import Stopwatch
from planner_clue.planning.result import Limits
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event

SEARCH, HEURISTIC = "unit-astar", "distance+repetition"
LIMITS = Limits(expansions=600_000, seconds=600)
"""More than all there is to expand with the 18 cards that six players have to locate."""
UNIT = "squares"
"""What the costs of its plans are."""


class KnownBySheet(Known):
    """What the note sheet of one seat knows."""

    def __init__(self, seat: Seat, heard: HeardAnswers, sheet: NoteSheet) -> None:
        """Know what the ``sheet`` says, which ``heard`` fills in."""
        self.transcript = Transcript(seat)
        self.telling = []
        self._heard, self._sheet = heard, sheet
        self._deck, self._case = seat.deck, seat.players
        self._settled: dict[Card, Evidence | None] = {}
        self._keep(None)

    def observe(self, event: Event) -> None:
        """See :meth:`Known.observe`."""
        evidence = self.transcript.observe(event)
        self._heard.observe(event)
        if evidence:
            self._keep(evidence)

    def snapshot(self) -> Snapshot:
        """See :meth:`Known.snapshot`."""
        possible = frozenset(card for cards in self._sheet.candidates() for card in cards)
        return Snapshot(self._located(), possible)

    def chance(self, case_file: CaseFile) -> float:
        """See :meth:`Known.chance`; all that is possible counts as equally probable."""
        candidates = self._sheet.candidates()
        possible = all(card in of for card, of in zip(case_file, candidates, strict=True))
        return 1 / prod(map(len, candidates)) if possible else 0.0

    def settled_by(self, card: Card, holder: int, among: Sequence[Evidence]) -> Evidence | None:
        """See :meth:`Known.settled_by`."""
        return self._settled.get(card)

    def _keep(self, evidence: Evidence | None) -> None:
        """Note by what the cards were located that were not before."""
        for card in self._located():
            self._settled.setdefault(card, evidence)

    def _located(self) -> dict[Card, int]:
        """Return the holder of every card that is known to be somewhere, in deck order."""
        places = dict.fromkeys(self._sheet.case, self._case)
        for holder, hand in enumerate(self._sheet.hands):
            places |= dict.fromkeys(hand, holder)
        return {card: places[card] for card in self._deck.cards if card in places}


class PlannerHujiAgent(PlanningAgent, GreedyAgent):
    """Plans a complete proof of a case file that it drew, and asks what it comes past.

    - It keeps sets: what it was shown, what who passed on, and "one of these three" as long as
      more than one is left. It never counts hands.
    - It assumes three cards drawn uniformly among those that may be in the case file, and
      keeps them until they are contradicted.
    - It plans in ``pddl/huji/domain.pddl`` with ``clue-astar``. The source's distances and
      penalties are a heuristic; its actions cost one each. So the search is ``unit-astar``.
    - It asks the first question of the plan whose room it can reach; else uses a room of its
      own hand; else walks to the nearest question.
    - It plans again when the assumption is contradicted, when an answer is not the expected
      one, and when others' questions tell for certain where a card is.
    - It accuses when one card of each category is left.

    What the source leaves open:

    - In a room of its own hand it asks the first question of the plan that expects no room to be
      shown, this room in place of the plan's.
    - Before the dice it stays, or takes a passage, where that leads to the first question of the
      plan. Otherwise it takes the dice, though it could stay for a later question: the first
      may come into reach. To stay for any question it has would win far more often than it
      was published to (``docs/strength.md``).
    - Of a category whose card in the case file is known, nothing more is asked.
    - Which card it shows is left to chance.

    ``--heuristic`` is for it, too; ``--engine``, ``--search`` and ``--domain`` are not.
    """

    def __init__(self, heuristic: str | None = None) -> None:
        """Plan with the published heuristic, or with another one of ``clue-astar``."""
        self.engine = load_engine("clue-astar", SEARCH, heuristic or HEURISTIC)
        self.domain = agent_domain(domain_text("huji"), "pddl/huji/domain.pddl")

    def begin(self, seat: Seat) -> None:
        """Sit down with an empty sheet and no plan."""
        super().begin(seat)
        self._known = KnownBySheet(seat, self.heard, self._sheet)
        self.deliberation = Deliberation(
            seat, self._known, plays=question, follows_token=False, unit=UNIT
        )
        self._board = seat.read_board()
        self._here: Place | None = None
        self._turn = 0

    def new_belief(self) -> NoteSheet:
        """Take a fresh sheet."""
        self._sheet = NoteSheet(self.seat)
        return self._sheet

    def observe(self, event: Event) -> None:
        """Write down what an event tells, and compare an answer with what the plan expects."""
        self.deliberation.observe(event)

    # -- planning -------------------------------------------------------------------

    def _questions(self) -> dict[int, Question]:
        """Return the questions that wait to be asked, by their position in the plan.

        Before that it plans again if it must.
        """
        deliberation = self.deliberation
        deliberation.look()
        candidates = self._sheet.candidates()
        certain = all(len(cards) == 1 for cards in candidates)
        if deliberation.may_plan(self._turn) and not certain:
            self._plan(candidates)
        return {} if deliberation.must_replan else self._waiting()

    def _waiting(self) -> dict[int, Question]:
        steps = ((number, self.deliberation.step(number)) for number in self.deliberation.waiting)
        return {number: asks for number, step in steps if (asks := question(step))}

    def _plan(self, candidates: list[list[Card]]) -> None:
        """Plan a complete proof of the assumption."""
        clock = Stopwatch()
        assumption = any_possible(candidates, self.deliberation.assumption, self.rng)
        position = self._position(candidates, assumption.case_file)
        problem = Problem.of(self.domain.restrict(huji_problem(position)))
        clock.lap("model")
        hints = problem.data.unwritten
        result = self.engine.solve(self.domain.text, problem.text, LIMITS, hints)
        found = Found.one(result)
        found.seconds.update(clock.laps)
        self.deliberation.plan(self._turn, assumption, problem, found)

    def _position(self, candidates: list[list[Card]], assumed: CaseFile) -> Position:
        deck, here = self.seat.deck, self._here
        possible = {card for cards in candidates for card in cards}
        return Position(
            deck,
            assumed,
            held=frozenset(card for card in deck.cards if card not in possible),
            murder=frozenset(cards[0] for cards in candidates if len(cards) == 1),
            here=here if isinstance(here, str) else None,
            distances=self._board.pips if self._board else {},
            hallway_distances=self._away(),
            asked=self._known.transcript.times_asked,
        )

    def _away(self) -> dict[Card, int]:
        """Return the squares to each room from the hallway square the token is on."""
        here = self._here
        if self._board is None or here is None or isinstance(here, str):
            return {}
        return self._board.pips_from(here)

    # -- decisions ------------------------------------------------------------------

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms of the plan in its order; without a plan, those that may be it."""
        rooms = [asks.suggestion.room for asks in self._questions().values()]
        return list(dict.fromkeys(rooms)) or self._sheet.candidates()[-1]

    def start(self, options: TurnOptions) -> Opening:
        """Stay or take the passage for the first question of the plan; else take the dice."""
        self._turn, self._here = options.turn, options.here
        return greedy_opening(options, self.wanted_rooms(options.here)[:1])

    def _own_rooms(self) -> list[Card]:
        """Return the rooms of its hand if there is a question that it could ask there."""
        return [room for room in self.seat.rooms if room in self.seat.hand and self._for_own(room)]

    def move(self, options: MoveOptions) -> Place:
        """Go to the first question in reach, else to an own room, else towards the nearest."""
        self._turn, self._here = options.turn, options.here
        wanted = self.wanted_rooms(options.here)
        for room in (*wanted, *self._own_rooms()):
            if room in options.rooms:
                return room
        return greedy_move(options, nearest_first(wanted, options.here, self.turns), self.turns)

    def suggest(self, room: Card) -> Suggestion | None:
        """Ask the first question of the plan in this room, or one with a room of its hand."""
        waiting = self._questions()
        for number, asks in waiting.items():
            if asks.suggestion.room == room:
                return self._ask(number, asks)
        if room in self.seat.hand and (own := self._for_own(room)):
            return self._ask(*own)
        return None if waiting else self._simple_question(room)

    def _ask(self, position: int, asks: Question, instead: Question | None = None) -> Suggestion:
        """Ask a waiting question of the plan, or another one ``instead`` of it."""
        deliberation, before = self.deliberation, position - 1
        if before >= 0 and destination(deliberation.step(before)):
            way = Became.LEFT_OUT if instead else Became.PLAYED
            deliberation.settle(before, way, self._turn)
        deliberation.played(position, self._turn, instead)
        deliberation.expect(instead or asks)
        return (instead or asks).suggestion

    def _for_own(self, room: Card) -> tuple[int, Question, Question] | None:
        """Return the first waiting question that expects no room, and the same about ``room``."""
        for position, asks in self._waiting().items():
            suspect, weapon, planned = asks.suggestion
            if asks.expected not in (planned, None):
                same = Question(Suggestion(suspect, weapon, room), asks.expected)
                return position, asks, same
        return None

    def _simple_question(self, room: Card) -> Suggestion:
        """Ask about cards that may be in the case file, for want of a plan."""
        suspects, weapons, _ = self._sheet.candidates()
        asked = Suggestion(suspects[0], weapons[0], room)
        self.deliberation.fall_back(self._turn, f"ask about {', '.join(asked)}")
        return asked

    def accuse(self) -> Accusation | None:
        """Accuse when one card of each category is left."""
        self.deliberation.question_is_over()
        return self._sheet.case_file()
