"""The plans of each planner of a recorded game and their outcomes, as JSON data.

For each seat there is a list of decisions, in order; one is in force from its frame ``at`` until
the next. All ``at`` are numbers of frames (:mod:`planner_clue.view.pages.frames`)::

    {"at": 12,                              when it was made
     "made": {"kind": "replan", "replan": 2, "turn": 7, ...},   the decision as the record has it;
                                            the rest only for a replan
     "problem": 1,                          its place in "problems"; null if it is not there
     "stated": "3.4 own turns, 76 % to win; cost 4.94",    what the plan states; may be empty
     "others": "go to study (cost 3.55)",   other beginnings
     "fallbacks": [13],                     the frames of its decisions without a plan
     "actions": [{"pddl": "(travel-from-hallway hall)", "words": "go to hall",
                  "adds": ["(at hall)"], "deletes": ["(in-hallway)"]}, ...],   known by its problem
     "stops": [{"number": 1, "words": ["Go to hall, ask about ", "plum, rope"],
                "action": 1, "way": 0,      its places among the actions, "way" of the way to it
                "asks": ["plum", "rope", "hall"], "expects": "probably rope",
                "answer": "mustard shows plum"}, ...],
     "rows": [{"answers": [{"answer": "mustard shows rope", "chance": 0.7,
                            "assumes": ["plum", "knife", "hall"]}, ...],
               "stops": [["Go on to study: ", "plum, rope"]], "action": 4}, ...],
     "stages": [{"at": 12, "broken": false, ...}, ...],    see pages.plan_stages
     "route": [{"step": 0, "points": [[16.5, 0.5], ...], "passage": false}, ...],
     "broken": {"at": 22, "trigger": "assumption-refuted", "observed_in": 9, "observation": "...",
                "left": false,              whether a branch for the answer that came is left
                "number": 1, "card": "<svg ..."}}    see pages.break_card; or null

In a route the ``faint`` legs are those of all branches but the first, and ``step`` is the place of
the action.

``domain`` is the text of the domain, ``problems`` are texts: the first whole, the others as changes
(:func:`.problems.as_changes`). ``ends`` is the frame in which the seat accuses or
forfeits, after which it plans nothing.
"""

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from planner_clue.agents.gambles import Gamble
from planner_clue.game.board import Board, Place
from planner_clue.game.board.drawing.routes import legs_of
from planner_clue.game.events import Accused, Forfeited
from planner_clue.game.rules import Rules
from planner_clue.planner import decision, plan_tree
from planner_clue.planner.plan_tree import StepStatus
from planner_clue.planner.triggers import Trigger
from planner_clue.planning.plan import Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import atom_texts
from planner_clue.support.errors import PlannerClueError
from planner_clue.support.json_text import plain
from planner_clue.view.pages.frames import Game
from planner_clue.view.pages.plan_stages import TimedPlan
from planner_clue.view.pages.problems import Problems, as_changes, problems_of
from planner_clue.view.wording import travel_in_words

MOST_TEXT = 1_000_000
"""The maximum number of characters of problems in a page, over all seats."""


def plans_of(game: Game, seat: int, room: int) -> dict[str, Any] | None:
    """Return the decisions and problems of a seat; None if it notes no decision.

    ``room`` is the maximum number of characters of problems; with 0 none is written.
    """
    decisions = decision.read_decisions(game.record["notes"][seat])
    if not decisions:
        return None
    replans = [one for one in decisions if isinstance(one, decision.Replan)]
    problems = problems_of(game, seat, replans) if room > 0 else Problems()
    sizes = accumulate(len(text) for text in problems.texts.values())
    texts = [digest for digest, size in zip(problems.texts, sizes, strict=True) if size <= room]
    places = {digest: number for number, digest in enumerate(texts)}
    made: list[dict[str, Any]] = []
    plans: list[tuple[dict[str, Any], TimedPlan]] = []
    for one in decisions:
        if isinstance(one, Gamble):
            at = game.of_kind(one.turn, seat, "accuse") or game.first_of_turn(one.turn)
            made.append({"at": at, "made": plain(one)})
            continue
        at = _made_at(one, game, seat, problems)
        if plans and plans[-1][0]["stops"]:
            _end(*plans[-1], one, at)
        timed = TimedPlan(game, seat, plan_tree.remaining(one.steps, one.turn), at)
        made.append(_replan(one, timed, problems) | {"problem": places.get(one.problem)})
        plans.append((made[-1], timed))
    for shown, timed in plans:
        shown["stages"] = timed.stages(shown["fallbacks"])
    changes = list(as_changes([problems.texts[digest] for digest in texts]))
    own = (moment for moment in game.moments if moment.event.seat == seat)
    ends = (moment.frame for moment in own if isinstance(moment.event, Accused | Forfeited))
    return {
        "decisions": made,
        "problems": changes,
        "domain": problems.domain if changes else None,
        "missing": len({one.problem for one in replans if one.problem} - set(texts)),
        "ends": next(ends, None),
    }


def _made_at(made: decision.Replan, game: Game, seat: int, problems: Problems) -> int:
    """Return the first frame after a decision."""
    if (happened := problems.written_at.get(made.number)) is not None:
        after = (moment.frame for moment in game.moments if moment.number >= happened)
        return next(after, len(game.frames) - 1)
    found = None
    if made.trigger is Trigger.MOVED:
        found = game.of_kind(made.turn, seat, "move", "passage", "suggest")
    return found or game.first_of_turn(made.turn)


def _replan(made: decision.Replan, timed: TimedPlan, problems: Problems) -> dict[str, Any]:
    """Return a decision; its stages, and what broke its plan, are added later."""
    game, table = timed.game, timed.game.table
    here = game.place_before(timed.made_at, table.tokens[timed.seat])
    cost = None if made.cost is None else f"cost {decision.cost_in_words(made.cost, made.unit)}"
    others = (
        f"{travel_in_words(to, way.by)} ({decision.worth_in_words(way, made.unit)})"
        for to, way in made.other_beginnings
    )
    return {
        "at": timed.made_at,
        "made": plain(made),
        "stated": "; ".join(filter(None, [made.forecast, cost])),
        "others": "; ".join(others),
        "fallbacks": [game.first_of_turn(back.turn) for back in made.fallbacks],
        "actions": _actions(made, timed, problems),
        "stops": timed.stops,
        "rows": timed.rows,
        "route": route_of(made, table.board, here, table.rules) if table.board else [],
        "broken": None,
    }


def _actions(made: decision.Replan, timed: TimedPlan, problems: Problems) -> list[dict[str, Any]]:
    """Return the actions of a plan with the atoms that they change, if its problem is known."""
    shown, text = timed.actions, problems.texts.get(made.problem)
    if text is None or made.is_follow_up:  # the atoms of a follow-up are with its earlier plan
        return shown
    try:
        check = PlanCheck.of(problems.domain, text)
        changes = dict(zip(made.actions, check.changes(map(Step.parse, made.actions)), strict=True))
    except PlannerClueError:  # a domain of somebody's own may be more than this can execute
        return shown
    for action in shown:
        adds, deletes = map(atom_texts, changes[action["pddl"]])
        action |= {"adds": adds, "deletes": deletes}
    return shown


def _end(shown: dict[str, Any], timed: TimedPlan, following: decision.Replan, at: int) -> None:
    """Note how the next plan, made in frame ``at``, ended one that had steps."""
    reason = following.triggers[0]
    timed.replaced(at)
    if reason.trigger not in (Trigger.FOLLOW_UP, Trigger.PLAN_FINISHED):
        seen = timed.game.last_of_turn(reason.turn)
        timed.broken_at = max(timed.made_at, min(seen, at - 1))
        came = any(one.status is StepStatus.PLAYED for one in plan_tree.branches_of(timed.plan))
        is_left = came and reason.trigger is not Trigger.OUTDATED_FOLLOW_UP
        shown["broken"] = {"at": timed.broken_at, **plain(reason), "left": is_left}


def route_of(
    made: decision.Replan, board: Board, here: Place | None, rules: Rules
) -> list[dict[str, Any]]:
    """Return the route of a plan from ``here``: the legs of each step that moves.

    ``step`` is the place among the steps as the page has them. The legs of a branch belong to the
    suggestion before it; all except the first branch are ``faint``.
    """
    plan = plan_tree.remaining(made.steps, made.turn)
    route: list[dict[str, Any]] = []
    drawn: set[tuple[Place | None, Place]] = set()

    def draw(
        steps: Iterable[plan_tree.PlanStep], number: int, start: Place | None, *, faint: bool
    ) -> Place | None:
        """Add the legs of some steps from ``start``; return where they end."""
        for room in filter(None, (step.to for step in steps)):
            is_drawn = start == room or (faint and (start, room) in drawn)
            way = [] if start is None or is_drawn else [start, room]
            drawn.add((start, room))
            legs = legs_of(board, way, open_rooms=rules.open_rooms)
            more = {"faint": True} if faint else {}
            route.extend({"step": number, **leg._asdict(), **more} for leg in legs)
            start = room
        return start

    for number, step in enumerate(plan):
        here = draw([step], number, here, faint=False)
    for place, branch in enumerate(plan_tree.branches_of(plan)):
        draw(branch.steps, len(plan) - 1, here, faint=place > 0)
    return route
