"""Run the processes behind an agent: ``python -m planner_clue.agents.isolation NUMBER``."""

from planner_clue.agents.isolation.server import main

main()
