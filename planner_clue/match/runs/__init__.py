"""Recorded matches: read (``run_folder``), merged (``merging``), counted and exported."""
