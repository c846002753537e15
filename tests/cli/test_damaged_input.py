"""A few of the damaged inputs that ``python -m benchmarks.fuzz`` gives to every reader."""

from pathlib import Path
from random import Random

import pytest

from benchmarks import fuzz


def test_damaged_input_is_refused_in_one_line() -> None:
    readers = [name for name in fuzz.READERS if name not in ("plan", "domain", "problem")]
    ends = [end for *_, end in fuzz.fuzz(readers, 27, seed=3)]
    assert [end for end in ends if end.fault] == []
    assert [end.how for end in ends].count("refused") > 18


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("planner-clue: mine.toml:1: no x; expected y\n", ""),
        ("planner-clue: no x; expected y\n", "the refusal does not name mine"),
        ("planner-clue: mine.toml\nmore\n", "the refusal is not one line"),
        ("planner-clue: mine.toml: \x1b[2J\n", "the refusal has characters that a terminal obeys"),
    ],
)
def test_another_refusal_is_a_fault(message: str, fault: str) -> None:
    assert fuzz.fault_of_refusal(message, "mine") == fault


def test_a_reader_that_raises_or_hangs_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises() -> None:
        raise LookupError

    def hangs() -> None:
        while True:
            pass

    monkeypatch.setattr(fuzz, "SECONDS", 0.2)
    for program, message in ((raises, "LookupError"), (hangs, "no answer in 0.2 s")):
        monkeypatch.setattr(fuzz, "program", program)
        with fuzz.alarm():
            end = fuzz.end_of_command(["boards"], fuzz.READERS["board"])
        assert end.how == "wrong"
        assert message in end.fault


def test_an_input_follows_from_its_seed() -> None:
    first, again, other = (fuzz.damaged(fuzz.NOTES, Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
