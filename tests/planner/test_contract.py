"""A domain of one's own: what is missing or wrong is named before the match, with its place."""

import json
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.match import MatchConfig
from planner_clue.match.match_checks import check_match, warnings_of
from planner_clue.planner import domain_trials, domains
from planner_clue.planner.contract import agent_domain, load_agent_domain
from planner_clue.planner.domains import domain_of
from planner_clue.support.errors import DomainError, EngineError, ModelError
from tests.cli.helpers import Program, refusal
from tests.planner.shipped import FOLDER
from tests.planner.situations import DOMAIN

MISTAKES = json.loads(Path(__file__).with_name("misspelled.json").read_text(encoding="utf-8"))
"""Text of the shipped domain, its replacement, where the message points, how it begins."""


@pytest.mark.parametrize(("right", "wrong", "at", "message"), MISTAKES)
def test_a_mistake_is_shown_with_its_place(right: str, wrong: str, at: str, message: str) -> None:
    assert right in DOMAIN
    broken = DOMAIN.replace(right, wrong, 1)
    before = broken[: broken.index(at)]
    place = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    with pytest.raises(DomainError) as caught:
        agent_domain(broken, "mine.pddl")
    assert str(caught.value).startswith(f"mine.pddl:{place}: {message}")


@given(st.text(alphabet="()?-; \nabdefino:", max_size=60))
def test_nonsense_is_refused_and_nothing_else(text: str) -> None:
    with pytest.raises(DomainError, match=r"^mine\.pddl:\d+:\d+: "):
        agent_domain(text, "mine.pddl")


def test_a_text_that_is_written_otherwise_is_the_same_domain(tmp_path: Path) -> None:
    path = tmp_path / "mine.pddl"
    plain = domain_of(None)
    for written in (
        DOMAIN.replace("\n", "\r\n").encode(),
        DOMAIN.replace("\n", "\r").encode(),
        DOMAIN.replace("  ", "\t").encode(),
        b"\xef\xbb\xbf" + DOMAIN.encode(),
        DOMAIN.upper().encode(),
    ):
        path.write_bytes(written)
        assert load_agent_domain(str(path)).actions.keys() == plain.actions.keys()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"; nothing yet\n", ":1:1: expected one expression, (define ...)"),
        (b"\xff\xfe\x00", ":1:1: character '\\xff'; expected ASCII outside comments"),
        (b"(" * 5000 + b")" * 5000, ":1:250: more than 250 '(' inside each other"),
        (b" " * 20_000_001, ": 20000001 bytes; expected a text of at most 20000000"),
    ],
    ids=["comment", "binary", "deep", "huge"],
)
def test_what_is_no_domain_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "mine.pddl"
    path.write_bytes(content)
    with pytest.raises(DomainError) as caught:
        load_agent_domain(str(path))
    assert str(caught.value).removeprefix("domain ").startswith(f"{path}{message}")


def test_a_domain_without_plans_is_refused_before_the_match() -> None:
    hopeless = DOMAIN.replace("(to-plan ?next)", "(investigating)")
    settings = AgentSettings(planning=PlanningSettings(domain=hopeless))
    config = MatchConfig(("planner", "random", "random"), settings=settings)
    with pytest.raises(EngineError, match="gives no plan in the domain clue: unsolvable"):
        check_match(config)


LACKING = [
    # left out, the action, what the first refuted plan lacks
    ("(PASSAGE ?from ?to)", "take-passage", "(passage "),
    ("(ONLY-HOLDER ?p ?c)", "eliminate-passed", "(only-holder "),
    ("(murder-if ?s ?a) (murder-if ?w", "accuse", "(murder-if "),
    ("(left ?n) (ONE", "add-follow-up", "(left "),
    ("(not (left ?n))", "add-follow-up", "(left "),
    ("(may-stay) (WORTH", "stay", "(may-stay)"),
    ("(MAY-GAMBLE ?a ?s ?w ?r)", "gamble", "(may-gamble "),
]


def without(condition: str) -> str:
    """Return the shipped domain without the first condition or effect that begins so."""
    start = DOMAIN.index(condition) + len(condition) - len(condition.lstrip())
    depth = accumulate({"(": 1, ")": -1}.get(letter, 0) for letter in DOMAIN[start:])
    end = next(place for place, open_ in enumerate(depth, start + 1) if open_ == 0)
    return DOMAIN[:start] + DOMAIN[end:]


NO_WAY = without("(PASSAGE ?from ?to)")


@pytest.mark.parametrize(
    ("condition", "action", "lacks"),
    [*LACKING[:3], *(pytest.param(*one, marks=pytest.mark.slow) for one in LACKING[3:])],
)
def test_what_is_missing_in_an_action_is_named(condition: str, action: str, lacks: str) -> None:
    domain = agent_domain(without(condition), "mine.pddl")
    found = domain_trials.refutation(domain, domains.model_for(domain))
    assert found is not None
    assert found.startswith("mine.pddl:")
    assert " does not hold" in found or " do not hold" in found
    assert lacks in found
    at = domain.actions[action].place
    assert found.startswith(f"mine.pddl:{at.line}:{at.column}: action {action}: ")


def test_a_condition_that_no_plan_is_better_off_without_is_not_missed() -> None:
    """As ``docs/domains.md`` says."""
    domain = agent_domain(without("(investigating) (in-hallway)"))
    assert domain_trials.refutation(domain, domains.model_for(domain)) is None


@pytest.mark.parametrize("folder", ["clue", "strips", pytest.param("huji", marks=pytest.mark.slow)])
def test_shipped_domains_refute_nothing_of_themselves(folder: str) -> None:
    domain = agent_domain((FOLDER / folder / "domain.pddl").read_text() + "; changed\n")
    assert domain_trials.reference_of(domain).name == domain.name
    tried = list(domain_trials.try_domain(domain, domains.model_for(domain)))
    assert len(tried) >= 4
    assert all(one.broken is None and one.unknown is None for one in tried)
    assert all(one.result.plan for one in tried if not one.trial.free)


def test_follow_ups_are_refused_for_a_domain_without_branches() -> None:
    assert domains.model_for(agent_domain(DOMAIN), 2) is not None
    strips = agent_domain((FOLDER / "strips" / "domain.pddl").read_text())
    with pytest.raises(ModelError, match=r"follow-ups 2; the domain .* without branches"):
        domains.model_for(strips, 2)


def test_a_domain_with_actions_of_its_own_is_not_compared_where_it_uses_them() -> None:
    named = agent_domain(DOMAIN.replace("(:action add-follow-up", "(:action keep-in-mind"))
    tried = list(domain_trials.try_domain(named, domains.model_for(named)))
    going_on = [one.unknown for one in tried if one.trial.free != "risk"]
    assert all(step and step.action == "keep-in-mind" for step in going_on)
    assert domain_trials.refutation(named, domains.model_for(named)) is None


def config(text: str) -> MatchConfig:
    settings = AgentSettings(planning=PlanningSettings(domain=text))
    return MatchConfig(("planner", "random", "random"), settings=settings)


def test_another_name_is_another_formulation_and_only_warned_about() -> None:
    with pytest.raises(DomainError, match="give the domain another name"):
        check_match(config(NO_WAY))
    meant = config(NO_WAY.replace("(domain clue)", "(domain by-air)"))
    check_match(meant)
    (warning,) = warnings_of(meant)
    assert "action take-passage" in warning


def test_the_planners_own_domain_costs_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planner_clue.planner.domain_trials.try_domain", lambda *_: 1 / 0)
    for folder in ("clue", "huji", "strips"):
        check_match(config((FOLDER / folder / "domain.pddl").read_text()))
    assert domains.domain_of(None).name == "clue"


def test_a_match_refuses_a_domain_and_check_domain_shows_what_a_change_did(tmp_path: Path) -> None:
    program = Program(tmp_path)
    (program.here / "mine.pddl").write_text(NO_WAY)
    dear = DOMAIN.replace("(total-cost) (turn-cost)", "(total-cost) 9")
    dear = dear.replace("(:requirements", "(:requirements :disjunctive-preconditions")
    (program.here / "dear.pddl").write_text(dear)
    agents = ["planner", "random", "random"]
    message = refusal(program.call("match", *agents, "--domain", "mine.pddl", "--out", "results"))
    assert message.startswith("planner-clue: mine.pddl:138:3: action take-passage: ")
    assert not (program.here / "results").exists()
    done = program.call("check-domain", "mine.pddl", code=3)
    assert "mine.pddl:138:3: action take-passage: the shipped domain clue refutes" in done.stdout
    done = program.call("check-domain", "dear.pddl", code=0)
    assert "does not support the requirement :disjunctive-preconditions" in done.stdout
    brought = next(line for line in done.stdout.splitlines() if "brought" in line)
    cost, shipped = map(int, brought.split()[-3:-1])
    assert cost < shipped
    done = program.call("check-domain", "nowhere.pddl")
    assert "nowhere.pddl cannot be read" in refusal(done)
