"""The environment keeps PettingZoo's contract, plays by the rules, and hides what is hidden."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from planner_clue.adapters.pettingzoo import env, raw_env
from planner_clue.adapters.pettingzoo.encoding import (
    HISTORY,
    NOTHING,
    PHASES,
    ObservationArrays,
    length,
)
from planner_clue.game.cards import Suggestion
from planner_clue.game.events import Showed, Suggested
from planner_clue.game.requests import AskShow
from planner_clue.support.errors import IllegalDecision, InputError
from tests.agents.indistinguishable import another_deal

ACCUSES = 0.02
"""How often a random player accuses."""


def chosen(world: Any, mask: Any, rng: Random) -> int:
    legal = np.flatnonzero(mask).tolist()
    first = world.unwrapped.actions.parts["accusation"].start
    rest = [action for action in legal if action < first]
    return rng.choice(rest if rest and rng.random() > ACCUSES else legal)


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


def test_the_winner_is_paid_by_everybody_else_and_a_wrong_accusation_once() -> None:
    world: Any = raw_env(board="none")
    world.reset(seed=1)
    wrong = (*world._table.deal.case_file[:2], world._table.deal.hands[0][-1])
    world.step(world.actions.number(world._table.request, wrong))
    assert world.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert world.agent_selection == "player_1"
    world.step(world.actions.number(world._table.request, world._table.deal.case_file))
    assert world.rewards == {"player_0": 0.0, "player_1": 1.0, "player_2": -1.0}
    assert all(world.terminations.values())


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    world = raw_env(board="none", max_turns=4)
    world.reset(seed=1)
    steps = 0
    while not any(world.truncations.values()):
        mask = world.observe(world.agent_selection)["action_mask"]
        world.step(NOTHING if mask[NOTHING] else int(np.flatnonzero(mask)[0]))
        steps += 1
    assert steps == 4 * 3  # no accusation, a move, no suggestion
    assert not any([*world.rewards.values(), *world.terminations.values()])


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
        world.step(chosen(world, world.observe(world.agent_selection)["action_mask"], rng))
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


@pytest.mark.parametrize(
    "options", [{"board": "classic", "max_turns": 60}, {"board": "none"}], ids=str
)
def test_games_are_played_to_their_end_with_registered_agents(options: dict[str, Any]) -> None:
    world = env(**options, opponents={1: "exact", 2: "random"})
    assert world.possible_agents == ["player_0"]
    rng, paid = Random(1), 0.0
    world.reset(seed=3)
    for _ in world.agent_iter():
        observation, reward, over, cut, _ = world.last()
        paid += reward
        world.step(None if over or cut else chosen(world, observation["action_mask"], rng))
    assert paid in (-1.0, 0.0, 1.0)
    assert {event.seat for event in world.unwrapped._table.events} == {0, 1, 2}


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


def test_a_card_is_shown_to_a_seat_and_by_one() -> None:
    """Seat 1 shows the rope to seat 2, who sits next to it; seat 2 hears of some card."""
    table = raw_env(board="none")
    table.reset(seed=4)
    deal = table._table.deal
    card, asked = deal.hands[1][0], [deck[0] for deck in deal.deck.categories]
    asked = [card if deal.deck.category(card) == deal.deck.category(one) else one for one in asked]
    for seat, part, who in ((1, "has_shown", 1), (2, "was_shown", 2), (0, "showed_one_of", 1)):
        arrays = ObservationArrays(table._table.seat_view(seat, 0))
        arrays.observe(Suggested(1, 2, Suggestion(*asked)))
        arrays.observe(Showed(1, 1, 2, None if seat == 0 else card))
        places = {deal.deck.position(one) for one in (asked if seat == 0 else [card])}
        assert {tuple(at) for at in np.argwhere(arrays.parts[part]).tolist()} == {
            (who, place) for place in places
        }


def observations(world: Any, seat: int, actions: Iterable[int]) -> list[list[int]]:
    name, seen = f"player_{seat}", []
    for action in actions:
        if world.agent_selection == name:
            what = world.observe(name)
            seen.append([*what["observation"].tolist(), *what["action_mask"].tolist()])
        world.step(action)
    return seen


def at_random(world: Any, rng: Random, answers: list[int]) -> Iterator[int]:
    """Yield 45 actions without accusations; add those to ``answers`` that show no card."""
    for _ in range(45):
        request: Any = world._table.request
        first = world.actions.parts["accusation"].start
        action = rng.choice([a for a in world.actions.legal(request) if a < first])
        if not isinstance(request, AskShow):
            answers.append(action)
        yield action


def again(world: Any, before: Any, answers: list[int]) -> Iterator[int]:
    """Yield the same answers; shown are the same cards as before where that can be."""
    shown = {(e.turn, e.seat): e.card for e in before._table.events if isinstance(e, Showed)}
    while answers:
        request: Any = world._table.request
        if isinstance(request, AskShow):
            card = shown.get((world._table.turn, request.seat))
            yield world.actions.number(request, card if card in request.cards else request.cards[0])
        else:
            yield answers.pop(0)


@pytest.mark.parametrize("board", ["classic", "none"])
def test_two_deals_that_a_seat_cannot_distinguish_are_the_same_to_it(board: str) -> None:
    compared = 0
    for seed in range(6):
        seat, answers = seed % 3, list[int]()
        world, other_world = raw_env(board=board), raw_env(board=board)
        world.reset(seed=seed)
        one = observations(world, seat, at_random(world, Random(seed), answers))
        other = another_deal(world._table, seat)
        if other is None:
            continue
        other_world.reset(seed=seed, options={"deal": other})
        same = observations(other_world, seat, again(other_world, world, answers))
        assert len(one) > 5
        both = min(len(one), len(same))
        assert abs(len(one) - len(same)) <= 1  # cut off at another's answer
        assert one[:both] == same[:both]
        compared += 1
    assert compared >= 3
