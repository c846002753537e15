"""Results of merged runs, with intervals by deals; a row per game and seat for other programs."""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from planner_clue.match.intervals import RateByDeals
from planner_clue.match.runs.merging import MergedRuns
from planner_clue.match.runs.run_folder import RecordedGame, SeatResult
from planner_clue.match.statistics import Tally, counted_median, counted_percentile, in_order
from planner_clue.planner.triggers import REPLANNING, Trigger
from planner_clue.support.errors import InputError, printable


@dataclass
class AgentResults(Tally):
    """The results of one slot of the command line."""

    wins: RateByDeals = field(default_factory=RateByDeals)
    gambles: RateByDeals = field(default_factory=RateByDeals)
    by_seat: list[RateByDeals] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain data."""
        turns = self.turns_to_win
        return {
            "slot": self.slot,
            "name": self.name,
            **_rate(self.wins, "wins", "games", "win_rate"),
            "by_seat": [
                {"seat": seat, **_rate(wins, "wins", "games", "win_rate")}
                for seat, wins in enumerate(self.by_seat)
            ],
            "wrong_accusations": self.wrong_accusations,
            "gambles": _rate(self.gambles, "right", "made", "hit_rate"),
            "forfeits": self.forfeit_kinds.total(),
            "forfeits_by_kind": in_order(self.forfeit_kinds),
            "turns_to_win": {
                "median": counted_median(turns),
                "p25": counted_percentile(turns, 25) if turns else None,
                "p75": counted_percentile(turns, 75) if turns else None,
            },
            "replans": self.replans.total(),
            "replans_per_game": round(self.replans_per_game, 2),
            "replans_by_trigger": in_order(self.replans),
            "follow_ups": self.follow_ups,
            "planner_failures": in_order(self.planner_failures),
        }


def _rate(rate: RateByDeals, count: str, of: str, share: str) -> dict[str, Any]:
    return {
        count: rate.count,
        of: rate.of,
        share: round(rate.share, 4),
        "ci95": [round(bound, 4) for bound in rate.ci95],
    }


@dataclass(frozen=True)
class MatchResults:
    """The results of merged runs."""

    runs: MergedRuns
    agents: tuple[AgentResults, ...]
    ends: Counter[str]

    @property
    def no_winner(self) -> int:
        """Number of games without a winner."""
        return sum(game.winner is None for game in self.runs.games)

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain data."""
        return {
            "folders": [str(run.folder) for run in self.runs.runs],
            "unfinished": [str(run.folder) for run in self.runs.runs if not run.finished],
            "settings": self.runs.settings,
            "seeds": list(self.runs.seeds),
            "games": len(self.runs.games),
            "deals": self.runs.deals,
            "counted_once": self.runs.repeated,
            "no_winner": self.no_winner,
            "ends": in_order(self.ends),
            "agents": [agent.to_json() for agent in self.agents],
        }


def count_runs(runs: MergedRuns) -> MatchResults:
    """Return the results of the runs."""
    agents = tuple(
        AgentResults(name, slot, by_seat=[RateByDeals() for _ in runs.agents])
        for slot, name in enumerate(runs.agents)
    )
    deals: dict[tuple[int, int], int] = {}
    for game in runs.games:
        deal = deals.setdefault((game.seed, game.deal), len(deals))
        for seat, played in enumerate(game.seats):
            agents[played.slot].add(played.game, (), deal)
            agents[played.slot].by_seat[seat].add(deal, played.game.won)
    return MatchResults(runs, agents, Counter(game.how for game in runs.games))


def _replans(trigger: Trigger) -> Callable[[RecordedGame, SeatResult], int]:
    return lambda game, seat: seat.game.triggers.count(trigger)


_OF_A_SEAT: dict[str, tuple[str, Callable[[RecordedGame, SeatResult], Any]]] = {
    "seed": ("int64", lambda game, seat: game.seed),
    "game": ("int64", lambda game, seat: game.number),
    "deal": ("int64", lambda game, seat: game.deal),
    "seat": ("int64", lambda game, seat: game.seats.index(seat)),
    "slot": ("int64", lambda game, seat: seat.slot),
    "agent": ("string", lambda game, seat: seat.agent),
    "token": ("string", lambda game, seat: seat.token),
    "won": ("bool", lambda game, seat: seat.game.won),
    "how": ("string", lambda game, seat: game.how),
    "turns": ("int64", lambda game, seat: game.turns),
    "own_turns": ("int64", lambda game, seat: seat.game.own_turns),
    "suggestions": ("int64", lambda game, seat: seat.game.suggestions),
    "wrong_accusations": ("int64", lambda game, seat: seat.game.wrong_accusations),
    "forfeited": ("bool", lambda game, seat: seat.game.forfeit is not None),
    "forfeit_kind": ("string", lambda game, seat: getattr(seat.game.forfeit, "kind", None)),
    "forfeit_reason": ("string", lambda game, seat: getattr(seat.game.forfeit, "reason", None)),
    "gambles": ("int64", lambda game, seat: seat.game.gambles),
    "gambles_right": ("int64", lambda game, seat: seat.game.gambles_right),
    "replans": ("int64", lambda game, seat: len(seat.game.triggers)),
    "follow_ups": ("int64", lambda game, seat: seat.game.follow_ups),
    "planner_failures": ("int64", lambda game, seat: len(seat.game.failures)),
    **{f"replans_{each.replace('-', '_')}": ("int64", _replans(each)) for each in REPLANNING},
}
"""For each column, its type in Parquet, and its value; what does not apply is None."""
COLUMNS = {"match": "int64", "board": "string", "rules": "string"} | {
    name: kind for name, (kind, _) in _OF_A_SEAT.items()
}
"""The columns in their order, with the types that they have in Parquet."""


def seat_rows(matches: Sequence[MergedRuns]) -> Iterator[dict[str, Any]]:
    """Yield the rows, game by game and seat by seat; ``match`` counts the matches from 0."""
    for number, match in enumerate(matches):
        of_match = {"match": number} | {name: match.settings[name] for name in ("board", "rules")}
        for game in match.games:
            for seat in game.seats:
                yield of_match | {name: of(game, seat) for name, (_, of) in _OF_A_SEAT.items()}


def as_csv(matches: Sequence[MergedRuns]) -> str:
    """Return the rows as CSV with a header; truth is ``true`` or ``false``, None is empty."""
    rows = seat_rows(matches)
    plain = ([str(v).lower() if isinstance(v, bool) else v for v in row.values()] for row in rows)
    return csv_text(tuple(COLUMNS), plain)


_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table as CSV, with a header and line feeds; no text can be taken for a formula.

    >>> csv_text(["name"], [["=1+1"], ["ada"], [-3]]).split()
    ['name', "'=1+1", 'ada', '-3']
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    return f"'{printable(value)}" if value.startswith(_FORMULA) else printable(value)


FORMATS = ("markdown", "latex", "csv")
_LATEX = {sign: rf"\{sign}" for sign in "#$%&_{}"} | {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"
}  # fmt: skip


def table_text(form: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in one of the :data:`FORMATS`; in CSV, cells have no percent signs."""
    if form == "csv":
        plain = ([{"-": ""}.get(cell, cell.removesuffix(" %")) for cell in row] for row in rows)
        return csv_text(columns, plain)
    cells = [[printable(cell) for cell in row] for row in (columns, *rows)]
    if form == "markdown":
        cells = [[cell.replace("|", r"\|") for cell in row] for row in cells]
        cells.insert(1, ["---", *["---:"] * (len(columns) - 1)])
        return "".join(f"| {' | '.join(row)} |\n" for row in cells)
    signs = str.maketrans(_LATEX)
    head, *lines = (" & ".join(cell.translate(signs) for cell in row) + r" \\" for row in cells)
    begin = rf"\begin{{tabular}}{{l{'r' * (len(columns) - 1)}}}"
    return "\n".join([begin, rf"{head} \hline", *lines, r"\end{tabular}"]) + "\n"


def check_parquet(file: Path) -> None:
    """Raise :class:`InputError` if Parquet cannot be written here."""
    if find_spec("pyarrow") is None:
        what = f"--parquet {file}: pyarrow is not installed"
        raise InputError(f"{what}; expected it, as from: pip install 'planner-clue[parquet]'")


def as_parquet(matches: Sequence[MergedRuns]) -> bytes:
    """Return the rows as a Parquet file, with the types of :data:`COLUMNS`."""
    import pyarrow
    from pyarrow import parquet

    rows = [*seat_rows(matches)]
    long = {"seed": "uint64"} if any(row["seed"] >> 63 > 0 for row in rows) else {}
    types = [(name, pyarrow.type_for_alias(kind)) for name, kind in (COLUMNS | long).items()]
    file, schema = BytesIO(), pyarrow.schema(types)
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), file)
    return file.getvalue()
