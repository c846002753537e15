"""Submitted code imports what its exercise lists, and the answers are nowhere in its process."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import planner_clue
from planner_clue.support.errors import SubmissionError
from planner_clue.teaching import allowed_imports as imports
from planner_clue.teaching.grading import grade
from planner_clue.teaching.submission import Submission
from planner_clue.teaching.worker import Worker
from tests.teaching.grading_help import COURSEWORK, EXERCISES, TEACHER, exercise, score_of

WAYS = "cases/01-two-dice.toml"
CHEATS = """
import ast, gc, importlib, importlib.util, runpy, sys
from pathlib import Path

PACKAGE = Path({package!r})
TRICKS = {{
    "import_module": lambda module: importlib.import_module(module),
    "run": lambda module: runpy.run_module(module),
    "loaded": lambda module: sys.modules[module],
    "without the guard": lambda module: without_guard(module),
    "source": lambda module: ast.parse(file_of(module).read_text()),
    "byte code": lambda module: list(cached(module))[0].read_bytes()[0],
    "by file": lambda module: by_file(module),
    "in memory": lambda module: [one for one in gc.get_objects() if owner(one) == module][0],
}}


def file_of(module):
    root = PACKAGE.parent / ("coursework" if module.startswith("graders") else "")
    return root.joinpath(*module.split(".")).with_suffix(".py")


def cached(module):
    file = file_of(module)
    return file.parent.glob("__pycache__/" + file.stem + ".*.pyc")


def owner(one):
    return getattr(one, "__module__", None) if callable(one) else None


def without_guard(module):
    kept = sys.meta_path[:]
    sys.meta_path[:] = [one for one in kept if "Guard" not in type(one).__name__]
    try:
        return importlib.import_module(module)
    finally:
        sys.meta_path[:] = kept


def by_file(module):
    spec = importlib.util.spec_from_file_location("mine", file_of(module))
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


def worked():
    found = []
    for module in {modules!r}:
        for name, trick in TRICKS.items():
            try:
                trick(module)
            except Exception:
                continue
            found.append(name + " " + module)
    return found
"""
ANSWERS = "teaching.agent_checks teaching.grading planner.triggers agents.exact"
ANSWERS += " planner.planner_agent planning.astar.heuristics view.matches"
GRADERS = ["graders.cost_positions", "graders.search_spaces"]
PACKAGE = Path(planner_clue.__file__).parent
WITHHELD = "AgentReport AgentResult GameRecord MatchResult SeatRecord TurnPlan check_agent plan"
WITHHELD += " play_game play_match read_belief read_record read_records replan"
OFFERED = sorted({*planner_clue.__all__} - {*WITHHELD.split()})
"""The public names that an agent has in its worker."""


def cheating(answers: str) -> str:
    modules = [f"planner_clue.{answer}" for answer in answers.split()]
    for module in modules:
        assert PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py").is_file(), module
    return CHEATS.format(package=str(PACKAGE), modules=modules + GRADERS)


def test_no_trick_reaches_an_answer_from_a_function() -> None:
    text = cheating(ANSWERS) + "\ndef way_cost(way):\n    raise ValueError(f'{worked()}, no more')"
    (failure,) = score_of("4-costs", {"costs.py": text}, WAYS).feedback
    assert "ValueError: [], no more" in failure.what


def test_no_trick_reaches_an_answer_from_an_agent() -> None:
    text = (
        cheating(ANSWERS.replace("planning.astar.heuristics ", ""))
        + "\nimport planner_clue as clue\n"
        + "\nclass MyAgent(clue.Agent):\n    move = suggest = show = accuse = None\n"
        + "    def begin(self, seat):\n"
        + f"        [getattr(clue, name) for name in {OFFERED!r}]\n"
        + "        clue.Belief(seat), clue.load_board('classic').pips\n"
        + "        own = ('MyAgent', 'RequestAgent', 'ProgramAgent', 'SpeedClueAgent')\n"
        + "        names = [one.__name__ for one in clue.Agent.__subclasses__()]\n"
        + "        others = [name for name in names if name not in own]\n"
        + "        raise ValueError(f'{worked()}, {others}, no more')\n"
    )
    asked = exercise("5-agent", "cases/01-random.toml")
    two_deals = replace(asked, cases=(replace(asked.cases[0], games=12),))
    (mark,) = grade(two_deals, Submission({"agent.py": text.encode()})).marks
    assert any("ValueError: [], [], no more" in failure.what for failure in mark.score.feedback)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("from planner_clue.teaching.agent_checks import AgentWins", "teaching.agent_checks"),
        ("import planner_clue", ""),
        ("def later():\n    from planner_clue import Belief", "Belief"),
    ],
)
def test_an_import_that_is_not_listed_is_named_with_its_line(line: str, named: str) -> None:
    (failure,) = score_of("4-costs", {"costs.py": f"x = 1\n{line}\n"}, WAYS).feedback
    number = 2 + line.count("\n")
    module = f"planner_clue.{named}" if named else "planner_clue"
    allowed = "this exercise allows the standard library, numpy, scipy"
    assert failure.what == f"costs.py:{number} imports {module}; {allowed}"


def test_importing_all_names_of_planner_clue_is_refused_with_the_reason() -> None:
    with pytest.raises(SubmissionError, match=r"agent\.py:1 imports planner_clue\.\*") as caught:
        imports.check_imports({"agent.py": b"from planner_clue import *"}, ["planner_clue"])
    assert "List the names that you need" in caught.value.means


@pytest.mark.parametrize(
    "statement",
    ["exec('from planner_clue.teaching.agent_checks import AgentWins')", "__import__('networkx')"],
)
def test_an_import_while_the_code_runs_is_named_with_its_line(statement: str) -> None:
    text = f"import importlib\ndef way_cost(way):\n    {statement}\n    return 100\n"
    (failure,) = score_of("4-costs", {"costs.py": text}, WAYS).feedback
    what = failure.what.splitlines()[0]
    assert " is not available; this exercise allows the standard library, numpy, scipy" in what
    assert "at costs.py:3 in way_cost" in what


def test_what_is_listed_can_be_imported_with_its_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worker.__init__, "__kwdefaults__", {"seconds": 100, "megabytes": 1024})
    text = "import scipy.stats, numpy.linalg, fractions, ctypes, unittest.mock\n"
    text += "def way_cost(way):\n    return 100\ndef question_cost(question):\n    return 1\n"
    assert "every way costs 100" in score_of("4-costs", {"costs.py": text}, WAYS).feedback[0].what


def test_every_exercise_says_what_may_be_imported() -> None:
    for name in EXERCISES:
        if exercise(name).runs_code:
            statement = (COURSEWORK / name / "README.md").read_text()
            allowed = exercise(name).imports
            assert "**May import**" in statement, name
            assert all(f"`{package}`" in statement for package in allowed), name
        solution = {
            path.name: path.read_bytes() for path in (TEACHER / name / "solution").glob("*.py")
        }
        imports.check_imports(solution, exercise(name).imports)
