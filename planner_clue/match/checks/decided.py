"""The checks of what an agent does when it is told, asked, and read after a game."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from planner_clue.match.checks.checked_game import CheckedGame
from planner_clue.match.checks.findings import Breach, Check, Finding, failed, gathered
from planner_clue.match.game import Fault

METHODS = ("begin", "observe", "start", "move", "suggest", "show", "accuse")
"""What an agent is told and asked in a game."""
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
    return [_method_check(method, games) for method in METHODS]


def _method_check(method: str, games: Sequence[CheckedGame]) -> Check:
    called = sum(game.calls[method] for game in games)
    figures = {"called": called}
    if breaches := _breaches(method, games, lambda fault: fault.decision == method):
        return failed(method, breaches, len(games), figures)
    if not called:
        return Check(method, Finding.UNKNOWN, "never called", figures=figures)
    return Check(method, Finding.OK, f"called {_times(called)}", figures=figures)


def tournament_checks(games: Sequence[CheckedGame]) -> list[Check]:
    """Return a check for each method that the tournament calls, and one of their answers."""
    checks = [_tournament_check(name, games) for name in _OF_TOURNAMENT]
    return [*checks, _reading_check(games)]


def _tournament_check(name: str, games: Sequence[CheckedGame]) -> Check:
    if breaches := _breaches(name, games, lambda fault: _tournament_method(fault) == name):
        return failed(name, breaches, len(games), {})
    return Check(name, Finding.OK, f"nothing wrong in {len(games)} games")


def _tournament_method(fault: Fault) -> str:
    """Return the method that did wrong: one call of ours may be several of theirs."""
    told = re.match(r"\w*", fault.failure.detail)
    named = [name for name, (_, theirs) in _OF_TOURNAMENT.items() if told and told[0] in theirs]
    called = [name for name, (ours, _) in _OF_TOURNAMENT.items() if ours == fault.decision]
    return [*named, *called, _SUGGESTING][0]


def _breaches(
    name: str, games: Sequence[CheckedGame], is_of: Callable[[Fault], bool]
) -> tuple[Breach, ...]:
    return gathered(
        (name, fault.failure, game, fault.turn)
        for game in games
        for fault in game.faults
        if fault.failure.kind not in OF_LIMITS and is_of(fault)
    )


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
        return failed(method, breaches, len(games), {"count": count})
    plural = "" if count == 1 else "s"
    return Check(method, Finding.OK, f"{count} {what}{plural}", figures={"count": count})


def _reading_check(games: Sequence[CheckedGame]) -> Check:
    """Return the check of answers that had to be interpreted."""
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
