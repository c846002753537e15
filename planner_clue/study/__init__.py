"""The published comparison of planning and Bayesian networks, played again.

Figures and tables (``published``), their matches (``reproduction``), the claims judged
(``conclusions``), and a page with a chart (``report``), the same bytes for the same games.
"""
