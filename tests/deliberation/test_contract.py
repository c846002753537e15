"""A domain of one's own: what is missing or wrong is named, with its place."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.board import load_board
from planner_clue.deliberation.contract import agent_domain
from planner_clue.deliberation.domains import domain_of, model_for, trial_plan
from planner_clue.deliberation.engines import load_engine
from planner_clue.errors import DomainError, EngineError
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.table.record import read_record
from planner_clue.table.rules import RULES
from tests.deliberation.situations import DOMAIN

PRICED = domain_of("priced", None).text


def line_of(text: str, part: str) -> tuple[int, int]:
    """Return line and column of the first place where ``part`` stands in ``text``."""
    before = text[: text.index(part)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def fault(text: str) -> str:
    with pytest.raises(DomainError) as caught:
        agent_domain(text, "mine.pddl")
    return str(caught.value)


def with_domain(text: str) -> AgentSettings:
    return AgentSettings(planning=PlanningSettings(domain=text))


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ("suspect weapon room - card", "suspect weapon - card", "(:types",
         "type room is missing; expected 'room - card'"),
        ("suspect weapon room - card", "suspect weapon - card room - visit", "room - visit",
         "type room is of type visit; expected 'room - card'"),
        ("    (held ?c - card)\n", "", "(:predicates",
         "predicate held is missing; expected (held ?c1 - card)"),
        ("(held ?c - card)", "(held ?c - room)", "(held ?c - room)",
         "predicate is (held ?r1 - room); expected (held ?c1 - card)"),
        ("(hallway-travel-cost ?to - room)", "(hallway-travel-cost)", "(hallway-travel-cost) - n",
         "function is (hallway-travel-cost); expected (hallway-travel-cost ?r1 - room)"),
        ("(at ?r - room)", "(at ?r - rom)", "?r - rom)",
         "?r of unknown type 'rom'; did you mean 'room'?"),
        ("(:action travel\n", "(:action walk\n", "(define",
         "action travel is missing; expected (travel ?r1 - room ?r2 - room)"),
        ("(?from ?to - room ?v - visit)\n    :precondition (and\n      (at ?from)\n"
         "      (investigating)\n      (visit-to-come ?v))",
         "(?to - card)\n    :precondition ()", "(:action travel\n",
         "action is (travel ?c1 - card); expected (travel ?r1 - room ?r2 - room)"),
    ],
)  # fmt: skip
def test_what_breaks_the_contract_is_named(old: str, new: str, at: str, message: str) -> None:
    assert old in DOMAIN
    broken = DOMAIN.replace(old, new, 1)
    line, column = line_of(broken, at)
    assert fault(broken).startswith(f"mine.pddl:{line}:{column}: {message}")


@pytest.mark.parametrize("part", ["(held ?c - card)", "      (at ?from)\n", "(:types\n"])
def test_a_parenthesis_that_is_missing_is_pointed_at(part: str) -> None:
    if part == "(:types\n":
        broken = DOMAIN.replace("room - card)", "room - card", 1)
    else:
        broken = DOMAIN.replace(part, part.replace(")", "", 1), 1)
    line, column = line_of(broken, part.strip().removesuffix(")"))
    name = part.strip(" (").split()[0]
    assert fault(broken).startswith(f"mine.pddl:{line}:{column}: '({name}' is never closed")


@given(st.text(alphabet="()?-; \nabdefino:", max_size=60))
def test_nonsense_is_refused_and_nothing_else(text: str) -> None:
    with pytest.raises(DomainError, match=r"^mine\.pddl:\d+:\d+: "):
        agent_domain(text, "mine.pddl")


def without_horizon(text: str) -> str:
    """Return the domain without visits: a plan asks until it is sure, as often as it likes."""
    start = text.index("  ; Count the visit")
    text = text[:start] + text[text.index("  ; Name the case file.") :]
    text = text.replace("      (not (investigating))\n      (not (may-suggest))\n      (not (una",
                        "      (not (may-suggest))\n      (not (una")  # fmt: skip
    text = re.sub(r"    \((?:NEXT-VISIT|HORIZON|visit-to-come)[^\n]*\n", "", text)
    return text.replace("card visit - object", "card - object")


def test_a_domain_may_leave_out_what_is_optional() -> None:
    domain = agent_domain(without_horizon(PRICED))
    assert "visit" not in domain.types
    model = model_for(domain)(load_board("classic"), RULES["standard"])
    plan = trial_plan(load_engine("fast-downward"), domain, model, 3)
    assert "count-visit" not in {step.action for step in plan.steps}


def test_a_changed_domain_changes_the_agent() -> None:
    # In this one no question but the last may be asked: every plan goes straight for it.
    only_last = PRICED
    for kind in ("SUSPECT", "WEAPON", "ROOM"):
        expected = f"({kind}-EXPECTED ?s ?w ?r))"
        only_last = only_last.replace(expected, expected[:-1] + " (suggested))")
    config = MatchConfig(("planner", "random", "random"), games=6, settings=with_domain(only_last))
    config.check()
    notes = read_record(play_one(config, 0).line)["notes"][0]
    asked = [step for note in notes for step in note["plan"] if "expects" in step]
    assert asked
    assert all(step["expects"] == "nobody" for step in asked)


def test_a_domain_without_plans_is_refused_before_the_match() -> None:
    hopeless = DOMAIN.replace(":effect (case-file-proved)", ":effect (investigating)")
    config = MatchConfig(("planner", "random", "random"), settings=with_domain(hopeless))
    with pytest.raises(EngineError, match="gives no plan in the domain clue: unsolvable"):
        config.check()
