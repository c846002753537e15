"""The published comparison of planning and Bayesian networks, played again.

- ``published``: the published figures, and the tables to play;
- ``reproduction``: the match of each table, and its win rates beside the published ones;
- ``conclusions``: the published claims and ours, judged by the results;
- ``report``: a page in Markdown and a chart.

The same games give the same report and the same chart, byte for byte.
"""
