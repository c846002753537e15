"""Run the processes behind an agent: ``python -m planner_clue.agents.apart NUMBER``."""

from planner_clue.agents.apart.server import main

main()
