"""The deck, and what people call its cards."""

import pytest

from planner_clue.cards import ROOMS, SUSPECTS, WEAPONS, Category, Deck
from planner_clue.errors import CardError


def test_the_deck_has_twenty_one_cards_in_three_categories() -> None:
    deck = Deck()
    assert len(deck) == len(set(deck.cards)) == 21
    assert [len(cards) for _, cards in deck.by_category()] == [6, 6, 9]
    assert deck.cards == SUSPECTS + WEAPONS + ROOMS
    assert all(deck.category(card) is Category.WEAPON for card in WEAPONS)
    assert [deck.position(card) for card in deck.cards] == list(range(21))


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("Colonel Mustard", "mustard"), ("Miss Scarlett", "scarlett"), ("DAGGER", "knife"),
        ("Lead Pipe", "lead-pipe"), ("leadpipe", "lead-pipe"), ("dining_room", "dining-room"),
        ("  billiard   room ", "billiard-room"), ("Prof. Plum", "plum"), ("spanner", "wrench"),
    ],
)  # fmt: skip
def test_card_names_are_understood_as_people_write_them(said: str, card: str) -> None:
    assert Deck().parse(said) == card


def test_an_unknown_card_is_refused_with_the_nearest() -> None:
    with pytest.raises(CardError, match="'mustrad' is not a card in play; did you mean 'mustard'"):
        Deck().parse("mustrad")


def test_a_triple_is_a_suspect_a_weapon_and_a_room() -> None:
    deck = Deck()
    assert deck.is_triple("plum", "rope", "hall")
    assert not deck.is_triple("rope", "plum", "hall")
    assert not deck.is_triple("plum", "rope", "cellar")
