"""Run the processes behind an agent: ``python -m planner_clue.agents.isolation NUMBER NUMBER``."""

from planner_clue.agents.isolation.guard import main
from planner_clue.agents.isolation.server import serve

main(serve)
