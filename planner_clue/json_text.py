"""JSON that people or programs hand over: what is wrong with it, in our words, and where."""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

from planner_clue.errors import JsonError


def parse_json(
    text: str,
    *,
    pairs: Callable[[list[tuple[str, Any]]], Any] | None = None,
    constant: Callable[[str], Any] | None = None,
) -> Any:
    """Return the value of a JSON text.

    ``pairs`` makes an object of its fields; ``constant`` is told ``NaN`` and ``Infinity``, which
    Python takes. Raises :class:`JsonError` for a text that is not JSON, and for one that is
    nested without end or has a number of thousands of digits.
    """
    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise JsonError(error.msg, error.lineno, error.colno) from error
    except RecursionError as error:
        raise JsonError("nested too deeply; expected few brackets inside each other") from error
    except JsonError:
        raise
    except ValueError as error:
        raise _too_long(text) from error


def _too_long(text: str) -> JsonError:
    """Return what is wrong with a text in which Python does not take a number."""
    most = sys.get_int_max_str_digits()
    number = re.search(f"[0-9]{{{most + 1},}}", text)
    assert number
    begin = number.start()
    line, column = text.count("\n", 0, begin) + 1, begin - text.rfind("\n", 0, begin)
    what = f"a number of {len(number[0])} digits; expected at most {most}"
    return JsonError(what, line, column)
