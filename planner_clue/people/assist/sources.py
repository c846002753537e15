"""What a seat saw, given in any form, and the belief of a seat at a real table."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from planner_clue.belief import Belief, belief
from planner_clue.belief.hands import uniform
from planner_clue.game.observations import SeatObservations, parse_seen
from planner_clue.people.assist.conclusions import parse_any_seen, read_any_seen
from planner_clue.support.data import path_from

SeenSource: TypeAlias = str | Path | Mapping[str, Any] | SeatObservations
"""The observations of a seat: the path of a file of JSON or notes, its text, the content of the
JSON, or an object of a former call."""


def seen_from(given: SeenSource, default_board: str | None = None) -> SeatObservations:
    """Return the observations of a seat; ``default_board`` is the board if nothing names one.

    Raises :class:`planner_clue.errors.SeenError`, which says what is wrong and where.
    """
    if isinstance(given, SeatObservations):
        return given
    if isinstance(given, Mapping):
        return parse_seen(json.dumps(given), "seen", default_board)
    if isinstance(given, str) and _is_text(given):
        return parse_any_seen(given, "seen", default_board)
    return read_any_seen(path_from(given, "what was seen"), default_board)


def name_of(given: SeenSource) -> str:
    """Return the name of a source in messages: its path, or ``seen``."""
    is_path = isinstance(given, Path) or (isinstance(given, str) and not _is_text(given))
    return str(given) if is_path else "seen"


def _is_text(given: str) -> bool:
    return "{" in given or "\n" in given


def read_belief(source: SeenSource, *, logic: bool = False, asking: int = 1) -> Belief:
    """Return the belief that follows from a hand and a list of observations.

    ``source`` is a file as for ``planner-clue belief``: its path, its text, or its content. With
    ``logic``, all possible deals are equally probable. ``asking`` is as for
    :class:`planner_clue.Belief`.

    Raises :class:`planner_clue.errors.SeenError` if an observation is invalid or contradicts
    others.

    >>> notes = '''players: scarlett me, mustard Bob, white Ann
    ... hand: plum, rope, lead pipe, library, kitchen, scarlett
    ... me: green knife study, nobody showed'''
    >>> clue.read_belief(notes).case_file()
    CaseFile(suspect='green', weapon='knife', room='study')
    """
    choice = None if logic else uniform
    return belief.belief_from(seen_from(source), name_of(source), choice, asking=asking)
