"""Drawn deals and their rivals: what tells them apart."""

from itertools import product

import pytest

from planner_clue.belief import Belief
from planner_clue.belief.drawn_deals import draw_deals
from planner_clue.belief.line_up import LineUp, lined_up
from planner_clue.cards import Suggestion
from tests.belief.tables import SMALL, make_seat
from tests.table.helpers import cards

SEAT = make_seat(SMALL, 0, cards("scarlett knife hall"), (3, 3, 2))
EVERY = [Suggestion(*three) for three in product(SMALL.suspects, SMALL.weapons, SMALL.rooms)]


def some_lined_up(count: int, seed: int) -> LineUp:
    """Return the first drawn deals, each with two rivals."""
    belief = Belief(SEAT)
    return lined_up(belief, draw_deals(belief, 200, seed), range(count), 2, seed)


@pytest.mark.parametrize("seed", range(4))
def test_a_rival_differs_by_two_cards_of_a_category_and_by_answers_about_them(seed: int) -> None:
    line_up = some_lined_up(5, seed)
    answers = line_up.deals.answers(EVERY)
    assert len(line_up.case_files) == 15
    for deal, rival in line_up.pairs[:10]:
        exchanged = {*line_up.case_files[deal]} ^ {*line_up.case_files[rival]}
        assert len(exchanged) == 2
        told = [asked for asked, row in zip(EVERY, answers, strict=True) if row[deal] != row[rival]]
        assert told
        assert all(exchanged.intersection(asked) for asked in told)


def test_what_a_question_rules_out_is_answered_differently() -> None:
    line_up = some_lined_up(4, 3)
    files, answers = line_up.case_files, line_up.deals.answers(EVERY)
    found = line_up.ruled_out(EVERY, answers)
    for (asked, ruled_out), row in zip(found.items(), answers, strict=True):
        told = {file for file, answer in zip(files, row, strict=True) if answer != row[0]}
        assert set(ruled_out) == told - {files[0]}, asked
