"""How the planner decides: assume a case file, model, plan, watch the plan, plan again.

Begin with ``planner``, one decision from top to bottom; then read ``clue_planner``, whose methods
belong to the default agent, and ``planner_huji`` for the published one.
"""
