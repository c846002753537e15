"""Notebook, certain facts, probabilities and advice as text for a terminal."""

from collections.abc import Iterable
from textwrap import fill

from planner_clue.assist.advice import Advice, best_questions, where_i_am, why_not_to_ask
from planner_clue.assist.insight import Insight
from planner_clue.assist.notes import NoteLine, Notes
from planner_clue.belief.probability import Probability, best_case_files, probability_at
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card
from planner_clue.deliberation.decision import Decision
from planner_clue.deliberation.gamble import worth_accusing
from planner_clue.show.board_text import Cells, notes_of, numbered
from planner_clue.show.wording import step_in_words
from planner_clue.table.events import Accused

WIDTH = 80
"""How wide the text is, in characters."""
CASE_FILE = "case file"
_BEST = 3
"""How many case files are named."""
_IN_ONE_ROOM = 5


def notebook(insight: Insight) -> list[str]:
    """Return a table of cards and holders: ``yes``, ``-`` for no, or a probability."""
    me = insight.belief.me
    players = ["you" if seat == me else name for seat, name in enumerate(insight.seen.names)]
    columns = [*players, "case"]
    first = max(len(card) for card in insight.belief.deck.cards) + 1
    wide = max(6, min(max(map(len, columns)), (WIDTH - first) // len(columns) - 1))
    lines = [" " * first + "".join(f" {name[:wide]:>{wide}}" for name in columns)]
    for _, cards in insight.belief.deck.by_category():
        lines.append("")
        for card in cards:
            cells = (f" {cell(insight, card, holder):>{wide}}" for holder in range(len(columns)))
            lines.append(f"{card:<{first}}{''.join(cells)}")
    return lines


def cell(insight: Insight, card: Card, holder: int) -> str:
    """Return whether a holder has a card: ``yes``, ``-``, or how probably."""
    return probability_at(insight.belief, card, holder).in_cell()


# -- what to do ---------------------------------------------------------------------------------


def case_files(insight: Insight) -> str:
    """Return the most probable case files in one sentence."""
    if (certain := insight.belief.case_file()) is not None:
        return f"The case file is certain: {', '.join(certain)}."
    likeliest = best_case_files(insight.belief, _BEST)
    best = [f"{', '.join(file)} {chance.percent()}" for file, chance in likeliest]
    others = len(insight.belief.case_files()) - _BEST
    more = f"; and {others} others" if others > 0 else ""
    return f"Case file: {'; '.join(best)}{more}."


def accusing(insight: Insight) -> str:
    """Return whether to accuse now, or why not to ask any more, in a sentence; else nothing."""
    wrong = {
        event.seat
        for event in insight.seen.events
        if isinstance(event, Accused) and not event.correct
    }
    rivals = set(range(insight.belief.case)) - wrong - {insight.belief.me}
    if over := why_not_to_ask(insight):
        return over
    from planner_clue.agents.planner import PlannerAgent

    claim = worth_accusing(insight.belief, PlannerAgent.gamble, rivals)
    if claim is None:
        return ""
    cards = ", ".join(Accusation(*claim.case_file))
    if claim.chance == 1:
        return f"Accuse on your next turn: {cards}."
    chance = Probability(claim.chance).percent()
    return (
        f"The planner would accuse {cards} on its next turn: that is {chance} "
        "probable, and somebody else may win first."
    )


def best_next(insight: Insight, rooms: int | None = None) -> list[str]:
    """Return the best question of each room, the best room first, and where the token is.

    Of so many ``rooms``, or of all.
    """
    advice = best_questions(insight)
    if not advice:
        return []
    best = f"Best next question: {way_to(insight, advice[0])}: {', '.join(advice[0].question)}."
    lines = [wrapped(best), wrapped(place_of_mine(insight))]
    lines += ["Turns until you ask there, and estimated turns from then to the solution:"]
    return [*lines, *(_row(each) for each in advice[:rooms])]


def best_in(insight: Insight, room: Card) -> list[str]:
    """Return the best questions in one room."""
    advice = best_questions(insight, room, each=_IN_ONE_ROOM)
    if not advice:
        return [accusing(insight) or case_files(insight)]
    return [f"Best questions in {room}, and estimated turns from then to the solution:"] + [
        f"  {', '.join(each.question):<44} {each.left:5.2f}" for each in advice
    ]


def _row(advice: Advice) -> str:
    suspect, weapon, room = advice.question
    return f"  {room:<15} {suspect + ', ' + weapon:<24} {advice.way:5.2f} + {advice.left:.2f}"


def way_to(insight: Insight, advice: Advice) -> str:
    """Return how to get to the room of a question."""
    room, here, seen = advice.question.room, where_i_am(insight).place, insight.seen
    if seen.board is None:
        return f"in {room}"
    if room == here:
        return f"stay in {room}" if seen.may_suggest_here else f"leave {room} and enter it again"
    if isinstance(here, str) and seen.board.passages.get(here) == room:
        return f"take the passage to {room}"
    return f"go to {room}, {advice.way:.1f} turns away"


def place_of_mine(insight: Insight) -> str:
    """Return where this seat's token is, and how to say so."""
    standing = where_i_am(insight)
    if standing.place is None:
        return "This table has no board, so every room is one turn away."
    place = in_place(standing.place)
    if standing.is_told:
        brought = ", where you may suggest at once" if insight.seen.may_suggest_here else ""
        return f"Your token is {place}{brought}. If it is elsewhere, write: me at ..."
    return (
        f"No line says where your token is; it is taken to be on its start, {place}. "
        "To say where it is, write: me at hall, or: me at 7,5"
    )


def board(insight: Insight) -> list[str]:
    """Return the board with the tokens where the notes have them, else on their starts."""
    drawn, told = insight.seen.board, insight.seen.tokens or {}
    if drawn is None:
        return ["This table has no board."]
    cells = Cells(drawn, {**drawn.starts, **told})
    places = [f"{token} {in_place(place)}" for token, place in told.items()]
    known = f"Told: {', '.join(places)}." if places else "No line says where tokens are."
    rows = ("".join(character.text for character in row).rstrip() for row in numbered(cells))
    return [*rows, *notes_of(cells), wrapped(known)]


def in_place(place: Place) -> str:
    """Return a room or a square in words."""
    return f"in {place}" if isinstance(place, str) else f"at {place[0]},{place[1]}"


def plan_in_words(decision: Decision) -> list[str]:
    """Return the plan in sentences: its steps, and the case file that it assumes."""
    steps = steps_of(decision)
    return [f"Plan: {'; '.join(steps)}.", assumes(decision)] if steps else [assumes(decision)]


def steps_of(decision: Decision) -> list[str]:
    """Return the steps of the plan in words; none without a plan."""
    return list(filter(None, (step_in_words(step.action) for step in decision.steps)))


def assumes(decision: Decision) -> str:
    """Return which case file the plan assumes; without a plan, why there is none."""
    if decision.failure:
        said = decision.failure.detail or decision.failure.status
        return f"The planner has no plan: the engine says {said}."
    suspect, weapon, room = decision.assumption
    chance = Probability(decision.chance).percent()
    return f"The planner assumes {suspect} with the {weapon} in the {room} ({chance})."


# -- why ----------------------------------------------------------------------------------------


def why(insight: Insight, card: Card, holder: int | None = None) -> list[str]:
    """Return who has a card, or does not, and why; of one ``holder`` or of all."""
    belief, names = insight.belief, [*insight.names, f"the {CASE_FILE}"]
    may_have = belief.holders(card)
    if holder is not None and holder in may_have and len(may_have) > 1:
        return [
            f"Not certain: {card} is with {names[holder]} with {_chance(insight, card, holder)}."
        ]
    if holder is not None:
        facts = [holder]
    elif len(may_have) == 1:
        facts = may_have
    else:
        holders = range(belief.case + 1)
        facts = [other for other in holders if other not in may_have and other != belief.me]
    lines = [f"{insight.sentence(belief.why(card, fact))}." for fact in facts]
    if holder is None and len(may_have) > 1:
        chances = (f"{names[h]} {_chance(insight, card, h)}" for h in may_have)
        lines.append(f"Possible places of {card}: {', '.join(chances)}.")
    return lines


def _chance(insight: Insight, card: Card, holder: int) -> str:
    return probability_at(insight.belief, card, holder).percent()


# -- lines --------------------------------------------------------------------------------------


def with_numbers(notes: Notes) -> list[str]:
    """Return all lines with their numbers, and below wrong ones what is wrong."""
    shown: list[str] = []
    for line in notes.lines:
        shown.append(f"{line.number:3} {'!' if line.problem else ' '} {line.text}".rstrip())
        if line.problem:
            shown.append(wrapped(line.problem.message, indent=8))
    return shown


def what_is_wrong(line: NoteLine) -> list[str]:
    """Return a wrong line with a mark below the words it is about, and what is wrong."""
    assert line.problem
    problem = line.problem
    if problem.start is None or problem.end is None:
        return [wrapped(f"{problem.message}.")]
    mark = " " * problem.start + "^" * max(1, problem.end - problem.start)
    return [f"  {line.text}", f"  {mark}", wrapped(f"{problem.message}.")]


def wrapped(text: str, indent: int = 0) -> str:
    """Return a sentence in lines of at most :data:`WIDTH` characters."""
    between = " " * indent
    lines = fill(
        text.replace(" %", "\u00a0%"),
        WIDTH,
        initial_indent=between,
        subsequent_indent=between or "  ",
        break_on_hyphens=False,
    )
    return lines.replace("\u00a0", " ")


def paragraphs(sentences: Iterable[str]) -> list[str]:
    """Return sentences, each wrapped."""
    return [wrapped(sentence) for sentence in sentences if sentence]
