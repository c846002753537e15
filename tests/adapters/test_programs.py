"""Programs in any language play, by the lines of ``docs/protocol.md``."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchmarks.protocol_lines import ANSWERS
from planner_clue.agents.command import read_command
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.match import MatchConfig
from planner_clue.match.checks import CheckedTable, Finding, check_agent
from planner_clue.match.manifest import manifest
from planner_clue.support.errors import AgentFailure
from tests.adapters.programs import assert_ticks_only_when_asked, play_begin, played, write_program
from tests.cli.helpers import Program, records, refusal

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text()
QUICK = AgentSettings(isolation=IsolationSettings(seconds_per_answer=60))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def example() -> list[tuple[str, str]]:
    block = re.search(r"```\n(> .*?)```", PAGE, re.DOTALL)
    assert block
    lines = block[1].splitlines()
    assert [line[:2] for line in lines] == ["> ", "< "] * (len(lines) // 2)
    return [(lines[n][2:], lines[n + 1][2:]) for n in range(0, len(lines), 2)]


def test_the_game_of_the_page_is_played_as_it_shows(program: Program) -> None:
    """A program gives the answers of the page, and gets its calls."""
    answers = [answer for _, answer in example()]
    reply = f"print({answers!r}[call['id']], flush=True); continue"
    done = program.call("talk", write_program(program.here, reply), "--board", "none", "--seed", 22)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    assert printed[:-1] == [line for call, a in example() for line in (f"> {call}", f"< {a}")]
    assert printed[-1] == "the program sat in seat 0; the program won (accusation)"


def schema(part: str = "") -> Draft202012Validator:
    data: dict[str, Any] = json.loads((DOCS / "schemas" / "protocol.schema.json").read_text())
    Draft202012Validator.check_schema(data)
    if part:
        data = {"$ref": f"#/$defs/{part}", "$defs": data["$defs"]}
    return Draft202012Validator(data)


def test_every_line_of_a_game_keeps_the_schema(program: Program) -> None:
    """Of that on the page, and of one on a board; and what is none does not."""
    kept, of_answers = schema(), {call: schema(f"answer-to-{call}") for call in ANSWERS}
    name = write_program(
        program.here,
        "asked == 'hello' and (reply := reply.replace('1}', '1, \"notes\": true}')); "
        "asked == 'notes' and (reply := reply.replace('null', '[{}]'))",
    )
    done = program.call("talk", name, "random", "random", "--game", 3, "--board", "huji")
    lines = [line[2:] for line in done.stdout.splitlines() if line[:2] in ("> ", "< ")]
    called = set()
    for call, answer in [*example(), *zip(lines[::2], lines[1::2], strict=True)]:
        asked = json.loads(call)
        kept.validate(asked)
        of_answers[asked["call"]].validate(json.loads(answer))
        if asked["call"] not in called:
            assert not kept.is_valid(asked | {"colour": "red"})
        called.add(asked["call"])
    assert called >= ANSWERS.keys() - {"observe", "reset", "start"}
    assert not of_answers["show"].is_valid({"id": 3, "answer": None})


def test_the_page_lists_every_field_and_call() -> None:
    data = json.loads((DOCS / "schemas" / "protocol.schema.json").read_text())
    fields = {name for part in data["$defs"].values() for name in part.get("properties", {})}
    assert [name for name in (*fields, *ANSWERS) if f"`{name}`" not in PAGE] == []


PACKAGES = {"node": "nodejs", "javac": "default-jdk", "g++": "g++"}


@pytest.mark.parametrize(
    ("file", "needed"),
    [
        ("mine.js", "node"),
        pytest.param("Mine.java", "javac", marks=pytest.mark.slow),
        pytest.param("mine.cpp", "g++", marks=pytest.mark.slow),
    ],
)
def test_a_starter_plays_by_the_printed_commands(program: Program, file: str, needed: str) -> None:
    if not shutil.which(needed):
        pytest.skip(f"no {needed} on this machine; the package {PACKAGES[needed]} has it")
    output = program.call("new-agent", file).stdout
    if built := re.search(r"^  ((?:javac|g\+\+).*)$", output, re.MULTILINE):
        subprocess.run(shlex.split(built[1]), cwd=program.here, check=True)
    play_it, *_ = (shlex.split(c) for c in re.findall(r"^  planner-clue (.*?)  #", output, re.M))
    results = ["--out", "results", "--games", 6, "--board", "huji", "--seed", 1]
    program.call(*play_it[:4], *results, "--jobs", 1, code=0)
    games = records(program.here / "results" / "games.jsonl")
    won = [game["seats"][game["result"]["winner"]]["agent"] for game in games]
    assert won.count(play_it[1]) >= 4
    assert program.processes() == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.py", "--language", "java"], "x.py with --language java; expected a file that ends in"),
        (["x.js", "--language", "rust"], "--language rust; known: c++, java, javascript, python"),
        (["x.js", "--name", "Mine"], "--name Mine with x.js; only Python agents have a name"),
        (["List.java"], "List.java is used in the file; expected a new name"),
        (["my-agent.java"], "my-agent.java; expected the name of a class"),
    ],
)
def test_other_starters_are_refused(program: Program, arguments: list[str], message: str) -> None:
    assert message in refusal(program.call("new-agent", *arguments))
    assert program.left_behind() == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "names no program; expected a command line, as in 'command:java -jar mine.jar'"),
        ("'x", "no closing quotation"),
        ("nosuch x", "'nosuch' cannot be started: no program of that name in PATH"),
        ("mine.py", "no program 'mine.py' in PATH; expected ./mine.py for the one in this folder"),
        ("./mine.py", "./mine.py is not executable; expected chmod +x ./mine.py"),
        ("false", "the program ended with exit code 1 when asked hello"),
        ("cat", 'unknown field call; expected a line such as {"id": 0, "answer": null}'),
        ("""echo '{"id":0,"answer":{"protocol":2}}'""", 'expected {"protocol": 1}'),
        (
            "sh -c 'echo no such jar >&2; exit 3'",
            "exit code 3 when asked hello; it printed: no such",
        ),
    ],
)
def test_what_cannot_play_is_refused(program: Program, command: str, message: str) -> None:
    (program.here / "mine.py").write_text("")
    done = program.call("match", f"command:{command}", "random", "random", "--out", "results")
    assert message in refusal(done)
    assert program.left_behind() == ["mine.py"]


TRIED = """\
import socket
def tried(own, other, number):
    files = {"own": own + "/data.txt", "other": other + "/data.txt", "shadow": "/etc/shadow"}
    attempts = {name: lambda path=path: open(path) for name, path in files.items()} | {
        "new": lambda: open(own + "/new", "w"),
        "temporary": lambda: open(os.environ["TMPDIR"] + "/x", "w"),
        "socket": socket.socket,
    }
    done = []
    for name, attempt in attempts.items():
        try:
            attempt()
            done.append(name)
        except OSError:
            pass
    return json.dumps({"id": number, "answer": done}) + "\\n"


"""


def test_a_program_is_confined_and_its_files_are_in_the_manifest(here: Path) -> None:
    """It reads its own folder, writes to that for temporary files, and has no network."""
    own, other = here / "own", here / "other"
    for folder in (own, other):
        folder.mkdir()
        (folder / "data.txt").write_text("17")
    tries = f"asked == 'accuse' and (reply := tried({str(own)!r}, {str(other)!r}, call['id']))"
    name = write_program(own, tries, before=TRIED)
    agent: Any = IsolatedAgentFactory(name, QUICK)()
    play_begin(agent)
    assert agent.accuse() == ("own", "temporary")
    files = manifest(MatchConfig((name, "random", "random"), 1, settings=QUICK))["files"]
    assert {*files[name]} == {"program.py", str(Path(sys.executable).resolve())}


def test_a_program_and_all_it_starts_stand_still_while_it_is_not_asked(here: Path) -> None:
    """Before it opens a file, Java makes a pair of sockets."""
    name = write_program(
        here,
        "asked == 'begin' and __import__('socket').socketpair() and subprocess.Popen(['sh', '-c', "
        "'while :; do echo >&2; sleep 0.01; done'], start_new_session=True); "
        "asked == 'accuse' and time.sleep(0.3)",
    )
    assert_ticks_only_when_asked(IsolatedAgentFactory(name, QUICK)())


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("sys.exit(5)", "crash: the program ended with exit code 5 when asked accuse"),
        ("os.kill(os.getpid(), 9)", "crash: the program ended by SIGKILL when asked"),
        (
            "subprocess.Popen(['sleep', '99']); sys.exit(6)",  # its child holds its output open
            "crash: the program ended with exit code 6 when asked accuse",
        ),
        ("os.close(1); time.sleep(9)", "crash: the program closed its output when"),
        ("reply = 'hall\\n'", "illegal: answered accuse with 'hall': not JSON: "),
        ("os.write(1, b'\\xff\\n')", "illegal: answered accuse with '\ufffd': not UTF-8;"),
        ("reply = 'x' * 3_000_000", "illegal: wrote 1000000 bytes without a line"),
        ("reply = '[' * 99_999 + '\\n'", "nested too deeply; expected few brackets"),
        ("reply *= 2", 'illegal: wrote before it was asked accuse: \'{"id": 2'),
        ("reply = reply.replace('2', '1', 1)", "; expected id 2, that of the call"),
    ],
)
def test_a_fault_is_reported_with_the_call_and_the_line(here: Path, what: str, says: str) -> None:
    """In this very process: where it plays is tested elsewhere."""
    with (
        played(write_program(here, f"if asked == 'accuse': {what}")) as agent,
        pytest.raises(AgentFailure, match=re.escape(says)),
    ):
        _ = [agent.accuse() for _ in range(2)]  # a second line is noticed then


def test_the_limits_of_agents_hold_for_programs(program: Program) -> None:
    """A program that exceeds a limit forfeits its own game, and the others play on."""
    faults = {
        "time.sleep(100)": "timeout: no answer to accuse within 3 s",
        "[os.write(2, bytes(9999)) for _ in range(10**9)]": "output: printed more than 1000000",
        "bytearray(10**9)": "crash: the program ended with exit code 1",
    }
    names = {
        write_program(program.here, f"if asked == 'accuse': {what}", f"{number}.py"): says
        for number, (what, says) in enumerate(faults.items())
    }
    game = ["--seats", "fixed", "--board", "none", "--games", 1, "--jobs", 1]
    limits = ["--agent-seconds", 3, "--agent-memory", 400]
    program.call("match", *names, "exact", *game, *limits, "--json", "summary.json", code=3)
    for agent in json.loads((program.here / "summary.json").read_text())["agents"]:
        details = [f"{fault['kind']}: {fault['detail']}" for fault in agent["failures"]]
        assert names.get(agent["name"], "") in "".join(details), agent["name"]
        assert len(details) == (agent["name"] in names)
    assert program.processes() == []


@pytest.mark.parametrize("may_be_reset", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_check_agent_fails_a_program_that_remembers_games(here: Path, may_be_reset: bool) -> None:
    """Where it may be reset, all games are played in one process; another has one for each."""
    remembers = (
        "games = globals().get('games', 0) + (asked == 'begin'); "
        f"asked == 'hello' and {may_be_reset} and "
        "(reply := reply.replace('1}', '1, \"reset\": true}')); "
        "asked == 'suggest' and games > 1 and (reply := reply.replace('candlestick', 'rope'))"
    )
    tables = [CheckedTable("none", "standard", 3)]
    limits = IsolationSettings(isolate="all")
    report = check_agent(write_program(here, remembers), tables=tables, limits=limits)
    failed = [check.name for check in report.of(Finding.FAILED)]
    assert failed == (["after another game"] if may_be_reset else [])


def test_the_runtime_and_the_folders_that_a_command_names_are_readable(here: Path) -> None:
    for folder in ("tool/bin", "tool/lib", "classes", "data"):
        (here / folder).mkdir(parents=True)
    (here / "data" / "mine.jar").touch()
    run = here / "tool" / "bin" / "run"
    run.write_text("#!/bin/sh\n")
    run.chmod(0o755)
    command = read_command(f"command:{run} -cp classes:data/mine.jar --in=nothing")
    assert {here / "tool", here / "classes", here / "data"} <= {*command.readable}
    assert here not in command.readable
    assert command.files == [here / "data" / "mine.jar", run]
