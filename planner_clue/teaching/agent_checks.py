"""Checks of an agent: its win rate against a rung of the ladder, with its confidence interval.

The agent runs in a worker and gets the observations of its seat. The 95 % interval of its win rate
counts, clustered by deals, as ``planner-clue match`` prints it. An agent that knows the seed of the
match knows all deals, so a seed is long, or derived from the secret of the grading.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from planner_clue.agents import built_in, isolated_agent
from planner_clue.agents.base import Agent
from planner_clue.agents.settings import PlanningSettings, Playouts
from planner_clue.game.decisions import Seat
from planner_clue.match.intervals import in_percent, percent
from planner_clue.match.schedule import derived_seed, is_short
from planner_clue.match.stopping import Fraction, SequentialTest
from planner_clue.support.errors import AgentFailure, CourseworkError, GradingError, SubmissionError
from planner_clue.teaching.checks import Case, Feedback, Number, Score, Sketch, Whole, check_known
from planner_clue.teaching.submission import Submission
from planner_clue.teaching.worker import Worker
from planner_clue.view.matches import MatchResult, play_match

AGENT, NAME = "agent.py", "MyAgent"
"""The file to hand in, and the class in it."""
_MOST_ENDED, _TOLD = 3, 2
_TOO_SELDOM = "The agent does not win often enough against these opponents."
_NOT_SURE = "The agent wins often enough, but it may have been luck: half of the points."
_FORFEIT = "A forfeited game is lost, and also costs its share of the points. The lines are yours."


class AgentWorker:
    """The worker of an agent, with a session for each game, as long as it ends few of them."""

    def __init__(self, submission: Submission, seconds: int) -> None:
        """Load the agent; :class:`SubmissionError` says why that fails."""
        submission.text(AGENT)
        self._ended = 0
        self.fault: GradingError | None = None
        """Why a session could not be opened, so that no game after it counts."""
        self._worker = Worker(submission, "SubmittedAgentHost", seconds=seconds)
        self._worker.ask("prepare", AGENT, NAME)
        self._worker.import_ahead()

    def for_game(self) -> Worker:
        """Return the worker in a new session; :class:`AgentFailure` if the agent ended too many."""
        self._ended += not self._worker.is_open
        if self._ended >= _MOST_ENDED:
            raise AgentFailure("crash", f"its process had to be ended {_MOST_ENDED} times before")
        try:
            self._worker.renew()
            self._worker.ask("prepare", AGENT, NAME)
        except SubmissionError as error:
            raise AgentFailure("crash", str(error)) from error
        except GradingError as error:
            self.fault = error
            raise
        return self._worker


class SubmittedAgent(isolated_agent.IsolatedAgent):
    """Passes every call to the worker ``home``."""

    home: AgentWorker
    match_seed: int | None
    """The seed of the match, from which the seat's is derived anew; None keeps the seat's."""

    def __init__(self) -> None:
        self._method_names = {}
        self._game = None
        self._heard = []
        self._afterwards = ()

    def begin(self, seat: Seat) -> None:
        """Begin a game in a new session."""
        self._worker = self.home.for_game()
        if self.match_seed is not None:  # a search does not find the derived seed
            seat = replace(seat, seed=derived_seed("seat", self.match_seed, seat.seed))
        self._sit_down(seat)
        self._afterwards = ()  # neither notes nor files are wanted here

    def _send(self, message: bytes, method: str) -> Any:
        return self._worker.answer("carry_out", json.loads(message), what=method)


class AgentWins(Case, tag="agent-wins", kw_only=True):
    """The win rate's interval is above ``at_least``; if only the rate is, half of the points.

    With ``ahead_by`` or ``behind_by``, a sequential test against the first opponent decides.
    """

    checks: str = "the agent surely wins at least this share of its games against these opponents"
    opponents: Annotated[tuple[str, ...], Meta(min_length=2, max_length=5)]
    games: Whole
    seed: Whole | None = None
    """Of 64 bits; without one, it is derived from the secret of the grading and the title."""
    at_least: Number = 0
    ahead_by: Fraction | None = None
    """The agent has to be ahead by this share of the games rather than by none."""
    behind_by: Fraction | None = None
    """The agent must not be behind by this share of the games rather than by none."""
    board: str = "classic"
    playouts: Playouts = PlanningSettings().playouts
    """How many playouts an opponent ``monte-carlo`` makes before each suggestion."""
    answer_seconds: Whole = 10

    def __post_init__(self) -> None:
        for name in self.opponents:
            check_known("opponents", name, built_in.agent_names())
        if self.playouts != PlanningSettings().playouts and "monte-carlo" not in self.opponents:
            what = f"playouts = {self.playouts}: no opponent uses it"
            raise CourseworkError(f"{what}; expected monte-carlo among them")
        if self.seed is not None and is_short(self.seed):
            what = (
                f"seed = {self.seed}; expected 64 bits, because an agent could try out shorter ones"
            )
            raise CourseworkError(f"{what}, or no seed")

    @property
    def is_drawn(self) -> bool:
        """Whether the match is drawn when it is graded."""
        return self.seed is None

    @property
    def test(self) -> SequentialTest | None:
        """The sequential test that may end the match, if any."""
        if self.ahead_by or self.behind_by:
            slots = (0, 1) if self.ahead_by else (1, 0)
            return SequentialTest(slots, self.ahead_by or self.behind_by or 0.0)
        return None

    def prepared(self, submission: Submission) -> Submission:
        """Return the submission with other files that its agent needs."""
        return submission

    def story(self) -> str:
        """Return the match in words."""
        shows = f"{self.games} games against {', '.join(self.opponents)} on the board {self.board}"
        if self.test:
            side = "ahead of" if self.ahead_by else "not behind"
            return f"at most {shows}; a sequential test has to say that it is {side} the first one"
        return f"{shows}; wanted: at least {percent(self.at_least)} of them, surely"

    def trial(self, submission: Submission) -> Score:
        """Play the match, and return the score."""
        home = AgentWorker(self.prepared(submission), self.answer_seconds)
        seed = self.seed or derived_seed("match", submission.secret, self.title)
        submitted = type(NAME, (SubmittedAgent,), {"home": home, "match_seed": seed})
        seats: list[str | type[Agent]] = [submitted, *self.opponents]
        result = play_match(
            seats, self.games, seed, sprt=self.test, board=self.board, playouts=self.playouts
        )
        if home.fault:
            raise home.fault
        mine, share, feedback = result[0], 1.0, list[Feedback]()
        is_sure, enough, what = self._verdict(result)
        if not is_sure:
            share = 0.5 if enough else 0.0
            winners = (None if g.winner is None else g.agents[g.winner] for g in result.games)
            lost = next((n for n, winner in enumerate(winners) if winner != NAME), None)
            sketch = None if lost is None else Sketch(record=json.dumps(result.games[lost].data))
            feedback.append(Feedback(what, _NOT_SURE if enough else _TOO_SELDOM, sketch))
        feedback += _forfeits(result)
        share *= 1 - mine.forfeits / mine.games
        won = f"won {mine.wins} of {mine.games} games, {percent(mine.win_rate)}"
        return Score(share, tuple(feedback), f"{won}, 95 % interval {in_percent(mine.interval)}")

    def _verdict(self, result: MatchResult) -> tuple[bool, bool, str]:
        """Return whether the wanted strength is certain, whether it was measured, and a reason."""
        mine, other = result[0], result[1]
        if not self.test:
            low, wanted = mine.interval[0], self.at_least
            what = f"the interval begins at {percent(low)}; wanted: {percent(wanted)}"
            return low >= wanted, mine.win_rate >= wanted, what
        stopped = result.summary.get("stopped")
        is_ahead = stopped is not None and "is not ahead" not in stopped["verdict"]
        ahead = mine.win_rate - other.win_rate
        what = f"{percent(mine.win_rate)} against {percent(other.win_rate)} of {other.name}: "
        what += stopped["verdict"] if stopped else "the sequential test decided nothing"
        if self.ahead_by:
            return is_ahead, stopped is None and ahead >= self.ahead_by / 2, what
        enough = stopped is None and ahead >= -(self.behind_by or 0) / 2
        return stopped is not None and not is_ahead, enough, what


def _forfeits(result: MatchResult) -> Iterator[Feedback]:
    for failure in result[0].summary["failures"][:_TOLD]:
        first, kind, detail = failure["first"], failure["kind"], failure["detail"]
        where = f"game {first['game']}, turn {first['turn']}, {first['decision']}"
        place = "\n".join([where, *(f"  {line}" for line in failure["trace"])])
        what = f"forfeited {failure['games']} of {len(result.games)} games: {kind}: {detail}"
        sketch = Sketch(record=json.dumps(result.games[first["game"]].data))
        yield Feedback(f"{what}\n  first: {place}", _FORFEIT, sketch)
