"""The checks of what an agent does when it is told, asked, and read after a game."""

from collections.abc import Iterable, Mapping, Sequence

from planner_clue.match.checks.checked_game import CheckedGame
from planner_clue.match.checks.findings import Check, Finding, failed, gathered

METHODS = ("begin", "observe", "start", "move", "suggest", "show", "accuse")
"""What an agent is told and asked in a game."""
_OF_TOURNAMENT = {
    "begin": "__init__",
    "observe": "..._observe",
    "move": "get_suggestion",
    "show": "handle_suggestion",
    "accuse": "ready_to_accuse",
}
"""What these are called in the CPSC 415 tournament, where it has them."""
OF_LIMITS = ("timeout", "memory", "output")
"""Failures that are nothing about an answer: they have checks of their own."""


def answer_checks(games: Sequence[CheckedGame], *, of_tournament: bool) -> list[Check]:
    """Return a check for each method that a game calls."""
    names = _OF_TOURNAMENT if of_tournament else dict(zip(METHODS, METHODS, strict=True))
    return [_method_check(method, name, games) for method, name in names.items()]


def _method_check(method: str, name: str, games: Sequence[CheckedGame]) -> Check:
    called = sum(game.calls[method] for game in games)
    breaches = gathered(
        (name, fault.failure, game, fault.turn)
        for game in games
        for fault in game.faults
        if fault.decision == method and fault.failure.kind not in OF_LIMITS
    )
    if breaches:
        return failed(name, breaches, len(games), called=called)
    if not called:
        return Check(name, Finding.UNKNOWN, "never called", figures={"called": 0})
    return Check(name, Finding.OK, f"called {_times(called)}", figures={"called": called})


def after_checks(games: Sequence[CheckedGame]) -> list[Check]:
    """Return a check for each method that is called after a game."""
    return [
        _after_check(method, what, games)
        for method, what in (("notes", "note"), ("plan_seconds", "time"), ("files", "file"))
    ]


def _after_check(method: str, what: str, games: Sequence[CheckedGame]) -> Check:
    count = sum(game.left.counts.get(method, 0) for game in games)
    breaches = gathered(
        (method, failure, game, None)
        for game in games
        if (failure := game.left.failures.get(method))
    )
    if breaches:
        return failed(method, breaches, len(games), count=count)
    plural = "" if count == 1 else "s"
    return Check(method, Finding.OK, f"{count} {what}{plural}", figures={"count": count})


def reading_check(games: Sequence[CheckedGame]) -> Check:
    """Return the check of answers of the tournament's players that had to be interpreted."""
    normalised: dict[str, int] = {}
    for note in _normalisations(games):
        what = f"{note['method']}: {note['normalised']}"
        normalised[what] = normalised.get(what, 0) + int(str(note["times"]))
    if not normalised:
        return Check("exact answers", Finding.OK, "none had to be interpreted")
    lines = tuple(f"{what} ({_times(count)})" for what, count in normalised.items())
    said = f"{_times(sum(normalised.values()))} interpreted: the tournament may not be so kind"
    return Check("exact answers", Finding.WARNING, said, lines=lines, figures=normalised)


def _normalisations(games: Sequence[CheckedGame]) -> Iterable[Mapping[str, object]]:
    return (note for game in games for note in game.notes if "normalised" in note)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
