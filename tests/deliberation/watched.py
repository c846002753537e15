"""A seat that watches a game with a plan in hand, without any engine."""

from planner_clue.belief import Belief
from planner_clue.board import load_board
from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.decision import Decision
from planner_clue.deliberation.loop import Deliberation
from planner_clue.deliberation.model import FormulatedProblem
from planner_clue.deliberation.monitor import Execution
from planner_clue.deliberation.outlook import ForeseenAnswer
from planner_clue.deliberation.plan_tree import NOBODY, Answer, PlanStep
from planner_clue.deliberation.planning_run import PlanningRun
from planner_clue.planning.plan import Plan, PlanningResult, Status, Step
from planner_clue.planning.problem import PddlProblem
from planner_clue.table.events import Event
from tests.deliberation.situations import sit_down

# Seat 0 of this deal is our planner; the cards are looked up, so that no test depends on them.
SEAT, DEAL = sit_down(load_board("classic"), 3, seed=2)
NAMES = SEAT.tokens


def held_by(seat: int, position: int = 0) -> Card:
    return DEAL.hands[seat][position]


def about(*wanted: Card) -> Suggestion:
    """Return a question about these cards, filled up with cards of our own seat."""
    three = []
    for cards in DEAL.deck.categories:
        own = [card for card in cards if card in DEAL.hands[0]]
        three.append(next((card for card in wanted if card in cards), own[0]))
    return Suggestion(*three)


def foreseen(answer: Answer) -> ForeseenAnswer:
    return ForeseenAnswer(answer, 1 / 3, (), DEAL.case_file, 0.5, None, ())


PROBLEM = FormulatedProblem(
    PddlProblem("a", "b", {}, frozenset(), {}, frozenset()),
    answers={"mustard-shows": foreseen(Answer(NAMES[1], held_by(1))), "nobody": foreseen(Answer())},
)


def steps(*lines: str) -> tuple[Step, ...]:
    return tuple(map(Step.parse, lines))


class Watched:
    """A deliberation that assumes the true case file and has a plan of one question."""

    def __init__(self, *lines: str, asking: int = 1) -> None:
        self.belief = Belief(SEAT, asking=asking)
        self.loop = Deliberation(SEAT, self.belief)
        question = " ".join(DEAL.case_file)
        self.lines = lines or (
            f"(travel-from-hallway {DEAL.case_file.room})",
            f"(suggest-none-shown {question})",
            "(found-all)",
            f"(accuse {question})",
        )
        self.plan(1)

    def plan(self, turn: int, found: PlanningResult | None = None) -> Decision:
        """Plan for what has fired, if only that the plan asks nothing here; return it."""
        if not self.loop.must_replan:
            self.loop.nothing_to_ask(DEAL.case_file.room, turn)
        self.loop.replan(turn, lambda: self.thought(found))
        return self.loop.log[-1].decision

    def thought(self, found: PlanningResult | None = None) -> PlanningRun:
        """Return a planning run that finds the plan, or that has this result."""
        assumption = Assumption(DEAL.case_file, self.belief.chance(DEAL.case_file))
        result = PlanningResult(Status.OPTIMAL, Plan(steps(*self.lines), 500))
        return PlanningRun(assumption, PROBLEM, found or result)

    def asks(self, question: Suggestion, expected: Card | None, turn: int) -> None:
        """Let it suggest in place of its plan, as if that expected a card, or nobody's."""
        step = PlanStep(action="(as-told)", asks=question, expects=expected or NOBODY)
        later = PlanStep(action="(later)", to=question.room)
        self.loop.execution = Execution((step, later), left=((1,),), pending=((0,), turn))

    def see(self, *events: Event) -> list[tuple[str, int, str]]:
        for event in events:
            self.loop.observe(event)
        return self.fired()

    def fired(self) -> list[tuple[str, int, str]]:
        self.loop.update()
        if not self.loop.must_replan:
            return []
        return [(f.trigger.value, f.turn, f.observation) for f in self.plan(99).triggers]
