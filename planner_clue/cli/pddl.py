"""Commands about PDDL: check-domain, validate, compare-heuristics and export-benchmark."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import count as counter
from pathlib import Path

import typer

from planner_clue.atomic_writes import write_files
from planner_clue.cli import options
from planner_clue.cli.output import print_table, progress, show_count, write_file, write_json
from planner_clue.data import data_folder, listed
from planner_clue.deliberation import domains
from planner_clue.deliberation.contract import load_agent_domain
from planner_clue.deliberation.engines import HEURISTICS, load_engine
from planner_clue.errors import EngineError, InputError
from planner_clue.planning.action_schemas import lifted_domain
from planner_clue.planning.comparison import Attempt, compare, read_instance
from planner_clue.planning.engines import DEFAULT_ENGINE, Engine
from planner_clue.planning.plan import Limits, PlanningResult
from planner_clue.planning.validation import validate_files
from planner_clue.problem_set.set_folder import problem_set

_CHARTS = (".png", ".svg", ".pdf")


def check_domain(file: Path = options.argument(..., "A PDDL domain.", metavar="DOMAIN")) -> int:
    """Check a PDDL domain for the agent planner.

    It has to keep the contract of pddl/README.md; a breach is named with its line. Then it plans
    in a few positions. The shipped domain executes each plan, names a step that it refutes, and
    compares the cost with that of its own plan. The exit code is 3 if a plan is refuted.

    Example: planner-clue check-domain mine.pddl
    """
    domain = load_agent_domain(str(file))
    if missing := load_engine(DEFAULT_ENGINE).missing():
        raise EngineError(f"engine {DEFAULT_ENGINE}: {missing}")
    tried = list(domains.try_domain(domain, domains.model_for(domain), compare=True))
    if isinstance(beyond := lifted_domain(domain.text), str):
        typer.echo(
            f"Fast Downward's translator grounds it; our faster grounder does not take {beyond}"
        )
    typer.echo(f"{file} keeps the contract; compared with {domains.reference_of(domain).name}:")
    rows = []
    for one in tried:
        if one.broken or not one.trial.free:
            assert one.shipped is not None
            rows.append([one.trial.name, _cost(one.result), _cost(one.shipped), _verdict(one)])
    print_table(["position", "cost", "shipped", "its plan"], rows, {"position", "its plan"})
    refuted = [(one.trial, one.broken) for one in tried if one.broken]
    for trial, broken in refuted[:1]:
        typer.echo(domains.refutation_in_words(domain, trial, broken))
    return 3 if refuted else 0


def _verdict(one: domains.TrialResult) -> str:
    if one.broken:
        return "refuted"
    if one.unknown:
        return f"not compared: {one.unknown.action} is not shipped so"
    return "valid" if one.result.plan else ""


def _cost(result: PlanningResult) -> str:
    return str(result.plan.cost) if result.plan else result.status.value


def validate(
    domain: Path = options.argument(..., "A PDDL domain.", metavar="DOMAIN"),
    problem: Path = options.argument(..., "A PDDL problem in this domain.", metavar="PROBLEM"),
    plan: Path = options.argument(..., "A plan, one action per line.", metavar="PLAN"),
) -> int:
    """Check a plan, and name the first step that fails.

    Names the precondition that this step violates, too. Uses unified-planning's validator, and
    also VAL if that is installed. The exit code is 1 if the plan is not valid.
    """
    verdicts = validate_files(domain, problem, plan)
    for verdict in verdicts:
        word = "valid" if verdict.valid else "not valid"
        typer.echo(f"{verdict.validator}: {word}: {verdict.message}")
    return 0 if all(verdict.valid for verdict in verdicts) else 1


def compare_heuristics(
    problems: list[Path] | None = options.argument(
        None, "PDDL problems; default: the examples in pddl/clue.", metavar="[PROBLEM...]"
    ),
    heuristic: list[str] | None = options.option(
        None,
        "Heuristic for clue-astar: a name or file.py:function; may be repeated. "
        "Default: all built-in heuristics.",
        metavar="NAME",
    ),
    engine: list[str] | None = options.option(
        None,
        "Engine to compare with; may be repeated. Default: fast-downward (hmax) and "
        "fast-downward-opt (LM-cut).",
        metavar="NAME",
    ),
    search: str = options.option(
        "astar",
        "Search of clue-astar: astar, wastar=WEIGHT or greedy. With unit- before it, "
        "as in unit-astar, every action costs 1.",
    ),
    domain: Path | None = options.option(
        None, "PDDL domain; default: domain.pddl beside each problem.", metavar="FILE"
    ),
    expansions: int = options.integer(50_000, "Stop clue-astar after expanding N states.", least=1),
    chart: Path | None = options.option(
        None, "Draw a chart to this .png, .svg or .pdf file.", metavar="FILE"
    ),
    json_file: options.JsonFile = None,
) -> int:
    """Compare heuristics and engines on PDDL problems.

    Prints expansions, time, and the length and cost of the plan. The problems may be the examples,
    files of 'planner-clue match --pddl-dir' or 'planner-clue plan --out', or your own. The exit
    code is 3 if a heuristic or engine failed, other than by --expansions.

    Example: planner-clue compare-heuristics --heuristic blind --heuristic mine.py:far
    """
    options.check_file("--chart", chart, endings=_CHARTS)
    options.check_file("--json", json_file)
    if not problems:
        folder = data_folder("pddl") / "clue"
        problems = [file for file in listed(folder, "*.pddl") if file.stem != "domain"]
    instances = [read_instance(file, domain) for file in problems]
    solvers = list(_solvers(heuristic, engine, search))
    attempts: list[Attempt] = []
    for attempt in compare(instances, solvers, Limits(expansions=expansions)):
        done = f"{len(attempts) + 1} of {len(instances) * len(solvers)}"
        show_count(f"{done}: {attempt.position}, {attempt.solver}")
        attempts.append(attempt)
    show_count("")
    if chart:
        from planner_clue.show.charts import draw_comparison

        write_file("--chart", chart, draw_comparison(attempts, chart.suffix[1:].lower()))
    data = {"schema": 1, "attempts": [asdict(attempt) for attempt in attempts]}
    if write_json(data, json_file):
        _report(attempts)
    return 3 if any(attempt.went_wrong for attempt in attempts) else 0


def _solvers(
    heuristics: Sequence[str] | None, engines: Sequence[str] | None, search: str
) -> Iterator[tuple[str, Engine]]:
    for name in heuristics or HEURISTICS:
        yield name, load_engine("clue-astar", search, name)
    for name in engines or [DEFAULT_ENGINE, "fast-downward-opt"]:
        engine = load_engine(name)
        if missing := engine.missing():
            raise InputError(f"--engine {name}: {missing}")
        yield name, engine


def _report(attempts: Sequence[Attempt]) -> None:
    rows = []
    for number, attempt in enumerate(attempts):
        known = attempt.failure is None
        new = number == 0 or attempts[number - 1].position != attempt.position
        rows.append([
            attempt.position if new else "",
            attempt.solver,
            "-" if attempt.expansions is None else str(attempt.expansions),
            f"{1000 * attempt.seconds:.0f}" if known else "-",
            str(attempt.length) if known else "-",
            str(attempt.cost) if known else "-",
        ])  # fmt: skip
    left = ["position", "heuristic or engine"]
    print_table([*left, "expansions", "ms", "steps", "cost"], rows, left)
    for attempt in attempts:
        if attempt.failure:
            typer.echo(f"{attempt.position}, {attempt.solver}: {attempt.failure}")


def export_benchmark(
    folder: Path = options.argument(..., "Folder to write to; made if missing.", metavar="DIR"),
    count: int = options.integer(30, "Number of positions.", least=1, most=1000),
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
) -> None:
    """Write positions of games as a benchmark set.

    Three domains (with costs, STRIPS only, and with sensing), and an instance of each per position,
    from the end of games to the start and with three to six players. The instances are sorted by
    difficulty; instances.csv has the best known costs. The same count and seed write the same
    bytes.
    """
    options.check_new_folder("folder", folder)
    jobs = options.checked_jobs(jobs)
    made = counter(1)
    with progress("instances", count) as update:
        files = problem_set(count, seed, jobs, lambda: update(next(made)))
    write_files(folder, files)
    instances = sum("/instances/" in name for name in files)
    typer.echo(f"{folder}: {count} positions, {instances} problems in 3 domains")
