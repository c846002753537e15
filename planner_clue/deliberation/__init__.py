"""Deliberation of a planner: assumption, model, planning run, execution monitoring, replanning."""
