"""From a belief to a plan: the model, the engines, and replanning."""
