"""Options of commands that play games: settings of agents, and worker processes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from planner_clue.agents import built_in, registry, settings
from planner_clue.cli.options import check_absent, checked_jobs, integer, option, real
from planner_clue.match.config import SEATS, MatchConfig, Seats
from planner_clue.match.pool import local_workers
from planner_clue.planner.contract import load_agent_domain
from planner_clue.sandbox import libc
from planner_clue.support.errors import InputError

PLANNING, ISOLATION = settings.PlanningSettings(), settings.IsolationSettings()
"""The settings of a command without their options."""


def takes_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Make each field of a settings parameter an option of a command.

    Typer reads the options of a command from its signature, so the command gets one in which the
    fields stand for the settings. Fields named beside the type, as in
    ``Annotated[IsolationSettings, "isolate"]``, do not become options.
    """
    given_as = signature(command, eval_str=True)
    parameters, settings_of_fields = list[Parameter](), dict[str, _Fields]()
    for parameter in given_as.parameters.values():
        kind, *without = get_args(parameter.annotation) or [parameter.annotation]
        if not (isinstance(kind, type) and issubclass(kind, Struct)):
            parameters.append(parameter)
            continue
        named = {one.keyword: one for one in settings.options_of(kind) if one.name not in without}
        settings_of_fields[parameter.name] = _Fields(kind, named)
        parameters += [_parameter(name, each) for name, each in named.items()]

    @wraps(command)
    def called(**values: Any) -> Any:
        for parameter, fields in settings_of_fields.items():
            values[parameter] = fields.read({name: values.pop(name) for name in fields.named})
        return command(**values)

    called.__signature__ = given_as.replace(parameters=parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


class _Fields(NamedTuple):
    """A class of settings, and its fields that are options, by keyword."""

    kind: type[Struct]
    named: dict[str, settings.SettingOption]

    def read(self, values: dict[str, Any]) -> Struct:
        """Return the settings; raises :class:`InputError` for an impossible value.

        A value that was not given is None. A domain is read from its file.
        """
        given = {self.named[name]: value for name, value in values.items() if value is not None}
        for each, value in given.items():
            each.check(value, f"--{each.name}")
        fields = {each.field: value for each, value in given.items()}
        if file := fields.get("domain"):
            fields |= {"domain": load_agent_domain(file).text, "domain_source": file}
        return self.kind(**fields)


def _parameter(name: str, about: settings.SettingOption) -> Parameter:
    """Return the parameter of an option. A number that was not given is None."""
    default = None if about.number else about.default
    kind = about.number | None if about.number else type(default) if default else str | None
    metavar, named = about.metavar, (about.help, f"--{about.name}")
    if about.number is None:
        info = option(metavar, *named, default=default)
    else:
        info = (integer if about.number is int else real)(default, *named, metavar=metavar)
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=info, annotation=kind)


def checked_seats(seats: str) -> Seats:
    """Return the value of ``--seats``; raises :class:`InputError` for an unknown one."""
    if seats not in SEATS:
        raise InputError(f"--seats {seats}; expected {' or '.join(SEATS)}")
    return seats


_LEAST_MEGABYTES = 256


def check_isolation(agents: Sequence[str], limits: settings.IsolationSettings) -> None:
    """Refuse limits without effect, and a memory limit too small to load an agent."""
    is_unused = not any(registry.is_isolated(agent, limits) for agent in agents)
    for each in settings.options_of(settings.IsolationSettings):
        value = getattr(limits, each.field)
        if is_unused and each.number and value != each.default:
            what = f"--{each.name} {value}: no agent of this match runs in a process of its own"
            raise InputError(f"{what}; expected one from a file, or --isolate all")
    most = limits.megabytes
    if most != ISOLATION.megabytes and not libc.ON_LINUX:
        what = f"--agent-memory {most}: only Linux limits memory"
        raise InputError(f"{what}; expected no --agent-memory")
    if most < _LEAST_MEGABYTES:
        what = f"--agent-memory {most}; expected {_LEAST_MEGABYTES} or more"
        raise InputError(f"{what}, because Python itself needs that")


def check_planning(agents: Sequence[str], planning: settings.PlanningSettings) -> None:
    """Refuse settings without effect."""
    taken = {name for agent in agents for name in built_in.settings_taken(agent)}
    for each in settings.options_of(settings.PlanningSettings):
        value = getattr(planning, each.field)
        if value != each.default and each.field not in taken:
            shown = planning.domain_source if each.field == "domain" else value
            what = f"--{each.name} {shown}: no agent of this match uses it"
            users = (a for a in built_in.BUILT_IN if each.field in built_in.settings_taken(a))
            raise InputError(f"{what}; expected {next(users, 'planner')} among the agents")


def settings_of(
    agents: Sequence[str],
    planning: settings.PlanningSettings,
    isolation: settings.IsolationSettings,
    *folders: Path | None,
) -> settings.AgentSettings:
    """Return the settings of a match; agents do not see ``folders``. Refuse useless limits."""
    check_isolation(agents, isolation)
    hidden = tuple(str(folder.absolute()) for folder in folders if folder)
    return settings.AgentSettings(planning=planning, isolation=replace(isolation, hidden=hidden))


@contextmanager
def workers(
    jobs: int | None, cluster: str | None, configs: Sequence[MatchConfig]
) -> Iterator[tuple[Executor | None, int]]:
    """Yield an executor and its number of workers; None and 1 if this process plays."""
    if cluster is not None:
        why = f" with --cluster {cluster}; expected one of them: a cluster has its own processes"
        check_absent(why, jobs=jobs)
        from planner_clue.match.cluster import connected

        with connected(cluster, configs) as executor:
            yield executor, executor.places
    elif (count := checked_jobs(jobs)) > 1:
        with local_workers(count) as executor:
            yield executor, count
    else:
        yield None, 1
