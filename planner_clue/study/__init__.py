"""The published comparison of planning and Bayesian networks, played again.

Its tables and their matches (``reproduction``), the claims judged (``conclusions``), and a page
with a chart (``report``), the same bytes for the same games.
"""
