"""How a planner decides: assume, model, plan, act, watch, and plan again."""
