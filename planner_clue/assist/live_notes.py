"""Notes that pages in a browser show and change, and the plan that is made meanwhile."""

import json
import threading
from collections.abc import Callable, Sequence
from typing import Any

from planner_clue.assist import editing, in_words
from planner_clue.assist.editing import Change, Changed
from planner_clue.assist.head import field_of
from planner_clue.assist.insight import newly_certain
from planner_clue.assist.next_plan import plan_at
from planner_clue.assist.notepad import Notepad
from planner_clue.assist.notes import read_notes
from planner_clue.assist.page_state import page_state, plan_data
from planner_clue.belief.reasons import Why
from planner_clue.errors import NotesError, PlannerClueError, shown

_LOOK_EVERY = 2.0
"""After how many seconds to see whether another program has written the file."""


class StaleNotesError(NotesError):
    """A change of a line that is another by now: somebody changed it in another window."""


class LiveNotes:
    """The notes behind all open pages; every method may be called from any thread."""

    def __init__(self, pad: Notepad, changed: Callable[[], None]) -> None:
        """Show ``pad``; call ``changed`` whenever pages have something new to show."""
        self._pad = pad
        self._tell = changed
        self._lock = threading.RLock()
        self._news: Sequence[Why] = ()
        self._plan: dict[str, Any] | None = None
        self._text = ""
        self._wants_plan = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._make_plans, daemon=True)

    def start(self) -> None:
        """Begin to plan."""
        self._wants_plan.set()
        self._thread.start()

    def close(self) -> None:
        """Make no further plan."""
        self._ended = True
        self._wants_plan.set()

    def state(self) -> str:
        """Return what pages show, as one line of JSON."""
        with self._lock:
            if self._pad.look():
                self._forget(())
            if not self._text:
                self._text = json.dumps(page_state(self._pad, self._news, self._plan))
            return self._text

    def board(self) -> dict[str, Any]:
        """Return the picture of the board, and where tokens stand in it; nothing without one."""
        from planner_clue.board.drawing import board_svg, token_spots

        with self._lock:
            board = self._pad.insight.seen.board
        if board is None:
            return {}
        picture = board_svg(board, board.starts, title=f"The board {board.name}")
        return {"svg": picture, "spots": token_spots(board)}

    # -- changing -------------------------------------------------------------------

    def write(
        self, text: Any, number: Any = None, before: Any = None, *, keep: Any = False
    ) -> None:
        """Write a new line, or line ``number`` anew, which read ``before`` until now.

        As long as the head is not complete, a new line answers its question. With ``keep``, a
        line that contradicts others is taken too. Raises :class:`NotesError` for a wrong line.
        """
        if not isinstance(text, str) or not text.strip() or "\n" in text:
            raise NotesError(f"{shown(text)}; expected a line of text")
        with self._lock:
            self._pad.look()
            question = self._pad.question
            if number is None and question and field_of(text) is None:
                earlier = self._pad.now
                self._pad.answer(question[0], text.strip())
                self._news_since(earlier)
                return
            change = editing.appended(self._pad.text, text.strip())
            if number is not None:
                change = editing.replaced(self._pad.text, self._checked(number, before), text)
            self._change(change, keep=bool(keep))

    def delete(self, number: Any, before: Any) -> None:
        """Take a line away."""
        with self._lock:
            self._pad.look()
            self._change(editing.deleted(self._pad.text, self._checked(number, before)))

    def undo(self) -> None:
        """Take the last change back; raises :class:`NotesError` if there is none."""
        with self._lock:
            if not self._pad.undo():
                raise NotesError("nothing was changed since the program began")
            self._forget(())

    def _checked(self, number: Any, before: Any) -> int:
        lines = self._pad.now.notes.lines
        if type(number) is not int or not 1 <= number <= len(lines):
            raise StaleNotesError(f"there is no line {shown(number)} any more")
        if before is not None and lines[number - 1].text != before:
            raise StaleNotesError(f"line {number} was changed in another window")
        return number

    def _change(self, change: Change, *, keep: bool = False) -> None:
        earlier = self._pad.now
        changed = self._pad.change(change, keep=keep)
        if self._pad.now is not changed:
            assert changed.refused
            assert changed.refused.problem
            raise _refusal(changed)
        self._news_since(earlier)

    def _news_since(self, earlier: Changed) -> None:
        before, now = earlier.insight, self._pad.now.insight
        self._forget(newly_certain(before, now) if before and now else ())

    def _forget(self, news: Sequence[Why]) -> None:
        """Make everything anew that pages show."""
        self._news, self._plan, self._text = news, None, ""
        self._wants_plan.set()
        self._tell()

    # -- asking ---------------------------------------------------------------------

    def check(self, text: Any) -> dict[str, Any] | None:
        """Return what is wrong with a line that is being written; None if it is understood.

        Whether it can be true is looked at only when it is taken.
        """
        with self._lock:
            known = self._pad.now.notes
        if known.head is None or not isinstance(text, str) or not text.strip():
            return None
        head = "\n".join(line.text for line in known.lines if line.field)
        problem = read_notes(f"{head}\n{text.splitlines()[0]}").lines[-1].problem
        if problem is None:
            return None
        return {"message": problem.message, "start": problem.start, "end": problem.end}

    def why(self, card: Any, holder: Any) -> list[str]:
        """Return why it is certain whether a holder has a card, or how probable it is."""
        with self._lock:
            insight = self._pad.insight
            deck, holders = insight.belief.deck, range(insight.belief.case + 1)
            if card not in deck or type(holder) is not int or holder not in holders:
                raise NotesError(f"{shown(card)} and {shown(holder)}; expected a card and a holder")
            return in_words.why(insight, card, holder)

    # -- planning -------------------------------------------------------------------

    def _make_plans(self) -> None:
        while not self._ended:
            self._wants_plan.wait(_LOOK_EVERY)
            self._wants_plan.clear()
            with self._lock:
                if self._pad.look():
                    self._forget(())
                insight = self._pad.now.insight
                wanted = insight is not None and self._plan is None
            if self._ended or insight is None or not wanted:
                continue
            try:
                plan = plan_data(insight, plan_at(insight, self._pad.asking))
            except PlannerClueError as error:
                said = f"There is no plan: {error}."
                plan = {"steps": [], "assumes": said, "more": [], "route": []}
            with self._lock:
                if insight is self._pad.now.insight:
                    self._plan, self._text = plan, ""
                    self._tell()


def _refusal(changed: Changed) -> NotesError:
    """Return the error with which a wrong line is refused."""
    assert changed.refused
    problem = changed.refused.problem
    assert problem
    error = NotesError(problem.message, start=problem.start, end=problem.end)
    error.against = problem.against if problem.is_contradiction else None
    return error
