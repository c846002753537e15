"""The PDDL problems of a recorded game, written again without search.

A record has the SHA-256 checksum of each problem, not its text. The text follows from the belief
and the place of the planner. So a planner is led through the game again and writes its problems,
without an engine; the checksum verifies each text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise
from math import inf
from typing import Any

from planner_clue.agents.built_in import BUILT_IN
from planner_clue.agents.planning_agent import PlanningAgent
from planner_clue.agents.registry import load_here
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.deliberation.decision import Replan
from planner_clue.errors import PlannerClueError
from planner_clue.match.agent_replay import SeatListener
from planner_clue.match.schedule import derived_seed
from planner_clue.table.record import replay
from planner_clue.table.requests import AskAccuse, AskMove, AskStart, AskSuggest, Request

MOST_PROBLEMS = 30
"""The maximum number of problems per seat; each takes some hundredths of a second."""


class Problems:
    """The texts of one seat's problems, and when it wrote them."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        """By SHA-256 checksum."""
        self.written_at: dict[int, int] = {}
        """The number of events before each decision, by its number."""
        self.domain = ""


def problems_of(record: Mapping[str, Any], seat: int, decisions: Sequence[Replan]) -> Problems:
    """Return the problems behind some decisions, for planners that come with planner-clue."""
    problems = Problems()
    agent = _planner(record, seat)
    planned = [made for made in decisions if made.problem]
    if agent is not None and planned:
        seed = derived_seed("agent", record["seed"], record["game"], seat)
        try:
            replay(record, _ProblemWriter(agent, seat, seed, planned[:MOST_PROBLEMS], problems))
            problems.domain = agent.planner.domain.text
        except PlannerClueError:  # the texts found before are verified by their checksums
            return problems
    return problems


def _planner(record: Mapping[str, Any], seat: int) -> PlanningAgent | None:
    """Return the planner of a seat, with the default engine; None if it is not a planner."""
    name = record["seats"][seat]["agent"]
    if name not in BUILT_IN:
        return None
    try:
        settings = AgentSettings.from_json(record["settings"])
        given = settings.planning
        planning = PlanningSettings(domain=given.domain, follow_ups=given.follow_ups)
        agent = load_here(name, replace(settings, planning=planning))()
    except (PlannerClueError, KeyError):
        return None
    return agent if isinstance(agent, PlanningAgent) else None


class _ProblemWriter(SeatListener):
    """Leads a planner through a replay, and makes it write the problems of its decisions."""

    def __init__(
        self, agent: PlanningAgent, seat: int, seed: int, made: Sequence[Replan], found: Problems
    ) -> None:
        super().__init__(agent, seat, seed)
        self._planner, self._problems, self._waiting = agent, found, [*made]

    def decides(self, request: Request, answer: Any) -> None:
        if request.seat != self._seat:
            return
        if isinstance(request, AskAccuse):
            # It looks at its belief here, and what it draws depends on when it looked.
            self._planner.accuse()
        elif isinstance(request, AskStart | AskMove | AskSuggest):
            self._write(request)

    def _write(self, request: AskStart | AskMove | AskSuggest) -> None:
        """Write the problem of the next decision, if it was made now."""
        self._waiting = [made for made in self._waiting if made.turn >= self._table.turn]
        for made in [made for made in self._waiting if made.turn == self._table.turn][:1]:
            planner, mind = self._planner.planner, self._planner.mind
            problem = planner.formulate(mind, planner.position(mind, request), made.assumption)
            if problem.digest != made.problem:
                continue
            self._problems.texts[problem.digest] = problem.text
            while self._waiting and self._waiting[0].problem == problem.digest:
                same = self._waiting.pop(0)  # the next decisions may have the same problem
                if same.turn == self._table.turn:
                    self._problems.written_at.setdefault(same.number, len(self._table.events))
        self._until = inf if self._waiting else 0


def as_changes(texts: Sequence[str]) -> Iterator[dict[str, Any]]:
    r"""Yield the first text whole, and each other as what changed since the one before it.

    Changes are a list of ``n``, lines that stay; ``-n``, lines that go; and lists of new lines.

    >>> list(as_changes(["a\nb\n", "a\nc\n"]))
    [{'text': 'a\nb\n'}, {'changes': [1, -1, ['c']]}]
    """
    yield from ({"text": text} for text in texts[:1])
    for before, after in pairwise(text.splitlines() for text in texts):
        changes: list[Any] = []
        matcher = SequenceMatcher(a=before, b=after, autojunk=False)
        for what, i1, i2, j1, j2 in matcher.get_opcodes():
            if what == "equal":
                changes.append(i2 - i1)
                continue
            if i2 > i1:
                changes.append(i1 - i2)
            if j2 > j1:
                changes.append(after[j1:j2])
        yield {"changes": changes}
