"""The functions of ``import planner_clue``; ``docs/api.md`` documents them.

- ``matches``: matches and single games, and their options;
- ``game_record``: a recorded game; ``sources``: what one seat knew at a real table;
- ``turn_plan``: plans of the planner; ``solving``: any domain, problem and plan;
- ``sources``: texts and files, as people hand them over.

All of it stands on the modules below; nothing below needs it.
"""
