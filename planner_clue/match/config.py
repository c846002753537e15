"""The configuration of a match: all that is needed to play it again."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import Meta

from planner_clue.agents.built_in import BUILT_IN
from planner_clue.agents.settings import AgentSettings
from planner_clue.game.board import Board, board_or_none
from planner_clue.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, default_rules, parse_rules
from planner_clue.match.schedule import USUAL_SEED, Schedule
from planner_clue.match.stopping import Fraction, SequentialTest, StoppingRule, UntilWidth
from planner_clue.support import json_text, plugins
from planner_clue.support.errors import InputError

Seats: TypeAlias = Literal["rotated", "fixed"]
SEATS: tuple[Seats, ...] = get_args(Seats)
RECORDED = ("agents", "games", "seed", "board", "rules", "seats", "until_width", "sprt")
"""The fields in ``match.json``, where the settings of the agents follow."""
REQUIRED = RECORDED[:5]
"""The fields that are always written; others are written only if they are not the default."""


@dataclass(frozen=True)
class MatchConfig:
    """A match; :func:`planner_clue.match.match_checks.check_match` refuses what is impossible."""

    agents: Annotated[tuple[str, ...], Meta(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    """The agents by name, as :func:`planner_clue.agents.registry.load_agent` takes them."""
    games: Annotated[int, Meta(ge=1)] = 120
    seed: int = USUAL_SEED
    _: KW_ONLY
    board: str = "classic"
    """A shipped board's name, a file, or ``none``."""
    rules: str = ""
    """The rule set; empty: ``huji`` on the huji board, ``standard`` elsewhere."""
    seats: Seats = "rotated"
    """``rotated``: every agent plays each seat in as many games; ``fixed``: the first begins."""
    until_width: Fraction | None = None
    """The match ends when no 95 % interval is wider than this."""
    sprt: SequentialTest | None = None
    """The match ends when this test decides it."""
    settings: AgentSettings = field(default_factory=AgentSettings)
    pddl_dir: str | None = None
    """The folder for the PDDL files of every replan, if they are wanted."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "MatchConfig":
        """Return the match of a ``match.json``, but for settings; raises :class:`InputError`."""
        for name in REQUIRED:
            if name not in data:
                raise InputError(f"'{name}' is missing")
        known = {name: data[name] for name in RECORDED if name in data}
        match: MatchConfig = json_text.checked(known, cls, InputError)
        parse_rules(match.rules)
        return match

    @property
    def stopping(self) -> StoppingRule | None:
        """The rule that may end the match before its last game."""
        return self.sprt or (None if self.until_width is None else UntilWidth(self.until_width))

    def load_board(self) -> Board | None:
        """Return the board, or None for ``none``."""
        return board_or_none(self.board)

    def load_rules(self) -> Rules:
        """Return the rules."""
        return parse_rules(self.rules) if self.rules else default_rules(self.load_board())

    @cached_property
    def table(self) -> tuple[Board | None, Rules]:
        """The board and the rules, loaded once."""
        return self.load_board(), self.load_rules()

    @property
    def total(self) -> int:
        """The number of games, rounded up to whole deals."""
        return self.schedule.rounded_up(self.games)

    @cached_property
    def schedule(self) -> Schedule:
        """Who sits where in which game."""
        return Schedule(len(self.agents), self.load_rules(), self.seed, self.seats == "rotated")

    @property
    def of_others(self) -> list[str]:
        """Agents and heuristics not shipped with planner-clue, except classes."""
        own = {*BUILT_IN, *(one.__name__ for one in self.settings.classes)}
        heuristic = self.settings.planning.heuristic
        of_file = [heuristic] if heuristic and plugins.is_file_spec(heuristic) else []
        return [agent for agent in self.agents if agent not in own] + of_file

    def to_json(self) -> dict[str, Any]:
        """Return the fields that decide the games: all but the folder of PDDL files."""
        usual, own = MatchConfig(()), replace(self, rules=str(self.load_rules()))
        data = {
            name: value
            for name in RECORDED
            if (value := getattr(own, name)) != getattr(usual, name) or name in REQUIRED
        }
        return {**json_text.plain(data), **self.settings.to_json()}
