"""A local web server for pages that a person plays or takes notes in; it knows nothing of Clue."""
