"""Why a planner plans again: the rule of each trigger, as a function.

Each function compares what was known before with what is known after, or what a plan expected
with what happened. It returns a :class:`Firing`, which names the observation, or None. The
functions read only what they are given, and no other file fires a trigger.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from planner_clue.belief.posterior import Posterior
from planner_clue.belief.transcript import Evidence
from planner_clue.board import Place
from planner_clue.cards import Card, CaseFile
from planner_clue.deliberation.known import Snapshot
from planner_clue.deliberation.steps import ACCUSE
from planner_clue.planning.plan import Step
from planner_clue.table.events import Showed, Suggested


class Trigger(StrEnum):
    """The reasons for planning again, the weightiest first."""

    ASSUMPTION_REFUTED = "assumption-refuted"
    UNEXPECTED_ANSWER = "unexpected-answer"
    NEW_FACT = "new-fact"
    NEW_EVIDENCE = "new-evidence"
    MOVED = "moved"
    PLAN_FINISHED = "plan-finished"
    FIRST_PLAN = "first-plan"


ORDER = tuple(Trigger)


@dataclass(frozen=True)
class Firing:
    """A trigger with the observation that fired it."""

    trigger: Trigger
    turn: int
    """The turn in which it was observed; 0 is before the first turn."""
    observation: str
    """What was observed, in words; players are named by their suspects."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "trigger": self.trigger.value,
            "observed_in": self.turn,
            "observation": self.observation,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Firing":
        """Return the firing of :meth:`to_json`."""
        return cls(Trigger(data["trigger"]), int(data["observed_in"]), str(data["observation"]))

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.observation}" if self.turn else self.observation


def weightiest_first(firings: Collection[Firing]) -> tuple[Firing, ...]:
    """Return firings in the order of their triggers; the first names the replan.

    >>> late, early = Firing(Trigger.MOVED, 3, ""), Firing(Trigger.NEW_FACT, 2, "")
    >>> [firing.trigger.value for firing in weightiest_first([late, early])]
    ['new-fact', 'moved']
    """
    return tuple(sorted(firings, key=lambda firing: ORDER.index(firing.trigger)))


@dataclass(frozen=True)
class News:
    """What was seen between two snapshots, and how to speak of it."""

    names: Sequence[str]
    """The suspects of the seats."""
    by_others: tuple[Evidence, ...] = ()
    """Answers to others, and accusations."""
    telling: tuple[Evidence, ...] = ()
    """Those of them that ruled something out, as far as is seen at once."""
    answered: frozenset[Card] = frozenset()
    """The cards that this seat was shown."""
    settled_by: Callable[[Card, int], Evidence | None] = lambda card, holder: None
    """The evidence by which it was certain whether a holder has a card."""
    turn: int = 0
    """The turn of the latest event, for what no single piece of evidence tells."""

    def says(self, cards: Sequence[Card], after: Snapshot) -> tuple[int, str]:
        """Say where cards are, and when that was first certain; the latest of several."""
        case, turns, words = len(self.names), [], []
        for card in cards:
            holder = after.located.get(card)
            evidence = self.settled_by(card, case if holder is None else holder)
            turns.append(evidence.event.turn if evidence else self.turn)
            words.append(where_is(card, holder, self.names))
        return max(turns), "; ".join(words)


def where_is(card: Card, holder: int | None, names: Sequence[str]) -> str:
    """Say in words who holds a card; None: nobody that is known, but not the case file.

    >>> where_is(Card("rope"), 1, ["scarlett", "mustard", "white"])
    'rope is held by mustard'
    """
    if holder is None:
        return f"{card} is not in the case file"
    if holder == len(names):
        return f"{card} is in the case file"
    return f"{card} is held by {names[holder]}"


# -- the rules, one a trigger ---------------------------------------------------------------


def first_plan() -> Firing:
    """Fire ``first-plan``: the game begins, and there is no plan yet."""
    return Firing(Trigger.FIRST_PLAN, 0, "the game begins")


def assumption_refuted(
    assumed: CaseFile | None, *, allowed: bool, after: Snapshot, news: News
) -> Firing | None:
    """Fire ``assumption-refuted``: the assumed case file can no longer be the case file.

    Because a card of it is held by somebody; or because no deal is left with all three in it.
    """
    if assumed is None or allowed:
        return None
    case = len(news.names)
    refuted = [card for card in assumed if after.located.get(card, case) != case]
    refuted = refuted or [card for card in assumed if card not in after.possible]
    if refuted:
        return Firing(Trigger.ASSUMPTION_REFUTED, *news.says(refuted, after))
    turn = news.by_others[-1].event.turn if news.by_others else news.turn
    what = f"{', '.join(assumed)} is not the case file"
    return Firing(Trigger.ASSUMPTION_REFUTED, turn, what)


def unexpected_answer(
    expected: Card | None, answer: Showed | None, turn: int, names: Sequence[str]
) -> Firing | None:
    """Fire ``unexpected-answer``: the own question was answered otherwise than the plan expected.

    ``expected`` is the card that somebody was expected to show, None for nobody; ``answer``
    what was shown, None for nothing.
    """
    shown = answer.card if answer else None
    if shown == expected:
        return None
    who = f"{names[answer.seat]} showed {shown}" if answer else "nobody showed a card"
    wanted = f"{expected or 'nothing'} was expected"
    return Firing(Trigger.UNEXPECTED_ANSWER, turn, f"{who}; {wanted}")


def new_fact(before: Snapshot, after: Snapshot, news: News) -> Firing | None:
    """Fire ``new-fact``: something became certain that is not the answer to the own question.

    A card was located; else a card can no longer be in the case file; else what somebody
    else answered left fewer deals.
    """
    located = [c for c in after.located if c not in before.located and c not in news.answered]
    if located:
        return Firing(Trigger.NEW_FACT, *news.says(located, after))
    cleared = sorted(before.possible - after.possible - after.located.keys())
    if cleared:
        return Firing(Trigger.NEW_FACT, *news.says(cleared, after))
    if news.telling and _has_fewer_deals(before.posterior, after.posterior):
        evidence = news.telling[-1]
        return Firing(Trigger.NEW_FACT, evidence.event.turn, evidence.in_words(tuple(news.names)))
    return None


def _has_fewer_deals(before: Posterior | None, after: Posterior | None) -> bool:
    if before is None or after is None or before is after:
        return False
    return after.deals < before.deals


def new_evidence(before: Snapshot, after: Snapshot, news: News) -> Firing | None:
    """Fire ``new-evidence``: nothing became certain, but other case files became more probable.

    That comes from what others ask about, or from an answer that ruled out no deal.
    """
    if not news.by_others or before.posterior is after.posterior:
        return None
    latest = news.by_others[-1]
    who = news.names[latest.event.seat if latest.asker is None else latest.asker]
    asked = f"{who} asked about {', '.join(latest.asked)}" if latest.asked else f"{who} accused"
    what = f"{asked}, which makes other case files more probable"
    return Firing(Trigger.NEW_EVIDENCE, latest.event.turn, what)


def brought_away(before: Place | None, event: Suggested, names: Sequence[str]) -> Firing | None:
    """Fire ``moved``: somebody else's suggestion brought the token into another room.

    ``before`` is where the token was; ``event`` names the token's suspect.
    """
    room = event.cards.room
    if before == room:
        return None
    what = f"{names[event.seat]} suggested the token into {room}"
    return Firing(Trigger.MOVED, event.turn, what)


def better_way(next_step: Step | None, better: Step, turn: int, why: str) -> Firing | None:
    """Fire ``moved``: under the dice, another way to begin became better than the plan's."""
    return None if next_step == better else Firing(Trigger.MOVED, turn, why)


def no_question_here(room: Card, turn: int) -> Firing:
    """Fire ``moved``: the token is in a room in which the plan asks nothing."""
    return Firing(Trigger.MOVED, turn, f"the plan asks nothing in {room}")


def plan_finished(waiting: Sequence[Step], turn: int) -> Firing | None:
    """Fire ``plan-finished``: every question of the plan has been asked.

    ``waiting`` are the steps still to be played; an accusation is not one of the plan's.
    """
    if waiting and waiting[0].action != ACCUSE:
        return None
    return Firing(Trigger.PLAN_FINISHED, turn, "every question of the plan has been asked")
