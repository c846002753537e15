"""The configuration of a tournament: every combination of agents plays a match."""

import re
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from planner_clue.agents.programs.command import is_program
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import InputError
from planner_clue.match.config import MatchConfig
from planner_clue.match.schedule import USUAL_SEED
from planner_clue.plugins import is_file_spec

_LONGEST_FOLDER = 120
"""Characters of a folder's name; a file system takes 255 bytes."""


@dataclass(frozen=True)
class Tournament:
    """A tournament, checked by :meth:`check` before the first game."""

    agents: tuple[str, ...]
    """The agents by name, as a match takes them."""
    size: int = 3
    """Number of agents at a table, 3 to 6."""
    games: int = 120
    """Games of each combination, rounded up to whole deals."""
    seed: int = USUAL_SEED
    _: KW_ONLY
    board: str = "classic"
    rules: str = ""
    """The rule set; empty for the one that fits the board, as in a match."""
    settings: AgentSettings = field(default_factory=AgentSettings)

    def check(self) -> None:
        """Raise an :class:`InputError` for whatever is wrong with it."""
        if not 3 <= self.size <= 6:
            raise InputError(f"--size {self.size}; expected 3 to 6")
        if len(self.agents) < self.size:
            raise InputError(
                f"{len(self.agents)} agents ({', '.join(self.agents)}); "
                f"expected {self.size} or more for tables of --size {self.size}"
            )
        seen: dict[str, str] = {}
        for agent in self.agents:
            known = _identity(agent)
            if known in seen:
                also = "" if seen[known] == agent else f", also as '{seen[known]}'"
                raise InputError(f"agent '{agent}' twice{also}; expected different agents")
            seen[known] = agent
        for config in self.covering:
            config.check()

    @cached_property
    def combinations(self) -> tuple[tuple[int, ...], ...]:
        """All combinations of agents, each by their numbers in :attr:`agents`, ascending."""
        return tuple(combinations(range(len(self.agents)), self.size))

    def names(self, combination: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of the agents of a combination."""
        return tuple(self.agents[number] for number in combination)

    def config(self, combination: tuple[int, ...]) -> MatchConfig:
        """Return the match of a combination; all matches play the same deals."""
        agents = self.names(combination)
        return MatchConfig(
            agents,
            self.games,
            self.seed,
            board=self.board,
            rules=self.rules,
            settings=self.settings,
        )

    def folder(self, number: int) -> str:
        """Return the name of the folder of combination ``number``.

        >>> Tournament(("bn1", "exact", "mine.py:Me", "random")).folder(1)
        '2-bn1+exact+random'
        """
        names = "+".join(self.names(self.combinations[number]))
        plain = re.sub(r"[^\w.+-]+", "_", names, flags=re.ASCII)[:_LONGEST_FOLDER]
        digits = len(str(len(self.combinations)))
        return f"{number + 1:0{digits}}-{plain}"

    @cached_property
    def covering(self) -> tuple[MatchConfig, ...]:
        """A few matches in which every agent plays: at most one agent causes a fault of a match."""
        count = len(self.agents)
        lasts = range(self.size, count + self.size, self.size)
        return tuple(
            self.config(tuple(range(min(last, count) - self.size, min(last, count))))
            for last in lasts
        )

    @property
    def of_others(self) -> list[str]:
        """The agents and the heuristic that planner-clue does not ship."""
        return [one for config in self.covering for one in config.of_others]

    @cached_property
    def games_each(self) -> int:
        """The games of each combination, whole deals."""
        return self.config(self.combinations[0]).total

    @property
    def total(self) -> int:
        """The games of all combinations."""
        return self.games_each * len(self.combinations)

    def to_json(self) -> dict[str, Any]:
        """Return the fields that decide the games."""
        return {
            "agents": list(self.agents),
            "size": self.size,
            "games": self.games,
            "seed": self.seed,
            "board": self.board,
            "rules": str(self.config(self.combinations[0]).load_rules()),
            **self.settings.to_json(),
        }


def _identity(agent: str) -> str:
    """Return a key that all names of an agent share: a file has many paths."""
    if is_program(agent) or not is_file_spec(agent):
        return agent
    before, colon, name = agent.rpartition(":")
    if name.endswith(".py"):  # cpsc415:PATH has no name of a class
        return f"{before}{colon}{Path(name).resolve()}"
    return f"{Path(before).resolve()}:{name}"
