"""Whoever shows a belief: what is possible but not certain is never 0 %, nor 100 %."""

import re

import pytest

from planner_clue.agents.planner import PlannerAgent
from planner_clue.assist import report
from planner_clue.assist.conclusions import Conclusions, conclude
from planner_clue.belief.probability import (
    BEST,
    Probability,
    belief_html,
    best_case_files,
    probability_at,
)
from planner_clue.cards import Card
from planner_clue.cli.output import print_notebook
from planner_clue.pages.notebooks import notebook_data
from planner_clue.play.notebook import OwnNotebook
from tests.assist.helpers import HEAD, well_read
from tests.cli.helpers import Program

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
    asked = ("", "--why knife", f"--asking {PlannerAgent.asking}")
    told, why, styles = (program.call("belief", "notes", *a.split()).stdout for a in asked)
    assert re.search(r"^ *knife +<0.1 % +- +- +>99.9 %", told, re.MULTILINE)
    assert re.search(r"^ *plum +- +- +yes +-", told, re.MULTILINE)
    assert told.endswith(" deals are possible.\n")
    assert "Possible holders of knife: Ann <0.1 %, the case file >99.9 %." in why
    assert "How Ann chooses rooms: " in styles
    assert not any(map(ROUNDED.search, (told, why, styles)))


def test_pages_show_it(conclusions: Conclusions) -> None:
    """A notebook of Jupyter, and that of a page, which is told thousandths."""
    html = belief_html(conclusions.belief, conclusions.names)
    assert ">&lt;1 %</td>" in html
    assert ">&gt;99 %</td>" in html
    assert not ROUNDED.search(html)
    data = notebook_data(conclusions.belief)
    assert list(data["cards"][KNIFE]) == [0.4, 0, 0, 999.6]
    assert all(0 < chance < 1000 for _, chance in data["best"])
    assert len(data["best"]) == len(best_case_files(conclusions.belief)) == BEST


def test_a_player_sees_it(conclusions: Conclusions, capsys: pytest.CaptureFixture[str]) -> None:
    seat, events = conclusions.seen.seat, conclusions.seen.events
    notebook = OwnNotebook(seat)
    assert notebook.why(events, "knife")[-1].endswith("scarlett <1 %, the case file >99 %.")
    rows = notebook.to_json(events)["cards"]
    cells = {
        card: [Probability.from_thousandths(chance).in_cell() for chance in rows[card]]
        for card in seat.deck.cards
    }
    print_notebook(cells, seat.deck, seat.tokens, seat.index)
    printed = capsys.readouterr().out
    assert re.search(r"^ *knife +<1 % +- +- +>99 %", printed, re.MULTILINE)
    assert not ROUNDED.search(printed)
