"""The domains that ``planner`` can plan in, and the model that writes problems for each."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from planner_clue.game.board import Board
from planner_clue.game.rules import Rules
from planner_clue.planner import contract
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.formulations import ProofModel
from planner_clue.planner.model import Model
from planner_clue.planner.outlook import Parameters
from planner_clue.planning.domain import Domain
from planner_clue.support.errors import ModelError

NewModel: TypeAlias = Callable[[Board | None, Rules], Model]


def domain_of(text: str | None) -> Domain:
    """Return the domain in ``text``, or the planner's own; raises :class:`DomainError`."""
    return contract.agent_domain(text) if text else contract.load_agent_domain()


def model_for(domain: Domain, follow_ups: int = Parameters.follow_ups) -> NewModel:
    """Return what makes the model of a game for a domain.

    That is :class:`FollowUpModel` for plans with branches, :class:`ProofModel` for sequences.
    Raises :class:`ModelError` where plans have no follow-ups, and a number of them is given.
    """
    if contract.has_branches(domain):
        return partial(FollowUpModel, parameters=Parameters(follow_ups=follow_ups))
    if follow_ups != Parameters.follow_ups:
        what = f"follow-ups {follow_ups}; the domain {domain.name} makes plans without branches"
        raise ModelError(f"{what}; expected a domain such as pddl/clue/domain.pddl")
    return ProofModel
