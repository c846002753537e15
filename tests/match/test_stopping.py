"""Stopping rules: they are right as often as they promise, and look at enough deals."""

from collections.abc import Iterator

import numpy as np
import pytest

from planner_clue.errors import InputError
from planner_clue.match import stopping
from planner_clue.match.config import MatchConfig

SIX = 6
MATCHES = 400
AGENTS = ("planner", "random", "random")


def drawn(
    rng: np.random.Generator, rates: tuple[float, float], correlation: float
) -> Iterator[tuple[int, ...]]:
    """Yield deals of six games that two agents win so often; games of a deal correlate."""
    chances = np.array([*rates, 1 - sum(rates)])
    while True:
        in_deal = rng.dirichlet(chances * (1 / correlation - 1)) if correlation else chances
        yield tuple(rng.multinomial(SIX, in_deal).tolist())


def decided(rule: stopping.StoppingRule, deals: Iterator[tuple[int, ...]], most: int = 2000) -> str:
    seen: list[tuple[int, ...]] = []
    for deal in deals:
        seen.append(deal)
        if verdict := rule.verdict(seen, SIX):
            return verdict
        assert len(seen) < most
    raise AssertionError


@pytest.mark.parametrize("correlation", [pytest.param(0.0, marks=pytest.mark.slow), 0.2])
@pytest.mark.parametrize("rate", [0.2, pytest.param(0.4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("ahead", [0.0, 0.1])
def test_a_test_is_wrong_in_5_of_100_matches(rate: float, ahead: float, correlation: float) -> None:
    rule, rng = stopping.SequentialTest((0, 1), 0.1), np.random.default_rng(20261122)
    wrong = "is not ahead" if ahead else "is ahead"
    rates = rate + ahead / 2, rate - ahead / 2
    errors = sum(wrong in decided(rule, drawn(rng, rates, correlation)) for _ in range(MATCHES))
    assert errors / MATCHES <= 0.08


def test_a_clear_difference_is_decided_at_once() -> None:
    rule = stopping.SequentialTest((0, 1))
    deals = [(5, 1, 0), (6, 0, 0)] * stopping.FEWEST_DEALS
    assert rule.verdict(deals[: stopping.FEWEST_DEALS - 1], SIX) is None
    assert "slot 0 is ahead of slot 1" in str(rule.verdict(deals[: stopping.FEWEST_DEALS], SIX))
    turned = stopping.SequentialTest((1, 0)).verdict(deals[: stopping.FEWEST_DEALS], SIX)
    assert "slot 1 is not ahead of slot 0" in str(turned)


def test_the_ratio_is_that_of_normal_observations() -> None:
    """Of means 0 and delta with the same variance: twice the sum over deals, worked out apart."""
    rng = np.random.default_rng(3)
    source = drawn(rng, (0.4, 0.3), 0.1)
    deals = [next(source) for _ in range(50)]
    ahead = np.array([(deal[0] - deal[1]) / SIX for deal in deals])
    variance = (((ahead - ahead.mean()) ** 2).sum() + 1 / 36) / 50
    expected = ((ahead**2 - (ahead - 0.05) ** 2) / (2 * variance)).sum()
    ratio = stopping.SequentialTest((0, 1)).log_likelihood_ratio(deals, SIX)
    assert ratio == pytest.approx(expected)


def test_a_width_is_that_of_every_agent() -> None:
    """The second wins about half of the games, and its interval is the widest."""
    even = [(0, 2 + deal % 3, 0) for deal in range(60)]
    assert stopping.UntilWidth(0.07).verdict(even, SIX) is None
    verdict = stopping.UntilWidth(0.12).verdict(even, SIX)
    assert verdict == "every interval is at most 12 points wide"
    assert stopping.UntilWidth(0.12).verdict(even[: stopping.FEWEST_DEALS - 1], SIX) is None


def test_rules_are_read_from_the_command_line() -> None:
    assert stopping.read_stopping(None, None, None, AGENTS) == (None, None)
    assert stopping.read_stopping(0.04, None, None, AGENTS) == (0.04, None)
    _, test = stopping.read_stopping(None, "planner,2", None, AGENTS)
    assert test == stopping.SequentialTest((0, 2), 0.05)
    _, test = stopping.read_stopping(None, "1,planner", 0.1, AGENTS)
    assert test == stopping.SequentialTest((1, 0), 0.1)
    with pytest.raises(InputError, match="random sits in slots 1 and 2"):
        stopping.read_stopping(None, "planner,random", None, AGENTS)


def test_rules_are_part_of_what_a_match_is() -> None:
    assert MatchConfig(AGENTS, until_width=0.04).to_json()["until_width"] == 0.04
    data = MatchConfig(AGENTS, sprt=stopping.SequentialTest((0, 2))).to_json()
    assert data["sprt"] == {"slots": [0, 2], "delta": 0.05, "error_rate": 0.05}
    assert MatchConfig.from_json(data).sprt == stopping.SequentialTest((0, 2))
