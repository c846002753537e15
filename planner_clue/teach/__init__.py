"""Coursework: exercises as folders of data, and the marks of submissions.

- ``exercise``: an exercise, its cases and plausible mistakes, read from their files;
- ``checks``: a case, and what a submission earns in it; ``search_checks``, ``domain_checks``,
  ``heuristic_checks``, ``relaxation_checks``, ``landmark_checks``, ``monitor_checks``,
  ``cost_checks``, ``agent_checks``, ``study_checks``, ``contingent_checks``: checks per exercise;
- ``submission``: the files handed in, from a folder, a zip file or a single file;
- ``grading``, ``marks_page``: every case tried, and the points with their reasons, also as a page;
- ``class_grading``: the submissions of a class;
- ``case_making``: new cases that tell the mistakes, from a secret;
- ``worker``, ``worker_hosts``, ``allowed_imports``: submitted code, run under restrictions.
"""
