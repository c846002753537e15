"""Whether an agent's answers depend on earlier games, tried once before a match."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from planner_clue.agents.command import SPEEDCLUE
from planner_clue.agents.isolated_agent import IsolatedAgent, IsolatedAgentFactory
from planner_clue.agents.registry import load_isolated
from planner_clue.match.checks.check_agent import first_difference
from planner_clue.match.checks.checked_game import (
    RANDOM,
    CheckedGame,
    CheckedTable,
    Entrant,
    TrialGame,
    play_checked,
)
from planner_clue.match.config import MatchConfig
from planner_clue.match.loaded_agents import loaded_agents
from planner_clue.match.schedule import derived_seed
from planner_clue.support.errors import InputError, printable

_SECONDS = 1.0
"""Time for all answers of an agent in three games; a slower one is not checked."""
_LEAST_SECONDS = 0.001


class Dependence(NamedTuple):
    """What the same game with the same seed shows, played before and after another one."""

    agent: str
    depends: bool
    """Whether only the game between them can have made the difference."""
    says: str


def unsound_agents(
    configs: Iterable[MatchConfig], report: Callable[[str], object], *, refuse: bool = False
) -> list[str]:
    """Return the agents whose answers depend on earlier games, in words; ``report`` each finding.

    If ``refuse``, raises :class:`InputError` instead.
    """
    found = list[str]()
    for agent, depends, says in dependences(configs):
        finding = printable(f"{agent}: {says}")
        if depends and refuse:
            raise InputError(f"--require-confinement: {finding}; see planner-clue check-agent")
        found += [finding] if depends else []
        report(finding)
    return found


def dependences(configs: Iterable[MatchConfig]) -> Iterator[Dependence]:
    """Yield what was found of each agent in a process of its own, except agents that are alike.

    The agent plays a deal against ``random``, then another, and the first one again. If they
    differ, two new processes show whether its games differ anyway. The seed is none of the match.
    """
    checked = set[str]()
    for config in configs:
        yield from _dependences(config, checked)


def _dependences(config: MatchConfig, checked: set[str]) -> Iterator[Dependence]:
    table = CheckedTable(config.board, str(config.load_rules()), len(config.agents), RANDOM)
    trial = TrialGame(table, derived_seed("earlier games", config.seed), 0, 0)
    for agent, factory in dict(
        zip(config.agents, loaded_agents(config).to_check(), strict=True)
    ).items():
        if agent not in config.of_others or agent in checked or agent.startswith(SPEEDCLUE):
            continue  # which is given no seed
        checked.add(agent)
        if not isinstance(factory, IsolatedAgentFactory):
            continue
        entrant = Entrant(agent, config.settings.isolation)
        games, deadline = list[CheckedGame | None](), time.monotonic() + _SECONDS
        for number in (0, 1, 0):
            left = max(_LEAST_SECONDS, deadline - time.monotonic())
            games.append(_played(entrant, factory(), trial._replace(game=number), left))
        first, _, again = games
        if not first or not again:
            says = "not checked whether its answers depend on earlier games: three games take it"
            yield Dependence(agent, False, f"{says} more than {_SECONDS:g} s")
        elif first.line != again.line:
            alone = list[str]()
            for _ in range(2):
                with closing(load_isolated(agent, config.settings)) as new:
                    game = _played(entrant, new(), trial, _SECONDS)
                    alone += [game.line] if game else []
            depends = len(alone) == 2 and alone[0] == alone[1]
            why = "answers depend on earlier games" if depends else "the same seed plays otherwise"
            yield Dependence(agent, depends, "; ".join([why, *first_difference(first, again)]))


def _played(
    entrant: Entrant, agent: IsolatedAgent, trial: TrialGame, seconds: float
) -> CheckedGame | None:
    """Return a game, or None if the agent took longer than ``seconds``."""
    agent.most_seconds = seconds
    try:
        game = play_checked(entrant, agent, trial)
    finally:
        agent.most_seconds = None
    return None if any(fault.kind == "timeout" for fault in game.faults) else game
