"""The configuration of a game with a person: seats, board, rules and seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planner_clue.agents.placement import check_fits
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import Board
from planner_clue.cards import SUSPECTS, Deck
from planner_clue.errors import InputError, RecordError
from planner_clue.match.game import Chance
from planner_clue.match.play import set_up
from planner_clue.match.schedule import ScheduledGame
from planner_clue.table.record import board_from_json, board_to_json
from planner_clue.table.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, parse_rules
from planner_clue.table.seat_names import seat_named
from planner_clue.table.table import Table

PERSON = "person"
"""The agent name of the person in records."""
GAME = 0
"""The number of the game: it is dealt as the first of a match with fixed seats."""


@dataclass(frozen=True)
class PlayConfig:
    """Seats, board, rules and seed."""

    agents: tuple[str, ...]
    """The agent per seat, by name; one or more are persons."""
    seed: int
    """The seed of a match of one game. It determines the cards, so no player is told."""
    board: Board | None
    rules: Rules

    @property
    def settings(self) -> AgentSettings:
        """The settings of the agents: those of a match without options.

        All run in processes of their own, so that clicks never wait for one. That changes no
        decision, and the record does not have it.
        """
        return AgentSettings()

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
        """Return the table, the players' seeds and the chance, as a match would have them."""
        at = ScheduledGame(GAME, GAME, tuple(range(len(self.agents))))
        return set_up(self.board, self.rules, self.seed, at)

    def to_json(self) -> dict[str, Any]:
        """Return the configuration as plain data; a board of one's own with its whole text."""
        return {
            "agents": list(self.agents),
            "seed": self.seed,
            "board": board_to_json(self.board),
            "rules": str(self.rules),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PlayConfig":
        """Return the configuration of :meth:`to_json`; raises :class:`InputError` otherwise."""
        try:
            agents, seed = tuple(map(str, data["agents"])), data["seed"]
            board, rules = board_from_json(data["board"]), parse_rules(data["rules"])
        except (LookupError, TypeError, AttributeError) as error:
            raise RecordError(f"{error!r}; expected the configuration of a game") from error
        if PERSON not in agents or type(seed) is not int:
            raise RecordError(f"agents {agents}, seed {seed!r}; expected a person and a number")
        config = cls(agents, seed, board, rules)
        config.check()
        return config


def seated(opponents: str, seat: str) -> tuple[str, ...]:
    """Return who plays each seat, from two options of the command line.

    ``opponents`` are names with commas between them, in the order of the seats that are left;
    ``seat`` is the person's: a number from 0, or a suspect.

    >>> seated("planner,bn2", "mustard")
    ('planner', 'person', 'bn2')
    """
    names = [name.strip() for name in opponents.split(",")]
    if not all(names) or not MIN_PLAYERS <= len(names) + 1 <= MAX_PLAYERS:
        raise InputError(
            f"--against {opponents}; expected {MIN_PLAYERS - 1} to {MAX_PLAYERS - 1} agents, "
            "as in planner,bn2"
        )
    number = seat_named(seat, SUSPECTS[: len(names) + 1])
    return (*names[:number], PERSON, *names[number:])


ME, OTHER = "me", "other"
"""The names of persons in ``--seats``."""


def seats_of(named: str) -> tuple[str, ...]:
    """Return who plays each seat, from the option ``--seats``: agents, ``me`` and ``other``.

    >>> seats_of("me,other,planner")
    ('person', 'person', 'planner')
    """
    names = [name.strip() for name in named.split(",")]
    if not all(names) or not MIN_PLAYERS <= len(names) <= MAX_PLAYERS or ME not in names:
        raise InputError(
            f"--seats {named}; expected {MIN_PLAYERS} to {MAX_PLAYERS} seats with commas between: "
            f"{ME}, {OTHER} for each other person, and agents, as in me,other,planner"
        )
    return tuple(PERSON if name in (ME, OTHER) else name for name in names)
