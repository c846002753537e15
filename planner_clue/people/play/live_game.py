"""A game that goes on in the background while pages show it, and another one after it.

One thread lets the other seats go on; another computes hints. Clicks hold the lock for
milliseconds only, so no agent is asked while it is held.
"""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from planner_clue.people.play.course import GameStep
from planner_clue.people.play.hint import Adviser, Hint, decision_point
from planner_clue.people.play.notebook import OwnNotebook
from planner_clue.people.play.played_game import PlayedGame, another_game
from planner_clue.people.play.review import review
from planner_clue.people.serving.server import StaleError
from planner_clue.support.errors import IllegalDecision, InputError, described, shown
from planner_clue.support.faults import tried

SECONDS_TO_UNDO = 2.0  # the delay of the others after a turn whose end can still be undone
SECONDS_TO_ANSWER = 0.5  # the minimum delay between a suggestion and its answers


class LiveGame:
    """A game, its hints and its notebooks, for several threads."""

    def __init__(
        self,
        game: PlayedGame,
        changed: Callable[[], object],
        seconds_to_undo: float = SECONDS_TO_UNDO,
        seconds_to_answer: float = SECONDS_TO_ANSWER,
    ) -> None:
        """Play ``game``; ``changed`` is called, in any thread, whenever there is something new."""
        self._changed = changed
        self._seconds_to_undo = seconds_to_undo
        self._seconds_to_answer = seconds_to_answer
        self._lock = threading.Condition()
        self._looking_back = threading.Lock()  # held while a finished game is reviewed or replaced
        self._adviser = Adviser()
        self._ends = False
        self._show(game)
        self._threads = [
            threading.Thread(target=self._go_on, name="others", daemon=True),
            threading.Thread(target=self._advise, name="hints", daemon=True),
        ]

    def _show(self, game: PlayedGame) -> None:
        self.game = game
        self.trouble = ""  # the error that stopped the game, in words
        self._notebooks: dict[int, OwnNotebook] = {}
        self._hint: tuple[int, Hint | None] | None = None  # the decision, and its hint when ready
        self._hinted: set[int] = set()  # turns whose suggestion followed a hint; not saved
        self._reviews: dict[int, dict[str, Any]] = {}
        self._decided_at = 0.0

    def start(self) -> None:
        """Let the others begin."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End the threads, the agents and the file; what they were thinking is lost."""
        with self._lock:
            self._ends = True
            self._lock.notify_all()
            self.game.close()
        self._adviser.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def notebook(self, seat: int) -> OwnNotebook:
        """Return the notebook of a person."""
        new = OwnNotebook(self.game.view_of(seat), self.game.config.called)
        return self._notebooks.setdefault(seat, new)

    def look(self, reads: Callable[[PlayedGame], Any]) -> Any:
        """Return the result of ``reads`` for the game, under the lock."""
        with self._lock:
            return reads(self.game)

    def choose(self, seat: int, number: Any, choice: Any) -> None:
        """Carry out a person's decision; :class:`StaleError` where decision ``number`` is past."""
        with self._lock:
            self._check(number)
            turn, hint = self.game.course.table.turn, self._hint
            self.game.choose(choice, seat)
            if hint and hint[1] and hint[0] == number and "suggest" in choice:
                self._hinted |= {turn} if hint[1].choice == choice else set()
            self._after_a_click()

    def undo(self, seat: int, number: Any) -> None:
        """Undo the last decision of a person, where that is possible."""
        with self._lock:
            self._check(number)
            self.game.undo(seat)
            self._after_a_click()

    def take_over(self, seat: Any, decision: str) -> None:
        """Let an agent play on for a person, or the person again: ``leave`` or ``return``."""
        with self._lock:
            if self.game.is_over or seat not in self.game.config.persons:
                raise InputError(f"seat {shown(seat)}; expected a person in a game that goes on")
            self.game.take(GameStep(seat, decision))
            self._after_a_click()

    def uncover(self, seat: Any) -> None:
        """Show the game to the person that it waits for."""
        with self._lock:
            self.game.uncover(seat)
        self._changed()

    def write_note(self, seat: int, asked: Mapping[str, Any]) -> None:
        """Mark a cell of a person's own notes, or keep them by hand or not, and save them."""
        with self._lock:
            self._check_uncovered()
            notes = self.game.all_notes[seat]
            if "by_hand" in asked:
                notes.by_hand = bool(asked["by_hand"])
            else:
                notes.mark(asked.get("card"), asked.get("holder"), asked.get("mark"))
            self.game.save()
        self._changed()

    def ask_hint(self, seat: int, number: Any) -> None:
        """Request a hint for a person's current decision."""
        with self._lock:
            self._check(number)
            if self.game.course.next_person != seat:
                raise IllegalDecision("a hint is for a decision of yours; now others decide")
            if self._hint is None or self._hint[0] != number:
                self._hint = number, None
                self._lock.notify_all()
        self._changed()

    def hint(self, seat: int) -> dict[str, Any] | None:
        """Return the hint for the current decision of a person, finished or not."""
        course = self.game.course
        if self._hint is None or (self._hint[0], seat) != (course.number, course.next_person):
            return None
        hint = self._hint[1]
        return {"thinking": hint is None, **(hint.to_json() if hint else {})}

    def why(self, seat: int, card: Any, holder: Any) -> list[str]:
        """Return why something is certain to a person."""
        with self._lock:
            self._check_uncovered()
            notebook, events = self.notebook(seat), self.game.seen(seat)
        return notebook.why(events, card, holder)

    def record(self) -> dict[str, Any]:
        """Return the record; raises :class:`InputError` before the game is over."""
        record: dict[str, Any] | None = self.look(lambda game: game.record)
        if record is None:
            raise InputError("the game is not over; expected to see all cards then")
        return record

    def review(self, seat: int) -> dict[str, Any]:
        """Return the review of a finished game: each seat's knowledge, a person's suggestions."""
        with self._looking_back:
            if seat not in self._reviews:
                self._reviews[seat] = review(self.record(), seat, self._hinted)
            return self._reviews[seat]

    def begin_another(self, own: int, seat: Any, event: Any, *, by_hand: bool) -> None:
        """Begin a game after one that is over: see :func:`another_game`."""
        with self._looking_back:
            last, game = self.game, another_game(self.game, own, seat, event, by_hand=by_hand)
            with self._lock:
                self._show(game)
                self._lock.notify_all()
        last.close()
        self._changed()

    def _check_uncovered(self) -> None:
        if self.game.is_covered:
            raise IllegalDecision("the game waits for another person, and is covered until then")

    def _check(self, number: Any) -> None:
        self._check_uncovered()
        if number != self.game.course.number:
            what = f"decision {shown(number)} was taken already, here or in another tab"
            raise StaleError(f"{what}; expected the current one")

    def _after_a_click(self) -> None:
        self._decided_at = time.monotonic()
        self._lock.notify_all()
        self._changed()

    def _go_on(self) -> None:
        """Let the others go on whenever they can, until the game is closed."""
        while self._waits_for_others():
            game = self.game
            steps = list(game.course.steps)
            step, error = tried(game.others.next_step, steps)
            with self._lock:
                if self._ends or game.course.steps != steps:
                    continue
                if error is None and step is not None:
                    _, error = tried(game.take, step)
                if error is not None:
                    self.trouble = described(error)
                    self._ends = True
            self._changed()

    def _waits_for_others(self) -> bool:
        """Wait until somebody else than the person is to go on; return whether that comes."""
        with self._lock:
            while not self._ends:
                course = self.game.course
                left = self._decided_at + self._seconds_to_undo - time.monotonic()
                if course.is_quiet:
                    if not self._lock.wait_for(lambda: self._ends, self._seconds_to_answer):
                        self.game.break_silence()
                        self._changed()
                elif course.is_over or course.is_the_persons:
                    self._lock.wait()
                elif left > 0 and self._may_undo():
                    self._lock.wait(left)
                else:
                    return True
        return False

    def _may_undo(self) -> bool:
        """Return whether the person who decided last may take it back, and has ended its turn."""
        course = self.game.course
        last = course.steps[-1].seat
        return last in course.persons - {course.table.seat} and not course.why_no_undo(last)

    def _advise(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._ends or self._is_thinking())
                if self._ends:
                    return
                assert self._hint is not None
                asked, moment = self._hint, decision_point(self.game)
            hint = self._adviser.hint(moment)
            with self._lock:
                if self._hint is asked:
                    self._hint = asked[0], hint
            self._changed()

    def _is_thinking(self) -> bool:
        is_current = self._hint == (self.game.course.number, None)
        return is_current and self.game.course.is_the_persons
