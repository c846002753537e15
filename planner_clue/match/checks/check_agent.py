"""Check of an agent against the contract of :class:`planner_clue.agents.Agent`."""

import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from planner_clue.agents.command import SPEEDCLUE
from planner_clue.agents.registry import is_isolated, load_isolated
from planner_clue.agents.settings import IsolationSettings
from planner_clue.match.checks import checked_game, contract
from planner_clue.match.checks.checked_game import CheckedGame, CheckedTable, Entrant, TrialGame
from planner_clue.match.checks.contract import Check, Finding
from planner_clue.support.errors import AgentNameError, RulesError, cut

_OTHER_HASH_SEED = 4242
_OTHER_GAME = 1000
_LONGEST = 160
_OF_ITS_OWN = "matches repeat all the same, because it sits in a process of its own"
_DEPENDS = "its answers depend on earlier games: new processes play alike, but not as the first"
_NO_SEED = "a program of the Speed Clue contest is given no seed, so its games need not repeat"


class Rerun(NamedTuple):
    """How a game is played again."""

    name: str
    hash_seed: int
    before: tuple[int, ...] = ()
    """The games that are played in the same process before, by how far their numbers are off."""


_SAME = Rerun("same seed", 0)
_HASHES = Rerun("other hash seed", _OTHER_HASH_SEED)
_AFTER = Rerun("after another game", 0, (_OTHER_GAME,))
_TWICE = Rerun("same deal twice", 0, (0,))
_ALL = Rerun("all", _OTHER_HASH_SEED, (_OTHER_GAME, 0))
_OTHERS = (_HASHES, _AFTER, _TWICE)
_HINTS = {
    _SAME: "draw all random numbers from Random(seat.seed): no clock, no os.urandom, no id(), no "
    "other Random()",
    _HASHES: "the order of a set of texts depends on it: use sorted() or a dict",
    _AFTER: "something remains of the game before: in a module, a class, or a file",
    _TWICE: "it knows the deal from the game before: in a module, a class, or a file",
}


_OnGame: TypeAlias = Callable[[], None]


def again_checks(entrant: Entrant, games: Sequence[CheckedGame], on_game: _OnGame) -> list[Check]:
    """Return the checks of games played again; if they differ, it is found out what does it."""
    if not games:
        return [_unknown(rerun, "every game was forfeited") for rerun in (_SAME, *_OTHERS)]
    if (both := _difference(entrant, games, _ALL, on_game)) is None:
        return [_same(rerun, len(games)) for rerun in (_SAME, *_OTHERS)]
    if same := _difference(entrant, games, _SAME, on_game):
        why = "games differ without it"
        hint = _DEPENDS if any(_repeats(entrant, game, on_game) for game in games) else None
        return [_differs(_SAME, same, hint), *(_unknown(rerun, why) for rerun in _OTHERS)]
    found = {rerun: _difference(entrant, games, rerun, on_game) for rerun in (_HASHES, _AFTER)}
    if not found[_AFTER]:
        found[_TWICE] = _difference(entrant, games, _TWICE, on_game)
    if not any(found.values()):
        return [_differs(_SAME, both), *(_same(rerun, len(games)) for rerun in found)]
    with closing(load_isolated(entrant.agent, entrant.settings)) as factory:
        isolated = is_isolated(entrant.agent, IsolationSettings()) and not factory.goes_on
    checks = [_differs(how, why) if why else _same(how, len(games)) for how, why in found.items()]
    if found[_AFTER]:
        checks.append(_unknown(_TWICE, "games differ after any other"))
    judged = (_judged(check, _OF_ITS_OWN) if isolated else check for check in checks)
    return [_same(_SAME, len(games)), *judged]


def _judged(check: Check, why: str) -> Check:
    """Return the check, with a warning in place of a failure."""
    if check.finding is not Finding.FAILED:
        return check
    return replace(check, finding=Finding.WARNING, lines=(*check.lines, why))


def _unknown(rerun: Rerun, why: str) -> Check:
    return Check(rerun.name, Finding.UNKNOWN, why)


def _same(rerun: Rerun, count: int) -> Check:
    says = f"{count} games are the same" if count > 1 else "a game is the same"
    return Check(rerun.name, Finding.OK, says, figures={"games": count})


def _differs(rerun: Rerun, says: tuple[str, ...], hint: str | None = None) -> Check:
    return Check(rerun.name, Finding.FAILED, says[0], lines=(*says[1:], hint or _HINTS[rerun]))


def _repeats(entrant: Entrant, game: CheckedGame, on_game: _OnGame) -> bool:
    """Return whether two new processes play a game alike, though otherwise than at first."""
    lines = set()
    for _ in range(2):
        with closing(load_isolated(entrant.agent, entrant.settings)) as factory:
            lines.add(checked_game.play_checked(entrant, factory.staying(), game.trial).line)
        on_game()
    return len(lines) == 1 and game.line not in lines


def _difference(
    entrant: Entrant, games: Sequence[CheckedGame], rerun: Rerun, on_game: _OnGame
) -> tuple[str, ...] | None:
    try:
        factory = load_isolated(entrant.agent, entrant.settings, hash_seed=rerun.hash_seed)
    except AgentNameError as error:
        return (f"it cannot be loaded again: {error}",)
    with closing(factory):
        for game in games:
            agent = factory.staying()
            for number in rerun.before:
                earlier = game.trial._replace(game=game.trial.game + number)
                checked_game.play_checked(entrant, agent, earlier)
                on_game()
            again = checked_game.play_checked(entrant, agent, game.trial)
            on_game()
            if again.line != game.line:
                return first_difference(game, again)
    return None


def first_difference(one: CheckedGame, other: CheckedGame) -> tuple[str, ...]:
    """Return where two games that should be the same differ first, and both parts there."""
    where = str(one.trial)
    for before, after in itertools.zip_longest(one.record["events"], other.record["events"]):
        if before != after:
            turn = (before or after)["turn"]
            return (f"another game: {where}, turn {turn}", *_two(before, after))
    for number, (before, after) in enumerate(itertools.zip_longest(one.notes, other.notes)):
        if before != after:
            return (f"other notes: {where}, note {number}", *_two(before, after))
    return (f"another record: {where}",)


def _two(before: Any, after: Any) -> list[str]:
    first, then = ("nothing" if one is None else json.dumps(one) for one in (before, after))
    return [f"first {cut(first, _LONGEST)}", f"then  {cut(then, _LONGEST)}"]


_GAMES_AGAIN = 3
"""For each game that is played again, the games it takes: another and itself come before it."""
_MOST_LATE = 3
"""After how many games with no answer in time no more are played: each takes the whole limit."""


@dataclass(frozen=True)
class AgentReport:
    """The findings of `check_agent` on an agent, check by check.

    >>> from planner_clue.match.checks.checked_game import CheckedTable
    >>> report = clue.check_agent("random", tables=[CheckedTable("none", "standard", 3)])
    >>> [check.name for check in report.checks if check.finding.value == "not checked"]
    ['start']
    """

    agent: str
    seed: int
    games: int
    """Number of games, without repeated ones."""
    wins: int
    tables: tuple[CheckedTable, ...]
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether no check failed; warnings do not matter."""
        return not self.of(Finding.FAILED)

    def of(self, finding: Finding) -> tuple[Check, ...]:
        """Return the checks with this finding."""
        return tuple(check for check in self.checks if check.finding is finding)

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "agent": self.agent,
            "passed": self.passed,
            "seed": self.seed,
            "games": self.games,
            "wins": self.wins,
            "tables": [table.to_json() for table in self.tables],
            "checks": [check.to_json() for check in self.checks],
        }


def check_agent(
    agent: str,
    *,
    seed: int = 1,
    games: int = 1,
    limits: IsolationSettings | None = None,
    tables: Sequence[CheckedTable] | None = None,
    on_game: Callable[[int, int], None] = lambda played, expected: None,
) -> AgentReport:
    """Play games with an agent in a process of its own, and check whether it keeps the contract.

    ``agent`` is named as for a match. ``tables`` are the tables to play at, by default all, with
    ``games`` games at each. ``seed`` determines the deals. ``limits`` are those of each process:
    seconds per answer and per game, and megabytes of memory. Some games are played twice to check
    whether they are the same. After three games in which an answer came too late, no more games are
    played. ``on_game`` is called with the number of games so far and the expected number. Raises
    :class:`~planner_clue.errors.AgentNameError` if the agent cannot be loaded, and
    :class:`~planner_clue.errors.RulesError` if there is nothing to play.

    >>> from planner_clue.match.checks.checked_game import CheckedTable
    >>> report = clue.check_agent("random", tables=[CheckedTable("none", "standard", 3)])
    >>> report.passed, report.games, report.wins
    (True, 1, 0)
    """
    if games < 1:
        raise RulesError(f"--games {games}; expected 1 or more")
    entrant = Entrant(agent, limits or IsolationSettings(isolate="all"))
    tables = tuple(checked_game.tables_for(agent) if tables is None else tables)
    if not tables:
        raise RulesError("no tables; expected 1 or more")
    expected = games * (len(tables) + _GAMES_AGAIN * len({entrant.kind(one) for one in tables}))
    count = itertools.count(1)

    def progress() -> None:  # more than expected are played only to find out what is wrong
        played = next(count)
        on_game(played, max(played, expected))

    trials = [  # each table has a seed of its own, so that cards are dealt otherwise
        TrialGame(table, seed + number, game, (number + game) % table.players)
        for number, table in enumerate(tables)
        for game in range(games)
    ]
    played = _played(entrant, trials, progress)
    if entrant.of_tournament:
        checks = contract.tournament_checks(played)
    else:
        checks = [*contract.answer_checks(played), *contract.after_checks(played)]
    again = again_checks(entrant, _some_of_each(entrant, played, games), progress)
    seeded = not agent.startswith(SPEEDCLUE)
    checks += again if seeded else [_judged(check, _NO_SEED) for check in again]
    checks += contract.limit_checks(played, entrant.limits)
    judged = contract.judged(checks, played, of_tournament=entrant.of_tournament)
    wins = sum(game.record["result"]["winner"] == game.trial.seat for game in played)
    return AgentReport(agent, seed, len(played), wins, tables, judged)


def _played(entrant: Entrant, trials: Sequence[TrialGame], on_game: _OnGame) -> list[CheckedGame]:
    """Play all games, or as many as an agent that does not answer in time is given."""
    played: list[CheckedGame] = []
    late = 0
    with closing(load_isolated(entrant.agent, entrant.settings)) as factory:
        for trial in trials:
            played.append(checked_game.play_checked(entrant, factory(), trial))
            on_game()
            late += any(fault.failure.kind == "timeout" for fault in played[-1].faults)
            if late == _MOST_LATE:
                break
    return played


def _some_of_each(entrant: Entrant, played: list[CheckedGame], count: int) -> list[CheckedGame]:
    """Return the first ``count`` games of each kind in which the agent did nothing wrong."""
    whole = defaultdict[CheckedTable | str, list[CheckedGame]](list)
    for game in played:
        if not game.faults:
            whole[entrant.kind(game.trial.table)].append(game)
    return [game for games in whole.values() for game in games[:count]]
