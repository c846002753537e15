"""Settings of agents: their types, defaults, limits and options, defined once.

The command line derives its options from them, and records and ``match.json`` their fields. The
Python interface checks its arguments with them.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args, get_type_hints

from msgspec import Meta, Struct, field, inspect, to_builtins
from msgspec.structs import asdict, fields

from planner_clue.agents.base import Agent
from planner_clue.planning.default_limits import DEFAULT_ENGINE
from planner_clue.support.errors import InputError, shown
from planner_clue.support.json_text import checked

Playouts: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]


def _about(metavar: str, about: str, name: str = "") -> Meta:
    """Return an option's help, and its name if it differs from the field's."""
    return Meta(extra={"metavar": metavar, "help": about, "name": name})


class PlanningSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of how agents search; an agent takes the ones that its class has arguments for."""

    engine: Annotated[str | None, _about(
        "NAME", "Planning engine of planner and planner-huji; 'planner-clue engines' lists them. "
        f"Default: {DEFAULT_ENGINE}; for planner-huji the published search with clue-astar.",
    )] = None  # fmt: skip
    search: Annotated[str | None, _about(
        "TEXT", "Search of the engine. For Fast Downward: the text after its own --search. For "
        "clue-astar: astar, wastar=WEIGHT or greedy; with unit- before it, as in "
        "unit-astar, every action costs 1.",
    )] = None  # fmt: skip
    heuristic: Annotated[str | None, _about(
        "NAME|FILE.py:NAME", "Heuristic of clue-astar and planner-huji: a name from 'planner-clue "
        "engines', or path/to/file.py:function.",
    )] = None  # fmt: skip
    domain: Annotated[str | None, _about(
        "FILE", "PDDL domain that the agent planner uses instead of its own; see docs/domains.md.",
    )] = None  # fmt: skip
    follow_ups: Annotated[int, Meta(ge=1, le=8), _about(
        "K", "Maximum number of different follow-ups in a plan of the agent planner, 1 to 8; "
        "default: 3.", "follow-ups",
    )] = 3  # fmt: skip
    playouts: Annotated[Playouts, _about(
        "N", "Playouts of the agent monte-carlo before each suggestion; default: 1000.",
    )] = 1000  # fmt: skip
    domain_source: str = "domain"
    """The name of the domain in messages, such as its file; not recorded."""


Isolate: TypeAlias = Literal["files", "all", "none"]


class IsolationSettings(Struct, frozen=True, kw_only=True):
    """Which agents run in processes of their own, and their limits."""

    isolate: Annotated[Isolate, _about(
        "files|all|none", "Agents that run in processes of their own: files (agents from files), "
        "all, or none. Programs and players of the CPSC 415 tournament always do.",
    )] = "files"  # fmt: skip
    seconds_per_answer: Annotated[int, Meta(ge=1), _about(
        "S", "Timeout of one answer of an isolated agent in seconds; default: 30.", "agent-seconds",
    )] = field(name="agent_limit", default=30)  # fmt: skip
    seconds_per_game: Annotated[int, Meta(ge=1), _about(
        "S", "Timeout of all answers of an isolated agent in a game, in seconds; default: 600.",
        "agent-game-seconds",
    )] = field(name="agent_game_limit", default=600)  # fmt: skip
    megabytes: Annotated[int, Meta(ge=1), _about(
        "MB", "Memory limit of an isolated agent in megabytes; default: 2048.", "agent-memory",
    )] = field(name="agent_memory", default=2048)  # fmt: skip
    hidden: tuple[str, ...] = ()
    """Folders that no agent may see, such as the folder of the match; not recorded."""


_UNRECORDED = ("hidden", "domain_source")


class SettingOption(NamedTuple):
    """A field of settings as an option."""

    field: str
    name: str
    """The option without its hyphens: ``agent-seconds``."""
    help: str
    metavar: str
    default: Any
    choices: tuple[str, ...]
    """The possible values; empty if every string or number is possible."""
    number: type[int] | type[float] | None = None
    """The type of a number; None for a string."""
    least: float = -inf
    most: float = inf

    @property
    def keyword(self) -> str:
        """The option as an argument in Python: ``agent_seconds``."""
        return self.name.replace("-", "_")

    def check(self, value: Any, name: str) -> None:
        """Raise :class:`InputError` if ``value`` is impossible for the option ``name``."""
        if expected := self._expected(value):
            given = value if name.startswith("-") else shown(value)
            raise InputError(f"{name} {given}; expected {expected}")

    def _expected(self, value: Any) -> str:
        """Return what is expected instead of a value, or an empty string if it is possible."""
        if self.choices:
            return "" if value in self.choices else f"one of {', '.join(self.choices)}"
        if self.number is None:
            return "" if isinstance(value, str | Path) else "a text"
        if type(value) not in (int, self.number):
            return "a whole number" if self.number is int else "a number"
        if self.least <= value <= self.most:
            return ""
        if self.most == inf:
            return "a number" if self.least == -inf else f"{self.least} or more"
        return f"at most {self.most}" if self.least == -inf else f"{self.least} to {self.most}"


def options_of(kind: type[Struct]) -> Iterator[SettingOption]:
    """Yield the options of a class of settings, in order."""
    hints = get_type_hints(kind)
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    for each in described.fields:
        if isinstance(each.type, inspect.Metadata) and (about := each.type.extra):
            of, name = each.type.type, about["name"] or each.name
            choices = get_args(hints[each.name]) if isinstance(of, inspect.LiteralType) else ()
            option = SettingOption(
                each.name, name, about["help"], about["metavar"], each.default, choices
            )
            if isinstance(of, inspect.IntType | inspect.FloatType):
                option = option._replace(
                    number=int if isinstance(of, inspect.IntType) else float,
                    least=-inf if of.ge is None else of.ge,
                    most=inf if of.le is None else of.le,
                )
            yield option


@dataclass(frozen=True, kw_only=True)
class AgentSettings:
    """The settings of the agents of a match."""

    planning: PlanningSettings = dataclasses.field(default_factory=PlanningSettings)
    isolation: IsolationSettings = dataclasses.field(default_factory=IsolationSettings)
    classes: tuple[type[Agent], ...] = ()
    """Classes that a match in this process may name as agents; not recorded."""

    def class_called(self, name: str) -> type[Agent] | None:
        """Return the class of :attr:`classes` with this name."""
        return next((given for given in self.classes if given.__name__ == name), None)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as one flat object, as in records and ``match.json``."""
        data = asdict(self.planning) | to_builtins(self.isolation)
        return {name: value for name, value in data.items() if name not in _UNRECORDED}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "AgentSettings":
        """Return the settings of :meth:`to_json`, with defaults; raises :class:`InputError`."""
        isolation = checked(data, IsolationSettings, InputError)
        names = {field.encode_name for field in fields(isolation)}
        planning = {name: value for name, value in data.items() if name not in names}
        if (model := planning.pop("model", None)) is not None:
            raise InputError(f"model: {model!r} is of planner-clue 0.2.0; expected that version")
        return cls(planning=checked(planning, PlanningSettings, InputError), isolation=isolation)


def with_defaults(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Return recorded settings with defaults, without settings that no longer exist."""
    known = {name: value for name, value in recorded.items() if (name, value) != ("model", None)}
    return {**known, **AgentSettings().to_json(), **known}
