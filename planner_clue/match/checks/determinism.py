"""Determinism of an agent: the same seed gives the same bytes, whatever else differs."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from planner_clue.agents.programs.command import SPEEDCLUE
from planner_clue.agents.registry import is_isolated, load_isolated
from planner_clue.agents.settings import IsolationSettings
from planner_clue.errors import AgentNameError, cut
from planner_clue.match.checks.checked_game import CheckedGame, Entrant, play_checked
from planner_clue.match.checks.contract import Check, Finding

_OTHER_HASH_SEED = 4242
_OTHER_GAME = 1000
_LONGEST = 160
_OF_ITS_OWN = "matches repeat all the same, because it sits in a process of its own"
_DEPENDS = (
    "its answers depend on earlier games: two new processes play alike, but not as the first one "
    "did, so something outlasts a process"
)
_NO_SEED = "a program of the Speed Clue contest is given no seed, so its games need not repeat"


class Way(NamedTuple):
    """A way to repeat a game."""

    name: str
    hash_seed: int
    before: tuple[int, ...] = ()
    """The games that are played in the same process before, by how far their numbers are off."""


_SAME = Way("same seed", 0)
_HASHES = Way("other hash seed", _OTHER_HASH_SEED)
_AFTER = Way("after another game", 0, (_OTHER_GAME,))
_TWICE = Way("same deal twice", 0, (0,))
_ALL = Way("all", _OTHER_HASH_SEED, (_OTHER_GAME, 0))
_OTHERS = (_HASHES, _AFTER, _TWICE)
_HINTS = {
    _SAME: "all chance has to come from Random(seat.seed): no clock, no os.urandom, no id(), no "
    "Random() of its own",
    _HASHES: "the order of a set of texts depends on it: use sorted() or a dict",
    _AFTER: "something remains of the game before: in a module, a class, or a file",
    _TWICE: "it knows the deal from the game before: in a module, a class, or a file",
}


def again_checks(
    entrant: Entrant, games: Sequence[CheckedGame], on_game: Callable[[], None]
) -> list[Check]:
    """Play games again in other processes, and return the checks of their records.

    First everything differs at once; only if that changes a game, it is found out what does it.
    """
    checks = _again(entrant, games, on_game)
    if not entrant.agent.startswith(SPEEDCLUE):
        return checks
    return [_judged(check, _NO_SEED) for check in checks]


def _again(
    entrant: Entrant, games: Sequence[CheckedGame], on_game: Callable[[], None]
) -> list[Check]:
    if not games:
        return [_unknown(way, "every game was forfeited") for way in (_SAME, *_OTHERS)]
    if (both := _difference(entrant, games, _ALL, on_game)) is None:
        return [_same(way, len(games)) for way in (_SAME, *_OTHERS)]
    if same := _difference(entrant, games, _SAME, on_game):
        why = "games differ without it"
        hint = _DEPENDS if any(_repeats(entrant, game, on_game) for game in games) else None
        return [_differs(_SAME, same, hint), *(_unknown(way, why) for way in _OTHERS)]
    found = {way: _difference(entrant, games, way, on_game) for way in (_HASHES, _AFTER)}
    if not found[_AFTER]:
        found[_TWICE] = _difference(entrant, games, _TWICE, on_game)
    if not any(found.values()):
        return [_differs(_SAME, both), *(_same(way, len(games)) for way in found)]
    with closing(load_isolated(entrant.agent, entrant.settings)) as factory:
        isolated = is_isolated(entrant.agent, IsolationSettings()) and not factory.goes_on
    checks = [
        _differs(way, said) if said else _same(way, len(games)) for way, said in found.items()
    ]
    if found[_AFTER]:
        checks.append(_unknown(_TWICE, "games differ after any other"))
    judged = (_judged(check, _OF_ITS_OWN) if isolated else check for check in checks)
    return [_same(_SAME, len(games)), *judged]


def _judged(check: Check, why: str) -> Check:
    """Return the check, with a warning in place of a failure."""
    if check.finding is not Finding.FAILED:
        return check
    return replace(check, finding=Finding.WARNING, lines=(*check.lines, why))


def _unknown(way: Way, why: str) -> Check:
    return Check(way.name, Finding.UNKNOWN, why)


def _same(way: Way, count: int) -> Check:
    says = f"{count} games are the same" if count > 1 else "a game is the same"
    return Check(way.name, Finding.OK, says, figures={"games": count})


def _differs(way: Way, said: tuple[str, ...], hint: str | None = None) -> Check:
    return Check(way.name, Finding.FAILED, said[0], lines=(*said[1:], hint or _HINTS[way]))


def _repeats(entrant: Entrant, game: CheckedGame, on_game: Callable[[], None]) -> bool:
    """Return whether two new processes play a game alike, though otherwise than at first."""
    lines = set()
    for _ in range(2):
        with closing(load_isolated(entrant.agent, entrant.settings)) as factory:
            lines.add(play_checked(entrant, factory.staying(), game.trial).line)
        on_game()
    return len(lines) == 1 and game.line not in lines


def _difference(
    entrant: Entrant, games: Sequence[CheckedGame], way: Way, on_game: Callable[[], None]
) -> tuple[str, ...] | None:
    """Return the first difference of games played again this way, None if there is none."""
    try:
        factory = load_isolated(entrant.agent, entrant.settings, hash_seed=way.hash_seed)
    except AgentNameError as error:
        return (f"it cannot be loaded again: {error}",)
    with closing(factory):
        for game in games:
            agent = factory.staying()
            for number in way.before:
                other = game.trial._replace(game=game.trial.game + number)
                play_checked(entrant, agent, other)
                on_game()
            again = play_checked(entrant, agent, game.trial)
            on_game()
            if again.line != game.line:
                return _first_difference(game, again)
    return None


def _first_difference(one: CheckedGame, other: CheckedGame) -> tuple[str, ...]:
    where = str(one.trial)
    for before, after in zip_longest(one.record["events"], other.record["events"]):
        if before != after:
            turn = (before or after)["turn"]
            return (f"another game: {where}, turn {turn}", *_two(before, after))
    for number, (before, after) in enumerate(zip_longest(one.notes, other.notes)):
        if before != after:
            return (f"other notes: {where}, note {number}", *_two(before, after))
    return (f"another record: {where}",)


def _two(before: Any, after: Any) -> tuple[str, str]:
    return f"first {_cut(before)}", f"then  {_cut(after)}"


def _cut(what: Any) -> str:
    return cut("nothing" if what is None else json.dumps(what), _LONGEST)
