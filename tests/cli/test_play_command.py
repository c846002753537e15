"""``planner-clue play`` in the terminal: a whole game through a pipe, killed, resumed, refused."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from planner_clue.game.replay import replay
from tests.cli.helpers import HANG, Program

DECISIONS = {
    r"Rooms in reach: ([^,;]*)": r"\1",
    r"Name a room \(.*?([^, ]+)\)": r"\1",
    r"do you show: (\S+) or": r"\1",
    "Suggest a suspect": "Colonel Mustard with the lead pipe",
    "end your turn": "no",
    "^Your turn": "roll",
}
"""An answer to each question of the game."""


class Talk:
    """A person at a pipe: reads up to the prompt, and answers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.output = ""

    def prompt(self) -> str:
        """Return the output up to the next prompt, or to the end."""
        assert self.process.stdout
        self.output = ""
        while not self.output.endswith("\n> ") and (letter := self.process.stdout.read(1)):
            self.output += letter
        return self.output.removesuffix("\n> ").rsplit("\n", 1)[-1]

    def answer(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def decide(self, prompt: str) -> None:
        if "Rooms in reach: none" in prompt:
            self.answer("board")
            self.prompt()
            square = re.search(r"squares in reach \(\*\): (\S+)", self.output)
            self.answer(square[1] if square else "stay")
            return
        for pattern, answer in DECISIONS.items():
            if found := re.search(pattern, prompt):
                self.answer(found.expand(answer))
                return
        raise AssertionError(self.output)


@contextmanager
def talking(program: Program, *arguments: object) -> Iterator[Talk]:
    with program.running("play", "--terminal", *arguments, piped=True) as process:
        yield Talk(process)


def play_through(talk: Talk) -> str:
    while prompt := talk.prompt():
        if not talk.output.endswith("\n> "):
            break
        talk.decide(prompt)
    assert talk.process.wait(HANG) == 0, talk.output
    return talk.output


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--against", "planner,exact", "--seed", 3], marks=pytest.mark.slow),
        ["--against", "exact,random,random,random,exact", "--board", "none", "--seat", "plum"],
    ],
)
def test_a_whole_game_through_a_pipe(program: Program, arguments: list[object]) -> None:
    with talking(program, *arguments, "--save", "game.json") as talk:
        output = play_through(talk)
    assert re.search(r"^\S+ \(\S+\) wins by an acc|^Nobody wins", output, re.MULTILINE), output
    assert output.endswith(
        "The record of the game is in game.json: planner-clue replay game.json\n"
    )
    replay(json.loads((program.here / "game.json").read_text()))
    assert program.left_behind() == ["game.json"]


def test_a_process_that_is_killed_loses_nothing(program: Program) -> None:
    with talking(program, "--board", "none", "--against", "exact,exact", "--seed", 4) as talk:
        for _ in range(5):
            talk.decide(talk.prompt())
        talk.prompt()
        log = talk.output
        talk.process.send_signal(signal.SIGKILL)
        talk.process.wait(HANG)
    (file,) = program.here.iterdir()
    assert re.fullmatch(r"clue-\d{4}-\d\d-\d\d-\d{4}\.json", file.name)
    with talking(program, "--resume", file.name) as talk:
        prompt = talk.prompt()
        assert log.splitlines()[-2] in talk.output
        talk.decide(prompt)
        play_through(talk)
    replay(json.loads(file.read_text()))


@pytest.mark.parametrize("how", [pytest.param("end", marks=pytest.mark.slow), "interrupt"])
def test_leaving_a_game_says_in_one_line_how_to_come_back(program: Program, how: str) -> None:
    with talking(program, "--board", "none", "--against", "random,random", "--save", "g") as talk:
        talk.decide(talk.prompt())
        talk.prompt()
        if how == "interrupt":
            talk.process.send_signal(signal.SIGINT)
            assert talk.process.wait(HANG) == 0
        output, _ = talk.process.communicate(timeout=HANG)
        assert talk.process.returncode == 0
    assert output.strip() == "The game is saved: planner-clue play --resume g"
    with talking(program, "--resume", "g") as talk:
        assert "You are in study" in talk.prompt()


def test_everything_can_be_asked_and_wrong_input_is_asked_again(program: Program) -> None:
    with talking(program, "--against", "random,random", "--seed", 7) as talk:
        prompt = talk.prompt()
        for typed, expected in (
            ("help", "what the planner would do in your place, and why"),
            ("notes", r"case file"),
            ("why Miss Scarlett", "Possible holders of scarlett|holds scarlett"),
            ("why", "why: no card; expected one"),
            ("why spoon", "'spoon' is not a card in play"),
            ("board", r"billiard .*\n.*room "),
            ("hint", "planner would roll the dice, on the way to"),
            ("undo", "nothing to undo: you have decided nothing yet"),
            ("save", "after every step"),
            ("fly", "'fly'; expected roll, or accuse"),
            ("", "nothing typed"),
            ("\x1b[2J", "expected roll"),
        ):
            talk.answer(typed)
            assert talk.prompt() == prompt
            assert re.search(expected, talk.output), talk.output
            assert "\x1b" not in talk.output
        talk.answer("roll")
        assert talk.prompt().startswith("You rolled")
        talk.answer("log")
        talk.prompt()
        assert "you roll " in talk.output
        talk.answer("quit")
        talk.prompt()
        assert talk.output.strip().startswith("The game is saved: planner-clue play --resume clue-")
