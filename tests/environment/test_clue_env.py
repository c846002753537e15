"""The environment keeps PettingZoo's contract, plays by the rules, and hides what is hidden."""

from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from planner_clue.belief import Belief
from planner_clue.cards import CaseFile
from planner_clue.environment import env, raw_env
from planner_clue.environment.encoding import HISTORY, NOTHING, PHASES, length
from planner_clue.errors import IllegalDecision, InputError
from planner_clue.table.deal import Deal
from planner_clue.table.events import Showed
from planner_clue.table.requests import AskShow
from planner_clue.table.table import Table

ACCUSES = 0.02
"""How often a random player accuses."""


def chosen(world: Any, mask: Any, rng: Random) -> int:
    """Return a random legal action, rarely an accusation."""
    legal = np.flatnonzero(mask).tolist()
    first = world.unwrapped.actions.parts["accusation"].start
    rest = [action for action in legal if action < first]
    return rng.choice(rest if rest and rng.random() > ACCUSES else legal)


def play(world: Any, seed: int, rng: Random) -> dict[str, float]:
    """Play a game at random; return what each agent was paid."""
    world.reset(seed=seed)
    paid = dict.fromkeys(world.possible_agents, 0.0)
    for name in world.agent_iter():
        observation, reward, over, cut, _ = world.last()
        paid[name] += reward
        world.step(None if over or cut else chosen(world, observation["action_mask"], rng))
    return paid


def number(world: Any, accusation: tuple[str, ...]) -> int:
    """Return the action that is an accusation."""
    request: Any = world._table.request
    action: int = world.actions.number(request, accusation)
    return action


@pytest.mark.parametrize(
    "options",
    [{}, {"board": "none", "num_players": 6}, {"board": "huji", "opponents": {1: "exact"}}],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_it_passes_pettingzoos_api_test(options: dict[str, Any]) -> None:
    """Its warnings are for all environments with masks that PettingZoo does not know by name."""
    api_test(env(**options), num_cycles=300)


@pytest.mark.parametrize("options", [{}, {"opponents": {0: "random", 2: "exact"}}], ids=str)
def test_it_passes_pettingzoos_seed_test(options: dict[str, Any]) -> None:
    seed_test(lambda: env(**options), num_cycles=100)


@pytest.mark.parametrize("board", ["classic", "huji", "none"])
def test_whole_games_are_played_by_masked_actions(board: str) -> None:
    paid = play(env(board=board), 1, Random(1))
    assert set(paid.values()) <= {-1.0, 0.0, 1.0}
    assert list(paid.values()).count(1.0) <= 1


def test_the_winner_is_paid_by_everybody_else_and_a_wrong_accusation_once() -> None:
    world = raw_env(board="none")
    world.reset(seed=1)
    wrong = (*world._table.deal.case_file[:2], world._table.deal.hands[0][-1])
    world.step(number(world, wrong))
    assert world.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert world.agent_selection == "player_1"
    world.step(number(world, world._table.deal.case_file))
    assert world.rewards == {"player_0": 0.0, "player_1": 1.0, "player_2": -1.0}
    assert all(world.terminations.values())


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    world = env(board="none", max_turns=4)
    world.reset(seed=1)
    steps = 0
    for _ in world.agent_iter():
        _, reward, over, cut, _ = world.last()
        if cut:
            assert (reward, over) == (0.0, False)
            break
        mask = world.infos[world.agent_selection]["action_mask"]
        world.step(NOTHING if mask[NOTHING] else int(np.flatnonzero(mask)[0]))
        steps += 1
    assert steps == 4 * 3  # no accusation, a move, no suggestion


def test_every_legal_action_is_an_answer_that_the_table_takes_and_back() -> None:
    world = raw_env()
    world.reset(seed=5)
    rng, phases = Random(5), set()
    for _ in range(200):
        if any(world.terminations.values()) or any(world.truncations.values()):
            break
        request: Any = world._table.request
        phases.add(request.decision)
        for action in world.actions.legal(request):
            answer = world.actions.answer(request, action)
            assert world.actions.number(request, answer) == action
        mask = world.observe(world.agent_selection)["action_mask"]
        world.step(chosen(world, mask, rng))
    assert phases == set(PHASES)


def test_an_illegal_action_is_refused_and_loses_the_game_in_the_wrappers() -> None:
    worlds = env(board="none"), raw_env(board="none")
    for world in worlds:
        world.reset(seed=1)
    wrapped, raw = worlds
    illegal = raw.actions.parts["room"].start
    wrapped.step(illegal)
    assert wrapped.unwrapped.rewards["player_0"] == -1.0
    assert all(wrapped.terminations.values())
    with pytest.raises(IllegalDecision):
        raw.step(illegal)


def test_registered_agents_take_the_other_seats() -> None:
    world = env(board="classic", opponents={1: "exact", 2: "random"}, max_turns=60)
    assert world.possible_agents == ["player_0"]
    world.reset(seed=3)
    for _ in world.agent_iter():
        observation, _, over, cut, _ = world.last()
        if over or cut:
            break
        world.step(chosen(world, observation["action_mask"], Random(0)))
    events = world.unwrapped._table.events
    assert {event.seat for event in events} == {0, 1, 2}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 7}, "7"),
        ({"board": "clasic"}, "clasic"),
        ({"opponents": {5: "exact"}}, "seat 5; expected 0 to 2"),
        ({"opponents": {0: "exactt"}}, "exactt"),
        ({"opponents": dict.fromkeys(range(3), "exact")}, "expected a seat that is free"),
        ({"render_mode": "human"}, "'human'; expected None or 'ansi'"),
    ],
)
def test_wrong_input_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        env(**options)


def test_an_observation_has_the_parts_that_the_page_describes() -> None:
    world = raw_env()
    world.reset(seed=4)
    observation = world.observe("player_1")["observation"]
    parts = world.parts(observation)
    deck, hand = world.actions.deck, world._table.deal.hands[1]
    assert observation.shape == (length(3, 21, 9),)
    assert [deck.cards[place] for place in np.flatnonzero(parts["hand"])] == list(hand)
    assert parts["hand_sizes"].tolist() == [6, 6, 6]
    assert parts["seat"].tolist() == [0, 1, 0]
    assert parts["whose_turn"].tolist() == [0, 0, 1]  # seat 0 sits two places on
    assert parts["phase"].tolist() == [0] * len(PHASES)
    assert parts["history"].shape == (HISTORY, 6)
    assert parts["tokens"][0].tolist() == [0] * 9 + [17, 1]  # Miss Scarlett starts at (16, 0)


def another_deal(table: Table, seat: int) -> Deal | None:
    """Return another deal in which ``seat`` would have seen the same; None if there is none."""
    belief = Belief(table.seat_view(seat, 0))
    for event in table.events:
        if (seen := table.seen_by(event, seat)) is not None:
            belief.observe(seen)
    deck = table.deal.deck
    for drawn in belief.sample(100, np.random.default_rng(5)):
        holders = dict(zip(deck.cards, drawn.tolist(), strict=True))
        hands = tuple(tuple(c for c in deck.cards if holders[c] == s) for s in range(3))
        if hands != table.deal.hands:
            left = [card for card in deck.cards if holders[card] not in range(3)]
            return Deal(deck, CaseFile(*left), hands)
    return None


class Run:
    """A game, and what one seat was told in it, decision by decision."""

    def __init__(self, board: str, seed: int, seat: int) -> None:
        self.world = raw_env(board=board)
        self.seed, self.name = seed, f"player_{seat}"
        self.told: list[list[int]] = []
        self.answers: list[int] = []

    def play(self, steps: int, rng: Random) -> None:
        """Play at random, without accusations."""
        self.world.reset(seed=self.seed)
        first = self.world.actions.parts["accusation"].start
        for _ in range(steps):
            request: Any = self.world._table.request
            action = rng.choice([a for a in self.world.actions.legal(request) if a < first])
            if not isinstance(request, AskShow):
                self.answers.append(action)
            self._step(action)

    def play_again(self, other: "Run", deal: Deal) -> None:
        """Play the same answers in another deal; shown are the same cards where that can be."""
        events = other.world._table.events
        shown = {(e.turn, e.seat): e.card for e in events if isinstance(e, Showed)}
        self.world.reset(seed=self.seed, options={"deal": deal})
        left = [*other.answers]
        while left:
            request: Any = self.world._table.request
            if isinstance(request, AskShow):
                before = shown.get((self.world._table.turn, request.seat))
                card = before if before in request.cards else request.cards[0]
                self._step(self.world.actions.number(request, card))
            else:
                self._step(left.pop(0))

    def _step(self, action: int) -> None:
        if self.world.agent_selection == self.name:
            seen = self.world.observe(self.name)
            self.told.append([*seen["observation"].tolist(), *seen["action_mask"].tolist()])
        self.world.step(action)


@pytest.mark.parametrize("board", ["classic", "none"])
def test_two_deals_that_a_seat_cannot_tell_apart_are_the_same_to_it(board: str) -> None:
    compared = 0
    for seed in range(6):
        seat = seed % 3
        one, same = Run(board, seed, seat), Run(board, seed, seat)
        one.play(45, Random(seed))
        other = another_deal(one.world._table, seat)
        if other is None:
            continue
        same.play_again(one, other)
        assert len(one.told) > 5
        both = min(len(one.told), len(same.told))
        assert abs(len(one.told) - len(same.told)) <= 1  # cut off at another's answer
        assert one.told[:both] == same.told[:both]
        compared += 1
    assert compared >= 3


def test_a_seat_whose_own_hand_differs_is_told_so() -> None:
    """A test of the test above: what the table knows differs, so it could be told."""
    one = Run("none", 0, 0)
    one.play(30, Random(0))
    other = another_deal(one.world._table, 0)
    assert other is not None
    assert other.hands[1] != one.world._table.deal.hands[1]
    told = []
    for deal in (other, one.world._table.deal):
        seat_1 = Run("none", 0, 1)
        seat_1.play_again(one, deal)
        told.append(seat_1.told)
    assert told[0] != told[1]
