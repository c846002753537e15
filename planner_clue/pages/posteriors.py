"""What the Bayesian networks of ``bn1`` and ``bn2`` believed at each moment of a game.

In the format of notebooks (:mod:`planner_clue.pages.frames`), and with ``case``: for each card that
changed, the chance in thousandths that it is in the case file, as the agent uses it when it plays.
Nothing is certain in a network, so 0 and 1000 are only rounded.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from planner_clue.agents.registry import load_here
from planner_clue.agents.settings import AgentSettings
from planner_clue.belief.probability import CERTAIN
from planner_clue.pages.notebooks import SeenAt
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Passed, Showed

if TYPE_CHECKING:
    from planner_clue.agents.networks.view import NetworkView

NETWORKS = ("bn1", "bn2")
"""The agents that believe by a network."""
MOST_LOOKS = 150
"""How often a network is looked at; in longer games every second time, every third, and so on."""


def posteriors_of(name: str, seat: Seat, seen: Sequence[SeenAt]) -> list[dict[str, Any]]:
    """Return what the network of agent ``name`` believed, as changes from frame to frame."""
    agent: Any = load_here(name, AgentSettings())()
    agent.begin(seat)
    telling = [one for one in seen if isinstance(one.event, Passed | Showed | Accused)]
    every = len(telling) // MOST_LOOKS + 1
    looks = {id(one) for one in telling[::-1][::every]}
    changes: list[dict[str, Any]] = []
    _add(changes, 0, agent.view())
    for one in seen:
        agent.observe(one.event)
        if id(one) in looks:
            _add(changes, one.frame, agent.view())
    return _without_totals(changes)


def _add(changes: list[dict[str, Any]], frame: int, view: "NetworkView") -> None:
    """Add what changed since the last look."""
    cards = {card: [_rounded(p) for p in chances] for card, chances in view.chances.items()}
    case = {card: _rounded(chance) for card, chance in view.case.items()}
    before = cast("dict[str, Any]", changes[-1]["all"]) if changes else {"cards": {}, "case": {}}
    new = {
        "cards": {card: row for card, row in cards.items() if before["cards"].get(card) != row},
        "case": {card: p for card, p in case.items() if before["case"].get(card) != p},
    }
    if new["cards"] or new["case"]:
        changes.append({"at": frame, **new, "all": {"cards": cards, "case": case}})


def _without_totals(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: part for key, part in change.items() if key != "all"} for change in changes]


def _rounded(chance: float) -> int:
    return round(CERTAIN * chance)
