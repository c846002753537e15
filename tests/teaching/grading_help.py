"""Exercises of the project, and grading one without the command line."""

from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from planner_clue.teaching.agent_checks import AgentWins
from planner_clue.teaching.checks import Score
from planner_clue.teaching.exercise import Exercise, read_exercise
from planner_clue.teaching.grading import Grade, grade
from planner_clue.teaching.submission import Submission

COURSEWORK = Path(__file__).parents[2] / "coursework"
TEACHER = COURSEWORK / "teacher"
_CHECKS = {
    "domain.pddl": "1-domain/domain_checks.py",
    "monitor.py": "3-monitor/monitor_checks.py",
    "costs.py": "4-costs/cost_checks.py",
}
EXERCISES = sorted(path.parent.name for path in COURSEWORK.glob("*/exercise.toml"))


@cache
def exercise(name: str, *places: str) -> Exercise:
    """Return an exercise with its hidden cases, or only the cases of these files."""
    if not places:
        return read_exercise(COURSEWORK / name, TEACHER / name / "hidden")
    whole = exercise(name)
    found = tuple(case for case in whole.cases if case.place in places)
    assert len(found) == len(places), [case.place for case in whole.cases]
    return replace(whole, cases=found)


def checks_of(name: str) -> Any:
    """Return the module of the checks that are in the folder of an exercise."""
    return exercise(name).modules[-1]


def without_matches(asked: Exercise) -> Exercise:
    """Return an exercise without the cases that play matches, which take minutes."""
    cases = [c for c in asked.cases if not isinstance(c, AgentWins)]
    return replace(asked, cases=tuple(c for c in cases if "match" not in c.place))


def written(folder: Path, number: int, file: str, cases: dict[str, str], more: str = "") -> Path:
    """Return a folder with a new exercise, in which one file is to be handed in."""
    (folder / "cases").mkdir(parents=True)
    if checks := _CHECKS.get(file):
        more += f'checks = ["{COURSEWORK / checks}"]\n'
    fields = f'number = {number}\ntitle = "Small"\nfiles = ["{file}"]\n{more}'
    (folder / "exercise.toml").write_text(fields)
    for name, text in cases.items():
        (folder / "cases" / name).write_text(text)
    return folder


def graded(name: str, files: dict[str, str], *places: str, trusted: bool = False) -> Grade:
    texts = {file: text.encode() for file, text in files.items()}
    return grade(exercise(name, *places), Submission(texts, is_trusted=trusted))


def score_of(name: str, files: dict[str, str], place: str, *, trusted: bool = False) -> Score:
    return graded(name, files, place, trusted=trusted).marks[0].score


def fault_of(score: Score) -> str:
    """Return the first shortfall of a submission that earns nothing."""
    assert score.share == 0
    return score.feedback[0].what
