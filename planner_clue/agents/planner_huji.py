"""``planner-huji``: the published planner, as published.

After "Solving Cluedo: Planning and Bayesian Networks Approach". What its source leaves open
is said at :class:`PlannerHujiAgent`.
"""

from collections import Counter
from math import prod
from typing import Any

from planner_clue.agents.greedy import GreedyAgent
from planner_clue.agents.note_sheet import NoteSheet
from planner_clue.agents.planning_agent import PlanningAgent
from planner_clue.agents.walking import greedy_move, greedy_opening, nearest_first
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.deliberation.contract import agent_domain
from planner_clue.deliberation.formulations import Position, domain_text
from planner_clue.deliberation.huji_loop import PublishedReplanner
from planner_clue.deliberation.steps import Question
from planner_clue.deliberation.triggers import Trigger
from planner_clue.planning.astar import Limits
from planner_clue.planning.engines.clue_astar import ClueAstar
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event, Showed

SEARCH, HEURISTIC = "unit-astar", "distance+repetition"
LIMITS = Limits(expansions=600_000, seconds=600)
"""More than all there is to expand with the 18 cards that six players have to locate."""


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

    replanner: PublishedReplanner

    def __init__(self, heuristic: str | None = None) -> None:
        """Plan with the published heuristic, or with another one of ``clue-astar``."""
        self._engine = ClueAstar(SEARCH, heuristic or HEURISTIC, LIMITS)
        self._domain = agent_domain(domain_text("huji"), "pddl/huji/domain.pddl")

    def begin(self, seat: Seat) -> None:
        """Sit down with an empty sheet and no plan."""
        super().begin(seat)
        self.replanner = PublishedReplanner(self._engine, self._domain)
        self._board = seat.read_board()
        self._here: Place | None = None
        self._turn = self._heard = 0
        self._asked: Counter[Card] = Counter()
        self._expects: Question | None = None
        """The question that is being asked, and what it should be answered."""
        self._located = self._sheet.located()
        self._instead: list[dict[str, Any]] = []

    def new_belief(self) -> NoteSheet:
        """Take a fresh sheet."""
        self._sheet = NoteSheet(self.seat)
        return self._sheet

    # -- what it knows --------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Write down what an event tells, and compare an answer with what the plan expects."""
        super().observe(event)
        self._heard = event.turn
        if isinstance(event, Showed) and event.to == self.seat.index:
            self._compare(event.card)

    # -- the triggers ---------------------------------------------------------------

    def _compare(self, shown: Card | None) -> None:
        """Hold the answer to the own question against the plan; None: nobody showed a card."""
        expects, self._expects = self._expects, None
        if expects is None:
            return
        if shown:
            self._located.setdefault(shown, "shown")
        if shown != expects.expected:
            answer, wanted = shown or "nothing", expects.expected or "nothing"
            self._fire(Trigger.UNEXPECTED_ANSWER, f"shown {answer}; {wanted} was expected")

    def _look(self) -> None:
        """Fire for what was located since the last look, and for an assumption it contradicts."""
        before, self._located = self._located, self._sheet.located()
        news = [f"{card} is {at}" for card, at in self._located.items() if card not in before]
        if news:
            self._fire(Trigger.NEW_FACT, "; ".join(news))
        assumed = self.replanner.assumption or ()
        for card, possible in zip(assumed, self._sheet.candidates(), strict=bool(assumed)):
            if card not in possible:
                where = self._located.get(card, "not in the case file")
                self._fire(Trigger.ASSUMPTION_REFUTED, f"{card} is {where}")

    def _fire(self, trigger: Trigger, what: str) -> None:
        self.replanner.fire(trigger, f"turn {self._heard}: {what}")

    # -- planning -------------------------------------------------------------------

    def _plan(self) -> list[Question]:
        """Return the questions of the plan that wait to be asked, after planning if it must."""
        self._look()
        candidates = self._sheet.candidates()
        certain = all(len(cards) == 1 for cards in candidates)
        if self.replanner.must_replan and self.replanner.may_try(self._turn) and not certain:
            chance = 1 / prod(map(len, candidates))
            self.replanner.replan(self._turn, self._position(candidates), chance)
        return [] if self.replanner.must_replan else self.replanner.questions

    def _assume(self, candidates: list[list[Card]]) -> CaseFile:
        """Return the case file assumed before, or three cards drawn anew."""
        current = self.replanner.assumption
        if current and all(card in of for card, of in zip(current, candidates, strict=True)):
            return current
        return CaseFile(*map(self.rng.choice, candidates))

    def _position(self, candidates: list[list[Card]]) -> Position:
        deck, here = self.seat.deck, self._here
        possible = {card for cards in candidates for card in cards}
        return Position(
            deck,
            self._assume(candidates),
            held=frozenset(card for card in deck.cards if card not in possible),
            murder=frozenset(cards[0] for cards in candidates if len(cards) == 1),
            here=here if isinstance(here, str) else None,
            distances=self._board.pips if self._board else {},
            hallway_distances=self._away(),
            asked=self._asked,
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
        rooms = [asks.suggestion.room for asks in self._plan()]
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
        waiting = self._plan()
        here = (asks for asks in waiting if asks.suggestion.room == room)
        asks: Question | None = next(here, None)
        if asks is not None:
            self.replanner.done(asks, self._turn)
        elif room in self.seat.hand and (own := self._for_own(room)):
            asks = self._ask_instead(*own)
        self._expects = asks
        asked = asks.suggestion if asks else None
        if asked is None and not waiting:
            asked = self._simple_question(room)
        self._asked.update(asked or ())
        return asked

    def _for_own(self, room: Card) -> tuple[Question, Question] | None:
        """Return the first waiting question that expects no room, and the same about ``room``."""
        for asks in self.replanner.questions:
            suspect, weapon, planned = asks.suggestion
            if asks.expected not in (planned, None):
                return asks, Question(Suggestion(suspect, weapon, room), asks.expected)
        return None

    def _ask_instead(self, planned: Question, asks: Question) -> Question:
        """Count a waiting question as asked by another one, and note that."""
        self.replanner.done(planned, self._turn, instead=asks)
        told = {"asked": list(asks.suggestion), "expected": asks.expected}
        planned_for = {"instead_of": list(planned.suggestion)}
        self._instead.append({"turn": self._turn} | told | planned_for)
        return asks

    def _simple_question(self, room: Card) -> Suggestion:
        suspects, weapons, _ = self._sheet.candidates()
        return Suggestion(suspects[0], weapons[0], room)

    def accuse(self) -> Accusation | None:
        """Accuse when one card of each category is left."""
        self._compare(None)
        return self._sheet.case_file()

    # -- the record -----------------------------------------------------------------

    def notes(self) -> list[dict[str, Any]]:
        """Return a note for every replan, and for every question that a room of its hand took."""
        return sorted(super().notes() + self._instead, key=lambda note: int(note["turn"]))
