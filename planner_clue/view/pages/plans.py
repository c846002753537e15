"""The plans of each planner of a recorded game and their outcomes, as JSON data.

For each seat there is a list of decisions, in order; one is in force from its frame ``at`` until
the next. All ``at`` are numbers of frames (:mod:`planner_clue.view.pages.frames`)::

    {"at": 12, "turn": 7, "number": 2,      when it was made; number is null for an accusation
     "because": [{"trigger": "unexpected-answer", "words": "an answer was not as expected",
                  "turn": 6, "observation": "nobody showed a card; rope was expected"}, ...],
     "assumption": ["plum", "rope", "hall"], "chance": 0.125, "planned_in": null, "cost": "3.20",
     "steps": [{"words": "go to hall", "pddl": "(travel-from-hallway hall)",
                "became": "played", "at": 14, "room": "hall",
                "adds": ["(at hall)"], "deletes": ["(in-hallway)"]},    if its problem is known
               {"words": "ask about ...", "became": "played", "at": 15,
                "asks": ["plum", "rope", "hall"], "expects": "rope",    null: nobody shows
                "instead": "white, rope, hall",                         what it asked instead
                "answer": "mustard shows plum", "answered": 17, "as_expected": false}, ...],
     "others": [{"words": "go to study", "worth": "3.55 turns"}, ...],  other beginnings
     "failure": null, "fallbacks": [{"at": 13, "words": "turn 7: go to hall"}, ...],
     "gave_up": false, "gamble": false,
     "problem": 1, "sum": "9f86...",        its place in "problems", and its SHA-256 checksum
     "route": [{"step": 0, "points": [[16.5, 0.5], ...], "passage": false}, ...],
     "broken": {"at": 22, "trigger": ..., ...,    what ended it, as in "because"; or null
                "number": 1, "card": "<svg ..."}}  see pages.break_card

The suggestion of a plan with follow-ups has ``branches``, the expected answer first: steps with
{"answer": "mustard shows rope", "chance": 0.7, "assumes": ["plum", "knife", "hall"], "steps":
[...]}, where ``assumes`` is the next assumption after an answer that refutes the one of the plan.
``is_last`` marks a suggestion after which it plans again. In a route the ``faint`` legs are those
of all branches but the first.

``domain`` is the text of the domain, ``problems`` are texts: the first whole, the others as changes
(:func:`.problems.as_changes`). ``ends`` is the frame in which the seat accuses or
forfeits, after which it plans nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from planner_clue.agents.gambles import Gamble
from planner_clue.game.board import Board, Place
from planner_clue.game.board.drawing.routes import legs_of
from planner_clue.game.events import Accused, Forfeited, Passed, Showed, Suggested
from planner_clue.game.rules import Rules
from planner_clue.planner import decision, plan_tree
from planner_clue.planner.triggers import Trigger
from planner_clue.planning.plan import Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import Atom, atom_texts
from planner_clue.support.errors import PlannerClueError
from planner_clue.view.pages.frames import Game
from planner_clue.view.pages.problems import Problems, as_changes, problems_of
from planner_clue.view.wording import step_in_words, travel_in_words

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
    data = _PlanData(game, seat, problems)
    places = {digest: number for number, digest in enumerate(texts)}
    made = [
        data.gamble(one) if isinstance(one, Gamble) else data.replan(one, places.get(one.problem))
        for one in decisions
    ]
    _break(made, game)
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


class _PlanData:
    """Converts the decisions of one seat into JSON data."""

    def __init__(self, game: Game, seat: int, problems: Problems) -> None:
        self._game, self._seat, self._problems = game, seat, problems

    def gamble(self, made: Gamble) -> dict[str, Any]:
        """Return an accusation without a proof."""
        game = self._game
        accuses = game.of_kind(made.turn, self._seat, "accuse")
        return {
            "at": accuses or game.first_of_turn(made.turn),
            "turn": made.turn,
            "number": None,
            "assumption": list(made.assumption),
            "chance": made.chance,
            "gamble": True,
            **dict.fromkeys(("because", "steps", "others", "fallbacks", "route"), ()),
        }

    def replan(self, made: decision.Replan, problem: int | None) -> dict[str, Any]:
        """Return one decision; what broke it is added later."""
        at, table, first = self._made_at(made), self._game.table, self._game.first_of_turn
        plan = plan_tree.remaining(made.steps, made.turn)
        here = self._game.place_before(at, table.tokens[self._seat])
        route = route_of(made, table.board, here, table.rules) if table.board else []
        return {
            "at": at,
            "turn": made.turn,
            "number": made.number,
            "because": [
                {
                    "trigger": firing.trigger.value,
                    "words": firing.trigger.because,
                    "turn": firing.turn,
                    "observation": firing.observation,
                }
                for firing in made.triggers
            ],
            "assumption": list(made.assumption),
            "chance": made.chance if 0 <= made.chance <= 1 else 0.0,  # agents may note anything
            "planned_in": made.planned_in,
            "cost": None if made.cost is None else decision.cost_in_words(made.cost, made.unit),
            "forecast": made.forecast,
            "steps": self._tree(plan, at, self._changes(made)),
            "others": [
                {"words": travel_in_words(to, way.by)}
                | {"worth": decision.worth_in_words(way, made.unit)}
                for to, way in made.other_beginnings
            ],
            "failure": made.failure and (made.failure.detail or made.failure.status),
            "fallbacks": [
                {"at": first(back.turn), "words": f"turn {back.turn}: {back.action}"}
                for back in made.fallbacks
            ],
            "gave_up": made.gave_up,
            "gamble": False,
            "problem": problem,
            "sum": made.problem,
            "route": route,
            "broken": None,
        }

    def _made_at(self, made: decision.Replan) -> int:
        """Return the first frame after the decision."""
        game = self._game
        if made.number in self._problems.written_at:
            return game.from_event(self._problems.written_at[made.number])
        if made.trigger is Trigger.MOVED:
            found = game.of_kind(made.turn, self._seat, "move", "passage", "suggest")
        else:
            found = None
        return found or game.first_of_turn(made.turn)

    def _tree(
        self, plan: plan_tree.Plan, made_at: int, changes: Mapping[str, tuple[set[Atom], set[Atom]]]
    ) -> list[dict[str, Any]]:
        """Return the steps up to the next answer; the last of them has the branches."""

        def row(
            step: plan_tree.PlanStep | plan_tree.PlanBranch, words: str, at: int | None, more: Any
        ) -> dict[str, Any]:
            head = {"words": words, "pddl": step.action, "became": step.status.value}
            atoms = zip(("adds", "deletes"), changes.get(step.action, ()), strict=False)
            changed = {name: atom_texts(of) for name, of in atoms}
            return {**head, "at": None if at is None else max(at, made_at), **more, **changed}

        shown = []
        for step in plan:
            shown.append(row(step, step_in_words(step), self._became_at(step), self._more(step)))
            for branch in step.branches:
                at = None if branch.turn is None else self._game.last_of_turn(branch.turn)
                answer = {"answer": str(branch.answer), "chance": branch.chance}
                if branch.assumes:
                    answer["assumes"] = list(branch.assumes)
                after = {"steps": self._tree(branch.steps, made_at, changes)}
                branches = shown[-1].setdefault("branches", [])
                branches.append(row(branch, f"if {branch.answer}:", at, answer) | after)
        return shown

    def _changes(self, made: decision.Replan) -> dict[str, tuple[set[Atom], set[Atom]]]:
        """Return the atoms that each action changes; a follow-up's are with its earlier plan."""
        text = self._problems.texts.get(made.problem)
        if text is None or made.is_follow_up:
            return {}
        actions = list(plan_tree.actions_of(made.steps))
        try:
            check = PlanCheck.of(self._problems.domain, text)
            return dict(zip(actions, check.changes(map(Step.parse, actions)), strict=True))
        except PlannerClueError:  # a domain of somebody's own may be more than this can execute
            return {}

    def _more(self, step: plan_tree.PlanStep) -> dict[str, Any]:
        """Return what only some steps have: rooms, suggestions and their answers."""
        data: dict[str, Any] = {"dropped_for": step.dropped_for} if step.dropped_for else {}
        if step.instead:
            data["instead"] = ", ".join(step.instead)
        if step.to:
            data["room"] = step.to
        if step.asks:
            expects = None if step.expects in (None, plan_tree.NOBODY) else step.expects
            data |= {"asks": list(step.asks), "expects": expects}
            if not step.expects:
                data["is_last"] = True
            if step.status is plan_tree.StepStatus.PLAYED and step.turn:
                data |= self._answer(step.turn, step)
        return data

    def _became_at(self, step: plan_tree.PlanStep) -> int | None:
        turn, game = step.turn, self._game
        if turn is None:
            return None
        if step.status is plan_tree.StepStatus.DROPPED:
            return game.first_of_turn(turn)
        goes = ("suggest",) if step.asks else ("move", "passage", "suggest")
        kinds = ("accuse",) if step.accuses else goes
        return game.of_kind(turn, self._seat, *kinds) or game.last_of_turn(turn)

    def _answer(self, turn: int, step: plan_tree.PlanStep) -> dict[str, Any]:
        names, asked, shown = self._game.names, False, None
        answer, frame = "nobody shows a card", self._game.last_of_turn(turn)
        for moment in self._game.moments:
            event = moment.seen
            if event.turn != turn:
                continue
            if isinstance(event, Suggested):
                asked = True
            if asked and isinstance(event, Passed | Showed):
                frame = moment.frame
            if asked and isinstance(event, Showed):
                shown = event.card
                answer = f"{names[event.seat]} shows {shown or 'a card'}"
        as_expected = None
        if step.branches:
            as_expected = any(b.status is plan_tree.StepStatus.PLAYED for b in step.branches)
        elif step.expects and not step.instead:
            as_expected = (shown or plan_tree.NOBODY) == step.expects
        return {"answer": answer, "answered": frame, "as_expected": as_expected}


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


def _break(made: Sequence[dict[str, Any]], game: Game) -> None:
    """Note for each plan the trigger of the next one, if that ended it before its end."""
    for plan, following in pairwise([one for one in made if one["number"] is not None]):
        if not plan["steps"]:
            continue
        reason = following["because"][0]
        if reason["trigger"] not in (Trigger.FOLLOW_UP, Trigger.PLAN_FINISHED):
            seen = game.last_of_turn(reason["turn"])
            plan["broken"] = {"at": max(plan["at"], min(seen, following["at"] - 1)), **reason}
        for step in plan["steps"]:
            if step["became"] == plan_tree.StepStatus.DROPPED:
                step["at"] = following["at"]
