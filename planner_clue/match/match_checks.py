"""What is checked of a match before its first game: that it can be played, and what to warn of."""

from dataclasses import replace

from planner_clue.agents.built_in import settings_taken
from planner_clue.agents.command import SPEEDCLUE
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.registry import CPSC415, SPEEDCLUE_RULES, check_fits, is_apart
from planner_clue.agents.settings import PlanningSettings
from planner_clue.game.board import Board
from planner_clue.game.rules import Rules
from planner_clue.match.config import MatchConfig
from planner_clue.match.loaded_agents import loaded_agents
from planner_clue.match.schedule import SEED_BITS, is_short, random_seed
from planner_clue.planning.default_limits import DEFAULT_ENGINE
from planner_clue.sandbox.confinement import guarantees
from planner_clue.support import plugins
from planner_clue.support.errors import InputError, RulesError


def check_match(config: MatchConfig) -> None:
    """Raise :class:`planner_clue.errors.InputError` if the configuration is invalid."""
    board, rules = config.load_board(), config.load_rules()
    rules.check(board, len(config.agents))
    if config.games < 1:
        raise RulesError(f"--games {config.games}; expected 1 or more")
    if config.stopping:
        config.stopping.check()
    for agent in config.agents:
        check_fits(agent, board, rules, len(config.agents))
    _check_planning(config, board, rules)


def _check_planning(config: MatchConfig, board: Board | None, rules: Rules) -> None:
    from planner_clue.planner import domain_trials, domains, engines

    planning = config.settings.planning
    taken = {name for agent in config.agents for name in settings_taken(agent)}
    for agent, factory in zip(config.agents, loaded_agents(config).to_check(), strict=True):
        if settings_taken(agent):
            factory()  # raises for unsupported settings
    if taken and "domain" not in taken:  # planner-huji alone
        return
    name = planning.engine or DEFAULT_ENGINE
    engine = engines.load_engine(name, planning.search, planning.heuristic)
    if planning != PlanningSettings() and not engine.missing():
        domain = domains.domain_of(planning.domain)
        model = domains.model_for(domain, planning.follow_ups)
        domain_trials.trial_plan(engine, domain, model(board, rules), len(config.agents))
        if planning.domain:
            domain_trials.check_refutation(replace(domain, source=planning.domain_source), model)


def warnings_of(config: MatchConfig) -> list[str]:
    """Return warnings of how the match will differ from the request, one sentence each."""
    from planner_clue.planner import domain_trials, domains, engines

    planning, rules = config.settings.planning, config.load_rules()
    name, warned = planning.engine or DEFAULT_ENGINE, list[str]()
    if planning.domain:
        domain = replace(domains.domain_of(planning.domain), source=planning.domain_source)
        model = domains.model_for(domain, planning.follow_ups)
        warned += filter(None, [domain_trials.refutation(domain, model)])
    if missing := engines.load_engine(name).missing():
        warned.append(f"engine {name}: {missing}; planners play on without plans")
    for agent in dict.fromkeys(config.agents):
        if agent.startswith(CPSC415) and not rules.suggest_or_accuse:
            warned.append(
                f"{agent} accuses only at the start of its turn, others under --rules {rules} "
                "also after a suggestion; the tournament's own rules are --rules cpsc415"
            )
        if agent.startswith(SPEEDCLUE) and not rules.last_wins:
            what = f"{agent}: at the contest the last player wins when all others have accused"
            warned.append(f"{what} wrongly; its own rules are --rules {SPEEDCLUE_RULES}")
    for agent in (config.of_others if is_short(config.seed) else [])[:1]:
        warned.append(
            f"--seed {config.seed} is short: {agent} could brute-force it and learn the deal. "
            "This is harmless for your own agents; for other people's, use a seed of at least "
            f"{1 << SEED_BITS - 1}, such as the one that a match without --seed prints"
        )
    return warned + unconfined(config)


def unconfined(config: MatchConfig) -> list[str]:
    """Return the guarantees that this system does not hold, a sentence for each."""
    heuristic = config.settings.planning.heuristic
    confined = [
        one for one in loaded_agents(config).to_check() if isinstance(one, IsolatedAgentFactory)
    ]
    found = [one for factory in confined for one in factory.guarantees]
    if heuristic and plugins.is_file_spec(heuristic):
        from planner_clue.planner.engines import confined_heuristic

        found += guarantees(confined_heuristic(heuristic).held)
    missing = (f"{one.name} ({one.says}): needs {one.needs}" for one in found if not one.holds)
    return [f"isolation does not hold here: {guarantee}" for guarantee in dict.fromkeys(missing)]


def check_confined(config: MatchConfig) -> None:
    """Raise :class:`InputError` if isolation does not hold for third-party code."""
    for agent in config.agents:
        if plugins.is_file_spec(agent) and not is_apart(agent, config.settings):
            raise InputError(
                f"--require-confinement: agent '{agent}' runs in the process of the match with "
                f"--isolate {config.settings.isolation.isolate}; expected --isolate files"
            )
    for warning in unconfined(config):
        raise InputError(f"--require-confinement: {warning}; see planner-clue agents --isolation")
    for agent in config.of_others if is_short(config.seed) else ():
        raise InputError(
            f"--require-confinement with --seed {config.seed}: {agent} could brute-force "
            f"it and learn the deal; expected a long one, such as --seed {random_seed()}"
        )
