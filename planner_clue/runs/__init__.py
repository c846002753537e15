"""Finished and interrupted matches: read back, merged, counted, compared and exported.

- ``run_folder``: the folder of a match, read game by game; ``merging``: runs of the same
  match, and two runs over the deals that they share;
- ``results``: their results;
- ``seat_rows``: a row per game and seat, as CSV or Parquet.
"""
