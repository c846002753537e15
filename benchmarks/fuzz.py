"""Damaged input for every reader: the program refuses it in one line, or takes it.

    python -m benchmarks.fuzz [--inputs 5000] [--seed 1] [--reader NAME ...]

damages files of each kind (boards, PDDL, records, saved games, notes, observations), answers of
programs and values of options, and gives them to the commands that read them, all in one process.
Each input has a seed of its own, which is printed where something is wrong: an exception, no answer
within :data:`SECONDS`, an exit code that the command has no reason for, or a refusal (exit code 2)
that is not one line with the name of the file or its folder. `--reader NAME --seed S --inputs 1`
repeats an input.
"""

import argparse
import io
import json
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from planner_clue.adapters.programs import json_lines
from planner_clue.cli.app import main as program
from planner_clue.match import MatchConfig, run_match
from planner_clue.support.errors import AgentFailure

SECONDS = 60.0
"""Without an answer for so long, the program hangs."""
ODD = (
    *("NaN", "-Infinity", "1e999", "-1", "0", "9" * 30, "9" * 5000, "1.5", "true", "null", '""'),
    *("[]", "{}", "[" * 3000, "(" * 3000, "()", ")", '"', "'", "\\", ";", "#", "--", "\t", "\r\n"),
    *("\0", "\u202e", "\u2028", "\ufeff", "\ud800", "<img src=x onerror=alert(1)>", "=cmd()"),
    *("scarlett", "rope", "hall", "nobody", "x" * 300, "/dev/null", "../..", "\u0661", "%s", "{0}"),
)
"""Words that a damaged input gets."""
_WORD = re.compile(r"[\w.?:-]+|\s+|.", re.DOTALL)
NOTES = """\
players: scarlett Ann, mustard Bob, white me
hand: plum, rope, lead pipe, library, kitchen, scarlett
bob: mustard knife hall, nobody showed
me: green knife study, ann passed, bob showed green   # at last
bob accuses white rope hall: wrong
me at hall
"""
SEEN = """\
{"schema": 1, "hand_sizes": [6, 6, 6], "seat": 0,
 "hand": ["plum", "rope", "lead-pipe", "library", "kitchen", "scarlett"],
 "observations": [
  {"suggester": 1, "cards": ["mustard", "knife", "hall"], "passed": [2, 0], "shown_by": null},
  {"accuser": 1, "cards": ["white", "rope", "hall"], "correct": false}]}
"""
BOARD = """\
name = "corridor"
map = '''
AAA.....BBB
AAA.....BBB
AAA.....BBB
...........
'''
[rooms.A]
name = "attic"
doors = [[[2, 1], [3, 1]]]
passage = "bar"
[rooms.B]
name = "bar"
doors = [[[8, 0], [7, 0]], [[9, 2], [9, 3]]]
[starts]
scarlett = [0, 3]
mustard = [2, 3]
white = [4, 3]
green = [6, 3]
peacock = [8, 3]
plum = [10, 3]
"""
DOMAIN = """\
(define (domain walk)
  (:requirements :typing :action-costs)
  (:types place)
  (:predicates (at ?p - place) (joined ?a ?b - place))
  (:functions (total-cost) - number (length ?a ?b - place) - number)
  (:action go
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (joined ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (length ?a ?b)))))
"""
PROBLEM = """\
(define (problem there)
  (:domain walk)
  (:objects home shop - place)
  (:init (at home) (joined home shop) (= (length home shop) 3) (= (total-cost) 0))
  (:goal (at shop))
  (:metric minimize (total-cost)))
"""
PLAN = "(go home shop)\n; cost = 3\n"
NEW_GAME = "play --terminal --against random,random --board none --seed 7"
MATCH = "match random random random --board none --games 3 --jobs 1"
SEARCH = "compare-heuristics problem.pddl --heuristic blind --expansions 100"


@dataclass(frozen=True)
class Reader:
    """A kind of input, and the commands that read it."""

    file: str
    """The file that is damaged; empty where a word of the command is."""
    commands: tuple[str, ...]
    codes: tuple[int, ...] = (0, 2)
    """The exit codes for which the commands may have a reason."""


RECORD = ("replay games.jsonl", "explain games.jsonl", "explain games.jsonl --turn 1", "stats run")
READERS = {
    "board": Reader("board.toml", ("boards board.toml",)),
    "domain": Reader("domain.pddl", (SEARCH,), (0, 2, 3)),
    "problem": Reader("problem.pddl", (SEARCH,), (0, 2, 3)),
    "plan": Reader("plan", ("validate domain.pddl problem.pddl plan",), (0, 1, 2)),
    "record": Reader("games.jsonl", RECORD[:3]),
    "match record": Reader("run/games.jsonl", ("stats run --verify",), (0, 2, 3)),
    "match.json": Reader("run/match.json", ("stats run", "stats run --verify"), (0, 2, 3)),
    "saved game": Reader("game.json", ("play --terminal --resume game.json",)),
    "notes": Reader("evening.clue", ("assist evening.clue --check", "belief evening.clue")),
    "observations": Reader("seen.json", ("belief seen.json", "belief seen.json --why rope")),
    "answer": Reader("answer", ()),
    "option": Reader(
        "",
        (
            f"{MATCH} --rules standard --seats fixed",
            f"{MATCH} --until-width 0.5 --seed 3",
            f"{MATCH} --sprt 0,1 --sprt-delta 0.1",
            "replay games.jsonl --game 0 --turn 2 --seat 1",
            "explain games.jsonl --seat 0",
            "belief seen.json --why rope --asking 4",
            "boards classic",
            "stats run --slot 1 --against run",
        ),
    ),
}


def main() -> None:
    """Damage inputs, and print what went wrong with which."""
    parser = argparse.ArgumentParser(description="Give damaged input to every reader.")
    parser.add_argument("--inputs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reader", action="append", choices=READERS)
    arguments = parser.parse_args()
    names = arguments.reader or [*READERS]
    started, counts, wrong = time.perf_counter(), Counter[tuple[str, str]](), 0
    for name, seed, end in fuzz(names, arguments.inputs, arguments.seed):
        counts[name, end.how] += 1
        if end.fault:
            wrong += 1
            print(f"--reader '{name}' --seed {seed}: {end.command}\n{end.fault}", flush=True)
    print(
        f"{'reader':<14}  {'inputs':>6}  {'taken':>6}  {'refused':>7}  {'other':>6}  {'wrong':>6}"
    )
    for name in names:
        ends = [counts[name, how] for how in ("taken", "refused", "other", "wrong")]
        taken, refused, other, bad = ends
        print(f"{name:<14}  {sum(ends):>6}  {taken:>6}  {refused:>7}  {other:>6}  {bad:>6}")
    print(f"{arguments.inputs} inputs in {time.perf_counter() - started:.0f} s, {wrong} wrong")
    sys.exit(1 if wrong else 0)


@dataclass(frozen=True)
class End:
    """How a command ended."""

    command: str
    how: str
    """``taken``, ``refused``, ``other`` (a further exit code of the command), or ``wrong``."""
    fault: str = ""


def fuzz(names: list[str], inputs: int, seed: int) -> Iterator[tuple[str, int, End]]:
    """Yield for each input its reader, its seed and how it ended."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder), alarm():
        texts = _write_all(Path())
        for name in names:
            for command in READERS[name].commands:
                whole = end_of_command(command.split(), READERS[name])
                assert whole.how == "taken", whole
        for number in range(inputs):
            name = names[number % len(names)]
            yield name, seed + number, _end(READERS[name], texts, Random(f"{name}/{seed + number}"))


def _write_all(folder: Path) -> dict[str, str]:
    """Write whole files of each kind; return their texts."""
    config = MatchConfig(("planner", "random", "random"), 2, board="none", seats="fixed")
    run_match(config, out=folder / "run")
    lines = (folder / "run" / "games.jsonl").read_text()
    end_of_command(f"{NEW_GAME} --save {folder / 'game.json'}".split(), READERS["saved game"])
    texts = {"games.jsonl": lines.partition("\n")[0] + "\n", "run/games.jsonl": lines}
    texts |= {"board.toml": BOARD, "evening.clue": NOTES, "seen.json": SEEN, "plan": PLAN}
    texts |= {"domain.pddl": DOMAIN, "problem.pddl": PROBLEM}
    texts |= {name: (folder / name).read_text() for name in ("game.json", "run/match.json")}
    texts["answer"] = '{"id": 0, "answer": {"protocol": 1, "reset": true}}\n'
    for name, text in texts.items():
        (folder / name).write_text(text)
    return texts


def damaged(text: str, rng: Random) -> bytes:
    """Return a text with one to three of its words, values or bytes replaced, doubled or gone."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice((_other_word, _other_word, _other_value, _cut, _doubled))(text, rng)
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        place = rng.randrange(len(data) + 1)
        data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
    return data


def _other_word(text: str, rng: Random) -> str:
    words = _WORD.findall(text) or [""]
    words[rng.randrange(len(words))] = rng.choice((*ODD, *rng.choices(words, k=8)))
    return "".join(words)


def _other_value(text: str, rng: Random) -> str:
    """Replace a value of a JSON object by another; a word of another text."""
    lines = text.splitlines() or [""]
    at = rng.randrange(len(lines)) if text.count("\n{") else 0
    whole = text if at == 0 and not text.count("\n{") else lines[at]
    try:
        data = json.loads(whole)
    except (ValueError, RecursionError):
        return _other_word(text, rng)
    inside = data
    while True:
        keys: list[Any] = list(inside) if isinstance(inside, dict) else [*range(len(inside))]
        if not keys:
            return text
        key = rng.choice(keys)
        if not isinstance(inside[key], dict | list) or not inside[key] or rng.random() < 0.2:
            break
        inside = inside[key]
    if rng.random() < 0.2:
        del inside[key]
    else:
        inside[key] = rng.choice([None, -1, 1e300, 10**20, "", "x", [], {}, [[]], True, 7, ODD[-6]])
    changed = json.dumps(data, separators=(",", ":"))
    return changed if whole is text else "\n".join([*lines[:at], changed, *lines[at + 1 :], ""])


def _cut(text: str, rng: Random) -> str:
    begin = rng.randrange(len(text) + 1)
    return text[:begin] + text[begin + rng.choice((1, 3, 20, 10**6)) :]


def _doubled(text: str, rng: Random) -> str:
    begin = rng.randrange(len(text) + 1)
    return text[: begin + rng.choice((1, 20, 200))] + text[begin:]


def _end(reader: Reader, texts: dict[str, str], rng: Random) -> End:
    if not reader.commands:
        return _end_of_answer(damaged(texts[reader.file], rng))
    words = rng.choice(reader.commands).split()
    if reader.file:
        Path(reader.file).write_bytes(damaged(texts[reader.file], rng))
    else:
        option = rng.randrange(1, len(words))
        words[option] = rng.choice(ODD) if rng.random() < 0.7 else rng.choice(words)
    try:
        return end_of_command(words, reader)
    finally:
        if reader.file:
            Path(reader.file).write_text(texts[reader.file])


def end_of_command(words: list[str], reader: Reader) -> End:
    """Run a command, and return how it ended."""
    command = " ".join(words)[:200]
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        argv = patch.object(sys, "argv", ["planner-clue", *words])
        stdin = patch.object(sys, "stdin", io.StringIO())
        with argv, stdin, redirect_stdout(out), redirect_stderr(err):
            program()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        return End(command, "wrong", traceback.format_exc(limit=-6))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    message = err.getvalue()
    if code not in reader.codes or "Traceback" in message + out.getvalue():
        return End(command, "wrong", f"exit code {code}: {message[-2000:]}")
    name = reader.file.partition("/")[0].partition(".")[0]
    if code == 2 and (fault := fault_of_refusal(message, name)):
        return End(command, "wrong", f"{fault}: {message!r}"[:2000])
    return End(command, {0: "taken", 2: "refused"}.get(code, "other"))


def fault_of_refusal(message: str, file: str) -> str:
    """Return what is wrong with the text of a refusal; empty if nothing is."""
    lines = [line for line in message.split("\n") if line]
    if len(lines) != 1 or not lines[0].startswith("planner-clue: "):
        return "the refusal is not one line"
    if not lines[0].isprintable():
        return "the refusal has characters that a terminal obeys"
    return "" if file in lines[0] else f"the refusal does not name {file}"


class _Answering:
    """Stands for a program that has written one line."""

    answer = b""

    def __init__(self, words: object) -> None:
        self.runs = True

    def write(self, line: bytes, call: str) -> None:
        """Take a call."""

    def line(self, call: str) -> bytes:
        """Return the damaged answer, up to the end of its first line."""
        return self.answer.partition(b"\n")[0]

    def reap(self) -> None:
        """Do nothing."""


def _end_of_answer(line: bytes) -> End:
    _Answering.answer = line
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        with patch.object(json_lines, "Program", _Answering):
            json_lines.Conversation(["mine"])
    except AgentFailure as failure:
        message = failure.detail
        fault = "" if message.isprintable() else f"the failure is not one line: {message!r}"[:2000]
        return End("answer", "wrong" if fault else "refused", fault)
    except BaseException:
        return End("answer", "wrong", traceback.format_exc(limit=-6))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return End("answer", "taken")


@contextmanager
def alarm() -> Iterator[None]:
    """Let the timer raise TimeoutError, which no reader expects."""

    def late(number: int, frame: object) -> None:
        raise TimeoutError(f"no answer in {SECONDS:g} s")

    before: Any = signal.signal(signal.SIGALRM, late)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


if __name__ == "__main__":
    main()
