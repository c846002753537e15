"""Runs of the same match, put together: their games count once each.

Runs are of the same match if their ``match.json`` differ in nothing but the seed and the number of
games. The same game of the same seed in two folders is the same game.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner_clue.errors import RecordError
from planner_clue.runs.run_folder import RecordedGame, RecordedRun

_MAY_DIFFER = ("seed", "games")


@dataclass(frozen=True)
class MergedRuns:
    """One or more runs of the same match."""

    runs: tuple[RecordedRun, ...]
    games: tuple[RecordedGame, ...]
    """By seed and number."""
    repeated: int
    """Number of games in more than one folder; they are counted once."""

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, slot by slot."""
        return tuple(self.runs[0].config["agents"])

    def label(self, slot: int) -> str:
        """Return the agent of a slot, with its number if it sits in several."""
        name = self.agents[slot]
        return f"{name} #{slot}" if self.agents.count(name) > 1 else name

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of its games, in order."""
        return tuple(sorted({game.seed for game in self.games}))

    @property
    def deals(self) -> int:
        """Number of deals."""
        return len({(game.seed, game.deal) for game in self.games})

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of all its runs: ``match.json`` without seed and number of games, flat."""
        return dict(_flat(_common(self.runs[0].manifest)))


def merge(runs: Sequence[RecordedRun]) -> list[MergedRuns]:
    """Return the runs, those of the same match together, in the order of their first ones.

    Raises :class:`RecordError` where two folders have the same game with different content.
    """
    alike: dict[str, list[RecordedRun]] = {}
    for run in runs:
        alike.setdefault(json.dumps(_common(run.manifest), sort_keys=True), []).append(run)
    return [_merged(found) for found in alike.values()]


def differing(one: MergedRuns, other: MergedRuns) -> dict[str, tuple[Any, Any]]:
    """Return the settings in which two merged runs differ, with both values."""
    first, second = one.settings, other.settings
    return {
        name: (first.get(name), second.get(name))
        for name in (first | second)
        if first.get(name) != second.get(name)
    }


def letter(number: int) -> str:
    """Return what a match is called beside others: A to Z, then numbers.

    >>> [letter(number) for number in (0, 25, 26)]
    ['A', 'Z', '27']
    """
    return chr(ord("A") + number) if number < 26 else str(number + 1)


def _merged(runs: Sequence[RecordedRun]) -> MergedRuns:
    games: dict[tuple[int, int], tuple[RecordedGame, RecordedRun]] = {}
    repeated = 0
    for run in runs:
        for game in run.games:
            kept, where = games.setdefault((game.seed, game.number), (game, run))
            repeated += where is not run
            if kept.content != game.content:
                raise RecordError(
                    f"game {game.number} of seed {game.seed} is another one in {where.folder} "
                    f"than in {run.folder}; expected the same game of the same match"
                )
    return MergedRuns(tuple(runs), tuple(games[key][0] for key in sorted(games)), repeated)


def _common(about: Mapping[str, Any]) -> dict[str, Any]:
    config = {name: value for name, value in about["config"].items() if name not in _MAY_DIFFER}
    return {**about, "config": config}


def _flat(data: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the settings with their names, those of an object within as ``object.name``."""
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, "" if name == "config" else f"{before}{name}.")
        else:
            yield f"{before}{name}", value
