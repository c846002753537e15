"""``planner-clue assist`` as a process: through pipes, interrupted, killed, gone on with."""

import json
import signal
import subprocess
import sys
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.assist.helpers import EVENING, HEAD
from tests.cli.helpers import HANG, Program, interruptible, refusal, wait_until

TALK = [
    "scarlett Ann, mustard Bob, white me",
    "plum, rope, lead pipe, library, kitchen, scarlett",
    "bob: mustard knife hall, nobody showed",
    "me: green knife study, ann passed, bob showed green",
]


def start(program: Program, *arguments: object) -> "subprocess.Popen[str]":
    with interruptible():
        return subprocess.Popen(
            [sys.executable, "-m", "planner_clue", "assist", *map(str, arguments)],
            cwd=program.here,
            env=program.environment(PYTHONUNBUFFERED="1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )


def talk(program: Program, lines: list[str], *arguments: object) -> tuple[int, str]:
    """Say lines to a session until the end of input; return its exit code and what it said."""
    done = program.call("assist", *arguments, typed="".join(f"{line}\n" for line in lines))
    return done.returncode, done.stdout


def in_the_middle(program: Program) -> "subprocess.Popen[str]":
    """Return a session that has taken all lines, and waits for the next."""
    process = start(program)
    assert process.stdin
    for line in TALK:
        process.stdin.write(line + "\n")
    process.stdin.flush()
    notes = program.here / "evening.clue"
    assert wait_until(lambda: notes.exists() and TALK[-1] in notes.read_text())
    return process


def test_a_whole_session_through_a_pipe_leaves_notes_to_go_on_with(program: Program) -> None:
    code, said = talk(program, [*TALK, "ann: grene rope hall, i showed", "quit", "never read"])
    assert code == 0
    assert "The notes are kept in evening.clue." in said
    assert "Bob holds green: Bob shows green in line 5" in said
    assert "'grene' is not understood here; did you mean 'green'?" in said
    assert said.splitlines()[-1] == (
        "Every line is kept. To go on: planner-clue assist evening.clue"
    )
    code, said = talk(program, ["lines"], "evening.clue")
    assert code == 0
    assert f"  5   {TALK[-1]}" in said
    assert program.left_behind() == ["evening.clue"]
    _, said = talk(program, [TALK[0]])
    assert "New notes. To go on with earlier ones: planner-clue assist evening.clue" in said
    assert program.left_behind() == ["evening-2.clue", "evening.clue"]


def test_an_interrupted_session_says_how_to_go_on(program: Program) -> None:
    process = in_the_middle(program)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert "Interrupted. Every line is kept. To go on: planner-clue assist evening.clue" in said
    assert "Traceback" not in said
    assert program.left_behind() == ["evening.clue"]


def test_notes_are_only_read_and_what_follows_is_reported(program: Program) -> None:
    (program.here / "evening.clue").write_text(EVENING)
    done = program.call("assist", "evening.clue", "--check")
    assert done.returncode == 0
    assert "Best next suggestion:" in done.stdout
    piped = program.call("assist", "-", typed=EVENING)
    assert (piped.returncode, piped.stdout) == (0, done.stdout)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "'players:' is missing"),
        (EVENING + "gren: plum rope hall\n", "line 9: 'gren' is not understood here"),
        (EVENING + "me: green knife hall, ann showed knife\n", "line 9: Ann shows knife: that"),
        (HEAD.replace("plum", "plumm"), "line 2: 'plumm' is not understood here; did you mean"),
    ],
)
def test_wrong_notes_are_refused_in_one_line(program: Program, text: str, named: str) -> None:
    (program.here / "evening.clue").write_text(text)
    for arguments in (
        ["assist", "evening.clue", "--check"],
        ["assist", "evening.clue", "--json", "-"],
    ):
        assert named in refusal(program.call(*arguments))
    if text:
        assert named in refusal(program.call("belief", "evening.clue"))
        assert named in refusal(program.call("plan", "--seen", "evening.clue"))


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
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"is not understood here; expected a card." in done.stdout


def test_belief_and_plan_read_notes_as_they_read_their_json(program: Program) -> None:
    notes, seen = program.here / "evening.clue", program.here / "seen.json"
    notes.write_text(EVENING)
    assert program.call("assist", notes, "--json", seen).returncode == 0
    assert json.loads(seen.read_text())["tokens"]["white"] == "hall"
    for command in (["belief", "--json", "-"], ["plan", "--seen"]):
        of_notes, of_json = (program.call(*command, file) for file in (notes, seen))
        assert of_notes.returncode == of_json.returncode == 0, of_notes.stderr
        assert of_notes.stdout == of_json.stdout
    why = program.call("belief", notes, "--why", "green").stdout
    assert why == "Bob holds green: Bob shows green in line 6.\n"


def test_the_page_is_served_until_it_is_interrupted(program: Program) -> None:
    (program.here / "evening.clue").write_text(EVENING)
    with interruptible():
        process = subprocess.Popen(
            [sys.executable, "-m", "planner_clue", "assist", "evening.clue", "--browser"],
            cwd=program.here,
            env=program.environment(PYTHONUNBUFFERED="1", BROWSER="true"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    assert process.stdout
    said = [process.stdout.readline() for _ in range(3)]
    assert said[0].startswith("The notes are kept in evening.clue.")
    assert said[1].strip().startswith("http://127.0.0.1:")
    browser = build_opener(HTTPCookieProcessor())
    with browser.open(said[1].strip(), timeout=HANG) as answer:
        assert "Notes: evening.clue" in answer.read().decode()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=HANG)
    assert process.returncode == 0
    assert rest == "Every line is kept. To go on: planner-clue assist evening.clue\n"
    assert program.left_behind() == ["evening.clue"]
