"""Write the small position of exercise 7, and the plan of the solution for it.

``python coursework/teacher/7-contingent/make_positions.py``. All other positions are in no file: a
case has their seed.
"""

import json
import runpy
from pathlib import Path

from planner_clue.teach.contingent_plans import drawn_position

HERE = Path(__file__).parent
SMALL = HERE.parents[1] / "7-contingent" / "cases" / "small.json"


def main() -> None:
    """Write both files."""
    position = drawn_position(seed=3, rooms=4, deals=8).to_json()
    deals = ",\n    ".join(json.dumps(deal) for deal in position.pop("deals"))
    fields = ",\n  ".join(f'"{name}": {json.dumps(value)}' for name, value in position.items())
    SMALL.write_text(f'{{\n  {fields},\n  "deals": [\n    {deals}\n  ]\n}}\n')
    solution = runpy.run_path(str(HERE / "solution" / "contingent.py"))
    text = solution["plan"](json.loads(SMALL.read_text()))
    (HERE / "solution" / "plan.txt").write_text(f"{text}\n")


if __name__ == "__main__":
    main()
