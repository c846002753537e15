"""One game: agents at a table, each told only what its seat may see."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from planner_clue.agents.base import Agent, ask_agent
from planner_clue.errors import AgentFailure
from planner_clue.faults import failure_of, tried
from planner_clue.sandbox.process_groups import check_interrupted
from planner_clue.table.decisions import Answer
from planner_clue.table.events import Event
from planner_clue.table.record import RecordedFailure
from planner_clue.table.requests import ChanceRequest, DrawShownCard, PlayerRequest, RollDice
from planner_clue.table.table import Table
from planner_clue.table.turn_order import PlayerStatus

_T = TypeVar("_T")


class Chance:
    """The dice and the table's own draws, each with its generator.

    They are separate so that the dice of a deal fall alike however the seats are taken.
    """

    def __init__(self, dice: Random, table: Random) -> None:
        self._dice = dice
        self._table = table

    def draw(self, request: ChanceRequest) -> Answer:
        """Return what the dice show, or the card that is drawn."""
        match request:
            case RollDice(count=count):
                randrange = self._dice.randrange
                return tuple([randrange(1, 7) for _ in range(count)])
            case DrawShownCard(cards=cards):
                return self._table.choice(cards)


class Fault(RecordedFailure, frozen=True, omit_defaults=True):
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
        """The failure by itself."""
        return AgentFailure(self.kind, self.detail, "\n".join(self.trace), aside=self.aside)


def play_game(
    table: Table,
    agents: Sequence[Agent],
    seeds: Sequence[int],
    chance: Chance,
    on_failure: Callable[[Fault], None] = lambda failure: None,
) -> Table:
    """Play the game of a new ``table`` to its result; return the table with all its events.

    ``agents`` and their ``seeds`` stand in the order of the seats. ``on_failure`` is called for
    each agent that forfeits.
    """
    _Game(table, agents, chance, on_failure).play(seeds)
    return table


class _Game:
    """Passes the table's requests to agents, and events to everybody."""

    def __init__(
        self,
        table: Table,
        agents: Sequence[Agent],
        chance: Chance,
        on_failure: Callable[[Fault], None],
    ) -> None:
        self.on_failure = on_failure
        self.table = table
        self.agents = agents
        self.chance = chance
        self.told = 0

    def play(self, seeds: Sequence[int]) -> None:
        table, draw = self.table, self.chance.draw
        for seat, agent in enumerate(self.agents):
            self._tell(seat, agent.begin, table.seat_view(seat, seeds[seat]))
        while (request := table.request) is not None:
            check_interrupted()
            match request:
                case RollDice() | DrawShownCard():
                    table.submit(draw(request))
                case _:
                    self._decide(request)
            self._tell_everybody()

    def _decide(self, request: PlayerRequest) -> None:
        """Ask the agent; whatever it does wrong forfeits this game, and the match goes on."""
        seat = request.seat
        _, error = tried(lambda: self.table.submit(ask_agent(self.agents[seat], request)))
        if error is not None:
            self._forfeit(seat, request.decision, error)

    def _tell(self, seat: int, call: Callable[[_T], None], what: _T) -> None:
        _, error = tried(call, what)
        if error is not None:
            self._forfeit(seat, call.__name__, error)

    def _forfeit(self, seat: int, decision: str, error: BaseException) -> None:
        failure = failure_of(error)
        self.on_failure(Fault.of(seat, self.table.turn, decision, failure))
        self.table.forfeit(seat, failure.kind, failure.detail)

    def _tell_everybody(self) -> None:
        table, forfeited = self.table, PlayerStatus.FORFEITED
        while self.told < len(table.events):
            event: Event = table.events[self.told]
            self.told += 1
            for seat, agent in enumerate(self.agents):
                if table.status[seat] is forfeited:
                    continue
                seen = table.seen_by(event, seat)
                if seen is not None:
                    self._tell(seat, agent.observe, seen)
