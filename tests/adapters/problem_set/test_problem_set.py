"""A set of problems: the same bytes every time, solved by planners; honest answers to sensing."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from planner_clue.adapters.problem_set import contingent, set_folder
from planner_clue.adapters.problem_set.contingent import Hidden, player
from planner_clue.adapters.problem_set.positions import GamePosition, position_at, positions
from planner_clue.adapters.problem_set.set_folder import SIZES, problem_set
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.planner.engines import load_engine
from planner_clue.planning.engines import Engine
from planner_clue.planning.translator import translate_here
from tests.adapters.problem_set.sensing import SensingTask, World
from tests.cli.helpers import Program, refusal

Row = dict[str, str]
Files = dict[str, str]


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    with pytest.MonkeyPatch.context() as patch:
        small(patch)
        yield problem_set(3, 1, jobs=2)


def small(patch: pytest.MonkeyPatch) -> None:
    def late(count: int, seed: int) -> list[GamePosition]:
        return [position_at(n, 30, seed) for n in (0, 2, 3)[:count]]

    patch.setattr(set_folder, "SIZES", SIZES[:2])
    patch.setattr(set_folder, "positions", late)


@pytest.fixture
def rows(files: Files) -> list[Row]:
    return list(csv.DictReader(files["instances.csv"].splitlines()))


def solved_cost(engine: Engine, files: Files, folder: str, number: str) -> int:
    problem = files[f"{folder}/instances/instance-{number}.pddl"]
    return engine.solve(files[f"{folder}/domain.pddl"], problem).checked().cost


def test_it_writes_the_same_bytes_again(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    assert problem_set(3, 1, jobs=1) == files


def test_every_position_is_in_both_classical_domains(files: Files, rows: list[Row]) -> None:
    assert [row["instance"] for row in rows] == list("123")
    assert sorted(row["players"] for row in rows) == list("356")
    assert list(rows[0])[:3] == ["instance", "players", "game"]
    for row in rows:
        for folder in ("clue", "strips"):
            text = files[f"{folder}/instances/instance-{row['instance']}.pddl"]
            assert f"best known cost: {row[f'{folder}_cost']} " in text
        sensing = f"contingent/instances/instance-{row['instance']}.pddl"
        assert (sensing in files) == (row["contingent"] == "yes")


def test_positions_come_from_the_end_of_games_and_from_the_start() -> None:
    few = positions(4, 1)
    assert [at.seat.players for at in few] == [3, 4, 5, 6]
    left = [len(at.belief.unlocated()) for at in few]
    assert left[0] < left[-1]
    assert few[-1].turn <= 6  # a first turn
    assert all(at.belief.case_file() is None for at in few)


def test_our_search_finds_what_is_said_to_be_optimal(files: Files, rows: list[Row]) -> None:
    proved = next(row for row in rows if row["clue_proved_optimal"] == "yes")
    cost = solved_cost(load_engine("clue-astar"), files, "clue", proved["instance"])
    assert cost == int(proved["clue_cost"])


def test_another_planner_finds_nothing_cheaper(files: Files, rows: list[Row]) -> None:
    easiest = min(rows, key=lambda row: int(row["strips_cost"]))
    cost = solved_cost(load_engine("pyperplan"), files, "strips", easiest["instance"])
    assert cost >= int(easiest["strips_cost"])


def test_every_classical_problem_is_read_by_fast_downwards_translator(files: Files) -> None:
    for name, text in files.items():
        folder = name.split("/", maxsplit=1)[0]
        if "instances/" in name and folder != "contingent":
            assert translate_here(files[f"{folder}/domain.pddl"], text).operators


def test_the_command_writes_a_folder(program: Program) -> None:
    done = program.call("export", "benchmark", "set", "--count", 1, "--seed", 3, "--jobs", 1)
    assert done.stdout.startswith("set: 1 positions, ")
    written = {path.name for path in (program.here / "set").iterdir()}
    assert written >= {"README.md", "LICENSE", "instances.csv", "clue", "strips", "contingent"}


def test_wrong_input_is_refused_before_anything_is_written(program: Program) -> None:
    message = refusal(program.call("export", "benchmark", "set", "--count", 0))
    assert "--count 0; expected 1 to 1000" in message
    (program.here / "full").mkdir()
    (program.here / "full" / "mine.txt").write_text("")
    assert "full is not empty" in refusal(program.call("export", "benchmark", "full"))
    message = refusal(program.call("export", "benchmark", "/sys/set"))
    assert message.startswith("planner-clue: folder /sys/set cannot be written to: ")
    assert not (program.here / "set").exists()


MANY = 30


@pytest.fixture(scope="module")
def position() -> GamePosition:
    return position_at(0, MANY, 1)


@pytest.fixture(scope="module")
def task(position: GamePosition, tmp_path_factory: pytest.TempPathFactory) -> SensingTask:
    folder: Path = tmp_path_factory.mktemp("sensing")
    (folder / "domain.pddl").write_text(contingent.contingent_domain())
    (folder / "problem.pddl").write_text(contingent.contingent_problem(position, "tiny"))
    return SensingTask(folder / "domain.pddl", folder / "problem.pddl")


@pytest.fixture(scope="module")
def worlds(task: SensingTask) -> list[World]:
    return task.worlds()


def test_the_real_deal_is_one_of_them(position: GamePosition, worlds: list[World]) -> None:
    config = MatchConfig(("exact",) * position.seat.players, MANY, 1)
    deal = json.loads(play_one(config, position.game).line)["deal"]
    real: set[tuple[str, ...]] = {("in-case-file", card) for card in deal["case_file"]}
    for seat, hand in enumerate(deal["hands"]):
        real |= {("holds", player(seat), card) for card in hand}
    cards = [{atom for atom in world if atom[0] in ("holds", "in-case-file")} for world in worlds]
    assert sum(world <= real for world in cards) == 1


def test_whoever_holds_a_card_of_a_question_shows_and_nobody_else(
    position: GamePosition, task: SensingTask, worlds: list[World]
) -> None:
    hidden = Hidden(position)
    suggestions = hidden.suggestions(contingent.MOST_SUGGESTIONS)
    asked = {f"question-{n}": three for n, three in enumerate(suggestions, 1)}
    located = {card: position.belief.holder(card) for card in position.seat.deck.cards}
    for world in worlds:
        for name, three in asked.items():
            for seat in hidden.order:
                hers = {card for card in three if ("holds", player(seat), card) in world}
                able = any(card in hers or located[card] == seat for card in three)
                assert (("shows", player(seat), name) in world | task.start) == able
                assert (("passes", player(seat), name) in world | task.start) == (not able)


def test_a_strong_plan_finds_the_case_file(task: SensingTask, worlds: list[World]) -> None:
    assert 0 < task.depth_of_a_strong_plan(worlds) < 100


def test_a_position_without_a_card_to_ask_with_is_left_out() -> None:
    late, other = position_at(0, MANY, 1), position_at(3, MANY, 1)
    assert contingent.why_left_out(late) is None
    assert contingent.why_left_out(other) == "no card of one category that nobody else can show"
