"""The belief of one seat: the possible deals and their probabilities.

:class:`~planner_clue.belief.knowledge.Knowledge` quickly concludes most of what is certain. The
:class:`~planner_clue.belief.posterior.Posterior` counts all deals of the other cards, when somebody
asks for it: from it come the probabilities, and what is certain only because of several hands
together, which goes back into the knowledge.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief import styles
from planner_clue.belief.asking import Asked
from planner_clue.belief.counting import Numbering
from planner_clue.belief.hands import ChoiceOfCard, HandEvidence, SeenShow, possible_hands, uniform
from planner_clue.belief.knowledge import ContradictionError, Knowledge
from planner_clue.belief.posterior import Posterior, Snapshot
from planner_clue.belief.probability import belief_html
from planner_clue.belief.reasons import Fact, Reasons, Why, find_conflict, first_impossible
from planner_clue.belief.silence import Silence
from planner_clue.belief.transcript import Evidence, Transcript
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event, Showed
from planner_clue.game.observations import SeatObservations
from planner_clue.support.errors import SeatError, SeenError, UncertainError, shown


class Belief:
    """Everything that a seat can know from its hand and the events that it saw.

    Pass it every event (:meth:`observe`). A holder is the number of a seat, :attr:`case` for the
    case file, or the next number for cards set aside, if there are any (face up, or in a pile that
    nobody sees). Before the first event, all deals are equally probable. Probabilities are exact
    under these assumptions:

    - ``choice`` is the way in which a player chooses among several cards that it could show
      (:mod:`planner_clue.belief.hands`). If nobody answers a player and the player does not accuse,
      it holds one of the three cards, except for one player in 32
      (:mod:`planner_clue.belief.silence`). With None, both assumptions are dropped, and all
      possible deals are equally probable.
    - With ``asking`` above 1, other players' suggestions, and the rooms they choose, are evidence.
      An honest player is ``asking`` times less likely to name a card that it holds or was shown.
      The style of each player is learned from its choices (:mod:`planner_clue.belief.asking`).
      These weights are rounded.

    If no deal agrees with the events, every query raises :class:`ContradictionError`, which names
    the observation that cannot be true.

    >>> belief = clue.Belief(clue.play_game(["random"] * 3, seed=5).seats[0].seat)
    >>> belief.observe(clue.Suggested(1, 0, clue.Suggestion("plum", "rope", "study")))
    >>> belief.observe(clue.Passed(1, 1))
    >>> belief.holders("rope"), belief.deals()
    ([2, 3], 21924)
    """

    def __init__(
        self, seat: Seat, choice: ChoiceOfCard | None = uniform, *, asking: int = 1
    ) -> None:
        self.seat = seat
        self.deck = seat.deck
        self.me = seat.index
        self.case = seat.players
        """The number that stands for the case file among the holders."""
        self.holder_numbers = range(self.case + 1 + (len(seat.face_up) + seat.pile > 0))
        """All holders: the seats, the case file, and then the cards set aside, if there are any."""
        self.transcript = Transcript(seat)
        self.telling: list[Evidence] = []
        """The evidence that ruled something out, by the quick inference."""
        self.shifting: list[Event] = []
        """The events that changed any probability."""
        self._choice = choice
        self._knowledge = Knowledge(seat)
        self._shows: list[SeenShow] = []
        self._asked = Asked(seat, asking)
        self._silence = Silence(seat) if choice else None
        self._posterior: Posterior | None = None
        self._styles: list[styles.ByStyle] = []
        """How each seat asks, by the posterior; empty until somebody wants to know."""

    def __repr__(self) -> str:
        return f"<Belief of seat {self.me} in turn {self.transcript.turn}>"

    def _repr_html_(self) -> str:
        return belief_html(self, self.seat.tokens)

    def observe(self, event: Event) -> None:
        """Update the belief with one event.

        Raises :class:`ContradictionError`. A contradiction that only counting finds is raised by
        the next query.
        """
        evidence, known = self.transcript.observe(event), self._knowledge
        silent = self._silence is not None and self._silence.observe(event, evidence, known)
        if self._asked.observe(event, evidence) or silent:
            self._count_anew(event)
        if evidence is None:
            return
        asked, before = evidence.asked, known.state
        try:
            evidence.add_to(known)
        except ContradictionError as error:
            raise self._contradiction(evidence) from error
        if known.state != before:
            self.telling.append(evidence)
            self._count_anew(event)
        match event:
            case Showed(seat=seat, to=self.me, card=card) if self._choice and card and asked:
                self._shows.append(SeenShow(seat, card, asked))
                others = set(asked) - {card}
                if any(seat in known.holders(c) and known.holder(c) is None for c in others):
                    self._count_anew(event)  # it may matter which card was shown

    def _count_anew(self, event: Event) -> None:
        self._posterior = None
        if event not in self.shifting[-1:]:
            self.shifting.append(event)

    def _contradiction(self, latest: Evidence | None = None) -> ContradictionError:
        """Return the error that names the first evidence that cannot be true, or the latest."""
        broken = first_impossible(self.seat, self.transcript.evidence) or latest
        if broken is None:
            return ContradictionError("the hand leaves no case file of each category")
        what = f"{broken}; no deal fits this and what was seen before"
        where = f"observations[{broken.observation}]"
        return ContradictionError(f"{where}: {what}", broken.observation)

    def holders_called(self, names: Sequence[str], case_file: str = "case file") -> list[str]:
        """Return the names of all holders; ``names`` are the names of the seats."""
        return [*names, case_file, "set aside"][: len(self.holder_numbers)]

    def check(self) -> None:
        """Raise :class:`ContradictionError` if no deal agrees with the events."""
        self.posterior()

    def holder(self, card: Card) -> int | None:
        """Return the holder of ``card`` if it is certain, else None."""
        return self._certain().holder(card)

    def holders(self, card: Card) -> list[int]:
        """Return all holders that may have ``card``, in order of their numbers."""
        return self._certain().holders(card)

    def unlocated(self) -> list[Card]:
        """Return the cards whose holder is not certain, in deck order."""
        return self._certain().unlocated()

    def candidates(self) -> list[list[Card]]:
        """Return, for each category, the cards that may be in the case file."""
        return self._certain().candidates()

    def allows(self, case_file: CaseFile) -> bool:
        """Return whether this case file is possible."""
        return self._weight(case_file) > 0

    def case_file(self) -> CaseFile | None:
        """Return the case file if it is certain, else None."""
        return self._certain().case_file()

    def settled(self) -> CaseFile | None:
        """Return the case file if it is certain, or the most probable one if all hands are known.

        Nobody can show a card of the pile, so suggestions then give no information.
        """
        known = self.case_file()
        if known or not self.seat.pile:
            return known
        may_have = {holder for card in self.unlocated() for holder in self.holders(card)}
        return None if min(may_have) < self.case else self.most_probable()[0]

    def deals(self) -> int:
        """Return the number of possible deals."""
        return self.posterior().deals

    def case_chance(self, card: Card) -> float:
        """Return the probability that ``card`` is in the case file."""
        return self.chance_at(card, self.case)

    def chance_at(self, card: Card, holder: int) -> float:
        """Return the probability that ``holder`` has ``card``; :class:`SeatError` for no holder."""
        posterior = self.posterior()
        self._check_holder(holder)
        if card in posterior.cards:
            return posterior.weight_at(card, holder) / posterior.weight
        return 1.0 if self._knowledge.holder(card) == holder else 0.0

    def chance(self, case_file: CaseFile) -> float:
        """Return the probability that these three together are the case file."""
        return self._weight(case_file) / self.posterior().weight

    def case_files(self) -> dict[CaseFile, float]:
        """Return the possible case files with probabilities, the most probable first."""
        total = self.posterior().weight
        return {case_file: weight / total for case_file, weight in self._case_weights()}

    def most_probable(self) -> list[CaseFile]:
        """Return the most probable case files: several, in deck order, if exactly equal."""
        weights = self._case_weights()
        return [case_file for case_file, weight in weights if weight == weights[0][1]]

    def sample(self, count: int, rng: np.random.Generator) -> NDArray[np.int8]:
        """Draw deals from the posterior: an array of holders, of shape (count, cards)."""
        posterior = self.posterior()
        drawn = np.empty((count, len(self.deck)), dtype=np.int8)
        for position, card in enumerate(self.deck.cards):
            drawn[:, position] = -1 if (known := self._knowledge.holder(card)) is None else known
        numbers = [self.deck.position(card) for card in posterior.cards]
        drawn[:, numbers] = posterior.sample(count, rng)
        return drawn

    def asks(self, seat: int) -> dict[str, float]:
        """Return the probability that another seat chooses suspects and weapons in each style.

        The styles are named (:data:`planner_clue.belief.styles.CARD_STYLES`). Without ``asking``,
        these are the priors.
        :class:`SeatError` if there is no such seat.
        """
        return _by_name(styles.CARD_STYLES, self._style(seat).cards)

    def enters(self, seat: int) -> dict[str, float]:
        """Return the probability that another seat chooses rooms in each style, as :meth:`asks`."""
        return _by_name(styles.ROOM_STYLES, self._style(seat).rooms)

    def _style(self, seat: int) -> styles.ByStyle:
        if not 0 <= seat < self.case:
            raise SeatError(f"seat {shown(seat)}; expected 0 to {self.case - 1}")
        posterior, seats = self.posterior(), range(self.case)
        if not self._styles:
            located = map(self._knowledge.known_cards, seats)
            known = [[card for card in cards if card not in posterior.cards] for cards in located]
            hands = {other: posterior.hands_of(other) for other in seats}
            self._styles = self._asked.styles(hands, posterior.numbering, known)
        return self._styles[seat]

    def why(self, card: Card, holder: int) -> Why:
        """Return a minimal set of observations that proves whether ``holder`` has ``card``.

        Raises :class:`UncertainError` if it is not certain, :class:`SeatError` if there is no such
        holder.
        """
        may_have = self.holders(card)
        self._check_holder(holder)
        if holder in may_have and len(may_have) > 1:
            what = f"it is not certain whether {holder} has {card}"
            raise UncertainError(f"{what}: {', '.join(map(str, may_have))} may have it")
        return self._reasons().why(Fact(card, holder, holder in may_have))

    def snapshot(self) -> Snapshot:
        """Return the current knowledge."""
        holders = {card: self.holder(card) for card in self.deck.cards}
        return Snapshot(
            {card: holder for card, holder in holders.items() if holder is not None},
            frozenset(card for cards in self.candidates() for card in cards),
            self.posterior(),
        )

    def established_by(self, card: Card, holder: int, among: Sequence[Evidence]) -> Evidence | None:
        """Return the piece of evidence that made it certain whether ``holder`` has ``card``.

        ``among`` are the pieces in order. The fact must be certain after the last of them, and must
        not have been certain before the first.
        """
        if len(among) < 2:
            return among[0] if among else None
        fact = Fact(card, holder, holder in self.holders(card))
        return self._reasons().first(fact, among)

    def refuted_by(self, case_file: CaseFile, among: Sequence[Evidence]) -> Evidence | None:
        """Return the evidence that refuted a case file; arguments as for :meth:`established_by`."""
        return self._reasons().first(case_file, among) if among else None

    def entailed(self) -> list[Why]:
        """Return every fact that is certain, with its reasons, by card and holder."""
        reasons = self._reasons()
        facts = (
            Fact(card, holder, holder in may_have)
            for card in self.deck.cards
            for may_have in [self.holders(card)]
            for holder in self.holder_numbers
            if holder not in may_have or len(may_have) == 1
        )
        return [reasons.why(fact) for fact in facts]

    def _check_holder(self, holder: int) -> None:
        if holder not in self.holder_numbers:
            what = f"holder {shown(holder)}"
            raise SeatError(f"{what}; expected 0 to {self.case}, the number of the case file")

    def _reasons(self) -> Reasons:
        return Reasons(self.seat, self.transcript.evidence, self.snapshot().located)

    def posterior(self) -> Posterior:
        """Return the posterior over the cards that were unlocated when it was computed."""
        while self._posterior is None:
            numbering = Numbering(self.deck, self._knowledge.unlocated())
            choice = self._choice or uniform
            of_hands = HandEvidence(self._shows, choice, self._silence, self._asked)
            posterior = Posterior(numbering, possible_hands(self._knowledge, numbering, of_hands))
            if posterior.weight == 0:
                raise self._contradiction()
            before = self._knowledge.state
            self._learn_from(posterior)
            # How a seat asks is judged by the hands that are left: if fewer are, count again.
            if self._knowledge.state == before or not self._asked.has_suggestions:
                self._posterior, self._styles = posterior, []
        return self._posterior

    def _learn_from(self, posterior: Posterior) -> None:
        bits = [1 << self.deck.position(card) for card in posterior.cards]
        holders = sorted([*self._knowledge.hands, self.case])
        by_holder = [posterior.card_weights.get(n, [0] * len(bits)) for n in holders]
        impossible = (
            sum(bit for bit, weight in zip(bits, weights, strict=True) if not weight)
            for weights in by_holder
        )
        self._knowledge.narrow([~mask for mask in impossible])

    def _certain(self) -> Knowledge:
        """Return the knowledge, with what only counting finds."""
        self.posterior()
        return self._knowledge

    def _weight(self, case_file: CaseFile) -> int:
        posterior, known = self.posterior(), self._knowledge
        if any(known.holder(card) not in (None, self.case) for card in case_file):
            return 0
        return posterior.weight_of_hand(self.case, case_file)

    def _case_weights(self) -> list[tuple[CaseFile, int]]:
        """Return each possible case file with the weight of its deals, the heaviest first."""
        posterior = self.posterior()
        known = [c for c in self._knowledge.known_cards(self.case) if c not in posterior.cards]
        weighed = posterior.hand_weights(self.case)
        if not known:  # the cards of a hand stand in deck order
            files = [(CaseFile(*cards), weight) for cards, weight in weighed]
        else:
            files = [
                (CaseFile(*sorted((*known, *cards), key=self.deck.position)), weight)
                for cards, weight in weighed
            ]
        return sorted(files, key=lambda entry: -entry[1])


def _by_name(
    of: Sequence[styles.CardStyle | styles.RoomStyle], shares: styles.Floats
) -> dict[str, float]:
    return {style.name: float(share) for style, share in zip(of, shares, strict=True)}


def believe(
    seat: Seat, events: Iterable[Event], choice: ChoiceOfCard | None = uniform, *, asking: int = 1
) -> Belief:
    """Return the belief of a seat after these events; raises as :meth:`Belief.observe` does."""
    belief = Belief(seat, choice, asking=asking)
    for event in events:
        belief.observe(event)
    return belief


def belief_from(
    seen: SeatObservations, source: str, choice: ChoiceOfCard | None = uniform, *, asking: int = 1
) -> Belief:
    """Return the belief of a seat that has seen this; ``choice`` and ``asking`` as for `Belief`.

    Raises :class:`SeenError`, which names ``source`` and a minimal set of contradicting
    observations.
    """
    try:
        known = believe(seen.seat, seen.events, choice, asking=asking)
        known.check()
    except ContradictionError as error:
        raise contradiction(seen, source, error) from error
    return known


def contradiction(seen: SeatObservations, source: str, error: ContradictionError) -> SeenError:
    """Return the contradiction in a file whose observations cannot all be true."""
    transcript = Transcript(seen.seat)
    for event in seen.events:
        transcript.observe(event)
    conflict = find_conflict(seen.seat, transcript.evidence)
    if conflict is None:
        return SeenError(f"{source}: {error}")
    message = conflict.in_words(seen.names, lambda piece: f"in {seen.where[piece.observation]}")
    return SeenError(f"{source}: {seen.where[conflict.impossible.observation]}: {message}")
