"""``python -m benchmarks.follow_ups``: what the search decides, and what each part of it is worth.

``positions`` takes problems of the planner's recorded games, and compares the optimal plan with
simpler rules and with a mixed-integer program. ``games FOLDER`` plays the planner and its ablations
at the same deals into folders below FOLDER, and prints the table.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from statistics import fmean, median

import numpy as np
from numpy.typing import NDArray

from benchmarks.strength import Row, paired, rate
from planner_clue.game.record import read_record
from planner_clue.match.agent_replay import replayed_agent
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.match.runs.results import count_runs
from planner_clue.planner.domains import domain_of
from planner_clue.planner.engines import load_engine
from planner_clue.planner.follow_ups import COUNTS
from planner_clue.planner.model import TURN, FormulatedProblem
from planner_clue.planner.outlook import Beginning, ForeseenAnswer
from planner_clue.planner.planner_agent import PlannerAgent
from planner_clue.planning.plan import Plan
from planner_clue.planning.problem import PddlProblem

Costs = NDArray[np.float64]
FOLLOW_UPS = 3
_ENGINES = (
    *(("fast-downward", f"astar({name}())", None) for name in ("blind", "hmax", "lmcut")),
    *(("clue-astar", None, name) for name in ("hmax", "distance", "distance+repetition")),
)
"""Engine, search and heuristic."""
_ABLATIONS = "benchmarks/ablations.py"
VARIANTS = {
    "planner": "planner",
    "greedy": f"{_ABLATIONS}:GreedyFirst",
    "one-follow-up": f"{_ABLATIONS}:OneFollowUp",
    "two-follow-ups": f"{_ABLATIONS}:TwoFollowUps",
    "eight-follow-ups": f"{_ABLATIONS}:EightFollowUps",
    "two-levels": f"{_ABLATIONS}:TwoLevels",
}
"""The planner and its ablations, as agents of ``match``."""


# -- positions ------------------------------------------------------------------------------


def problems(seed: int) -> Iterator[FormulatedProblem]:
    """Yield the problems of games against two ``exact``, on both boards in turn."""
    for game in range(10_000):
        board = ("classic", "huji")[game % 2]
        config = MatchConfig(("planner", "exact", "exact"), 10_000, seed, board=board)
        record = read_record(play_one(config, game).line)
        seat = [entry["agent"] for entry in record["seats"]].index("planner")
        agent = replayed_agent(record, seat)
        assert isinstance(agent, PlannerAgent)
        for logged in agent.mind.log:
            if logged.seconds and logged.problem.beginnings:
                yield logged.problem


def costs_of(posed: FormulatedProblem, beginning: Beginning) -> Costs:
    """Return the costs of a beginning's answers, as the problem has them.

    A row per answer and a column per follow-up; the last column is the cheapest accusation,
    infinite where none is possible.
    """
    rows = []
    for foreseen in beginning.answers:
        risk = np.inf
        if foreseen.risk is not None:
            risk = round(TURN * foreseen.probability * foreseen.risk)
        accusing = 0.0 if _is_proved(posed, beginning, foreseen) else risk
        rows.append([*(round(TURN * foreseen.probability * t) for t in foreseen.to_go), accusing])
    return np.array(rows, dtype=float)


def _is_proved(posed: FormulatedProblem, beginning: Beginning, foreseen: ForeseenAnswer) -> bool:
    """Return whether an answer proves the case file, by the domain's rules of elimination."""
    problem, shown = posed.pddl, foreseen.answer.card
    atoms = problem.init
    name = next(name for name, each in posed.answers.items() if each[1] is foreseen)
    passing = {atom[2] for atom in atoms if atom[:2] == ("PASSES", name)}
    proved = {atom[1] for atom in atoms if atom[0] == "murder"}
    proved |= {atom[1] for atom in atoms if atom[0] == "LAST-TWO" and atom[2] == shown}
    for card in beginning.suggestion:
        unheld = shown is None or any(("ONLY-HOLDER", p, card) in atoms for p in passing)
        if unheld and ("unlocated", card) in atoms:
            proved.add(card)
    kinds = (problem.objects[kind] for kind in ("suspect", "weapon", "room"))
    return all(proved.intersection(cards) for cards in kinds)


def optimum(costs: Costs, follow_ups: int) -> float:
    """Return the least cost of all answers together, by a mixed-integer program.

    The *k*-median problem: which follow-ups are kept, and which of them each answer gets.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    answers, options = costs.shape
    size = answers * options
    one_each = np.kron(np.eye(answers), np.ones(options))
    kept_only = np.hstack([np.eye(size), -np.kron(np.ones((answers, 1)), np.eye(options))])
    few = np.concatenate([np.zeros(size), np.ones(options - 1), [0.0]])
    price = np.concatenate([np.where(np.isinf(costs), 0.0, costs).ravel(), np.zeros(options)])
    allowed = np.concatenate([np.isfinite(costs).ravel(), np.ones(options)]).astype(float)
    found = milp(
        price,
        integrality=np.ones(size + options),
        bounds=Bounds(0, allowed),
        constraints=[
            LinearConstraint(np.hstack([one_each, np.zeros((answers, options))]), 1, 1),
            LinearConstraint(kept_only, -np.inf, 0),
            LinearConstraint(few, 0, follow_ups),
        ],
    )
    return float(round(found.fun))


def best_for_each(costs: Costs, follow_ups: int) -> float:
    """Return the cost if each answer in turn gets its cheapest option, while follow-ups are left.

    Answers stand in the order of their probability; later ones get the cheapest kept option.
    """
    kept: set[int] = {costs.shape[1] - 1}
    total = 0.0
    for row in costs:
        allowed = range(len(row)) if len(kept) <= follow_ups else sorted(kept)
        best = min(allowed, key=lambda option: row[option])
        kept.add(best)
        total += row[best]
    return total


def positions(count: int, proved: int, seed: int) -> Iterator[str]:
    """Yield the table of what the search decides."""
    engine, domain = load_engine("fast-downward"), domain_of(None)
    gaps, wide, others, wrong = [], 0, 0, 0
    expansions: dict[tuple[str, str | None, str | None], list[int]] = {}
    limited: dict[int, list[tuple[float, int, bool]]] = {kept: [] for kept in (1, 2, 3, 8)}
    lines: list[int] = []
    for number, posed in enumerate(islice(problems(seed), count)):
        plan = engine.solve(domain.text, posed.pddl).checked()
        matrices = {each: costs_of(posed, each) for each in posed.beginnings}
        greedy = posed.beginnings[0]
        (chosen,) = (b for b in posed.beginnings if b.suggestion == _asked(plan))
        costs = matrices[chosen]
        way = plan.cost - optimum(costs, FOLLOW_UPS)
        cheapest = costs.argmin(axis=1)
        wide += len(set(cheapest) - {costs.shape[1] - 1}) > FOLLOW_UPS
        gaps.append(best_for_each(costs, FOLLOW_UPS) + way - plan.cost)
        others += chosen != greedy
        lines.append(posed.pddl.to_text().count("\n"))
        if number < proved:
            ways = _ways(posed)
            best = min(
                ways[each.suggestion.room] + optimum(matrix, FOLLOW_UPS)
                for each, matrix in matrices.items()
            )
            wrong += best != plan.cost
            for kept, found in limited.items():
                result = engine.solve(domain.text, _with_follow_ups(posed.pddl, kept))
                differs = _asked(result.checked()) != greedy.suggestion
                found.append((result.checked().cost, result.expansions or 0, differs))
            for one in _ENGINES:
                result = load_engine(*one).solve(domain.text, posed.pddl)
                expansions.setdefault(one, []).append(result.expansions or 0)
    yield f"{count} positions: in {wide} the cheapest options of all answers need more follow-ups"
    more = [gap for gap in gaps if gap > 0]
    yield (
        f"answer by answer, {len(more)} plans cost more than the optimum: "
        f"{fmean(more) / TURN:.3f} turns on average, {max(more) / TURN:.3f} at most"
    )
    yield f"{others} plans begin with another suggestion than the greedy one"
    yield f"the mixed-integer program disagrees in {wrong} of {proved} positions"
    yield f"lines of a problem: {median(lines):.0f} in the median, {max(lines)} at most"
    yield "| follow-ups | mean cost, turns | expansions, median | other first suggestion |"
    yield "|---:|---:|---:|---:|"
    for kept, made in limited.items():
        costs_made, expanded, other = zip(*made, strict=True)
        cost = fmean(costs_made) / TURN
        yield f"| {kept} | {cost:.3f} | {median(expanded):.0f} | {fmean(other):.0%} |"
    yield "| engine | search, heuristic | expansions, median |"
    yield "|---|---|---:|"
    for (name, search, heuristic), counts in expansions.items():
        yield f"| {name} | {search or heuristic} | {median(counts):.0f} |"


def _asked(plan: Plan) -> tuple[str, ...]:
    """Return the first suggestion of a plan."""
    return next(step for step in plan.steps if step.action == "suggest").arguments[:3]


def _with_follow_ups(problem: PddlProblem, kept: int) -> PddlProblem:
    """Return the problem with another number of follow-ups."""
    counts = COUNTS[: kept + 1]
    others = {atom for atom in problem.init if atom[0] not in ("left", "ONE-LESS")}
    atoms = {("left", counts[-1]), *(("ONE-LESS", n, m) for m, n in pairwise(counts))}
    objects = {**problem.objects, "count": counts}
    return replace(problem, objects=objects, init=frozenset(others | atoms))


def _ways(posed: FormulatedProblem) -> dict[str, int]:
    """Return the least cost of the way to each room, as the problem has it."""
    problem, ways = posed.pddl, dict[str, int]()
    for atom, cost in problem.values.items():
        if atom[0] in ("travel-cost", "hallway-travel-cost"):
            ways[atom[-1]] = cost
    here = {atom[1] for atom in problem.init if atom[0] == "at"}
    ends = {atom[2] for atom in problem.init if atom[0] == "PASSAGE" and atom[1] in here}
    ends |= here if ("may-stay",) in problem.init else set()
    for room in ends:
        ways[room] = min(TURN, ways.get(room, TURN))
    return ways | {atom[1]: 0 for atom in problem.init if atom[0] == "entered"}


# -- games ----------------------------------------------------------------------------------


def rows(board: str, games: int) -> dict[str, Row]:
    """Return the matches of one board by the names of the variants."""
    two = ("exact", "exact")
    return {
        name: Row(f"{name}-{board}", two, board, agent, games) for name, agent in VARIANTS.items()
    }


def games(folder: Path, count: int, seed: int, names: Sequence[str]) -> Iterator[str]:
    """Play the matches, or what is missing of them; yield the table."""
    yield "| two `exact` on | variant | games | wins | 95 % | planner | difference, 95 % | ms |"
    yield "|---|---|---:|---:|---|---:|---|---:|"
    for board in ("classic", "huji"):
        matches = rows(board, count)
        for name in names:
            matches[name].play(folder, seed, "--isolate", "none")
            if (runs := matches[name].read(folder)) is None:
                continue
            own = count_runs(runs).agents[0]
            base = matches["planner"].read(folder)
            cells = [board, name, str(len(runs.games)), *rate(own)]
            cells += paired(runs, base)[1:] if base and name != "planner" else ["", ""]
            summary = json.loads((matches[name].in_(folder) / "summary.json").read_text())
            took = summary["agents"][0]["plan_ms"]
            yield f"| {' | '.join([*cells, str(took and took['p50'])])} |"


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    of_positions = commands.add_parser("positions")
    of_positions.add_argument("--count", type=int, default=500)
    of_positions.add_argument("--proved", type=int, default=200)
    of_positions.add_argument("--seed", type=int, default=1)
    of_games = commands.add_parser("games")
    of_games.add_argument("folder", type=Path)
    of_games.add_argument("--games", type=int, default=1000)
    of_games.add_argument("--seed", type=int, default=1)
    of_games.add_argument("--only", nargs="+", choices=VARIANTS, default=list(VARIANTS))
    given = parser.parse_args()
    began = time.perf_counter()
    if given.command == "positions":
        lines = positions(given.count, given.proved, given.seed)
    else:
        lines = games(given.folder, given.games, given.seed, given.only)
    for line in lines:
        print(line, flush=True)
    print(f"({time.perf_counter() - began:.0f} s)")


if __name__ == "__main__":
    main()
