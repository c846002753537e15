"""The checks of what an agent uses: time, memory, and how much it prints."""

from collections.abc import Sequence
from statistics import median

from planner_clue.agents.settings import IsolationSettings
from planner_clue.match.checks.checked_game import CheckedGame
from planner_clue.match.checks.findings import Breach, Check, Finding, failed, gathered
from planner_clue.match.statistics import percentile

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


def _breaches(games: Sequence[CheckedGame], kind: str) -> tuple[Breach, ...]:
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
    if breaches := _breaches(games, "timeout"):
        return failed("time", breaches, len(games), figures)
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
    if breaches := _breaches(games, "memory"):
        return failed("memory", breaches, len(games), figures)
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
    if breaches := _breaches(games, "output"):
        return failed("output", breaches, len(games), figures)
    if not loud:
        return Check("output", Finding.OK, "prints nothing", figures=figures)
    first = loud[0]
    lines = [line for line in first.printed.splitlines() if line.strip()]
    shown = [f"| {line}" for line in lines[:_MOST_LINES]]
    more = ["| ..."] if len(lines) > _MOST_LINES else []
    says = f"prints in {len(loud)} of {len(games)} games, {size} bytes in all; a match keeps it"
    about = f"first in {first.sitting}:"
    return Check("output", Finding.OK, says, lines=(about, *shown, *more), figures=figures)


def _duration(seconds: float) -> str:
    """Return a time in a unit that suits it."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
