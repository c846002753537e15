"""A set of problems as a folder: domains, instances from easy to hard, costs, README, licence."""

import csv
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from planner_clue import __version__
from planner_clue.data import data_folder
from planner_clue.deliberation.formulations import domain_text
from planner_clue.deliberation.identification import Scope
from planner_clue.planning.problem import PddlProblem
from planner_clue.problem_set.contingent import (
    MOST_CLAUSES,
    MOST_SUGGESTIONS,
    contingent_domain,
    contingent_problem,
    why_left_out,
)
from planner_clue.problem_set.instances import (
    EXPANSIONS,
    PROCESSOR_SECONDS,
    SCOPES,
    SEARCHES,
    BestKnown,
    best_known,
    clue_problem,
    strips_problem_of,
)
from planner_clue.problem_set.positions import GamePosition, positions

COLUMNS = (
    "instance",
    "players",
    "game",
    "seat",
    "turn",
    "unlocated_cards",
    "possible_deals",
    "deals",
    "rivals",
    "questions_in_a_room",
    "clue_cost",
    "clue_proved_optimal",
    "clue_found_by",
    "clue_expansions",
    "strips_cost",
    "strips_proved_optimal",
    "strips_found_by",
    "strips_expansions",
    "contingent",
)
"""The columns of ``instances.csv``; expansions are those of the search that found the plan."""


@dataclass(frozen=True)
class SetInstance:
    """One position, as problems of both classical domains, with the best plans known."""

    position: GamePosition
    scope: Scope
    clue: PddlProblem
    strips: PddlProblem
    clue_best: BestKnown
    strips_best: BestKnown

    @property
    def difficulty(self) -> tuple[float, ...]:
        """The sort key: expansions of the searches for ``clue``."""
        return (*self.clue_best.difficulty, len(self.position.belief.unlocated()))


def problem_set(
    count: int, seed: int, jobs: int, done: Callable[[], object] = lambda: None
) -> dict[str, str]:
    """Return the files of a set by their names in its folder; ``done`` is called for each instance.

    The same count and seed give the same files. ``jobs`` searches run at a time.
    """
    found = positions(count, seed)

    def work(number: int) -> SetInstance:
        made = _instance(found[number], SCOPES[number * len(SCOPES) // count])
        done()
        return made

    with ThreadPoolExecutor(jobs) as pool:
        instances = sorted(pool.map(work, range(count)), key=lambda made: made.difficulty)
    files = {
        "LICENSE": (data_folder("pddl").parent / "LICENSE").read_text(encoding="utf-8"),
        "clue/domain.pddl": domain_text("clue"),
        "strips/domain.pddl": domain_text("strips"),
        "contingent/domain.pddl": contingent_domain(),
    }
    for number, made in enumerate(instances, 1):
        files |= _files(number, made, seed)
    sensing = sum(name.startswith("contingent/instances/") for name in files)
    files["README.md"] = _readme(count, seed, sensing, __version__)
    files["instances.csv"] = _table(instances)
    return files


def write_set(folder: Path, files: dict[str, str]) -> None:
    """Write the files of a set into a folder, which is made."""
    for name, text in sorted(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _instance(position: GamePosition, scope: Scope) -> SetInstance:
    clue, strips = clue_problem(position, scope), strips_problem_of(position)
    return SetInstance(
        position,
        scope,
        clue,
        strips,
        best_known(domain_text("clue"), clue.to_text(brief=True)),
        best_known(domain_text("strips"), strips.to_text(brief=True)),
    )


def _files(number: int, made: SetInstance, seed: int) -> dict[str, str]:
    """Return the files of one instance."""
    at = made.position
    story = (
        f"Written by planner-clue {__version__}: instance {number}.",
        f"{at.players} players, match seed {seed}, game {at.game}, "
        f"turn {at.turn} of seat {at.seat.index}.",
    )
    assumed = f"Assumed: {', '.join(at.assumed)}."
    name = f"instances/instance-{number}.pddl"
    files = {
        f"clue/{name}": made.clue.to_text((*story, assumed, _best(made.clue_best))),
        f"strips/{name}": made.strips.to_text((*story, assumed, _best(made.strips_best))),
    }
    if why_left_out(at) is None:
        deals = f"{at.belief.deals()} deals fit what this seat has seen."
        files[f"contingent/{name}"] = contingent_problem(
            at, f"clue-contingent-{number}", (*story, deals)
        )
    return files


def _best(best: BestKnown) -> str:
    proved = "optimal" if best.is_proved else "not proved to be optimal"
    return f"best known cost: {best.cost} ({proved})"


def _table(instances: Iterable[SetInstance]) -> str:
    """Return ``instances.csv``."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for number, made in enumerate(instances, 1):
        at, scope = made.position, made.scope
        rows.writerow(
            (
                number,
                at.players,
                at.game,
                at.seat.index,
                at.turn,
                len(at.belief.unlocated()),
                at.belief.deals(),
                scope.deals,
                scope.rivals,
                scope.suggestions,
                *_about(made.clue_best),
                *_about(made.strips_best),
                "no" if why_left_out(at) else "yes",
            )
        )
    return text.getvalue()


def _about(best: BestKnown) -> tuple[object, ...]:
    return best.cost, "yes" if best.is_proved else "no", best.found_by, best.expanded


def _readme(count: int, seed: int, sensing: int, version: str) -> str:
    """Return the README of a set of ``count`` positions, ``sensing`` of them with sensing."""
    scopes = (f"{scope.deals}, {scope.rivals}, {scope.suggestions}" for scope in SCOPES)
    first, *_, last = scopes
    text = (data_folder("pddl") / "benchmark.md").read_text(encoding="utf-8")
    return text.format(
        count=count,
        seed=seed,
        sensing=sensing,
        version=version,
        proof=SEARCHES[0],
        first=first,
        last=last,
        searches="\n".join(f"- `{search}`" for search in SEARCHES),
        expansions=f"{EXPANSIONS:,}",
        seconds=PROCESSOR_SECONDS,
        questions=MOST_SUGGESTIONS,
        clauses=f"{MOST_CLAUSES:,}",
    )
