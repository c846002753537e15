"""Which card is shown in a drawn deal."""

import numpy as np

from planner_clue.belief.drawn_deals import order_of_showing, seats_before


def test_the_order_of_asking_decides_before_chance_in_a_deck_of_any_size() -> None:
    before, cards_in_deck = seats_before(me=0, seats=3), 40
    holders = np.random.default_rng(1).integers(0, 4, (50, cards_in_deck)).astype(np.int8)
    order = order_of_showing(holders, before, np.random.default_rng(2)).T
    assert (order // cards_in_deck == before[holders]).all()
    assert (np.sort(order % cards_in_deck) == np.arange(cards_in_deck)).all()
