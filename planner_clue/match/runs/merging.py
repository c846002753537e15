"""Runs of the same match put together, and two runs compared in pairs over common deals.

Runs are of the same match if their ``match.json`` differ only in seed and number of games.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner_clue.match import intervals, manifest
from planner_clue.match.runs.run_folder import RecordedGame, RecordedRun
from planner_clue.support.errors import InputError, RecordError

_MAY_DIFFER = ("seed", "games")


@dataclass(frozen=True)
class MergedRuns:
    """One or more runs of the same match."""

    runs: tuple[RecordedRun, ...]
    games: tuple[RecordedGame, ...]  # by seed and number
    repeated: int  # number of games in more than one folder; they are counted once

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, slot by slot."""
        return tuple(self.runs[0].config["agents"])

    def __str__(self) -> str:
        folders = ", ".join(str(run.folder) for run in self.runs)
        return f"{folders} ({', '.join(self.agents)})"

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
        found = manifest.flat(_common(self.runs[0].manifest), ".")
        return {name.removeprefix("config."): value for name, value in found.items()}


def merge(runs: Sequence[RecordedRun]) -> list[MergedRuns]:
    """Return the runs by match; :class:`RecordError` where a game has two different records."""
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
    """Return the label of a match beside others: A to Z, then numbers."""
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
                    f"game {game.number} of seed {game.seed} differs between {where.folder} "
                    f"and {run.folder}; expected the same game of the same match"
                )
    return MergedRuns(tuple(runs), tuple(games[key][0] for key in sorted(games)), repeated)


def _common(about: Mapping[str, Any]) -> dict[str, Any]:
    config = {name: value for name, value in about["config"].items() if name not in _MAY_DIFFER}
    return {**about, "config": config}


_ALIKE = ("board", "rules", "seats")  # settings that decide deals, dice and seats, besides the seed


@dataclass(frozen=True)
class PairedComparison:
    """The win rates of one slot in two runs, in the games that both have."""

    first: MergedRuns
    second: MergedRuns
    slot: int
    games: int
    deals: int
    wins: tuple[int, int]  # the slot's wins in these games, in the first run and in the second
    ci95: tuple[float, float]  # 95 % interval of the difference of the win rates, by deals

    @property
    def agents(self) -> tuple[str, str]:
        """The agents in the slot."""
        return self.first.agents[self.slot], self.second.agents[self.slot]

    @property
    def difference(self) -> float:
        """The first run's win rate minus the second's."""
        return (self.wins[0] - self.wins[1]) / self.games

    @property
    def other_settings(self) -> dict[str, tuple[Any, Any]]:
        """Other settings that differ between the runs."""
        found = differing(self.first, self.second)
        return {name: values for name, values in found.items() if name != "agents"}

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        return {
            "slot": self.slot,
            "agents": list(self.agents),
            "shared_games": self.games,
            "shared_deals": self.deals,
            "wins": list(self.wins),
            "difference": round(self.difference, 4),
            "ci95": [round(bound, 4) for bound in self.ci95],
            "also_differs": {name: list(values) for name, values in self.other_settings.items()},
        }


def compare(first: MergedRuns, second: MergedRuns, slot: int | None = None) -> PairedComparison:
    """Return how the win rates of a slot, or of the exchanged agents, differ over common games.

    Raises :class:`InputError` where no deals are shared, or more than one agent was exchanged.
    """
    both = f"{first} and {second}"
    settings = {name: [m.settings.get(name, "rotated") for m in (first, second)] for name in _ALIKE}
    settings["players"] = [len(first.agents), len(second.agents)]
    for name, (one, other) in settings.items():
        if one != other:
            what = f"{both} have {name} {one} and {other}"
            raise InputError(f"{what}; expected the same, or they share no deals")
    slot = _checked_slot(first, second, slot, both)
    games = {(game.seed, game.number): game for game in first.games}
    pairs = [(had, game) for game in second.games if (had := games.get((game.seed, game.number)))]
    if not pairs:
        seeds = " and ".join(", ".join(map(str, runs.seeds)) for runs in (first, second))
        expected = f"play one of them again with --seed {second.seeds[0]}"
        raise InputError(f"{both} share no deals: seeds {seeds}; {expected}")
    wins, deals = (intervals.RateByDeals(), intervals.RateByDeals()), dict[tuple[int, int], int]()
    for game, again in pairs:
        if game.cards != again.cards:
            what = f"game {game.number} of seed {game.seed} has other cards in one of {both}"
            raise InputError(f"{what}; expected the same deals")
        deal = deals.setdefault((game.seed, game.deal), len(deals))
        wins[0].add(deal, game.winning_slot == slot)
        wins[1].add(deal, again.winning_slot == slot)
    counts = wins[0].count, wins[1].count
    ci95 = intervals.difference_by_deals(wins[0].ahead_of(wins[1]), wins[0].totals)
    return PairedComparison(first, second, slot, len(pairs), len(deals), counts, ci95)


def _checked_slot(first: MergedRuns, second: MergedRuns, slot: int | None, both: str) -> int:
    players = len(first.agents)
    exchanged = [i for i in range(players) if first.agents[i] != second.agents[i]]
    if slot is not None and not 0 <= slot < players:
        raise InputError(f"--slot {slot}; expected 0 to {players - 1}")
    if len(exchanged) > 1:
        raise InputError(f"{both} differ in {len(exchanged)} agents; expected one exchanged")
    if slot is not None:
        return slot
    if not exchanged:
        slots = ", ".join(f"{i} for {agent}" for i, agent in enumerate(first.agents))
        raise InputError(
            f"{both} have the same agents; expected --slot I, the one to compare: {slots}"
        )
    return exchanged[0]
