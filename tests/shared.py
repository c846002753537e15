"""Games and results that tests share, made once per run; and how many examples they try."""

import fcntl
import pickle
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from planner_clue.agents import built_in, isolated_agent
from planner_clue.agents.base import Agent
from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.game.board import Board
from planner_clue.game.table import Table
from planner_clue.match import MatchConfig
from planner_clue.match.game import Chance, play_game
from planner_clue.match.play import play_one
from tests.game.helpers import deal_table

T = TypeVar("T")
HERE = AgentSettings(isolation=IsolationSettings(isolate="none"))
"""Settings of a match that plays in this very process."""
_folder: list[Path] = []
_processes: dict[str, isolated_agent.IsolatedAgentFactory] = {}


def use_folder(folder: Path) -> None:
    """Keep what is shared in this folder, which all workers of a run have in common."""
    folder.mkdir(exist_ok=True)
    _folder[:] = [folder]


def shared_folder() -> Path:
    assert _folder, "expected a run of pytest, or use_folder(FOLDER) before"
    return _folder[0]


def once(make: Callable[..., T], *arguments: object) -> T:
    """Return ``make(*arguments)``, called once per run, by the first worker that needs it.

    Arguments are distinguished by their ``repr``. Everybody gets a copy of their own.
    """
    called = repr((make.__module__, make.__qualname__, arguments))
    with (shared_folder() / sha256(called.encode()).hexdigest()).open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        kept = file.read()
        if not kept:
            kept = pickle.dumps(make(*arguments))
            file.write(kept)
        found: T = pickle.loads(kept)
    return found


def line_of(config: MatchConfig, game: int) -> str:
    return once(_line_of, config, game)


def _line_of(config: MatchConfig, game: int) -> str:
    return play_one(config, game).line


def play(
    agents: Sequence[Agent], board: Board | None = None, rules: str = "standard", *, seed: int = 1
) -> Table:
    """Play a game among these agents; return its table."""
    return play_at(deal_table(board, rules, len(agents), Random(seed)), agents, seed)


def play_at(table: Table, agents: Sequence[Agent], seed: int = 1) -> Table:
    seeds = [1000 * seed + seat for seat in range(len(agents))]
    return play_game(table, agents, seeds, Chance(Random(seed), Random(seed)))


def examples(thorough: int, quick: int, **more: Any) -> settings:
    """Return how many examples of a slow property ``make test-all`` tries, and other runs."""
    is_thorough = settings.get_current_profile_name() == "thorough"
    return settings(derandomize=True, max_examples=thorough if is_thorough else quick, **more)


def texts(max_size: int | None = None) -> st.SearchStrategy[str]:
    """Return texts of signs of every kind: to list all that there are takes seconds per worker."""
    return st.text(
        "aB9 _-+.,:;'\"\\/#()[]{}\0\n\r\t\x1b\x7fßé\xa0\u0301\u200b\u2028\ufeff٣名🎩",
        max_size=max_size,
    )


def share_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each built-in agent of games with a person once a run; it is never closed."""
    for module in ("opponents", "hint"):
        monkeypatch.setattr(f"planner_clue.people.play.{module}.load_isolated", _load_shared)


def _load_shared(spec: str, agent_settings: AgentSettings) -> isolated_agent.IsolatedAgentFactory:
    if spec not in built_in.BUILT_IN:
        return load_isolated(spec, agent_settings)
    called = repr((spec, agent_settings))
    if called not in _processes:
        factory = _processes[called] = load_isolated(spec, agent_settings)
        factory.close = lambda: None  # type: ignore[method-assign]
    return _processes[called]
