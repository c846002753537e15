"""What people type is understood, or refused with what was expected."""

from typing import Any

import pytest

from planner_clue.cards import Deck
from planner_clue.errors import InputError
from planner_clue.play.choices import Command, read_typed

BEGIN = {"decision": "begin", "openings": ["roll", "passage"], "rooms": []}
ROOMS = {"decision": "begin", "openings": [], "rooms": ["hall", "dining-room"]}
MOVE = {"decision": "move", "rooms": ["hall", "study"], "squares": [[3, 4]], "here": [1, 2]}
SUGGEST = {"decision": "suggest", "room": "hall"}
SHOW = {"decision": "show", "cards": ["rope", "lead-pipe"]}
ACCUSE = {"decision": "accuse"}


@pytest.mark.parametrize(
    ("options", "typed", "read"),
    [
        (BEGIN, " Roll! ", {"opening": "roll"}),
        (BEGIN, "pass", {"opening": "passage"}),
        (BEGIN, "accuse plum, rope, hall", {"accuse": ["plum", "rope", "hall"]}),
        (BEGIN, "accuse hall dagger Miss Scarlet", {"accuse": ["scarlett", "knife", "hall"]}),
        (ROOMS, "go to the dining room", {"move": "dining-room"}),
        (ROOMS, "din", {"move": "dining-room"}),
        (MOVE, "3,4", {"move": [3, 4]}),
        (MOVE, "stay", {"move": [1, 2]}),
        (SUGGEST, "Col. Mustard with the lead pipe", {"suggest": ["mustard", "lead-pipe", "hall"]}),
        (SUGGEST, "nothing", {"suggest": None}),
        (SHOW, "pipe", {"show": "lead-pipe"}),
        (SHOW, "show rope", {"show": "rope"}),
        (ACCUSE, "", {"accuse": None}),
        (ACCUSE, "accuse green candle kitchen", {"accuse": ["green", "candlestick", "kitchen"]}),
        (MOVE, "hin", Command("hint", "")),
        (SHOW, "WHY rope", Command("why", "rope")),
        (BEGIN, "quit", Command("quit", "")),
    ],
)  # fmt: skip
def test_it_is_understood(options: dict[str, Any], typed: str, read: Any) -> None:
    assert read_typed(typed, options, Deck()) == read


@pytest.mark.parametrize(
    ("options", "typed", "said"),
    [
        (BEGIN, "q", "'q'; expected roll, passage"),
        (BEGIN, "accuse plum green hall", "expected a suspect, a weapon and a room"),
        (BEGIN, "accuse plum rope garage", "'garage' is not a card in play"),
        (ROOMS, "study", "'study'; expected a room, or accuse"),
        (MOVE, "9,9", "square 9,9 is out of reach"),
        (MOVE, "kitchen", "expected a room or a square x,y within reach, or stay: hall, study"),
        (MOVE, "stuyd", "did you mean 'study'"),
        (SUGGEST, "plum ropee", "'ropee' is not a card in play; did you mean 'rope'"),
        (SHOW, "plum", "'plum'; expected the card to show: rope, lead-pipe"),
    ],
)
def test_what_is_wrong_is_explained(options: dict[str, Any], typed: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_typed(typed, options, Deck())
