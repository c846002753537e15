"""The deck, and what people call its cards."""

import pytest

from planner_clue.game.cards import ROOMS, SUSPECTS, WEAPONS, Category, Deck
from planner_clue.support.errors import CardError


def test_the_deck_has_twenty_one_cards_in_three_categories() -> None:
    deck = Deck()
    assert len(deck) == len(set(deck.cards)) == 21
    assert [len(cards) for cards in deck.categories] == [6, 6, 9]
    assert deck.cards == SUSPECTS + WEAPONS + ROOMS
    assert all(deck.category(card) is Category.WEAPON for card in WEAPONS)
    assert [deck.position(card) for card in deck.cards] == list(range(21))
    assert deck.is_triple("plum", "rope", "hall")
    assert not deck.is_triple("rope", "plum", "hall")
    assert not deck.is_triple("plum", "rope", "cellar")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Colonel Mustard", "mustard"), ("DAGGER", "knife"), ("leadpipe", "lead-pipe"),
        ("dining_room", "dining-room"), ("  billiard   room ", "billiard-room"),
        ("Prof. Plum", "plum"), ("cons", "conservatory"), ("spann", "wrench"),
    ],
)  # fmt: skip
def test_card_names_are_understood_as_people_write_them(text: str, card: str) -> None:
    assert Deck().parse(text) == Deck().find(text) == card


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mustrad", "'mustrad' is not a card in play; did you mean 'mustard'"),
        ("p", "'p' is not a card in play"),
        ("pi", "'pi' may be lead-pipe or revolver; expected one card"),
    ],
)
def test_an_unknown_or_ambiguous_card_is_refused(text: str, message: str) -> None:
    assert Deck().find(text) is None
    with pytest.raises(CardError, match=message):
        Deck().parse(text)
