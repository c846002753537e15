"""Games and matches to read, to look at and to use in Python: text, charts, pages, objects.

Begin with ``story``, which puts a recorded game into words, and ``pages/frames``, which makes
of it what a page steps through. ``game_record`` and ``matches`` are the objects of ``docs/api.md``.
"""
