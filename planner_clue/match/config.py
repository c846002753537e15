"""What a match is, as plain data: enough to play it again."""

from dataclasses import asdict, dataclass
from typing import Any

from planner_clue.agents.registry import (
    CPSC415,
    AgentFactory,
    AgentSettings,
    check_fits,
    load_agent,
    settings_taken,
)
from planner_clue.board import Board, load_board
from planner_clue.errors import RulesError
from planner_clue.match.schedule import rounded_up
from planner_clue.planning.engines.names import DEFAULT_ENGINE
from planner_clue.table.record import NO_BOARD
from planner_clue.table.rules import Rules, default_rules, parse_rules


@dataclass(frozen=True)
class MatchConfig:
    """A match, checked by :meth:`check` before the first game."""

    agents: tuple[str, ...]
    games: int = 120
    seed: int = 1
    board: str = "classic"
    rules: str = ""
    """The rule set; empty: ``huji`` on the huji board, ``standard`` elsewhere."""
    engine: str = DEFAULT_ENGINE
    search: str | None = None
    """The engine's search configuration, instead of its own."""
    heuristic: str | None = None
    """A heuristic for ``clue-astar``."""
    domain: str | None = None
    """The PDDL text of a domain for the planners, instead of their own."""
    pddl_dir: str | None = None
    agent_limit: int = AgentSettings.agent_limit
    """How long an agent in a process of its own may think about one answer, in seconds."""

    def load_board(self) -> Board | None:
        """Return the board, or None for ``none``."""
        return None if self.board.lower() == NO_BOARD else load_board(self.board)

    def load_rules(self) -> Rules:
        """Return the rules."""
        return parse_rules(self.rules) if self.rules else default_rules(self.load_board())

    @property
    def settings(self) -> AgentSettings:
        """How the agents are set up."""
        return AgentSettings(
            self.engine, self.search, self.heuristic, self.domain, self.agent_limit
        )

    def factories(self) -> list[AgentFactory]:
        """Return what makes the agents, slot by slot."""
        return [load_agent(agent, self.settings) for agent in self.agents]

    @property
    def total(self) -> int:
        """The number of games, rounded up to whole deals."""
        return rounded_up(self.games, len(self.agents), self.load_rules())

    def check(self) -> None:
        """Raise an :class:`planner_clue.errors.InputError` for whatever is wrong with it."""
        from planner_clue.deliberation.contract import agent_domain, load_agent_domain
        from planner_clue.deliberation.probe import try_out
        from planner_clue.deliberation.solvers import load_engine

        board, rules = self.load_board(), self.load_rules()
        rules.check(board, len(self.agents))
        if self.games < 1:
            raise RulesError(f"--games {self.games}; expected 1 or more")
        if self.agent_limit < 1:
            raise RulesError(f"--agent-seconds {self.agent_limit}; expected 1 or more")
        for agent in self.agents:
            check_fits(agent, board, rules, len(self.agents))
        taken = {name for agent in self.agents for name in settings_taken(agent)}
        own_engine = "heuristic" in taken and "engine" not in taken
        engine = load_engine(self.engine, self.search, None if own_engine else self.heuristic)
        for agent, factory in zip(self.agents, self.factories(), strict=True):
            if settings_taken(agent):
                factory()  # refuses what it cannot think with
        as_shipped = self.engine == DEFAULT_ENGINE and not self.search and not self.domain
        if not as_shipped and not engine.missing():
            domain = agent_domain(self.domain) if self.domain else load_agent_domain()
            try_out(engine, domain, board, rules, len(self.agents))

    def warnings(self) -> list[str]:
        """Return what will make the match less than it could be."""
        from planner_clue.deliberation.solvers import load_engine

        missing = load_engine(self.engine).missing()
        warned = [f"engine {self.engine}: {missing}; planners play on without plans"]
        warned *= bool(missing)
        rules = self.load_rules()
        if not rules.suggest_or_accuse:
            warned += [
                f"{agent} accuses only at the start of its turn, others under --rules {rules} "
                "also after a question; the tournament's own rules are --rules cpsc415"
                for agent in dict.fromkeys(self.agents)
                if agent.startswith(CPSC415)
            ]
        return warned

    def to_json(self) -> dict[str, Any]:
        """Return what decides the games: everything but where PDDL files go."""
        data = asdict(self)
        del data["pddl_dir"]
        return data | {"agents": list(self.agents), "rules": str(self.load_rules())}
