"""The turns of one planner in a recorded game: plans and outcomes, as rows and as sentences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from planner_clue.agents.gambles import Gamble
from planner_clue.belief.probability import Probability
from planner_clue.game.board import place_in_words
from planner_clue.game.events import Accused, Forfeited, Moved, Showed, Suggested, TookPassage
from planner_clue.planner.decision import (
    Decision,
    Replan,
    cost_in_words,
    read_decisions,
    read_replans,
    worth_in_words,
)
from planner_clue.planner.plan_tree import Answer, remaining
from planner_clue.planner.triggers import Trigger
from planner_clue.support.errors import printable
from planner_clue.view import wording


@dataclass
class TracedTurn:
    """One turn of the traced seat, or the turn of another in which it forfeited."""

    turn: int
    turn_of: str = ""  # the seat whose turn it is, if it is another
    decisions: tuple[Decision, ...] = ()
    in_force: Replan | None = None  # the latest planning run up to this turn, even a failed one
    place: str = ""
    asked: str = ""
    expected: str = ""
    """The card that the plan expected to be shown, with its probability where it has branches; any
    answer after a follow-up, which a later plan makes use of."""
    answer: Answer | None = None
    branches: dict[str, float] = field(default_factory=dict)  # probability per answer with a branch
    instead_of: str = ""  # the suggestion of the plan, if it was made in another room
    accused: str = ""
    forfeited: str = ""

    @property
    def triggers(self) -> list[str]:
        """Why the seat planned in this turn: the first trigger of each planning run."""
        return [made.trigger.value for made in self.replans]

    @property
    def replans(self) -> list[Replan]:
        """The plans adopted in this turn."""
        return [made for made in self.decisions if isinstance(made, Replan)]

    @property
    def gamble(self) -> Gamble | None:
        """The accusation without a proof made in this turn, if any."""
        return next((made for made in self.decisions if isinstance(made, Gamble)), None)

    @property
    def answered(self) -> str:
        """The answer in words, and whether the plan had a branch for it."""
        if self.answer is None:
            return ""
        answer = self.answer.in_the_past
        if not self.branches or self.instead_of:
            return answer
        share = self.branches.get(str(self.answer))
        branch = "no branch" if share is None else f"a branch at {Probability(share).percent()}"
        return f"{answer} ({branch})"

    @property
    def outcome(self) -> str:
        """End of the turn: the answer, an accusation or a forfeit."""
        claim = Probability(self.gamble.chance).percent() if self.gamble else ""
        gamble = f" (a gamble at {claim})" if claim else ""
        accused = self.accused and f"accused {self.accused}{gamble}"
        forfeited = self.forfeited and self.turn_of and f"in {self.turn_of}'s turn "
        return "; ".join(filter(None, (self.answered, accused, f"{forfeited}{self.forfeited}")))


def trace_seat(record: Mapping[str, Any], seat: int) -> list[TracedTurn]:
    """Return the turns of ``seat``, and other seats' turns in which it forfeits."""
    decisions = read_decisions(record["notes"][seat])
    names = wording.suspects_of(record)
    traced = []
    for turn in wording.turns_of(record):
        row = TracedTurn(turn.number)
        if turn.seat == seat:
            row.decisions = tuple(d for d in decisions if d.turn == turn.number)
            plans = [d for d in decisions if isinstance(d, Replan) and d.turn <= turn.number]
            row.in_force = plans[-1] if plans else None
            _add_events(row, turn, names)
            _add_expectation(row, plans)
        else:
            row.turn_of = names[turn.seat]
        forfeits = [e for e in turn.events if isinstance(e, Forfeited) and e.seat == seat]
        row.forfeited = "; ".join(f"forfeited: {printable(event.reason)}" for event in forfeits)
        if turn.seat == seat or forfeits:
            traced.append(row)
    return traced


def _add_events(row: TracedTurn, turn: wording.GameTurn, names: list[str]) -> None:
    for event in turn.events:
        match event:
            case Moved(to=place) | TookPassage(to=place):
                row.place = place_in_words(place)
            case Suggested(cards=cards):
                row.place, row.asked = cards.room, ", ".join(cards)
                row.answer = Answer(None, None)
            case Showed(card=card, seat=by):
                row.answer = Answer(names[by], card)
            case Accused(cards=cards, correct=correct):
                row.accused = f"{', '.join(cards)}: {'right' if correct else 'wrong'}"


def _add_expectation(row: TracedTurn, plans: list[Replan]) -> None:
    asked = ((plan, step) for plan in reversed(plans) if (step := plan.asked_in(row.turn)))
    plan, step = next(asked, (None, None))
    if plan and step and step.asks:
        row.expected = step.expects or "any answer"
        row.instead_of = ", ".join(step.asks) if step.instead else ""
        row.branches = {str(branch.answer): branch.chance for branch in step.branches}
        if step.branches:
            row.expected += f" ({Probability(step.branches[0].chance).percent()})"


def explain_turn(record: Mapping[str, Any], seat: int, turn: int) -> Iterator[str]:
    """Yield what ``seat`` did in ``turn``, and why; :class:`ValueError` lists its turns."""
    turns = trace_seat(record, seat)
    found = next((traced for traced in turns if traced.turn == turn), None)
    name = wording.full_names_of(record)[seat]
    if found is None:
        known = ", ".join(str(traced.turn) for traced in turns if not traced.turn_of) or "none"
        raise ValueError(f"{turn} is not a turn of {name}, seat {seat}; expected one of {known}")
    if found.turn_of:
        yield f"This was not its own turn but that of {found.turn_of}. It {found.forfeited}."
        return
    decisions = read_replans(record["notes"][seat])
    if decisions:
        yield from _why_it_planned(found)
        if found.in_force and not found.gamble:
            yield from explain_plan(found.in_force, turn)
    else:
        yield f"{name} leaves no plans: it decides without planning."
    yield from _what_it_did(found)
    later = next((decision for decision in decisions if decision.turn > turn), None)
    if later and found.in_force and found.in_force.steps:
        trigger = later.triggers[0]
        yield f"It planned again in turn {later.turn}: {trigger.trigger.value} ({trigger})."


def _why_it_planned(traced: TracedTurn) -> Iterator[str]:
    made = traced.replans
    if not made and traced.accused:
        yield "It accused before it would have planned."
    elif not made and traced.in_force and traced.in_force.steps:
        yield "It did not plan again this turn: everything happened as its plan expected."
    for decision in made:
        first, *others = decision.triggers
        planned = "did not plan" if first.trigger is Trigger.FOLLOW_UP else "planned"
        yield f"It {planned} because {first.trigger.because} ({first.trigger.value}): {first}."
        for other in others:
            yield f"Another reason, {other.trigger.value}: {other}."
        if decision.failure:
            reason = decision.failure.detail or decision.failure.status
            yield f"The engine gave no plan: {reason}. The planner decided without one."
        if decision.gave_up:
            yield "The engine had failed so often that the planner gave up on it for this game."


def explain_plan(decision: Replan, turn: int) -> Iterator[str]:
    """Yield sentences that say what a decision assumed, and its plan as it stands in ``turn``."""
    assumed = wording.assumption_in_words(decision, 1)
    yield f"It assumed {assumed}."
    if decision.planned_in:
        yield f"The plan is from turn {decision.planned_in}."
    if not decision.steps or decision.cost is None:
        return
    left = remaining(decision.steps, turn)
    branches = list(wording.branch_lines(left))
    if not wording.words_of_steps(left) and not branches:
        yield "No step of the plan is left."
        return
    steps = wording.steps_in_words(left)
    if left == decision.steps:
        stated = f"{decision.forecast}; " if decision.forecast else ""
        yield f"The plan ({stated}cost {cost_in_words(decision.cost, decision.unit)}): {steps}."
        yield from why_this_beginning(decision)
    elif steps:
        yield f"The rest of the plan: {steps}."
    if branches:
        yield "Then, by the answer:"
        yield from (f"  {line}" for line in branches)


def why_this_beginning(decision: Replan) -> Iterator[str]:
    """Yield why the plan begins in this way: the costs of the others that were considered."""
    if others := decision.other_beginnings:
        considered = "; ".join(
            f"{wording.travel_in_words(to, way.by)} ({worth_in_words(way, decision.unit)})"
            for to, way in others
        )
        yield f"The other ways looked at: {considered}."


def _what_it_did(traced: TracedTurn) -> Iterator[str]:
    if traced.place:
        yield f"It went to {traced.place}."
    for decision in traced.replans:
        for fallback in decision.fallbacks:
            yield f"Without a plan ({fallback.reason}) it chose: {fallback.action}."
    if traced.instead_of:
        yield f"In a room of its hand it asked in place of the plan's {traced.instead_of}."
    if traced.asked:
        expected = f"; expected: {traced.expected}" if traced.expected else ""
        yield f"It asked about {traced.asked}{expected}; got: {traced.answered}."
    if traced.gamble:
        claim = Probability(traced.gamble.chance).percent()
        yield f"It gambled: what it accused was not certain, only {claim} probable."
    if traced.accused:
        yield f"It accused {traced.accused}."
    if traced.forfeited:
        yield f"It {traced.forfeited}."
