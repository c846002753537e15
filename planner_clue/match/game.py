"""One game: agents at a table, each of which receives only what its seat may see.

Agents are made, and their notes, times and files are read, so that no fault stops the match.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from random import Random
from typing import Any, Generic, TypeVar

from planner_clue.agents import base, built_in, isolated_agent, random
from planner_clue.game import decisions, record, requests, turn_order
from planner_clue.game.table import Table
from planner_clue.planning.processes import check_interrupted
from planner_clue.support.errors import AgentFailure, IllegalDecision, described, shown
from planner_clue.support.faults import failure_of, tried

_T = TypeVar("_T")


class Chance:
    """The draws of the table, and separately the dice, which all games of a deal share."""

    def __init__(self, dice: Random, table: Random) -> None:
        self._dice = dice
        self._table = table

    def draw(self, request: requests.ChanceRequest) -> decisions.Answer:
        """Return a roll of the dice, or a drawn card."""
        match request:
            case requests.RollDice(count=count):
                return tuple([self._dice.randrange(1, 7) for _ in range(count)])
            case requests.DrawShownCard(cards=cards):
                return self._table.choice(cards)


class Fault(record.RecordedFailure, frozen=True, omit_defaults=True):
    """A failure of an agent, with what no record has."""

    aside: str = ""
    """Further output; it may differ from run to run."""

    @classmethod
    def of(cls, seat: int, turn: int, decision: str, failure: AgentFailure) -> "Fault":
        """Return the fault of a failure in a method of the agent of a seat."""
        trace = failure.trace.splitlines()
        return cls(seat, turn, decision, failure.kind, failure.detail, trace, failure.aside)

    @property
    def failure(self) -> AgentFailure:
        """The failure without seat, turn and method."""
        return AgentFailure(self.kind, self.detail, "\n".join(self.trace), aside=self.aside)


def play_game(
    table: Table,
    agents: Sequence[base.Agent],
    seeds: Sequence[int],
    chance: Chance,
    on_failure: Callable[[Fault], None] = lambda failure: None,
) -> Table:
    """Play a game to its end; ``on_failure`` is called for each agent that forfeits."""

    def call(seat: int, method: str, function: Callable[[_T], None], argument: _T) -> None:
        """Call an agent. Any fault forfeits this game, and the match continues."""
        _, error = tried(function, argument)
        if error is not None:
            failure = failure_of(error)
            on_failure(Fault.of(seat, table.turn, method, failure))
            table.forfeit(seat, failure.kind, failure.detail)

    def decide(request: requests.PlayerRequest) -> None:
        table.submit(base.ask_agent(agents[request.seat], request))

    for seat, agent in enumerate(agents):
        call(seat, "begin", agent.begin, table.seat_view(seat, seeds[seat]))
    delivered = 0
    while (request := table.request) is not None:
        check_interrupted()
        match request:
            case requests.RollDice() | requests.DrawShownCard():
                table.submit(chance.draw(request))
            case _:
                call(request.seat, request.decision, decide, request)
        while delivered < len(table.events):
            event = table.events[delivered]
            delivered += 1
            for seat, agent in enumerate(agents):
                seen = table.seen_by(event, seat)
                if seen is not None and table.status[seat] is not turn_order.PlayerStatus.FORFEITED:
                    call(seat, "observe", agent.observe, seen)
    return table


_LONGEST_NAME, _LONGEST_PATH = 255, 1000
"""Maximum bytes of a file's name, and of a path."""


def seat_agent(factory: built_in.AgentFactory) -> base.Agent:
    """Return a new agent, or one that forfeits at once if the agent cannot be made."""
    agent, error = tried(factory)
    return _Unmade(error or TypeError("made no agent")) if agent is None else agent


@contextmanager
def agents_of_game(factories: Iterable[built_in.AgentFactory]) -> Iterator[list[base.Agent]]:
    """Yield new agents for one game; the processes of isolated ones end with the block."""
    agents = list(map(seat_agent, factories))
    try:
        yield agents
    finally:
        let_leave(agents)


def let_leave(agents: Iterable[base.Agent]) -> None:
    """Let agents leave a game: the processes of isolated ones end."""
    for agent in agents:
        if isinstance(agent, isolated_agent.IsolatedAgent):
            agent.leave()


@dataclass(frozen=True)
class Output(Generic[_T]):
    """The result of a method that is called after the game."""

    kept: _T
    """The usable part; empty where the agent failed or took too long."""
    count: int = 0
    failure: AgentFailure | None = None
    slip: str = ""
    """An error in the result that a match overlooks."""

    @property
    def breach(self) -> AgentFailure | None:
        """The breach of the contract, if there is one."""
        return AgentFailure(IllegalDecision.kind, self.slip) if self.slip else self.failure


def notes_of(agent: base.Agent) -> Output[list[dict[str, Any]]]:
    """Return the agent's notes, or one note of what is wrong if they are not JSON objects."""
    return _output("notes", "a list of JSON objects", agent.notes, [], _notes)


def seconds_of(agent: base.Agent) -> Output[tuple[float, ...]]:
    """Return the agent's planning times in seconds, without anything that is not a time."""
    return _output("plan_seconds", "a list of seconds", agent.plan_seconds, (), _seconds)


def files_of(agent: base.Agent, game: int) -> Output[dict[str, str]]:
    """Return the agent's files that are text and stay inside their folder."""
    expected = "a dict of texts by relative paths"
    return _output("files", expected, lambda: agent.files(game), {}, _files)


def printed_by(agent: base.Agent) -> str:
    """Return the output of an agent in a process of its own."""
    return agent.printed() if isinstance(agent, isolated_agent.IsolatedAgent) else ""


def _output(
    method: str,
    expected: str,
    call: Callable[[], Any],
    nothing: _T,
    keep: Callable[[Any], tuple[_T, str]],
) -> Output[_T]:
    """Return the output of a method; ``keep`` returns the part to keep, and what is wrong."""
    result, error = tried(call)
    other = f"{method} returned something else; expected {expected}"
    if error is not None:  # an isolated agent raises these errors itself, others as failures
        slip = other if isinstance(error, TypeError | ValueError) else ""
        return Output(nothing, failure=failure_of(error), slip=slip)
    kept, slip = keep(result)
    if not isinstance(result, list | tuple | dict):
        return Output(kept, slip=other)
    return Output(kept, len(result), slip=f"{method} {slip}; expected {expected}" if slip else "")


def _notes(result: Any) -> tuple[list[dict[str, Any]], str]:
    notes = result if isinstance(result, list | tuple) else [result]
    other = [f"has {shown(note)}" for note in notes if not isinstance(note, dict)]
    odd: set[str] = set()
    try:
        text = json.dumps(result)
        kept: Any = json.loads(text)
        json.loads(text, parse_constant=odd.add)
    except (TypeError, ValueError, RecursionError) as error:
        return [{"problem": described(error)}], [*other, f"are not JSON: {described(error)}"][0]
    if other or not isinstance(kept, list):
        return [{"problem": "notes are not a list of objects"}], [*other, "are not a list"][0]
    if odd:  # no reader would take the record
        return [{"problem": f"notes are not JSON: {min(odd)}"}], f"are not JSON: {min(odd)}"
    return kept, ""


def _seconds(result: Any) -> tuple[tuple[float, ...], str]:
    if not isinstance(result, list | tuple):
        return (), f"returned {shown(result)}"
    kept = tuple(float(s) for s in result if isinstance(s, int | float) and 0 <= s < 1e9)
    return kept, f"returned {shown(result)}" if len(kept) < len(result) else ""


def _files(result: Any) -> tuple[dict[str, str], str]:
    if not isinstance(result, dict):
        return {}, f"returned {shown(result)}"
    kept = {
        name: text
        for name, text in result.items()
        if isinstance(name, str) and isinstance(text, str) and _stays_inside(PurePath(name))
    }
    wrong = [name for name in result if name not in kept]
    return kept, f"has {shown(wrong[0])}" if wrong else ""


def _stays_inside(path: PurePath) -> bool:
    try:
        sizes = [len(part.encode()) for part in path.parts]
    except UnicodeEncodeError:
        return False
    named = max(sizes, default=0) <= _LONGEST_NAME and sum(sizes) <= _LONGEST_PATH
    inside = not path.is_absolute() and ".." not in path.parts
    return bool(path.parts) and inside and named and "\0" not in str(path)


class _Unmade(random.RandomAgent):
    """Sits in the place of an agent that could not be made, and forfeits at once."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def begin(self, seat: decisions.Seat) -> None:
        raise self._error
