"""The PDDL problems of a recorded game, written again without search.

A record has the SHA-256 checksum of each problem, not its text. The text follows from the belief
and the place of the planner. So a planner is led through the game again and writes its problems,
without an engine; the checksum verifies each text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from planner_clue.agents.built_in import BUILT_IN
from planner_clue.agents.registry import load_here
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.game.replay import Happened
from planner_clue.game.requests import AskAccuse, AskMove, AskStart, AskSuggest
from planner_clue.match.agent_replay import seat_view
from planner_clue.planner.decision import Replan
from planner_clue.planner.model import FormulatedProblem
from planner_clue.planner.planning_agent import PlanningAgent
from planner_clue.support.errors import PlannerClueError
from planner_clue.view.pages.frames import Game

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

    def add(
        self, problem: FormulatedProblem, waiting: list[Replan], turn: int, happened: int
    ) -> None:
        """Take a problem out of ``waiting`` if it is the first, with all that have the same."""
        if problem.digest == waiting[0].problem:
            self.texts[problem.digest] = problem.text
        while waiting and waiting[0].problem == problem.digest:
            same = waiting.pop(0)
            if same.turn == turn:
                self.written_at.setdefault(same.number, happened)


def problems_of(game: Game, seat: int, decisions: Sequence[Replan]) -> Problems:
    """Return the problems behind some decisions, for planners that come with planner-clue."""
    problems = Problems()
    agent = _planner(game.record, seat)
    planned = [made for made in decisions if made.problem]
    if agent is not None and planned:
        try:
            agent.begin(seat_view(game.table, game.record, seat))
            _write_problems(game, agent, planned[:MOST_PROBLEMS], problems)
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


def _write_problems(
    game: Game, agent: PlanningAgent, waiting: list[Replan], problems: Problems
) -> None:
    """Lead a planner through a game, and let it write the problems of its decisions."""
    planner, happened = agent.planner, 0
    seat = planner.seat.index
    for step in game.replayed.steps:
        if not waiting:
            return
        if isinstance(step, Happened):
            happened += 1
            if (seen := game.table.seen_by(step.event, seat)) is not None:
                agent.observe(seen)
        elif step.request.seat != seat:
            continue
        elif isinstance(step.request, AskAccuse):
            # It looks at its belief here, and what it draws depends on when it looked.
            agent.accuse()
        elif step.request.seat == seat and isinstance(
            step.request, AskStart | AskMove | AskSuggest
        ):
            waiting = [made for made in waiting if made.turn >= step.turn]
            if waiting and waiting[0].turn == step.turn:
                at = planner.position(agent.mind, step.request)
                problem = planner.formulate(agent.mind, at, waiting[0].assumption)
                problems.add(problem, waiting, step.turn, happened)


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
