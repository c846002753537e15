"""The meaning of plan steps at the table, and the branches of conditional plans."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from planner_clue.cards import Card, Suggestion
from planner_clue.planning.plan import Step

TRAVELS = {"travel": 1, "travel-from-hallway": 0}
"""Actions that roll the dice, with the position of the argument that names the room."""
PASSAGE, STAY, ACCUSE, GAMBLE = "take-passage", "stay", "accuse", "gamble"
ACCUSATIONS = (ACCUSE, GAMBLE)
"""Actions that accuse: what is proved, and what is only probable."""
SUGGEST_ACTIONS = {
    "suggest-suspect-shown": 0,
    "suggest-weapon-shown": 1,
    "suggest-room-shown": 2,
    "suggest-none-shown": None,
}
"""Actions that suggest, with the position of the card they expect to be shown."""
SUGGEST, SUGGEST_AND_REPLAN = "suggest", "suggest-and-replan"
"""Actions of conditional plans: with a branch for every answer, and with none."""
IF_SHOWN, IF_NOBODY_SHOWS = "if-shown", "if-nobody-shows"
"""The first steps of branches."""
_TAGS = {IF_SHOWN: 2, IF_NOBODY_SHOWS: 0}
"""The position of the answer among their arguments."""
NOW = "now"
"""The answer that stands for what is known before the first suggestion."""
PLAYER = "player-"
"""Prefix of the name of a player in a problem; the rest is the suspect."""


@dataclass(frozen=True)
class Answer:
    """An answer to a suggestion."""

    suspect: str | None
    """The suspect of the player who shows a card; None if nobody does."""
    card: Card | None

    def __str__(self) -> str:
        return f"{self.suspect} shows {self.card}" if self.suspect else "nobody shows a card"

    @property
    def in_the_past(self) -> str:
        """The same after it was given.

        >>> Answer("white", Card("rope")).in_the_past
        'white showed rope'
        """
        return str(self).replace("shows", "showed", 1)


@dataclass(frozen=True)
class PlannedSuggestion:
    """A suggestion with the answer the plan expects."""

    suggestion: Suggestion
    expected: Card | None
    """The card that somebody shows; None if nobody can."""
    is_last: bool = False
    """Whether the plan ends here and expects no answer."""

    def __str__(self) -> str:
        return f"{', '.join(self.suggestion)}: {self.expected or 'nobody'} expected"


@dataclass(frozen=True)
class PlanBranch:
    """The part of a conditional plan that follows one answer."""

    answer: Answer
    tag: str
    """The object that stands for the answer."""
    start: int
    """The position of its first step, which names the answer."""
    end: int
    """The position after its last step."""

    @property
    def steps(self) -> range:
        """The positions of the steps after the one that names the answer."""
        return range(self.start + 1, self.end)


def tag_of(step: Step) -> str | None:
    """Return the answer whose branch a step begins, or None for other steps."""
    return step.arguments[_TAGS[step.action]] if step.action in _TAGS else None


def answer_of(step: Step) -> Answer | None:
    """Return the answer that a step names, or None for other steps.

    >>> print(answer_of(Step.parse("(if-shown player-mustard rope answer-study-3)")))
    mustard shows rope
    """
    if step.action == IF_SHOWN:
        return Answer(step.arguments[0].removeprefix(PLAYER), Card(step.arguments[1]))
    return Answer(None, None) if step.action == IF_NOBODY_SHOWS else None


def branches(steps: Sequence[Step], within: range) -> Iterator[PlanBranch]:
    """Yield the branches of the part of a plan at some positions, in order.

    Only those of the first suggestion: a branch may have branches of its own, whose tags begin
    with its own tag.
    """
    tops: list[tuple[int, str]] = []
    for start in within:
        tag = tag_of(steps[start])
        if tag and not (tops and tag.startswith(f"{tops[-1][1]}-")):
            tops.append((start, tag))
    for (start, tag), (end, _) in pairwise([*tops, (within.stop, "")]):
        answer = answer_of(steps[start])
        assert answer is not None
        yield PlanBranch(answer, tag, start, end)


def trunk(steps: Sequence[Step], within: range) -> range:
    """Return the positions of the steps before the first branch."""
    return range(within.start, next((n for n in within if tag_of(steps[n])), within.stop))


def destination(step: Step) -> Card | None:
    """Return the room a step goes to or stays in, or None for other steps.

    >>> destination(Step.parse("(take-passage study kitchen)"))
    'kitchen'
    """
    if step.action in TRAVELS:
        return Card(step.arguments[TRAVELS[step.action]])
    if step.action == PASSAGE:
        return Card(step.arguments[1])
    if step.action == STAY:
        return Card(step.arguments[0])
    return None


def planned_suggestion(step: Step, expected: Card | None = None) -> PlannedSuggestion | None:
    """Return the suggestion that a step makes, or None for other steps.

    ``expected`` is the card of the most probable answer to a suggestion with branches; the other
    steps name the one they expect.

    >>> print(planned_suggestion(Step.parse("(suggest-weapon-shown green rope study)")))
    green, rope, study: rope expected
    """
    if step.action not in (SUGGEST, SUGGEST_AND_REPLAN, *SUGGEST_ACTIONS):
        return None
    suggestion = Suggestion(*(Card(card) for card in step.arguments[:3]))
    if step.action not in SUGGEST_ACTIONS:
        return PlannedSuggestion(suggestion, expected, step.action == SUGGEST_AND_REPLAN)
    shown = SUGGEST_ACTIONS[step.action]
    return PlannedSuggestion(suggestion, None if shown is None else suggestion[shown])


def is_played(step: Step) -> bool:
    """Tell whether a step is played at the table; other steps are the plan's bookkeeping.

    >>> is_played(Step.parse("(stay hall)")), is_played(Step.parse("(ask-again hall)"))
    (True, False)
    """
    return (
        destination(step) is not None
        or planned_suggestion(step) is not None
        or step.action in ACCUSATIONS
    )
