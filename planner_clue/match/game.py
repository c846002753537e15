"""One game: agents at a table, each told only what its seat may see."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from planner_clue.agents.base import Agent, ask_agent
from planner_clue.errors import AgentFailure, IllegalDecision, described
from planner_clue.table.decisions import Answer
from planner_clue.table.events import Event
from planner_clue.table.requests import ChanceRequest, DrawShownCard, PlayerRequest, RollDice
from planner_clue.table.standing import Standing
from planner_clue.table.table import Table

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


def play_game(table: Table, agents: Sequence[Agent], seeds: Sequence[int], chance: Chance) -> Table:
    """Play the game of a new ``table`` to its result; return the table with all its events.

    ``agents`` and their ``seeds`` stand in the order of the seats.
    """
    _Game(table, agents, chance).play(seeds)
    return table


class _Game:
    """Passes the table's requests to agents, and events to everybody."""

    def __init__(self, table: Table, agents: Sequence[Agent], chance: Chance) -> None:
        self.table = table
        self.agents = agents
        self.chance = chance
        self.told = 0

    def play(self, seeds: Sequence[int]) -> None:
        table, draw = self.table, self.chance.draw
        for seat, agent in enumerate(self.agents):
            self._tell(seat, agent.begin, table.seat_view(seat, seeds[seat]))
        while (request := table.request) is not None:
            match request:
                case RollDice() | DrawShownCard():
                    table.submit(draw(request))
                case _:
                    self._decide(request)
            self._tell_everybody()

    def _decide(self, request: PlayerRequest) -> None:
        """Ask the agent; whatever it does wrong forfeits this game, and the match goes on."""
        seat = request.seat
        try:
            answer = ask_agent(self.agents[seat], request)
        except (Exception, SystemExit) as error:  # whatever an agent does is its own loss
            self.table.forfeit(seat, _reason(error))
            return
        try:
            self.table.submit(answer)
        except IllegalDecision as error:
            self.table.forfeit(seat, f"illegal-decision: {error}")

    def _tell(self, seat: int, call: Callable[[_T], None], what: _T) -> None:
        try:
            call(what)
        except (Exception, SystemExit) as error:  # as above
            self.table.forfeit(seat, _reason(error))

    def _tell_everybody(self) -> None:
        table, forfeited = self.table, Standing.FORFEITED
        while self.told < len(table.events):
            event: Event = table.events[self.told]
            self.told += 1
            for seat, agent in enumerate(self.agents):
                if table.standing[seat] is forfeited:
                    continue
                seen = table.seen_by(event, seat)
                if seen is not None:
                    self._tell(seat, agent.observe, seen)


def _reason(error: BaseException) -> str:
    """Return why an agent forfeits: the kind, which others hear, a colon, and the details."""
    if isinstance(error, AgentFailure):
        return str(error)
    return f"agent-error: {described(error)}"
