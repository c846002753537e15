"""What is wrong in the actions of a domain is told with line and column."""

import pytest

from planner_clue.errors import DomainError
from planner_clue.planning.domain import read_domain
from planner_clue.planning.domain_checks import check_actions
from tests.deliberation.shipped import FOLDER
from tests.planning.grounding_texts import CARDS, nonsense
from tests.planning.helpers import LAMPS
from tests.planning.test_any_domain import BLOCKS, SHOPS

SHIPPED = [file.read_text() for file in sorted(FOLDER.glob("*/domain.pddl"))]


def check(text: str) -> None:
    check_actions(read_domain(text, "own.pddl"))


@pytest.mark.parametrize("text", [*SHIPPED, BLOCKS, SHOPS, LAMPS, CARDS])
def test_a_sound_domain_is_left_alone(text: str) -> None:
    check(text)


def test_domains_drawn_at_random_are_left_alone() -> None:
    for seed in range(60):
        check(nonsense(seed)[0])


def test_types_are_predicates_too() -> None:
    check(LAMPS.replace("(not (broken))", "(lamp ?l)"))


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("(not (lit ?l))", "(not (lt ?l))", "9:29: action press: unknown predicate 'lt'; "
         "did you mean 'lit'?"),
        ("(not (broken))", "(not (broken ?l))", "9:44: action press: predicate broken is given 1 "
         "argument; expected 0"),
        ("(wired ?l ?o)", "(wired ?l ?p)", "12:48: action press: unknown variable ?p"),
        ("(effort ?l)))))", "(efort ?l)))))", "13:30: action press: unknown function 'efort'"),
        (":precondition", ":preconditions", "9:5: action press: unexpected ':preconditions'"),
        ("(not (broken))", "broken", "9:39: action press: unexpected 'broken'; expected a cond"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(right: str, wrong: str, message: str) -> None:
    assert right in LAMPS
    with pytest.raises(DomainError) as caught:
        check(LAMPS.replace(right, wrong))
    assert str(caught.value).startswith(f"own.pddl:{message}")
