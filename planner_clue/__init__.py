"""planner-clue: a classical planner that plays Clue, and the table it plays at.

Names imported from here are documented in ``docs/api.md``, and stay. All other modules may
change. A name is loaded on first use. Examples in docstrings assume that this package is imported
as ``clue``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from planner_clue.agents.base import Agent
    from planner_clue.agents.built_in import agent_names
    from planner_clue.belief.belief import Belief
    from planner_clue.belief.knowledge import ContradictionError
    from planner_clue.game.board import Board, Place, board_names, load_board
    from planner_clue.game.board.board import Position
    from planner_clue.game.board.drawing import board_svg
    from planner_clue.game.cards import Accusation, Card, CaseFile, Deck, Suggestion
    from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
    from planner_clue.game.events import (
        Accused,
        Eliminated,
        Event,
        Forfeited,
        Moved,
        Passed,
        Rolled,
        Showed,
        Suggested,
        TookPassage,
    )
    from planner_clue.match.checks.check_agent import AgentReport, check_agent
    from planner_clue.people.assist.sources import read_belief
    from planner_clue.people.assist.turn_plan import TurnPlan, plan, replan
    from planner_clue.planner.engines import HEURISTICS, ClueTask
    from planner_clue.planner.solving import check_domain, solve, validate
    from planner_clue.planning.astar.search import Node
    from planner_clue.planning.astar.task import Task
    from planner_clue.planning.engines.registry import engine_names, register_engines
    from planner_clue.planning.plan import Limits, Plan, PlanningResult, Status, Step
    from planner_clue.planning.validation import Verdict
    from planner_clue.support import errors
    from planner_clue.view.board_text import draw_board
    from planner_clue.view.game_record import GameRecord, SeatRecord, read_record, read_records
    from planner_clue.view.matches import AgentResult, MatchResult, play_game, play_match

__version__ = "0.8.0"

_HOMES = {
    "agents.base": "Agent",
    "agents.built_in": "agent_names",
    "belief.belief": "Belief",
    "belief.knowledge": "ContradictionError",
    "game.board": "Board Place board_names load_board",
    "game.board.board": "Position",
    "game.board.drawing": "board_svg",
    "game.cards": "Accusation Card CaseFile Deck Suggestion",
    "game.decisions": "MoveOptions Opening Seat TurnOptions",
    "game.events": "Accused Eliminated Event Forfeited Moved Passed Rolled Showed Suggested "
    "TookPassage",
    "match.checks.check_agent": "AgentReport check_agent",
    "people.assist.sources": "read_belief",
    "people.assist.turn_plan": "TurnPlan plan replan",
    "planner.engines": "ClueTask HEURISTICS",
    "planner.solving": "check_domain solve validate",
    "planning.astar.search": "Node",
    "planning.astar.task": "Task",
    "planning.engines.registry": "engine_names register_engines",
    "planning.plan": "Limits Plan PlanningResult Status Step",
    "planning.validation": "Verdict",
    "view.board_text": "draw_board",
    "view.game_record": "GameRecord SeatRecord read_record read_records",
    "view.matches": "AgentResult MatchResult play_game play_match",
}
"""Where each name is defined; a test holds them against the imports above."""
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "HEURISTICS", "Accusation", "Accused", "Agent", "AgentReport", "AgentResult", "Belief", "Board",
    "Card", "CaseFile", "ClueTask", "ContradictionError", "Deck", "Eliminated", "Event",
    "Forfeited", "GameRecord", "Limits", "MatchResult", "MoveOptions", "Moved", "Node", "Opening",
    "Passed", "Place", "Plan", "PlanningResult", "Position", "Rolled", "Seat", "SeatRecord",
    "Showed", "Status", "Step", "Suggested", "Suggestion", "Task", "TookPassage", "TurnOptions",
    "TurnPlan", "Verdict", "agent_names", "board_names", "board_svg", "check_agent", "check_domain",
    "draw_board", "engine_names", "errors", "load_board", "plan", "play_game", "play_match",
    "read_belief", "read_record", "read_records", "register_engines", "replan", "solve", "validate",
]  # fmt: skip


if not TYPE_CHECKING:  # so that a type checker refuses names that are not there

    def __getattr__(name: str) -> Any:
        """Load what is asked for; see ``docs/api.md``."""
        if name == "errors":
            return import_module("planner_clue.support.errors")
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'planner_clue' has no attribute '{name}'")
        found = getattr(import_module(f"planner_clue.{_MODULE_OF[name]}"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
