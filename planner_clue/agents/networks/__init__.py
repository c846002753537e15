"""The Bayesian networks behind ``bn1`` and ``bn2``; the only place that imports pyAgrum."""
