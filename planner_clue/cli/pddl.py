"""Commands about PDDL: check-domain, validate, compare-heuristics, export-benchmark, plan."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from planner_clue.agents.settings import PlanningSettings, options_of
from planner_clue.cli import match_options, options
from planner_clue.cli.options import argument, integer, option
from planner_clue.cli.output import counted, print_table, write_file, write_json
from planner_clue.people.assist.conclusions import read_any_seen
from planner_clue.people.assist.turn_plan import TurnPlan, replan
from planner_clue.people.assist.turn_plan import plan as plan_turn
from planner_clue.planner import contract, domain_trials, domains
from planner_clue.planner.engines import HEURISTICS, load_engine
from planner_clue.planning import action_schemas, comparison, validation
from planner_clue.planning.engines import DEFAULT_ENGINE, Engine
from planner_clue.planning.plan import Limits, PlanningResult
from planner_clue.support import errors
from planner_clue.support.data import data_folder, listed
from planner_clue.view import charts, wording
from planner_clue.view.game_record import read_record

_CHARTS = (".png", ".svg", ".pdf")


def check_domain(file: Path = argument("DOMAIN", "A PDDL domain.")) -> int:
    """Check a PDDL domain for the agent planner.

    The domain must keep the contract of pddl/README.md; a breach is reported with its line. Then
    the planner plans with it in a few positions. Each plan is checked against the shipped domain,
    and its cost is compared with that of the shipped domain's plan. The exit code is 3 if a plan
    is refuted.

    Example: planner-clue check-domain mine.pddl
    """
    domain = contract.load_agent_domain(str(file))
    if missing := load_engine(DEFAULT_ENGINE).missing():
        raise errors.EngineError(f"engine {DEFAULT_ENGINE}: {missing}")
    tried = list(domain_trials.try_domain(domain, domains.model_for(domain), compare=True))
    if isinstance(beyond := action_schemas.lifted_domain(domain.text), action_schemas.Unsupported):
        what = "Fast Downward's translator grounds it"
        typer.echo(f"{what}; our faster grounder does not support {beyond}")
    typer.echo(
        f"{file} keeps the contract; compared with {domain_trials.reference_of(domain).name}:"
    )
    rows = []
    for one in tried:
        if one.broken or not one.trial.free:
            assert one.shipped is not None
            rows.append([one.trial.name, _cost(one.result), _cost(one.shipped), _verdict(one)])
    print_table(["position", "cost", "shipped", "its plan"], rows, {"position", "its plan"})
    refuted = [(one.trial, one.broken) for one in tried if one.broken]
    for trial, broken in refuted[:1]:
        typer.echo(domain_trials.refutation_in_words(domain, trial, broken))
    return 3 if refuted else 0


def _verdict(one: domain_trials.TrialResult) -> str:
    if one.broken:
        return "refuted"
    if one.unknown:
        return f"not compared: {one.unknown.action} differs from the shipped domain's"
    return "valid" if one.result.plan else ""


def _cost(result: PlanningResult) -> str:
    return str(result.plan.cost) if result.plan else result.status.value


def validate(
    domain: Path = argument("DOMAIN", "A PDDL domain."),
    problem: Path = argument("PROBLEM", "A PDDL problem in this domain."),
    plan: Path = argument("PLAN", "A plan, one action per line."),
) -> int:
    """Check a plan and name the first step that fails.

    The output also names the precondition that this step violates. unified-planning's validator
    checks the plan too, if it supports the domain, and so does VAL, if it is installed. The exit
    code is 1 if the plan is not valid.
    """
    ours, *others = validation.validate_files(domain, problem, plan)
    words = {True: "valid", False: "not valid", None: "cannot check this plan"}
    for verdict in (ours, *others):
        typer.echo(f"{verdict.validator}: {words[verdict.valid]}: {verdict.message}")
    if against := [one.validator for one in others if one.valid is (not ours.valid)]:
        who = " and ".join(against)
        typer.echo(f"{who} disagree{'s' * (len(against) == 1)}; the exit code is planner-clue's")
    return 0 if ours.valid else 1


def compare_heuristics(
    problems: list[Path] | None = argument(
        "[PROBLEM...]", "PDDL problems; default: the examples in pddl/clue.", default=None
    ),
    heuristic: list[str] | None = option(
        "NAME", "Name or file.py:function, repeatable; default: all."
    ),
    engine: list[str] | None = option("NAME", "Repeatable; else fast-downward, fast-downward-opt."),
    search: str = option(
        None,
        "Search of clue-astar: astar, wastar=WEIGHT or greedy. With unit- before it, "
        "as in unit-astar, every action costs 1.",
        default="astar",
    ),
    domain: Path | None = option("FILE", "PDDL domain; default: domain.pddl beside each problem."),
    expansions: int = integer(50_000, "Stop clue-astar after expanding N states.", least=1),
    chart: Path | None = option("FILE", "Draw a chart into this .png, .svg or .pdf file."),
    json_file: options.JsonFile = None,
) -> int:
    """Compare heuristics and engines on PDDL problems.

    Prints expansions, time, and the length and cost of each plan. The problems can be the examples,
    files of 'planner-clue match --pddl-dir' or 'planner-clue plan --out', or your own files. The
    exit code is 3 if a heuristic or engine failed for a reason other than --expansions.

    Example: planner-clue compare-heuristics --heuristic blind --heuristic mine.py:far
    """
    options.check_file("--chart", chart, endings=_CHARTS)
    options.check_file("--json", json_file)
    if not problems:
        folder = data_folder("pddl") / "clue"
        problems = [file for file in listed(folder, "*.pddl") if file.stem != "domain"]
    instances = [comparison.read_instance(file, domain) for file in problems]
    solvers = list(_solvers(heuristic, engine, search))
    made = comparison.compare(instances, solvers, Limits(expansions=expansions))
    attempts = list(counted(made, "attempts", len(instances) * len(solvers)))
    if chart:
        write_file("--chart", chart, charts.draw_comparison(attempts, chart.suffix[1:].lower()))
    if write_json({"schema": 1, "attempts": [asdict(attempt) for attempt in attempts]}, json_file):
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
            raise errors.InputError(f"--engine {name}: {missing}")
        yield name, engine


def _report(attempts: Sequence[comparison.Attempt]) -> None:
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


@match_options.takes_settings
def plan(
    file: Path | None = argument("[RECORD]", options.RECORD_HELP, default=None, show_default=False),
    seen: Path | None = option(
        "FILE",
        "Plan from this file instead of a record: notes of 'planner-clue assist', or JSON as for "
        "'planner-clue belief'. Add the positions of the tokens unless they are on their starts.",
    ),
    edition: options.Edition = None,
    seat: options.SeatName = None,
    turn: int | None = integer(None, "Turn in which the plan was made; default: the first one."),
    replan: int | None = integer(None, "Number of the decision in its game, from 0.", metavar="K"),
    game: options.GameNumber = None,
    planning: Annotated[PlanningSettings, "playouts"] = match_options.PLANNING,
    svg: Path | None = option("FILE", "Draw the plan as a tree into this .svg or .png file."),
    out: Path | None = option("DIR", "Write domain.pddl, problem.pddl, plan and why.json here."),
) -> None:
    """Show a recorded plan or plan for a real table.

    Prints the trigger of the plan and its step for each answer. With a record, the planner decides
    the game again, which gives the same domain, problem and plan. A record in which it decided
    differently is refused. The options of planners are for --seen.

    Example: planner-clue plan results --turn 7 --out replan --svg plan.svg
    """
    if (file is None) == (seen is None):
        raise errors.InputError("plan: expected either a RECORD or --seen FILE")
    if out:
        options.check_new_folder("--out", out)
    if svg:
        options.check_file("--svg", svg, endings=(".svg", ".png"))
    chosen: Any = {
        option.keyword: value
        for option in options_of(PlanningSettings)
        if (value := getattr(planning, option.field)) != option.default
    }
    if seen:
        only = {"seat": seat, "turn": turn, "replan": replan, "game": game}
        options.check_absent("; expected only with a RECORD", **only)
        observed = read_any_seen(seen, "classic", edition) if edition else seen
        made = plan_turn(observed, **chosen)
    else:
        assert file is not None
        if "domain" in chosen:
            chosen["domain"] = planning.domain_source  # the name, not the text
        options.check_absent("; expected only with --seen", edition=edition, **chosen)
        made = _plan_in_record(file, seat, turn, replan, game)
    if out:
        made.save(out)

    decision = made.decision
    if svg:
        write_file("--svg", svg, charts.tree_picture(decision.steps, svg.suffix[1:].lower()))
    first, *others = decision.triggers
    typer.echo(f"turn {decision.turn}, replan {decision.number}: {first.trigger.value}")
    typer.echo(str(first))
    for other in others:
        typer.echo(f"also {other.trigger.value}: {other}")
    typer.echo(f"assumes {', '.join(made.assumption)} (probability {decision.chance:.4f})\n")
    typer.echo(made.text, nl=False)
    if branches := list(wording.branch_lines(decision.steps, "  ")):
        typer.echo("\n".join(("", wording.steps_in_words(decision.steps), *branches)))


def _plan_in_record(
    file: Path, seat: str | None, turn: int | None, number: int | None, game: int | None
) -> TurnPlan:
    """Return a plan of a recorded game; say on stderr if there are others in its turn."""
    record = read_record(file, game)
    planner = record.seats[options.checked_seat(record.data, seat)]
    made = replan(planner, turn, number)
    planned = (plan for plan in planner.replans if not plan.is_follow_up)
    of_turn = [plan for plan in planned if plan.turn == made.decision.turn]
    others = [str(plan.number) for plan in of_turn if plan.number != made.decision.number]
    if others and number is None:
        typer.echo(f"it planned again in this turn: --replan {' or '.join(others)}", err=True)
    return made
