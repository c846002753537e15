"""Probabilities as people read them: what is possible but not certain is never 0 or 100 %.

A :class:`Probability` says whether it is open, because its value may be rounded to 0 or 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from planner_clue.belief.knowledge import ContradictionError
from planner_clue.game.cards import Card, CaseFile

if TYPE_CHECKING:
    from planner_clue.belief.belief import Belief


CERTAIN = 1000  # a certain fact, in thousandths
BEST = 5  # the number of case files that a notebook names


@dataclass(frozen=True)
class Probability:
    """A probability, and whether it is open: neither impossible nor certain."""

    value: float
    is_open: bool = True

    @classmethod
    def from_thousandths(cls, thousandths: float) -> "Probability":
        """Return the probability that :attr:`thousandths` stands for."""
        return cls(thousandths / CERTAIN, is_open=0 < thousandths < CERTAIN)

    @property
    def is_impossible(self) -> bool:
        """Whether it is 0, and not only close to it."""
        return not self.is_open and self.value == 0

    @property
    def is_certain(self) -> bool:
        """Whether it is 1, and not only close to it."""
        return not self.is_open and self.value == 1

    @property
    def thousandths(self) -> float:
        """The probability in thousandths; between 0 and 1000 if it is open.

        A page that rounds it, halves up, writes what :meth:`percent` does.

        >>> Probability(0.352).thousandths, Probability(0.3449).thousandths
        (352, 344.9)
        """
        rounded, shown = round(CERTAIN * self.value), 100 * self.value
        if rounded % 10 == 5 and shown not in (0.5, 99.5):
            is_down = shown < rounded / 10 or (shown == rounded / 10 and rounded // 10 % 2 == 0)
            return rounded - 0.1 if is_down else rounded + 0.1
        if self.is_open and not 0.05 <= shown <= 99.95:
            return 0.4 if shown < 1 else CERTAIN - 0.4
        return min(max(rounded, 1), CERTAIN - 1) if self.is_open else rounded

    def percent(self, decimals: int = 0) -> str:
        """Return the probability in percent, with this number of decimals.

        >>> Probability(0.352).percent(), Probability(0.352).percent(decimals=1)
        ('35 %', '35.2 %')
        >>> Probability(0.001).percent(), Probability(1.0).percent(decimals=1)
        ('<1 %', '>99.9 %')
        """
        shown, least = 100 * self.value, 10.0**-decimals
        if self.is_open and shown < least / 2:
            return f"<{least:.{decimals}f} %"
        if self.is_open and shown > 100 - least / 2:
            return f">{100 - least:.{decimals}f} %"
        if self.is_open:  # half a unit is not rounded to 0, nor to 100
            shown = min(max(shown, least), 100 - least)
        return f"{shown:.{decimals}f} %"

    def in_cell(self, decimals: int = 0) -> str:
        """Return the cell of a notebook: ``yes``, ``-`` or the probability in percent."""
        if self.is_impossible:
            return "-"
        return "yes" if self.is_certain else self.percent(decimals)


def probability_at(belief: "Belief", card: Card, holder: int) -> Probability:
    """Return the probability that ``holder`` has ``card``."""
    may_have = belief.holders(card)
    is_open = holder in may_have and len(may_have) > 1
    return Probability(belief.chance_at(card, holder), is_open)


def probability_of(belief: "Belief", case_file: CaseFile) -> Probability:
    """Return the probability that these three together are the case file."""
    is_open = belief.allows(case_file) and belief.case_file() is None
    return Probability(belief.chance(case_file), is_open)


def best_case_files(belief: "Belief", count: int = BEST) -> list[tuple[CaseFile, Probability]]:
    """Return the most probable case files, the most probable first, at most ``count``."""
    files = belief.case_files()
    is_open = len(files) > 1
    return [(file, Probability(value, is_open)) for file, value in [*files.items()][:count]]


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
    head = "".join(
        f'<th style="{_CELL}">{name}</th>' for name in ["", *belief.holders_called(shown)]
    )
    holders = belief.holder_numbers
    body = ""
    for category, cards in belief.deck.by_category():
        body += f'<tbody><tr><th colspan="{len(holders) + 1}" style="text-align:left">'
        body += f"{category}s</th></tr>"
        for card in cards:
            cells = "".join(_cell(belief, card, holder) for holder in holders)
            body += '<tr><th style="text-align:left;font-weight:normal">'
            body += f"{escape(card)}</th>{cells}</tr>"
        body += "</tbody>"
    best = "".join(
        f"<li>{escape(', '.join(cards))}: {escape(probability.percent(decimals=1))}</li>"
        for cards, probability in files
    )
    return (
        '<div class="clue-belief"><table style="border-collapse:collapse">'
        f"<thead><tr>{head}</tr></thead>{body}</table>"
        f"<p>Most probable, of {len(belief.case_files())} case files "
        f"and {belief.deals():,} deals:</p><ol>{best}</ol></div>"
    )


def _cell(belief: "Belief", card: Card, holder: int) -> str:
    """Return the probability of a holder: the larger, the darker; what is certain is marked."""
    probability = probability_at(belief, card, holder)
    if probability.is_impossible:
        return f'<td style="{_CELL};opacity:.45">{_NO}</td>'
    if probability.is_certain:
        return f'<td style="{_CELL};font-weight:bold;background:rgba(46,139,87,.35)">{_YES}</td>'
    colour = f"rgba(238,132,37,{0.6 * probability.value:.2f})"
    return f'<td style="{_CELL};background:{colour}">{escape(probability.percent())}</td>'
