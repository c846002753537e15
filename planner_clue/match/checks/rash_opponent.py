"""An opponent that accuses wrongly, so that others see somebody go out and play on."""

from planner_clue.agents.random import RandomAgent
from planner_clue.game.cards import Accusation
from planner_clue.game.decisions import Seat

_QUIET = 2


class RashAgent(RandomAgent):
    """``random``, but at its third occasion it accuses three cards, one of its own among them."""

    def begin(self, seat: Seat) -> None:
        """Choose what to accuse."""
        super().begin(seat)
        self._occasions = 0
        kinds = ([*filter(seat.hand.__contains__, cards), *cards] for cards in seat.deck.categories)
        self._wrong = Accusation(*(cards[0] for cards in kinds))

    def accuse(self) -> Accusation | None:
        """Accuse wrongly, but not at once."""
        self._occasions += 1
        return self._wrong if self._occasions > _QUIET else None
