"""The game as a PettingZoo AEC environment, in which a step is one decision of a player."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from msgspec.structs import asdict
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from planner_clue.adapters.pettingzoo.encoding import (
    MOST,
    Actions,
    ObservationArrays,
    length,
    split_vector,
)
from planner_clue.agents.base import Agent, ask_agent
from planner_clue.agents.registry import load_agent
from planner_clue.agents.settings import AgentSettings
from planner_clue.game.board import board_or_none
from planner_clue.game.cards import Card
from planner_clue.game.deal import draw_deal
from planner_clue.game.events import Accused
from planner_clue.game.requests import AskShow, AskSuggest, DrawShownCard, RollDice
from planner_clue.game.rules import default_rules, parse_rules
from planner_clue.game.table import Table
from planner_clue.match.game import Chance
from planner_clue.match.schedule import derived_rng, derived_seed
from planner_clue.support.errors import InputError

WIN, LOSS = 1.0, -1.0
RENDER_MODES = ("ansi",)


def env(**options: Any) -> Any:
    """Return the environment in PettingZoo's wrappers: an illegal action loses the game."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(ClueEnv(**options), illegal_reward=LOSS)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class ClueEnv(AECEnv[str, dict[str, Any], int], EzPickle):
    """A :class:`planner_clue.game.table.Table` whose steps are decisions of players.

    >>> environment = ClueEnv(board="none")
    >>> environment.reset(seed=1)
    >>> environment.agent_selection, environment.agents
    ('player_0', ['player_0', 'player_1', 'player_2'])
    """

    def __init__(
        self,
        num_players: int = 3,
        board: str = "classic",
        rules: str = "",
        *,
        opponents: Mapping[int, str] | None = None,
        max_turns: int = 200,
        render_mode: str | None = None,
    ) -> None:
        """Set up a table; raises :class:`InputError` for impossible options.

        ``opponents`` maps seats to agents, named as in a match. After ``max_turns`` turns of all
        players together, a game is truncated.
        """
        options = {"opponents": opponents, "max_turns": max_turns, "render_mode": render_mode}
        EzPickle.__init__(self, num_players, board, rules, **options)
        super().__init__()
        modes = [*RENDER_MODES]
        self.metadata = {"name": "clue_v0", "render_modes": modes, "is_parallelizable": False}
        self._board = board_or_none(board)
        self._rules = parse_rules(rules) if rules else default_rules(self._board)
        self._rules.check(self._board, num_players)
        if self._rules.face_up:
            raise InputError(f"rules {rules}; observations have no cards face up")
        if render_mode not in (None, *RENDER_MODES):
            raise InputError(f"render_mode {render_mode!r}; expected None or 'ansi'")
        self._deck = self._rules.deck(self._board)
        self._factories = {}
        for seat, name in (opponents or {}).items():
            if seat not in range(num_players):
                raise InputError(f"opponents: seat {seat!r}; expected 0 to {num_players - 1}")
            self._factories[seat] = load_agent(name, AgentSettings())
        self.render_mode, self._max_turns = render_mode, max_turns
        self._players = num_players
        self.actions = Actions(self._board, self._deck)
        seats = [seat for seat in range(num_players) if seat not in self._factories]
        if not seats:
            raise InputError(f"opponents {dict(opponents or {})}; expected a seat that is free")
        self._seats = {f"player_{seat}": seat for seat in seats}
        self.possible_agents = list(self._seats)
        cards, rooms, count = len(self._deck), len(self._deck.rooms), self.actions.count
        size = length(num_players, cards, rooms)
        numbers, mask = Box(0, MOST, (size,), np.int16), Box(0, 1, (count,), np.int8)
        boxes = {"observation": numbers, "action_mask": mask}
        self.observation_spaces = {name: Dict(boxes) for name in self.possible_agents}
        self.action_spaces = {name: Discrete(count) for name in self.possible_agents}
        self._random = Random()

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of its actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game, or the ``deal`` in ``options`` (:class:`planner_clue.game.deal.Deal`)."""
        if seed is not None:
            self._random = derived_rng("environment", seed)
        game = self._random.getrandbits(63)
        given = (options or {}).get("deal")
        deal = given or draw_deal(self._deck, self._players, self._rules, derived_rng("deal", game))
        self._table = Table(self._board, self._rules, deal)
        self._chance = Chance(derived_rng("dice", game), derived_rng("table", game))
        self._sent = 0
        views = [
            self._table.seat_view(seat, derived_seed("agent", game, seat))
            for seat in range(self._players)
        ]
        self._seen = {seat: ObservationArrays(views[seat]) for seat in self._seats.values()}
        self._opponents: dict[int, Agent] = {seat: make() for seat, make in self._factories.items()}
        for seat, opponent in self._opponents.items():
            opponent.begin(views[seat])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()
        self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """Take a decision; raises :class:`planner_clue.errors.IllegalDecision`, unless wrapped."""
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        self._clear_rewards()
        request: Any = self._table.request
        assert action is not None
        self._table.submit(self.actions.answer(request, int(action)))
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent, and the mask of its legal actions."""
        seat = self._seats[agent]
        request = self._asked(seat)
        about: tuple[Card, ...] = ()
        if isinstance(request, AskShow):
            about = tuple(request.suggestion)
        elif isinstance(request, AskSuggest):
            about = (request.room,)
        seen = self._seen[seat].vector(request.decision if request else None, about)
        return {"observation": seen, "action_mask": self._mask(seat)}

    def parts(self, observation: Any) -> dict[str, Any]:
        """Return the arrays of an observation by name."""
        return split_vector(observation, self._players, len(self._deck), len(self._deck.rooms))

    def render(self) -> str | None:
        """Return the events of the current turn, as everybody sees them."""
        if self.render_mode is None:
            return None
        turn = self._table.turn
        heads = [f"turn {turn}: player_{self._table.seat}"]
        for event in self._table.events:
            seen = self._table.seen_by(event, -1)
            if seen is not None and event.turn == turn:
                fields = (
                    f"{name} {value}" for name, value in asdict(seen).items() if name != "turn"
                )
                heads.append(f"  {type(seen).__name__.lower()} {', '.join(fields)}")
        return "\n".join(heads)

    def close(self) -> None:
        """Do nothing: no resource is open."""

    def _go_on(self) -> None:
        """Draw random events and ask opponents until an agent must decide or the game is over."""
        table = self._table
        self._send_events()
        while table.result is None and table.turn <= self._max_turns:
            request = table.request
            if isinstance(request, RollDice | DrawShownCard):
                table.submit(self._chance.draw(request))
            elif request is not None and request.seat in self._opponents:
                table.submit(ask_agent(self._opponents[request.seat], request))
            elif request is not None:
                self.agent_selection = f"player_{request.seat}"
                break
            self._send_events()
        else:
            self._end()
        for name, seat in self._seats.items():
            self.infos[name] = {"action_mask": self._mask(seat)}

    def _send_events(self) -> None:
        table = self._table
        for event in table.events[self._sent :]:
            for seat in range(self._players):
                seen = table.seen_by(event, seat)
                listener = self._opponents.get(seat) or self._seen.get(seat)
                if seen is not None and listener is not None:
                    listener.observe(seen)
            if isinstance(event, Accused) and not event.correct:
                self._pay(event.seat, LOSS)
        self._sent = len(table.events)
        for arrays in self._seen.values():
            arrays.begins_turn(table.turn, table.seat)
            arrays.sees_tokens(table.places)

    def _end(self) -> None:
        """Reward the winner and the losers; without a winner, no player."""
        winner = self._table.result.winner if self._table.result else None
        if winner is not None:
            accused = {event.seat for event in self._table.events if isinstance(event, Accused)}
            for seat in range(self._players):
                if seat == winner:
                    self._pay(seat, WIN)
                elif seat not in accused:
                    self._pay(seat, LOSS)
        ended = self.truncations if winner is None else self.terminations
        ended.update(dict.fromkeys(self.agents, True))

    def _pay(self, seat: int, reward: float) -> None:
        name = f"player_{seat}"
        if name in self.rewards:
            self.rewards[name] += reward

    def _asked(self, seat: int) -> Any:
        over = self._table.result is not None or self._table.turn > self._max_turns
        request = None if over else self._table.request
        return request if request is not None and request.seat == seat else None

    def _mask(self, seat: int) -> Any:
        mask = np.zeros(self.actions.count, np.int8)
        if (request := self._asked(seat)) is not None:
            mask[list(self.actions.legal(request))] = 1
        return mask


raw_env = ClueEnv
"""The environment without wrappers, under PettingZoo's usual name."""
