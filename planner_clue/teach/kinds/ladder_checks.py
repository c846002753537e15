"""Checks of an agent: how often it wins against a rung of the ladder, and how sure that is.

It sits in a box and is told what its seat may see. What counts is the 95 % interval of its win
rate, deal by deal, as ``planner-clue match`` prints it.
"""

from collections.abc import Iterator
from typing import Any

from planner_clue.agents.built_in import agent_names
from planner_clue.api.matches import AgentResult, MatchResult, play_match
from planner_clue.errors import nearest
from planner_clue.match.intervals import in_percent
from planner_clue.teach.case_data import CaseData
from planner_clue.teach.kinds.boxed_agent import NAME, AgentBox, agent_class
from planner_clue.teach.kinds.kind import Kind, Trial
from planner_clue.teach.marks import Earned, Shortfall
from planner_clue.teach.submission import Submission

_ANSWER_SECONDS, _MEGABYTES = 10, 1024
_HALF = 0.5
_TOLD = 2
_TOO_SELDOM = "The agent wins too seldom against these opponents."
_NOT_SURE = (
    "The agent won often enough, but the interval reaches below: with so few games it may have "
    "been luck. Half of the points."
)
_FORFEIT = (
    "A forfeited game is lost, and costs the same share of the points again. The lines are those "
    "of your file."
)


def _rung(data: CaseData) -> tuple[Trial, str]:
    """Check that the agent surely wins at least so large a share of its games.

    Half of the points are for a win rate that is large enough with an interval that is not.
    """
    opponents, board = data.texts("opponents"), data.text("board", "classic")
    for name in opponents:
        if name not in agent_names():
            data.fail("opponents", f"names of agents; {nearest(name, agent_names())}")
    if not 2 <= len(opponents) <= 5:
        data.fail("opponents", "two to five names of agents")
    games, seed, wanted = data.whole("games"), data.whole("seed"), data.number("at_least")
    seconds = data.whole("answer_seconds", _ANSWER_SECONDS)

    def trial(submission: Submission) -> Earned:
        home = AgentBox(submission, seconds, _MEGABYTES)
        result = play_match([agent_class(home), *opponents], games, seed, board=board)
        return _earned(result, wanted)

    shows = f"{games} games against {', '.join(opponents)} on the board {board}"
    return trial, f"{shows}; wanted: at least {_percent(wanted)} of them, surely"


def _earned(result: MatchResult, wanted: float) -> Earned:
    mine = result[0]
    low, share, falls = mine.interval[0], 1.0, list[Shortfall]()
    if low < wanted:
        enough = mine.win_rate >= wanted
        share = _HALF if enough else 0.0
        what = f"the interval begins at {_percent(low)}; wanted: {_percent(wanted)}"
        falls.append(Shortfall(what, _NOT_SURE if enough else _TOO_SELDOM))
    falls += _forfeits(result)
    share *= 1 - mine.forfeits / mine.games
    return Earned(share, tuple(falls), _said(mine))


def _said(mine: AgentResult) -> str:
    won = f"won {mine.wins} of {mine.games} games, {_percent(mine.win_rate)}"
    return f"{won}, 95 % interval {in_percent(mine.interval)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _forfeits(result: MatchResult) -> Iterator[Shortfall]:
    """Yield what made the agent forfeit games, each reason once."""
    seen = dict[tuple[str, str], list[str]]()
    for game in result.games:
        for fault in game.data.get("failures", ()):
            if game.agents[fault["seat"]] == NAME:
                seen.setdefault((fault["kind"], fault["detail"]), []).append(_place(game, fault))
    for (kind, detail), places in [*seen.items()][:_TOLD]:
        what = f"forfeited {len(places)} of {len(result.games)} games: {kind}: {detail}"
        yield Shortfall(f"{what}\n  first: {places[0]}", _FORFEIT)


def _place(game: Any, fault: dict[str, Any]) -> str:
    """Return where a game was forfeited, with the lines of the author's file."""
    where = f"game {game.game}, turn {fault['turn']}, {fault['decision']}"
    return "\n".join([where, *(f"  {line}" for line in fault["trace"])])


LADDER_CHECKS: dict[str, Kind] = {
    "agent-wins": Kind(
        "the agent surely wins at least so many of its games against these opponents",
        ("opponents", "games", "seed", "at_least", "board", "answer_seconds"),
        _rung,
        runs_code=True,
    )
}
"""The checks of an agent, by name."""
