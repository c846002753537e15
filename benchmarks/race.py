"""``python -m benchmarks.race FOLDER...``: do the forecasts of plans hold?

Reads the folders that ``planner-clue match planner ... --out FOLDER`` has left. Of each own turn
counts the first plan: the own turns that it states, and the probability to win. As most games end
before this seat accuses, the turns that plans take are a product-limit estimate (Kaplan and Meier
1958). Intervals are 95 % intervals by deals. ``--fit all`` listens to the games again and prints
the constants of ``planner_clue/planner/race.py`` that fit them best, ``--fit crowds`` those
that count where more than three play; the others stay.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from benchmarks.evidence import planner_seat
from planner_clue.belief import Belief
from planner_clue.belief.asking import ASKING
from planner_clue.belief.styles import Floats
from planner_clue.game.events import Passed, Showed
from planner_clue.game.replay import replayed
from planner_clue.match.intervals import mean_interval
from planner_clue.planner import race
from planner_clue.planner.decision import Replan, in_turns, read_replans
from planner_clue.planner.follow_ups import FollowUpModel


class Waited(NamedTuple):
    """The turns of a seat from some moment on."""

    turns: int
    """Its own turns until it accused, or until the game was over."""
    accused: bool


class Planned(NamedTuple):
    """A plan, and what came of it."""

    deal: str
    players: int
    decision: Replan
    waited: Waited
    won: bool

    @property
    def tenth(self) -> int:
        """The tenth of the stated probability, from 0."""
        return min(int(10 * (self.decision.win or 0)), 9)


class Game:
    """The course of one recorded game as a race."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.seat = planner_seat([seat["agent"] for seat in record["seats"]])
        self.deal = json.dumps(record["deal"])
        self.players = len(record["seats"])
        self.winner = record["result"]["winner"]
        self.won = self.winner == self.seat
        self.plans: dict[int, Replan] = {}
        """The first plan of each own turn."""
        for decision in read_replans(record["notes"][self.seat]):
            if decision.cost is not None:
                self.plans.setdefault(decision.turn, decision)
        self._turns: defaultdict[int, list[int]] = defaultdict(list)
        self._accused: dict[int, int] = {}
        for event in record["events"]:
            seat, turn = event["seat"], event["turn"]
            if event["kind"] not in ("pass", "show") and turn not in self._turns[seat]:
                self._turns[seat].append(turn)
            if event["kind"] == "accuse":
                self._accused[seat] = turn

    def waited(self, seat: int, turn: int) -> Waited:
        """Return the turns of a seat from ``turn`` on."""
        end = self._accused.get(seat)
        ahead = [own for own in self._turns[seat] if own >= turn and own <= (end or own)]
        return Waited(len(ahead), end is not None)

    def cost(self, turn: int) -> float:
        """Return the cost of the plan of an own turn, in turns."""
        plan = self.plans[turn]
        return in_turns(plan.cost or 0, plan.unit) or 0.0

    def planned(self) -> Iterator[Planned]:
        """Yield the first plan of each own turn."""
        for turn, decision in self.plans.items():
            waited = self.waited(self.seat, turn)
            yield Planned(self.deal, self.players, decision, waited, self.won)


def games_of(folder: Path) -> Iterator[Game]:
    """Yield the games of a match."""
    with (folder / "games.jsonl").open(encoding="utf-8") as games:
        yield from (Game(json.loads(line)) for line in games)


# -- do they hold? ------------------------------------------------------------------------------


def tables(matches: Mapping[str, Sequence[Planned]]) -> Iterator[str]:
    """Yield a table of matches, and one of plans by number of players and stated probability."""
    yield (
        "| against | plans | own turns stated | taken | won, stated | won | won - stated, 95 % |"
    )
    yield "|---|---:|---:|---:|---:|---:|---|"
    for name, plans in matches.items():
        stated = fmean(plan.decision.expected_turns or 0 for plan in plans)
        taken = mean_turns([plan.waited for plan in plans])
        yield f"| {name} | {len(plans)} | {stated:.2f} | {taken:.2f} | {_wins(plans)} |"
    yield ""
    yield "| players, stated | plans | won, stated | won | won - stated, 95 % |"
    yield "|---|---:|---:|---:|---|"
    together = [plan for plans in matches.values() for plan in plans]
    for players, tenth in product(range(3, 7), range(10)):
        within = [plan for plan in together if (plan.players, plan.tenth) == (players, tenth)]
        if within:
            which = f"{players}, {tenth / 10:.1f}-{(tenth + 1) / 10:.1f}"
            yield f"| {which} | {len(within)} | {_wins(within)} |"


def _wins(plans: Sequence[Planned]) -> str:
    """Return cells: the mean stated probability, the share won, and the difference in points."""
    stated = fmean(plan.decision.win or 0 for plan in plans)
    won = fmean(plan.won for plan in plans)
    by_deal: defaultdict[str, float] = defaultdict(float)
    for plan in plans:
        by_deal[plan.deal] += plan.won - (plan.decision.win or 0)
    bounds = [bound * len(by_deal) / len(plans) for bound in mean_interval(list(by_deal.values()))]
    differences = [f"{100 * points:+.1f}" for points in (won - stated, *bounds)]
    return f"{stated:.0%} | {won:.0%} | {differences[0]}, {differences[1]} to {differences[2]}"


def mean_turns(waits: Sequence[Waited]) -> float:
    """Return the mean own turns until an accusation, as the product-limit estimate has it.

    >>> mean_turns([Waited(1, True), Waited(3, True), Waited(2, False)])
    2.333...
    """
    still, mean = 1.0, 0.0
    for turn in range(1, 1 + max(wait.turns for wait in waits)):
        mean += still
        at_risk = sum(wait.turns >= turn for wait in waits)
        ended = sum(wait.turns == turn and wait.accused for wait in waits)
        still *= 1 - ended / at_risk
    return mean


# -- which constants fit? -----------------------------------------------------------------------


def opponents_by_turn(game: Game) -> dict[int, dict[int, tuple[float, ...]]]:
    """Return what counts of each opponent at the plans of a planner's seat, by turn and seat."""
    heard, found, turn = replayed(game.record), dict[int, dict[int, tuple[float, ...]]](), 0
    pace = FollowUpModel(heard.table.board, heard.table.rules).journey_to_a_near_room()
    belief = Belief(heard.table.seat_view(game.seat, 0), asking=ASKING)
    for event in heard.table.events:
        if event.turn > turn and not isinstance(event, Passed | Showed):
            turn = event.turn
            if event.seat == game.seat and turn in game.plans:
                seats = sorted(belief.transcript.opponents)
                features = race.opponents_of(belief, game.cost(turn), pace)
                found[turn] = dict(zip(seats, features, strict=True))
        if (seen := heard.table.seen_by(event, game.seat)) is not None:
            belief.observe(seen)
    return found


def fit(folders: Sequence[Path], crowds: bool) -> Iterator[str]:
    """Yield the data, and the constants that make the recorded waits most likely.

    With ``crowds`` only those change that count where more than three play.
    """
    own: list[tuple[Sequence[float], Waited]] = []
    theirs: list[tuple[Sequence[float], Waited]] = []
    wrong, long = Counter[int](), Counter[int]()
    for folder in folders:
        games = plans = 0
        for game in games_of(folder):
            games += 1
            opponents = opponents_by_turn(game)
            for turn, decision in game.plans.items():
                if decision.chance == 1:  # nothing is left to find out
                    continue
                plans += 1
                waited = game.waited(game.seat, turn)
                own.append((race.own_features(game.cost(turn), game.players), waited))
                if waited.accused and opponents.get(turn):
                    wrong[game.players] += 100 * (not game.won)
                    long[game.players] += round(100 * race.error_weight(game.cost(turn)))
                for seat, features in opponents.get(turn, {}).items():
                    waited = game.waited(seat, turn)._replace(accused=game.winner == seat)
                    theirs.append((features, waited))
        yield f"{folder.name}: {games} games, {plans} plans"
    kept = (race.SHAPE, *race.SCALE), (race.THEIR_SHAPE, *race.THEIR_SCALE)
    names = "SHAPE, SCALE", "THEIR_SHAPE, THEIR_SCALE"
    for name, waits, now in zip(names, (own, theirs), kept, strict=True):
        shape, *weights = most_likely(waits, now[:-1] if crowds else ())
        yield f"{name} = {shape:.2f}, ({', '.join(f'{weight:.2f}' for weight in weights)})"
    shares = (f"{players}: {wrong[players] / long[players]:.2f}" for players in sorted(long))
    yield f"WRONG = {{{', '.join(shares)}}}"


def most_likely(
    waits: Sequence[tuple[Sequence[float], Waited]], fixed: Sequence[float] = ()
) -> list[float]:
    """Return the shape, and the weights of the features in the logarithm of the scale.

    The first of them may be ``fixed``.
    """
    features = np.array([of for of, _ in waits])
    turns = np.array([wait.turns for _, wait in waits])
    accused = np.array([wait.accused for _, wait in waits])
    begin = np.zeros(1 + features.shape[1])
    begin[1] = np.log(turns.mean() + 1)
    begin[: len(fixed)] = [np.log(fixed[0]), *fixed[1:]] if fixed else []

    def loss(free: Floats) -> float:
        constants = np.concatenate([begin[: len(fixed)], free])
        shape = np.exp(np.clip(constants[0], -2, 2))
        scale = np.exp(np.clip(features @ constants[1:], -3, 8))
        before, after = (np.maximum(turns - 1, 0) / scale) ** shape, (turns / scale) ** shape
        event = -before + np.log(np.maximum(-np.expm1(before - after), 1e-12))
        return -float(np.where(accused, event, -after)[turns > 0].sum())

    found = minimize(loss, begin[len(fixed) :], method="BFGS", options={"gtol": 0.01})
    shape, *weights = map(float, [*begin[: len(fixed)], *found.x])
    return [float(np.exp(shape)), *weights]


def main() -> None:
    """Print the tables of the matches in some folders, or the constants that fit them."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.race", description="Compares forecasts with what came."
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="recorded matches")
    parser.add_argument(
        "--fit",
        choices=("all", "crowds"),
        help="print the constants that fit best: all of them, "
        "or only for tables with more than three players",
    )
    options = parser.parse_args()
    for folder in options.folders:
        if not (folder / "games.jsonl").is_file():
            parser.error(f"{folder}: no games.jsonl; expected a folder of 'match --out'")
    if options.fit:
        print("\n".join(fit(options.folders, options.fit == "crowds")))
        return
    matches = {
        folder.name: [plan for game in games_of(folder) for plan in game.planned()]
        for folder in options.folders
    }
    for name, plans in matches.items():
        if not plans or any(plan.decision.win is None for plan in plans):
            parser.error(f"{name}: no forecasts; expected a match of the planner, version 0.4.0")
    print("\n".join(tables(matches)))


if __name__ == "__main__":
    main()
