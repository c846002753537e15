"""Wrong input of every command: refused in one line that names it, before anything is written."""

import json
import shlex
from pathlib import Path

import pytest

from planner_clue.match import MatchConfig
from planner_clue.support.data import data_folder
from tests.adapters.cpsc415.players import write_player
from tests.cli.helpers import SMALL_BOARD, Program, agent_file, refusal
from tests.cli.test_games import PLAYED
from tests.game.test_observations import example
from tests.match.runs.helpers import EXCHANGED, OTHER_SEED, THREE, folder_of
from tests.people.assist.helpers import EVENING
from tests.planner.situations import problem
from tests.shared import line_of

RANDOM = "match random random random"
FOUR = "tournament random ladder-1 ladder-2 exact"
PLAYER = "match cpsc415:mine_CluePlayer.py exact ladder-2"

IMPOSSIBLE = "[4]: it cannot be true that seat 2 shows knife, because ... in observations[0]"

REFUSED = {
    # -- the program
    "''": "planner-clue ''; expected a non-empty text",
    "replay . --html ''": "--html ''; expected a non-empty text",
    "play --terminal --against=": "--against=''; expected a non-empty text",
    "mtach random random random": "mtach",
    # -- match
    "match plannr random random": "'plannr' ... did you mean 'planner'",
    "match random random": "2 players under --rules standard; ... pile=4",
    "match random random random --edition atlantis": "no board 'atlantis'; ... 2016",
    "match random random bn2 --face-up": "agent 'bn2' under --rules standard,face_up=even",
    "match random random --rules standard,pile=17": "17 of 18 cards set aside",
    "match random random random random --edition master": "looks for 24; expected at most 22",
    f"{RANDOM} --board wrong.toml": "wrong.toml:4:6: unknown letter '?'; expected ",
    f"{RANDOM} --engine fast-donward": "'fast-donward' ... did you mean 'fast-downward",
    "match planner random random --follow-ups 9": "--follow-ups 9; expected 1 to 8",
    f"{RANDOM} --rules standrad": "'standrad' ... did you mean 'standard'",
    f"{RANDOM} random --rules huji-bn1": "4 players ... huji-bn1 ... 3",
    f"{RANDOM} --games 0": "--games 0 ... expected 1 or more",
    f"{RANDOM} --jobs 0": "--jobs 0 ... expected 1 or more",
    f"{RANDOM} --seats fxed": "--seats fxed ... expected rotated or fixed",
    f"{RANDOM} --isolate file": "--isolate file; expected one of files, all, none",
    f"{RANDOM} --agent-seconds 5": "--agent-seconds 5: no agent of this match runs in a process",
    f"{RANDOM} --follow-ups 2": "--follow-ups 2: no agent of this match uses it; expected",
    "match planner random random --playouts 9": "--playouts 9: no agent ... expected monte-carlo",
    f"{RANDOM} --domain huji.pddl": "--domain huji.pddl: no agent of this match uses it",
    "match planner random random --domain huji.pddl --follow-ups 2": "follow-ups 2; the domain "
    "clue-huji makes plans without branches; expected a domain such as pddl/clue/domain.pddl",
    f"{FOUR} --follow-ups 2": "--follow-ups 2: no agent of this match uses it",
    f"{RANDOM} --isolate all --agent-memory 9": "--agent-memory 9; expected 256 or more",
    f"{RANDOM} --until-width nan": "--until-width nan ... more than 0 and less than 1",
    f"{RANDOM} --until-width 0.1 --sprt 0,1": "--sprt 0,1 ... one of them",
    f"{RANDOM} --sprt 0,0": "--sprt 0,0 ... two different agents",
    f"{RANDOM} --sprt 0,3": "--sprt 0,3 ... no agent 3 ... expected 0 to 2",
    f"{RANDOM} --sprt 0,1 --sprt-delta 0": "--sprt-delta 0 ... more than 0",
    f"{RANDOM} --sprt-delta 0.1": "--sprt-delta 0.1 ... only with --sprt",
    f"{RANDOM} --json missing/summary.json": "--json missing/summary.json ... folder",
    f"{RANDOM} --out there.py": "--out there.py: there.py is a file",
    f"{RANDOM} --out full": "--out full is not empty",
    f"{RANDOM} --pddl-dir there.py/folder": "--pddl-dir there.py/folder: there.py is a file",
    PLAYER: "on board classic ... expected --board none",
    f"{PLAYER} random --board none": "with 4 players; expected 3",
    f"{RANDOM[:-7]} cpsc415:nobody.py --board none": "cpsc415:nobody.py ... no file nobody.py",
    # -- tournament
    "tournament random exact": "2 agents (random, exact); expected 3 or more",
    f"{FOUR} --size 2": "--size 2; expected 3 to 6",
    f"{FOUR} exact": "agent 'exact' twice; expected different agents",
    f"{FOUR} --jobs 1 --cluster tcp://h:1": "--jobs 1 with --cluster tcp://h:1",
    f"{RANDOM} --pddl-dir p --cluster tcp://h:1": "--pddl-dir p with --cluster tcp://h:1",
    f"{FOUR} --json no/where.json": "--json no/where.json",
    # -- reproduce
    "reproduce --tables huji.bn3": "--tables: no table 'huji.bn3'; did you mean 'huji.bn",
    "reproduce --tables huji.bn1,,classic": "--tables: no table ''; ... known: classic, ",
    "reproduce --games 0": "--games 0; expected 1 or more",
    "reproduce --json no/where.json --tables huji.bn1": "--json no/where.json; expected",
    # -- stats
    "stats missing": "missing does not exist; expected a folder that match --out wrote",
    "stats .": "it has such folders inside: a, a2, b",
    "stats a --slot 1": "--slot 1; expected only with --against",
    "stats a b --against a2": "a, b are 2 different matches; expected one match",
    "stats a --chart rates.pdf": "--chart rates.pdf; expected a file whose name ends in .png",
    "stats a --csv no/rows.csv": "--csv no/rows.csv; expected a file in a folder",
    "stats a2 --against b --json b/match.json": "--json b/match.json is the input file",
    "stats a --json - --csv -": "--json - and --csv - both write to stdout",
    "stats a --json - --format csv": "--json - and --format csv both write to stdout",
    "stats a --format tex": "--format tex; expected markdown, latex, csv",
    # -- records
    "plan games.jsonl --turn 999": "no plan of seat 0 at that point; it planned in ",
    "plan games.jsonl --seat 1": "seat 1 is random; expected a planner",
    "plan games.jsonl --out games.jsonl": "is a file; expected a folder",
    "explain games.jsonl --seat 7": "--seat 7; expected a seat from 0 to 2, or ",
    "explain other.json": "other.json: not a game record: 'game' is missing",
    "explain games.jsonl --turn 2": "2 is not a turn of scarlett (planner), seat 0; ",
    "validate nowhere nowhere nowhere": "nowhere cannot be read",
    "replay folder --game 1": "--game 1 is not in  ... expected one of 0, 2",
    "replay folder --turn 999": "--turn 999; expected one of 1 to ",
    "replay full": "is a folder without games.jsonl; expected one of match --out",
    "replay games.jsonl --html missing/page.html": "--html missing/page.html; expected a file in",
    "replay games.jsonl --html .": "--html . is not empty; expected a new folder",
    "replay games.jsonl --html mine.html": "mine.html exists, and is not a page that replay wrote",
    f"{RANDOM} --out full --replay first": "full/replay.html exists, and is not a page that replay",
    "match random random random --replay frist": "--replay frist; did you mean 'first'?",
    "replay games.jsonl --html pages --game 0": "expected a file that ends in .html for one game",
    "replay games.jsonl --html a.html --seat 1 --public": "--seat 1 with --public; expected one",
    "replay games.jsonl --public": "--public without --html FILE",
    # -- bn
    "bn --agent bn3 --record bn1.jsonl --turn 1": "--agent bn3; did you mean",
    "bn --agent bn2 --record bn1.jsonl --turn 1": "no bn2 in this record; expected --seat",
    "bn --agent bn1 --record bn1.jsonl --turn 999": "--turn 999; expected 0 (before the first",
    "bn --agent bn1 --record bn1.jsonl --turn 1 --out a.txt": "a file whose name ends in .png",
    # -- play
    "play --against plannr,bn2": "no agent 'plannr'; did you mean 'planner'?",
    "play --against planner": "2 players under --rules standard; ... pile=4",
    "play --against exact,exact,exact --rules huji-bn1": "4 players ... huji-bn1 ... 3",
    "play --against exact,exact --rules cpsc415": "cpsc415",
    "play --seat plum": "--seat plum; expected a seat from 0 to 2",
    "play --save none/g.json": "expected a file in a folder that exists",
    "play --resume none.json": "--resume none.json cannot be read: No such file",
    "play --resume there.py": "--resume there.py:1:1: not JSON: ... expected a saved game",
    "play --resume list.json": "--resume list.json: [1]; expected a saved game",
    "play --resume g --seed 1": "--seed 1 with --resume; expected only one",
    "play --port 99999": "--port 99999; expected 0 to 65535",
    "play --terminal --port 1": "--port 1 with --terminal; expected only one",
    "play --seats other,planner,bn2": "--seats other,planner,bn2; expected 2 to 6 seats",
    "play --seats me,,bn2": "--seats me,,bn2; expected 2 to 6 seats with commas",
    "play --seats me,other,bn2 --seat 1": "--seat 1 with --seats me,other,bn2;",
    "play --seats me,other,bn2 --terminal": "expected one person in a terminal",
    # -- notes, belief and plans at a real table
    "assist --asking 0": "--asking 0; expected 1 to 1000",
    "assist --check": "expected a FILE",
    "assist evening.clue --json ./evening.clue": "--json ./evening.clue is the input file",
    "assist no/evening.clue": "expected a file in a folder",
    "assist --port 1": "--port 1; expected only with",
    "assist evening.clue --check --browser": "expected only one of them",
    "assist wrong.clue --check": "line 9: it cannot be true that Ann shows knife, because",
    "belief wrong.clue": "line 9: it cannot be true that Ann shows knife, because",
    "plan --seen wrong.clue": "line 9: it cannot be true that Ann shows knife, because",
    "belief slip.clue": "slip.clue: line 9: 'gren' is not understood here",
    "assist empty.clue --check": "'players:' is missing",
    "belief wrong.json": IMPOSSIBLE,
    "plan --seen wrong.json": IMPOSSIBLE,
    "belief nothing.json": "nothing.json cannot be read",
    "belief seen.json --why sabre": "--why 'sabre' is not a card in play",
    "belief seen.json --why rope --json -": "--why with --json -",
    "belief seen.json --asking 4 --logic": "--asking 4 with --logic",
    "plan --seen seen.json --out out --engine pyperplan": "pyperplan",
    "plan --seen seen.json --out out --domain nowhere.pddl": "nowhere.pddl",
    "plan games.jsonl --engine warp": "--engine warp; expected only with --seen",
    "plan --seen seen.json --out out --follow-ups 0": "--follow-ups 0; expected 1 to 8",
    # -- agents
    "check-agent missing.py:Mine": "agent 'missing.py:Mine': no file missing.py",
    "check-agent agent.py:Other": "no Other in agent.py; known: Mine",
    "check-agent random --json no/where": "--json no/where; expected a file in a folder",
    "new-agent there.py": "there.py exists; expected a new file",
    "new-agent mine.txt": "expected a file that ends in one of .py, .js, .java, .cpp",
    "new-agent nowhere/mine.py": "no folder nowhere",
    "new-agent mine.py --name class": "--name class; expected the name of a class",
    "new-agent mine.py --name Agent": "--name Agent is used in the file",
    # -- planning
    "compare-heuristics nowhere.pddl": "cannot be read: No such file",
    "compare-heuristics late.pddl --heuristic hmx": "did you mean 'hmax'",
    "compare-heuristics late.pddl --chart chart.doc": "a file whose name ends in .png",
    "compare-heuristics late.pddl --domain mine.pddl": "mine.pddl cannot be read",
    "compare-heuristics domain.pddl": "(problem ...) is missing; expected a PDDL problem",
    # -- boards
    "boards clasic": "'clasic' ... did you mean 'classic'",
    "boards nowhere.toml": "nowhere.toml ... No such file",
    "boards --json -": "--json ... NAME",
    "boards --svg a.svg": "expected planner-clue boards NAME --svg FILE",
    "boards classic --svg a.png": "expected a file whose name ends in .svg",
    "boards classic --json missing/board.json": "missing/board.json ... No such file",
}
"""For each command line the words of its refusal, in their order."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Program:
    program = Program(tmp_path_factory.mktemp("refused"))
    folder = program.here
    for name, config in {"a": THREE, "a2": OTHER_SEED, "b": EXCHANGED}.items():
        folder_of(folder / name, config)
    for name in ("folder", "full"):
        (folder / name).mkdir()
    games, seen = (line_of(PLAYED, 0), line_of(PLAYED, 2)), example()
    shown = {"suggester": 0, "cards": ["white", "knife", "lounge"], "passed": [1], "shown_by": 2}
    impossible = shown | {"card": "knife"}
    texts = {
        "folder/games.jsonl": games[0],
        "folder/journal.jsonl": games[1],
        "full/mine": "mine",
        "games.jsonl": "".join(games),
        "bn1.jsonl": line_of(MatchConfig(("bn1", "random", "random")), 0),
        "other.json": '{"schema": 1}',
        "list.json": "[1]",
        "there.py": "mine\n",
        "mine.html": "mine\n",
        "full/replay.html": "mine\n",
        "seen.json": json.dumps(seen),
        "wrong.json": json.dumps(seen | {"observations": [*seen["observations"], impossible]}),
        "evening.clue": EVENING,
        "wrong.clue": EVENING + "me: green knife hall, ann showed knife\n",
        "slip.clue": EVENING + "gren: plum rope hall",
        "empty.clue": "",
        "wrong.toml": SMALL_BOARD.replace("AAA.....BBB", "AAA..?..BBB", 1),
        "domain.pddl": (data_folder("pddl") / "clue" / "domain.pddl").read_text(),
        "huji.pddl": (data_folder("pddl") / "huji" / "domain.pddl").read_text(),
        "late.pddl": problem(seed=1, shown=11).to_text(),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    agent_file(folder, "pass")
    write_player(folder)
    return program


@pytest.mark.parametrize("line", REFUSED)
def test_wrong_input_is_refused_before_anything_is_written(here: Program, line: str) -> None:
    arguments = shlex.split(line)
    if arguments[0] in ("match", "tournament") and "--out" not in arguments:
        arguments += ["--out", "out"]
    before = contents(here.here)
    message = refusal(here.call(*arguments))
    for words in REFUSED[line].split(" ... "):
        assert words in message
        message = message[message.index(words) + len(words) :]
    assert contents(here.here) == before
    assert list(here.temporary.iterdir()) == []


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
