"""``benchmarks/`` count what there is: speed, memory, strength, calibration."""

import inspect
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from benchmarks import (
    ablations,
    askers,
    constants,
    figures,
    game_costs,
    memory,
    replans,
    speed,
    strength,
    tempering,
    valuation,
    yardstick,
)
from benchmarks.askers import FITTED, HELD_OUT
from benchmarks.calibration import claims_tables, gambles_of
from benchmarks.replans import PARTS, by_part, by_unlocated, replans_of_games
from planner_clue import __version__
from planner_clue.agents.base import Agent
from planner_clue.agents.exact import ExactAgent
from planner_clue.game.events import Showed
from planner_clue.match import MatchConfig, run_match
from planner_clue.planner.clue_planner import belief_of
from planner_clue.planner.decision import DIGITS
from planner_clue.planner.engines import load_engine
from planner_clue.planning.plan import Plan, PlanningResult, Status, Step
from tests.shared import play

PAGE = """\
# A page

<!-- figures: planner-clue boards classic -->
old
<!-- end of figures -->

Between them.

<!-- figures: python -c "print('|---|')" -->
<!-- end of figures -->
"""
END = "<!-- end of figures -->\n"


def test_the_output_of_each_command_stands_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert figures.main([str(page)]) == 0
    text = page.read_text()
    assert "old" not in text
    assert f"`planner-clue boards classic`, version {__version__}:\n\n```\n" in text
    assert "\n\n|---|\n<!-- end" in text, "a table of Markdown stands as it is"
    assert figures.main([str(page)]) == 0
    assert page.read_text() == text, "again, it is the same"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (PAGE.replace("classic", "nowhere"), 1, "its figures are left as they were"),
        (PAGE.removesuffix(END), 2, "without '<!-- end of figures -->'"),
        (f"<!-- figures: planner-clue match FOLDER -->\n{END}", 2, "--folder"),
    ],
)
def test_what_fails_leaves_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, message: str
) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(SystemExit, match=str(code)):
        sys.exit(figures.main([str(page)]))
    assert page.read_text() == text
    assert message in capsys.readouterr().err


def test_the_figures_of_our_pages_name_commands_that_can_run() -> None:
    for page in ("docs/performance.md", "benchmarks/strength.md"):
        found = figures.marked(Path(page).read_text(encoding="utf-8"))
        programs = {one["command"].split()[0] for one in found}
        assert set() < programs <= {"planner-clue", "python"}, page


@pytest.mark.slow
def test_a_new_and_a_continued_run_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["memory", "60"])
    monkeypatch.chdir(Path(memory.__file__).parent.parent)
    memory.main()
    _, new, continued = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert (new[:2], continued[:2]) == (["60", "new"], ["60", "continued"])
    assert new[5] == continued[5]
    assert 20 < float(continued[2]) < 200


def test_every_match_has_a_folder_of_its_own_and_every_kind_is_fitted_or_held_out() -> None:
    names = [row.name for row in strength.all_rows()]
    assert len(set(names)) == len(names)
    kinds = [*FITTED, *HELD_OUT]
    assert len(set(kinds)) == len(kinds) >= 12
    assert all(kind == "exact" or hasattr(askers, kind) for kind in kinds)


@pytest.mark.slow
def test_matches_that_were_played_are_counted_into_tables_and_chart(tmp_path: Path) -> None:
    row = strength.KINDS[0]
    for one in (row, strength.without_asking(row), strength.HONEST[2]):
        one._replace(games=12).play(tmp_path, seed=1)
    _, _, honest = strength.honest_table(tmp_path, before=tmp_path)
    cells = [cell.strip() for cell in honest.split("|")]
    assert cells[1:3] == ["2 random; classic", "12"]
    assert cells[-2].startswith("+0.0,")
    _, _, kind = strength.kinds_table(tmp_path)
    assert kind.startswith("| `Bluffer` | 12 | ")
    labels = strength.chart(tmp_path, "svg").decode().count("; classic</text>")
    assert labels == len([strength.HONEST[2], row])


_CLASSES = inspect.getmembers(ablations, inspect.isclass)
OURS = [(name, found) for name, found in _CLASSES if found.__module__ == ablations.__name__]
ABLATIONS = [name for name, found in OURS if issubclass(found, Agent)]
assert len(ABLATIONS) > 5


@pytest.mark.parametrize(
    ("module", "name", "games"),
    [
        *((askers, name, 1) for name in ("OwnRoomBluffer", "UniformAnyRoom", "Turncoat")),
        (ablations, "GreedyFirst", 1),
        (valuation, "AnyPair", 1),
        (constants, "survival_half", 1),
        *(pytest.param(ablations, name, 6, marks=pytest.mark.slow) for name in ABLATIONS),
    ],
)
def test_it_plays_to_an_end_without_a_fault(module: ModuleType, name: str, games: int) -> None:
    agent = f"{inspect.getsourcefile(module)}:{name}"
    rules = "huji-bn1" if games == 1 else "standard"
    summary = run_match(MatchConfig((agent, "exact", "random"), games, rules=rules))
    assert summary["no_winner"] == 0
    assert [row["forfeits"] for row in summary["agents"]] == [0, 0, 0]
    assert summary["agents"][0]["planner_failures"] == {}


def test_the_yardstick_sees_every_card_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardstick.SeesShown, "seat_number", None)  # and so it is afterwards
    sees = yardstick.SeesShown()
    table = play([sees, ExactAgent(), ExactAgent()], seed=3)
    shown = [event for event in table.events if isinstance(event, Showed)]
    assert any(0 not in (event.seat, event.to) for event in shown)
    belief = belief_of(sees.mind)
    assert all(belief.holder(event.card) == event.seat for event in shown if event.card)


@pytest.mark.slow
def test_gambles_are_counted_by_what_they_claimed(tmp_path: Path) -> None:
    config = MatchConfig(("planner", "random", "random"), 12, seed=1)
    summary = run_match(config, out=tmp_path / "out")
    gambles = list(gambles_of(tmp_path / "out"))
    assert len(gambles) == sum(agent["gambles"] for agent in summary["agents"]) > 0
    wrong = sum(agent["wrong_accusations"] for agent in summary["agents"])
    assert sum(not gamble.right for gamble in gambles) == wrong
    assert all(0.6 <= gamble.probability < 1 for gamble in gambles)
    heard = [one.claims for one in tempering.heard(tmp_path / "out", 1.0)]
    assert {round(claim.probability, DIGITS) for claims in heard for claim in claims} & {
        gamble.probability for gamble in gambles
    }
    _, _, row, mean, *_, ranges = "\n".join(claims_tables({"one": gambles})).split("\n", 5)
    assert row.startswith(f"| one | {len(gambles)} | ")
    assert mean.split("|")[-2] == row.split("|")[-2], "there is one match"
    counts = [int(line.split("|")[2]) for line in ranges.splitlines()[2:]]
    assert sum(counts) == len(gambles)


def test_replans_of_recorded_games_are_timed_part_by_part() -> None:
    timed = list(replans_of_games(1))
    for made in timed:
        assert set(made.seconds) == set(PARTS)
        assert made.searches >= 1
        assert made.milliseconds == pytest.approx(1000 * sum(made.seconds.values()))
        assert made.unlocated == len({atom for atom in made.problem.init if atom[0] == "unlocated"})
    whole = list(by_part(timed))[-1]
    assert whole.count == len(timed) == sum(figure.count for figure in by_unlocated(timed)) > 0


def test_a_game_and_the_belief_take_time() -> None:
    assert game_costs.seconds_a_game("none", ("random",) * 3, 2) > 0
    updates, weighed, reasons = next(game_costs.belief_figures(1))
    assert updates.what.startswith("3 players")
    assert weighed.count > updates.count > reasons.count == 1


@pytest.mark.slow
def test_many_plans_at_once_are_the_plan_found_alone() -> None:
    progress: list[int] = []
    done = replans.soak(410, 4, 2, "fast-downward", progress.append)
    assert (done.solves, done.failures, done.wrong, done.left_behind) == (410, 0, 0, 0)
    assert progress == [200, 400, 410]


def test_what_goes_wrong_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine whose fifth plan is missing, and whose sixth is another one."""
    engine, calls = load_engine("fast-downward"), []

    class Careless:
        def solve(self, domain: str, problem: str) -> PlanningResult:
            calls.append(problem)
            result = engine.solve(domain, problem)
            if len(calls) == 5:
                return PlanningResult(Status.FAILED, None, "now")
            plan = result.checked()
            other = Plan((Step("accuse", ()), *plan.steps), plan.cost)
            return replace(result, plan=other) if len(calls) == 6 else result

    monkeypatch.setattr(replans, "load_engine", lambda _: Careless())
    failures, wrong, process, megabytes = replans._batch(6, 1, "careless", str(tmp_path))
    assert (failures, wrong) == (1, 1)
    assert process > 0
    assert megabytes > 1


def test_scale_prints_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_costs, "_LEAST_SECONDS_OF_A_MATCH", 0.1)
    few = ["--games", "12", "--board", "none", "--jobs", "1"]
    done = CliRunner().invoke(speed.app, ["scale", "random", "random", "random", *few])
    assert done.exit_code == 0
    (row,) = re.findall(r"^ *random, random, random +(.*)$", done.stdout, re.MULTILINE)
    played, playing, keeping, record, rate, hours, gigabytes = map(float, row.split())
    assert played >= 12
    assert playing > 0
    assert keeping >= 0
    assert rate > 1
    assert hours == pytest.approx((playing + keeping) / 3.6, abs=0.1)
    assert gigabytes == record
    assert re.search(r"peak memory of this program: \d+ MB", done.stdout)
