"""``python -m benchmarks.formulations``: the example problems of ``pddl/`` and their figures.

Writes ``pddl/<formulation>/<example>.pddl`` and the table in ``pddl/README.md``. To be run
after a change of a domain, of what writes its problems, or of a position.
"""

from pathlib import Path

from planner_clue.data import data_folder
from planner_clue.planning.domain import load_domain
from planner_clue.planning.engines import load_engine
from planner_clue.planning.engines.fast_downward import translate
from planner_clue.planning.formulations.examples import EXAMPLES, Example

NAMES = ("clue", "huji", "strips")
"""The formulations: folders of ``pddl/``."""
ENGINE = "fast-downward"
"""An optimal planner: what it finds is the least cost there is."""
TABLE = (
    "| problem | objects | ground actions | best known cost |",
    "|---|---|---|---|",
)
_BEGIN = "<!-- written by python -m benchmarks.formulations -->"
_END = "<!-- end of what was written -->"


def domain_text(formulation: str) -> str:
    """Return the domain of ``pddl/<formulation>/``."""
    return load_domain(str(data_folder("pddl") / formulation / "domain.pddl")).text


def problem_text(formulation: str, example: Example) -> tuple[str, str]:
    """Return an example's file, and its row of the table."""
    problem, domain = example.problem(formulation), domain_text(formulation)
    cost = load_engine(ENGINE).solve(domain, problem).cost
    text = problem.to_text(
        (
            f"Written by planner-clue for the domain {problem.domain}.",
            f"Example {example.name}: {example.story}",
            f"Assumed: {', '.join(example.assumed)}.",
            f"best known cost: {cost} (optimal)",
        )
    )
    objects = sum(map(len, problem.objects.values()))
    actions = len(translate(domain, text).operators)
    return text, f"| `{formulation}/{example.name}.pddl` | {objects} | {actions} | {cost} |"


def files() -> dict[Path, str]:
    """Return the text of every example problem and of the README, by path."""
    folder, written, rows = data_folder("pddl"), dict[Path, str](), list(TABLE)
    for formulation in NAMES:
        for example in EXAMPLES:
            text, row = problem_text(formulation, example)
            written[folder / formulation / f"{example.name}.pddl"] = text
            rows.append(row)
    readme = folder / "README.md"
    before, _, rest = readme.read_text(encoding="utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    table = "\n".join(rows)
    return written | {readme: f"{before}{_BEGIN}\n{table}\n{_END}{after}"}


def main() -> None:
    """Write what has changed."""
    for path, text in files().items():
        same = path.is_file() and path.read_text(encoding="utf-8") == text
        print(f"{'as it was' if same else 'written':10} {path.relative_to(data_folder('pddl'))}")
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
