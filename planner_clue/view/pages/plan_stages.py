"""A plan in a recorded game as stages: what each part of it is, from which frame on.

The parts are the actions of the PDDL plan; its *stops*, each a way, the suggestion after it, or
both, or an accusation; and rows of answers to its suggestion, with one row per follow-up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from planner_clue.game.events import Passed, Showed, Suggested
from planner_clue.planner.plan_tree import NOBODY, Plan, PlanBranch, PlanStep, StepStatus
from planner_clue.view.pages.frames import Game
from planner_clue.view.wording import step_in_words

_NEVER = float("inf")


@dataclass
class Part:
    """A step or a branch of a plan, with the frames in which its fate and its answer are seen."""

    of: Any
    """A :class:`PlanStep` or a :class:`PlanBranch`."""
    words: str
    place: int
    """Its place among all actions, also those of branches."""
    at: float = _NEVER
    answer: str = ""
    answered: float = _NEVER
    is_foreseen: bool = True
    """Whether its answer, if one came, is as expected."""
    after: list["Part"] = field(default_factory=list)
    """The branches of a step; the steps of a branch."""

    def became(self, frame: float) -> StepStatus:
        """Return its fate by a frame; bookkeeping is that from the beginning."""
        is_known = self.at <= frame or self.of.status is StepStatus.RECKONING
        return self.of.status if is_known else StepStatus.NOT_REACHED

    def is_refuted(self, frame: float) -> bool:
        """Return whether another answer than the expected one came by a frame."""
        return not self.is_foreseen and self.answered <= frame

    def came(self, frame: float) -> bool:
        """Return whether the suggestion of this branch was answered by a frame, and in this way."""
        return self.of.status is StepStatus.PLAYED and self.answered <= frame


class _Stop:
    """A way, the suggestion after it, or both; or an accusation."""

    def __init__(self, part: Part) -> None:
        self.way, self.last = (part if part.of.to and not part.of.asks else None), part

    @property
    def words(self) -> tuple[str, str]:
        """What it does, and the cards that it asks about."""
        (step, way), text = (self.last.of, self.way), (self.way or self.last).words
        text = text[:1].upper() + text[1:]
        if not step.asks:
            return text, ""
        is_there = step.asks.room in (way and way.of.to, step.to)
        cards = ", ".join(step.asks[:2] if is_there else step.asks)
        if step.to:
            return f"Go on to {step.to}: ", cards
        return f"{text}, ask about " if way else "Ask about ", cards

    def state(self, frame: float, *, is_broken: bool) -> str:
        if self.last.is_refuted(frame):
            return "refuted"
        states = [part.became(frame) for part in (self.way, self.last) if part]
        if states[-1] is StepStatus.PLAYED:
            return "done"
        if StepStatus.LEFT_OUT in states:
            return "left-out"
        return "dropped" if is_broken or StepStatus.DROPPED in states else "open"

    def says(self, frame: float) -> tuple[str, str]:
        """Return which answer is expected, or which came; and what came in its place."""
        step, part = self.last.of, self.last
        nobody = step.expects in (None, NOBODY)
        expected = "nobody to show a card" if nobody else f"to be shown {step.expects}"
        came = f"{part.answer[:1].upper()}{part.answer[1:]}." if part.answered <= frame else ""
        if not step.asks:
            return "", ""
        if step.instead and part.became(frame) is StepStatus.PLAYED:
            return f"It asked {', '.join(step.instead)} instead. {came}", ""
        if part.is_refuted(frame):
            return f"Expected {expected}. ", f"Instead, {part.answer}."
        if came:
            return came if step.branches or not step.expects else f"{came} As expected.", ""
        if not step.expects:
            return "Then it plans again.", ""
        return "" if step.branches else f"Expects {expected}.", ""


def _stops(parts: Iterable[Part]) -> list[_Stop]:
    stops: list[_Stop] = []
    for part in parts:
        if part.of.asks and stops and stops[-1].last is stops[-1].way:
            stops[-1].last = part
        elif part.of.is_played:
            stops.append(_Stop(part))
    return stops


class TimedPlan:
    """A plan of a seat since the frame in which it was made."""

    def __init__(self, game: Game, seat: int, plan: Plan, made_at: int) -> None:
        self.game, self.seat, self.plan, self.made_at = game, seat, plan, made_at
        self._parts: list[Part] = []  # in the order of the PDDL plan
        self._first = [self._timed(step) for step in plan]
        self._stops = _stops(self._first)
        self.broken_at = _NEVER
        """The frame in which an observation ended the plan."""

    def _timed(self, step: PlanStep) -> Part:
        part = self._part(step, step_in_words(step), self._fate_at(step))
        if step.asks and step.status is StepStatus.PLAYED and step.turn:
            self._answer(part, step.turn)
        for branch in step.branches:
            came = _NEVER if branch.turn is None else self.game.last_of_turn(branch.turn)
            part.after.append(self._part(branch, f"if {branch.answer}:", came))
            part.after[-1].answered = part.answered
            part.after[-1].after = list(map(self._timed, branch.steps))
        return part

    def _part(self, of: PlanStep | PlanBranch, words: str, at: float) -> Part:
        self._parts.append(Part(of, words, len(self._parts), max(at, self.made_at)))
        return self._parts[-1]

    def _fate_at(self, step: PlanStep) -> float:
        turn, game = step.turn, self.game
        if turn is None:
            return _NEVER
        if step.status is StepStatus.DROPPED:
            return game.first_of_turn(turn)
        goes = ("suggest",) if step.asks else ("move", "passage", "suggest")
        kinds = ("accuse",) if step.accuses else goes
        return game.of_kind(turn, self.seat, *kinds) or game.last_of_turn(turn)

    def _answer(self, part: Part, turn: int) -> None:
        step, asked, shown = part.of, False, None
        part.answer, part.answered = "nobody shows a card", self.game.last_of_turn(turn)
        for moment in self.game.moments:
            event = moment.seen
            if event.turn != turn:
                continue
            asked = asked or isinstance(event, Suggested)
            if asked and isinstance(event, Passed | Showed):
                part.answered = moment.frame
            if asked and isinstance(event, Showed):
                shown = event.card
                part.answer = f"{self.game.names[event.seat]} shows {shown or 'a card'}"
        if step.branches:
            part.is_foreseen = any(one.status is StepStatus.PLAYED for one in step.branches)
        elif step.expects and not step.instead:
            part.is_foreseen = (shown or NOBODY) == step.expects

    def replaced(self, at: int) -> None:
        """Note the frame in which the next plan drops what is left of this one."""
        for part in self._first:
            if part.of.status is StepStatus.DROPPED:
                part.at = at

    @property
    def actions(self) -> list[dict[str, Any]]:
        """All actions of the PDDL plan, with their words."""
        return [{"pddl": part.of.action, "words": part.words} for part in self._parts]

    @property
    def stops(self) -> list[dict[str, Any]]:
        """The stops of the plan; those with a suggestion are numbered."""
        stops, number = [], 0
        for each in self._stops:
            step, way = each.last.of, each.way and each.way.place
            stop = {"words": each.words, "action": each.last.place, "way": way}
            if step.asks:
                number += 1
                expects = f"{'probably' if step.branches else 'expects'} {step.expects}"
                stop |= {"number": number, "asks": step.asks, "answer": each.last.answer}
                stop["expects"] = expects if step.expects else "then plans again"
            stops.append(stop)
        return stops

    @property
    def _rows(self) -> list[list[Part]]:
        """The branches after the suggestion, by what is done in them."""
        rows: dict[str, list[Part]] = {}
        for branch in next((part.after for part in self._first if part.after), ()):
            words = "; ".join(after.words for after in branch.after if after.of.is_played)
            rows.setdefault(words, []).append(branch)
        return list(rows.values())

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of answers to the suggestion: with each answer, and what follows all of them."""
        rows = []
        for row in self._rows:
            came = [branch for branch in row if branch.of.status is StepStatus.PLAYED]
            stops = _stops((came or row)[0].after)
            rows.append(
                {
                    "answers": [
                        {"answer": str(of.answer), "chance": of.chance, "assumes": of.assumes}
                        for of in (branch.of for branch in row)
                    ],
                    "stops": [stop.words for stop in stops],
                    "action": stops[-1].last.place if stops else None,
                }
            )
        return rows

    def stages(self, others: Iterable[int] = ()) -> list[dict[str, Any]]:
        """Return what the plan is from each frame on in which that changes, and from ``others``."""
        times = {at for part in self._parts for at in (part.at, part.answered)}
        times = {self.broken_at, *times, *others}
        times = {self.made_at, *(at for at in times if at > self.made_at)}
        return [self._stage(int(at)) for at in sorted(times - {_NEVER})]

    def _stage(self, at: int) -> dict[str, Any]:
        is_broken = self.broken_at <= at
        states = [stop.state(at, is_broken=is_broken) for stop in self._stops]
        if "open" in states:
            states[states.index("open")] = "next"
        actions = [self._action(part, at, is_broken=is_broken) for part in self._parts]
        refuted = [place for place, state in enumerate(actions) if state == "refuted"]
        ahead = [p.place for p in self._parts if p.became(at) is StepStatus.NOT_REACHED]
        return {
            "at": at,
            "broken": is_broken,
            "stops": states,
            "says": [stop.says(at) for stop in self._stops],
            "rows": [self._row(row, at, is_broken=is_broken) for row in self._rows],
            "came": [[branch.came(at) for branch in row] for row in self._rows],
            "actions": actions,
            "chosen": next(iter([*refuted, *ahead]), 0),
        }

    @staticmethod
    def _row(row: Sequence[Part], at: int, *, is_broken: bool) -> str:
        if any(branch.came(at) for branch in row):
            return "came dropped" if is_broken else "came"
        return "left-out" if row[0].answered <= at else ""

    @staticmethod
    def _action(part: Part, at: int, *, is_broken: bool) -> str:
        became = part.became(at)
        if part.is_refuted(at):
            return "refuted"
        if became is StepStatus.PLAYED:
            return "done"
        if became is StepStatus.RECKONING:
            return "reckoning"
        return "open" if became is StepStatus.NOT_REACHED and not is_broken else "dropped"
