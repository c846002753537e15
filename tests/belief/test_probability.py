"""How probabilities are written: an open one is neither 0 nor 100 %."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.belief import believe, probability
from tests.belief.tables import Story, stories


@given(st.floats(0, 1), st.integers(0, 2))
@settings(derandomize=True, deadline=None)
def test_an_open_probability_never_reads_as_certain_or_impossible(
    value: float, decimals: int
) -> None:
    said = probability.Probability(value).percent(decimals)
    assert said.endswith(" %")
    if said[0] not in "<>":
        assert 0 < float(said[:-2]) < 100
    assert 0 < probability.Probability(value).thousandths < 1000
    assert probability.Probability(value).in_cell() == probability.Probability(value).percent()
    thousandths = probability.Probability(value).thousandths
    assert probability.Probability.from_thousandths(thousandths).thousandths == thousandths


@pytest.mark.parametrize(
    ("value", "whole", "tenths"),
    [
        (0.0, "<1 %", "<0.1 %"),
        (0.0049, "<1 %", "0.5 %"),
        (0.005, "1 %", "0.5 %"),
        (0.352, "35 %", "35.2 %"),
        (0.995, "99 %", "99.5 %"),
        (0.9951, ">99 %", "99.5 %"),
        (1.0, ">99 %", ">99.9 %"),
    ],
)
def test_the_ends_are_written_as_bounds(value: float, whole: str, tenths: str) -> None:
    chance = probability.Probability(value)
    assert (chance.percent(), chance.percent(decimals=1)) == (whole, tenths)


def test_what_is_certain_is_written_so() -> None:
    no, yes = (
        probability.Probability.from_thousandths(0),
        probability.Probability.from_thousandths(1000),
    )
    assert (no.in_cell(), no.percent(), no.thousandths) == ("-", "0 %", 0)
    assert (yes.in_cell(), yes.percent(1), yes.thousandths) == ("yes", "100.0 %", 1000)


@given(story=stories())
@settings(derandomize=True, deadline=None, max_examples=20)
def test_a_belief_tells_what_is_open(story: Story) -> None:
    belief = believe(story.seat, story.events)
    for card in belief.deck.cards:
        may_have = belief.holders(card)
        for holder in range(belief.case + 1):
            chance = probability.probability_at(belief, card, holder)
            assert chance.is_impossible is (holder not in may_have)
            assert chance.is_certain is (may_have == [holder])
            assert chance.value == belief.chance_at(card, holder)
    files = probability.best_case_files(belief)
    assert [file for file, _ in files] == list(belief.case_files())[: len(files)]
    assert all(chance == probability.probability_of(belief, file) for file, chance in files)
    assert files[0][1].is_certain is (belief.case_file() is not None)
