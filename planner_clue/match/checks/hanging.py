"""Where an agent was when its time or memory was used up, in its author's terms."""

import linecache
import re
from pathlib import Path

import planner_clue

_PLACE = re.compile(r'File "(.+)", line (\d+) in (\S+)')
_OURS = str(Path(planner_clue.__file__).parent)
_MOST_PLACES = 12


def places_of(aside: str) -> list[str]:
    r"""Return the places in a stack that Python printed, one a line, the innermost last.

    Ours are left out. Other texts stay as they are.

    >>> places_of('Stack (most recent call first):\n  File "mine.py", line 3 in accuse\n')
    ['mine.py:3 in accuse']
    """
    found = _PLACE.findall(aside)
    theirs = [place for place in found if not place[0].startswith((_OURS, "<frozen"))]
    if not theirs:
        return aside.splitlines()
    return [_told(*place) for place in reversed(theirs[:_MOST_PLACES])]


def _told(file: str, line: str, function: str) -> str:
    statement = linecache.getline(file, int(line)).strip()
    place = f"{Path(file).name}:{line} in {function}"
    return f"{place}: {statement}" if statement else place
