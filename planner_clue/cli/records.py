"""``planner-clue plan``, and the choice of a game and a seat of a record."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from planner_clue.agents.settings import PlanningSettings, options_of
from planner_clue.api.game_record import read_record
from planner_clue.api.turn_plan import TurnPlan, replan
from planner_clue.api.turn_plan import plan as plan_turn
from planner_clue.cli import match_options, options, output
from planner_clue.cli.options import argument, integer, option
from planner_clue.deliberation.decision import read_decisions
from planner_clue.errors import InputError
from planner_clue.show.charts import tree_picture
from planner_clue.show.wording import branch_lines, steps_in_words
from planner_clue.table.record_files import seat_named


@match_options.takes_settings
def plan(
    file: Path | None = argument(None, options.RECORD_HELP, metavar="[RECORD]", show_default=False),
    seen: Path | None = option(
        None,
        "Plan from this file instead of a record: notes of 'planner-clue assist', or JSON as for "
        "'planner-clue belief', with the tokens' positions unless they stand on their starts.",
        metavar="FILE",
    ),
    seat: options.SeatName = None,
    turn: int | None = integer(None, "Turn in which the plan was made; default: the first."),
    replan: int | None = integer(None, "Number of the replan in its game, from 0.", metavar="K"),
    game: options.GameNumber = None,
    planning: PlanningSettings = match_options.PLANNING,
    svg: Path | None = option(
        None, "Draw the plan as a tree to this .svg or .png file.", metavar="FILE"
    ),
    out: Path | None = option(
        None, "Write domain.pddl, problem.pddl, plan and why.json to this folder.", metavar="DIR"
    ),
) -> None:
    """Show a recorded plan, or plan for a real table.

    Prints the trigger of the plan, too, and what the plan does after each answer. With a record,
    the planner decides the game again, which gives the same domain, problem and plan; a record
    with other decisions is refused. The options of planners are for --seen.

    Example: planner-clue plan results --turn 7 --out replan --svg plan.svg
    """
    if (file is None) == (seen is None):
        raise InputError("plan: expected either a RECORD or --seen FILE")
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
        made = plan_turn(seen, **chosen)
    else:
        assert file is not None
        options.check_absent("; expected only with --seen", **chosen)
        made = _plan_in_record(file, seat, turn, replan, game)
    if out:
        made.save(out)

    decision = made.decision
    if svg:
        output.write_file("--svg", svg, tree_picture(decision.steps, svg.suffix[1:].lower()))
    first, *others = decision.triggers
    typer.echo(f"turn {decision.turn}, replan {decision.number}: {first.trigger.value}")
    typer.echo(str(first))
    for other in others:
        typer.echo(f"also {other.trigger.value}: {other}")
    typer.echo(f"assumes {', '.join(made.assumption)} (chance {decision.chance:.4f})\n")
    typer.echo(made.text, nl=False)
    if branches := list(branch_lines(decision.steps, "  ")):
        typer.echo("\n".join(("", steps_in_words(decision.steps), *branches)))


def _plan_in_record(
    file: Path, seat: str | None, turn: int | None, number: int | None, game: int | None
) -> TurnPlan:
    """Return a plan of a recorded game; say on stderr if there are others in its turn."""
    record = read_record(file, game)
    planner = record.seats[checked_seat(record.data, seat)]
    made = replan(planner, turn, number)
    plans = [plan.number for plan in planner.decisions if plan.turn == made.decision.turn]
    others = [str(other) for other in plans if other is not None and other != made.decision.number]
    if others and number is None:
        typer.echo(f"it planned again in this turn: --replan {' or '.join(others)}", err=True)
    return made


def checked_seat(record: Mapping[str, Any], seat: str | None) -> int:
    """Return the number of a ``seat`` of the record; for None, of the first planner's."""
    if seat is not None:
        seats = record["seats"]
        return seat_named(seat, [of["token"] for of in seats], [of["agent"] for of in seats])
    planner = planner_seat(record)
    if planner is None:
        raise InputError("no planner in this record; expected --seat SEAT")
    return planner


def planner_seat(record: Mapping[str, Any]) -> int | None:
    """Return the first seat that noted a plan, if any."""
    for seat, notes in enumerate(record.get("notes", ())):
        if any(decision.number is not None for decision in read_decisions(notes)):
            return seat
    return None
