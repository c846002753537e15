"""``clue-astar``: a small A* for teaching, with heuristics as plain Python functions."""

from planner_clue.planning.astar.heuristics import HEURISTICS
from planner_clue.planning.astar.search import Heuristic, Node, astar
from planner_clue.planning.astar.state_space import Operator, State
from planner_clue.planning.astar.task import Task

__all__ = ["HEURISTICS", "Heuristic", "Node", "Operator", "State", "Task", "astar"]
