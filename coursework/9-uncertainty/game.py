"""The game of suggestions without a board, as one seat sees it. It is given: do not change it.

An action is a text: ``suggest green rope hall`` or ``accuse green rope hall``. A deal is a
dictionary with ``weight`` (proportional to its probability), ``case_file`` and ``hands``: the cards
of each other seat, in the order of asking; a seat that holds several of the three cards shows the
one that stands first in its hand. So the deal decides every answer.
"""

NOBODY = "nobody shows a card"
MOST_TURNS = 12
"""Suggestions after which a playout ends."""


class Game:
    """Answers, accusations and random playouts in some deals, which are known by their numbers."""

    def __init__(self, deals, actions, discount, rng):
        self.actions, self.discount = actions, discount
        self._deals, self._rng = deals, rng
        self._suggestions = [action for action in actions if action.startswith("suggest")]
        self._answers, self._sets = {}, {}
        files = {}
        for number, deal in enumerate(deals):
            file = tuple(deal["case_file"])
            files[file] = files.get(file, 0) | 1 << number
        self._same_file = [files[tuple(deal["case_file"])] for deal in deals]

    def answer(self, number, action):
        """Return the answer to a suggestion in a deal, such as ``mustard shows rope``."""
        return self._of_all(action)[number]

    def is_right(self, number, action):
        """Return whether an accusation is right in a deal."""
        return action.split()[1:] == list(self._deals[number]["case_file"])

    def playout(self, number, path):
        """Return the value of playing on at random in a deal, until the case file is certain.

        ``path`` lists the actions since the start, each with its answer. The value is 1 for a
        right accusation, times the discount for each suggestion that is still made before.
        """
        left = (1 << len(self._deals)) - 1
        for action, answer in path:
            left &= self._deals_with(action, answer)
        value, right = 1.0, self._same_file[number]
        for _ in range(MOST_TURNS):
            if left & right == left:
                return value
            action = self._suggestions[int(self._rng.random() * len(self._suggestions))]
            value *= self.discount
            left &= self._deals_with(action, self.answer(number, action))
        return value * (left & right).bit_count() / left.bit_count()

    def _of_all(self, action):
        """Return the answer in each deal."""
        if action not in self._answers:
            cards = action.split()[1:]
            self._answers[action] = [_answer(deal["hands"], cards) for deal in self._deals]
            sets = self._sets[action] = {}
            for number, answer in enumerate(self._answers[action]):
                sets[answer] = sets.get(answer, 0) | 1 << number
        return self._answers[action]

    def _deals_with(self, action, answer):
        """Return the set of the deals with this answer, as the bits of a number."""
        self._of_all(action)
        return self._sets[action][answer]


def _answer(hands, cards):
    for seat, hand in hands.items():
        for card in hand:
            if card in cards:
                return f"{seat} shows {card}"
    return NOBODY
