"""The page of the notes, on a local server: any number of windows show and change the same notes.

A thread makes the plan after each change, and sees whether another program has written the file.
The state of the page is one JSON object::

    {"file": "evening.clue",
     "lines": [{"number": 1, "text": "players: ...", "kind": "head", "problem": null}, ...],
                                  head, told or blank; or {"message", "start", "end", "against"}
     "question": {"field": "hand", "text": "...", "categories": [...], "editions": ["2008", ...]},
                                  what the header still needs; null where it is complete, and then
     "known": {
       "players": ["Ann", "Bob", "white"], "me": 2, "holders": ["Ann", ..., "case file"],
       "categories": [["suspect", ["scarlett", ...]], ...],
       "notebook": {...},         see planner_clue.view.pages.notebooks
       "news": ["Bob holds green: ..."], "accuse": "", "place": "Your token is in hall.",
       "advice": [{"suggestion": [...], "way": 1.6, "left": 5.1}, ...],     the table of rooms
       "board": "classic", "tokens": {"white": "hall", "plum": [14, 24], ...},
       "heat": {"hall": 170, ...},                    each room in the case file, in thousandths
       "plan": null}}             while it is being made; see plan_data
"""

import json
import threading
from collections.abc import Callable, Sequence
from itertools import starmap
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planner_clue.belief.reasons import Why
from planner_clue.game.board import edition_names
from planner_clue.game.cards import Deck
from planner_clue.people.assist import notepad, notes, report
from planner_clue.people.assist.conclusions import Conclusions, best_suggestions, plan_at
from planner_clue.people.assist.header import Written, deck_of
from planner_clue.people.serving import server
from planner_clue.people.serving.access import HERE
from planner_clue.planner.decision import Replan
from planner_clue.support.errors import NotesError, PlannerClueError, shown
from planner_clue.view.pages.notebooks import notebook_data
from planner_clue.view.pages.page import board_picture, write_page
from planner_clue.view.pages.plans import route_of
from planner_clue.view.trace import why_this_beginning

_LOOK_EVERY = 2.0  # seconds between two looks at the file
SCRIPTS = ("dom", "board", "notebook", "note-lines", "note-setup", "note-taps", "assist")
"""The scripts of the page, in the order in which they need each other."""


class LiveNotes:
    """The notes behind all open pages; every method may be called from any thread."""

    def __init__(self, pad: notepad.Notepad, changed: Callable[[], None]) -> None:
        self._pad = pad
        self._notify = changed
        self._lock = threading.RLock()
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
        """Make no further plan; wait for one that is being made."""
        self._ended = True
        self._wants_plan.set()
        if self._thread.is_alive():
            self._thread.join()

    def state(self) -> str:
        """Return the state that pages show, as one line of JSON."""
        with self._lock:
            self._reload()
            if not self._text:
                self._text = json.dumps(page_state(self._pad, self._plan))
            return self._text

    def board(self) -> dict[str, Any]:
        """Return the picture of the board, and where tokens stand in it; empty without one."""
        with self._lock:
            board = self._pad.conclusions.seen.board
        picture, spots = board_picture(board)
        return {"svg": picture, "spots": spots} if board else {}

    def write(
        self, text: Any, number: Any = None, before: Any = None, *, keep: Any = False
    ) -> None:
        """Write a new line, or replace line ``number``, whose text was ``before`` until now.

        Raises :class:`NotesError`; with ``keep``, not for a line that contradicts others.
        """
        if not isinstance(text, str) or not text.strip() or "\n" in text:
            raise NotesError(f"{shown(text)}; expected a line of text")
        with self._lock:
            self._pad.reload()
            if number is not None:
                changed = self._pad.replaced(self._checked(number, before), text)
            else:
                changed = self._pad.answered(text.strip())
            self._change(changed, keep=bool(keep))

    def paste(self, text: Any) -> None:
        """Add lines that were noted elsewhere; those that are not understood get a problem."""
        if not isinstance(text, str):
            raise NotesError(f"{shown(text)}; expected lines of text")
        with self._lock:
            self._pad.reload()
            self._change(self._pad.pasted(text))

    def delete(self, number: Any, before: Any) -> None:
        """Delete a line."""
        with self._lock:
            self._pad.reload()
            self._change(self._pad.deleted(self._checked(number, before)))

    def undo(self) -> None:
        """Undo the last change; raises :class:`NotesError` if there is none."""
        with self._lock:
            if not self._pad.undo():
                raise NotesError("nothing was changed since the program began")
            self._forget()

    def _checked(self, number: Any, before: Any) -> int:
        lines = self._pad.now.notes.lines
        if type(number) is not int or not 1 <= number <= len(lines):
            raise server.StaleError(f"line {shown(number)} does not exist any more")
        if before is not None and lines[number - 1].text != before:
            raise server.StaleError(f"line {number} was changed in another window")
        return number

    def _change(self, changed: notepad.Changed, *, keep: bool = False) -> None:
        if not self._pad.take(changed, keep=keep) and changed.problem:
            raise changed.problem
        self._forget()

    def _reload(self) -> None:
        if self._pad.reload():
            self._forget()

    def _forget(self) -> None:
        self._plan, self._text = None, ""
        self._wants_plan.set()
        self._notify()

    def check(self, text: Any) -> dict[str, Any] | None:
        """Return the problem of a line that is being written, but for contradictions; else None."""
        with self._lock:
            known = self._pad.now.notes
        if known.header is None or not isinstance(text, str) or not text.strip():
            return None
        header = "\n".join(line.text for line in known.lines if line.field)
        return problem_data(notes.read_notes(f"{header}\n{text.splitlines()[0]}").lines[-1].problem)

    def why(self, card: Any, holder: Any) -> list[str]:
        """Return why it is certain whether a holder has a card, or the probabilities."""
        with self._lock:
            conclusions = self._pad.conclusions
            deck, holders = conclusions.belief.deck, range(conclusions.belief.case + 1)
            if card not in deck or type(holder) is not int or holder not in holders:
                raise NotesError(f"{shown(card)} and {shown(holder)}; expected a card and a holder")
            return report.why(conclusions, card, holder)

    def _make_plans(self) -> None:
        while not self._ended:
            self._wants_plan.wait(_LOOK_EVERY)
            self._wants_plan.clear()
            with self._lock:
                self._reload()
                conclusions = self._pad.now.conclusions
                wanted = conclusions is not None and self._plan is None
            if self._ended or conclusions is None or not wanted:
                continue
            try:
                plan = plan_data(conclusions, plan_at(conclusions, self._pad.asking))
            except PlannerClueError as error:
                reason = f"The planner has no plan: {error}."
                plan = {"next": None, "steps": [], "assumes": reason, "more": [], "route": []}
            with self._lock:
                if conclusions is self._pad.now.conclusions:
                    self._plan, self._text = plan, ""
                    self._notify()


def page_state(pad: notepad.Notepad, plan: dict[str, Any] | None) -> dict[str, Any]:
    """Return everything that the page shows."""
    notes_now, conclusions = pad.now.notes, pad.now.conclusions
    lines = [
        {
            "number": line.number,
            "text": line.text,
            "kind": "head" if line.field else "told" if line.noted or line.problem else "blank",
            "problem": problem_data(line.problem),
        }
        for line in notes_now.lines
    ]
    question = notes_now.question and dict(zip(("field", "text"), notes_now.question, strict=True))
    return {
        "file": pad.path.name,
        "lines": lines,
        "question": question and {**question, **_boxes(notes_now.written)},
        "known": _known(conclusions, pad.news, plan) if conclusions else None,
    }


def _boxes(written: Written) -> dict[str, Any]:
    """Return the cards to choose from, and the editions, as long as no line names one."""
    editions = [] if {"edition", "players"} & {*written} else edition_names()
    cards = _categories(deck_of(written))
    return {"categories": cards, "edition": written.get("edition", ""), "editions": editions}


def _categories(deck: Deck) -> list[list[Any]]:
    return [[str(name), list(cards)] for name, cards in deck.by_category()]


def problem_data(problem: NotesError | None) -> dict[str, Any] | None:
    """Return the problem of a line; None if there is none."""
    against = {"against": problem.against or ()} if problem else {}
    return {"message": str(problem), **_place_of(problem), **against} if problem else None


def _known(
    conclusions: Conclusions, news: Sequence[Why], plan: dict[str, Any] | None
) -> dict[str, Any]:
    belief, board = conclusions.belief, conclusions.seen.board
    notebook = notebook_data(belief)
    return {
        "players": list(conclusions.seen.names),
        "me": belief.me,
        "holders": [*conclusions.names, report.CASE_FILE],
        "categories": _categories(belief.deck),
        "notebook": notebook,
        "news": [f"{conclusions.sentence(why)}." for why in news],
        "accuse": report.accusing(conclusions),
        "advice": [
            {"suggestion": one.suggestion, "way": round(one.travel_cost, 2)}
            | {"left": round(one.left, 2)}
            for one in best_suggestions(conclusions)
        ],
        "place": report.own_place_in_words(conclusions),
        "board": board.name if board else None,
        "tokens": {**board.starts, **(conclusions.seen.tokens or {})} if board else {},
        "heat": {room: notebook["cards"][room][-1] for room in belief.deck.rooms},
        "plan": plan,
    }


def plan_data(conclusions: Conclusions, decision: Replan) -> dict[str, Any]:
    """Return a plan: how it begins, its steps, assumption, reasons, and route over the board."""
    advice = best_suggestions(conclusions)
    step = report.next_step(conclusions, decision, advice) if advice else None
    seen, other_cards = conclusions.seen, report.why_other_cards(conclusions, decision)
    legs: list[dict[str, Any]] = []
    if seen.board and seen.here is not None:
        legs = route_of(decision, seen.board, seen.here, seen.rules)
    return {
        "next": step
        and {
            "how": step.way,
            "suggestion": list(step.suggestion),
            "why": f"{report.SORTED_BY} {step.why_not_first}".rstrip(),
        },
        "steps": report.steps_of(conclusions, decision),
        "assumes": f"{report.assumes(decision)} {other_cards}".rstrip(),
        "more": list(why_this_beginning(decision)) if decision.steps else [],
        "route": [{**leg, "done": leg.get("faint", False)} for leg in legs],
    }


class AssistServer(server.LocalServer):
    """Serves the page of some notes until Ctrl-C."""

    def __init__(self, pad: notepad.Notepad, port: int | None = None, host: str = HERE) -> None:
        """Listen at ``port`` of ``host``; raises :class:`InputError` if it is not available."""
        broadcast = server.Broadcast()
        self.live = live = LiveNotes(pad, broadcast.notify)
        page = write_page("assist", f"Notes: {pad.path.name}", {}, SCRIPTS, connect="'self'")

        gets: dict[str, Callable[[Request], Response]] = {
            "/": lambda _: server.html_response(page),
            "/live": lambda _: broadcast.stream(live.state),
        }
        posts = {
            "write": lambda asked: live.write(
                asked.get("text"), asked.get("number"), asked.get("before"), keep=asked.get("keep")
            ),
            "delete": lambda asked: live.delete(asked.get("number"), asked.get("before")),
            "paste": lambda asked: live.paste(asked.get("text")),
            "undo": lambda asked: live.undo(),
            "check": lambda asked: live.check(asked.get("text")),
            "why": lambda asked: live.why(asked.get("card"), asked.get("holder")),
            "board": lambda asked: live.board(),
        }
        routes = [*starmap(Route, gets.items()), *server.post_routes(posts, _place_of)]
        super().__init__({"": routes}, broadcast, port, live, host)


def _place_of(error: PlannerClueError) -> dict[str, Any]:
    """Return the words that an error is about, lines that it contradicts, and readings."""
    names = ("start", "end", "against", "readings") if isinstance(error, NotesError) else ()
    return {name: getattr(error, name) for name in names}
