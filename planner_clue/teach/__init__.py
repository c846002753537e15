"""Coursework: exercises as folders of data, and the marks of submissions.

- ``exercise``: an exercise and its cases, read from their files;
- ``checks``: what a check is; ``search_checks``, ``domain_checks``, ``heuristic_checks``,
  ``monitor_checks``, ``cost_checks``, ``agent_checks``, ``study_checks``,
  ``contingent_checks``: checks per exercise;
- ``submission``: the files handed in, from a folder, a zip file or a single file;
- ``grading``, ``marks``, ``marks_page``: every case tried, and the points with their reasons, also
  as a page;
- ``class_grading``, ``similarity``: the submissions of a class, and which of them are alike;
- ``mistakes``, ``case_making``: plausible mistakes, and new cases that tell them, from a secret;
- ``box/``: submitted code, run under restrictions.
"""
