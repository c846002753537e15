"""A position as problems of two classical domains, and the best plans that are known for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from planner_clue.deliberation.contract import agent_domain
from planner_clue.deliberation.formulations import ProofPosition, domain_text, strips_problem
from planner_clue.deliberation.identification import IdentificationModel, Scope
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.result import Limits
from planner_clue.problem_set.positions import GamePosition

SCOPES = tuple(
    Scope(deals=deals, fewest=deals, rivals=rivals, suggestions=questions)
    for deals, rivals, questions in (
        (4, 2, 1),
        (8, 2, 1),
        (16, 3, 2),
        (24, 4, 3),
        (40, 6, 3),
        (40, 12, 4),
    )
)
"""Sizes of ``clue`` problems: deals to tell apart, rivals per deal, suggestions per room."""
EXPANSIONS = 1_000
"""The limit of expansions: plans beyond it do not count, so that no clock matters."""
PROOF = "astar(lmcut())"
SEARCHES = (
    PROOF,
    "eager_wastar([lmcut()],w=3)",
    "eager_wastar([add()],w=1)",
    "lazy_wastar([ff()],w=3)",
)
"""The searches for best known costs, in Fast Downward's notation; the first is optimal."""
PROCESSOR_SECONDS = 10
"""Processor time of a search; :data:`EXPANSIONS` take one or two seconds."""
_SECONDS = 600.0
"""Wall-clock limit of a search, against faults."""
_MEMORY_MB = 2048


@dataclass(frozen=True)
class BestKnown:
    """The cheapest plan that is known for a problem."""

    cost: int
    found_by: str
    """The search that found it."""
    is_proved: bool
    """Whether no plan costs less."""
    expansions: tuple[int | None, ...]
    """The expansions of each of :data:`SEARCHES`; None where it reached a limit."""

    @property
    def expanded(self) -> int:
        """The expansions of the search that found it."""
        return self.expansions[SEARCHES.index(self.found_by)] or 0

    @property
    def difficulty(self) -> tuple[float, ...]:
        """A measure to sort by: the expansions of each search, the optimal one first."""
        return tuple(float("inf") if number is None else number for number in self.expansions)


@cache
def clue_domain() -> Domain:
    """Return the domain of the agent ``planner``."""
    return agent_domain(domain_text("clue"))


def clue_problem(position: GamePosition, scope: Scope) -> PddlProblem:
    """Return the position as a problem of ``pddl/clue/``: tell drawn deals apart."""
    model = IdentificationModel(position.board, position.rules, scope)
    return clue_domain().restrict(model.pose(position.situation()).pddl)


def strips_problem_of(position: GamePosition) -> PddlProblem:
    """Return the position as a problem of ``pddl/strips/``: prove the assumed case file."""
    deck, belief = position.seat.deck, position.belief
    murder = {card for card in deck.cards if belief.holder(card) == belief.case}
    held = set(deck.cards) - murder - set(belief.unlocated())
    here = position.here if isinstance(position.here, str) else None
    return strips_problem(
        ProofPosition(deck, position.assumed, frozenset(held), frozenset(murder), here)
    )


def best_known(domain: str, problem: str) -> BestKnown:
    """Return the cheapest plan that the searches find with at most :data:`EXPANSIONS`."""
    plans: list[tuple[int, int]] = []
    expansions: list[int | None] = []
    for place, search in enumerate(SEARCHES):
        ends = place == len(SEARCHES) - 1
        told = search if ends else f"{search[:-1]},max_time={PROCESSOR_SECONDS})"
        found = FastDownward(search, told, "").solve(
            domain, problem, Limits(_SECONDS, memory_mb=_MEMORY_MB)
        )
        counts = found.plan is not None and (ends or (found.expansions or 0) <= EXPANSIONS)
        expansions.append(found.expansions if counts else None)
        if counts and found.plan is not None:
            plans.append((found.plan.cost, place))
        if counts and search == PROOF:
            break
    cost, place = min(plans)
    return BestKnown(cost, SEARCHES[place], place == 0, _filled(expansions))


def _filled(expansions: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return as many numbers as there are searches; what was not needed counts as none."""
    return (*expansions, *[0] * (len(SEARCHES) - len(expansions)))
