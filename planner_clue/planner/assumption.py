"""Knowledge of the cards, and the assumed case file: its choice, and when to accuse it."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from math import inf, prod
from random import Random
from typing import NamedTuple, Protocol

from planner_clue.belief import Belief
from planner_clue.belief.posterior import Snapshot
from planner_clue.belief.styles import AIMLESS, ANY_CARDS, CARD_PRIORS, CARD_STYLES
from planner_clue.belief.transcript import Evidence, Transcript
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.events import Event


class CardKnowledge(Protocol):
    """Knowledge of one seat about the cards during a game, such as a belief."""

    transcript: Transcript
    telling: list[Evidence]
    """The evidence that at once ruled something out."""
    shifting: list[Event]
    """The events that changed any probability."""

    @abstractmethod
    def observe(self, event: Event) -> None:
        """Take in one event."""

    @abstractmethod
    def snapshot(self) -> Snapshot:
        """Return the current knowledge."""

    @abstractmethod
    def chance(self, case_file: CaseFile) -> float:
        """Return the probability of a case file, 0 if it is refuted."""

    @abstractmethod
    def established_by(self, card: Card, holder: int, among: Sequence[Evidence]) -> Evidence | None:
        """Return the evidence that first made it certain whether ``holder`` has ``card``.

        It is one of ``among``, the latest telling evidence; None if it cannot be determined.
        """

    def refuted_by(self, case_file: CaseFile, among: Sequence[Evidence]) -> Evidence | None:
        """Return the evidence that first refuted a case file; None by default."""
        return None


class Assumption(NamedTuple):
    """An assumed case file, and the probability that it is right."""

    case_file: CaseFile
    probability: float


def most_probable(
    belief: Belief, current: CaseFile | None, turns: Mapping[Card, float], rng: Random
) -> Assumption:
    """Assume the most probable case file.

    Of several, keep the ``current`` one; otherwise draw one that can be tested first.
    ``turns`` are the expected turns until a suggestion in each room; rooms without are far.
    """
    equals = belief.most_probable()
    if current in equals:
        return Assumption(current, belief.chance(current))
    least = min(turns.get(each.room, inf) for each in equals)
    assumed = rng.choice([each for each in equals if turns.get(each.room, inf) == least])
    return Assumption(assumed, belief.chance(assumed))


def any_possible(
    candidates: Sequence[Sequence[Card]], current: CaseFile | None, rng: Random
) -> Assumption:
    """Assume the ``current`` case file while it is possible; otherwise draw one.

    ``candidates`` are the cards of each category that may be in the case file. All cards of a
    category are taken as equally probable.

    >>> candidates = [[Card("green")], [Card("rope"), Card("knife")], [Card("hall")]]
    >>> any_possible(candidates, CaseFile(Card("green"), Card("rope"), Card("hall")), Random(1))
    Assumption(case_file=CaseFile(suspect='green', weapon='rope', room='hall'), probability=0.5)
    """
    probability = 1 / prod(map(len, candidates))
    if current and all(card in of for card, of in zip(current, candidates, strict=True)):
        return Assumption(current, probability)
    return Assumption(CaseFile(*map(rng.choice, candidates)), probability)


BASE_THRESHOLD = 0.6
"""The least probability of a case file that the planner accuses without a proof, against two
opponents; less against more of them, and more if they take long (:func:`acceptance_threshold`)."""
SLOW = (AIMLESS, ANY_CARDS)
"""Styles of asking with which players take long to win: there is time to find a proof."""
EXTRA_CHANCE = 0.25
"""Added to the least probability of a gamble against players of one of these styles."""


def worth_accusing(
    belief: Belief, opponents: Collection[int], base: float = BASE_THRESHOLD
) -> Assumption | None:
    """Return the case file to accuse, if it is certain or worth a gamble; otherwise None.

    If all hands are known and the case file is not, because of a pile, waiting is of no use.

    While the ``opponents`` may win, a case file with a probability of at least ``base`` is
    worth a gamble: waiting for the proof would lose more games (``benchmarks/history.md``). If
    they seem to choose cards in a style that takes long, it has to be more probable
    (:data:`EXTRA_CHANCE`).
    """
    known = belief.settled()
    if known is not None:
        return Assumption(known, belief.chance(known))
    if not opponents:
        return None
    best = belief.most_probable()[0]
    probability = belief.chance(best)
    if probability < base * haste(opponents):  # the threshold is never lower, and takes longer
        return None
    accepted = probability >= acceptance_threshold(belief, opponents, base)
    return Assumption(best, probability) if accepted else None


def acceptance_threshold(
    belief: Belief, opponents: Collection[int], base: float = BASE_THRESHOLD
) -> float:
    """Return the least probability of a gamble against these opponents.

    At least ``base`` against two of them, and less against more (:func:`haste`).
    """
    threshold = base * haste(opponents)
    asks = [belief.asks(seat) for seat in sorted(opponents)]
    for style in SLOW:
        share = sum(of_seat[style.name] for of_seat in asks) / len(opponents)
        prior = float(CARD_PRIORS[CARD_STYLES.index(style)])
        threshold += EXTRA_CHANCE * max(0.0, share - prior)
    return threshold


def haste(opponents: Collection[int]) -> float:
    """Return the factor of the least probability of a gamble: 1 for up to two opponents, then less.

    Among ``n`` equal players one that waits wins one game in ``n``, so that it loses less by an
    accusation that is wrong.

    >>> haste({1, 2}), haste({1, 2, 3, 4})
    (1.0, 0.6)
    """
    return 3 / max(3, 1 + len(opponents))
