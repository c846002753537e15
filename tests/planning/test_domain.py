"""The shipped domain opens in the tools people use, and is written as people read it."""

import re

import pytest
from unified_planning.io import PDDLReader

from planner_clue.planning.steps import ACCUSE, PASSAGE, QUESTIONS, STAY, TRAVELS
from tests.planning.situations import DOMAIN, problem


def test_unified_planning_reads_the_domain() -> None:
    read = PDDLReader().parse_problem_string(DOMAIN)
    played = {*TRAVELS, *QUESTIONS, PASSAGE, STAY, ACCUSE}
    assert played < {action.name for action in read.actions}


def test_a_room_is_a_card_and_a_place() -> None:
    read = PDDLReader().parse_problem_string(DOMAIN)
    card = read.user_type("card")
    assert {t.name for t in read.user_types if t.father == card} == {"suspect", "weapon", "room"}


def test_lines_fit_eighty_columns() -> None:
    for line in DOMAIN.splitlines() + problem().to_text().splitlines():
        assert len(line) <= 80, line


def test_every_predicate_and_action_has_a_comment_above_it() -> None:
    lines = DOMAIN.splitlines()
    declared = DOMAIN[DOMAIN.index("(:predicates") : DOMAIN.index("(:action")]
    names = re.findall(r"^    \(([A-Za-z-]+)", declared, re.MULTILINE)
    assert len(names) > 20
    for number, line in enumerate(lines):
        is_action = line.startswith("  (:action")
        is_declared = re.match(r"    \(([A-Za-z-]+)", line) and line.strip() in declared
        if is_action or (is_declared and number < lines.index("  (:functions")):
            assert lines[number - 1].strip().startswith(";"), line


def test_requirements_name_what_is_used_and_nothing_else() -> None:
    assert "(:requirements :typing :conditional-effects :action-costs)" in DOMAIN
    assert "(when" in DOMAIN
    for unused in ("(forall", "(or", "(exists", "(imply"):
        assert unused not in DOMAIN
    preconditions = re.findall(r":precondition.*?:effect", DOMAIN, re.DOTALL)
    assert preconditions
    assert not any("(not" in text for text in preconditions)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_generated_problem_is_read_back_as_it_was_written(players: int) -> None:
    wrote = problem(players=players, seed=players)
    read = PDDLReader().parse_problem_string(DOMAIN, wrote.to_text(["a header", "of two lines"]))
    true_atoms = {
        (str(fluent.fluent().name).lower(), *map(str, fluent.args))
        for fluent, value in read.explicit_initial_values.items()
        if value.is_bool_constant() and value.is_true()
    }
    assert true_atoms == {(name.lower(), *arguments) for name, *arguments in wrote.init}
    numbers = {
        (fluent.fluent().name, *map(str, fluent.args)): int(value.constant_value())
        for fluent, value in read.explicit_initial_values.items()
        if not value.is_bool_constant() and fluent.fluent().name != "total-cost"
    }
    assert numbers == dict(wrote.values)
