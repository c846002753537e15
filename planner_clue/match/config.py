"""What a match is: all that is needed to play it again."""

import secrets
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property, partial
from itertools import starmap, zip_longest
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, to_builtins

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import BUILT_IN, AgentFactory, settings_taken
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.placement import SPEEDCLUE_RULES, check_fits, is_apart, load_agent
from planner_clue.agents.programs.command import SPEEDCLUE
from planner_clue.agents.registry import CPSC415
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import Board, load_board
from planner_clue.errors import AgentFailure, AgentNameError, InputError, RulesError
from planner_clue.match.schedule import Schedule
from planner_clue.match.stopping import StoppingRule
from planner_clue.planning.engines.registry import DEFAULT_ENGINE
from planner_clue.plugins import is_file_spec
from planner_clue.sandbox.confinement import guarantees
from planner_clue.table.events import SeatNumber
from planner_clue.table.record import NO_BOARD
from planner_clue.table.rules import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Rules,
    default_rules,
    parse_rules,
)

_SEED_BITS = 64
"""Fewer can be tried out: a deal is drawn in 20 microseconds."""
_BelowOne: TypeAlias = Annotated[float, Meta(gt=0, lt=1)]


class SequentialNote(Struct):
    """A sequential test in ``match.json``."""

    slots: Annotated[list[SeatNumber], Meta(min_length=2, max_length=2)]
    delta: _BelowOne
    error_rate: float


class ConfigNote(Struct, kw_only=True, omit_defaults=True):
    """What ``match.json`` says of the match, beside the settings of its agents."""

    agents: Annotated[list[str], Meta(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    games: Annotated[int, Meta(ge=1)]
    seed: int
    board: str
    rules: str
    seats: Literal["fixed"] | None = None
    until_width: _BelowOne | None = None
    sprt: SequentialNote | None = None

    @property
    def schedule(self) -> Schedule:
        """Who sits where in which game."""
        rules, rotate = parse_rules(self.rules), self.seats is None
        return Schedule(len(self.agents), rules, self.seed, rotate)


@dataclass(frozen=True)
class MatchConfig:
    """A match, checked by :meth:`check` before the first game."""

    agents: tuple[str, ...]
    """The agents by name, as :func:`planner_clue.agents.placement.load_agent` takes them."""
    games: int = 120
    seed: int = 1
    _: KW_ONLY
    board: str = "classic"
    """A shipped board's name, a file, or ``none``."""
    rules: str = ""
    """The rule set; empty: ``huji`` on the huji board, ``standard`` elsewhere."""
    rotate: bool = True
    """Whether every agent gets each seat equally often; else all keep theirs, the first begins."""
    settings: AgentSettings = field(default_factory=AgentSettings)
    """How the agents are set up."""
    stopping: StoppingRule | None = None
    """What may end the match before its last game."""
    pddl_dir: str | None = None
    """The folder for the PDDL files of every replan, if they are wanted."""
    domain_source: str = field(default="domain", compare=False)
    """What to call the domain of the settings in messages: the name of its file."""

    def load_board(self) -> Board | None:
        """Return the board, or None for ``none``."""
        return None if self.board.lower() == NO_BOARD else load_board(self.board)

    def load_rules(self) -> Rules:
        """Return the rules."""
        return parse_rules(self.rules) if self.rules else default_rules(self.load_board())

    def factories(self) -> list[AgentFactory]:
        """Return the factories of the agents, slot by slot; they are loaded once."""
        return _factories(self.agents, self.settings)

    def factories_to_play(self) -> list[AgentFactory]:
        """Return the factories of the agents in a process that plays games.

        Agents in processes of their own are loaded anew there, even where the match was checked, so
        that the games are the same in one process and in many: an agent that cannot be loaded any
        more forfeits them.
        """
        checked = _loaded.get((self.agents, self.settings), ())
        return list(starmap(self._to_play, zip_longest(self.agents, checked)))

    def _to_play(self, agent: str, checked: AgentFactory | None) -> AgentFactory:
        if checked is not None and not is_apart(agent, self.settings):
            return checked
        if close := getattr(checked, "close", None):
            close()
        try:
            return load_agent(agent, self.settings)
        except AgentNameError as error:
            return partial(_fail, AgentFailure("crash", f"could not be loaded again: {error}"))

    @property
    def total(self) -> int:
        """The number of games, rounded up to whole deals."""
        return self.schedule.rounded_up(self.games)

    @cached_property
    def schedule(self) -> Schedule:
        """Who sits where in which game."""
        return Schedule(len(self.agents), self.load_rules(), self.seed, self.rotate)

    def check(self) -> None:
        """Raise an :class:`planner_clue.errors.InputError` for whatever is wrong with it."""
        board, rules = self.load_board(), self.load_rules()
        rules.check(board, len(self.agents))
        if self.games < 1:
            raise RulesError(f"--games {self.games}; expected 1 or more")
        if self.stopping:
            self.stopping.check(self.agents)
        for agent in self.agents:
            check_fits(agent, board, rules, len(self.agents))
        self._check_planning(board, rules)

    def _check_planning(self, board: Board | None, rules: Rules) -> None:
        """Refuse settings that some agent cannot plan with."""
        from planner_clue.deliberation.domain_trial import check_refutation, trial_plan
        from planner_clue.deliberation.engines import load_engine
        from planner_clue.deliberation.model_registry import domain_of, known_model, model_for

        planning = self.settings.planning
        if planning.model:
            known_model(planning.model)
        taken = {name for agent in self.agents for name in settings_taken(agent)}
        own_engine = "heuristic" in taken and "engine" not in taken
        heuristic = None if own_engine else planning.heuristic
        engine = load_engine(planning.engine, planning.search, heuristic)
        for agent, factory in zip(self.agents, self.factories(), strict=True):
            if settings_taken(agent):
                factory()  # refuses what it cannot think with
        own = not (planning.search or planning.domain or planning.model)
        shipped = own and planning.engine == DEFAULT_ENGINE
        if not shipped and not engine.missing():
            domain = domain_of(planning.model, planning.domain)
            model = model_for(domain, planning.model)
            trial_plan(engine, domain, model(board, rules), len(self.agents))
            if planning.domain:
                check_refutation(replace(domain, source=self.domain_source), model)

    def warnings(self) -> list[str]:
        """Return what the match will not do as asked, one sentence each."""
        from planner_clue.deliberation.domain_trial import refutation
        from planner_clue.deliberation.engines import load_engine
        from planner_clue.deliberation.model_registry import domain_of, model_for

        planning, rules = self.settings.planning, self.load_rules()
        name, warned = planning.engine, []
        if planning.domain:
            domain = replace(domain_of(None, planning.domain), source=self.domain_source)
            if found := refutation(domain, model_for(domain, planning.model)):
                warned.append(found)
        if missing := load_engine(name).missing():
            warned.append(f"engine {name}: {missing}; planners play on without plans")
        if not rules.suggest_or_accuse:
            warned += [
                f"{agent} accuses only at the start of its turn, others under --rules {rules} "
                "also after a question; the tournament's own rules are --rules cpsc415"
                for agent in dict.fromkeys(self.agents)
                if agent.startswith(CPSC415)
            ]
        if not rules.last_wins:
            warned += [
                f"{agent}: at the contest the last player wins when all others have accused "
                f"wrongly; its own rules are --rules {SPEEDCLUE_RULES}"
                for agent in dict.fromkeys(self.agents)
                if agent.startswith(SPEEDCLUE)
            ]
        return warned + self.unconfined()

    def unconfined(self) -> list[str]:
        """Return what this system does not keep agents from, a sentence for each guarantee."""
        missing: dict[str, None] = {}
        heuristic = self.settings.planning.heuristic
        confined = [one for one in self.factories() if isinstance(one, IsolatedAgentFactory)]
        found = [one for factory in confined for one in factory.guarantees]
        if heuristic and is_file_spec(heuristic):
            from planner_clue.deliberation.engines import confined_heuristic

            found += guarantees(confined_heuristic(heuristic).held)
        for one in found:
            if not one.holds:
                missing[f"{one.name} ({one.says}): needs {one.needs}"] = None
        return [f"isolation does not hold here: {said}" for said in missing]

    def check_confined(self) -> None:
        """Raise :class:`InputError` if code of others could do what isolation is to prevent."""
        for agent in self.agents:
            if is_file_spec(agent) and not is_apart(agent, self.settings):
                raise InputError(
                    f"--require-confinement: agent '{agent}' runs in the process of the match with "
                    f"--isolate {self.settings.isolation.isolate}; expected --isolate files"
                )
        for said in self.unconfined():
            raise InputError(f"--require-confinement: {said}; see planner-clue agents --isolation")
        heuristic = self.settings.planning.heuristic
        of_others = [agent for agent in self.agents if agent not in BUILT_IN]
        of_others += [heuristic] if heuristic and is_file_spec(heuristic) else []
        if of_others and self.seed.bit_length() < _SEED_BITS:
            drawn = secrets.randbits(_SEED_BITS) | 1 << _SEED_BITS - 1
            raise InputError(
                f"--require-confinement with --seed {self.seed}: {of_others[0]} can try out seeds "
                f"until one deals its hand; expected a random one, such as --seed {drawn}"
            )

    @property
    def seats(self) -> Literal["fixed"] | None:
        """What ``match.json`` and the summary say of the seats: nothing where they rotate."""
        return None if self.rotate else "fixed"

    def to_json(self) -> dict[str, Any]:
        """Return what decides the games: everything but where PDDL files go."""
        note = ConfigNote(
            agents=list(self.agents),
            games=self.games,
            seed=self.seed,
            board=self.board,
            rules=str(self.load_rules()),
            seats=self.seats,
            **(self.stopping.to_json() if self.stopping else {}),
        )
        return {**to_builtins(note), **self.settings.to_json()}


_loaded: dict[tuple[tuple[str, ...], AgentSettings], list[AgentFactory]] = {}
"""The agents of one match, those that were loaded last."""


def _factories(agents: tuple[str, ...], settings: AgentSettings) -> list[AgentFactory]:
    if (agents, settings) not in _loaded:
        _loaded.clear()
        _loaded[agents, settings] = [load_agent(agent, settings) for agent in agents]
    return _loaded[agents, settings]


def _fail(failure: AgentFailure) -> Agent:
    raise failure
