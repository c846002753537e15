"""The functions of ``import planner_clue``; ``docs/api.md`` documents them.

``matches`` plays; ``game_record`` reads recorded games, ``sources`` texts, files and observations;
``turn_plan`` has the planner's plans, ``solving`` those of any domain and problem.
"""
