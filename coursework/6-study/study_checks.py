"""The checks of exercise 6: the numbers follow from the records, the conclusions from these."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from planner_clue.game.record import read_record
from planner_clue.game.replay import replay
from planner_clue.game.rules import parse_rules
from planner_clue.match import agent_replay, play
from planner_clue.match.intervals import Z95, RateByDeals, difference_by_deals, mean_interval
from planner_clue.match.runs import merging, results, run_folder
from planner_clue.match.schedule import Schedule
from planner_clue.support.errors import InputError, RecordError, SubmissionError, shown
from planner_clue.teaching.checks import Case, Feedback, Number, Score, Whole, no_points
from planner_clue.teaching.submission import Submission

Interval = tuple[float, float]
ANSWERS = "answers.toml"
_ROUNDING = 0.0051
_ENOUGH_FACTOR = 1.15
_CLAIMS = ("more", "less", "cannot tell")
_COUNT = "Count again: planner-clue stats prints how many games each agent won."
_INTERVAL = "The interval is computed from deals, whose games share cards: see planner-clue stats."
_CONCLUSION = "A claim holds if the whole 95 % interval supports it; across 0, it is undecided."
_NOT_OVER = "The match is not over."
_REPEAT = "A reader must be able to repeat the study: state agents, games and seed."
_POWER = "An interval shrinks with the square root of the number of games."
MATCH, GAMES = "match.json", "games.jsonl"
"""The files of a match to hand in."""
_REPLAYED = ("bn1", "bn2")
"""Agents whose decisions follow from their observations, in every version."""
_GAMES_REPLAYED = slice(0, 30, 6)
"""The first game of five deals."""
_PROGRAM = ("planner-clue", "planner_clue")
_MEANS = f"Hand in {MATCH} and {GAMES} as planner-clue match --out wrote them."


@dataclass(frozen=True)
class Study:
    """A recorded match with its statistics."""

    run: run_folder.RecordedRun

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, in the order of the command."""
        return tuple(self.run.config["agents"])

    @property
    def games(self) -> int:
        """Number of recorded games."""
        return len(self.run.games)

    @cached_property
    def _wins(self) -> list[RateByDeals]:
        return [agent.wins for agent in results.count_runs(*merging.merge([self.run])).agents]

    def slot(self, agent: str) -> int:
        """Return the place of an agent; :class:`SubmissionError` if it did not play."""
        if agent not in self.agents:
            what = f"{MATCH}: the agents are {', '.join(self.agents)}; expected also {agent}"
            raise SubmissionError(what, "The statement says who has to play.")
        return self.agents.index(agent)

    def wins(self, agent: str) -> RateByDeals:
        """Return the wins of an agent."""
        return self._wins[self.slot(agent)]

    def intervals(self, agent: str) -> tuple[Interval, Interval]:
        """Return the 95 % interval of an agent's win rate by deals: ours, and that of the mean."""
        wins = self.wins(agent)
        return wins.ci95, mean_interval(_quotients(wins.counts, wins.totals))

    def difference(self, first: str, second: str) -> tuple[float, tuple[Interval, Interval]]:
        """Return the difference of two win rates, with its 95 % intervals by deals, likewise."""
        one, other = self.wins(first), self.wins(second)
        ahead = one.ahead_of(other)
        of_means = mean_interval(_quotients(ahead, one.totals))
        return sum(ahead) / self.games, (difference_by_deals(ahead, one.totals), of_means)

    def command_fits(self, command: str) -> bool:
        """Return whether a command line names the agents, the games and the seed of this match."""
        try:
            words = [part for word in shlex.split(command) for part in word.split("=", 1)]
        except ValueError:
            return False
        config, pairs, count = self.run.config, [*pairwise(words)], len(self.agents)
        options = {"--games": "120", "--seed": "1"} | dict(pairs)
        return (
            any(Path(word).name in _PROGRAM and after == "match" for word, after in pairs)
            and self.agents in (tuple(words[at : at + count]) for at in range(len(words)))
            and all(options[f"--{name}"] == str(config[name]) for name in ("games", "seed"))
        )


def _quotients(counts: Sequence[int], totals: Sequence[int]) -> list[float]:
    return [count / total for count, total in zip(counts, totals, strict=True)]


def read_study(submission: Submission) -> Study:
    """Return the submitted match; :class:`SubmissionError` if missing or unreadable."""
    files = {name: submission.text(name) for name in (MATCH, GAMES)}
    with TemporaryDirectory() as place:
        for name, text in files.items():
            (Path(place) / name).write_text(text, encoding="utf-8")
        try:
            study = Study(run_folder.read_run(Path(place)))
            _check_agents(tuple(files[GAMES].splitlines()[_GAMES_REPLAYED]))
        except InputError as error:
            raise SubmissionError(str(error).replace(f"{place}/", ""), _MEANS) from error
    return study


@lru_cache(maxsize=1)
def _check_agents(lines: tuple[str, ...]) -> None:
    """Raise :class:`SubmissionError` if an agent now decides otherwise in most of the games.

    In a few it may, where another machine rounds otherwise.
    """
    records = [*map(read_record, lines)]
    for name in _REPLAYED:
        seats = [[one["agent"] for one in record["seats"]] for record in records]
        played = [pair for pair in zip(records, seats, strict=True) if name in pair[1]]
        faults = list[str]()
        for record, seat in played:
            try:
                agent_replay.replayed_agent(record, seat.index(name))
            except RecordError as error:
                faults.append(f"game {record['game']}: {error}")
        if 2 * len(faults) > len(played):
            raise SubmissionError(f"{GAMES}: {name}: {faults[0]}", _MEANS)


def check_played_by_the_rules(submission: Submission, study: Study) -> None:
    """Replay every record and deal its cards again; :class:`SubmissionError` if one differs."""
    rules, seed = parse_rules(study.run.config["rules"]), int(study.run.config["seed"])
    schedule = Schedule(len(study.agents), rules, seed)
    for line in submission.text(GAMES).splitlines():
        record = read_record(line)
        number = record["game"]
        try:
            table = replay(record)
        except RecordError as error:
            raise SubmissionError(f"game {number}: {error}", _MEANS) from error
        dealt, _, _ = play.set_up(table.board, rules, seed, schedule.game(number))
        if table.deal != dealt.deal:
            what = f"game {number}: these are not the cards that seed {seed} deals"
            raise SubmissionError(what, _MEANS)


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
            yield Feedback(f"{study.games} games of {study.run.expected}", _NOT_OVER)
        if not (isinstance(command, str) and study.command_fits(command)):
            yield Feedback(f"command = {shown(command)}; match.json is of another match", _REPEAT)


class _StudyRules(Case, tag="study-rules", kw_only=True):
    checks: str = "the games follow the rules, with the cards of the seed"

    def trial(self, submission: Submission) -> Score:
        study = read_study(submission)
        if not study.run.finished:
            return no_points(f"{study.games} games of {study.run.expected}", _NOT_OVER)
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
