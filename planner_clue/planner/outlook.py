"""The outlook of a seat: suggestions to begin with, the answers to each, and its follow-ups.

Deals drawn from the belief are sorted by the answer that each suggestion gets in them
(:mod:`planner_clue.belief.answer_tree`). From these come the probabilities of the answers and the
expected turns that are left after each of them. This is the one valuation of suggestions: problems,
hints, advice and reviews use it.

Looking one answer ahead loses little, because information has diminishing returns (adaptive
submodularity, Golovin and Krause 2011).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, product
from random import Random

import numpy as np

from planner_clue.belief import Belief
from planner_clue.belief.answer_tree import AnswerNode, Histories, price_of_accusing
from planner_clue.belief.drawn_deals import DrawnDeals, Floats, draw_deals
from planner_clue.game.cards import Card, CaseFile, Suggestion
from planner_clue.game.turn_order import others_after
from planner_clue.planner import assumption
from planner_clue.planner.plan_tree import Answer


@dataclass(frozen=True)
class Parameters:
    """The size of an outlook, and the constants of its costs.

    The constants were chosen by matches in November 2026. ``guess`` and ``room_guess``: 400 deals
    of version 0.1.0, where half and twice as much are noise. ``survival``: 300 games of seed 301,
    where 5, 7 and 10 win 70.0, 68.7 and 68.3 %. ``uncertainty`` and ``bluff``: 402 to 1,002 games
    of seeds 5303 and 5304, with errors of 3 to 7 points (``priced-trials.csv`` and
    ``conditional-trials.csv`` in ``benchmarks/results``, and ``benchmarks/history.md``).
    ``python -m benchmarks.constants outlook FOLDER`` changes each and prints the difference.
    """

    follow_ups: int = 3
    """The number of different follow-ups that a plan may have."""
    beginnings: int = 4
    """The number of first suggestions, in different rooms: the cheapest, including travel."""
    rooms: int = 5
    """The number of rooms to consider for follow-ups: the cheapest ones, including the way."""
    offered: int = 6
    """The number of follow-ups to choose from, per suggestion to begin with."""
    drawn: int = 1000
    """The number of deals drawn from the belief."""
    guess: float = 0.6
    """Turns per guess at the suspect or weapon."""
    room_guess: float = 1.4
    """Journeys to a near room per guess at the room."""
    uncertainty: float = 4.0
    """Journeys to a near room that uncertainty counts as, between suggestions that compete."""
    bluff: float = 0.01
    """The uncertainty that naming an own suspect or weapon makes up for: opponents to whom
    suggestions are evidence take it for a card that this seat does not hold."""
    survival: float = 7.0
    """The turns in which the probability that nobody else has won falls by the factor e."""
    base_threshold: float = assumption.BASE_THRESHOLD
    """The least probability of a case file that is accused without a proof, before it is raised
    (:func:`acceptance_threshold`)."""


@dataclass(frozen=True)
class ForeseenAnswer:
    """One answer to one suggestion, and its consequences."""

    answer: Answer
    probability: float
    """Its share of the drawn deals."""
    passes: tuple[int, ...]
    """The seats that are asked and cannot show a card."""
    case_file: CaseFile
    """The most probable case file after it."""
    right: float
    """The probability of that case file."""
    risk: float | None
    """The turns that count for accusing it without a proof; None where it is too improbable."""
    to_go: tuple[float, ...]
    """Per follow-up that is offered: the expected turns until the case file is found."""
    refutes: bool = False
    """Whether it shows an assumed card; then :attr:`case_file` is assumed next."""


@dataclass(frozen=True)
class Beginning:
    """A suggestion to begin with, and what may follow."""

    suggestion: Suggestion
    travel_cost: float
    """The expected turns until it is made."""
    left: float
    """The expected turns from then until the case file is found, if any follow-up may be used."""
    answers: tuple[ForeseenAnswer, ...] = ()
    """First the answer to expect if the assumption is right, then the most probable ones."""
    follow_ups: tuple[Suggestion, ...] = ()

    @property
    def turns(self) -> float:
        """The expected turns in all."""
        return self.travel_cost + self.left


@dataclass
class Outlook:
    """The valuation of suggestions from one belief, by deals drawn from it."""

    belief: Belief
    travel_costs: Mapping[Card, Mapping[Card, float]]
    """The expected turns from room to room; from a room to itself, to enter it again."""
    per_guess: tuple[float, float, float]
    """Expected turns per guess in each category."""
    per_uncertainty: float
    """The turns that uncertainty counts as, in one room, or without a board among all."""
    parameters: Parameters
    seed: int = 0
    drawn: DrawnDeals = field(init=False)
    root: Histories = field(init=False)
    threshold: float = field(init=False)
    """The least probability with which this seat accuses: higher against players that take long,
    1 if nobody else can win."""

    def __post_init__(self) -> None:
        """Draw the deals."""
        belief, base = self.belief, self.parameters.base_threshold
        rivals = belief.transcript.opponents
        self.threshold = assumption.acceptance_threshold(belief, rivals, base) if rivals else 1.0
        self.drawn = draw_deals(self.belief, self.parameters.drawn, self.seed)
        self.root = Histories.root(self.drawn)

    def turns_left(self, suggestions: Sequence[Suggestion]) -> list[float]:
        """Return the expected turns from each suggestion until the case file is found.

        The best competing suggestion takes the turns of the guesses that it leaves. Any other
        one takes longer by the uncertainty that it leaves beyond that.
        """
        uncertain = self._evaluate(self.root, [suggestions])[1][0].tolist()
        return [self._turns(of, a.room) for of, a in zip(uncertain, suggestions, strict=True)]

    def _turns(self, uncertain: float, room: Card) -> float:
        least, turns, _ = self._best[room]
        return turns + self.per_uncertainty * (uncertain - least)

    def shortlist(self, room: Card, count: int = 1) -> list[Suggestion]:
        """Return the ``count`` suggestions in a room that leave least uncertainty, in this order.

        They are about suspects and weapons that may be in the case file, or an own one of each.
        """
        return [asked for _, _, asked in self._by_uncertainty[room][:count]]

    def ranked(self, costs: Mapping[Card, float], each: int = 1) -> list[Beginning]:
        """Return the shortlisted suggestions by expected turns, the best first, without answers.

        ``costs`` has the expected turns to each room that can be gone to; ``each`` is the number of
        suggestions per room.
        """
        valued = (
            Beginning(asked, costs[room], self._turns(uncertain, room))
            for room in costs
            for uncertain, _, asked in self._by_uncertainty[room][:each]
        )
        return sorted(valued, key=lambda one: one.turns)

    def beginnings(self, costs: Mapping[Card, float], assumed: Collection[Card]) -> list[Beginning]:
        """Return the best suggestions with answers and follow-ups, as :meth:`ranked`.

        ``assumed`` are the cards of the assumed case file.
        """
        best = self.ranked(costs)[: self.parameters.beginnings]
        if not best:
            return []
        foreseen = self._foreseen([one.suggestion for one in best])
        made = list[Beginning]()
        for one, (answers, follow_ups) in zip(best, foreseen, strict=True):
            expected = self.expected_answer(one.suggestion, assumed)
            in_order = sorted(answers, key=lambda each: each.answer != expected)
            marked = (replace(each, refutes=each.answer.card in assumed) for each in in_order)
            made.append(replace(one, answers=tuple(marked), follow_ups=follow_ups))
        return made

    def expected_answer(self, asked: Suggestion, assumed: Collection[Card]) -> Answer | None:
        """Return the answer to expect if the named cards are in the case file as assumed.

        That is the answer in most of the drawn deals of which this is true; None without any.
        """
        shown = self.drawn.answer_if(asked, {card: card in assumed for card in asked})
        if shown is None:
            return None
        seat, card = shown
        return Answer(None if seat is None else self.belief.seat.tokens[seat], card)

    def _foreseen(
        self, first: Sequence[Suggestion]
    ) -> list[tuple[tuple[ForeseenAnswer, ...], tuple[Suggestion, ...]]]:
        """Return the answers to each suggestion, and the follow-ups that are offered."""
        answers, after = self.root.answered([first])
        pairs = after.likely_pairs()
        pools = [self._pool(asked.room, n, answers, pairs) for n, asked in enumerate(first)]
        size = max(map(len, pools))
        padded = [[*pool, *pool[:1] * (size - len(pool))] for pool in pools]
        values = self._evaluate(after, [padded[node.suggestion] for node in answers])
        found = []
        for number, (asked, pool) in enumerate(zip(first, pools, strict=True)):
            nodes = [n for n, node in enumerate(answers) if node.suggestion == number]
            guessing, uncertain = (of[nodes, : len(pool)] for of in values)
            to_go = self._turns_to_go(asked.room, pool, guessing, uncertain)
            kept = self._offered(to_go, np.array([answers[n].probability for n in nodes]))
            foreseen = (
                self._answer(asked, answers[n], tuple(turns[kept].tolist()))
                for n, turns in zip(nodes, to_go, strict=True)
            )
            found.append((tuple(foreseen), tuple(pool[place] for place in kept)))
        return found

    def _turns_to_go(
        self, start: Card, pool: list[Suggestion], guessing: Floats, uncertain: Floats
    ) -> Floats:
        """Return the expected turns of each follow-up in the pool after each answer.

        ``guessing``, ``uncertain`` and the result have the shape (answers, pool). The pool lists
        the same rooms for each pair of suspect and weapon. In each room (without a board, in all
        rooms together), the pair that leaves the least uncertainty sets the turns of guessing, and
        the others add turns for their additional uncertainty.
        """
        rooms = 1 if self.belief.seat.board is None else len({each.room for each in pool})
        shape = len(guessing), -1, rooms  # (answers, pairs, rooms)
        guessing, uncertain = guessing.reshape(shape), uncertain.reshape(shape)
        best = uncertain.argmin(axis=1)[:, None]
        guessing, least = (np.take_along_axis(of, best, 1) for of in (guessing, uncertain))
        left = guessing + self.per_uncertainty * (uncertain - least)
        costs = np.array([self.travel_costs[start][each.room] for each in pool])
        to_go: Floats = left.reshape(len(left), -1) + costs
        return to_go

    def _offered(self, to_go: Floats, chances: Floats) -> list[int]:
        """Return the places in the pool of the best follow-ups: on average, then by answer."""
        by_answer = np.argsort(to_go, axis=1, kind="stable").T
        best_first = dict.fromkeys([int((chances @ to_go).argmin()), *by_answer.ravel().tolist()])
        return sorted(list(best_first)[: self.parameters.offered])

    def _pool(
        self, start: Card, number: int, answers: list[AnswerNode], pairs: list[tuple[Card, Card]]
    ) -> list[Suggestion]:
        """Return the follow-ups to consider, of cards probable after some answer, or own ones."""
        costs = self.travel_costs[start]
        rooms = [one.suggestion.room for one in self.ranked(costs)[: self.parameters.rooms]]
        likely = [p for node, p in zip(answers, pairs, strict=True) if node.suggestion == number]
        suspects, weapons = map(dict.fromkeys, zip(*likely, strict=True))
        own = product(self._own[0], [*weapons, *self._own[1]]), product(suspects, self._own[1])
        return [Suggestion(*p, room) for p in dict.fromkeys(chain(likely, *own)) for room in rooms]

    @property
    def telling_cost(self) -> float:
        """The turns that naming a suspect or weapon costs that is not an own card."""
        return self.parameters.bluff * self.per_uncertainty

    @cached_property
    def _own(self) -> tuple[tuple[Card, ...], ...]:
        """The own suspect and weapon to name: those named before, as if this seat missed them."""
        seat = self.belief.seat
        own = seat.hand if seat.read_rules().own_cards else ()
        hand = Random(self.seed).sample(own, len(own))
        hand.sort(key=self.belief.transcript.times_asked.__getitem__, reverse=True)
        categories = self.belief.deck.categories[:2]
        return tuple(tuple(card for card in hand if card in cards)[:1] for cards in categories)

    @cached_property
    def _by_uncertainty(self) -> dict[Card, list[tuple[float, float, Suggestion]]]:
        """Per room: uncertainty, turns of guessing, suggestion; the least uncertainty first."""
        suspects, weapons, _ = self.belief.candidates()
        pairs = list(product([*suspects, *self._own[0]], [*weapons, *self._own[1]]))
        every = [Suggestion(*pair, room) for room in self.belief.deck.rooms for pair in pairs]
        guessing, uncertain = (of[0].tolist() for of in self._evaluate(self.root, [every]))
        values = sorted(zip(uncertain, guessing, every, strict=True))
        rooms = self.belief.deck.rooms
        return {room: [value for value in values if value[2].room == room] for room in rooms}

    @cached_property
    def _best(self) -> dict[Card, tuple[float, float, Suggestion]]:
        """Per room the best of :attr:`_by_uncertainty`; without a board, of all of them."""
        best = {room: of_room[0] for room, of_room in self._by_uncertainty.items()}
        return dict.fromkeys(best, min(best.values())) if self.belief.seat.board is None else best

    def _answer(
        self, asked: Suggestion, node: AnswerNode, to_go: tuple[float, ...]
    ) -> ForeseenAnswer:
        belief, by = self.belief, self.parameters
        tokens = belief.seat.tokens
        order = others_after(belief.me, belief.seat.players)
        passes = order if node.seat is None else order[: order.index(node.seat)]
        answer = Answer(None if node.seat is None else tokens[node.seat], node.card)
        right, deals = node.right, node.probability * by.drawn
        if right == 1:  # of all drawn deals: rule of succession
            right = (deals + 1) / (deals + 2)
        risk = price_of_accusing(right, by.survival) if right >= self.threshold else None
        return ForeseenAnswer(
            answer, node.probability, tuple(passes), node.case_file, node.right, risk, to_go
        )

    def _evaluate(
        self, nodes: Histories, suggestions: Sequence[Sequence[Suggestion]]
    ) -> tuple[Floats, Floats]:
        """Return the turns of guessing after each suggestion, and the uncertainty less bluffs."""
        survival = self.parameters.survival
        values = nodes.time_left(suggestions, self.per_guess, survival, self.threshold)
        own = {*self.belief.seat.hand} if self.belief.transcript.opponents else set[Card]()
        unlocated = {*self.belief.unlocated()}  # who asks about none of them, learns nothing
        bluffs = {a: len(own & {*a[:2]}) * bool(unlocated & {*a}) for of in suggestions for a in of}
        named = np.array([[bluffs[asked] for asked in of_node] for of_node in suggestions])
        return values[0], values[1] - self.parameters.bluff * named
