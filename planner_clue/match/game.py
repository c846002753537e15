"""One game: agents around a table, and nobody sees more than their seat may."""

from collections.abc import Sequence
from random import Random
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.board import Board
from planner_clue.cards import Card
from planner_clue.errors import AgentFailure, IllegalDecision, described
from planner_clue.table.deal import Deal
from planner_clue.table.decisions import Answer
from planner_clue.table.events import Event
from planner_clue.table.requests import Ask, Request, Standing
from planner_clue.table.rules import Rules
from planner_clue.table.table import Table


class Chance:
    """The dice and the table's own draws, each with its generator.

    They are separate so that the dice of a deal fall alike however the seats are taken.
    """

    def __init__(self, dice: Random, table: Random) -> None:
        self._dice = dice
        self._table = table

    def draw(self, request: Request) -> Answer:
        """Return the outcome of a chance request."""
        if request.ask is Ask.ROLL:
            randrange = self._dice.randrange
            return tuple([randrange(1, 7) for _ in range(request.options)])
        card: Card = self._table.choice(request.options[1])
        return card


def ask_agent(agent: Agent, request: Request) -> Any:
    """Return what ``agent`` answers to a decision request."""
    ask, options = request.ask, request.options
    if ask is Ask.ACCUSE:
        return agent.accuse()
    if ask is Ask.START:
        return agent.start(options)
    if ask is Ask.MOVE:
        return agent.move(options)
    if ask is Ask.SUGGEST:
        return agent.suggest(options)
    return agent.show(*options)


def play_game(
    board: Board | None,
    rules: Rules,
    deal: Deal,
    agents: Sequence[Agent],
    seeds: Sequence[int],
    chance: Chance,
) -> Table:
    """Play one game to its result and return the table with all its events."""
    table = Table(board, rules, deal)
    _Game(table, agents, chance).play(seeds)
    return table


class _Game:
    """Carries requests to agents and events to everybody."""

    def __init__(self, table: Table, agents: Sequence[Agent], chance: Chance) -> None:
        self.table = table
        self.agents = agents
        self.chance = chance
        self.told = 0

    def play(self, seeds: Sequence[int]) -> None:
        table, draw = self.table, self.chance.draw
        for seat, agent in enumerate(self.agents):
            self._guarded(seat, agent.begin, table.seat_view(seat, seeds[seat]))
        while (request := table.request) is not None:
            if request.ask is Ask.ROLL or request.ask is Ask.SHOW_ANY:
                table.submit(draw(request))
            else:
                self._decide(request)
            self._tell_everybody()

    def _decide(self, request: Request) -> None:
        """Ask the agent; whatever it does wrong forfeits its game, never the match."""
        seat, failed = request.seat, object()
        answer = self._guarded(seat, self._ask, request, otherwise=failed)
        if answer is failed:
            return
        try:
            self.table.submit(answer)
        except IllegalDecision as error:
            self.table.forfeit(seat, f"illegal-decision: {error}")

    def _ask(self, request: Request) -> Any:
        return ask_agent(self.agents[request.seat], request)

    def _guarded(self, seat: int, call: Any, argument: Any, otherwise: Any = None) -> Any:
        try:
            return call(argument)
        except (Exception, SystemExit) as error:  # whatever an agent does is its own loss
            self.table.forfeit(seat, _reason(error))
            return otherwise

    def _tell_everybody(self) -> None:
        events = self.table.events
        while self.told < len(events):
            event: Event = events[self.told]
            self.told += 1
            for seat, agent in enumerate(self.agents):
                seen = self.table.seen_by(event, seat)
                if seen is not None and self.table.standing[seat] is not Standing.FORFEITED:
                    self._guarded(seat, agent.observe, seen)


def _reason(error: BaseException) -> str:
    """Return why an agent forfeits: a kind that others may hear, a colon, its own words."""
    if isinstance(error, AgentFailure):
        return str(error)
    return f"agent-error: {described(error)}"
