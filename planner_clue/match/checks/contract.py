"""Checks of answers, of what is read after a game, of time, memory and output; their findings."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median
from typing import Any

from planner_clue.agents.settings import IsolationSettings
from planner_clue.match import play, statistics
from planner_clue.match.checks.checked_game import CheckedGame
from planner_clue.support.errors import AgentFailure, many

_MOST_SHOWN = 3


class Finding(StrEnum):
    """The result of a check."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "FAILED"
    UNKNOWN = "not checked"


@dataclass(frozen=True)
class Breach:
    """Something that an agent did wrong, and where it first did."""

    decision: str
    """The method that failed, as its author knows it."""
    failure: AgentFailure
    game: CheckedGame
    """The first game in which it did so."""
    turn: int | None
    """The turn, or None after the game."""
    games: int = 0

    @property
    def place(self) -> str:
        """Where that was, in words."""
        turn = "after the game" if self.turn is None else f"turn {self.turn}"
        return f"{self.game.trial}, {turn}, {self.decision}"

    @property
    def trace(self) -> list[str]:
        """The places in the author's files that led there, the failing one last, if known."""
        return [*self.failure.trace.splitlines(), *self.failure.aside.splitlines()]

    @property
    def command(self) -> str:
        """The command that plays the game in a match."""
        return shlex.join(self.game.command)

    def to_json(self) -> dict[str, Any]:
        """Return all that is known of it."""
        failure = self.failure
        return {
            "kind": failure.kind,
            "detail": failure.detail,
            "trace": self.trace,
            "decision": self.decision,
            "games": self.games,
            "first": self.game.trial.to_json() | {"turn": self.turn},
            "command": self.command,
        }


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    finding: Finding
    says: str
    breaches: tuple[Breach, ...] = ()
    lines: tuple[str, ...] = ()
    """Further details, one sentence per line."""
    figures: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "check": self.name,
            "finding": str(self.finding),
            "says": self.says,
            "breaches": [breach.to_json() for breach in self.breaches],
            "lines": list(self.lines),
            "figures": dict(self.figures),
        }


def judged(
    checks: Sequence[Check], games: Sequence[CheckedGame], *, of_tournament: bool
) -> tuple[Check, ...]:
    """Return the checks of some games; a check with a breach has failed."""
    breaches: dict[str, dict[tuple[str, ...], Breach]] = {}
    for name, breach in _found(games, of_tournament):
        # Failures of the same decision at the same place, or of one kind without a place, are one.
        same = breaches.setdefault(name, {})
        key = breach.decision, breach.failure.kind, breach.failure.trace
        first = same.get(key, breach)
        same[key] = replace(first, games=first.games + 1)
    found = list[Check]()
    for check in checks:
        if not (broken := tuple(breaches.get(check.name, {}).values())):
            found.append(check)
            continue
        kinds = ", ".join(dict.fromkeys(breach.failure.kind for breach in broken))
        times = min(len(games), sum(breach.games for breach in broken))
        says = f"{kinds} in {times} of {len(games)} games"
        failed = Check(check.name, Finding.FAILED, says, broken[:_MOST_SHOWN])
        found.append(replace(failed, figures=check.figures))
    return tuple(found)


def _found(games: Sequence[CheckedGame], of_tournament: bool) -> Iterator[tuple[str, Breach]]:
    """Yield every failure with the name of the check that it breaks."""
    for game in games:
        for fault in game.faults:
            method, limit = fault.decision, _OF_LIMITS.get(fault.kind)
            if of_tournament and not limit:  # one call of ours may be several of theirs
                word = re.match(r"\w*", fault.failure.detail)
                names = _OF_TOURNAMENT.items()
                named = [name for name, (_, theirs) in names if word and word[0] in theirs]
                called = [name for name, (ours, _) in names if ours == fault.decision]
                method = [*named, *called, "get_suggestion"][0]
            yield limit or method, Breach(method, fault.failure, game, fault.turn)
        for method, output in game.outputs.items():
            if output.breach:
                yield method, Breach(method, output.breach, game, None)


METHODS = ("begin", "observe", "start", "move", "suggest", "show", "accuse")
"""The methods of an agent that a game calls."""
_OF_TOURNAMENT = {
    "__init__": ("begin", ("__init__",)),
    "..._observe": ("observe", ("publicly_observe", "secretly_observe")),
    "get_suggestion": ("move", ("get_suggestion",)),
    "handle_suggestion": ("show", ("handle_suggestion",)),
    "ready_to_accuse": ("accuse", ("ready_to_accuse", "get_accusation")),
}
"""For each method of the CPSC 415 tournament: our method, and its names in messages."""
_OF_LIMITS = {"timeout": "time", "memory": "memory", "output": "output"}
"""Failures that are nothing about an answer, and their checks."""


def answer_checks(games: Sequence[CheckedGame]) -> list[Check]:
    """Return a check for each method that a game calls."""
    checks = []
    for method in METHODS:
        called = sum(game.calls[method] for game in games)
        says = f"called {_times(called)}" if called else "never called"
        finding = Finding.OK if called else Finding.UNKNOWN
        checks.append(Check(method, finding, says, figures={"called": called}))
    return checks


def tournament_checks(games: Sequence[CheckedGame]) -> list[Check]:
    """Return a check for each method that the tournament calls, and one of their answers."""
    says = f"nothing wrong in {len(games)} games"
    checks = [Check(name, Finding.OK, says) for name in _OF_TOURNAMENT]
    normalised = Counter[str]()
    for game in games:
        normalised.update(play.normalised_in(game.notes))
    if not normalised:
        return [*checks, Check("exact answers", Finding.OK, "none had to be interpreted")]
    lines = tuple(f"{what} ({_times(count)})" for what, count in normalised.items())
    says = f"{_times(normalised.total())} interpreted: the tournament may not be so kind"
    exact = Check("exact answers", Finding.WARNING, says, lines=lines, figures=normalised)
    return [*checks, exact]


def after_checks(games: Sequence[CheckedGame]) -> list[Check]:
    """Return a check for each method that is called after a game."""
    checks = []
    for method, what in (("notes", "note"), ("plan_seconds", "time"), ("files", "file")):
        count = sum(game.outputs[method].count for game in games)
        checks.append(Check(method, Finding.OK, many(count, what), figures={"count": count}))
    return checks


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


_NEAR = 0.5
"""The part of a limit beyond which a warning is given: other computers are slower."""
_MOST_LINES = 5


def limit_checks(games: Sequence[CheckedGame], limits: IsolationSettings) -> list[Check]:
    """Return the checks of time, memory and output."""
    return [
        _time_check(games, limits),
        _memory_check(games, limits.megabytes),
        _output_check(games),
    ]


def _time_check(games: Sequence[CheckedGame], limits: IsolationSettings) -> Check:
    answers = sorted(seconds for game in games for seconds in game.seconds)
    whole = max(sum(game.seconds) for game in games)
    figures = {
        "median": median(answers),
        "p95": statistics.percentile(answers, 95),
        "longest": answers[-1],
        "limit": limits.seconds_per_answer,
        "longest_game": whole,
        "game_limit": limits.seconds_per_game,
    }
    says = (
        f"{_duration(figures['median'])} an answer (median), 95 % within "
        f"{_duration(figures['p95'])}, longest {_duration(answers[-1])} of "
        f"{limits.seconds_per_answer} s; a game up to {_duration(whole)} of "
        f"{limits.seconds_per_game} s"
    )
    used = max(answers[-1] / limits.seconds_per_answer, whole / limits.seconds_per_game)
    if used <= _NEAR:
        return Check("time", Finding.OK, says, figures=figures)
    finding = Finding.WARNING if used <= 1 else Finding.FAILED  # beyond it with what it has heard
    near = f"{100 * used:.0f} % of the limit: a slower computer may not make it"
    return Check("time", finding, says, lines=(near,), figures=figures)


def _memory_check(games: Sequence[CheckedGame], megabytes: int) -> Check:
    most = max(game.most_bytes for game in games) / (1 << 20)
    figures = {"megabytes": round(most, 1), "limit": megabytes}
    if not most:
        return Check("memory", Finding.UNKNOWN, "this system does not say", figures=figures)
    says = f"up to {most:.0f} MB of {megabytes} MB"
    if most <= _NEAR * megabytes:
        return Check("memory", Finding.OK, says, figures=figures)
    near = f"{100 * most / megabytes:.0f} % of the limit"
    return Check("memory", Finding.WARNING, says, lines=(near,), figures=figures)


def _output_check(games: Sequence[CheckedGame]) -> Check:
    loud = [game for game in games if game.printed]
    size = sum(len(game.printed.encode()) for game in loud)
    figures = {"games": len(loud), "bytes": size}
    if not loud:
        return Check("output", Finding.OK, "prints nothing", figures=figures)
    lines = [line for line in loud[0].printed.splitlines() if line.strip()]
    shown = [f"| {line}" for line in lines[:_MOST_LINES]]
    more = ["| ..."] if len(lines) > _MOST_LINES else []
    says = f"prints in {len(loud)} of {len(games)} games, {size} bytes in all; a match keeps it"
    printed = (f"first in {loud[0].trial}:", *shown, *more)
    return Check("output", Finding.OK, says, lines=printed, figures=figures)


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
