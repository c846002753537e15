"""The configuration of a match: all that is needed to play it again."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property, partial
from itertools import zip_longest
from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import Meta

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import BUILT_IN, AgentFactory, settings_taken
from planner_clue.agents.command import SPEEDCLUE
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.registry import CPSC415, SPEEDCLUE_RULES, check_fits, is_apart, load_agent
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.game.board import Board, board_or_none
from planner_clue.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, default_rules, parse_rules
from planner_clue.match.schedule import SEED_BITS, USUAL_SEED, Schedule, is_short, random_seed
from planner_clue.match.stopping import Fraction, SequentialTest, StoppingRule, UntilWidth
from planner_clue.planning.default_limits import DEFAULT_ENGINE
from planner_clue.sandbox.confinement import guarantees
from planner_clue.support import json_text, plugins
from planner_clue.support.errors import AgentFailure, AgentNameError, InputError, RulesError

Seats: TypeAlias = Literal["rotated", "fixed"]
SEATS: tuple[Seats, ...] = get_args(Seats)
RECORDED = ("agents", "games", "seed", "board", "rules", "seats", "until_width", "sprt")
"""The fields in ``match.json``, where the settings of the agents follow."""
REQUIRED = RECORDED[:5]
"""The fields that are always written; others are written only if they are not the default."""


@dataclass(frozen=True)
class MatchConfig:
    """A match, checked by :meth:`check` before the first game."""

    agents: Annotated[tuple[str, ...], Meta(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    """The agents by name, as :func:`planner_clue.agents.registry.load_agent` takes them."""
    games: Annotated[int, Meta(ge=1)] = 120
    seed: int = USUAL_SEED
    _: KW_ONLY
    board: str = "classic"
    """A shipped board's name, a file, or ``none``."""
    rules: str = ""
    """The rule set; empty: ``huji`` on the huji board, ``standard`` elsewhere."""
    seats: Seats = "rotated"
    """``rotated``: every agent gets each seat equally often; ``fixed``: the first begins."""
    until_width: Fraction | None = None
    """The match ends when no 95 % interval is wider than this."""
    sprt: SequentialTest | None = None
    """The match ends when this test decides it."""
    settings: AgentSettings = field(default_factory=AgentSettings)
    pddl_dir: str | None = None
    """The folder for the PDDL files of every replan, if they are wanted."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "MatchConfig":
        """Return the match of a ``match.json``, but for settings; raises :class:`InputError`."""
        for name in REQUIRED:
            if name not in data:
                raise InputError(f"'{name}' is missing")
        known = {name: data[name] for name in RECORDED if name in data}
        match: MatchConfig = json_text.checked(known, cls, InputError)
        parse_rules(match.rules)
        return match

    @property
    def stopping(self) -> StoppingRule | None:
        """The rule that may end the match before its last game."""
        return self.sprt or (None if self.until_width is None else UntilWidth(self.until_width))

    def load_board(self) -> Board | None:
        """Return the board, or None for ``none``."""
        return board_or_none(self.board)

    def load_rules(self) -> Rules:
        """Return the rules."""
        return parse_rules(self.rules) if self.rules else default_rules(self.load_board())

    def factories(self) -> list[AgentFactory]:
        """Return the factories of the agents, slot by slot; they are loaded once."""
        if (match := (self.agents, self.settings)) not in _loaded:
            _loaded.clear()
            _loaded[match] = [load_agent(agent, self.settings) for agent in self.agents]
        return _loaded[match]

    def factories_to_play(self) -> list[AgentFactory]:
        """Return the factories for games: isolated agents anew, in any number of processes."""
        made, known = list[AgentFactory](), _loaded.get((self.agents, self.settings), ())
        for agent, factory in zip_longest(self.agents, known):
            if factory is not None and not is_apart(agent, self.settings):
                made.append(factory)
                continue
            if close := getattr(factory, "close", None):
                close()
            try:
                made.append(load_agent(agent, self.settings))
            except AgentNameError as error:
                why = f"could not be loaded again: {error}"
                made.append(partial(_fail, AgentFailure("crash", why)))
        return made

    @property
    def total(self) -> int:
        """The number of games, rounded up to whole deals."""
        return self.schedule.rounded_up(self.games)

    @cached_property
    def schedule(self) -> Schedule:
        """Who sits where in which game."""
        return Schedule(len(self.agents), self.load_rules(), self.seed, self.seats == "rotated")

    def check(self) -> None:
        """Raise :class:`planner_clue.errors.InputError` if the configuration is invalid."""
        board, rules = self.load_board(), self.load_rules()
        rules.check(board, len(self.agents))
        if self.games < 1:
            raise RulesError(f"--games {self.games}; expected 1 or more")
        if self.stopping:
            self.stopping.check()
        for agent in self.agents:
            check_fits(agent, board, rules, len(self.agents))
        self._check_planning(board, rules)

    def _check_planning(self, board: Board | None, rules: Rules) -> None:
        from planner_clue.planner import domain_trials, domains, engines

        planning = self.settings.planning
        taken = {name for agent in self.agents for name in settings_taken(agent)}
        for agent, factory in zip(self.agents, self.factories(), strict=True):
            if settings_taken(agent):
                factory()  # raises for unsupported settings
        if taken and "domain" not in taken:  # planner-huji alone
            return
        name = planning.engine or DEFAULT_ENGINE
        engine = engines.load_engine(name, planning.search, planning.heuristic)
        if planning != PlanningSettings() and not engine.missing():
            domain = domains.domain_of(planning.domain)
            model = domains.model_for(domain, planning.follow_ups)
            domain_trials.trial_plan(engine, domain, model(board, rules), len(self.agents))
            if planning.domain:
                domain_trials.check_refutation(
                    replace(domain, source=planning.domain_source), model
                )

    def warnings(self) -> list[str]:
        """Return warnings of how the match will differ from the request, one sentence each."""
        from planner_clue.planner import domain_trials, domains, engines

        planning, rules = self.settings.planning, self.load_rules()
        name, warned = planning.engine or DEFAULT_ENGINE, list[str]()
        if planning.domain:
            domain = replace(domains.domain_of(planning.domain), source=planning.domain_source)
            model = domains.model_for(domain, planning.follow_ups)
            warned += filter(None, [domain_trials.refutation(domain, model)])
        if missing := engines.load_engine(name).missing():
            warned.append(f"engine {name}: {missing}; planners play on without plans")
        for agent in dict.fromkeys(self.agents):
            if agent.startswith(CPSC415) and not rules.suggest_or_accuse:
                warned.append(
                    f"{agent} accuses only at the start of its turn, others under --rules {rules} "
                    "also after a suggestion; the tournament's own rules are --rules cpsc415"
                )
            if agent.startswith(SPEEDCLUE) and not rules.last_wins:
                what = f"{agent}: at the contest the last player wins when all others have accused"
                warned.append(f"{what} wrongly; its own rules are --rules {SPEEDCLUE_RULES}")
        for agent in (self.of_others if is_short(self.seed) else [])[:1]:
            warned.append(
                f"--seed {self.seed} is short: {agent} could brute-force it and learn the deal. "
                "This is harmless for your own agents; for other people's, use a seed of at least "
                f"{1 << SEED_BITS - 1}, such as the one that a match without --seed prints"
            )
        return warned + self.unconfined()

    @property
    def of_others(self) -> list[str]:
        """Agents and heuristics not shipped with planner-clue, except classes."""
        own = {*BUILT_IN, *(one.__name__ for one in self.settings.classes)}
        heuristic = self.settings.planning.heuristic
        of_file = [heuristic] if heuristic and plugins.is_file_spec(heuristic) else []
        return [agent for agent in self.agents if agent not in own] + of_file

    def unconfined(self) -> list[str]:
        """Return the guarantees that this system does not hold, a sentence for each."""
        heuristic = self.settings.planning.heuristic
        confined = [one for one in self.factories() if isinstance(one, IsolatedAgentFactory)]
        found = [one for factory in confined for one in factory.guarantees]
        if heuristic and plugins.is_file_spec(heuristic):
            from planner_clue.planner.engines import confined_heuristic

            found += guarantees(confined_heuristic(heuristic).held)
        missing = (f"{one.name} ({one.says}): needs {one.needs}" for one in found if not one.holds)
        return [f"isolation does not hold here: {said}" for said in dict.fromkeys(missing)]

    def check_confined(self) -> None:
        """Raise :class:`InputError` if isolation does not hold for third-party code."""
        for agent in self.agents:
            if plugins.is_file_spec(agent) and not is_apart(agent, self.settings):
                raise InputError(
                    f"--require-confinement: agent '{agent}' runs in the process of the match with "
                    f"--isolate {self.settings.isolation.isolate}; expected --isolate files"
                )
        for said in self.unconfined():
            raise InputError(f"--require-confinement: {said}; see planner-clue agents --isolation")
        for agent in self.of_others if is_short(self.seed) else ():
            raise InputError(
                f"--require-confinement with --seed {self.seed}: {agent} could brute-force "
                f"it and learn the deal; expected a long one, such as --seed {random_seed()}"
            )

    def to_json(self) -> dict[str, Any]:
        """Return the fields that decide the games: all but the folder of PDDL files."""
        usual, own = MatchConfig(()), replace(self, rules=str(self.load_rules()))
        data = {
            name: value
            for name in RECORDED
            if (value := getattr(own, name)) != getattr(usual, name) or name in REQUIRED
        }
        return {**json_text.plain(data), **self.settings.to_json()}


_loaded: dict[tuple[tuple[str, ...], AgentSettings], list[AgentFactory]] = {}
"""The agents of the match that was loaded last."""


def _fail(failure: AgentFailure) -> Agent:
    raise failure
