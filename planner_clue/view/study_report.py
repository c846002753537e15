"""The results of the reproduction as a page in Markdown and as a chart."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from planner_clue import __version__
from planner_clue.game.rules import RULES, Rules
from planner_clue.match.intervals import in_percent, percent
from planner_clue.match.study import reproduction
from planner_clue.match.study.conclusions import Conclusion, in_published_seats
from planner_clue.match.study.reproduction import StudyResult
from planner_clue.view.charts import add_legend, finish_panel, mark, picture_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS = ("table", "games", "agent", "published", "ours", "95 %", "agrees")
_MEANINGS = {
    "tokens_block": ("tokens do not block squares", "tokens block squares"),
    "open_rooms": (
        "rooms are entered through doors and end the move",
        "rooms are entered from any side and walked through",
    ),
    "may_stay": (
        "one suggestion for each entry into a room",
        "a player may stay in a room and suggest again",
    ),
    "random_show": (
        "the player chooses which card to show",
        "the table's dice choose which card is shown",
    ),
    "last_wins": ("the last player left plays on", "the last player left wins"),
}
"""Meaning of an option of the rules when it is off, and when it is on."""


def report_in_markdown(
    results: Sequence[StudyResult], found: list[Conclusion], *, games: int, seed: int, chart: str
) -> str:
    """Return the report; ``games`` are those asked for, ``chart`` is the chart's file name."""
    sections = {
        "conclusions": _conclusions(found),
        "tables": (
            line
            for title, chosen in _sections(results)
            for line in (f"## {title}", "", *_table(chosen), "")
        ),
        "mishaps": _mishaps(results),
    }
    text = Path(__file__).with_name("study_report.md").read_text(encoding="utf-8")
    return text.format(
        games=games,
        seed=seed,
        version=__version__,
        chart=chart,
        published_games=reproduction.PUBLISHED_GAMES,
        published_planner=reproduction.PUBLISHED_PLANNER,
        fixed=reproduction.FIXED,
        fixed_by_rules=reproduction.FIXED_BY_RULES,
        agree=in_published_seats(results).answer,
        differences="\n".join(_differences(results)),
        **{name: "".join(f"{line}\n" for line in lines) for name, lines in sections.items()},
    )


def _conclusions(found: Sequence[Conclusion]) -> Iterator[str]:
    for board in dict.fromkeys(one.board for one in found if one.margins):
        yield f"On board `{board}`:"
        yield ""
        before = dict[str, str]()
        for one in found:
            if one.board == board:
                because = "; ".join(dict.fromkeys(before.get(str(m), str(m)) for m in one.margins))
                shown = "all other figures are in the lines above"
                before |= dict.fromkeys(map(str, one.margins), shown)
                yield f"- {one.claim}: **{one.answer}**{'. ' if because else ''}{because}"
        yield ""


def _sections(results: Sequence[StudyResult]) -> Iterator[tuple[str, list[StudyResult]]]:
    titles = {
        (False, True): "with the published agents, in the published seats",
        (False, False): "with the published agents",
        (True, False): f"`{reproduction.OUR_PLANNER}` in the place of the published planner",
    }
    for board in reproduction.BOARDS:
        here = [result for result in results if result.table.board == board]
        for kind, title in titles.items():
            chosen = [r for r in here if (r.table.stand_in, r.table.fixed) == kind]
            if chosen:
                yield f"Board {board}, {title}", chosen


def _table(results: Sequence[StudyResult]) -> Iterator[str]:
    yield f"| {' | '.join(_COLUMNS)} |"
    yield "|---|---:|---|---:|---:|---:|---|"
    for result in results:
        named = [share for share in result.shares if share.agent in result.table.agents]
        for number, share in enumerate(named):
            first = (f"`{result.table.name}`", str(result.games)) if number == 0 else ("", "")
            rates = f"{share.published} %", percent(share.rate), in_percent(share.ci95)
            cells = [*first, share.agent, *rates, "yes" if share.agrees else "no"]
            yield f"| {' | '.join(cells)} |"


def _mishaps(results: Sequence[StudyResult]) -> Iterator[str]:
    """Yield games without a winner, forfeits, failures and wrong accusations, per table."""
    nothing = True
    for result in results:
        counts = [(result.no_winner, "games without a winner")]
        for share in result.shares:
            counts.append((share.forfeits, f"forfeits of {share.agent}"))
            counts.append((share.failures, f"planner failures of {share.agent}"))
            counts.append((share.wrong_accusations, f"wrong accusations of {share.agent}"))
        if listed := ", ".join([f"{count} {what}" for count, what in counts if count]):
            yield f"- `{result.table.name}`: {listed}."
            nothing = False
    if nothing:
        yield "None: every game had a winner; no forfeit, wrong accusation or planner failure."


def _differences(results: Sequence[StudyResult]) -> Iterator[str]:
    for rules in dict.fromkeys(result.table.rules for result in results):
        yield f"- Rules `{rules}`: {'; '.join(_in_words(RULES[rules]))}."
    if any(result.table.board != reproduction.BOARDS[0] for result in results):
        yield "- Board `classic` has rooms with walls and doors, and secret passages. All published"
        yield "  figures are of the board `huji`. The tables of `classic` repeat these figures."


def _in_words(rules: Rules) -> Iterator[str]:
    """Yield how many dice are thrown, and how ``rules`` differ from the published ones."""
    as_published = RULES[reproduction.BOARDS[0]]
    yield f"{rules.dice} dice, each from 1 to 6"
    if rules == as_published:
        yield "otherwise as the paper describes them"
    for field in fields(Rules):
        value = getattr(rules, field.name)
        if field.name in _MEANINGS and value != getattr(as_published, field.name):
            yield _MEANINGS[field.name][value]
    if rules.without:
        yield f"as `{reproduction.BOARDS[0]}`, but without the {', '.join(rules.without)}"
    if rules.fixed_hands:
        hands = ", ".join("-".join(map(str, hand)) for hand in rules.fixed_hands)
        what = "the seats get fixed numbers of suspects, weapons and rooms, as published with bn1"
        yield f"{what} ({hands})"


_Rows: TypeAlias = Mapping[tuple[str, str], float]
"""For each agent of each table, named without its board, how far down it stands, in rows."""
_STYLES = {
    reproduction.PUBLISHED_PLANNER: ("s", "0.1"),
    reproduction.OUR_PLANNER: ("D", "#1f4e9c"),
    "bn1": ("o", "0.4"),
    "bn2": ("^", "0.4"),
    reproduction.FILLER: ("v", "0.65"),
}
"""Marker and colour of each agent; the shapes differ, and so do the shades in print."""
_OTHER = ("p", "0.1")
_GAP = 0.7  # the space between tables, in rows
_HOLLOW = {"markersize": 9, "markerfacecolor": "none", "markeredgewidth": 0.9}
_RIM = "0.2"


def draw_win_rates(results: Sequence[StudyResult], kind: str) -> bytes:
    """Return the chart: a panel per board, a row per agent; the published figures hollow."""
    from matplotlib.lines import Line2D

    played = {result.table.board for result in results}
    boards = [board for board in reproduction.BOARDS if board in played]
    rows, height = _chart_rows(results)

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(1, len(boards), sharey=True, squeeze=False)[0]
        for axes, board in zip(panels, boards, strict=True):
            _draw_panel(axes, rows, [r for r in results if r.table.board == board])
        labels = [
            f"{'2 ' * (agent == reproduction.FILLER and '+' not in table)}{agent}"
            f"{', fixed seats' * table.endswith(reproduction.FIXED)}"
            for table, agent in rows
        ]  # two random agents are counted together
        panels[0].set_yticks(list(rows.values()), labels)
        panels[0].set_ylim(height - _GAP, -1.0)
        hollow = Line2D([], [], linestyle="none", marker="o", markeredgecolor=_RIM, **_HOLLOW)  # type: ignore[arg-type]
        hollow.set_label("hollow: published (board huji)")
        agents = dict.fromkeys(agent for _, agent in rows)
        add_legend(figure, ((name, *_STYLES.get(name, _OTHER)) for name in agents), 3, hollow)

    return picture_of(draw, kind, width=2.0 + 4.0 * len(boards), height=1.4 + 0.2 * height)


def _chart_rows(results: Sequence[StudyResult]) -> tuple[_Rows, float]:
    """Return the position of every agent, and the height of the chart, in rows."""
    rows: dict[tuple[str, str], float] = {}
    down = 0.0
    for table in {r.table.company: r.table for r in results}.values():
        for agent in dict.fromkeys(table.seats):
            rows[table.company, agent] = down
            down += 1.0
        down += _GAP
    return rows, down


def _draw_panel(axes: "Axes", rows: _Rows, of: Sequence[StudyResult]) -> None:
    for result in of:
        for share in result.shares:
            at = rows[result.table.company, share.agent]
            style = _STYLES.get(share.agent, _OTHER)
            mark(axes, at, share.rate, share.ci95, style)
            axes.plot(share.published, at, style[0], markeredgecolor=_RIM, **_HOLLOW)  # type: ignore[arg-type]
    rules = " and ".join(sorted({result.table.rules for result in of}))
    finish_panel(axes, f"board {of[0].table.board}, rules {rules}", "games won, %")
