"""``python -m benchmarks.formulations``: the example problems of ``pddl/`` and their figures.

Writes ``pddl/<formulation>/<example>.pddl`` and the tables in ``pddl/README.md``. To be run
after a change of a domain, of what writes its problems, or of a position. With ``--games`` it
writes only the table of which facts matter in play, which takes a minute.
"""

import argparse
from dataclasses import replace
from itertools import islice
from pathlib import Path

from benchmarks.figures import replaced
from benchmarks.follow_ups import problems
from planner_clue.planner.engines import load_engine
from planner_clue.planner.examples import EXAMPLES, Example
from planner_clue.planner.formulations import domain_text
from planner_clue.planning.translator import translate
from planner_clue.support.data import data_folder

NAMES = ("clue", "huji", "strips")
"""The formulations: folders of ``pddl/``."""
ENGINE = "fast-downward"
"""An optimal planner: what it finds is the least cost there is."""
SEARCHES = ("lazy_greedy([ff()])", "astar(blind())", "astar(hmax())")
"""The searches that are compared: one that is quick, and two that are optimal."""
_BEGIN = "<!-- {}: written by python -m benchmarks.{} -->\n"
_END = "<!-- end of {} -->"


def problem_text(formulation: str, example: Example) -> tuple[str, str]:
    """Return an example's file, and its row of the table of sizes."""
    problem, domain = example.problem(formulation), domain_text(formulation)
    cost = load_engine(ENGINE).solve(domain, problem.to_text(brief=True)).checked().cost
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


def search_row(search: str) -> str:
    """Return what one search makes of the start in every formulation."""
    engine, cells = load_engine(ENGINE, search), []
    for formulation in NAMES:
        problem = EXAMPLES[0].problem(formulation).to_text(brief=True)
        result = engine.solve(domain_text(formulation), problem)
        cells.append(f"{result.checked().cost} ({result.expansions})")
    return f"| `{search}` | {' | '.join(cells)} |"


def with_table(
    text: str, name: str, heads: str, rows: list[str], module: str = "formulations"
) -> str:
    """Return ``text`` with the table between the marks of ``name`` written anew."""
    table = [f"| {heads} |", "|---" * (heads.count("|") + 1) + "|", *rows, ""]
    return replaced(text, _BEGIN.format(name, module), _END.format(name), "\n".join(table))


def files() -> dict[Path, str]:
    """Return the text of every example problem and of the README, by path."""
    folder, written, rows = data_folder("pddl"), dict[Path, str](), []
    for formulation in NAMES:
        for example in EXAMPLES:
            text, row = problem_text(formulation, example)
            written[folder / formulation / f"{example.name}.pddl"] = text
            rows.append(row)
    readme = folder / "README.md"
    text = readme.read_text(encoding="utf-8")
    text = with_table(text, "sizes", "problem | objects | ground actions | best known cost", rows)
    heads = " | ".join(["search", *NAMES])
    written[readme] = with_table(text, "searches", heads, list(map(search_row, SEARCHES)))
    return written


FACTS = ("ASSUMED", "held", "unlocated")
"""The facts that are left out, a kind at a time."""


def facts_table(text: str, positions: int, seed: int) -> str:
    """Return the README with the table of plans that change without some facts.

    The problems come from the planner's games against two ``exact``, on both boards.
    """
    engine, domain = load_engine(ENGINE), domain_text("clue")
    changed, none = dict.fromkeys(FACTS, 0), dict.fromkeys(FACTS, 0)
    for posed in islice(problems(seed), positions):
        plan = engine.solve(domain, posed.pddl).checked()
        for fact in FACTS:
            init = frozenset(atom for atom in posed.pddl.init if atom[0] != fact)
            without = engine.solve(domain, replace(posed.pddl, init=init)).plan
            none[fact] += without is None
            changed[fact] += without is not None and without.steps != plan.steps
    rows = [f"| `{fact}` | {changed[fact]} | {none[fact]} |" for fact in FACTS]
    heads = f"without the facts | another plan, of {positions} problems | no plan"
    return with_table(text, "facts", heads, rows, "formulations --games")


def main() -> None:
    """Write what has changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", action="store_true", help="only the table of facts in play")
    parser.add_argument("--positions", type=int, default=100, help="problems of that table")
    parser.add_argument("--seed", type=int, default=8601, help="seed of their games")
    given = parser.parse_args()
    if given.games:
        readme = data_folder("pddl") / "README.md"
        text = facts_table(readme.read_text(encoding="utf-8"), given.positions, given.seed)
        readme.write_text(text, encoding="utf-8")
        return
    for path, text in files().items():
        same = path.is_file() and path.read_text(encoding="utf-8") == text
        print(f"{'as it was' if same else 'written':10} {path.relative_to(data_folder('pddl'))}")
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
