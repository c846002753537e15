"""An opponent that accuses wrongly, so that others see somebody go out and play on."""

from planner_clue.agents.random import RandomAgent
from planner_clue.cards import Accusation
from planner_clue.table.decisions import Seat

_QUIET = 2


class RashAgent(RandomAgent):
    """``random``, but at its third occasion it accuses three cards, one of its own among them."""

    def begin(self, seat: Seat) -> None:
        """Choose what to accuse."""
        super().begin(seat)
        self._occasions = 0
        categories = (seat.suspects, seat.weapons, seat.rooms)
        held = [[card for card in cards if card in seat.hand] for cards in categories]
        chosen = [(own or cards)[0] for own, cards in zip(held, categories, strict=True)]
        self._wrong = Accusation(*chosen)

    def accuse(self) -> Accusation | None:
        """Accuse wrongly, but not at once."""
        self._occasions += 1
        return self._wrong if self._occasions > _QUIET else None
