"""The triggers, which are the reasons to plan again: one function for the rule of each.

A function compares the knowledge before and after, or what a plan expected and what happened.
It returns a :class:`Firing`, which names the observation, or None. The functions use only their
arguments. A trigger without a condition fires where the loop comes to it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct, field

from planner_clue.belief.posterior import Snapshot
from planner_clue.belief.transcript import Evidence
from planner_clue.game.board import Place
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.events import Event, Number, Suggested, event_in_words
from planner_clue.planner.assumption import CardKnowledge
from planner_clue.planner.plan_tree import NOBODY, Answer, PlanStep


class Trigger(StrEnum):
    """The reasons for planning again, the most important first."""

    because: str
    """Why a planner plans again, in words."""
    breaks: bool
    """Whether an observation ends a plan by it; only pages read this, to count surprises."""

    ASSUMPTION_REFUTED = "assumption-refuted", "its assumption was refuted", True
    UNEXPECTED_ANSWER = "unexpected-answer", "it got an unexpected answer", True
    OUTDATED_FOLLOW_UP = "outdated-follow-up", "another suggestion is now clearly better", True
    NEW_FACT = "new-fact", "it learned something new from others", True
    NEW_EVIDENCE = "new-evidence", "what others asked or showed changed the probabilities", True
    MOVED = "moved", "it goes another way than planned", False
    FOLLOW_UP = "follow-up", "its plan contains a follow-up for the answer that came", False
    PLAN_FINISHED = "plan-finished", "its plan is finished", False
    FIRST_PLAN = "first-plan", "it had no plan yet", False

    def __new__(cls, name: str, because: str, breaks: bool) -> "Trigger":
        """Make a trigger from its name in records and its description."""
        made = str.__new__(cls, name)
        made._value_, made.because, made.breaks = name, because, breaks
        return made


ORDER = tuple(Trigger)
REPLANNING = tuple(trigger for trigger in ORDER if trigger is not Trigger.FOLLOW_UP)
"""Triggers for which an engine makes a plan."""
_KEEPING = (Trigger.ASSUMPTION_REFUTED, Trigger.NEW_FACT, Trigger.NEW_EVIDENCE, Trigger.MOVED)
MAY_KEEP_FOLLOW_UP = frozenset(_KEEPING)
"""Triggers after which the plan's follow-up is checked, and played if it is still good enough.

After any other trigger the planner plans again."""


class Firing(Struct, frozen=True):
    """A trigger with the observation that fired it."""

    trigger: Trigger
    turn: Number = field(name="observed_in")
    """The turn of the observation; 0 is before the first turn."""
    observation: str = ""
    """The observation in words, with players called by their suspects."""

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.observation}" if self.turn else self.observation


def weightiest_first(firings: Collection[Firing]) -> tuple[Firing, ...]:
    """Return firings with the most important trigger first, which names the replan.

    >>> late, early = Firing(Trigger.MOVED, 3, ""), Firing(Trigger.NEW_FACT, 2, "")
    >>> [firing.trigger.value for firing in weightiest_first([late, early])]
    ['new-fact', 'moved']
    """
    return tuple(sorted(firings, key=lambda firing: ORDER.index(firing.trigger)))


@dataclass(frozen=True)
class News:
    """The difference between two snapshots of a seat's knowledge, and the evidence for it."""

    before: Snapshot
    after: Snapshot
    names: Sequence[str]
    """The suspects of the seats."""
    turn: int = 0
    """The turn of the latest event, for facts that no single piece of evidence establishes."""
    others: tuple[Evidence, ...] = ()
    """The evidence except answers to this seat's suggestions: answers to other suggestions, also by
    this seat, and accusations."""
    telling: tuple[Evidence, ...] = ()
    """The evidence that at once ruled something out."""
    shifting: tuple[Event, ...] = ()
    """The events that changed any probability."""
    answered: frozenset[Card] = frozenset()
    """The cards that this seat was shown."""
    known: CardKnowledge | None = None
    """The knowledge, to ask which evidence established a fact."""

    def says(self, cards: Sequence[Card]) -> list[tuple[int, str]]:
        """Return the places of cards in words, with the turn that made each certain, by turn."""
        case, known, facts = len(self.names), self.known, []
        for card in cards:
            holder = self.after.located.get(card)
            at = case if holder is None else holder
            evidence = known.established_by(card, at, self.telling) if known else None
            turn = evidence.event.turn if evidence else self.turn
            facts.append((turn, where_is(card, holder, self.names)))
        return sorted(facts, key=lambda fact: fact[0])


def where_is(card: Card, holder: int | None, names: Sequence[str]) -> str:
    """Return the place of a card in words; None stands for some unknown hand.

    >>> where_is(Card("rope"), 1, ["scarlett", "mustard", "white"])
    'rope is held by mustard'
    """
    if holder is None:
        return f"{card} is not in the case file"
    if holder == len(names):
        return f"{card} is in the case file"
    return f"{card} is held by {names[holder]}" if holder < len(names) else f"{card} is set aside"


def assumption_refuted(assumed: CaseFile | None, news: News) -> Firing | None:
    """Fire ``assumption-refuted``: no possible deal has the assumed cards in the file."""
    if assumed is None or news.known is None or news.known.chance(assumed) > 0:
        return None
    case, after = len(news.names), news.after
    refuted = [card for card in assumed if after.located.get(card, case) != case]
    refuted = refuted or [card for card in assumed if card not in after.possible]
    if refuted:
        return Firing(Trigger.ASSUMPTION_REFUTED, *news.says(refuted)[0])
    evidence = news.known.refuted_by(assumed, news.telling)
    turn = evidence.event.turn if evidence else news.turn
    what = f"{', '.join(assumed)} is not the case file"
    return Firing(Trigger.ASSUMPTION_REFUTED, turn, what)


def unexpected_answer(step: PlanStep, answer: Answer, turn: int) -> Firing | None:
    """Fire ``unexpected-answer``: the plan has nothing for the answer to this seat's suggestion.

    A plan with branches foresees the answers that begin them; a sequence only the expected one.

    >>> step = PlanStep(action="(suggest-weapon-shown green rope hall)", expects="rope")
    >>> print(unexpected_answer(step, Answer(), 7))
    turn 7: nobody showed a card; rope was expected
    """
    if step.branches:
        foreseen = any(branch.answer == answer for branch in step.branches)
        wanted = "the plan has no branch for it"
    else:
        foreseen = (answer.card or NOBODY) == step.expects
        shown = "no card" if step.expects == NOBODY else step.expects
        wanted = f"{shown} was expected"
    if foreseen:
        return None
    return Firing(Trigger.UNEXPECTED_ANSWER, turn, f"{answer.in_the_past}; {wanted}")


def new_fact(news: News) -> Firing | None:
    """Fire ``new-fact``: something became certain, other than the answer to this seat's suggestion.

    In this order: a card was located, a card can no longer be in the case file, or an answer to
    somebody else left fewer possible deals.
    """
    before, after = news.before, news.after
    located = [c for c in after.located if c not in before.located and c not in news.answered]
    cleared = sorted(before.possible - after.possible - after.located.keys())
    if located or cleared:
        facts = news.says(located or cleared)
        first, _ = facts[0]
        found = [what if turn == first else f"{what} (turn {turn})" for turn, what in facts]
        return Firing(Trigger.NEW_FACT, first, "; ".join(found))
    earlier, later = before.posterior, after.posterior
    informative = [piece for piece in news.telling if piece in news.others]
    if informative and earlier and later and later.possible_hands < earlier.possible_hands:
        evidence = informative[-1]
        return Firing(Trigger.NEW_FACT, evidence.event.turn, evidence.in_words(news.names))
    return None


def new_evidence(news: News) -> Firing | None:
    """Fire ``new-evidence``: nothing became certain, but probabilities changed."""
    if not news.others or news.before.posterior is news.after.posterior:
        return None
    latest = news.shifting[-1] if news.shifting else news.others[-1].event
    return Firing(Trigger.NEW_EVIDENCE, latest.turn, event_in_words(latest, news.names))


def brought_away(before: Place | None, event: Suggested, names: Sequence[str]) -> Firing | None:
    """Fire ``moved``: somebody else's suggestion moved this seat's token into another room.

    ``before`` is where the token was; ``event`` names the token's suspect.
    """
    what = f"a suggestion by {names[event.seat]} moved the token to {event.cards.room}"
    return None if before == event.cards.room else Firing(Trigger.MOVED, event.turn, what)


def plan_finished(turn: int) -> Firing:
    """Fire ``plan-finished``: no suggestion of the plan is left.

    A final accusation may be, because accusations are decided without a plan.
    """
    return Firing(Trigger.PLAN_FINISHED, turn, "no suggestion of the plan is left")


@dataclass(frozen=True)
class Noticed:
    """The knowledge that a seat had when it last decided."""

    snapshot: Snapshot
    taken_in: tuple[int, int, int] = 0, 0, 0
    """The lengths of the lists of the knowledge by then: evidence, what was telling, what shifted
    probabilities."""
    answered: frozenset[Card] = frozenset()
    """The cards that it was shown since then."""

    def news(
        self, known: CardKnowledge, names: Sequence[str], me: int
    ) -> tuple[News | None, "Noticed"]:
        """Return what is new in the knowledge of seat ``me``, if anything, and take it in."""
        evidence, telling, shifting = known.transcript.evidence, known.telling, known.shifting
        heard, informed, shifted = self.taken_in
        if len(evidence) == heard:
            return None, self
        after = known.snapshot()
        news = News(
            self.snapshot,
            after,
            names,
            known.transcript.turn,
            others=tuple(piece for piece in evidence[heard:] if piece.asker != me),
            telling=tuple(telling[informed:]),
            shifting=tuple(shifting[shifted:]),
            answered=self.answered,
            known=known,
        )
        return news, Noticed(after, (len(evidence), len(telling), len(shifting)))
