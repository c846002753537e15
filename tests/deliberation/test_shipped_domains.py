"""The shipped domains are written as people read them."""

import re

import pytest

from tests.deliberation.shipped import DOMAINS, FOLDER, domain
from tests.deliberation.situations import problem


def test_lines_fit_eighty_columns_in_domains_and_a_hundred_in_problems() -> None:
    for path in FOLDER.glob("*/*.pddl"):
        most = 80 if path.stem == "domain" else 100
        assert max(map(len, path.read_text().splitlines())) <= most, path
    assert max(map(len, problem().to_text().splitlines())) <= 100


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
