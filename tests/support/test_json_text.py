"""A text that is not JSON is refused in our words, with line and column."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.support.errors import JsonError
from planner_clue.support.json_text import parse_json
from tests.shared import texts

values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts(),
    lambda inner: st.lists(inner) | st.dictionaries(texts(), inner),
)


@given(values)
def test_json_is_read_as_python_reads_it(value: object) -> None:
    assert parse_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Expecting value (line 1, column 1)"),
        ('{"a": 1,\n "b" 2}', "Expecting ':' delimiter (line 2, column 6)"),
        ('{"a":' * 50_000, "nested too deeply; expected few brackets inside each other"),
        (
            f'["{"8" * 9_999}",\n-{"9" * 9_999}]',
            "a number of more than 4300 digits; expected fewer (line 2, column 1)",
        ),
        ('{"NaN":\n ["-Infinity", NaN]}', "NaN; expected a finite number (line 2, column 16)"),
        ('["\\"-Infinity", -Infinity]', "-Infinity; expected a finite number (line 1, column 17)"),
        ("[1e308, 1e309]", "1e309; expected a finite number (line 1, column 9)"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(JsonError) as refused:
        parse_json(text)
    assert str(refused.value) == f"not JSON: {message}"
