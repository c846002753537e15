"""A seat is named by its number, its token, or an agent that sits there alone."""

import pytest

from planner_clue.errors import InputError
from planner_clue.table.seat_names import seat_named

TOKENS, AGENTS = ("scarlett", "mustard", "white"), ("bn1", "random", "random")


@pytest.mark.parametrize(
    ("text", "seat"), [("0", 0), (" 2 ", 2), ("White", 2), ("col. mustard", 1), ("mus", 1)]
)
def test_a_number_or_a_token_names_a_seat(text: str, seat: int) -> None:
    assert seat_named(text, TOKENS) == seat
    assert seat_named(text, TOKENS, AGENTS) == seat


@pytest.mark.parametrize(
    "text", ["3", "-1", "", "0.0", "9" * 5000, "plum", "rope", "random", "bn2", "case"]
)
def test_anything_else_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(InputError) as refused:
        seat_named(text, TOKENS, AGENTS)
    assert str(refused.value).startswith(f"--seat {text}; ")
    expected = "expected a seat from 0 to 2, or scarlett, mustard, white, bn1"
    assert str(refused.value).endswith(expected)
    assert seat_named("bn1", TOKENS, AGENTS) == 0
    with pytest.raises(InputError):
        seat_named("bn1", TOKENS)
