"""The submitted records of a match, and their statistics."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from planner_clue.game.record import read_record, replay
from planner_clue.game.rules import parse_rules
from planner_clue.match import agent_replay, play
from planner_clue.match.intervals import RateByDeals, difference_by_deals, mean_interval
from planner_clue.match.runs import merging, results, run_folder
from planner_clue.match.schedule import Schedule
from planner_clue.support.errors import InputError, RecordError, SubmissionError
from planner_clue.teaching.submission import Submission

MATCH, GAMES = "match.json", "games.jsonl"
"""The files of a match to hand in."""
_REPLAYED = ("bn1", "bn2")
"""Agents whose decisions follow from their observations, in every version."""
_GAMES_REPLAYED = slice(0, 30, 6)
"""The first game of five deals."""
_PROGRAM = ("planner-clue", "planner_clue")
_MEANS = f"Hand in {MATCH} and {GAMES} as planner-clue match --out wrote them."

Interval = tuple[float, float]


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
