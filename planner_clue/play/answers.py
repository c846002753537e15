"""The possible answers to a suggestion, how likely they are, and what they leave to find out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from planner_clue.belief import Belief, ContradictionError
from planner_clue.belief.drawn_deals import draw_deals
from planner_clue.belief.probability import Probability
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.board import Board
from planner_clue.cards import Suggestion
from planner_clue.deliberation.identification import IdentificationModel
from planner_clue.deliberation.model import TURN
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Event, Passed, Showed, Suggested
from planner_clue.table.rules import Rules

_DRAWN = 1000
"""The number of deals drawn to tell how likely the answers are."""


@dataclass(frozen=True)
class PossibleAnswer:
    """An answer that the belief allows."""

    chance: Probability
    """Its share of the drawn deals."""
    shower: int | None
    """The seat that shows a card; None if nobody can."""
    card: str | None
    left: int
    """The number of case files that are possible after it."""

    def in_words(self, names: Sequence[str]) -> str:
        """Return the answer and what it tells; ``names`` are those of the seats."""
        shows = "nobody shows" if self.shower is None else f"{names[self.shower]} shows {self.card}"
        files = "the case file is certain" if self.left == 1 else f"{self.left} case files are left"
        return f"{shows} ({self.chance.percent()}): {files}"


def possible_answers(
    belief: Belief, seat: Seat, events: Sequence[Event], turn: int, asked: Suggestion
) -> list[PossibleAnswer]:
    """Return the answers to a suggestion of ``seat`` after ``events``, the most likely first.

    ``belief`` says how likely they are. Case files are counted by what is certain, as in the
    notebook. Answers that no drawn deal gives are left out.
    """
    drawn = draw_deals(belief, _DRAWN, 0).answers([asked])[0]
    others = [(seat.index + place) % seat.players for place in range(1, seat.players)]
    found = []
    for number, times in Counter(drawn.tolist()).most_common():
        place, category = divmod(number - 1, 3) if number else (len(others), 0)
        heard: list[Event] = [Suggested(turn, seat.index, asked)]
        heard += [Passed(turn, other) for other in others[:place]]
        if number:
            heard.append(Showed(turn, others[place], seat.index, asked[category]))
        chance = Probability(times / _DRAWN, is_open=times < _DRAWN)
        shower, card = (others[place], str(asked[category])) if number else (None, None)
        left = _files_after(seat, [*events, *heard])
        if left:
            found.append(PossibleAnswer(chance, shower, card, left))
    return found


def turns_left(
    belief: Belief, board: Board | None, rules: Rules, suggestions: Sequence[Suggestion]
) -> list[float]:
    """Return the expected number of turns from each suggestion until the case file is found.

    It is the planner's estimate, to compare suggestions.
    """
    model = IdentificationModel(board, rules)
    scope = model.scope
    per_guess = model.time_of_guesses(scope.guess, scope.room_guess)
    drawn = SuggestionValues(belief, scope.drawn, 0)
    left = drawn.time_left(suggestions, per_guess, scope.enough, model.ways)
    return [time / TURN for time in left]


def _files_after(seat: Seat, events: Sequence[Event]) -> int:
    """Return how many case files are possible after these events; 0 if they contradict."""
    belief = Belief(seat)
    try:
        for event in events:
            belief.observe(event)
        return len(belief.case_files())
    except ContradictionError:
        return 0
