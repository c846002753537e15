"""Checks of a study: numbers that follow from the records, conclusions that follow from these."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from planner_clue.match.intervals import Z95
from planner_clue.support.errors import shown
from planner_clue.teaching.checks import Case, Feedback, Number, Score, Whole
from planner_clue.teaching.study_records import (
    Interval,
    Study,
    check_played_by_the_rules,
    read_study,
)
from planner_clue.teaching.submission import Submission

ANSWERS = "answers.toml"
_ROUNDING = 0.0051
_ENOUGH_FACTOR = 1.6
_CLAIMS = ("more", "less", "cannot tell")
_COUNT = "Count again: planner-clue stats prints how many games each agent won."
_INTERVAL = "The interval is computed from deals, whose games share cards: see planner-clue stats."
_CONCLUSION = "A claim holds if the whole 95 % interval supports it; across 0, it is undecided."
_REPEAT = "A reader must be able to repeat the study: state agents, games and seed."
_POWER = "An interval shrinks with the square root of the number of games."


class _Answers:
    """The numbers and conclusions of the submitted ``answers.toml``; None where there are none."""

    def __init__(self, submission: Submission) -> None:
        self._table = submission.toml(ANSWERS)

    def of(self, *names: str) -> Any:
        found: Any = self._table
        for name in names:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    def number(self, *names: str) -> float | None:
        found = self.of(*names)
        return found if isinstance(found, int | float) and not isinstance(found, bool) else None

    def interval(self, *names: str) -> Interval | None:
        match self.of(*names):
            case [int() | float() as low, int() | float() as high] if low <= high:
                return low, high
        return None


class _Judged(Case, kw_only=True):
    """A case about some answers: all right, or no points."""

    def faults(self, study: Study, answers: _Answers) -> Iterator[Feedback | None]:
        raise NotImplementedError

    def trial(self, submission: Submission) -> Score:
        found = self.faults(read_study(submission), _Answers(submission))
        feedback = tuple(failure for failure in found if failure is not None)
        return Score(0.0 if feedback else 1.0, feedback)


class _StudyRecords(_Judged, tag="study-records", kw_only=True):
    checks: str = "the match is complete and large enough, and the command plays it"
    agents: tuple[str, ...] = ()
    games: Whole

    def story(self) -> str:
        return f"a match of {', '.join(self.agents)} with {self.games} games or more"

    def faults(self, study: Study, answers: _Answers) -> Iterator[Feedback | None]:
        for agent in self.agents:
            study.slot(agent)
        command = answers.of("command")
        if study.games < self.games:
            yield Feedback(f"{study.games} games; expected {self.games} or more", _POWER)
        if not study.run.finished:
            yield Feedback(f"{study.games} games of {study.run.expected}", "The match is not over.")
        if not (isinstance(command, str) and study.command_fits(command)):
            yield Feedback(f"command = {shown(command)}; match.json is of another match", _REPEAT)


class _StudyRules(Case, tag="study-rules", kw_only=True):
    checks: str = "the games follow the rules, with the cards of the seed"

    def trial(self, submission: Submission) -> Score:
        study = read_study(submission)
        check_played_by_the_rules(submission, study)
        return Score(says=f"{study.games} games were played again")


class _StudyCounts(_Judged, tag="study-counts", kw_only=True):
    checks: str = "the stated numbers are counted right"
    agents: tuple[str, ...] = ()

    def story(self) -> str:
        return f"games, wins and win rates of {', '.join(self.agents)}"

    def faults(self, study: Study, answers: _Answers) -> Iterator[Feedback | None]:
        for agent in self.agents:
            wins = study.wins(agent)
            real = {"games": study.games, "wins": wins.count, "win_rate": wins.share}
            for name, value in real.items():
                stated = answers.number(agent, name)
                off = _ROUNDING if name == "win_rate" else 0.0
                if stated is None or abs(stated - value) > off:
                    given = f"[{agent}] {name} = {shown(answers.of(agent, name))}"
                    yield Feedback(f"{given} is not what the records say", _COUNT)


class _StudyIntervals(_Judged, tag="study-intervals", kw_only=True):
    checks: str = "the intervals follow from the records, by deals"
    agents: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    """Each as the names of two agents."""
    within: Number

    def story(self) -> str:
        pairs = (" minus ".join(pair.split()) for pair in self.differences)
        return f"95 % intervals of {', '.join([*self.agents, *pairs])}"

    def faults(self, study: Study, answers: _Answers) -> Iterator[Feedback | None]:
        real = {agent: (study.wins(agent).share, study.intervals(agent)) for agent in self.agents}
        for first, second in map(str.split, self.differences):
            real[f"{first}_minus_{second}"] = study.difference(first, second)
        for place, found in real.items():
            yield _bounds(answers, place, *found, self.within)


def _bounds(
    answers: _Answers, place: str, middle: float, reals: Sequence[Interval], within: float
) -> Feedback | None:
    """Return the fault of an interval that is near none of the accepted ones."""
    given = f"[{place}] interval = {shown(answers.of(place, 'interval'))}"
    stated = answers.interval(place, "interval")
    if stated is None:
        return Feedback(f"{given}; expected [lower, upper]", _INTERVAL)
    if not stated[0] <= middle <= stated[1]:
        return Feedback(f"{given} does not contain the value itself, {middle:.3f}", _INTERVAL)
    off = [max(abs(stated[0] - low), abs(stated[1] - high)) for low, high in reals]
    if min(off) <= within:
        return None
    low, high = reals[off.index(min(off))]
    bound, mine, real = ("lower", stated[0], low)
    if abs(stated[0] - low) <= within:
        bound, mine, real = ("upper", stated[1], high)
    side = "high" if mine > real else "low"
    return Feedback(f"{given}: the {bound} bound is too {side}", _INTERVAL)


class _Claim(Struct, kw_only=True, forbid_unknown_fields=True):
    """A claim about a win rate: compared with that of another agent, or with a number."""

    name: str
    agent: str
    than: str | Number

    def interval(self, study: Study) -> Interval:
        """Return the interval that has to lie on one side of 0."""
        if isinstance(self.than, str):
            return study.difference(self.agent, self.than)[1][0]
        low, high = study.intervals(self.agent)[0]
        return low - self.than, high - self.than


class _StudyConclusions(_Judged, tag="study-conclusions", kw_only=True):
    checks: str = "the conclusions follow from the intervals"
    claims: tuple[_Claim, ...] = ()

    def story(self) -> str:
        return f"{', '.join(one.name for one in self.claims)}: {', '.join(_CLAIMS)}"

    def faults(self, study: Study, answers: _Answers) -> Iterator[Feedback | None]:
        for one in self.claims:
            low, high = one.interval(study)
            claimed = answers.of("conclusions", one.name)
            if claimed != ("more" if low > 0 else "less" if high < 0 else "cannot tell"):
                what = f"[conclusions] {one.name} = {shown(claimed)} does not follow"
                yield Feedback(f"{what} from the interval of your match", _CONCLUSION)


class _StudyPower(_Judged, tag="study-power", kw_only=True):
    checks: str = "the number of games is enough, and not far too many"
    agent: str
    width: Number
    answer: str

    def story(self) -> str:
        wide = f"an interval of {self.agent} that is {self.width:g} wide"
        return f"{self.answer}: the number of games for {wide}"

    def faults(self, study: Study, answers: _Answers) -> Iterator[Feedback | None]:
        rate = study.wins(self.agent).share
        needed = 4 * Z95**2 * rate * (1 - rate) / self.width**2
        stated = answers.number("more_games", self.answer)
        if not (stated and needed / _ENOUGH_FACTOR <= stated <= needed * _ENOUGH_FACTOR):
            off = f"far too {'few' if (stated or 0) < needed else 'many'}"
            said = shown(answers.of("more_games", self.answer))
            off = "expected a number" if stated is None else off
            yield Feedback(f"{self.answer} = {said}: {off}", _POWER)
