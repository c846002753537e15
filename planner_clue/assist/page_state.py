"""The state of the page of the notes, as JSON data.

::

    {"file": "evening.clue",
     "lines": [{"number": 1, "text": "players: ...", "kind": "head",    head, told or blank
                "problem": null}, ...],         or {"message", "start", "end", "against"}
     "question": null,                          or {"field", "text", "categories"}: what the header
                                                still needs, and the usual cards
     "known": null}                             or, with a complete header:

    {"players": ["Ann", "Bob", "white"], "me": 2,
     "holders": ["Ann", "Bob", "white (you)", "case file"],
     "categories": [["suspect", ["scarlett", ...]], ...],
     "notebook": {"cards": ..., "best": ..., "files": 41},  see planner_clue.pages.notebooks
     "news": ["Bob holds green: ..."],          what the last change made certain
     "accuse": "",                              whether to accuse, in a sentence
     "advice": [{"suggestion": [...], "way": 1.6, "left": 5.1}, ...],
                                                the table of rooms
     "place": "Your token is in hall.",
     "board": "classic",                        null without a board
     "tokens": {"white": "hall", "plum": [14, 24], ...},
     "heat": {"hall": 170, ...},                probability of each room in the case file
     "plan": null}                              while it is being made; see plan_data
"""

from collections.abc import Sequence
from typing import Any

from planner_clue.assist import notepad, notes, report
from planner_clue.assist.conclusions import Conclusions, best_suggestions
from planner_clue.belief.reasons import Why
from planner_clue.cards import Deck
from planner_clue.deliberation.decision import Decision
from planner_clue.pages.notebooks import notebook_data
from planner_clue.pages.plans import route_of
from planner_clue.show.trace import why_this_beginning


def page_state(pad: notepad.Notepad, plan: dict[str, Any] | None) -> dict[str, Any]:
    """Return everything that the page shows."""
    question = pad.now.notes.question
    conclusions = pad.now.conclusions
    return {
        "file": pad.path.name,
        "lines": [_line(line) for line in pad.now.notes.lines],
        "question": _question(*question) if question else None,
        "known": _known(conclusions, pad.news, plan) if conclusions else None,
    }


def _question(field: str, text: str) -> dict[str, Any]:
    categories = [[str(name), list(cards)] for name, cards in Deck().by_category()]
    return {"field": field, "text": text, "categories": categories}


def _line(line: notes.NoteLine) -> dict[str, Any]:
    kind = "head" if line.field else "told" if line.noted or line.problem else "blank"
    return {
        "number": line.number,
        "text": line.text,
        "kind": kind,
        "problem": problem_data(line.problem),
    }


def problem_data(problem: notes.Diagnostic | None) -> dict[str, Any] | None:
    """Return the problem of a line; None if there is none."""
    if problem is None:
        return None
    return {
        "message": problem.message,
        "start": problem.start,
        "end": problem.end,
        "against": list(problem.against),
    }


def _known(
    conclusions: Conclusions, news: Sequence[Why], plan: dict[str, Any] | None
) -> dict[str, Any]:
    belief, board = conclusions.belief, conclusions.seen.board
    rooms = belief.deck.rooms
    notebook = notebook_data(belief)
    return {
        "players": list(conclusions.seen.names),
        "me": belief.me,
        "holders": [*conclusions.names, report.CASE_FILE],
        "categories": [[str(name), list(cards)] for name, cards in belief.deck.by_category()],
        "notebook": notebook,
        "news": [f"{conclusions.sentence(why)}." for why in news],
        "accuse": report.accusing(conclusions),
        "advice": [
            {
                "suggestion": list(of.suggestion),
                "way": round(of.travel_cost, 2),
                "left": round(of.left, 2),
            }
            for of in best_suggestions(conclusions)
        ],
        "place": report.own_place_in_words(conclusions),
        "board": board.name if board else None,
        "tokens": {**board.starts, **(conclusions.seen.tokens or {})} if board else {},
        "heat": {room: notebook["cards"][room][-1] for room in rooms},
        "plan": plan,
    }


def plan_data(conclusions: Conclusions, decision: Decision) -> dict[str, Any]:
    """Return a plan: how it begins, its steps, assumption, reasons, and route over the board."""
    advice = best_suggestions(conclusions)
    step = report.next_step(conclusions, decision, advice) if advice else None
    return {
        "next": step
        and {
            "how": step.way,
            "suggestion": list(step.suggestion),
            "why": " ".join(filter(None, (report.SORTED_BY, step.why_not_first))),
        },
        "steps": report.steps_of(conclusions, decision),
        "assumes": " ".join(
            filter(None, (report.assumes(decision), report.why_other_cards(conclusions, decision)))
        ),
        "more": list(why_this_beginning(decision)) if decision.steps else [],
        "route": _route(conclusions, decision),
    }


def _route(conclusions: Conclusions, decision: Decision) -> list[dict[str, Any]]:
    seen = conclusions.seen
    if seen.board is None or seen.here is None:
        return []
    legs = route_of(decision, seen.board, seen.here, seen.rules)
    return [{**leg, "done": leg.get("faint", False)} for leg in legs]
