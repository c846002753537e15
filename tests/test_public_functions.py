"""Every function of ``import planner_clue``: what it returns, as the program does, and refuses."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from doctest import DocTestParser
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from typer.main import get_command

import planner_clue as clue
from planner_clue.agents.random import RandomAgent
from planner_clue.cli.app import app
from planner_clue.game.record import read_record
from planner_clue.match import MatchConfig
from planner_clue.support.data import data_folder
from planner_clue.view.matches import MatchOptions
from tests.cli.helpers import PLANNED, Program
from tests.game.test_observations import example
from tests.people.assist.helpers import EVENING
from tests.shared import line_of

QUICK: dict[str, Any] = {"rules": "huji-bn1"}
SEEN = example()


class Still(RandomAgent):
    """An agent of our own."""


class InLists(RandomAgent):
    """Answers with lists, as programs do."""

    def move(self, options: clue.MoveOptions) -> Any:
        place = super().move(options)
        return place if isinstance(place, str) else list(place)

    def suggest(self, room: clue.Card) -> Any:
        return list(super().suggest(room) or ())

    def accuse(self) -> Any:
        cards = super().accuse()
        return cards and list(cards)


def test_a_list_stands_for_a_tuple_with_and_without_a_process_of_its_own() -> None:
    lists, tuples = (clue.play_game([agent, "random", "random"], 7) for agent in (InLists, Still))
    assert lists.data["events"] == tuples.data["events"]
    kinds = {event["kind"] for event in lists.data["events"] if event["seat"] == 0}
    assert kinds > {"move", "suggest"}


class Unfit(RandomAgent):
    """Breaks the rules in each of its suggestions."""

    def suggest(self, room: clue.Card) -> Any:
        return room


def test_a_result_says_how_often_an_agent_forfeited_and_why_first() -> None:
    result = clue.play_match([Unfit, "random", "random"], games=6, seed=3, board="none")
    expected = r"Unfit: 0 of 6, .*; forfeits: 6, first failure: game 0: illegal: suggestion '.*"
    assert re.fullmatch(expected, str(result[0]))
    assert str(result[1]) in str(result)
    assert "forfeit" not in str(result[1])


def test_a_match_is_the_match_of_the_program(program: Program) -> None:
    options = ["--games", 6, "--seed", 3, "--rules", "huji-bn1", "--jobs", 1]
    done = program.call("match", "random", "random", "ladder-1", *options, "--json", "-")
    result = clue.play_match(["random", "random", "ladder-1"], games=6, seed=3, **QUICK)
    assert result.summary | {"seconds": 0} == json.loads(done.stdout) | {"seconds": 0}
    assert [game.game for game in result.games] == list(range(6))
    assert result["ladder-1"].wins == sum(game.winner == 2 for game in result.games)


@pytest.mark.parametrize(
    ("agents", "options", "message"),
    [
        ("random", {}, "expected a list of 2 to 6"),
        ([Still(), "random", "random"], {}, "expected the class, Still"),
        ([3, "random", "random"], {}, "agent 3; expected a name or a class"),
        ([dict, "random", "random"], {}, "expected a class derived from planner_clue.Agent"),
        ([clue.Agent, "random", "random"], {}, "does not define: accuse, begin, move, show"),
        ([Still, type("Still", (Still,), {}), "random"], {}, "two agents are called Still"),
        ([Still, "random", "random"], {"jobs": 2}, "expected path/to/file.py:Still"),
        ([Still, "random", "random"], {"isolate": "all"}, "expected a file"),
        (["random"] * 3, {"bord": "classic"}, "option bord; did you mean 'board'?"),
        (["random"] * 3, {"seats": "mixed"}, "seats 'mixed'; expected one of rotated, fixed"),
        (["random"] * 3, {"games": "6"}, "games '6'; expected a whole number"),
        (["random"] * 3, {"rules": 3}, "rules 3; expected a text"),
        (["random"] * 3, {"follow_ups": 9}, "follow_ups 9; expected 1 to 8"),
        (["random"] * 3, {"domain": "no.pddl"}, "domain no.pddl cannot be read"),
    ],
)
def test_what_is_no_match_is_refused(agents: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(clue.errors.InputError) as caught:
        clue.play_match(agents, **options)
    assert message in str(caught.value)


def test_play_match_takes_each_option_of_the_command_or_refuses_it_by_name() -> None:
    """The page about Python lists those that it refuses."""
    root: Any = get_command(app)
    context = root.make_context("planner-clue", ["match"], resilient_parsing=True)
    flags = {flag for option in root.get_command(context, "match").params for flag in option.opts}
    options = {flag[2:].replace("-", "_") for flag in flags if flag.startswith("--")} - {"help"}
    taken = {*inspect.signature(clue.play_match).parameters, *get_type_hints(MatchOptions)}
    page = (Path(__file__).parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
    table = page.partition("| option of the command |")[2].partition("\n\n")[0]
    cells = " ".join(re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE))
    listed = {name.replace("-", "_") for name in re.findall(r"--([a-z][a-z-]*)", cells)}
    assert listed - {"sprt"} == options - taken
    for option in options - taken:
        asked: dict[str, Any] = {option: True}
        with pytest.raises(clue.errors.InputError, match=f"^option {option}; .*$"):
            clue.play_match(["random"] * 3, **asked)


def test_a_script_may_play_in_several_processes_as_it_stands(tmp_path: Path) -> None:
    """Without the guard that Python asks of scripts that start processes."""
    script = tmp_path / "script.py"
    script.write_text(
        "import planner_clue\nprint('begun')\n"
        "print(planner_clue.play_match(['random'] * 3, games=3, jobs=2, rules='huji-bn1'))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    expected = clue.play_match(["random"] * 3, games=3, **QUICK)
    assert done.stdout == f"begun\n{expected}\n"


def test_what_is_of_another_kind_is_refused() -> None:
    calls: list[tuple[Callable[..., object], Any]] = [
        (clue.read_record, 3),
        (lambda path: list(clue.read_records(path)), None),
        (clue.plan, 3),
        (clue.read_belief, b"{}"),
        (game_of().seats[0].belief, "x"),
        (game_of().seats[0].belief, -1),
        (lambda out: clue.play_match(["random"] * 3, out=out, **QUICK), 3),
    ]
    for call, argument in calls:
        with pytest.raises(clue.errors.InputError, match="; expected "):
            call(argument)


def test_a_match_folder_is_read_as_it_was_played(tmp_path: Path) -> None:
    agents = ["random"] * 3
    result = clue.play_match(agents, games=3, out=tmp_path / "results", **QUICK)
    games = list(clue.read_records(tmp_path / "results"))
    assert [game.data for game in games] == [game.data for game in result.games]
    clue.read_record(tmp_path / "results", game=2).save(tmp_path / "third.json")
    assert clue.read_record(str(tmp_path / "third.json")).events == games[2].events
    again = clue.play_match(agents, games=3, out=str(tmp_path / "results"), **QUICK)
    assert [game.data for game in again.games] == [game.data for game in games]


def game_of(config: MatchConfig = PLANNED, number: int = 0) -> clue.GameRecord:
    return clue.GameRecord(read_record(line_of(config, number)))


def test_a_seat_that_is_not_there_is_refused() -> None:
    game = game_of()
    assert game.seats[-1] is game.seats[2]
    assert game.tell(-1) == game.tell(2)
    for use in (game.seats.__getitem__, game.tell):
        with pytest.raises(clue.errors.SeatError, match="seat 7; expected 0 to 2"):
            use(7)
    belief = game.seats[0].belief(turn=0)
    for ask in (belief.why, belief.chance_at):
        for holder in (4, -1):
            with pytest.raises(clue.errors.SeatError, match=f"holder {holder}; expected 0 to 3"):
                ask(clue.Card("rope"), holder)


def test_a_plan_of_a_game_is_made_again_with_its_problem() -> None:
    game = game_of()
    seat = game.seats[game.agents.index("planner")]
    first = clue.replan(seat)
    assert first.decision.problem == clue.plan(seat.belief(turn=0)).decision.problem
    noted = seat.replans[0]
    assert first.decision.problem == noted.problem
    assert tuple(map(str, first.steps)) == noted.actions
    assert clue.validate(first.domain, first.problem, first).valid
    with pytest.raises(clue.errors.InputError, match="it planned in turns"):
        clue.replan(seat, turn=0)
    with pytest.raises(clue.errors.InputError, match="expected a planner"):
        clue.replan(game.seats[game.agents.index("random")])


def test_what_was_seen_may_be_a_path_a_text_or_its_content(tmp_path: Path) -> None:
    """Of JSON or of notes."""
    seen, notes = tmp_path / "seen.json", tmp_path / "evening.clue"
    seen.write_text(json.dumps(SEEN))
    notes.write_text(EVENING)
    of_json: list[Any] = [seen, str(seen), json.dumps(SEEN), SEEN]
    for given in (of_json, [notes, str(notes), EVENING]):
        beliefs = list(map(clue.read_belief, given))
        assert len({belief.deals() for belief in beliefs}) == 1
    assert beliefs[0].holder(clue.Card("green")) == 1
    assert clue.plan(notes).steps
    made = clue.plan(SEEN)
    assert made.steps == clue.plan(seen).steps
    made.save(tmp_path)
    files = (tmp_path / name for name in ("domain.pddl", "problem.pddl", "plan"))
    assert clue.validate(*files).valid


def test_what_cannot_have_been_seen_is_refused() -> None:
    contradiction = {"accuser": 1, "cards": ["plum", "rope", "library"], "correct": True}
    impossible = SEEN | {"observations": [contradiction]}
    for read in (clue.read_belief, clue.plan):
        with pytest.raises(clue.errors.SeenError, match=r"seen: observations\[0\]"):
            read(impossible)
    with pytest.raises(clue.errors.SeenError, match="cannot be read"):
        clue.read_belief("no-such-file.json")
    with pytest.raises(clue.errors.InputError, match="expected only with a belief"):
        clue.plan(SEEN, here=clue.Card("hall"))


HUJI = data_folder("pddl") / "huji"
DOMAIN, PROBLEM = HUJI / "domain.pddl", HUJI / "end-game.pddl"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"engine": "fast-downward", "search": "astar(blind())"},
        {"engine": "clue-astar", "search": "wastar=1"},
        {"heuristic": lambda node, task: len(task.goal.holds - node.state)},
    ],
    ids=["default", "search", "a-star", "function"],
)
def test_every_engine_finds_the_cheapest_plan(options: Any) -> None:
    assert clue.solve(DOMAIN, PROBLEM, **options).checked().cost == 90


def test_texts_are_as_good_as_paths() -> None:
    domain, problem = DOMAIN.read_text(), PROBLEM.read_text()
    plan = clue.solve(domain, problem).checked()
    verdict = clue.validate(DOMAIN, problem, clue.Plan(plan.steps[1:], 0))
    assert not verdict.valid
    assert verdict.message.startswith("step 1 ")


def test_what_is_misspelled_is_named_with_its_place(tmp_path: Path) -> None:
    text = DOMAIN.read_text().replace("      (investigating)", "      (investigatin)", 1)
    line = text[: text.index("(investigatin)")].count("\n") + 1
    path = tmp_path / "mine.pddl"
    path.write_text(text)
    expected = rf"mine\.pddl:{line}:7: .*unknown predicate 'investigatin'; did you mean"
    for check in (clue.check_domain, lambda given: clue.solve(given, PROBLEM)):
        with pytest.raises(clue.errors.DomainError, match=expected):
            check(path)


def test_where_no_plan_comes_back_the_status_says_why() -> None:
    hopeless = PROBLEM.read_text().replace("(investigating)", "", 1)
    assert clue.solve(DOMAIN, hopeless).status is clue.Status.UNSOLVABLE
    stopped = clue.solve(DOMAIN, PROBLEM, heuristic="blind", limits=clue.Limits(expansions=1))
    assert stopped.plan is None
    assert stopped.status is clue.Status.EXPANSIONS_OUT
    failed = clue.solve(DOMAIN, PROBLEM, heuristic=lambda node, task: -1)
    assert failed.status is clue.Status.HEURISTIC_FAILED
    assert "-1" in failed.detail


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "fast-donward"}, "did you mean 'fast-downward'?"),
        ({"heuristic": "blnd"}, "did you mean 'blind'?"),
        ({"heuristic": 3}, r"heuristic 3; expected a function \(node, task\)"),
        ({"heuristic": lambda node: 0}, r"cannot be called as \(node, task\)"),
        ({"engine": "fast-downward", "heuristic": len}, "expected engine clue-astar"),
        ({"engine": "clue-astar", "search": "best"}, "expected astar"),
    ],
)
def test_an_engine_or_heuristic_that_is_none_is_refused(options: Any, message: str) -> None:
    with pytest.raises(clue.errors.InputError, match=message.replace("?", r"\?")):
        clue.solve(DOMAIN, PROBLEM, **options)


def test_every_name_is_there_with_an_example_and_no_other() -> None:
    for name in clue.__all__:
        found = getattr(clue, name)
        if inspect.isclass(found) or inspect.isfunction(inspect.unwrap(found)):
            assert DocTestParser().get_examples(found.__doc__ or ""), f"{name} has no example"
    with pytest.raises(AttributeError, match="module 'planner_clue' has no attribute 'paly_game'"):
        clue.paly_game  # type: ignore[attr-defined] # noqa: B018


def test_an_agent_is_not_checked_at_no_table() -> None:
    with pytest.raises(clue.errors.RulesError, match="no tables; expected 1 or more"):
        clue.check_agent("random", tables=[])
