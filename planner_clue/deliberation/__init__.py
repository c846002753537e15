"""How a planner decides: it assumes, plans, acts, watches, and plans again."""
