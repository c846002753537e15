"""A recorded game in words, turn by turn, with the decisions of its planners."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

from planner_clue.agents.gambles import Gamble
from planner_clue.belief.probability import Probability
from planner_clue.game import events
from planner_clue.game.board import Position
from planner_clue.game.rules import parse_rules
from planner_clue.game.turn_order import Result
from planner_clue.planner.decision import Decision, Replan, read_decisions
from planner_clue.planner.plan_tree import played_steps, remaining
from planner_clue.support.errors import printable
from planner_clue.view import wording

_INDENT = " " * 10
_BY_OTHERS = events.Passed | events.Showed | events.Eliminated | events.Forfeited
"""The events that name their seat, which may not be the one whose turn it is."""


class TurnStory(NamedTuple):
    """A turn in words."""

    turn: wording.GameTurn
    name: str  # the seat whose turn it is, in words
    lines: tuple[str, ...]  # the events; lines that belong to the one before begin with spaces


def game_lines(record: Mapping[str, Any], viewpoint: int | None = None) -> Iterator[str]:
    """Yield the story of a record by lines; with a ``viewpoint`` only what that seat knew."""
    yield from introduction(record, viewpoint)
    for story in turn_stories(record, viewpoint):
        yield heading(story)
        yield from (_INDENT + line for line in story.lines)
    yield ending(record, viewpoint)


def introduction(record: Mapping[str, Any], viewpoint: int | None = None) -> Iterator[str]:
    """Yield who plays, and what is hidden: the case file, or with a ``viewpoint`` that hand."""
    yield f"Game {record['game']}: {', '.join(map(printable, wording.full_names_of(record)))}."
    if viewpoint is None:
        yield f"In the case file: {', '.join(record['deal']['case_file'])}."
    else:
        name = wording.suspects_of(record)[viewpoint]
        yield f"As {name} saw it; {name} holds {', '.join(record['deal']['hands'][viewpoint])}."


def heading(story: TurnStory) -> str:
    """Return the line above a turn."""
    return f"{f'turn {story.turn.number}':>8}  {story.name}"


def ending(record: Mapping[str, Any], viewpoint: int | None = None) -> str:
    """Return the end of the game, as the ``viewpoint`` knew it: accusations may be secret."""
    result = Result(**record["result"])
    knows_it = result.how == "turn-limit" or result == Result(viewpoint, "accusation")
    is_known = viewpoint is None or not _is_secret(record) or knows_it
    names = [*map(printable, wording.full_names_of(record))]
    return wording.ending(result if is_known else None, names)


def turn_stories(record: Mapping[str, Any], viewpoint: int | None = None) -> Iterator[TurnStory]:
    """Yield the turns of a record in words; with a ``viewpoint`` what that seat knew of them."""
    names = wording.full_names_of(record)
    story = _Story(record, viewpoint)
    for turn in wording.turns_of(record):
        lines = tuple(map(printable, story.sentences(turn)))
        if lines:
            yield TurnStory(turn, printable(names[turn.seat]), lines)


def _is_secret(record: Mapping[str, Any]) -> bool:
    return "rules" in record and parse_rules(record["rules"]).secret_accusations


class _Story:
    """The turns of one record in words: everything, or what one seat knew."""

    def __init__(self, record: Mapping[str, Any], viewpoint: int | None) -> None:
        self._suspects = wording.suspects_of(record)
        self._viewpoint = viewpoint
        self._decisions = [
            read_decisions(notes) if viewpoint in (None, seat) else []
            for seat, notes in enumerate(record["notes"])
        ]
        self._failures = record.get("failures", ())
        self._secret = _is_secret(record)

    def sentences(self, turn: wording.GameTurn) -> Iterator[str]:
        decisions = self._decisions[turn.seat]
        for decision in decisions:
            if decision.turn == turn.number:
                yield from _decision_lines(decision)
        for step in filter(
            None, (d.asked_in(turn.number) for d in decisions if isinstance(d, Replan))
        ):
            if step.asks and step.instead:
                planned = ", ".join(step.asks)
                yield f"* asks in a room of its hand, instead of {planned}"
        moved = False
        for event in self._seen(turn.events):
            if isinstance(event, events.Suggested) and not moved:
                yield f"stays in {event.cards.room}"
            moved = moved or isinstance(event, events.Moved | events.TookPassage)
            failure = self._failure(event) if isinstance(event, events.Forfeited) else None
            if failure:
                what = f"{failure['kind']} in its {failure['decision']}"
                yield f"{self._suspects[event.seat]} forfeits: {what}"
                yield from (f"    {line}" for line in failure["trace"])
            else:
                deed = events.deed_in_words(event, secretly=self._secret)
                is_by_another = isinstance(event, _BY_OTHERS)
                yield f"{self._suspects[event.seat]} {deed}" if is_by_another else deed

    def _seen(self, of_turn: Iterable[events.Event]) -> Iterator[events.Event]:
        for event in of_turn:
            if self._viewpoint is None:
                yield event
            elif not self._secret or events.is_heard_where_secret(event, self._viewpoint):
                yield events.as_seen_by(event, self._viewpoint)

    def _failure(self, event: events.Forfeited) -> Mapping[str, Any] | None:
        """Return the failure of an agent, if the record has lines of its author's code."""
        known = self._failures if self._viewpoint in (None, event.seat) else ()
        own = (f for f in known if (f["seat"], f["turn"]) == (event.seat, event.turn))
        return next((failure for failure in own if failure["trace"]), None)


def _decision_lines(decision: Decision) -> Iterator[str]:
    if isinstance(decision, Gamble):
        probability = Probability(decision.chance).percent()
        yield f"* gambles: the accusation is right with {probability}"
        return
    first, *others = decision.triggers
    yield f"* {first.trigger.value}: {first}"
    yield from (f"  also {other.trigger.value}: {other}" for other in others)
    if decision.failure:
        yield f"  no plan ({decision.failure.status}); a simple decision instead"
        if decision.gave_up:
            yield "  gives up on the engine for the rest of the game"
        return
    yield f"  assumes {', '.join(decision.assumption)}; the plan:"
    plan = remaining(decision.steps, decision.turn)
    yield from (f"    {step.action}" for step in played_steps(plan))
    yield from (f"      {line}" for line in wording.branch_lines(plan))


_STORY = "flex:1 1 22em;min-width:16em;max-height:34em;overflow:auto;line-height:1.45"
_BOARD = "flex:1 1 22em;min-width:16em;max-width:34em"
_LINE = "text-align:left;margin:.15em 0"


def record_html(record: Mapping[str, Any], position: Position | None) -> str:
    """Return the story and a picture, without scripts, for light and dark pages."""
    board = f'<div style="{_BOARD}">{position.svg()}</div>' if position else ""
    heads = "".join(f"<p><b>{escape(line)}</b></p>" for line in introduction(record))
    turns = "".join(map(_turn, turn_stories(record)))
    return (
        '<div class="clue-record" style="display:flex;flex-wrap:wrap;gap:1.5em">'
        f'<div style="{_STORY}">{heads}{turns}<p><b>{escape(ending(record))}</b></p></div>'
        f"{board}</div>"
    )


def _turn(story: TurnStory) -> str:
    """Return a turn in one paragraph; what a planner had in mind opens on a click."""
    happened = "; ".join(line for line in story.lines if not line.startswith(("*", " ")))
    text = f"<b>{story.turn.number}</b> {escape(story.name)}: {escape(happened)}"
    thought = (line.strip() for line in story.lines if line.startswith(("*", " ")))
    thoughts = "<br>".join(escape(line.removeprefix("* ")) for line in thought)
    if not thoughts:
        return f'<p style="{_LINE}">{text}</p>'
    return f'<details style="{_LINE}"><summary>{text}</summary><small>{thoughts}</small></details>'
