"""The published comparison of planning and Bayesian networks, played again.

- ``published``: the published figures, and the tables to play;
- ``reproduction``: playing the tables, each as a match in a folder of its own;
- ``win_rates``: what came out of a table, beside the published figures;
- ``conclusions``: what the results say about the published claims and about ours;
- ``published_seats``: whether the published figures come out in the published seats;
- ``report``, ``rates_chart``: all of it as a page of text and as a chart.

The same games give the same report and the same chart, byte for byte.
"""
