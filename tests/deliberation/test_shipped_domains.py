"""The shipped domains are written as people read them."""

import re
from itertools import pairwise

import pytest

from tests.deliberation.shipped import DOMAINS, FOLDER, domain
from tests.deliberation.situations import problem


def test_lines_fit_eighty_columns() -> None:
    generated = problem().to_text().splitlines()
    for path in FOLDER.glob("*/*.pddl"):
        assert max(map(len, path.read_text().splitlines() + generated)) <= 80, path


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
