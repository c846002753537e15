"""The published comparison of planning and Bayesian networks: its figures, played again."""
