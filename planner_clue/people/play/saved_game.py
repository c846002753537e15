"""A game with a person, as its file has it: its configuration and every step.

When the game is over, the file is its record. It is replaced as a whole and locked.
"""

import fcntl
import json
import os
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from planner_clue.agents.built_in import agent_names
from planner_clue.agents.registry import check_fits
from planner_clue.game.board import Board
from planner_clue.game.cards import SUSPECTS, Card, Deck
from planner_clue.game.deal import Deal
from planner_clue.game.record import DealtCards, board_from_json, board_to_json
from planner_clue.game.record_files import seat_named
from planner_clue.game.replay import deal_from
from planner_clue.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, parse_rules
from planner_clue.game.table import Table
from planner_clue.match.game import Chance
from planner_clue.match.play import set_up
from planner_clue.match.schedule import ScheduledGame
from planner_clue.people.play.course import GameStep
from planner_clue.people.play.notebook import HandNotes, WrittenNotes
from planner_clue.support.atomic_writes import atomic_write
from planner_clue.support.errors import InputError, JsonError, RecordError, closest, nearest, shown
from planner_clue.support.json_text import checked, parse_json, read_file

PERSON = "person"  # the agent name of the person in records
GAME = 0  # the number of the game: it is dealt as the first of a match with fixed seats


@dataclass(frozen=True)
class PlayConfig:
    """Seats, board, rules and seed."""

    agents: tuple[str, ...]  # the agent per seat, by name; one or more are persons
    seed: int
    """The seed of a match of one game. It determines the cards, so no player receives it."""
    board: Board | None
    rules: Rules
    people: tuple[str, ...] = ()  # names of persons with a screen each, by seat; else empty
    deal: Deal | None = None  # the cards, where they do not follow from the seed
    given: int = 0  # the number of steps of another game, from which this one goes on

    @cached_property
    def called(self) -> tuple[str, ...]:
        """The name of each seat in sentences: a person's own, where it has one, or its suspect."""
        people = self.people or [""] * len(self.agents)
        return tuple(
            name or suspect for name, suspect in zip(people, self.deck.suspects, strict=False)
        )

    @property
    def shares_screen(self) -> bool:
        """Whether several persons share a screen."""
        return len(self.persons) > 1 and not self.people

    @cached_property
    def deck(self) -> Deck:
        """The cards in play."""
        return self.rules.deck(self.board)

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """The seats of the persons."""
        return tuple(seat for seat, agent in enumerate(self.agents) if agent == PERSON)

    def check(self) -> None:
        """Raise :class:`~planner_clue.errors.InputError` if it cannot be played."""
        self.rules.check(self.board, len(self.agents))
        for agent in self.agents:
            if agent != PERSON:
                check_fits(agent, self.board, self.rules, len(self.agents))

    def new_game(self) -> tuple[Table, list[int], Chance]:
        """Return the table, the players' seeds and the chance, as a match would have them.

        Several persons are each asked for their only card, too: else a shared screen would reveal
        it.
        """
        at = ScheduledGame(GAME, GAME, tuple(range(len(self.agents))))
        table, seeds, chance = set_up(self.board, self.rules, self.seed, at)
        if self.deal:
            table = Table(self.board, self.rules, self.deal)
        if len(self.persons) > 1:
            table.always_asked = frozenset(self.persons)
        return table, seeds, chance

    def to_json(self) -> dict[str, Any]:
        """Return the configuration as plain data; a board of one's own with its whole text."""
        return {
            "agents": list(self.agents),
            "seed": self.seed,
            "board": board_to_json(self.board),
            "rules": str(self.rules),
            **({"people": list(self.people)} if self.people else {}),
            **({"deal": self.deal.to_json(), "given": self.given} if self.deal else {}),
        }


def seated(opponents: str, seat: str, suspects: tuple[Card, ...] = SUSPECTS) -> tuple[str, ...]:
    """Return who plays each seat: ``opponents``, in order, and the person in ``seat``.

    >>> seated("planner,bn2", "mustard")
    ('planner', 'person', 'bn2')
    """
    names = [name.strip() for name in opponents.split(",")]
    if not all(names) or not MIN_PLAYERS <= len(names) + 1 <= MAX_PLAYERS:
        expected = f"{MIN_PLAYERS - 1} to {MAX_PLAYERS - 1} agents, as in planner,bn2"
        raise InputError(f"--against {opponents}; expected {expected}")
    number = seat_named(seat, suspects[: len(names) + 1])
    return (*names[:number], PERSON, *names[number:])


ME, OTHER = "me", "other"  # the names of persons in --seats who share a screen
_LONGEST_NAME = 20


def seats_of(named: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who plays each seat, from ``--seats``; then the person's name at each, or nothing."""
    names = [name.strip() for name in named.split(",")]
    shared = [name for name in names if name in (ME, OTHER)]
    people = [name if _is_a_persons(name) and not shared else "" for name in names]
    own = [name for name in people if name]
    has_persons = ME in shared if shared else own and len(set(own)) == len(own)
    if not all(names) or not MIN_PLAYERS <= len(names) <= MAX_PLAYERS or not has_persons:
        raise InputError(
            f"--seats {named}; expected {MIN_PLAYERS} to {MAX_PLAYERS} seats with commas between, "
            "as in ann,bob,planner: names of agents, and of people, each once; or "
            f"{ME}, and {OTHER} for each other person at the same screen"
        )
    agents = [PERSON if name in (*own, ME, OTHER) else name for name in names]
    return tuple(agents), tuple(people) if own else ()


def _is_a_persons(name: str) -> bool:
    """Return whether this is a person's name: a short word that no agent has."""
    is_word = name.replace(" ", "").replace("-", "").isalnum() and len(name) <= _LONGEST_NAME
    typo = closest(name, agent_names(), cutoff=0.85) if is_word else None
    if typo and typo != name:
        raise InputError(f"--seats: '{name}'; {nearest(name, agent_names())}")
    return is_word and not typo


SCHEMA = 1
_KIND = "planner-clue play"
_LARGEST = 20_000_000


Unfinished: TypeAlias = tuple[PlayConfig, tuple[GameStep, ...], dict[int, HandNotes]]
"""An unfinished game: its configuration and steps, and the notes of each person by seat."""


class SavedGame:
    """The file of one game, locked until :meth:`close`."""

    def __init__(self, path: Path) -> None:
        """Lock a file, or make an empty one; raises :class:`InputError` if it cannot."""
        self.path = path
        self._lock = _locked(path)

    def write(
        self, config: PlayConfig, steps: list[GameStep], notes: Mapping[int, HandNotes]
    ) -> None:
        """Save a game that goes on, with the notes of each person by seat."""
        first, *others = config.persons
        further = {"notes_of": {str(other): notes[other].to_json() for other in others}}
        data = {
            "schema": SCHEMA,
            "kind": _KIND,
            "config": config.to_json(),
            "notes": notes[first].to_json(),
            **(further if others else {}),
            "steps": [step.to_json() for step in steps],
        }
        self.replace(json.dumps(data | {"sum": _sum(data)}, separators=(",", ":")) + "\n")

    def replace(self, text: str) -> None:
        """Replace the file, whole or not at all; the new one is locked before it is there."""
        with ExitStack() as taken:
            with atomic_write(self.path, mode=0o600) as draft:
                fcntl.flock(draft, fcntl.LOCK_EX)
                lock = os.dup(draft.fileno())  # keeps the lock when the draft is closed
                taken.callback(os.close, lock)
                draft.write(text.encode())
            taken.pop_all()
        os.close(self._lock)
        self._lock = lock

    def close(self) -> None:
        """Release the lock."""
        os.close(self._lock)


def _locked(path: Path) -> int:
    """Return a descriptor of the file, locked exclusively."""
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            what = f"{path} is being played by another program"
            raise InputError(f"{what}; expected a file of its own") from None
        with suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(descriptor).st_ino:
                return descriptor
        os.close(descriptor)  # it was replaced in the meantime


class _Configuration(Struct):
    agents: list[str]
    seed: int
    board: Any
    rules: str
    people: list[str] = []
    deal: DealtCards | None = None
    given: int = 0


class _SavedFile(Struct):
    config: _Configuration
    notes: WrittenNotes
    steps: list[dict[str, Any]]
    sum: str
    notes_of: dict[str, WrittenNotes] = {}


def read_saved(path: Path) -> Unfinished:
    """Return the game of a file; refuses one that is missing, over, damaged or modified."""
    text = read_file(path, RecordError, most=_LARGEST)
    try:
        return _parsed(parse_json(text), path)
    except JsonError as error:
        where = f"{path}{error.place}"
        raise RecordError(f"{where}: not JSON: {error.what}; expected a saved game") from error
    except InputError as error:
        raise RecordError(f"{path}: {error}") from error


def _parsed(data: Any, path: Path) -> Unfinished:
    if not isinstance(data, dict):
        raise RecordError(f"{shown(data)}; expected a saved game")
    if "result" in data and "deal" in data:
        raise InputError(f"this game is over; planner-clue replay {path} shows it")
    if data.get("kind") != _KIND or data.get("schema") != SCHEMA:
        what = f"kind {shown(data.get('kind'))}, schema {shown(data.get('schema'))}"
        raise RecordError(f"{what}; expected a saved game: kind '{_KIND}', schema {SCHEMA}")
    file: _SavedFile = checked(data, _SavedFile, RecordError)
    board, rules = board_from_json(file.config.board), parse_rules(file.config.rules)
    agents, people = tuple(file.config.agents), tuple(file.config.people)
    deal = deal_from(file.config.deal, board, rules) if file.config.deal else None
    config = PlayConfig(agents, file.config.seed, board, rules, people, deal, file.config.given)
    if PERSON not in config.agents:
        raise RecordError(f"agents {', '.join(config.agents)}; expected one to be {PERSON}")
    if config.people and len(config.people) != len(config.agents):
        raise RecordError(f"people {', '.join(config.people)}; expected one, or '', per seat")
    config.check()
    steps: list[GameStep] = []
    for number, step in enumerate(file.steps):
        try:
            steps.append(GameStep.from_json(step))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            what = f"step {number}: {shown(step)}; expected a step of a game"
            raise RecordError(what) from error
    first, *others = config.persons
    if file.notes_of.keys() != set(map(str, others)):
        raise RecordError("'notes_of'; expected the notes of each further person")
    kept = ({str(first): file.notes} | file.notes_of).items()
    notes = {int(s): HandNotes.from_json(of, config.deck, len(agents)) for s, of in kept}
    if file.sum != _sum({name: part for name, part in data.items() if name != "sum"}):
        raise RecordError("the file was modified: checksum mismatch; expected it as it was saved")
    return config, tuple(steps), notes


def _sum(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
