"""Common parts of agents without a plan: learning from answers, greedy moves, the card to show.

:class:`GreedyAgent` goes to the room that it wants most; :class:`ProbableAgent` wants the rooms and
suggests the cards that are most probably in the case file.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from planner_clue.agents.base import Agent
from planner_clue.agents.gambles import Gambler
from planner_clue.game.board import ExpectedTurns, Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Event, Passed, Showed, Suggested


class CardLearner:
    """Learns from suggestions and answers which seat holds which card.

    A subclass may implement a method for each kind of answer. Without ``others_passes``, passes
    count only for this seat's own suggestions.
    """

    def __init__(self, seat: Seat, *, others_passes: bool = True) -> None:
        self._seat = seat
        self._others_passes = others_passes
        self._accuses_later = seat.read_rules().suggest_or_accuse
        self._own: Suggestion | None = None
        """This seat's last suggestion, until somebody disproves it."""
        self._asked: Suggestion | None = None
        """The last suggestion of any seat."""
        self._asker: int | None = None

    def has(self, holder: int, card: Card, /) -> None:
        """Note that seat ``holder`` showed this card to us."""

    def cannot_have(self, holder: int, cards: Suggestion, /) -> None:
        """Note that seat ``holder`` has none of these."""

    def has_one_of(self, holder: int, cards: Suggestion, /) -> None:
        """Note that seat ``holder`` showed one of these to another seat."""

    def observe(self, event: Event) -> None:
        """Take in one event."""
        me = self._seat.index
        if isinstance(event, Suggested):
            self._asked, self._asker = event.cards, event.seat
            if event.seat == me:
                self._own = event.cards
        elif isinstance(event, Showed):
            if event.to == me:
                self._own = None
            if event.seat == me:
                return
            if event.card is not None:
                self.has(event.seat, event.card)
            elif self._asked is not None:
                self.has_one_of(event.seat, self._asked)
        elif isinstance(event, Passed) and event.seat != me:
            informs = self._others_passes or self._asker == me
            if informs and self._asked is not None:
                self.cannot_have(event.seat, self._asked)

    def undisproved(self) -> Accusation | None:
        """Return this seat's last suggestion, if neither other seats nor its own hand disprove it.

        Once another has suggested, only where a turn is either a suggestion or an accusation.
        """
        if self._own is None or not (self._accuses_later or self._asker == self._seat.index):
            return None
        return None if set(self._seat.hand) & {*self._own} else Accusation(*self._own)


def greedy_opening(options: TurnOptions, wanted: Sequence[Card]) -> Opening:
    """Return the opening that leads into a wanted room; of two, the one first in ``wanted``."""
    sure: dict[Card | None, Opening] = {}
    if Opening.PASSAGE in options.openings:
        sure[options.passage] = Opening.PASSAGE
    if Opening.STAY in options.openings and isinstance(options.here, str):
        sure[options.here] = Opening.STAY
    return next((sure[room] for room in wanted if room in sure), Opening.ROLL)


def greedy_move(options: MoveOptions, wanted: Sequence[Card], turns: ExpectedTurns | None) -> Place:
    """Return the first wanted room in reach, or else the place nearest to the first wanted room.

    That is the place from which it takes the fewest turns (a room is left first, to come back);
    without any wanted room, any room in reach. ``turns`` is None at a table without a board.
    """
    for room in wanted:
        if room in options.rooms:
            return room
    if turns is None or not wanted:
        anywhere = options.rooms[0] if options.rooms else options.here
        assert anywhere is not None
        return anywhere
    stops: list[Place] = list(options.squares)
    if options.here is not None and (options.here != wanted[0] or not stops):
        stops.append(options.here)
    return min(stops, key=turns.to_room(wanted[0]).__getitem__)


def nearest_first(
    rooms: Sequence[Card], here: Place | None, turns: ExpectedTurns | None
) -> list[Card]:
    """Return rooms by expected turns, including leaving and coming back; ties keep their order."""
    if turns is None or here is None:
        return list(rooms)
    away = {room: turns.to_room(room)[here] for room in rooms}
    if isinstance(here, str):
        away[here] = turns.walking(here, here)
    return sorted(rooms, key=away.__getitem__)


class GreedyAgent(Agent):
    """Goes to the best room in reach; subclasses add a belief, wanted rooms and suggestions."""

    belief: CardLearner

    def begin(self, seat: Seat) -> None:
        """Sit down with a fresh belief."""
        self.seat = seat
        self.rng = Random(seat.seed)
        board = seat.read_board()
        self.turns = seat.read_rules().turns(board) if board else None
        shuffled = self.rng.sample(seat.deck.cards, len(seat.deck))
        self.order = {card: number for number, card in enumerate(shuffled)}
        """A random order of all cards, to choose between equals."""
        self.belief = self.new_belief()

    @abstractmethod
    def new_belief(self) -> CardLearner:
        """Return a new belief for a game."""

    @abstractmethod
    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms worth a visit from ``here``, the best first."""

    def observe(self, event: Event) -> None:
        """Hear what happened."""
        self.belief.observe(event)

    def start(self, options: TurnOptions) -> Opening:
        """Stay or take the passage if that leads to a wanted room; else roll."""
        return greedy_opening(options, self.wanted_rooms(options.here))

    def move(self, options: MoveOptions) -> Place:
        """Enter the best room in reach, or else move towards the best room."""
        return greedy_move(options, self.wanted_rooms(options.here), self.turns)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show any of them."""
        return self.rng.choice(cards)

    def accuse(self) -> Accusation | None:
        """Accuse what nobody disproved."""
        return self.belief.undisproved()


DIGITS = 9
"""Decimals to which equal probabilities and their sums agree; ties are broken at random."""


class ProbableBelief(CardLearner):
    """A belief with the probability of each card."""

    @abstractmethod
    def case_chances(self) -> Mapping[Card, float]:
        """Return the probability that each card is in the case file."""


class ProbableAgent(Gambler, GreedyAgent):
    """Goes to the most probable room and suggests the most probable cards."""

    belief: ProbableBelief

    def begin(self, seat: Seat) -> None:
        """Sit down with a fresh belief."""
        super().begin(seat)
        self.claimed, self.gambles = 1.0, []

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the most probable suspect and weapon."""
        suspect = self.most_probable(self.seat.suspects)[0]
        return Suggestion(suspect, self.most_probable(self.seat.weapons)[0], room)

    def most_probable(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards by the probability that they are in the case file, highest first."""
        chances = self.belief.case_chances()
        return sorted(cards, key=lambda card: (-round(chances[card], DIGITS), self.order[card]))

    def most_probable_above(self, sure: float) -> Accusation | None:
        """Return the most probable card of each category, if all are more probable than that."""
        chances, categories = self.belief.case_chances(), self.seat.deck.categories
        best = Accusation(*(self.most_probable(cards)[0] for cards in categories))
        return best if min(chances[card] for card in best) > sure else None

    def gamble(self, accusation: Accusation | None) -> Accusation | None:
        """Return it, and remember the probability of its least probable card."""
        if accusation:
            chances = self.belief.case_chances()
            self.claimed = round(min(chances[card] for card in accusation), DIGITS)
        return accusation

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms that may be in the case file, the most probable first."""
        chances = self.belief.case_chances()
        possible = [room for room in self.seat.rooms if round(chances[room], DIGITS) > 0]
        return self.most_probable(possible)


@dataclass(frozen=True)
class NetworkView:
    """The belief of an agent at one point of a game, and the network behind it."""

    holders: tuple[str, ...]
    """The possible holders of a card: the seats by number, then the case file."""
    chances: Mapping[Card, Sequence[float]]
    """For each card, in deck order, the probability of each holder."""
    case: Mapping[Card, float]
    """The probability that each card is in the case file, as the agent uses it in play."""
    rows: tuple[tuple[str, ...], ...]
    """The variables of the network as they are drawn, row by row."""
    arcs: tuple[tuple[str, str], ...]
    """From parent to child."""
    observed: frozenset[str]
