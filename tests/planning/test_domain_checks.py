"""Sound domains pass the checks; ``tests/deliberation/test_contract.py`` has the faults."""

import pytest

from planner_clue.errors import DomainError
from planner_clue.planning.domain import read_domain
from planner_clue.planning.domain_checks import check_actions, check_domain
from tests.deliberation.shipped import DOMAINS, domain
from tests.planning.grounding_texts import CARDS, nonsense
from tests.planning.helpers import LAMPS
from tests.planning.test_any_domain import BLOCKS, SHOPS


def test_sound_domains_are_left_alone() -> None:
    drawn = [nonsense(seed)[0] for seed in range(60)]
    for text in [*map(domain, DOMAINS), BLOCKS, SHOPS, LAMPS, CARDS, *drawn]:
        check_domain(read_domain(text))


def test_types_are_predicates_too_and_a_fault_is_told_with_its_place() -> None:
    check_actions(read_domain(LAMPS.replace("(not (broken))", "(lamp ?l)")))
    with pytest.raises(DomainError, match=r"^own:9:29: action press: unknown predicate 'lt'; did"):
        check_actions(read_domain(LAMPS.replace("(not (lit", "(not (lt"), "own"))
