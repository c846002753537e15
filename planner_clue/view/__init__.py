"""Games and matches to read, to look at and to use in Python: text, charts, pages, objects.

Begin with ``story``, which tells a recorded game in sentences, and ``pages/frames``, which makes
of it what a page steps through. ``game_record`` and ``matches`` are the objects of ``docs/api.md``.
"""
