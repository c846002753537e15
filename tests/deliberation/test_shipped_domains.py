"""The shipped domain opens in the tools people use, and is written as people read it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from unified_planning.io import PDDLReader

from planner_clue.deliberation.plan_steps import ACCUSE, PASSAGE, STAY, SUGGEST_ACTIONS, TRAVELS
from tests.deliberation.shipped import DOMAINS, FOLDER, domain
from tests.deliberation.situations import DOMAIN, problem


def test_unified_planning_reads_the_domain() -> None:
    read = PDDLReader().parse_problem_string(DOMAIN)
    played = {*TRAVELS, *SUGGEST_ACTIONS, PASSAGE, STAY, ACCUSE}
    assert played < {action.name for action in read.actions}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.pddl")), ids=str)
def test_lines_fit_eighty_columns(path: Path) -> None:
    for line in path.read_text().splitlines() + problem().to_text().splitlines():
        assert len(line) <= 80, line


@pytest.mark.parametrize("formulation", DOMAINS)
def test_everything_declared_has_a_comment_above_it(formulation: str) -> None:
    lines = domain(formulation).splitlines()
    declared = [
        (above, line)
        for above, line in pairwise(lines[lines.index("  (:predicates") :])
        if re.match(r"    \([A-Za-z]", line) or line.startswith("  (:action")
    ]
    assert len(declared) > 20
    for above, line in declared:
        assert above.strip().startswith(";") or line == "    (total-cost) - number", line


NEEDS = {
    ":typing": " - ",
    ":conditional-effects": "(when",
    ":action-costs": "(increase",
    ":universal-preconditions": "(forall",
    ":disjunctive-preconditions": "(or",
    ":existential-preconditions": "(exists",
    ":equality": "(= ",
}


@pytest.mark.parametrize("formulation", DOMAINS)
def test_requirements_name_what_is_used_and_nothing_else(formulation: str) -> None:
    text = re.sub(r";.*", "", domain(formulation))
    used = [requirement for requirement, sign in NEEDS.items() if sign in text]
    assert f"(:requirements {' '.join(used)})" in text
    preconditions = re.findall(r":precondition.*?:effect", text, re.DOTALL)
    assert preconditions
    assert not any("(not" in text for text in preconditions)


@pytest.mark.parametrize("formulation", DOMAINS)
def test_deletes_stand_before_adds_and_the_cost_last(formulation: str) -> None:
    effects = re.findall(r":effect \(and\n(.*?)\n\n", domain(formulation) + "\n", re.DOTALL)
    assert effects
    for effect in effects:
        kinds = [
            {"(not": 0, "(when": 1, "(increase": 3}.get(line.split()[0], 2)
            for line in effect.splitlines()
            if line.startswith("      (")
        ]
        assert kinds == sorted(kinds), effect


@pytest.mark.parametrize(
    "players", [3, *(pytest.param(players, marks=pytest.mark.slow) for players in (4, 5, 6))]
)
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
    assert numbers == dict.fromkeys(wrote.unused, 0) | dict(wrote.values)
