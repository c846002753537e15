"""A problem set as a folder: domains, instances from easy to hard, costs, README, licence."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf

from planner_clue import __version__
from planner_clue.adapters.problem_set import contingent
from planner_clue.adapters.problem_set.positions import GamePosition, positions
from planner_clue.match.runs.results import csv_text
from planner_clue.planner.contract import agent_domain
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.formulations import ProofPosition, domain_text, strips_problem
from planner_clue.planner.outlook import Parameters
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.plan import Limits
from planner_clue.planning.problem import PddlProblem
from planner_clue.support.data import data_folder

_SIZES = ((2, 4, 2), (4, 6, 3), (6, 8, 3), (9, 10, 3), (9, 16, 4), (9, 24, 5))
SIZES = tuple(
    Parameters(beginnings=beginnings, offered=offered, follow_ups=follow_ups)
    for beginnings, offered, follow_ups in _SIZES
)
"""Sizes of ``clue`` problems: suggestions to begin with, follow-ups offered to each, and kept."""
EXPANSIONS = 1_000
"""Limit of expansions; plans beyond it do not count, so that results do not depend on time."""
PROOF = "astar(lmcut())"
SEARCHES = (
    PROOF,
    "eager_wastar([lmcut()],w=3)",
    "eager_wastar([add()],w=1)",
    "lazy_wastar([ff()],w=3)",
)
"""The searches for best known costs, in Fast Downward's notation; the first is optimal."""
PROCESSOR_SECONDS = 10
"""Limit of processor time of a search; :data:`EXPANSIONS` take one or two seconds."""
_LIMITS = Limits(600.0, memory_mb=2048)
"""Limits of a search against faults: seconds of wall-clock time, and memory."""


@dataclass(frozen=True)
class BestKnown:
    """The best known plan of a problem."""

    cost: int
    found_by: str
    is_proved: bool
    """Whether it is proved optimal."""
    expansions: tuple[int | None, ...]
    """The expansions of each of :data:`SEARCHES`; None if it reached a limit."""

    @property
    def expanded(self) -> int:
        """The expansions of the search that found it."""
        return self.expansions[SEARCHES.index(self.found_by)] or 0


def best_known(domain: str, problem: str) -> BestKnown:
    """Return the best plan that the searches find with at most :data:`EXPANSIONS`."""
    plans, expansions = list[tuple[int, int]](), list[int | None]()
    for place, search in enumerate(SEARCHES):
        ends = search == SEARCHES[-1]
        limited = search if ends else f"{search[:-1]},max_time={PROCESSOR_SECONDS})"
        found = FastDownward(search, limited, "").solve(domain, problem, _LIMITS)
        if found.plan is None or not (ends or (found.expansions or 0) <= EXPANSIONS):
            expansions.append(None)
            continue
        expansions.append(found.expansions)
        plans.append((found.plan.cost, place))
        if search == PROOF:
            break
    cost, place = min(plans)
    expansions += [0] * (len(SEARCHES) - len(expansions))  # what was not needed
    return BestKnown(cost, SEARCHES[place], place == 0, tuple(expansions))


@dataclass(frozen=True)
class SetInstance:
    """One position as problems of both classical domains, with the best known plans."""

    position: GamePosition
    size: Parameters
    problems: Mapping[str, PddlProblem]
    best: Mapping[str, BestKnown]

    @property
    def difficulty(self) -> tuple[float, ...]:
        """Sort key: the expansions of each search for ``clue``, the optimal search first."""
        expansions = self.best["clue"].expansions
        unlocated = len(self.position.belief.unlocated())
        return (*(inf if number is None else number for number in expansions), unlocated)


def problem_set(
    count: int, seed: int, jobs: int, done: Callable[[], object] = lambda: None
) -> dict[str, str]:
    """Return a set's files by name; calls ``done`` per instance and uses ``jobs`` processes."""
    found = positions(count, seed)

    def work(number: int) -> SetInstance:
        made = _instance(found[number], SIZES[number * len(SIZES) // count])
        done()
        return made

    with ThreadPoolExecutor(jobs) as pool:
        instances = sorted(pool.map(work, range(count)), key=lambda made: made.difficulty)
    files = {
        "LICENSE": (data_folder("pddl").parent / "LICENSE").read_text(encoding="utf-8"),
        "clue/domain.pddl": domain_text("clue"),
        "strips/domain.pddl": domain_text("strips"),
        "contingent/domain.pddl": contingent.contingent_domain(),
    }
    for number, made in enumerate(instances, 1):
        files |= _files(number, made, seed)
    sensing = sum(name.startswith("contingent/instances/") for name in files)
    rows = [_row(number, made) for number, made in enumerate(instances, 1)]
    files["README.md"] = _readme(count, seed, sensing)
    files["instances.csv"] = csv_text(tuple(rows[0]), (row.values() for row in rows))
    return files


def _instance(position: GamePosition, size: Parameters) -> SetInstance:
    """Return two problems: a suggestion with follow-ups, and the proof of the assumed case file."""
    seat, deck, belief = position.seat, position.seat.deck, position.belief
    model = FollowUpModel(seat.read_board(), seat.read_rules(), size)
    clue = agent_domain(domain_text("clue")).restrict(model.formulate(position.context()).pddl)
    murder = frozenset(card for card in deck.cards if belief.holder(card) == belief.case)
    held = frozenset(deck.cards) - murder - frozenset(belief.unlocated())
    here = position.here if isinstance(position.here, str) else None
    proof = strips_problem(ProofPosition(deck, position.assumed, held, murder, here))
    problems = {"clue": clue, "strips": proof}
    best = {
        domain: best_known(domain_text(domain), problem.to_text(brief=True))
        for domain, problem in problems.items()
    }
    return SetInstance(position, size, problems, best)


def _files(number: int, made: SetInstance, seed: int) -> dict[str, str]:
    at = made.position
    story = (
        f"Written by planner-clue {__version__}: instance {number}.",
        f"{at.seat.players} players, match seed {seed}, game {at.game}, "
        f"turn {at.turn} of seat {at.seat.index}.",
    )
    assumed = f"Assumed: {', '.join(at.assumed)}."
    name, files = f"instances/instance-{number}.pddl", {}
    for domain, problem in made.problems.items():
        best = made.best[domain]
        proved = "optimal" if best.is_proved else "not proved to be optimal"
        cost = f"best known cost: {best.cost} ({proved})"
        files[f"{domain}/{name}"] = problem.to_text((*story, assumed, cost))
    if contingent.why_left_out(at) is None:
        deals = f"{at.belief.deals()} deals fit what this seat has seen."
        text = contingent.contingent_problem(at, f"clue-contingent-{number}", (*story, deals))
        files[f"contingent/{name}"] = text
    return files


def _row(number: int, made: SetInstance) -> dict[str, object]:
    """Return a row of ``instances.csv``; expansions are of the search that found the plan."""
    at, size = made.position, made.size
    row: dict[str, object] = {
        "instance": number, "players": at.seat.players,
        "game": at.game, "seat": at.seat.index, "turn": at.turn,
        "unlocated_cards": len(at.belief.unlocated()), "possible_deals": at.belief.deals(),
        "beginnings": size.beginnings, "offered": size.offered, "follow_ups": size.follow_ups,
    }  # fmt: skip
    for domain, plan in made.best.items():
        row |= {
            f"{domain}_cost": plan.cost,
            f"{domain}_proved_optimal": "yes" if plan.is_proved else "no",
            f"{domain}_found_by": plan.found_by,
            f"{domain}_expansions": plan.expanded,
        }
    return row | {"contingent": "no" if contingent.why_left_out(at) else "yes"}


def _readme(count: int, seed: int, sensing: int) -> str:
    first, *_, last = (f"{size.beginnings}, {size.offered}, {size.follow_ups}" for size in SIZES)
    text = (data_folder("pddl") / "benchmark.md").read_text(encoding="utf-8")
    return text.format(
        count=count,
        seed=seed,
        sensing=sensing,
        version=__version__,
        proof=SEARCHES[0],
        first=first,
        last=last,
        searches="\n".join(f"- `{search}`" for search in SEARCHES),
        expansions=f"{EXPANSIONS:,}",
        seconds=PROCESSOR_SECONDS,
        suggestions=contingent.MOST_SUGGESTIONS,
        clauses=f"{contingent.MOST_CLAUSES:,}",
    )
