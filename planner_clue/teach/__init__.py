"""Coursework: exercises as folders of data, and the marks for what is handed in.

- ``exercise``: an exercise and its cases, read from their files;
- ``submission``: what was handed in, taken from a folder, a zip file or a file;
- ``kinds/``: what a case can check, by name;
- ``grading``, ``marks``: every case tried, and what came of it;
- ``gradescope``: the marks as Gradescope reads them;
- ``box/``: code that was handed in, run where it can do no harm.
"""
