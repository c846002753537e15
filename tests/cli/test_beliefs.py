"""``planner-clue belief``, ``bn``, ``plan --seen`` and ``assist``: what a seat knows."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from planner_clue.belief.asking import ASKING
from planner_clue.belief.probability import (
    BEST,
    Probability,
    belief_html,
    best_case_files,
    probability_at,
)
from planner_clue.cli.output import print_notebook
from planner_clue.game.cards import Card
from planner_clue.match import MatchConfig
from planner_clue.people.assist import report
from planner_clue.people.assist.conclusions import Conclusions, conclude
from planner_clue.people.assist.sources import read_belief
from planner_clue.people.play.notebook import OwnNotebook
from planner_clue.planner.formulations import domain_text
from planner_clue.view.pages.notebooks import notebook_data
from tests.cli.helpers import HANG, Program, wait_until
from tests.game.test_observations import example
from tests.people.assist.helpers import EVENING, HEAD, well_read
from tests.shared import line_of


def belief(program: Program, data: dict[str, Any], *arguments: object) -> CompletedProcess[str]:
    (program.here / "seen.json").write_text(json.dumps(data))
    return program.call("belief", "seen.json", *arguments)


def test_json_is_the_documented_object(program: Program) -> None:
    data = json.loads(belief(program, example(), "--json", "-").stdout)
    assert list(data) == ["schema", "deals", "case_file", "holders", "entailed"]
    assert data["schema"] == 1
    assert data["deals"] > 0
    chances = [entry["p"] for entry in data["case_file"]]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1)
    for because in (
        {"card": "green", "holder": 2, "holds": True, "why": [1]},
        {"card": "knife", "holder": "case", "holds": True, "why": [0, 1]},
        {"card": "plum", "holder": 0, "holds": True, "why": []},
    ):
        assert because in data["entailed"]
    certain = {(entry["card"], str(entry["holder"])) for entry in data["entailed"]}
    assert len(data["holders"]) == 21
    for card, held in data["holders"].items():
        assert list(held) == ["0", "1", "2", "case"]
        assert sum(held.values()) == pytest.approx(1)
        for holder, probability in held.items():
            assert ((card, holder) in certain) is (probability in (0, 1))


def test_logic_leaves_out_which_card_was_chosen(program: Program) -> None:
    data = example() | {"observations": example()["observations"][1:]}
    informed, logical = (
        json.loads(belief(program, data, "--json", "-", *logic).stdout)
        for logic in ([], ["--logic"])
    )
    assert informed["deals"] == logical["deals"]
    assert informed["holders"]["study"]["2"] < logical["holders"]["study"]["2"]
    assert informed["entailed"] == logical["entailed"]


def test_why_says_what_forces_it(program: Program) -> None:
    data = example() | {"seat_tokens": ["scarlett", "green", "plum"]}
    reply = belief(program, data, "--why", "Dagger").stdout
    assert reply.startswith("knife is in the case file: seat 2 (plum) passes on mustard,")
    first, second = belief(program, data, "--why", "study").stdout.splitlines()
    assert (
        "not hold study: seat 1 (green) passes on green, knife, study in observations[1]" in first
    )
    assert second.startswith("Possible holders of study: seat 2 (plum) ")


def test_a_plan_is_made_for_what_was_seen(program: Program) -> None:
    belief(program, example())
    program.call("plan", "--seen", "seen.json", "--out", "out", code=0)
    files = {path.name: path.read_text() for path in (program.here / "out").iterdir()}
    assert set(files) == {"domain.pddl", "problem.pddl", "plan", "why.json"}
    assert files["domain.pddl"].endswith(domain_text("clue"))
    facts = ("(held green)", "(murder knife)", "(held plum)", "(unlocated mustard)")
    assert all(fact in files["problem.pddl"] for fact in facts)
    why = json.loads(files["why.json"])
    assert why["trigger"] == "new-fact"
    assert "knife" in why["assumption"]


@pytest.mark.parametrize(
    ("agent", "image", "seat", "name"),
    [("bn1", "a.png", [], "scarlett (bn1)"), ("bn2", "a.svg", ["--seat", 2], "white (random)")],
)
def test_a_network_is_drawn_and_its_probabilities_printed(
    agent: str, image: str, seat: list[object], name: str, program: Program
) -> None:
    """Of the seat where the agent sat, or of any other; the same bytes each time."""
    (program.here / "game").write_text(line_of(MatchConfig(("bn1", "random", "random")), 0))
    asked = ["bn", "--agent", agent, "--record", "game", "--turn", 4, *seat, "--out", image]
    done = program.call(*asked, code=0)
    assert f"{agent}, as seen by {name}, game 0, after turn 4" in done.stdout
    assert re.search("card +scarlett +mustard +white +case +plays as", done.stdout)
    rows = [line.split() for line in done.stdout.splitlines() if "-room " in line]
    assert [row[0] for row in rows] == ["billiard-room", "dining-room"]
    for row in rows:
        assert sum(map(float, row[1:5])) == pytest.approx(1, abs=0.002)
    drawn = Path(program.here / image).read_bytes()
    assert drawn.startswith(b"\x89PNG" if image == "a.png" else b"<?xml")
    program.call(*asked, code=0)
    assert (program.here / image).read_bytes() == drawn


KNIFE, ANN, CASE = Card("knife"), 0, 3
NOTES = HEAD + "ann: plum knife hall, bob passed, I showed plum\n"
NOTES += "me: green knife study, ann showed green\n" * 12
"""Ann, who always shows green, may hold the knife: one deal in some thousand says so."""
ROUNDED = re.compile(r"(?<![<>\d.,])(0(\.0+)?|100(\.0+)?) ?%")
"""Rounded certainty, which nobody writes here, where no case file is certain."""


@pytest.fixture(scope="module")
def conclusions() -> Conclusions:
    return conclude(well_read(NOTES))


def test_the_notebook_of_notes_shows_it(conclusions: Conclusions) -> None:
    improbable, probable = (probability_at(conclusions.belief, KNIFE, at) for at in (ANN, CASE))
    assert 0 < improbable.value < 0.0005
    assert 0.9995 < probable.value < 1
    lines = [*report.notebook(conclusions), *report.why(conclusions, KNIFE)]
    text = "\n".join([*lines, report.case_files(conclusions)])
    assert re.search(r"^knife +<1 % +- +- +>99 %$", text, re.MULTILINE)
    assert "Possible holders of knife: Ann <1 %, the case file >99 %." in text
    assert not ROUNDED.search(text)


def test_the_table_of_belief_shows_it(program: Program) -> None:
    (program.here / "notes").write_text(NOTES)
    asked = ("", "--why knife", f"--asking {ASKING}")
    output, why, styles = (program.call("belief", "notes", *a.split()).stdout for a in asked)
    assert re.search(r"^ *knife +<0.1 % +- +- +>99.9 %", output, re.MULTILINE)
    assert re.search(r"^ *plum +- +- +yes +-", output, re.MULTILINE)
    assert output.endswith(" deals are possible.\n")
    assert "Possible holders of knife: Ann <0.1 %, the case file >99.9 %." in why
    files = read_belief(NOTES, asking=1).case_files()
    assert f"          and {len(files) - BEST} other case files\n" in output
    for line in re.findall("How .*: .*", styles):
        shares = [int(share) for share in re.findall(r"(\d+) %", line)]
        assert shares == sorted(shares, reverse=True)
    assert "How Ann chooses rooms: " in styles
    assert not any(map(ROUNDED.search, (output, why, styles)))


def test_pages_show_it(conclusions: Conclusions) -> None:
    """A notebook of Jupyter, and that of a page, which gets thousandths."""
    html = belief_html(conclusions.belief, conclusions.names)
    assert ">&lt;1 %</td>" in html
    assert ">&gt;99 %</td>" in html
    assert not ROUNDED.search(html)
    data = notebook_data(conclusions.belief)
    assert list(data["cards"][KNIFE]) == [0.4, 0, 0, 999.6]
    assert all(0 < probability < 1000 for _, probability in data["best"])
    assert len(data["best"]) == len(best_case_files(conclusions.belief)) == BEST


def test_a_player_sees_it(conclusions: Conclusions, capsys: pytest.CaptureFixture[str]) -> None:
    seat, events = conclusions.seen.seat, conclusions.seen.events
    notebook = OwnNotebook(seat)
    assert notebook.why(events, "knife")[-1].endswith("scarlett <1 %, the case file >99 %.")
    rows = notebook.to_json(events)["cards"]
    cells = {
        card: [Probability.from_thousandths(probability).in_cell() for probability in rows[card]]
        for card in seat.deck.cards
    }
    print_notebook(cells, seat.deck, [*seat.tokens, "case file"])
    printed = capsys.readouterr().out
    assert re.search(r"^ *knife +<1 % +- +- +>99 %", printed, re.MULTILINE)
    assert not ROUNDED.search(printed)


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
    """Say lines to a session until the end of input; return its output."""
    done = program.call("assist", *arguments, typed="".join(f"{line}\n" for line in lines), code=0)
    return done.stdout


def test_a_whole_session_through_a_pipe_leaves_notes_to_go_on_with(program: Program) -> None:
    reply = talk(program, [*TALK, "ann: grene rope hall, i showed", "quit", "never read"])
    assert "The notes are kept in evening.clue." in reply
    assert "Bob holds green: Bob shows green in line 5" in reply
    assert "'grene' is not understood here; did you mean 'green'?" in reply
    assert reply.endswith("Every line is kept. To continue: planner-clue assist evening.clue\n")
    assert f"  5   {TALK[-1]}" in talk(program, ["lines"], "evening.clue")
    reply = talk(program, [TALK[0]])
    assert "New notes. To continue earlier ones: planner-clue assist evening.clue" in reply
    assert program.left_behind() == ["evening-2.clue", "evening.clue", "notes.clue"]


def test_an_interrupted_session_says_how_to_go_on(program: Program) -> None:
    notes = program.here / "evening.clue"
    with program.running("assist", piped=True) as process:
        assert process.stdin
        process.stdin.write("\n".join([*TALK, ""]))
        process.stdin.flush()
        assert wait_until(lambda: notes.exists() and TALK[-1] in notes.read_text())
        process.send_signal(signal.SIGINT)
        reply, _ = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert "Interrupted. Every line is kept. To continue: planner-clue assist evening.clue" in reply
    assert "Traceback" not in reply


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


@pytest.mark.parametrize(
    ("arguments", "shown", "ended_by", "last"),
    [
        ("assist notes.clue --browser", "Notes: notes.clue", signal.SIGINT,
         "Every line is kept. To continue: planner-clue assist notes.clue\n"),
        ("play --no-browser --against exact,exact --save g", "<title>Clue: ", signal.SIGTERM,
         "The game is saved: planner-clue play --resume g\n"),
    ],
)  # fmt: skip
def test_a_page_is_served_until_it_is_ended_which_says_how_to_go_on(
    program: Program, arguments: str, shown: str, ended_by: signal.Signals, last: str
) -> None:
    with program.running(*arguments.split(), "--port", 0, piped=True) as process:
        assert process.stdout
        reply = "".join(process.stdout.readline() for _ in range(2))
        found = re.search(r": (http://127\.0\.0\.1:\d+/\?token=\S+)\n$", reply)
        assert found, reply
        with build_opener(HTTPCookieProcessor()).open(found[1], timeout=HANG) as answer:
            assert shown in answer.read().decode()
        process.send_signal(ended_by)
        rest, _ = process.communicate(timeout=HANG)
    assert (process.returncode, rest) == (0, last)
    assert {*program.left_behind()} <= {"g", "notes.clue"}


def test_every_command_on_notes_takes_an_edition(program: Program) -> None:
    """Of notes, and of observations that name no board."""
    notes = "players: Rose Ann, Moutarde Bob, Mme Leblanc me\n"
    notes += (
        "hand: Pervenche, poignard, cuisine, bibliothèque, Violet, corde\nnobody has the hall\n"
    )
    (program.here / "soir.clue").write_text(notes, encoding="utf-8")
    french = "--edition", "french"
    output = program.call("belief", "soir.clue", *french, "--why", "hall", code=0).stdout
    assert "hall is in the case file: Ann holds no hall in line 3; Bob holds no hall" in output
    checked = program.call("assist", "soir.clue", "--check", *french, code=0).stdout
    assert re.search(r"^hall +- +- +- +yes$", checked, re.MULTILINE)
    program.call("assist", "soir.clue", *french, "--json", "soir.json", code=0)
    assert json.loads((program.here / "soir.json").read_text())["board"] == "french"
    planned = program.call("plan", "--seen", "soir.clue", *french, code=0).stdout
    assert planned.splitlines()[1:2] == ["turn 1: hall is in the case file"]
    seen = {"schema": 1, "hand_sizes": [6, 6], "face_up": ["axe", "bat", "hall", "spa", "patio"]}
    seen |= {"pile": 4, "seat": 0, "hand": ["plum", "white", "rope", "knife", "trophy", "kitchen"]}
    (program.here / "two.json").write_text(json.dumps(seen | {"observations": []}))
    table = program.call("belief", "two.json", "--edition", "2008", code=0).stdout
    assert re.search(r"axe +- +- +- +yes", table)
    assert "set aside" in table
