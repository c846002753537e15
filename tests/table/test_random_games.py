"""Random legal games, a referee watching: the rules hold at every step of every game."""

from random import Random

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from planner_clue.table.deal import draw_deal
from planner_clue.table.rules import parse_rules
from planner_clue.table.table import Table
from tests.shared import examples
from tests.table.helpers import BOARDS, TABLES, play_randomly

seeds = st.integers(0, 2**32 - 1)
unshrunk = (Phase.explicit, Phase.generate)
"""A smaller seed is no smaller game."""


def draw_table(board: str, rules: str, players: int, rng: Random, turns: int = 60) -> Table:
    parsed = parse_rules(f"{rules},turn_limit={turns}")
    players = len(parsed.fixed_hands) or parsed.seats or players
    deck = parsed.deck(BOARDS[board])
    return Table(BOARDS[board], parsed, draw_deal(deck, players, parsed, rng))


@pytest.mark.parametrize(("board", "rules"), TABLES)
@given(
    seed=seeds,
    players=st.integers(3, 6),
    accusing=st.sampled_from([0.0, 0.02, 0.2]),
    forfeiting=st.sampled_from([0.0, 0.01, 0.05, 0.2]),
)
@examples(thorough=100, quick=12, phases=unshrunk)
def test_random_games_keep_the_rules(
    board: str, rules: str, seed: int, players: int, accusing: float, forfeiting: float
) -> None:
    """Turn order, entries, moves, asking, secrecy, places and the end: see the referee."""
    rng = Random(seed)
    table = draw_table(board, rules, players, rng)
    play_randomly(table, rng, accusing=accusing, forfeiting=forfeiting)
    assert table.result is not None
    assert table.request is None
