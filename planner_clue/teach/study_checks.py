"""Checks of a study: numbers that follow from the records, conclusions that follow from these."""

from collections.abc import Callable, Sequence
from typing import Any

from planner_clue.errors import shown
from planner_clue.match.intervals import Z95
from planner_clue.teach.checks import CaseData, Trial, case_check
from planner_clue.teach.marks import Earned, Shortfall
from planner_clue.teach.study_records import (
    Interval,
    Study,
    check_played_by_the_rules,
    read_study,
)
from planner_clue.teach.submission import Submission

ANSWERS = "answers.toml"
_ROUNDING = 0.0051
_ENOUGH_FACTOR = 1.6
_CLAIMS = ("more", "less", "cannot tell")
_COUNT = "Count again: planner-clue stats says how many games each agent won."
_INTERVAL = (
    "The games of a deal share cards and dice, so the interval goes by deals; planner-clue stats "
    "prints it. It contains the rate, and is never as narrow as that of a coin tossed so often."
)
_CONCLUSION = (
    "A claim holds if the whole 95 % interval says so; if the interval reaches to both sides, "
    "nothing can be told."
)
_POWER = "The width of an interval falls with the root of the number of games."


class StudyAnswers:
    """The numbers and conclusions of the submitted ``answers.toml``."""

    def __init__(self, submission: Submission) -> None:
        """Read them; :class:`SubmissionError` where they are not TOML."""
        self._table = submission.toml(ANSWERS)

    def of(self, *names: str) -> Any:
        """Return the value at a place; None if there is none."""
        found: Any = self._table
        for name in names:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    def number(self, *names: str) -> float | None:
        """Return the number at a place; None if there is none."""
        found = self.of(*names)
        return found if isinstance(found, int | float) and not isinstance(found, bool) else None

    def interval(self, *names: str) -> Interval | None:
        """Return the two bounds at a place, the lower first; None if there are none."""
        match self.of(*names):
            case [int() | float() as low, int() | float() as high] if low <= high:
                return low, high
        return None


_Look = Callable[[Study, StudyAnswers], list[Shortfall | None]]
"""Checks answers one by one: the fault of each, or None."""


def _trial(look: _Look) -> Trial:
    """Return a trial in which each answer is worth the same."""

    def trial(submission: Submission) -> Earned:
        found = look(read_study(submission), StudyAnswers(submission))
        falls = tuple(fall for fall in found if fall is not None)
        return Earned(1 - len(falls) / len(found), falls)

    return trial


@case_check(
    "study-records",
    "the match is there, whole and large enough, and the command fits",
    "agents games",
)
def _records(data: CaseData) -> tuple[Trial, str]:
    """Check that the match is there, whole and large enough, with the command that plays it."""
    agents, games = data.texts("agents"), data.whole("games")

    def look(study: Study, answers: StudyAnswers) -> list[Shortfall | None]:
        for agent in agents:
            study.slot(agent)
        command = answers.of("command")
        fits = isinstance(command, str) and study.command_fits(command)
        few = Shortfall(f"{study.games} games; expected {games} or more", _POWER)
        half = Shortfall(f"{study.games} games of {study.run.expected}", "The match is not over.")
        other = Shortfall(
            f"command = {shown(command)}; match.json is of another match",
            "Who reads a study has to be able to repeat it: agents, games and seed.",
        )
        return [
            None if study.games >= games else few,
            None if study.run.finished else half,
            None if fits else other,
        ]

    return _trial(look), f"a match of {', '.join(agents)} with {games} games or more"


@case_check("study-rules", "the games are by the rules, with the cards of the seed", "")
def _rules(data: CaseData) -> tuple[Trial, str]:
    """Check that the records are of games by the rules, with the cards of the match's seed."""
    del data

    def trial(submission: Submission) -> Earned:
        study = read_study(submission)
        check_played_by_the_rules(submission, study)
        return Earned(1.0, (), f"{study.games} games were played again")

    return trial, ""


@case_check("study-counts", "what is stated was counted right", "agents")
def _counts(data: CaseData) -> tuple[Trial, str]:
    """Check that stated games, wins and win rates are those of the records."""
    agents = data.texts("agents")

    def look(study: Study, answers: StudyAnswers) -> list[Shortfall | None]:
        found = list[Shortfall | None]()
        for agent in agents:
            real = {"games": study.games, "wins": study.wins(agent), "win_rate": study.rate(agent)}
            for name, value in real.items():
                stated = answers.number(agent, name)
                off = _ROUNDING if name == "win_rate" else 0.0
                right = stated is not None and abs(stated - value) <= off
                given = f"[{agent}] {name} = {shown(answers.of(agent, name))}"
                fall = Shortfall(f"{given} is not what the records say", _COUNT)
                found.append(None if right else fall)
        return found

    return _trial(look), f"games, wins and win rates of {', '.join(agents)}"


@case_check(
    "study-intervals",
    "the intervals are those of the records, by deals",
    "agents differences within",
)
def _intervals(data: CaseData) -> tuple[Trial, str]:
    """Check that stated intervals are 95 % intervals by deals, of win rates or of differences."""
    agents, within = data.texts("agents"), data.number("within")
    pairs = [tuple(pair.split()) for pair in data.texts("differences")]

    def look(study: Study, answers: StudyAnswers) -> list[Shortfall | None]:
        found = [
            _bounds(answers, agent, study.rate(agent), study.intervals(agent), within)
            for agent in agents
        ]
        for first, second in pairs:
            difference, intervals = study.difference(first, second)
            place = f"{first}_minus_{second}"
            found.append(_bounds(answers, place, difference, intervals, within))
        return found

    wanted = [*agents, *(" minus ".join(pair) for pair in pairs)]
    return _trial(look), f"95 % intervals of {', '.join(wanted)}"


def _bounds(
    answers: StudyAnswers, place: str, middle: float, reals: Sequence[Interval], within: float
) -> Shortfall | None:
    """Return the fault of an interval that is near none of the accepted ones."""
    given = f"[{place}] interval = {shown(answers.of(place, 'interval'))}"
    stated = answers.interval(place, "interval")
    if stated is None:
        return Shortfall(f"{given}; expected [lower, upper]", _INTERVAL)
    if not stated[0] <= middle <= stated[1]:
        return Shortfall(f"{given} does not contain the value itself, {middle:.3f}", _INTERVAL)
    off = [max(abs(stated[0] - low), abs(stated[1] - high)) for low, high in reals]
    if min(off) <= within:
        return None
    low, high = reals[off.index(min(off))]
    bound, mine, real = ("lower", stated[0], low)
    if abs(stated[0] - low) <= within:
        bound, mine, real = ("upper", stated[1], high)
    side = "high" if mine > real else "low"
    return Shortfall(f"{given}: the {bound} bound is too {side}", _INTERVAL)


@case_check("study-conclusions", "the conclusions follow from the intervals", "claims")
def _conclusions(data: CaseData) -> tuple[Trial, str]:
    """Check that conclusions follow from the intervals: more, less, or cannot tell."""
    claims = {table.text("name"): table for table in data.tables("claims")}
    for claim in claims.values():
        claim.text("agent")
        if not isinstance(claim.table.get("than"), str):
            claim.number("than")

    def look(study: Study, answers: StudyAnswers) -> list[Shortfall | None]:
        return [
            _judged(answers.of("conclusions", name), name, _claimed(claim, study))
            for name, claim in claims.items()
        ]

    return _trial(look), f"{', '.join(claims)}: {', '.join(_CLAIMS)}"


def _claimed(data: CaseData, study: Study) -> Interval:
    """Return the interval of a claim that has to lie on one side of 0."""
    agent, than = data.text("agent"), data.table["than"]
    if isinstance(than, str):
        return study.difference(agent, than)[1][0]
    low, high = study.intervals(agent)[0]
    return low - than, high - than


def _judged(claimed: Any, name: str, interval: Interval) -> Shortfall | None:
    low, high = interval
    follows = "more" if low > 0 else "less" if high < 0 else "cannot tell"
    if claimed == follows:
        return None
    what = f"[conclusions] {name} = {shown(claimed)} does not follow"
    return Shortfall(f"{what} from the interval of your match", _CONCLUSION)


@case_check(
    "study-power", "the number of games is enough, and not far too many", "agent width answer"
)
def _power(data: CaseData) -> tuple[Trial, str]:
    """Check how many games it would take for an interval of some width."""
    agent, width, name = data.text("agent"), data.number("width"), data.text("answer")

    def look(study: Study, answers: StudyAnswers) -> list[Shortfall | None]:
        rate = study.rate(agent)
        needed = 4 * Z95**2 * rate * (1 - rate) / width**2
        stated = answers.number("more_games", name)
        if stated and needed / _ENOUGH_FACTOR <= stated <= needed * _ENOUGH_FACTOR:
            return [None]
        what = f"{name} = {shown(answers.of('more_games', name))}"
        off = "expected a number"
        if stated is not None:
            off = f"far too {'few' if stated < needed else 'many'}"
        return [Shortfall(f"{what}: {off}", _POWER)]

    return _trial(look), f"{name}: so many games for an interval of {agent} that is {width:g} wide"
