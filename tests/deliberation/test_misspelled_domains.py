"""What a student may get wrong in the text of a domain: told with its place and what was meant."""

import json
from pathlib import Path

import pytest

from planner_clue.deliberation.contract import agent_domain, load_agent_domain
from planner_clue.deliberation.domains import domain_of
from planner_clue.errors import DomainError
from tests.deliberation.situations import DOMAIN
from tests.deliberation.test_contract import line_of

MUTATIONS = json.loads(Path(__file__).with_name("misspelled.json").read_text(encoding="utf-8"))
"""What is replaced by what in the shipped domain, where the message points, how it begins."""


def refused(text: str) -> str:
    with pytest.raises(DomainError) as caught:
        agent_domain(text, "mine.pddl")
    return str(caught.value)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation["what"])
def test_what_is_wrong_is_told_with_its_place(mutation: dict[str, str]) -> None:
    right, wrong = mutation["right"], mutation["wrong"]
    assert right in DOMAIN
    broken = DOMAIN.replace(right, wrong, 1)
    line, column = line_of(broken, mutation["at"])
    assert refused(broken).startswith(f"mine.pddl:{line}:{column}: {mutation['said']}")


def test_a_text_that_is_written_otherwise_is_the_same_domain(tmp_path: Path) -> None:
    path = tmp_path / "mine.pddl"
    plain = domain_of("identification", None)
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
        (b"", ":1:1: expected one expression, (define ...)"),
        (b"; nothing yet\n", ":1:1: expected one expression, (define ...)"),
        (b"\xff\xfe\x00", ":1:1: not UTF-8 text"),
        (b"(" * 5000 + b")" * 5000, ":1:100: more than 100 '(' inside each other"),
        (b" " * 20_000_001, ": 20000001 bytes; expected a text of at most 20000000"),
    ],
    ids=["empty", "comment", "binary", "deep", "huge"],
)
def test_what_is_no_domain_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "mine.pddl"
    path.write_bytes(content)
    with pytest.raises(DomainError) as caught:
        load_agent_domain(str(path))
    assert str(caught.value).removeprefix("domain ").startswith(f"{path}{message}")
