"""One suggestion per entry: rule 1 of ``docs/rules.md``, and rule 2, which adds to it."""

from planner_clue.board import Place


class OneSuggestionPerEntry:
    """Tells when a player may suggest: once for each time its token comes into a room.

    A token comes into a room by a move, by a secret passage, or by somebody else's suggestion.
    In the last case its player may suggest there on its next turn, without rolling (rule 2).
    Under ``may_stay`` a player may suggest again in the room that it stays in.
    """

    def __init__(self, players: int, *, may_stay: bool) -> None:
        self._may_stay = may_stay
        self._brought_in = [False] * players
        """For each seat, whether a suggestion moved its token since its last turn."""

    def bring_in(self, seat: int) -> None:
        """Note that a suggestion moved the token of ``seat`` into another room (rule 2)."""
        self._brought_in[seat] = True

    def may_suggest_before_moving(self, seat: int) -> bool:
        """Tell, at the start of its turn, whether ``seat`` may suggest in the room it is in.

        To be asked once a turn: having been brought in counts for the next turn only.
        """
        is_due = self.is_due(seat)
        self._brought_in[seat] = False
        return is_due

    def is_due(self, seat: int) -> bool:
        """Tell what :meth:`may_suggest_before_moving` will; to be asked as often as one likes."""
        return self._brought_in[seat] or self._may_stay

    @staticmethod
    def is_entry(here: Place | None, end: Place) -> bool:
        """Tell whether a move from ``here`` to ``end`` comes into a room (rule 1).

        Staying put does not. Without a board ``here`` is None, and every move comes into a room.
        """
        return isinstance(end, str) and end != here
