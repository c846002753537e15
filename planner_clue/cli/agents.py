"""Commands for authors of agents: check-agent, new-agent and talk."""

import keyword
import os
import re
import shlex
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from msgspec.structs import replace
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from planner_clue.agents import isolated_agent, registry, settings
from planner_clue.agents.command import is_program
from planner_clue.agents.settings import IsolationSettings
from planner_clue.cli import match_options, options, output
from planner_clue.cli.options import argument, check_file, integer, option
from planner_clue.game import table as tables
from planner_clue.match import checks
from planner_clue.match.checks import AgentReport, Check, Finding
from planner_clue.match.config import MatchConfig
from planner_clue.match.game import Fault, agents_of_game, notes_of, play_game, printed_by
from planner_clue.match.match_checks import check_match
from planner_clue.match.play import set_up
from planner_clue.support.errors import AgentNameError, InputError, many, nearest, printable

_WIDEST = 110
_STYLES = {"ok": "green", "warning": "yellow", "FAILED": "bold red", "not checked": "dim"}


@match_options.takes_settings
def check_agent(
    agent: str = argument(
        "AGENT",
        "path/to/file.py:ClassName, 'command:java -jar mine.jar', 'speedclue:...', "
        "cpsc415:path/to/ID_CluePlayer.py, or a name from 'planner-clue agents'.",
    ),
    games: int = integer(1, "Games per table."),
    seed: options.Seed = 1,
    limits: Annotated[IsolationSettings, "isolate"] = match_options.ISOLATION,
    json_file: options.JsonFile = None,
) -> int:
    """Check that an agent keeps the contract.

    The agent plays in a process of its own, at tables that cover every board, rule set and number
    of players. A player of the CPSC 415 tournament plays by the tournament's rules. The checks
    cover each method that a match calls, determinism, time, memory and output. Each breach is
    shown with its place in the file. The exit code is 3 if a check fails; a warning is no breach.

    Example: planner-clue check-agent mine.py:MyAgent
    """
    limits = replace(limits, isolate="all")
    match_options.check_isolation([agent], limits)
    check_file("--json", json_file)
    with output.progress("checking") as update:
        report = checks.check_agent(agent, seed=seed, games=games, limits=limits, on_game=update)
    if output.write_json(report.to_json(), json_file):
        _print(report)
    return 0 if report.passed else 3


def _print(report: AgentReport) -> None:
    what = f"{report.agent}: {many(report.games, 'game')}"
    typer.echo(f"{what}, won {report.wins}, seed {report.seed}")
    table = Table(box=SIMPLE)
    table.add_column("check", no_wrap=True)
    table.add_column("finding", no_wrap=True)
    table.add_column("")
    for check in report.checks:
        finding = Text(check.finding, style=_STYLES[check.finding])
        table.add_row(Text(check.name), finding, Text(printable(check.says)))
    Console(width=min(_WIDEST, Console().width)).print(table)
    for check in report.checks:
        if check.breaches or check.lines:
            _print_details(check)
    counts = ", ".join(f"{n} {one}" for one in Finding if (n := len(report.of(one))))
    failed = ", ".join(check.name for check in report.of(Finding.FAILED))
    verdict = f"breaks the contract ({failed})" if failed else "keeps the contract"
    typer.echo(f"{report.agent} {verdict}: {counts}")


def _print_details(check: Check) -> None:
    lines = list[str]()
    for breach in check.breaches:
        times = "once" if breach.games == 1 else f"in {breach.games} games, first"
        lines += [str(breach.failure), f"  {times}: {breach.place}"]
        lines += [f"  | {line}" for line in breach.trace]
        lines += [f"  again: {breach.command}"] if breach.turn is not None else []
    typer.echo(f"{check.name}: {check.finding}: {printable(check.says)}")
    for line in (*lines, *check.lines):
        typer.echo(f"  {printable(line)}")
    typer.echo()


_PACKAGE = Path(__file__).parents[1]
_CLASS = "MyAgent"


class _Language(NamedTuple):
    starter: str  # the file to begin with, in the package
    placeholder: str = ""  # the name in the starter that becomes that of the class, or of the file
    build: str = ""  # the command that makes a program of the file
    agent: str = "{file}:{name}"

    @property
    def suffix(self) -> str:
        return Path(self.starter).suffix

    def filled(self, template: str, file: Path, name: str) -> str:
        folder = shlex.quote(str(file.parent))
        path, stem = shlex.quote(str(file)), shlex.quote(str(file.with_suffix("")))
        program = stem if os.sep in stem else f"./{stem}"
        return template.format(file=path, folder=folder, program=program, stem=file.stem, name=name)


_PROGRAMS = "adapters/programs/starters/"
_LANGUAGES = {
    "python": _Language("agents/starter.py", _CLASS),
    "javascript": _Language(f"{_PROGRAMS}starter.js", agent="command:node {file}"),
    "java": _Language(
        f"{_PROGRAMS}Starter.java", "Starter", "javac {file}", "command:java -cp {folder} {stem}"
    ),
    "c++": _Language(
        f"{_PROGRAMS}starter.cpp", "", "g++ -std=c++17 -o {program} {file}", "command:{program}"
    ),
}


def new_agent(
    file: Path = argument("FILE", "The file to write, such as mine.py."),
    name: str | None = option("CLASS", f"Name of the Python class; default: {_CLASS}."),
    language: str | None = option("|".join(_LANGUAGES), "Default: from the file's ending."),
) -> None:
    """Write a starter agent that can already play.

    In Python, it is a class that computes exact probabilities and suggests the most probable cards.
    Its comments explain each method. In JavaScript, Java and C++, it is a program without
    dependencies that suggests cards it has not located (docs/protocol.md). An existing file is not
    changed.

    Example: planner-clue new-agent mine.py
    Example: planner-clue new-agent Mine.java --language java
    """
    chosen = _language(file, language)
    text = (_PACKAGE / chosen.starter).read_text(encoding="utf-8")
    if chosen.suffix != ".py" and name is not None:
        raise InputError(f"--name {name} with {file}; only Python agents have a name")
    wanted = name or (_CLASS if chosen.suffix == ".py" else file.stem)
    if file.exists():
        raise InputError(f"{file} exists; expected a new file")
    if not file.parent.is_dir():
        raise InputError(f"{file}: no folder {file.parent}; expected an existing folder")
    if chosen.placeholder:
        source = f"--name {name}" if name else str(file)
        _check_name(wanted, text, chosen.placeholder, source)
        text = re.sub(rf"\b{chosen.placeholder}\b", wanted, text)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as new:
            new.write(text)
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror}") from error
    typer.echo(f"{file} contains an agent that plays. Next steps:")
    if chosen.build:
        typer.echo(f"  {chosen.filled(chosen.build, file, wanted)}")
    agent = shlex.quote(chosen.filled(chosen.agent, file, wanted))
    for command, what in (
        (f"match {agent} random random --games 6 --watch", "play, and show the first game"),
        (f"match {agent} random ladder-1 --games 120", "measure how often it wins"),
        (f"check-agent {agent}", "check that it keeps the contract"),
    ):
        typer.echo(f"  planner-clue {command}  # {what}")


def _language(file: Path, wanted: str | None) -> _Language:
    if wanted is not None:
        chosen = _LANGUAGES.get(wanted.lower())
        if chosen is None:
            raise InputError(f"--language {wanted}; {nearest(wanted, _LANGUAGES)}")
        if file.suffix != chosen.suffix:
            what = f"{file} with --language {wanted}"
            raise InputError(f"{what}; expected a file that ends in {chosen.suffix}")
        return chosen
    by_ending = {language.suffix: language for language in _LANGUAGES.values()}
    if file.suffix in by_ending:
        return by_ending[file.suffix]
    endings = ", ".join(by_ending)
    raise InputError(f"{file}; expected a file that ends in one of {endings}, such as mine.py")


def _check_name(name: str, text: str, placeholder: str, source: str) -> None:
    """Refuse a name that is not a class name, or that the file uses for something else."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise InputError(f"{source}; expected the name of a class, such as {_CLASS}")
    if name != placeholder and re.search(rf"\b{re.escape(name)}\b", text):
        raise InputError(f"{source} is used in the file; expected a new name")


@match_options.takes_settings
def talk(
    agents: list[str] = argument(
        "AGENT...",
        "A program, such as 'command:java -jar mine.jar', which plays against two random agents; "
        "or all agents of a match, including a program.",
    ),
    game: int = integer(0, "Number of the game in the match.", "--game", least=0),
    seed: options.Seed = 1,
    board: options.BoardName = "classic",
    rules: options.Rules = "",
    seats: options.Seats = "rotated",
    isolation: Annotated[settings.IsolationSettings, "isolate"] = match_options.ISOLATION,
) -> int:
    """Print the lines of one game with a program.

    Lines of the match begin with '>', and lines of the program with '<'. Its stderr is printed in
    between. The same agents, options and --game repeat a game of a match.

    Example: planner-clue talk "command:node mine.js" --board none
    """
    names = tuple(agents) if len(agents) > 1 else (*agents, "random", "random")
    match_options.check_isolation(names, isolation)
    config = MatchConfig(
        names,
        game + 1,
        seed,
        board=board,
        rules=rules,
        seats=match_options.checked_seats(seats),
        settings=settings.AgentSettings(isolation=isolation),
    )
    check_match(config)
    seat, table, faults = talk_through(config, game, lambda line: typer.echo(printable(line)))
    for fault in faults:
        typer.echo(f"seat {fault.seat}, turn {fault.turn}, {fault.decision}: {fault.failure}")
    assert table.result is not None
    winner = table.result.winner
    who = "nobody" if winner is None else "the program" if winner == seat else f"seat {winner}"
    typer.echo(f"the program sat in seat {seat}; {who} won ({table.result.how})")
    return 3 if faults else 0


_SECONDS_BETWEEN_LOOKS = 0.05


def talk_through(
    config: MatchConfig, game: int, show: Callable[[str], None]
) -> tuple[int, tables.Table, list[Fault]]:
    """Play a game; return the first program's seat, the finished table, and all failures.

    ``show`` gets the lines of the match after ``> ``, the lines of the program after ``< ``, and
    its stderr. Raises :class:`AgentNameError` without a program.
    """
    at = config.schedule.game(game)
    names = [config.agents[slot] for slot in at.slots]
    slot = next((slot for slot, agent in enumerate(config.agents) if is_program(agent)), None)
    if slot is None:
        what = f"agents {', '.join(config.agents)}: no program among them"
        raise AgentNameError(f"{what}; expected one such as 'command:java -jar mine.jar'")
    seat = at.slots.index(slot)
    factories = [
        isolated_agent.IsolatedAgentFactory(name, config.settings, talk=True)
        if place == seat
        else registry.load_agent(name, config.settings)
        for place, name in enumerate(names)
    ]
    table, seeds, chance = set_up(config.load_board(), config.load_rules(), config.seed, at)
    faults: list[Fault] = []
    with agents_of_game(factories) as agents, _shown(lambda: printed_by(agents[seat]), show):
        play_game(table, agents, seeds, chance, faults.append)
        notes_of(agents[seat])
    return seat, table, faults


@contextmanager
def _shown(printed: Callable[[], str], show: Callable[[str], None]) -> Iterator[None]:
    over = threading.Event()

    def follow() -> None:
        begin = 0
        while begin >= 0:
            is_over = over.wait(_SECONDS_BETWEEN_LOOKS)
            text = printed()[begin:]
            text = text if is_over else text[: text.rfind("\n") + 1]
            for line in text.splitlines():
                show(line)
            begin = -1 if is_over else begin + len(text)

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
