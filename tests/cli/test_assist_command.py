"""``planner-clue assist`` as a process: through pipes, interrupted, gone on with."""

import json
import signal
import subprocess
import sys
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.assist.helpers import EVENING
from tests.cli.helpers import HANG, Program, wait_until

TALK = [
    "scarlett Ann, mustard Bob, white me",
    "plum, rope, lead pipe, library, kitchen, scarlett",
    "bob: mustard knife hall, nobody showed",
    "me: green knife study, ann passed, bob showed green",
]


@pytest.fixture
def program(program: Program) -> Program:
    (program.here / "notes.clue").write_text(EVENING)
    return program


def talk(program: Program, lines: list[str], *arguments: object) -> str:
    """Say lines to a session until the end of input; return what it said."""
    done = program.call("assist", *arguments, typed="".join(f"{line}\n" for line in lines), code=0)
    return done.stdout


def test_a_whole_session_through_a_pipe_leaves_notes_to_go_on_with(program: Program) -> None:
    said = talk(program, [*TALK, "ann: grene rope hall, i showed", "quit", "never read"])
    assert "The notes are kept in evening.clue." in said
    assert "Bob holds green: Bob shows green in line 5" in said
    assert "'grene' is not understood here; did you mean 'green'?" in said
    assert said.endswith("Every line is kept. To go on: planner-clue assist evening.clue\n")
    assert f"  5   {TALK[-1]}" in talk(program, ["lines"], "evening.clue")
    said = talk(program, [TALK[0]])
    assert "New notes. To go on with earlier ones: planner-clue assist evening.clue" in said
    assert program.left_behind() == ["evening-2.clue", "evening.clue", "notes.clue"]


def test_an_interrupted_session_says_how_to_go_on(program: Program) -> None:
    notes = program.here / "evening.clue"
    with program.running("assist", piped=True) as process:
        assert process.stdin
        process.stdin.write("\n".join([*TALK, ""]))
        process.stdin.flush()
        assert wait_until(lambda: notes.exists() and TALK[-1] in notes.read_text())
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert "Interrupted. Every line is kept. To go on: planner-clue assist evening.clue" in said
    assert "Traceback" not in said


def test_notes_are_only_read_and_what_follows_is_reported(program: Program) -> None:
    done = program.call("assist", "notes.clue", "--check", code=0)
    assert "Best next suggestion:" in done.stdout
    assert talk(program, [EVENING], "-") == done.stdout


def test_signs_that_cannot_be_read_or_written_do_no_harm(program: Program) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "planner_clue", "assist"],
        input=b"scarlett Ann, mustard Bob, white me\nplum\xff rope\nlines\n",
        capture_output=True,
        env=program.environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0"),
        cwd=program.here,
        timeout=HANG,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is not understood here; expected a card." in done.stdout


def test_belief_and_plan_read_notes_as_their_json(program: Program) -> None:
    program.call("assist", "notes.clue", "--json", "seen.clue", code=0)
    assert json.loads((program.here / "seen.clue").read_text())["tokens"]["white"] == "hall"
    (program.here / "notes.json").write_text(EVENING)
    for command in (["belief", "--json", "-"], ["plan", "--seen"]):
        done = [program.call(*command, file) for file in ("notes.json", "seen.clue")]
        assert done[0].returncode == 0, done[0].stderr
        assert done[0].stdout == done[1].stdout
    why = program.call("belief", "notes.clue", "--why", "green").stdout
    assert why == "Bob holds green: Bob shows green in line 6.\n"


def test_the_page_is_served_until_it_is_interrupted(program: Program) -> None:
    with program.running("assist", "notes.clue", "--browser", piped=True) as process:
        assert process.stdout
        said = [process.stdout.readline().strip() for _ in range(2)]
        assert said[0].startswith("The notes are kept in notes.clue.")
        label, _, address = said[1].partition(": ")
        assert label == "The page"
        with build_opener(HTTPCookieProcessor()).open(address, timeout=HANG) as answer:
            assert "Notes: notes.clue" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=HANG)
    assert process.returncode == 0
    assert rest == "Every line is kept. To go on: planner-clue assist notes.clue\n"
