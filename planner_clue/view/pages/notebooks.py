"""Notebooks: the belief of each seat at each moment of a game, as changes from frame to frame.

:mod:`planner_clue.view.pages.frames` has the format. Probabilities are counted anew after every
event that changes them; with many players less often while many cards are unlocated, as each
doubles the time of counting. In between, only certain facts are up to date, and the notebook says
so.

The networks of ``bn1`` and ``bn2`` have the same format, with ``case``: for each card that changed,
the probability in thousandths that it is in the case file, as the agent uses it in play, normalized
over its category. What ``cards`` says of the case file is not: in a network each card is by itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from planner_clue.agents.greedy import NetworkView
from planner_clue.agents.registry import load_here
from planner_clue.agents.settings import AgentSettings
from planner_clue.belief import Belief, probability
from planner_clue.belief.knowledge import Knowledge
from planner_clue.belief.probability import CERTAIN, Probability, best_case_files, probability_at
from planner_clue.belief.transcript import Transcript
from planner_clue.game.cards import Card
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Showed
from planner_clue.view.pages.frames import Game

_FEW = 13
"""The number of unlocated cards up to which counting takes next to no time."""
_MANY = 18
MOST_WORK = 7.0
"""The maximum number of counts per page with 18 unlocated cards, some 50 ms each; twice as many
with 17."""


class FramedEvent(NamedTuple):
    """An event as one seat saw it, and the frame that shows it."""

    event: Event
    frame: int


def seen_by_seat(game: Game, seat: int) -> list[FramedEvent]:
    """Return the observations of ``seat`` in a game, in order."""
    seen = ((game.table.seen_by(moment.event, seat), moment.frame) for moment in game.moments)
    return [FramedEvent(event, frame) for event, frame in seen if event is not None]


def interval(views: Sequence[tuple[Seat, Sequence[FramedEvent]]]) -> int:
    """Return the interval of counts, alike for all seats: 1, or 3 with many unlocated cards."""
    work = 0.0  # of counting after every event, in counts with 18 unlocated cards
    for seat, seen in views:
        transcript, knowledge = Transcript(seat), Knowledge(seat)
        for evidence in filter(None, (transcript.observe(one.event) for one in seen)):
            before = knowledge.state
            evidence.add_to(knowledge)
            unknown = len(knowledge.unlocated())
            if unknown <= _FEW:
                break
            if knowledge.state != before:
                work += 2.0 ** (unknown - _MANY)
    return max(1, ceil(work / MOST_WORK))


class Notebook:
    """The notebook of one seat, as changes."""

    def __init__(self, seat: Seat, seen: Sequence[FramedEvent], *, asking: int, every: int) -> None:
        """Follow what a seat saw; ``asking`` is as for a belief, ``every`` the :func:`interval`."""
        self._belief = Belief(seat, asking=asking)
        self._learns_styles = asking > 1
        self._quick, self._transcript = Knowledge(seat), Transcript(seat)
        self._every, self._skipped = every, 0
        self._cards: dict[Card, list[float]] = {}
        self.changes: list[dict[str, Any]] = []
        self._note(0, *_before_anything(seat))
        for one in seen:
            self._add(one, is_last=one is seen[-1])
            if not self._quick.unlocated() and not self._belief.unlocated():
                break

    def _add(self, one: FramedEvent, *, is_last: bool) -> None:
        self._belief.observe(one.event)
        evidence = self._transcript.observe(one.event)
        if evidence:
            evidence.add_to(self._quick)
        shifted = bool(self._belief.shifting) and self._belief.shifting[-1] is one.event
        many = len(self._quick.unlocated()) > _FEW
        if shifted and many and not is_last:
            self._skipped += 1
            if self._skipped % self._every:
                self._update(one.frame)
                return
        if shifted or is_last:  # all deals are counted
            data = notebook_data(self._belief)
            if self._learns_styles:
                data["chooses"] = choices_data(self._belief)
            self._note(one.frame, data.pop("cards"), data)

    def _update(self, frame: int) -> None:
        """Add certain facts, and leave the other probabilities as they are."""
        cards = {}
        for card, before in self._cards.items():
            may_have = self._quick.holders(card)
            chances = [value if holder in may_have else 0 for holder, value in enumerate(before)]
            if len(may_have) == 1:
                chances[may_have[0]] = CERTAIN
            cards[card] = chances
        self._note(frame, cards, {"about": True})

    def _note(self, frame: int, cards: dict[Card, list[float]], more: Mapping[str, Any]) -> None:
        changed = {card: row for card, row in cards.items() if self._cards.get(card) != row}
        before = self.changes[-1] if self.changes else {}
        latest = {
            key: before[key] for key in ("best", "files", "about", "chooses") if key in before
        }
        if not changed and latest == dict(more):
            return
        self._cards = cards
        change = {"at": frame, "cards": changed, **more}
        if before and before["at"] == frame:
            change["cards"] = before["cards"] | changed
            self.changes.pop()
        self.changes.append(change)


def _before_anything(seat: Seat) -> tuple[dict[Card, list[float]], dict[str, Any]]:
    """Return the notebook before the first turn, by hand sizes: nothing is counted."""
    cards, unknown_of = dict[Card, list[float]](), list[list[Card]]()
    others = [holder for holder in range(seat.players) if holder != seat.index]
    left = sum(seat.hand_sizes[other] for other in others) + seat.pile
    for _, of_category in seat.deck.by_category():
        unknown = [card for card in of_category if card not in (*seat.hand, *seat.face_up)]
        unknown_of.append(unknown)
        is_open, in_file = len(unknown) > 1, 1 / len(unknown)
        row: list[float] = [0] * seat.players
        row.append(Probability(in_file, is_open).thousandths)
        for other in others if is_open else ():
            share = (1 - in_file) * seat.hand_sizes[other] / left
            row[other] = Probability(share).thousandths
        own: list[float] = [CERTAIN * (at == seat.index) for at in range(seat.players + 1)]
        nobodys: list[float] = [0] * len(own)
        known = {card: nobodys if card in seat.face_up else own for card in of_category}
        cards |= {card: row if card in unknown else known[card] for card in of_category}
    files = list(product(*unknown_of))
    share = Probability(1 / len(files), is_open=len(files) > 1).thousandths
    best = [[list(file), share] for file in files[: probability.BEST]]
    return cards, {"best": best, "files": len(files)}


def notebooks_of(game: Game, odds: Mapping[int, int]) -> Iterator[tuple[int, Notebook]]:
    """Yield the notebook of each seat open to the viewpoint; ``odds`` has ``asking`` per seat."""
    seats = game.view.seats(game.table.players)
    views = [(game.table.seat_view(s, 0), seen_by_seat(game, s)) for s in seats]
    every = interval(views)
    for seat, (view, seen) in zip(seats, views, strict=True):
        yield seat, Notebook(view, seen, asking=odds.get(seat, 1), every=every)


def notebook_data(belief: Belief) -> dict[str, Any]:
    """Return ``cards``, ``best`` and ``files`` of a notebook (:mod:`.frames`)."""
    holders = range(belief.case + 1)
    cards = {
        card: [probability_at(belief, card, holder).thousandths for holder in holders]
        for card in belief.deck.cards
    }
    best = [[list(file), value.thousandths] for file, value in best_case_files(belief)]
    return {"cards": cards, "best": best, "files": len(belief.case_files())}


def choices_data(belief: Belief) -> dict[str, list[list[Any]]]:
    """Return each other seat's most probable style for cards and for rooms, in thousandths."""
    found = {}
    for seat in range(belief.case):
        if seat != belief.me:
            best = (
                max(styles.items(), key=lambda style: style[1])
                for styles in (belief.asks(seat), belief.enters(seat))
            )
            found[str(seat)] = [[name, Probability(share).thousandths] for name, share in best]
    return found


NETWORKS = ("bn1", "bn2")
MOST_LOOKS = 150
"""Maximum number of looks at a network; in longer games every second time, every third, ..."""
_NOISE = 1e-9
"""Rounding error of a network's inference."""


def posteriors_of(name: str, seat: Seat, seen: Sequence[FramedEvent]) -> list[dict[str, Any]]:
    """Return the posteriors of the network of agent ``name``, as changes from frame to frame."""
    agent: Any = load_here(name, AgentSettings())()
    agent.begin(seat)
    telling = [one for one in seen if isinstance(one.event, Passed | Showed | Accused)]
    every = len(telling) // MOST_LOOKS + 1
    looks = {id(one) for one in telling[::-1][::every]}
    changes: list[dict[str, Any]] = []
    known: dict[str, dict[Card, Any]] = {"cards": {}, "case": {}}

    def look(frame: int) -> None:
        view: NetworkView = agent.belief.view()
        now: dict[str, dict[Card, Any]] = {
            "cards": {card: [_rounded(p) for p in row] for card, row in view.chances.items()},
            "case": {card: _rounded(value) for card, value in view.case.items()},
        }
        new = {
            part: {card: value for card, value in cards.items() if known[part].get(card) != value}
            for part, cards in now.items()
        }
        if any(new.values()):
            changes.append({"at": frame, **new})
            known.update(now)

    look(0)
    for one in seen:
        agent.observe(one.event)
        if id(one) in looks:
            look(one.frame)
    return changes


def _rounded(probability: float) -> float:
    """Return a probability in thousandths: 0 or 1000 only if the network is certain."""
    is_open = _NOISE < probability < 1 - _NOISE
    return Probability(round(probability, 9), is_open).thousandths  # sums differ by rounding errors
