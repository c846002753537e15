"""Programs of the Speed Clue contest play at our table, with what the contest sends them."""

import re
import shlex
import socket
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from planner_clue.adapters.programs.speedclue import letters
from planner_clue.agents.settings import IsolationSettings
from planner_clue.cli.agents import talk_through
from planner_clue.game.cards import ROOMS
from planner_clue.game.decisions import MoveOptions
from planner_clue.game.events import event_to_json
from planner_clue.game.table import Table
from planner_clue.match import MatchConfig
from planner_clue.match.checks import CheckedTable, Finding, check_agent
from planner_clue.match.checks.checked_game import RASH
from planner_clue.support.errors import AgentFailure, IllegalDecision
from tests.adapters.programs import played
from tests.cli.helpers import Program, refusal

FOLDER = Path(__file__).parent
TABLE = ["--board", "none", "--rules", "standard,last_wins=yes"]


def player(fault: str = "") -> str:
    """Return the name of the player in Python, with a statement that it runs before answers."""
    words = [sys.executable, str(FOLDER / "player.py"), *([fault] if fault else [])]
    return f"speedclue:{shlex.join(words)}"


def test_players_play_a_match(program: Program) -> None:
    program.call("match", player(), player(), "random", *TABLE, "--games", 3, "--jobs", 1, code=0)
    assert program.processes() == []


def expected(table: Table, me: int) -> Iterator[str]:
    """Yield what the contest would send to a seat, worked out from the events of a game."""
    hand, events = table.deal.hands[me], [event_to_json(event) for event in table.events]
    yield f"reset {len(table.deal.hands)} {me} {letters(*hand)}"
    for number, event in enumerate(events):
        seat: int = event["seat"]
        three: Any = event.get("cards")
        if event["kind"] == "accuse":
            yield f"accusation {seat} {letters(*three)} {'+' if event['correct'] else '-'}"
        if event["kind"] != "suggest":
            continue
        answers = takewhile(lambda e: e["kind"] in ("pass", "show"), events[number + 1 :])
        shown = next((answer for answer in answers if answer["kind"] == "show"), None)
        if seat == me:
            yield "suggest"
        if shown and shown["seat"] == me and len({*three} & {*hand}) > 1:
            yield f"disprove {seat} {letters(*three)}"
        outcome = str(shown["seat"]) if shown else "-"
        if shown and me in (seat, shown["seat"]):
            outcome += f" {letters(shown['card'])}"
        yield f"suggestion {seat} {letters(*three)} {outcome}"
        if seat == me:
            yield "accuse"


def test_a_player_gets_every_message_of_the_contest(program: Program) -> None:
    """Suggestions when they are answered, with the card where it may see it; and who is out."""
    config = MatchConfig(
        ("random", player(), RASH), 1, seed=5, board="none", rules=TABLE[-1], seats="fixed"
    )
    lines: list[str] = []
    seat, table, faults = talk_through(config, 0, lines.append)
    assert (seat, faults, lines[0]) == (1, [], "< player alive")
    asked, answered = lines[1::2], lines[2::2]
    assert all(line.startswith("< ") for line in answered)
    messages = [f"> {message}" for message in expected(table, 1)]
    assert asked == messages[: len(asked)]
    assert len(messages) - len(asked) <= 4  # nothing is sent after the last suggestion
    assert {line.split()[1] for line in asked} == {
        *("reset", "suggest", "suggestion", "disprove", "accuse", "accusation")
    }


def test_what_does_not_fit_or_connect_is_refused(program: Program) -> None:
    silent = "speedclue:sh -c 'echo no such bot >&2; exit 4'"
    for name, options, message in (
        (player(), [], "on board classic; it cannot play on a board; expected --board none"),
        (player(), [*TABLE[:3], "cpsc415"], "expected --rules standard,last_wins=yes"),
        (player(), [*TABLE[:3], "huji-bn1"], "without library; expected all 21 cards"),
        (silent, TABLE, "exit code 4 when asked to connect; it printed: no such bot"),
    ):
        assert message in refusal(program.call("match", name, "random", "random", *options))


def test_a_player_may_write_to_its_working_and_the_temporary_folder(program: Program) -> None:
    """Three of four programs of the contest open a log there; Java makes a pair of sockets."""
    log = (
        "import tempfile; socket.socketpair(); open('player.log', 'a').write(message); "
        "print(message, file=tempfile.NamedTemporaryFile('w')); "
        "import os; assert os.environ['TMPDIR'] == os.getcwd() == tempfile.gettempdir(); "
        "assert f'-Djava.io.tmpdir={os.getcwd()}' in os.environ['JAVA_TOOL_OPTIONS']"
    )
    program.call("talk", player(log), *TABLE, code=0)
    assert not list(program.here.rglob("player.log"))


def test_of_a_long_exception_the_first_lines_are_reported_and_the_last(program: Program) -> None:
    fails = (
        "print('IOException: no.log', *('\\tat f' for _ in range(40)), 'bye', sep='\\n'); exit(1)"
    )
    done = program.call("talk", player(fails), *TABLE, code=3)
    assert "IOException: no.log" in done.stdout + done.stderr
    assert "bye" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("answer = 'suggest Gr Ca'", "illegal: answered suggest with"),
        ("answer = 'suggest Gr Ca Ba\\0ok'", "illegal: answered suggest with"),
        ("answer = 'suggest Gr Gr Gr'", "says 'suggest Gr Gr Gr'; expected a suspect, a"),
        ("answer = 'suggest Gr Ca Xx'", "names a card 'Xx'; expected one of Sc"),
        ("made.clear()", "suggests Gr Ca Ba twice; expected another suggestion each time"),
        ("exit(3)", "crash: the program ended with exit code 3 when asked suggest"),
    ],
)
def test_a_fault_is_reported_with_the_message(fault: str, says: str) -> None:
    """In this very process: where a player plays is tested elsewhere."""
    with played(player(f"if name == 'suggest': {fault}")) as agent:
        options = MoveOptions.without_board(1, ROOMS)
        with pytest.raises((AgentFailure, IllegalDecision), match=re.escape(says)):
            agent.move(options) and agent.move(options)


def test_a_player_reaches_no_other_server_of_this_machine(program: Program) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        fault = f"socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 1)"
        done = program.call("talk", player(fault), *TABLE, code=3)
        assert "ConnectionRefusedError" in done.stdout


@pytest.mark.slow
def test_check_agent_warns_of_chance_of_its_own(program: Program) -> None:
    """A player of the contest is given no seed."""
    fault = (
        "import random\nif name == 'suggest': mine = random.choice([three for three in "
        "product(*map(str.split, KINDS)) if three not in made]); made.add(mine); "
        "answer = f'suggest {\" \".join(mine)}'"
    )
    table, limits = CheckedTable("none", TABLE[-1], 3), IsolationSettings(isolate="all")
    report = check_agent(player(fault), tables=[table], limits=limits, games=2)
    assert report.passed
    assert [check.name for check in report.of(Finding.WARNING)] == ["same seed"]
