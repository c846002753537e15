"""A domain of one's own: what is missing or wrong is named, with its place."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.deliberation.contract import agent_domain, load_agent_domain
from planner_clue.deliberation.domains import domain_of
from planner_clue.errors import DomainError, EngineError
from planner_clue.match import MatchConfig
from tests.deliberation.situations import DOMAIN

MISTAKES = json.loads(Path(__file__).with_name("misspelled.json").read_text(encoding="utf-8"))
"""Text of the shipped domain, its replacement, where the message points, how it begins."""


@pytest.mark.parametrize(("right", "wrong", "at", "message"), MISTAKES)
def test_a_mistake_is_told_with_its_place(right: str, wrong: str, at: str, message: str) -> None:
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
        (b"\xff\xfe\x00", ":1:1: not UTF-8 text"),
        (b"(" * 5000 + b")" * 5000, ":1:100: more than 100 '(' inside each other"),
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
        config.check()
