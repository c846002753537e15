"""``planner-clue plan``, and how commands are told which game and seat of a record to take."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_clue.cli.arguments import check_new_folder, whole_number
from planner_clue.errors import EngineError, InputError, PlanningFailure, SeenError
from planner_clue.planning.engines.names import DEFAULT_ENGINE

if TYPE_CHECKING:
    from planner_clue.deliberation.decision import Decision

RECORD_HELP = "The folder of a match, a games.jsonl file, or a file with one record."
Record = Annotated[Path, typer.Argument(help=RECORD_HELP, metavar="RECORD")]
SeatNumber = Annotated[
    int | None,
    typer.Option(
        "--seat", help="Seat, from 0; default: the first planner.", metavar="I", parser=whole_number
    ),
]
GameNumber = Annotated[
    int | None,
    typer.Option(
        "--game",
        help="Number of the game; default: the first in the file.",
        metavar="N",
        parser=whole_number,
    ),
]


def plan(
    file: Annotated[
        Path | None,
        typer.Argument(help=RECORD_HELP, metavar="[RECORD]", show_default=False),
    ] = None,
    seen: Annotated[
        Path | None,
        typer.Option(
            help="Plan from this file instead of a record: notes of 'planner-clue assist', or "
            "JSON as for 'planner-clue belief', with the tokens' positions unless they stand on "
            "their starts.",
            metavar="FILE",
        ),
    ] = None,
    seat: SeatNumber = None,
    turn: Annotated[
        int | None,
        typer.Option(
            help="Turn in which the plan was made; default: the first.",
            metavar="N",
            parser=whole_number,
        ),
    ] = None,
    replan: Annotated[
        int | None,
        typer.Option(
            help="Number of the replan in its game, from 0.", metavar="K", parser=whole_number
        ),
    ] = None,
    game: GameNumber = None,
    engine: Annotated[
        str | None, typer.Option(help="With --seen: planning engine.", metavar="NAME")
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="With --seen: search of the engine.", metavar="TEXT")
    ] = None,
    heuristic: Annotated[
        str | None, typer.Option(help="With --seen: heuristic of clue-astar.", metavar="NAME")
    ] = None,
    domain: Annotated[
        Path | None,
        typer.Option(help="With --seen: PDDL domain instead of the agent's own.", metavar="FILE"),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="With --seen: identification or priced; see match --help.", metavar="NAME"
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write domain.pddl, problem.pddl, plan and why.json to this folder.", metavar="DIR"
        ),
    ] = None,
) -> None:
    """Show a recorded plan, or plan for a real table.

    Says also why the plan was made. With a record, the planner decides the game again, which
    gives the same domain, problem and plan; a record with other decisions is refused.

    Example: planner-clue plan results --turn 7 --out replan
    """
    if (file is None) == (seen is None):
        raise InputError("plan: expected either a RECORD or --seen FILE")
    if out:
        check_new_folder("--out", out)
    if seen:
        _only_with("a RECORD", seat=seat, turn=turn, replan=replan, game=game)
        settings = (engine or DEFAULT_ENGINE, search, heuristic, domain, model)
        made, files = _plan_for_seen(seen, *settings)
    else:
        assert file is not None
        _only_with(
            "--seen",
            engine=engine,
            search=search,
            heuristic=heuristic,
            domain=domain,
            model=model,
        )
        made, files = _plan_in_record(file, seat, turn, replan, game)
    if out:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (out / name).write_text(text, encoding="utf-8")
    first = made.triggers[0]
    typer.echo(f"turn {made.turn}, replan {made.number}: {first.trigger.value}")
    typer.echo(str(first))
    typer.echo(f"assumes {', '.join(made.assumption)} (chance {made.chance:.4f})\n")
    typer.echo(files["plan"], nl=False)


def _only_with(what: str, **options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise InputError(f"--{name} {value}; expected only with {what}")


def _plan_in_record(
    file: Path, seat: int | None, turn: int | None, replan: int | None, game: int | None
) -> tuple["Decision", dict[str, str]]:
    """Return a decision of a recorded game, with its files."""
    from planner_clue.agents.planning_agent import PlanningAgent
    from planner_clue.match.rethink import rethink

    record = read_game(file, game)
    seat = checked_seat(record, seat)
    agent = rethink(record, seat)
    if not isinstance(agent, PlanningAgent):
        raise InputError(f"--seat {seat} is {record['seats'][seat]['agent']}; expected a planner")
    planned = [decision for decision in agent.decisions if decision.number is not None]
    found = [d for d in planned if turn in (None, d.turn) and replan in (None, d.number)]
    if found:
        others = [str(made.number) for made in found[1:] if made.turn == found[0].turn]
        if others:
            typer.echo(f"it planned again in this turn: --replan {' or '.join(others)}", err=True)
        return found[0], agent.files_of(found[0], f"Game {record['game']}")
    made_in = ", ".join(f"{made.turn} (replan {made.number})" for made in planned)
    raise InputError(f"no plan of seat {seat} at that point; it planned in turns {made_in}")


def _plan_for_seen(
    file: Path,
    engine: str,
    search: str | None,
    heuristic: str | None,
    domain: Path | None,
    model: str | None,
) -> tuple["Decision", dict[str, str]]:
    """Return the decision for the observations in a file, with its files."""
    from planner_clue.agents.planner import PlannerAgent
    from planner_clue.assist.any_seen import read_any_seen
    from planner_clue.belief import ContradictionError
    from planner_clue.deliberation.contract import load_agent_domain

    text = load_agent_domain(str(domain)).text if domain else None
    agent = PlannerAgent(engine, search, heuristic, text, model)
    seen = read_any_seen(file, default_board="classic")
    try:
        made = agent.plan_for(seen)
    except ContradictionError as error:
        raise SeenError(f"{file}: {error}") from error
    if made.failure:
        failure = PlanningFailure(made.failure.status, made.failure.detail)
        if made.failure.status in ("unsupported", "missing"):
            raise EngineError(f"--engine {engine}: {failure}")
        raise failure
    return made, agent.files_of(made, file.name)


def read_game(path: Path, game: int | None) -> dict[str, Any]:
    """Return the record of ``game``, or the first, of a match's folder or a file of records.

    The record is replayed: one that the rules do not give is refused.
    """
    from planner_clue.table.record import replay
    from planner_clue.table.record_files import find_record

    record = find_record(path, game)
    replay(record)
    return record


def checked_seat(record: dict[str, Any], seat: int | None) -> int:
    """Return ``seat`` if the record has it; for None, the first planner's seat."""
    if seat is None:
        planner = planner_seat(record)
        if planner is None:
            raise InputError("no planner in this record; expected --seat I")
        return planner
    count = len(record.get("seats", ()))
    if not 0 <= seat < count:
        raise InputError(f"--seat {seat}; expected 0 to {count - 1}")
    return seat


def planner_seat(record: dict[str, Any]) -> int | None:
    """Return the first seat that noted a plan, if any."""
    from planner_clue.deliberation.decision import read_decisions

    for seat, notes in enumerate(record.get("notes", ())):
        if any(decision.number is not None for decision in read_decisions(notes)):
            return seat
    return None
