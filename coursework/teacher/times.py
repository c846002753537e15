"""Print how long grading takes: ``python coursework/teacher/times.py`` from the top folder.

Each solution is graded with all cases; ``0-search 7-contingent`` as arguments are these two only.
"""

import sys
from pathlib import Path

from planner_clue.teaching.exercise import read_exercise
from planner_clue.teaching.grading import grade
from planner_clue.teaching.submission import collect

HERE = Path(__file__).parent


def main() -> None:
    """Print a row per exercise."""
    print("| exercise | visible cases | with hidden cases |\n|---|---|---|")
    for folder in sorted(path.parent for path in HERE.parent.glob("*/exercise.toml")):
        if folder.name in sys.argv[1:] or len(sys.argv) == 1:
            teacher, seconds = HERE / folder.name, list[float]()
            for hidden in (None, teacher / "hidden"):
                asked = read_exercise(folder, hidden)
                solution = collect(teacher / "solution", asked.files, asked.largest_file)
                seconds.append(grade(asked, solution).seconds)
            print(f"| `{folder.name}` | {seconds[0]:.0f} s | {seconds[1]:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
