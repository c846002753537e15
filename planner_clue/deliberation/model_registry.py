"""The models by name, and the model that writes the problems of a domain."""

from planner_clue.data import data_folder
from planner_clue.deliberation.conditional import ConditionalModel, DeeperModel
from planner_clue.deliberation.contract import agent_domain, is_conditional, load_agent_domain
from planner_clue.deliberation.identification import IdentificationModel
from planner_clue.deliberation.model import Model
from planner_clue.deliberation.priced import PricedModel
from planner_clue.errors import ModelError, nearest
from planner_clue.planning.domain import Domain

MODELS: dict[str, type[Model]] = {
    "conditional": ConditionalModel,
    "conditional-2": DeeperModel,
    "identification": IdentificationModel,
    "priced": PricedModel,
}
"""The classes of models, by name."""
OWN_MODEL = "conditional"
"""The planner's own."""


def domain_of(model: str | None, text: str | None) -> Domain:
    """Return the domain to plan in: the one in ``text``, or else the model's own.

    Raises :class:`DomainError` for a text that breaks the contract, and :class:`ModelError` for a
    name that no model has.
    """
    if text:
        return agent_domain(text)
    folder = MODELS[known_model(model or OWN_MODEL)].folder
    return load_agent_domain(str(data_folder("pddl") / folder / "domain.pddl"))


def model_for(domain: Domain, name: str | None = None) -> type[Model]:
    """Return the model called ``name``; without a name, the one that a domain is for.

    A domain is for ``conditional`` if it has branches, for ``identification`` if it has doubts,
    else for ``priced``. Raises :class:`ModelError` for a name that no model has.
    """
    if name is not None:
        return MODELS[known_model(name)]
    if is_conditional(domain):
        return ConditionalModel
    return IdentificationModel if "settles" in domain.predicates else PricedModel


def known_model(name: str) -> str:
    """Return the name of a model; raises :class:`ModelError` for any other."""
    if name not in MODELS:
        raise ModelError(f"unknown model '{name}'; {nearest(name, MODELS)}")
    return name
