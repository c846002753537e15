"""A belief as HTML for notebooks: the detective notebook, and the most probable case files."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from planner_clue.belief.knowledge import ContradictionError
from planner_clue.belief.probability import best_case_files, probability_at
from planner_clue.cards import Card, Category

if TYPE_CHECKING:
    from planner_clue.belief.belief import Belief

_YES, _NO = "✓", "-"
_CELL = (
    "text-align:center;white-space:nowrap;padding:.1em .5em;border:1px solid rgba(128,128,128,.35)"
)


def belief_html(belief: "Belief", names: Sequence[str]) -> str:
    """Return the holders of each card, tick or dash if certain; without scripts."""
    try:
        files = best_case_files(belief)
    except ContradictionError as error:
        return f"<p>{escape(str(error))}</p>"
    shown = [
        f"{escape(name)} (you)" if seat == belief.me else escape(name)
        for seat, name in enumerate(names)
    ]
    head = "".join(f'<th style="{_CELL}">{name}</th>' for name in ["", *shown, "case file"])
    groups = "".join(_category(belief, *group) for group in belief.deck.by_category())
    best = "".join(
        f"<li>{escape(', '.join(cards))}: {escape(chance.percent(decimals=1))}</li>"
        for cards, chance in files
    )
    return (
        '<div class="clue-belief"><table style="border-collapse:collapse">'
        f"<thead><tr>{head}</tr></thead>{groups}</table>"
        f"<p>Most probable, of {len(belief.case_files())} case files "
        f"and {belief.deals():,} deals:</p><ol>{best}</ol></div>"
    )


def _category(belief: "Belief", category: Category, cards: Sequence[Card]) -> str:
    """Return the rows of a category."""
    head = f'<tr><th colspan="{belief.case + 2}" style="text-align:left">{category}s</th></tr>'
    return f"<tbody>{head}{''.join(_row(belief, card) for card in cards)}</tbody>"


def _row(belief: "Belief", card: Card) -> str:
    cells = "".join(_cell(belief, card, holder) for holder in range(belief.case + 1))
    return f'<tr><th style="text-align:left;font-weight:normal">{escape(card)}</th>{cells}</tr>'


def _cell(belief: "Belief", card: Card, holder: int) -> str:
    """Return the chance of a holder: the larger, the darker; what is certain is marked."""
    chance = probability_at(belief, card, holder)
    if chance.is_impossible:
        return f'<td style="{_CELL};opacity:.45">{_NO}</td>'
    if chance.is_certain:
        return f'<td style="{_CELL};font-weight:bold;background:rgba(46,139,87,.35)">{_YES}</td>'
    colour = f"rgba(238,132,37,{0.6 * chance.value:.2f})"
    return f'<td style="{_CELL};background:{colour}">{escape(chance.percent())}</td>'
