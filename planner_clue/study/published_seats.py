"""Whether the published figures come out where everybody sits in the published seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from planner_clue.study.win_rates import Share, StudyResult


@dataclass(frozen=True)
class PublishedSeats:
    """The shares of the named agents, each with its table, where they sit as published."""

    shares: tuple[tuple[str, Share], ...]

    @property
    def differing(self) -> list[tuple[str, Share]]:
        """Those that differ from the published figures by more than chance may explain."""
        return [(table, share) for table, share in self.shares if not share.agrees]

    @property
    def answer(self) -> str:
        """The answer in a few words, such as ``9 of 10 agree; not bn2 of huji.bn2.fixed``."""
        if not self.shares:
            return "not played"
        text = f"{len(self.shares) - len(self.differing)} of {len(self.shares)} agree"
        not_so = ", ".join(f"{share.agent} of {table}" for table, share in self.differing)
        return text + (f"; not {not_so}" if not_so else "")

    def to_json(self) -> dict[str, Any]:
        """Return it as ``reproduce --json`` has it."""
        return {
            "figures": len(self.shares),
            "agree": len(self.shares) - len(self.differing),
            "differing": [{"table": table, "name": one.agent} for table, one in self.differing],
        }


def in_published_seats(results: Sequence[StudyResult]) -> PublishedSeats:
    """Return what ``results`` say of the agents in the published seats."""
    return PublishedSeats(
        tuple(
            (result.table.name, share)
            for result in results
            if result.table.in_published_seats
            for share in result.shares
            if share.agent in result.table.agents
        )
    )
