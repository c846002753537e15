"""The options that say which agents sit in processes of their own, and what they may do there."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from planner_clue.errors import InputError

if TYPE_CHECKING:
    from planner_clue.agents.settings import IsolationSettings

_LEAST_MEGABYTES = 256


def isolation_settings(
    agents: Sequence[str],
    isolate: str,
    seconds: int | None,
    game_seconds: int | None,
    memory: int | None,
    hidden: Sequence[Path | None] = (),
) -> "IsolationSettings":
    """Return the settings; :class:`InputError` for a limit that would limit nobody.

    ``hidden`` are folders that no agent may see.
    """
    from planner_clue.agents.placement import PLACES, is_isolated
    from planner_clue.agents.settings import IsolationSettings

    if isolate not in PLACES:
        raise InputError(f"--isolate {isolate}; expected one of {', '.join(PLACES)}")
    limits = {
        "--agent-seconds": ("seconds_per_answer", seconds),
        "--agent-game-seconds": ("seconds_per_game", game_seconds),
        "--agent-memory": ("megabytes", memory),
    }
    given = {option: value for option, (_, value) in limits.items() if value is not None}
    settings = IsolationSettings(
        isolate=isolate,
        hidden=tuple(str(folder.absolute()) for folder in hidden if folder),
        **{name: value for name, value in limits.values() if value is not None},
    )
    nobody = not any(is_isolated(agent, settings) for agent in agents)
    for option, value in given.items():
        if value < 1:
            raise InputError(f"{option} {value}; expected 1 or more")
        if nobody:
            raise InputError(
                f"{option} {value}: no agent of this match sits in a process of its own; expected "
                "one from a file, or --isolate all"
            )
    if memory is not None:
        _check_memory(memory)
    return settings


def _check_memory(megabytes: int) -> None:
    """Refuse a limit that the system does not keep, or that no agent can be loaded in."""
    from planner_clue.agents.isolation import kernel

    if not kernel.ON_LINUX:
        raise InputError(
            f"--agent-memory {megabytes}: this system limits no memory; only Linux does"
        )
    if megabytes < _LEAST_MEGABYTES:
        raise InputError(
            f"--agent-memory {megabytes}; expected {_LEAST_MEGABYTES} or more: Python and this "
            "program need that themselves"
        )
