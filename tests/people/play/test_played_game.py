"""A person at the table: the game goes on, is saved, resumed and taken back, and is a record."""

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from planner_clue.game.events import event_to_json
from planner_clue.game.record import read_record
from planner_clue.game.replay import replay
from planner_clue.match import MatchConfig
from planner_clue.match.agent_replay import replayed_agent
from planner_clue.match.play import play_one
from planner_clue.people.play.choices import options
from planner_clue.people.play.opponents import from_record
from planner_clue.people.play.played_game import another_game, new_game, resumed_game
from planner_clue.people.play.saved_game import _sum, seats_of
from planner_clue.support.errors import IllegalDecision, InputError
from tests.cli.helpers import agent_file
from tests.people.play.helpers import chosen, config, go_on, play_on
from tests.shared import line_of, once


@pytest.mark.parametrize(
    ("against", "seat", "board", "rules"),
    [
        ("planner,bn2", "1", "classic", "standard"),
        ("random,exact,random,random,random", "plum", "none", "standard,turn_limit=60"),
        ("exact,random", "white", "huji", "huji"),
        ("exact,ladder-2", "mustard", "none", "cpsc415"),
    ],
)
def test_it_is_a_record(tmp_path: Path, against: str, seat: str, board: str, rules: str) -> None:
    game = play_on(new_game(config(against, seat, board, rules), tmp_path / "game.json"))
    game.close()
    (line,) = (tmp_path / "game.json").read_text().splitlines()
    record = json.loads(line)
    assert replay(record).result == game.course.table.result
    assert [about["agent"] for about in record["seats"]] == list(game.config.agents)
    assert record == game.record
    for number, name in enumerate(game.config.agents):
        if name in ("planner", "exact"):
            assert replayed_agent(record, number).notes() == record["notes"][number]


def test_the_cards_are_dealt_as_in_a_match_with_fixed_seats(tmp_path: Path) -> None:
    game = new_game(config("random,random", seed=9), tmp_path / "game.json")
    match = MatchConfig(("random", "random", "random"), 1, seed=9, seats="fixed")
    record = json.loads(play_one(match, 0).line)
    assert game.course.table.deal.to_json() == record["deal"]
    go_on(game)
    game.choose({"opening": "roll"})
    go_on(game)
    assert list(game.course.table.events[0].dice) == record["events"][0]["dice"]  # type: ignore[union-attr]
    game.close()


@pytest.mark.slow
def test_a_game_that_is_resumed_over_and_over_ends_as_one_that_is_not(tmp_path: Path) -> None:
    play_on(new_game(config("planner,bn2"), tmp_path / "whole.json")).close()
    path = tmp_path / "broken.json"
    game = new_game(config("planner,bn2"), path)
    while not play_on(game, 9).is_over:
        game.close()
        game = resumed_game(path)
    game.close()
    assert path.read_bytes() == (tmp_path / "whole.json").read_bytes()


def test_every_step_is_in_the_file_at_once_which_one_program_plays(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = new_game(config(), path)
    for number in range(10):
        if game.course.is_the_persons:
            game.choose(chosen(options(game.course), game, number))
        else:
            game.one_more()
        assert len(json.loads(path.read_text())["steps"]) == len(game.course.steps)
        assert [part.name for part in tmp_path.iterdir()] == ["game.json"]
    with pytest.raises(InputError, match="is being played by another program"):
        resumed_game(path)
    game.close()
    resumed_game(path).close()


def _text_of_a_game() -> str:
    with TemporaryDirectory() as folder:
        play_on(new_game(config("random,exact"), Path(folder) / "game.json"), 6).close()
        return (Path(folder) / "game.json").read_text()


def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(once(_text_of_a_game))
    return path


def first(data: dict[str, Any], kind: str, seat: int) -> dict[str, Any]:
    return next(step for step in data["steps"] if kind in step and step["seat"] == seat)


EDITS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (dict.clear, "kind None, schema None; expected a saved game: kind 'planner-clue play'"),
    (lambda data: data.pop("steps"), "'steps' is missing"),
    (lambda data: data["config"].pop("rules"), "'rules' is missing in config"),
    (lambda data: data["config"].update(agents=["random"]), "agents random; expected one to"),
    (lambda data: data["notes"]["marks"].append(7), r"notes.marks\[0\]: 7; expected"),
    (lambda data: data["steps"].insert(3, {"seat": 1}), "step 3: .*expected a step"),
    (lambda data: data["config"].update(seed=6), "the file was modified: checksum mismatch"),
    (lambda data: data["notes"].update(by_hand=True), "the file was modified: checksum mismatch"),
]
OTHERWISE = r"step \d+: seat 1 now decides otherwise at move than it did; expected an agent that"
CHEATS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda data: first(data, "roll", 0).update(roll=[1, 1]), r"step \d+: "),
    (lambda data: first(data, "move", 1).update(move="study"), OTHERWISE),
    (lambda data: first(data, "move", 0).update(move="study"), r"step \d+: "),
    (lambda data: data["steps"][0].update(seat=2), r"step \d+: "),
    (lambda data: data["config"].update(seed=6), r"step \d+: "),
]
"""With the right checksum; what an agent decides now may be hidden from the person."""


@pytest.mark.parametrize(
    ("edit", "reason", "is_signed"), [(*edit, edit in CHEATS) for edit in EDITS + CHEATS]
)
def test_an_edited_file_is_refused_with_what_is_wrong(
    tmp_path: Path, edit: Callable[[dict[str, Any]], object], reason: str, *, is_signed: bool
) -> None:
    path = saved(tmp_path)
    data = json.loads(path.read_text())
    edit(data)
    if is_signed:
        del data["sum"]
        data["sum"] = _sum(data)
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match=f"^--resume {path}: {reason}") as refused:
        resumed_game(path)
    assert reason != OTHERWISE or "study" not in str(refused.value)
    assert json.loads(path.read_text()) == data


def test_an_agent_that_fails_forfeits_also_when_resumed(tmp_path: Path) -> None:
    body = "def move(self, options):\n    if options.turn > 5:\n        raise ValueError('no')\n"
    body += "    return super().move(options)"
    agents = f"{agent_file(tmp_path, body)},exact"
    path = tmp_path / "game.json"
    game = new_game(config(agents, seat="2"), path)
    play_on(game, 8).close()
    assert any(step.fault for step in game.course.steps)
    record = play_on(resumed_game(path)).record
    assert record
    assert [failure["kind"] for failure in record["failures"]] == ["crash"]
    assert "ValueError: no" in record["failures"][0]["detail"]
    replay(record)


def test_a_decision_is_taken_back_until_somebody_learned_of_it(tmp_path: Path) -> None:
    game = new_game(config(seed=3), tmp_path / "game.json")
    go_on(game)
    assert game.course.why_no_undo(0) == "you have decided nothing yet"
    game.choose({"opening": "roll"})
    game.undo()
    assert game.course.steps == []
    game.choose({"opening": "roll"})
    go_on(game)
    squares = options(game.course)["squares"]
    game.choose({"move": squares[0]})
    game.undo()
    assert options(game.course)["squares"] == squares
    game.choose({"move": squares[1]})
    go_on(game)
    with pytest.raises(IllegalDecision, match="nothing to undo: the dice or the others"):
        game.undo()
    game.close()


def test_choices_that_are_not_offered_are_refused_and_change_nothing(tmp_path: Path) -> None:
    game = new_game(config(), tmp_path / "game.json")
    go_on(game)
    choices: list[dict[str, Any]] = [{}, {"roll": 1}, {"opening": "roll", "accuse": None}]
    choices += [{"opening": "passage"}, {"opening": ["roll"]}, {"move": [1, 1]}, {"show": "rope"}]
    choices += [{"suggest": ["plum", "rope", "hall"]}, {"accuse": 7}]
    choices += [{"accuse": ["plum", "rope"]}, {"accuse": ["plum", "rope", {}]}]
    for choice in choices:
        with pytest.raises((InputError, IllegalDecision)):
            game.choose(choice)
        assert game.course.steps == [], choice
    game.close()


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return read_record(line_of(MatchConfig(("exact", "random", "exact"), seed=1), 1))


def test_it_goes_on_from_any_event_and_is_resumed(record: dict[str, Any], tmp_path: Path) -> None:
    answered, count = {"pass", "show"}, len(record["events"])
    for event in (0, 3 * count // 4, count - 1):
        config, steps = from_record(record, 1, event)
        assert config.agents[1] == "person"
        game = new_game(config, tmp_path / f"{event}.json", steps)
        events = [event_to_json(one) for one in game.course.table.events]
        assert events == record["events"][: len(events)]
        assert len(events) == event or record["events"][event]["kind"] in answered
        game.close()
        game = resumed_game(tmp_path / f"{event}.json")
        assert game.course.why_no_undo(1) == "you have decided nothing yet"
        if event:  # from the first one, it is a new game
            play_on(game)
            assert game.record
            assert replay(game.record).deal == replay(record).deal
            again = another_game(game, 1, event=event)
            assert again.course.table.events == game.course.table.events[: len(events)]
            assert again.config.agents == config.agents
            again.close()
            again.file.path.unlink()
        game.close()


def test_an_event_that_does_not_come_is_refused(record: dict[str, Any]) -> None:
    for event in (-1, len(record["events"])):
        with pytest.raises(InputError, match=f"event {event}; expected 0 to "):
            from_record(record, 0, event)


def test_seats_are_read_from_a_list() -> None:
    assert seats_of("me,other,planner") == (("person", "person", "planner"), ())
    assert seats_of("ann,planner,bob") == (("person", "planner", "person"), ("ann", "", "bob"))
