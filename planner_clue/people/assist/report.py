"""Notebook, probabilities, advice and plan as text for a terminal."""

from collections.abc import Iterable, Sequence
from math import inf
from re import sub
from textwrap import fill
from typing import NamedTuple

from planner_clue.belief.probability import Probability, best_case_files, probability_at
from planner_clue.belief.reasons import YOUR_HAND, Why
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.people.assist.conclusions import (
    Conclusions,
    best_suggestions,
    plan_at,
    why_not_to_suggest,
)
from planner_clue.people.assist.notes import NoteLine, Notes
from planner_clue.planner import assumption, outlook, plan_tree
from planner_clue.planner.decision import Replan
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.view import board_text, trace, wording

WIDTH = 80  # the width of the text in characters
CASE_FILE = "case file"
_BEST = 3  # the number of case files that are named
_IN_ONE_ROOM = 5
_ROOMS = 4  # the number of rooms for which the summary gives a suggestion


def summary(conclusions: Conclusions, asking: int, news: Iterable[Why] = ()) -> list[str]:
    """Return the notebook, newly certain facts, the best suggestions and the plan, in short."""
    return [
        *notebook(conclusions),
        "",
        *paragraphs(f"* {conclusions.sentence(why)}." for why in news),
        *accusation(conclusions),
        *best_next(conclusions, asking, _ROOMS),
    ]


def notebook(conclusions: Conclusions) -> list[str]:
    """Return a table of cards and holders: ``yes``, ``-`` for no, or a probability."""
    belief = conclusions.belief
    names = ["you" if seat == belief.me else n for seat, n in enumerate(conclusions.seen.names)]
    columns = belief.holders_called(names, "case")
    first = max(len(card) for card in belief.deck.cards) + 1
    wide = max(6, min(max(map(len, columns)), (WIDTH - first) // len(columns) - 1))
    lines = [" " * first + "".join(f" {name[:wide]:>{wide}}" for name in columns)]
    for cards in belief.deck.categories:
        lines.append("")
        for card in cards:
            chances = (probability_at(belief, card, holder) for holder in range(len(columns)))
            cells = "".join(f" {value.in_cell():>{wide}}" for value in chances)
            lines.append(f"{card:<{first}}{cells}")
    return lines


def case_files(conclusions: Conclusions) -> str:
    """Return the most probable case files in one sentence."""
    if (certain := conclusions.belief.case_file()) is not None:
        return f"The case file is certain: {', '.join(certain)}."
    ranked = best_case_files(conclusions.belief, _BEST)
    best = [f"{', '.join(file)} {value.percent()}" for file, value in ranked]
    others = len(conclusions.belief.case_files()) - _BEST
    more = f"; and {others} others" if others > 0 else ""
    return f"Case file: {'; '.join(best)}{more}."


def accusation(conclusions: Conclusions) -> list[str]:
    """Return the most probable case files, and whether to accuse one now."""
    return paragraphs([case_files(conclusions), accusing(conclusions)])


def accusing(conclusions: Conclusions) -> str:
    """Return whether to accuse now, or why to suggest no more, in a sentence; else nothing."""
    if over := why_not_to_suggest(conclusions):
        return over
    belief = conclusions.belief
    claim = assumption.worth_accusing(belief, belief.transcript.opponents)
    if claim is None:
        return ""
    cards = ", ".join(Accusation(*claim.case_file))
    if claim.probability == 1:
        return f"Accuse on your next turn: {cards}."
    sure = Probability(claim.probability).percent()
    if belief.settled():
        return f"Accuse {cards} ({sure}): all hands are known, so no suggestion adds anything."
    when = "on its next turn, after a suggestion if it can make one"
    return (
        f"The planner would accuse {cards} {when}: the probability is {sure}, and somebody else "
        "may win first."
    )


def best_next(conclusions: Conclusions, asking: int, rooms: int | None = None) -> list[str]:
    """Return how the plan begins, the plan, and the best suggestions of at most ``rooms`` rooms."""
    advice = best_suggestions(conclusions)
    if not advice:
        return []
    decision = plan_at(conclusions, asking)
    step = next_step(conclusions, decision, advice)
    best = f"Best next suggestion: {step.way}: {', '.join(step.suggestion)}."
    rows = [
        f"  {one.suggestion.room:<15} {', '.join(one.suggestion[:2]):<24} "
        f"{one.travel_cost:5.2f} + {one.left:.2f}"
        for one in advice[:rooms]
    ]
    return [
        *paragraphs([best, own_place_in_words(conclusions)]),
        *planned(conclusions, decision),
        *paragraphs([SORTED_BY, step.why_not_first]),
        *rows,
    ]


SORTED_BY = (
    "The best suggestion per room, by expected turns: until you suggest there, plus an estimate of "
    "the turns from then to the solution."
)
"""The order of the table of rooms, in words."""


class NextStep(NamedTuple):
    """The beginning of a plan."""

    way: str
    suggestion: Suggestion
    why_not_first: str  # why the table of rooms has another suggestion first; empty if it has not


def next_step(
    conclusions: Conclusions, decision: Replan, advice: Sequence[outlook.Beginning]
) -> NextStep:
    """Return the first travel and suggestion of a plan; without a plan, the best of the table."""
    asked = next((step.asks for _, step in plan_tree.walk(decision.steps) if step.asks), None)
    first = advice[0].suggestion
    chosen = asked or first
    in_room = next((each for each in advice if each.suggestion.room == chosen.room), advice[0])
    way = route_to(conclusions, in_room)
    if chosen == first:
        return NextStep(way, chosen, "")
    there = ", ".join(first[:2]) + " there" if chosen.room == first.room else first.room
    why = (
        f"The table has {there} first: it estimates what a suggestion leaves to find out. The plan "
        "also counts the way to the follow-up after each answer."
    )
    return NextStep(way, chosen, why)


def best_in(conclusions: Conclusions, room: Card) -> list[str]:
    """Return the best suggestions in one room."""
    advice = best_suggestions(conclusions, room, each=_IN_ONE_ROOM)
    if not advice:
        return [accusing(conclusions) or case_files(conclusions)]
    return [f"Best suggestions in {room}, and estimated turns from then to the solution:"] + [
        f"  {', '.join(each.suggestion):<44} {each.left:5.2f}" for each in advice
    ]


def route_to(conclusions: Conclusions, advice: outlook.Beginning) -> str:
    """Return how to get to the room of a suggestion."""
    room, seen = advice.suggestion.room, conclusions.seen
    here = seen.here
    if not seen.board:
        return f"go to {room}"
    if room == here:
        return f"stay in {room}" if seen.may_suggest_here else f"leave {room} and enter it again"
    if isinstance(here, str) and seen.board.passages.get(here) == room:
        return f"take the passage to {room}"
    return f"go to {room}, {advice.travel_cost:.1f} turns away"


def own_place_in_words(conclusions: Conclusions) -> str:
    """Return where this seat's token is, and how to correct it."""
    seen = conclusions.seen
    if seen.here is None:
        return "This table has no board, so every room is one turn away."
    place = in_place(seen.here)
    if seen.noted_place:
        brought = ", where you may suggest at once" if seen.may_suggest_here else ""
        return f"Your token is {place}{brought}. If it is elsewhere, write: me at ..."
    assumed = f"No line says where your token is; it is taken to be on its start, {place}."
    return f"{assumed} To say where it is, write: me at hall, or: me at 7,5"


def board(conclusions: Conclusions) -> list[str]:
    """Return the board with the tokens where the notes have them, else on their starts."""
    drawn, noted = conclusions.seen.board, conclusions.seen.tokens or {}
    if not drawn:
        return ["This table has no board."]
    cells = board_text.Cells(drawn, {**drawn.starts, **noted})
    places = [f"{token} {in_place(place)}" for token, place in noted.items()]
    known = f"Noted: {', '.join(places)}." if places else "No line says where tokens are."
    return [*board_text.numbered_lines(cells), *board_text.remarks_on(cells), wrapped(known)]


def in_place(place: Place) -> str:
    """Return a room or a square in words."""
    return f"in {place}" if isinstance(place, str) else f"at {place[0]},{place[1]}"


def planned(conclusions: Conclusions, decision: Replan, *, at_length: bool = False) -> list[str]:
    """Return the planner's plan; ``at_length`` adds the other ways to begin."""
    sentences = [f"Plan: {wording.steps_in_words(decision.steps)}."] if decision.steps else []
    sentences += [_by_names(conclusions, line) for line in wording.branch_lines(decision.steps)]
    more = trace.why_this_beginning(decision) if at_length and decision.steps else []
    return paragraphs(
        [*sentences, assumes(decision), why_other_cards(conclusions, decision), *more]
    )


def steps_of(conclusions: Conclusions, decision: Replan) -> list[str]:
    """Return the steps of the plan in words, then a line per branch; none without a plan."""
    branches = (_by_names(conclusions, line) for line in wording.branch_lines(decision.steps))
    return [*wording.words_of_steps(decision.steps), *branches]


def _by_names(conclusions: Conclusions, text: str) -> str:
    """Return a text in which who shows a card is called by name, and not by suspect."""
    called = dict(zip(conclusions.seen.seat.tokens, conclusions.seen.names, strict=True))
    return sub(r"\w+(?= shows )", lambda who: called.get(Card(who[0]), who[0]), text)


def why_other_cards(conclusions: Conclusions, decision: Replan) -> str:
    """Return why the plan suggests other cards than it assumes, in a sentence; else nothing."""
    asked = next((step.asks for _, step in plan_tree.walk(decision.steps) if step.asks), None)
    if asked is None or set(asked) <= set(decision.assumption):
        return ""
    belief, seen = conclusions.belief, conclusions.seen
    other = [card for card in asked if card not in decision.assumption]
    which = f"It asks about {' and '.join(other)}, because"
    if own := [card for card in other if belief.holder(card) == belief.me]:
        rest = "an answer is about the rest, and the others may think that you look for it"
        return f"{which} nobody else can show {' and '.join(own)}: {rest}."
    same_room = Suggestion(*decision.assumption[:2], asked.room)
    if asked == same_room:
        turns = {one.suggestion.room: one.turns for one in best_suggestions(conclusions)}
        now, assumed = turns.get(asked.room, inf), turns.get(decision.assumption[2], -inf)
        first = f"by way of it the solution is {now:.1f} turns away by estimate"
        second = f"by way of {decision.assumption[2]}"
    else:
        ahead = FollowUpModel(seen.board, seen.rules).outlook(belief, 0)
        now, assumed = ahead.turns_left([asked, same_room])
        first = f"the answers leave {now:.1f} turns to the solution by estimate"
        second = "those to the assumed cards there"
    if now <= assumed:
        return f"{which} {first}, {second} {assumed:.1f}."
    return f"{which} with its follow-ups this plan is the shortest of those compared."


def assumes(decision: Replan) -> str:
    """Return which case file the plan assumes; without a plan, why there is none."""
    if decision.failure:
        reason = decision.failure.detail or decision.failure.status
        return f"The planner has no plan: the engine says {reason}."
    stated = f" Expected: {decision.forecast}." if decision.forecast else ""
    return f"The planner assumes {wording.assumption_in_words(decision)}.{stated}"


def why(conclusions: Conclusions, card: Card, holder: int | None = None) -> list[str]:
    """Return who has a card, or does not, and why; of one ``holder`` or of all."""
    names, when = conclusions.names, conclusions.in_line
    return wording.why_card(conclusions.belief, card, names, holder, when=when, hand=YOUR_HAND)


def with_numbers(notes: Notes) -> list[str]:
    """Return all lines with their numbers, and below each its problem."""
    shown: list[str] = []
    for line in notes.lines:
        shown.append(f"{line.number:3} {'!' if line.problem else ' '} {line.text}".rstrip())
        shown += [wrapped(str(line.problem), indent=8)] if line.problem else []
    return shown


def problem_of(line: NoteLine) -> list[str]:
    """Return a line with a mark below the words that its problem is about, and the problem."""
    problem, message = line.problem, wrapped(f"{line.problem}.")
    if problem is None:
        return [message]
    choices = [f"  {letter}) {text}" for letter, text in zip("abc", problem.readings, strict=False)]
    if choices:
        choices.insert(0, f"It may mean one of these; to choose one, write: {line.number}a")
    if problem.start is None or problem.end is None:
        return [message, *choices]
    mark = " " * problem.start + "^" * max(1, problem.end - problem.start)
    return [f"  {line.text}", f"  {mark}", message, *choices]


def wrapped(text: str, indent: int = 0) -> str:
    """Return a sentence in lines of at most :data:`WIDTH` characters."""
    kept, first, others = text.replace(" %", "\u00a0%"), " " * indent, " " * (indent or 2)
    lines = fill(
        kept, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )
    return lines.replace("\u00a0", " ")


def paragraphs(sentences: Iterable[str]) -> list[str]:
    """Return sentences, each wrapped."""
    return [wrapped(sentence) for sentence in sentences if sentence]
