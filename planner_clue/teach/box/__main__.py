"""Start the guard of a box."""

from planner_clue.agents.isolation.guard import main
from planner_clue.teach.box.box_server import serve

main(serve)
