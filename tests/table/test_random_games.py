"""Random legal games, a referee watching: the rules hold at every step of every game."""

from random import Random

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from tests.shared import examples
from tests.table.helpers import BOARDS, TABLES, deal_table, play_randomly

unshrunk = (Phase.explicit, Phase.generate)
"""A smaller seed is no smaller game."""


@pytest.mark.parametrize(("board", "rules"), TABLES)
@given(
    seed=st.integers(0, 2**32 - 1),
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
    table = deal_table(BOARDS[board], f"{rules},turn_limit=60", players, rng)
    play_randomly(table, rng, accusing=accusing, forfeiting=forfeiting)
    assert table.result is not None
    assert table.request is None
