"""Write the tasks of exercise 11 for each student, from the top folder of the project.

``python coursework/teacher/personal.py SECRET NAMES.txt OUT`` writes a folder per student into the
new folder ``OUT``. ``NAMES.txt`` has a name per line. Grade with ``--secret SECRET``.
"""

import sys
from pathlib import Path
from unicodedata import normalize

from planner_clue.teaching.exercise import read_exercise

HERE = Path(__file__).parent
EXERCISE = "11-own-runs"


def main():
    """Write the files of all cases."""
    if len(sys.argv) != 4:
        sys.exit("expected SECRET NAMES.txt OUT")
    secret, names, out = sys.argv[1], Path(sys.argv[2]).read_text().splitlines(), Path(sys.argv[3])
    if out.exists():
        sys.exit(f"{out} is there already; expected a new folder")
    asked = read_exercise(HERE.parent / EXERCISE, HERE / EXERCISE / "hidden")
    students = [normalize("NFC", name.strip()) for name in names if name.strip()]
    for student in students:
        folder = out / student
        if folder.parent != out:
            sys.exit(f"{student}: expected a name without /")
        folder.mkdir(parents=True)
        for case in asked.cases:
            for name, text in getattr(case, "files", lambda *_: {})(student, secret).items():
                (folder / name).write_text(text)
    print(f"{len(students)} students")


if __name__ == "__main__":
    main()
