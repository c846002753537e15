"""The published comparison of planning and Bayesian networks, played again and judged."""
