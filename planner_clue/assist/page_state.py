"""What the page of the notes shows, as plain data.

::

    {"file": "evening.clue",
     "lines": [{"number": 1, "text": "players: ...", "kind": "head",    head, told or blank
                "problem": null}, ...],         or {"message", "start", "end", "against"}
     "question": null,                          or {"field", "text"}: what the head still needs
     "known": null}                             or, with a complete head:

    {"players": ["Ann", "Bob", "white"], "me": 2,
     "holders": ["Ann", "Bob", "white (you)", "case file"],
     "categories": [["suspect", ["scarlett", ...]], ...],
     "notebook": {"cards": ..., "best": ..., "files": 41},  see planner_clue.pages.notebook_data
     "news": ["Bob holds green: ..."],          what the last change made certain
     "accuse": "",                              whether to accuse, in a sentence
     "advice": [{"question": [...], "how": "go to study", "way": 1.6, "left": 5.1}, ...],
     "place": "Your token is in hall.",
     "board": "classic",                        null without a board
     "tokens": {"white": "hall", "plum": [14, 24], ...},
     "heat": {"hall": 170, ...},                how probably each room is in the case file
     "plan": null}                              while it is being made; see plan_data
"""

from collections.abc import Sequence
from typing import Any

from planner_clue.assist import in_words
from planner_clue.assist.advice import best_questions, where_i_am
from planner_clue.assist.insight import Insight
from planner_clue.assist.notepad import Notepad
from planner_clue.assist.notes import NoteLine
from planner_clue.belief.reasons import Why
from planner_clue.board.drawing.routes import legs_of
from planner_clue.deliberation.decision import Decision
from planner_clue.deliberation.steps import destination
from planner_clue.pages.notebook_data import notebook_data
from planner_clue.show.trace import why_these_steps


def page_state(pad: Notepad, news: Sequence[Why], plan: dict[str, Any] | None) -> dict[str, Any]:
    """Return everything that the page shows."""
    question = pad.question
    insight = pad.now.insight
    return {
        "file": pad.path.name,
        "lines": [_line(line) for line in pad.now.notes.lines],
        "question": {"field": question[0], "text": question[1]} if question else None,
        "known": _known(insight, news, plan) if insight else None,
    }


def _line(line: NoteLine) -> dict[str, Any]:
    kind = "head" if line.field else "told" if line.told or line.problem else "blank"
    problem = line.problem
    return {
        "number": line.number,
        "text": line.text,
        "kind": kind,
        "problem": problem
        and {
            "message": problem.message,
            "start": problem.start,
            "end": problem.end,
            "against": list(problem.against),
        },
    }


def _known(insight: Insight, news: Sequence[Why], plan: dict[str, Any] | None) -> dict[str, Any]:
    belief, board = insight.belief, insight.seen.board
    rooms = belief.deck.rooms
    notebook = notebook_data(belief)
    told = insight.seen.tokens or {}
    return {
        "players": list(insight.seen.names),
        "me": belief.me,
        "holders": [*insight.names, in_words.CASE_FILE],
        "categories": [[str(name), list(cards)] for name, cards in belief.deck.by_category()],
        "notebook": notebook,
        "news": [f"{insight.sentence(why)}." for why in news],
        "accuse": in_words.accusing(insight),
        "advice": _advice(insight),
        "place": in_words.place_of_mine(insight),
        "board": board.name if board else None,
        "tokens": {**board.starts, **told} if board else {},
        "heat": {room: notebook["cards"][room][-1] for room in rooms},
        "plan": plan,
    }


def _advice(insight: Insight) -> list[dict[str, Any]]:
    return [
        {
            "question": list(advice.question),
            "how": in_words.way_to(insight, advice),
            "way": round(advice.way, 2),
            "left": round(advice.left, 2),
        }
        for advice in best_questions(insight)
    ]


def plan_data(insight: Insight, decision: Decision) -> dict[str, Any]:
    """Return a plan: its steps, what it assumes, its reasons, and a route over the board."""
    return {
        "steps": in_words.steps_of(decision),
        "assumes": in_words.assumes(decision),
        "more": list(why_these_steps(decision)) if decision.steps else [],
        "route": _route(insight, decision),
    }


def _route(insight: Insight, decision: Decision) -> list[dict[str, Any]]:
    """Return the way of a plan, a leg for each step that goes somewhere."""
    here, board = where_i_am(insight).place, insight.seen.board
    if board is None or here is None:
        return []
    places = [here]
    for step in decision.steps:
        room = destination(step.action)
        if room is not None and room != places[-1]:
            places.append(room)
    legs = legs_of(board, places, open_rooms=insight.seen.rules.open_rooms)
    return [{**leg._asdict(), "done": False} for leg in legs]
