"""Matches and single games, played from Python, with the options of the command ``match``."""

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias, TypedDict, Unpack, get_args, get_type_hints, overload

from planner_clue.agents import base, built_in, settings
from planner_clue.game.record import read_record
from planner_clue.match import intervals, play, runner, schedule, statistics, store
from planner_clue.match.checks.earlier_games import unsound_agents
from planner_clue.match.config import MatchConfig
from planner_clue.match.match_checks import check_match
from planner_clue.match.stopping import SequentialTest
from planner_clue.planner.contract import agent_domain
from planner_clue.planning.domain import TextOrPath, text_from
from planner_clue.support.data import path_from
from planner_clue.support.errors import AgentNameError, InputError, nearest, shown
from planner_clue.view.game_record import GameRecord

AgentSpec: TypeAlias = str | type[base.Agent]
"""An agent: a name, ``path/to/file.py:ClassName``, ``cpsc415:PATH``, ``command:...``, or a
class itself."""


class PlanningOptions(TypedDict, total=False):
    """The options of the planner; all may be left out."""

    engine: str
    search: str
    heuristic: str
    """A name, or ``path/to/file.py:function``."""
    domain: TextOrPath
    """A PDDL domain to plan in, instead of the planner's own."""
    follow_ups: int
    """The number of different follow-ups of a plan, from 1 to 8."""


class MatchOptions(PlanningOptions, total=False):
    """The options of a match, as the command line has them; all may be left out."""

    board: str
    """``classic``, ``huji``, ``none``, or the path of a map."""
    rules: str
    """A rule set with its options, such as ``standard,dice=1``."""
    seats: Literal["rotated", "fixed"]
    playouts: int
    """The number of playouts of ``monte-carlo`` before each suggestion."""
    isolate: Literal["files", "all", "none"]
    """Which agents sit in processes of their own; classes that are handed over never do."""


_KINDS = settings.PlanningSettings, settings.IsolationSettings
_SETTINGS = {option.keyword: option for kind in _KINDS for option in settings.options_of(kind)}


def config_of(
    agents: Sequence[AgentSpec],
    games: int,
    seed: int | None,
    options: MatchOptions,
    out: Path | None = None,
) -> MatchConfig:
    """Return the match, checked; without a ``seed``, ``out`` may have that of its match.

    Raises :class:`planner_clue.errors.InputError` for an invalid argument.
    """
    if isinstance(agents, str) or not 2 <= len(agents) <= 6:
        raise InputError(f"agents {shown(agents)}; expected a list of 2 to 6")
    for what, number in (("games", games), ("seed", 0 if seed is None else seed)):
        if type(number) is not int:
            raise InputError(f"{what} {shown(number)}; expected a whole number")
    check_options(options, MatchOptions)
    _check_agents(agents, options)
    classes = tuple(agent for agent in agents if isinstance(agent, type))
    config = MatchConfig(
        tuple(agent.__name__ if isinstance(agent, type) else agent for agent in agents),
        games,
        board=options.get("board", "classic"),
        rules=options.get("rules", ""),
        seats=options.get("seats", "rotated"),
        settings=settings.AgentSettings(
            planning=planning_settings(options),
            isolation=settings.IsolationSettings(isolate=options.get("isolate", "files")),
            classes=tuple(dict.fromkeys(classes)),
        ),
    )
    seed = schedule.chosen_seed(seed, store.kept_seed(out), of_others=config.of_others)
    config = replace(config, seed=seed)
    check_match(config)
    return config


def planning_settings(options: PlanningOptions) -> settings.PlanningSettings:
    """Return the settings; raises :class:`planner_clue.errors.DomainError`."""
    named = [option.keyword for option in settings.options_of(settings.PlanningSettings)]
    given: dict[str, Any] = {name: options[name] for name in named if name in options}  # type: ignore[literal-required]
    if domain := given.get("domain"):
        read = text_from(domain, "domain")
        given |= {"domain": agent_domain(*read).text, "domain_source": read.source}
    return settings.PlanningSettings(**given)


def check_options(options: Mapping[str, object], kind: type) -> None:
    """Refuse what is not an option of a kind, and a value that is not possible."""
    known = get_type_hints(kind)
    for name, value in options.items():
        if name not in known:
            raise InputError(f"option {name}; {nearest(name, known)}")
        if setting := _SETTINGS.get(name):
            setting.check(value, name)
        elif not isinstance(value, str | Path):
            raise InputError(f"{name} {shown(value)}; expected a text")
        choices = [choice for choice in get_args(known[name]) if isinstance(choice, str)]
        if choices and value not in choices:
            raise InputError(f"{name} {shown(value)}; expected one of {', '.join(choices)}")


def _check_agents(agents: Sequence[AgentSpec], options: MatchOptions) -> None:
    named: dict[str, AgentSpec] = {name: name for name in built_in.agent_names()}
    for agent in agents:
        if isinstance(agent, base.Agent):
            name = type(agent).__name__
            raise AgentNameError(f"agent {name}() is an object; expected the class, {name}")
        if not isinstance(agent, str | type):
            raise AgentNameError(f"agent {shown(agent)}; expected a name or a class")
        if isinstance(agent, type):
            if options.get("isolate") == "all":
                raise InputError(f"isolate all with the class {agent.__name__}; expected a file")
            if named.setdefault(agent.__name__, agent) is not agent:
                raise AgentNameError(f"two agents are called {agent.__name__}; expected two names")


@dataclass(frozen=True)
class AgentResult:
    """The wins, the win rate and the forfeits of one agent of a match.

    >>> result = clue.play_match(["ladder-2", "random", "random"], games=6, seed=3, board="none")
    >>> result["ladder-2"].win_rate, result["ladder-2"].interval
    (0.8333333333333334, (0.1444, 0.9933))
    """

    name: str
    games: int
    wins: int
    interval: tuple[float, float]
    """The 95 % interval of the win rate, from 0 to 1; games of a deal count together."""
    summary: dict[str, Any] = field(repr=False)
    """Everything that was counted; ``docs/records.md`` explains the fields."""

    @property
    def win_rate(self) -> float:
        """Wins per game."""
        return self.wins / self.games

    @property
    def forfeits(self) -> int:
        """Number of games that it forfeited; ``summary`` contains the reasons."""
        return int(self.summary["forfeits"])

    def __str__(self) -> str:
        rate = f"{intervals.percent(self.win_rate)} ({intervals.in_percent(self.interval)})"
        result = f"{self.name}: {self.wins} of {self.games}, {rate}"
        if not self.forfeits:
            return result
        first = statistics.first_failure(self.summary)
        return f"{result}; forfeits: {self.forfeits}, first failure: {first}"


class GameRecords(Sequence[GameRecord]):
    """The games of a match in order; each is read when it is looked at."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> GameRecord: ...
    @overload
    def __getitem__(self, at: slice) -> "GameRecords": ...
    def __getitem__(self, at: int | slice) -> "GameRecord | GameRecords":
        if isinstance(at, slice):
            return GameRecords(self._lines[at])
        return GameRecord(read_record(self._lines[at]))

    def __repr__(self) -> str:
        return f"<{len(self)} games>"


@dataclass(frozen=True)
class MatchResult:
    """The results of a match, one per agent, and its games.

    >>> result = clue.play_match(["ladder-2", "random", "random"], games=6, seed=3, board="none")
    >>> result["ladder-2"].wins, result.games[5].winner
    (5, 2)
    """

    agents: tuple[AgentResult, ...]
    """In the order in which they were given."""
    games: GameRecords = field(repr=False)
    summary: dict[str, Any] = field(repr=False)
    """The object that ``planner-clue match --json`` writes."""
    unsound: tuple[str, ...] = ()
    """The agents whose answers depend on earlier games, in words: no such match is sound."""

    def __getitem__(self, agent: str | int) -> AgentResult:
        """Return the result of an agent, by its name or by its place from 0.

        Raises :class:`planner_clue.errors.InputError` if there is no such agent, or several.
        """
        if isinstance(agent, int):
            return self.agents[agent]
        found = [result for result in self.agents if result.name == agent]
        if not found:
            names = {result.name for result in self.agents}
            raise InputError(f"no agent '{agent}' in this match; {nearest(agent, names)}")
        if len(found) > 1:
            what = f"{len(found)} agents are called {agent}"
            raise InputError(f"{what}; expected a place, 0 to {len(self.agents) - 1}")
        return found[0]

    def __str__(self) -> str:
        warnings = (f"this match is not sound: {why}" for why in self.unsound)
        return "\n".join([*map(str, self.agents), *warnings])


def play_match(
    agents: Sequence[AgentSpec],
    games: int = 120,
    seed: int | None = None,
    *,
    jobs: int = 1,
    out: str | Path | None = None,
    sprt: SequentialTest | None = None,
    **options: Unpack[MatchOptions],
) -> MatchResult:
    """Play a match, and return its results and all its games.

    ``agents`` are two to six names, ``path/to/file.py:ClassName``, or classes derived from
    :class:`planner_clue.Agent`. ``games`` is rounded up to whole deals.
    ``jobs`` is the number of processes that play. With any number of them, the same ``seed`` gives
    the same games. Without ``seed``, it is 1, or random if third-party code plays, so that the code
    cannot guess it. Classes play only in this process; to use more jobs, name their file. ``out``
    is a folder for the files of the match. If the match was interrupted, it continues there.
    ``sprt`` may end the match early. ``planner-clue match --help`` explains the options;
    ``docs/api.md`` lists those that only the command has.

    Raises :class:`planner_clue.errors.InputError` for invalid arguments.

    >>> print(clue.play_match(["ladder-1", "ladder-2", "random"], games=6, seed=3, board="none"))
    ladder-1: 1 of 6, 16.7 % (0.7-85.6)
    ladder-2: 3 of 6, 50.0 % (5.5-94.5)
    random: 2 of 6, 33.3 % (2.5-90.6)
    """
    folder = path_from(out, "out") if out is not None else None
    config = replace(config_of(agents, games, seed, options, folder), sprt=sprt)
    if sprt:
        check_match(config)
    if type(jobs) is not int or jobs < 1:
        raise InputError(f"jobs {jobs!r}; expected 1 or more")
    if config.settings.classes and jobs > 1:
        name = config.settings.classes[0].__name__
        raise InputError(f"jobs with the class {name}; expected path/to/file.py:{name}")
    if folder:
        store.check_folder(folder, config)
    unsound = unsound_agents([config], warnings.warn)
    lines: dict[int, str] = {}
    with _main_hidden() if jobs > 1 else nullcontext():
        summary = runner.run_match(
            config, jobs=jobs, out=folder, on_game=lambda _, of: lines.update({of.game: of.line})
        )
    kept = [line for _, line in sorted(lines.items())][: summary["games"]]
    results = (
        AgentResult(of["name"], of["seats"], of["wins"], tuple(of["ci95"]), of)
        for of in summary["agents"]
    )
    return MatchResult(tuple(results), GameRecords(kept), summary, tuple(unsound))


@contextmanager
def _main_hidden() -> Iterator[None]:
    """Let processes that are started meanwhile not run the caller's script once more."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def play_game(
    agents: Sequence[AgentSpec],
    seed: int | None = None,
    game: int = 0,
    **options: Unpack[MatchOptions],
) -> GameRecord:
    """Play one game of the match with this ``seed``, and return its record.

    ``game`` is its number in the match, from 0. Other arguments and errors are as for
    :func:`play_match`. If seats rotate, three agents sit in the given order in game 0.

    >>> clue.play_game(["ladder-2", "random", "random"], seed=5)
    <game 0: ladder-2, random, random; 13 turns, seat 0 wins>
    """
    if type(game) is not int or game < 0:
        raise InputError(f"game {game!r}; expected a whole number from 0")
    return GameRecord(read_record(play.play_one(config_of(agents, 1, seed, options), game).line))
