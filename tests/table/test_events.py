"""Events to JSON and back, what each seat sees of them."""

import json
from itertools import product

import pytest

from planner_clue.table import events
from tests.table.helpers import HALL, KITCHEN, accusation, suggestion

EVERY_KIND: list[tuple[events.Event, str]] = [
    (events.Rolled(1, 0, (3, 4)), '"roll", "turn": 1, "seat": 0, "dice": [3, 4]'),
    (events.Moved(1, 0, (8, 4)), '"move", "turn": 1, "seat": 0, "to": [8, 4]'),
    (events.Moved(1, 0, HALL), '"move", "turn": 1, "seat": 0, "to": "hall"'),
    (events.TookPassage(2, 1, KITCHEN), '"passage", "turn": 2, "seat": 1, "to": "kitchen"'),
    (events.Suggested(2, 1, suggestion("green knife hall")),
     '"suggest", "turn": 2, "seat": 1, "cards": ["green", "knife", "hall"]'),
    (events.Passed(2, 2), '"pass", "turn": 2, "seat": 2'),
    (events.Showed(2, 2, 1, HALL), '"show", "turn": 2, "seat": 2, "to": 1, "card": "hall"'),
    (events.Showed(2, 0, 1, None), '"show", "turn": 2, "seat": 0, "to": 1, "card": null'),
    (events.Accused(3, 2, accusation("plum rope study"), correct=False),
     '"accuse", "turn": 3, "seat": 2, "cards": ["plum", "rope", "study"], "correct": false'),
    (events.Eliminated(3, 2), '"eliminated", "turn": 3, "seat": 2'),
    (events.Forfeited(4, 0, "crash", "why: so"),
     '"forfeit", "turn": 4, "seat": 0, "reason": "crash", "detail": "why: so"'),
]  # fmt: skip
"""Events, and what follows their ``kind`` in JSON."""


def test_a_forfeit_of_version_0_2_0_is_read_as_one_of_today() -> None:
    old = {"kind": "forfeit", "turn": 4, "seat": 0, "reason": "crash: why: so"}
    assert events.event_from_json(old) == events.Forfeited(4, 0, "crash", "why: so")


@pytest.mark.parametrize(("event", "text"), EVERY_KIND)
def test_the_json_of_every_kind(event: events.Event, text: str) -> None:
    assert json.dumps(events.event_to_json(event)) == f'{{"kind": {text}}}'
    assert events.event_from_json(json.loads(f'{{"kind": {text}}}')) == event


def test_rule_10_only_a_shown_card_and_the_words_of_a_forfeit_are_hidden() -> None:
    """Rule 10: from all but the seats concerned; every other event is public."""
    for (event, _), seat in product(EVERY_KIND, range(6)):
        seen = events.as_seen_by(event, seat)
        if isinstance(event, events.Forfeited) and seat != event.seat:
            assert seen == events.Forfeited(event.turn, event.seat, event.kind)
        elif isinstance(event, events.Showed) and seat not in (event.seat, event.to):
            assert seen == events.Showed(event.turn, event.seat, event.to, None)
        else:
            assert seen == event
