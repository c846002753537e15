"""Checks of answers, of what is read after a game, of time, memory and output; their findings."""

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median
from typing import Any

from planner_clue.agents.settings import IsolationSettings
from planner_clue.errors import AgentFailure
from planner_clue.match.checks.checked_game import CheckedGame
from planner_clue.match.game import Fault
from planner_clue.match.seat_game import normalised_in
from planner_clue.match.statistics import percentile

_MOST_SHOWN = 3


class Finding(StrEnum):
    """The result of a check."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "FAILED"
    UNKNOWN = "not checked"
    """There was no occasion for it."""


@dataclass(frozen=True)
class Breach:
    """Something that an agent did wrong, and where it first did."""

    decision: str
    """The method that failed, as its author knows it."""
    failure: AgentFailure
    game: CheckedGame
    """The first game in which it did so."""
    turn: int | None
    """The turn; None after the game."""
    games: int
    """In how many games it did so."""

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
    """The result in a few words."""
    breaches: tuple[Breach, ...] = ()
    lines: tuple[str, ...] = ()
    """Further details, one sentence per line."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Counts and measurements."""

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


def _unless(breaches: tuple[Breach, ...], games: Sequence[CheckedGame], check: Check) -> Check:
    """Return the check of some games, or, if there are breaches, that it failed."""
    if not breaches:
        return check
    kinds = ", ".join(dict.fromkeys(breach.failure.kind for breach in breaches))
    times = min(len(games), sum(breach.games for breach in breaches))
    says = f"{kinds} in {times} of {len(games)} games"
    breaches = breaches[:_MOST_SHOWN]
    return replace(check, finding=Finding.FAILED, says=says, breaches=breaches, lines=())


def gathered(
    found: Iterable[tuple[str, AgentFailure, CheckedGame, int | None]],
) -> tuple[Breach, ...]:
    """Return failures: those of the same decision at the same place of the code are one.

    So are those without such a place that are of the same kind.
    """
    first: dict[tuple[str, ...], Breach] = {}
    for decision, failure, game, turn in found:
        before = first.get(key := (decision, failure.kind, failure.trace))
        kept = before or Breach(decision, failure, game, turn, 0)
        first[key] = Breach(decision, kept.failure, kept.game, kept.turn, kept.games + 1)
    return tuple(first.values())


METHODS = ("begin", "observe", "start", "move", "suggest", "show", "accuse")
"""The methods of an agent that a game calls."""
_OF_TOURNAMENT = {
    "__init__": ("begin", ("__init__",)),
    "..._observe": ("observe", ("publicly_observe", "secretly_observe")),
    "get_suggestion": ("move", ("get_suggestion",)),
    "handle_suggestion": ("show", ("handle_suggestion",)),
    "ready_to_accuse": ("accuse", ("ready_to_accuse", "get_accusation")),
}
"""For each method in the CPSC 415 tournament: ours, and the names by which messages tell it."""
_SUGGESTING = "get_suggestion"
OF_LIMITS = ("timeout", "memory", "output")
"""Failures that are nothing about an answer: they have checks of their own."""


def answer_checks(games: Sequence[CheckedGame]) -> list[Check]:
    """Return a check for each method that a game calls."""
    checks = []
    for method in METHODS:
        called = sum(game.calls[method] for game in games)
        breaches = _breaches(games, method, lambda fault: fault.decision)
        says = f"called {_times(called)}" if called else "never called"
        finding = Finding.OK if called else Finding.UNKNOWN
        check = Check(method, finding, says, figures={"called": called})
        checks.append(_unless(breaches, games, check))
    return checks


def tournament_checks(games: Sequence[CheckedGame]) -> list[Check]:
    """Return a check for each method that the tournament calls, and one of their answers."""
    says = f"nothing wrong in {len(games)} games"
    checks = [
        _unless(_breaches(games, name, _tournament_method), games, Check(name, Finding.OK, says))
        for name in _OF_TOURNAMENT
    ]
    return [*checks, _reading_check(games)]


def _tournament_method(fault: Fault) -> str:
    """Return the method that did wrong: one call of ours may be several of theirs."""
    told = re.match(r"\w*", fault.failure.detail)
    named = [name for name, (_, theirs) in _OF_TOURNAMENT.items() if told and told[0] in theirs]
    called = [name for name, (ours, _) in _OF_TOURNAMENT.items() if ours == fault.decision]
    return [*named, *called, _SUGGESTING][0]


def _breaches(
    games: Sequence[CheckedGame], method: str, method_of: Callable[[Fault], str]
) -> tuple[Breach, ...]:
    """Return the faults in answers of a method, which is named as its author knows it."""
    return gathered(
        (method, fault.failure, game, fault.turn)
        for game in games
        for fault in game.faults
        if fault.failure.kind not in OF_LIMITS and method_of(fault) == method
    )


def after_checks(games: Sequence[CheckedGame]) -> list[Check]:
    """Return a check for each method that is called after a game."""
    checks = []
    for method, what in (("notes", "note"), ("plan_seconds", "time"), ("files", "file")):
        outputs = [(game, game.outputs[method]) for game in games]
        count = sum(output.count for _, output in outputs)
        breaches = gathered((method, out.breach, game, None) for game, out in outputs if out.breach)
        says = f"{count} {what}{'' if count == 1 else 's'}"
        check = Check(method, Finding.OK, says, figures={"count": count})
        checks.append(_unless(breaches, games, check))
    return checks


def _reading_check(games: Sequence[CheckedGame]) -> Check:
    """Return the check of answers that had to be interpreted."""
    normalised = Counter[str]()
    for game in games:
        normalised.update(normalised_in(game.notes))
    if not normalised:
        return Check("exact answers", Finding.OK, "none had to be interpreted")
    lines = tuple(f"{what} ({_times(count)})" for what, count in normalised.items())
    said = f"{_times(sum(normalised.values()))} interpreted: the tournament may not be so kind"
    return Check("exact answers", Finding.WARNING, said, lines=lines, figures=normalised)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


_NEAR = 0.5
"""The part of a limit beyond which a warning is given: other computers are slower."""
_MOST_LINES = 5


def limit_checks(games: Sequence[CheckedGame], limits: IsolationSettings) -> list[Check]:
    """Return the checks of time, memory and output; a limit that was reached is a breach."""
    checks = (
        _time_check(games, limits),
        _memory_check(games, limits.megabytes),
        _output_check(games),
    )
    return [
        _unless(_of_kind(games, kind), games, check)
        for kind, check in zip(OF_LIMITS, checks, strict=True)
    ]


def _of_kind(games: Sequence[CheckedGame], kind: str) -> tuple[Breach, ...]:
    return gathered(
        (fault.decision, fault.failure, game, fault.turn)
        for game in games
        for fault in game.faults
        if fault.failure.kind == kind
    )


def _time_check(games: Sequence[CheckedGame], limits: IsolationSettings) -> Check:
    answers = sorted(seconds for game in games for seconds in game.seconds)
    whole = max(sum(game.seconds) for game in games)
    figures = {
        "median": median(answers),
        "p95": percentile(answers, 95),
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
    told = (f"first in {loud[0].trial}:", *shown, *more)
    return Check("output", Finding.OK, says, lines=told, figures=figures)


def _duration(seconds: float) -> str:
    """Return a time in a unit that suits it."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
