"""The game as a PettingZoo environment, for agents that learn (``docs/pettingzoo.md``).

Needs the extra ``pettingzoo``: ``pip install -e '.[pettingzoo]'``.
"""

from planner_clue.adapters.pettingzoo.clue_env import ClueEnv, env, raw_env

__all__ = ["ClueEnv", "env", "raw_env"]
