"""Trials of a domain before a match.

A trial shows whether the engine accepts the domain, and whether its plans are legal.

A missing precondition makes plans that cannot be played. To find it, the planner plans in a few
positions, including positions with zero travel or suggestion cost, which reward illegal plans. Each
plan is then checked against the most similar shipped domain.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from planner_clue.belief import Belief
from planner_clue.game.board import load_board
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.deal import draw_deal
from planner_clue.game.rules import default_rules
from planner_clue.game.table import Table
from planner_clue.planner import contract
from planner_clue.planner.domains import NewModel
from planner_clue.planner.examples import EXAMPLES
from planner_clue.planner.model import DecisionContext, Model
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import DEFAULT_ENGINE, Engine, load_engine
from planner_clue.planning.plan import Limits, Plan, PlanningResult, Step
from planner_clue.planning.plan_check import Flaw, PlanCheck
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.syntax_tree import Expression
from planner_clue.support.errors import DomainError, EngineError, PlanningFailure


def trial_plan(engine: Engine, domain: Domain, model: Model, players: int) -> Plan:
    """Return a plan for some start; :class:`EngineError` says why there is none."""
    board, rules = model.board, model.rules
    deal = draw_deal(rules.deck(board), players, rules, Random(0))
    seat = Table(board, rules, deal).seat_view(0, seed=0)
    belief = Belief(seat)
    here = board.starts[seat.tokens[0]] if board else None
    context = DecisionContext(belief, belief.most_probable()[0], here)
    problem = model.formulate(context).restricted_to(domain)
    result = engine.solve(domain.text, problem.pddl)
    try:
        return result.checked()
    except PlanningFailure as failure:
        what = f"engine {engine.name} gives no plan in the domain {domain.name}"
        raise EngineError(f"{what}: {failure}") from failure


_SHIPPED = ("clue", "huji", "strips")
_LIMITS = Limits(seconds=10)
"""Limits per position; a run that exceeds them finds no fault."""
_OTHER_COSTS = 10
"""Multiplier for all other costs when one cost function is zeroed."""
_OTHER = CaseFile(Card("scarlett"), Card("revolver"), Card("billiard-room"))
"""An assumption different from the examples', listed first by some orderings."""


@dataclass(frozen=True)
class Trial:
    """A position to plan in."""

    name: str
    problem: PddlProblem
    free: str = ""
    """The function whose costs a tempting position saves; empty for a real one."""


@dataclass(frozen=True)
class TrialResult:
    """Result of a domain in one position."""

    trial: Trial
    result: PlanningResult
    broken: Flaw | None = None
    """The step at which the shipped domain refutes the plan."""
    unknown: Step | None = None
    """The first step of the plan that the shipped domain does not have; it says nothing then."""
    shipped: PlanningResult | None = None
    """Result of the shipped domain in the position, if requested."""


def reference_of(domain: Domain) -> Domain:
    """Return the shipped domain that has most of a domain's actions, with the same arguments."""
    own = {(name, declared.types) for name, declared in domain.actions.items()}

    def shared(shipped: Domain) -> int:
        return len(own & {(name, found.types) for name, found in shipped.actions.items()})

    return max(map(contract.shipped_domain, _SHIPPED), key=shared)


def try_domain(domain: Domain, model: NewModel, *, compare: bool = False) -> Iterator[TrialResult]:
    """Yield a domain's results, real positions first; ``compare`` adds the shipped one's."""
    engine, reference = load_engine(DEFAULT_ENGINE), reference_of(domain)

    def solved(planned_in: Domain, trial: Trial) -> PlanningResult:
        return engine.solve(planned_in.text, planned_in.restrict(trial.problem), _LIMITS)

    for trial in trials(model):
        if trial.free and trial.free not in domain.functions:
            continue
        result = solved(domain, trial)
        steps = result.plan.steps if result.plan else ()
        check = PlanCheck(reference, reference.restrict(trial.problem))
        flaw = check.first_flaw(steps) if steps else None
        unknown = next((step for step in steps if not check.knows(step)), None)
        shipped = solved(reference, trial) if compare else None
        yield TrialResult(trial, result, flaw, unknown, shipped)


def refutation(domain: Domain, model: NewModel) -> str | None:
    """Return the fault of the first plan that the shipped domain refutes, with its place."""
    if domain.text == reference_of(domain).text or load_engine(DEFAULT_ENGINE).missing():
        return None
    return _first_refuted(domain.text, model, domain.source)


@lru_cache(maxsize=16)
def _first_refuted(text: str, model: NewModel, source: str) -> str | None:
    domain = contract.agent_domain(text, source)
    broken = ((tried.trial, tried.broken) for tried in try_domain(domain, model))
    return next((refutation_in_words(domain, trial, flaw) for trial, flaw in broken if flaw), None)


def refutation_in_words(domain: Domain, trial: Trial, flaw: Flaw) -> str:
    """Return the flaw that a shipped domain finds, in one line with the place of the action."""
    at: Expression = domain.tree
    name = "the goal"
    if flaw.step:
        at, name = domain.actions[flaw.step.action].place, f"action {flaw.step.action}"
    return (
        f"{domain.source}:{at.line}:{at.column}: {name}: the shipped domain "
        f"{reference_of(domain).name} refutes a plan for the position '{trial.name}': {flaw}; "
        "is a precondition or an effect missing?"
    )


def check_refutation(domain: Domain, model: NewModel) -> None:
    """Refuse a domain whose plans the shipped domain of the same name refutes.

    A domain of another name is meant as another formulation; :func:`refutation` reports
    what is wrong with it. Raises :class:`planner_clue.errors.DomainError`.
    """
    if domain.name == reference_of(domain).name and (found := refutation(domain, model)):
        raise DomainError(f"{found} If all is as it should be, give the domain another name")


@lru_cache(maxsize=4)
def trials(model: NewModel) -> tuple[Trial, ...]:
    """Return the positions of the example problems, and then tempting ones."""
    board = load_board("classic")
    written_by = model(board, default_rules(board))
    start, middle, end = (example.context() for example in EXAMPLES)
    contexts = {
        "start": start,
        "mid-game": middle,
        "end-game": end,
        "brought into a room": replace(middle, may_stay=True, assumption=_OTHER),
    }
    real = [Trial(name, written_by.formulate(given).pddl) for name, given in contexts.items()]
    tempting = (tempting for trial in real[1:3] for tempting in _tempting(trial))
    return (*real, *tempting, *_forbidding(*real[1:]))


def _tempting(trial: Trial) -> Iterator[Trial]:
    """Yield a position with each kind of cost left out."""
    values = trial.problem.values
    for function in sorted({atom[0] for atom in values if atom[0].endswith("-cost")}):
        costs = {a: 0 if a[0] == function else _OTHER_COSTS * cost for a, cost in values.items()}
        name = f"{trial.name}, {function} 0"
        yield Trial(name, replace(trial.problem, values=costs), function)


def _forbidding(middle: Trial, end: Trial, brought: Trial) -> Iterator[Trial]:
    """Yield positions in which what costs least is forbidden.

    To stay in the room that the token was brought into. In plans with branches, to accuse after any
    answer: everybody passes, and every card may be in several hands; or gambles cost nothing, but
    only one is allowed per answer.
    """
    problem = brought.problem
    here = replace(problem, init=problem.init - {("may-stay",)})
    yield Trial(f"{brought.name}, not to stay", here, "turn-cost")
    if answers := _answers(problem := end.problem):
        passes = {("PASSES", a, player) for a in answers for player in problem.objects["player"]}
        several = frozenset(atom for atom in problem.init if atom[0] != "ONLY-HOLDER")
        everybody = replace(problem, init=several | passes)
        yield Trial(f"{end.name}, everybody passes", everybody, "cost-to-go")
    if answers := _answers(problem := middle.problem):
        gambles = {("MAY-GAMBLE", one, *_OTHER) for one in answers}
        risks = {("risk", one): 0 for one in answers}
        costs = {atom: _OTHER_COSTS * cost for atom, cost in problem.values.items()} | risks
        gambling = replace(problem, init=problem.init | gambles, values=costs)
        yield Trial(f"{middle.name}, risk 0", gambling, "risk")


def _answers(problem: PddlProblem) -> list[str]:
    """Return the objects of a problem that stand for answers."""
    return [atom[2] for atom in problem.init if atom[0] == "NEXT-ANSWER"]
