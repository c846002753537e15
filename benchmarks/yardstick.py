"""``python -m benchmarks.yardstick FOLDER``: how much of what can be learned does it learn?

Three agents play the same deals against ``exact``, at tables of three and of five: the planner, the
planner to which suggestions of others are not evidence, and a planner that sees every card that is
shown. The last one is a yardstick: its lead over the planner estimates what better evidence adds.
Prints for each table how far the planner comes on the way from the second to the third.
``--count`` plays nothing.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks.strength import Row, paired, rate
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event, Showed
from planner_clue.game.table import Table
from planner_clue.match.runs.results import count_runs
from planner_clue.planner.planner_agent import PlannerAgent

TABLES = (("none", 3), ("classic", 3), ("huji", 3), ("classic", 5), ("huji", 5))
"""Board and number of players."""
AGENTS = {
    "sees": "benchmarks/yardstick.py:SeesShown",
    "plain": "benchmarks/ablations.py:NoAsking",
    "planner": "planner",
}


class SeesShown(PlannerAgent):
    """The planner; at its table it sees every card that is shown.

    Only in the process of the match (``--isolate none``), and once at a table.
    """

    seat_number: int | None = None
    """The seat of this agent in the current game of this process."""

    def begin(self, seat: Seat) -> None:
        """Sit down, and look into the hands of others from here."""
        SeesShown.seat_number = seat.index
        super().begin(seat)


_seen_by = Table.seen_by


def _with_shown_cards(table: Table, event: Event, seat: int) -> Event | None:
    is_open = isinstance(event, Showed) and seat == SeesShown.seat_number
    return event if is_open else _seen_by(table, event, seat)


Table.seen_by = _with_shown_cards  # type: ignore[assignment, method-assign]


def rows(board: str, players: int, games: int) -> dict[str, Row]:
    """Return the matches at a table, by the names of :data:`AGENTS`."""
    others = ("exact",) * (players - 1)
    return {
        name: Row(f"{name}-{players}-{board}", others, board, agent, games)
        for name, agent in AGENTS.items()
    }


def table(folder: Path) -> Iterator[str]:
    """Yield the table of the matches in a folder."""
    yield (
        "| players, board | games | planner wins | 95 % | no evidence | planner - no evidence "
        "| sees all | planner - sees all |"
    )
    yield "|---|---:|---:|---|---:|---|---:|---|"
    for board, players in TABLES:
        runs = {name: row.read(folder) for name, row in rows(board, players, 0).items()}
        planner, plain, sees = runs["planner"], runs["plain"], runs["sees"]
        if planner and plain and sees:
            cells = [f"{players}, {board}", str(len(planner.games))]
            cells += rate(count_runs(planner).agents[0])
            cells += paired(planner, plain)[1:] + paired(planner, sees)[1:]
            yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Play the matches, or what is missing of them, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.yardstick", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the matches are, or are to be")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", action="store_true", help="play nothing")
    given = parser.parse_args()
    for board, players in () if given.count else TABLES:
        for row in rows(board, players, given.games).values():
            row.play(given.folder, given.seed, "--isolate", "none")
    print("\n".join(table(given.folder)))


if __name__ == "__main__":
    main()
