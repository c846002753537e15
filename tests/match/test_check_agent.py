"""Every check fails for an agent that breaks just that, and for no other."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import IsolationSettings
from planner_clue.game.board import board_or_none
from planner_clue.game.rules import RULES, parse_rules
from planner_clue.match import MatchConfig, checks, play
from planner_clue.match.checks import CheckedTable, Finding, checked_game
from planner_clue.match.checks.checked_game import EVERY_TABLE, RASH, TOURNAMENT_TABLES
from planner_clue.support.errors import RulesError
from tests.adapters.cpsc415.players import method, write_player
from tests.cli.helpers import agent_file

TABLES = [CheckedTable("huji", "huji", 3), CheckedTable("none", "standard", 3, RASH)]
LIMITS = IsolationSettings(isolate="all", seconds_per_answer=60, megabytes=300)
QUICK = IsolationSettings(isolate="all", seconds_per_answer=2, megabytes=300)
"""For agents that go beyond a limit of seconds."""
BEGIN = "def begin(self, seat):\n    super().begin(seat)\n    "


def checked(
    agent: str, tables: list[CheckedTable] = TABLES, limits: IsolationSettings = LIMITS, **more: Any
) -> checks.AgentReport:
    return checks.check_agent(agent, tables=tables, limits=limits, **more)


def named(report: checks.AgentReport, name: str) -> checks.Check:
    (found,) = [check for check in report.checks if check.name == name]
    return found


def names(report: checks.AgentReport, finding: Finding) -> list[str]:
    return [check.name for check in report.of(finding)]


def test_a_good_agent_passes(tmp_path: Path) -> None:
    report = checked(agent_file(tmp_path, "pass"))
    assert report.passed
    assert names(report, Finding.OK) == [check.name for check in report.checks]
    assert report.games == len(TABLES)
    time, memory = named(report, "time").figures, named(report, "memory").figures
    assert 0 < time["median"] <= time["p95"] <= time["longest"] < time["longest_game"] < 600
    assert 5 < memory["megabytes"] < 300


BREAKS = {
    "observe": ("def observe(self, event):\n    assert event.turn < 3", "crash",
                "AssertionError: , at agent.py:7 in observe: assert event.turn < 3"),
    "move": ("def move(self, options):\n    return 'cellar'", "illegal", "'cellar'"),
    "notes": ("def notes(self):\n    return [{'x': float('nan')}]", "illegal", "not JSON"),
    "files": ("def files(self, game):\n    return {'/etc/x': ''}", "illegal", "'/etc/x'"),
    "memory": (f"{BEGIN}self.hoard = bytearray(400_000_000)", "memory",
               "self.hoard = bytearray(400_000_000)"),
    "output": (f"{BEGIN}print('x' * 2_000_000)", "output", "more than 1000000 bytes"),
}  # fmt: skip
"""What breaks each check, the kind of the failure, and what is said of it."""


@pytest.mark.parametrize("name", BREAKS)
def test_a_check_fails_for_what_breaks_it_and_no_other_does(tmp_path: Path, name: str) -> None:
    body, kind, says = BREAKS[name]
    report = checked(agent_file(tmp_path, body), TABLES[1:])
    assert not report.passed
    assert names(report, Finding.FAILED) == [name]
    breach, *_ = named(report, name).breaches
    assert kind in breach.failure.kind
    assert says in breach.failure.detail
    assert breach.game.trial.table in TABLES
    assert (breach.turn is None) == (name in ("notes", "plan_seconds", "files"))


def test_chance_that_is_not_from_the_seed_is_found(tmp_path: Path) -> None:
    report = checked(agent_file(tmp_path, f"{BEGIN}self._rng.seed(os.urandom(8))"), games=2)
    assert names(report, Finding.FAILED) == ["same seed"]
    check = named(report, "same seed")
    assert check.says.startswith("another game: huji, huji, 3 players, seed 1, game 0, seat 0, ")
    first, then, hint = check.lines
    assert first.startswith("first {")
    assert then.startswith("then  {")
    assert "Random(seat.seed)" in hint
    others = ["other hash seed", "after another game", "same deal twice"]
    assert names(report, Finding.UNKNOWN) == others


def test_answers_that_depend_on_earlier_games_are_named_so(tmp_path: Path) -> None:
    known = tmp_path / "known"
    body = (
        f"def suggest(self, room):\n    known = os.path.exists({str(known)!r})\n"
        "    return super().suggest(room)._replace(weapon='rope' if known else 'wrench')"
    )
    report = checked(agent_file(tmp_path, body), TABLES[1:], on_game=lambda *_: known.touch())
    assert names(report, Finding.FAILED) == ["same seed"]
    assert "its answers depend on earlier games" in named(report, "same seed").lines[-1]


HIDDEN = {
    "other hash seed": """\
def suggest(self, room):
    for weapon in {str(card) for card in self._weapons}:
        return super().suggest(room)._replace(weapon=weapon)
""",
    "after another game": """\
before = []
def suggest(self, room):
    self.before.append(room)
    weapon = self._weapons[len(self.before) // 3 % len(self._weapons)]
    return super().suggest(room)._replace(weapon=weapon)
""",
    "same deal twice": """\
known = set()
def begin(self, seat):
    super().begin(seat)
    self.again = tuple(seat.hand) in self.known
    self.known.add(tuple(seat.hand))
def suggest(self, room):
    return super().suggest(room)._replace(weapon="rope" if self.again else "wrench")
""",
}
"""Agents that repeat their games in a match, and only there."""


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDDEN)
def test_what_only_isolation_hides_is_a_warning(tmp_path: Path, name: str) -> None:
    report = checked(agent_file(tmp_path, HIDDEN[name]))
    assert report.passed
    assert names(report, Finding.WARNING) == [name]
    assert named(report, name).lines[-1].startswith("matches repeat all the same")


@pytest.mark.slow
def test_it_is_a_failure_if_not_isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Like agents that other packages register."""
    name = "other hash seed"
    agent_file(tmp_path, HIDDEN[name], "hidden_agent.py")
    package = tmp_path / "hidden_agent-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: hidden-agent\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[planner_clue.agents]\nhidden = hidden_agent:Mine\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    assert names(checked("hidden"), Finding.FAILED) == [name]


@pytest.mark.slow
def test_an_answer_close_to_the_limit_is_a_warning(tmp_path: Path) -> None:
    report = checked(agent_file(tmp_path, f"{BEGIN}time.sleep(1.4)"), limits=QUICK)
    assert report.passed
    assert names(report, Finding.WARNING) == ["time"]


@pytest.mark.slow
def test_what_it_hears_counts_for_its_next_answer(tmp_path: Path) -> None:
    """As in a match, where both are one message: no event alone takes too long here."""
    body = "def observe(self, event):\n    super().observe(event)\n"
    body += "    if event.turn in (2, 3): time.sleep(0.9)"
    report = checks.check_agent(agent_file(tmp_path, body), tables=EVERY_TABLE[:1], limits=QUICK)
    assert names(report, Finding.FAILED) == ["time"]
    assert named(report, "time").figures["longest"] > 2


def test_an_agent_that_hangs_is_not_waited_for_in_every_game(tmp_path: Path) -> None:
    body = "def accuse(self):\n    self.ponder()\ndef ponder(self):\n    time.sleep(9)"
    report = checked(agent_file(tmp_path, body), TABLES[1:], QUICK, games=9)
    assert report.games == 3
    assert names(report, Finding.FAILED) == ["time"]
    (breach,) = named(report, "time").breaches
    assert breach.games == 3
    assert breach.failure.detail.startswith("no answer to accuse within 2 s")
    assert breach.trace[-1] == "agent.py:9 in ponder: time.sleep(9)"
    assert named(report, "output").says == "prints nothing"


def test_a_report_is_plain_data_with_one_breach_per_place(tmp_path: Path) -> None:
    body = "def accuse(self):\n    if self._seat: int('x')\n    1 / 0"
    data = checked(agent_file(tmp_path, body), seed=5, games=2).to_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert (data["passed"], data["seed"], data["games"]) == (False, 5, 4)
    (check,) = [check for check in data["checks"] if check["finding"] == "FAILED"]
    breach, other = check["breaches"]
    assert breach["trace"] == ["agent.py:8 in accuse: 1 / 0", "ZeroDivisionError: division by zero"]
    assert (breach["games"], other["games"]) == (1, 3)
    place = {"board": "huji", "rules": "huji", "players": 3, "seed": 5, "game": 0, "seat": 0}
    assert breach["first"] == place | {"turn": 1}
    with pytest.raises(RulesError, match="--games 0; expected 1 or more"):
        checks.check_agent("random", games=0)


def test_the_tables_have_every_board_rule_set_and_number_of_players() -> None:
    assert {table.board for table in EVERY_TABLE} == {"classic", "huji", "none"}
    assert {table.players for table in EVERY_TABLE} == {3, 4, 5, 6}
    assert {table.rules.split(",")[0] for table in EVERY_TABLE} == set(RULES)
    options = {option for table in EVERY_TABLE for option in table.rules.split(",")[1:]}
    assert options >= {"last_wins=yes", "secret_accusations=yes"}
    for table in (*EVERY_TABLE, *TOURNAMENT_TABLES):
        parse_rules(table.rules).check(board_or_none(table.board), table.players)


def test_a_checked_game_is_that_of_a_match_with_fixed_seats() -> None:
    table = CheckedTable("none", "huji-bn1", 3)
    entrant = checked_game.Entrant("ladder-2", IsolationSettings(isolate="all"))
    factory = load_isolated(entrant.agent, entrant.settings)
    game = checked_game.play_checked(entrant, factory(), checked_game.TrialGame(table, 7, 1, 2))
    factory.close()
    where: dict[str, Any] = {"board": "none", "rules": "huji-bn1", "settings": entrant.settings}
    config = MatchConfig(tuple(table.seated("ladder-2", 2)), 2, 7, seats="fixed", **where)
    assert game.line == play.play_one(config, 1).line


def test_a_player_of_the_tournament_plays_at_its_own_tables(tmp_path: Path) -> None:
    report = checks.check_agent(write_player(tmp_path))
    assert report.passed
    assert report.tables == TOURNAMENT_TABLES
    assert not report.of(Finding.WARNING)
    assert named(report, "get_suggestion").says == "nothing wrong in 4 games"
    assert "4 games" in named(report, "same seed").says


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "name"), [("get_accusation", "ready_to_accuse"), ("secretly_observe", "..._observe")]
)
def test_what_fails_in_a_player_is_listed_by_method(tmp_path: Path, wrong: str, name: str) -> None:
    report = checks.check_agent(write_player(tmp_path, method(wrong, "1 / 0")))
    assert names(report, Finding.FAILED) == [name]
    breach, *_ = named(report, name).breaches
    assert breach.failure.detail.startswith(f"{wrong}: ZeroDivisionError")
    assert breach.trace[-2].startswith("mine_CluePlayer.py:")


@pytest.mark.slow
def test_answers_that_are_interpreted_are_a_warning(tmp_path: Path) -> None:
    report = checks.check_agent(write_player(tmp_path, method("ready_to_accuse", "return 0")))
    assert names(report, Finding.WARNING) == ["exact answers"]
    assert named(report, "exact answers").lines[0].startswith("ready_to_accuse: int for bool (")
