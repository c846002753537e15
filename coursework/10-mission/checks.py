"""The checks of exercise 10: the assumption, and plans that prove it; the rest are other checks."""

from collections import Counter
from dataclasses import replace
from functools import cache, cached_property
from itertools import product
from math import sqrt
from random import Random

from graders.randomness import chi_squared

from planner_clue.game.board import load_board
from planner_clue.game.cards import SUSPECTS, WEAPONS
from planner_clue.support.errors import CourseworkError, SubmissionError, shown
from planner_clue.teaching.checks import Case, Factors, Feedback, Score, Whole, no_points
from planner_clue.teaching.worker import open_worker

MISSION = "mission.py"
SECONDS, PENALTY, TOLD = 30, 5, 3
SEEDS = 600
"""Seeds with which new assumptions are drawn, to see how often each comes."""
_PLAN = "README.md says which suggestions a plan may contain, and how it ends."
_COST = "A plan pays for the way to each suggestion, for its detour, and for repeated cards."
_ASSUME = (
    "Keep the assumption while it is possible; then draw all three cards again, with the seed."
)


def mission_alone(submission):
    """Return the submission without its agent, which other cases grade."""
    files = {name: text for name, text in submission.files.items() if name == MISSION}
    return replace(submission, files=files)


class MissionPlans(Case, tag="mission-plans", kw_only=True):
    """Plans in drawn positions: one part for validity, one for each factor of the best cost.

    With ``whole``, everything or no points. A plan that is not valid earns nothing.
    """

    checks: str = "plans are valid in every position, and cheap"
    seed: Whole
    positions: Whole = 10
    unlocated: Whole
    """Unlocated cards that are not assumed."""
    board: str = "huji"
    asked: Whole = 0
    """The most suggestions that named a card before."""
    hallway: bool = False
    """Whether the token is on a hallway square."""
    murder: bool = False
    """Whether one card of the case file is known."""
    factors: Factors
    whole: bool = False

    @cached_property
    def drawn(self):
        rng = Random(self.seed)
        return [self._position(rng) for _ in range(self.positions)]

    def _position(self, rng):
        board = load_board(self.board)
        kinds = [list(SUSPECTS), list(WEAPONS), list(board.rooms)]
        assumed = [rng.choice(cards) for cards in kinds]
        known = rng.choice(assumed) if self.murder else None
        pairs = zip(kinds, assumed, strict=True)
        others = [card for cards, own in pairs for card in cards if own not in (card, known)]
        if self.unlocated > len(others):
            raise CourseworkError(f"unlocated = {self.unlocated}; expected at most {len(others)}")
        rivals = rng.sample(others, self.unlocated)
        cards = [card for cards in kinds for card in cards]
        distances = {a: {b: board.pips[a].get(b, 0) for b in kinds[2]} for a in kinds[2]}
        here = rng.choice(kinds[2])
        if self.hallway:
            squares = [place for place in board.graph if not isinstance(place, str)]
            distances["hallway"] = dict(board.pips_from(rng.choice(sorted(squares))))
            here = "hallway"
        return {
            "here": here,
            "distances": distances,
            "suspects": kinds[0],
            "weapons": kinds[1],
            "rooms": kinds[2],
            "assumed": assumed,
            "held": [card for card in cards if card not in rivals and card not in assumed],
            "murder": [known] if known else [],
            "asked": {card: n for card in cards if (n := rng.randint(0, self.asked))},
        }

    def story(self):
        return f"{self.positions} positions on {self.board}, {self.unlocated} cards to find"

    def trial(self, submission):
        worker = open_worker(mission_alone(submission), MISSION, seconds=SECONDS)
        reached, most, worst = set(range(len(self.factors))), 0.0, ""
        for number, position in enumerate(self.drawn, 1):
            found = worker.call(MISSION, "plan", position)
            is_plan = isinstance(found, dict) and {"cost", "steps"} <= {*found}
            plan, claimed = (found["steps"], found["cost"]) if is_plan else (found, None)
            picture = "\n".join(lines(position))
            cost, fault = executed(position, plan)
            if not fault and (claimed != cost or isinstance(claimed, bool)):
                fault = f"the plan is said to cost {shown(claimed)}; it costs {cost}"
            if fault:
                return no_points(f"position {number}: {fault}\n{picture}", _PLAN)
            best = best_cost(position)
            reached = {n for n in reached if cost <= self.factors[n] * best}
            if (over := cost / best if best else 1.0 + cost) > most + 1e-9:
                steps = "\n".join(f"  {step['cards']}: {step['expects']}" for step in plan)
                most, costs = over, f"cost {cost}; possible: {best}"
                worst = f"position {number}: {costs}\n{steps}\n{picture}"
        says = f"{len(self.drawn)} valid plans, at most {most:.2f} times as expensive as the best"
        if len(reached) == len(self.factors):
            return Score(says=says)
        share = 0.0 if self.whole else (1 + len(reached)) / (1 + len(self.factors))
        return Score(share, (Feedback(worst, _COST),), says)


def lines(position):
    """Yield the position in words, without its distances."""
    open_cards = {*position["suspects"], *position["weapons"], *position["rooms"]}
    open_cards -= {*position["held"], *position["assumed"], *position["murder"]}
    yield f"  here: {position['here']}; assumed: {', '.join(position['assumed'])}"
    yield f"  to find: {', '.join(sorted(open_cards))}; in the case file: {position['murder']}"
    yield f"  asked before: {position['asked']}"


def kinds_of(position):
    """Return the cards of each kind that may be named: nobody is known to hold them."""
    kinds = [position[name] for name in ("suspects", "weapons", "rooms")]
    return [
        [own] if own in position["murder"] else [c for c in cards if c not in position["held"]]
        for cards, own in zip(kinds, position["assumed"], strict=True)
    ]


def step_cost(position, here, cards):
    """Return the cost of a suggestion, with the way to its room."""
    room, assumed = cards[2], position["assumed"][2]
    far = position["distances"]
    way = 0 if here == room else far[here][room]
    detour = 0 if room == assumed else far[room][assumed]
    return way + detour + PENALTY * sum(position["asked"].get(card, 0) for card in cards)


def executed(position, plan):
    """Return the cost of a plan, and its first fault."""
    if not isinstance(plan, list | tuple) or not plan:
        return 0, f"plan returned {shown(plan)}; expected a list of suggestions"
    kinds, here, cost = kinds_of(position), position["here"], 0
    left = {card for cards in kinds for card in cards} - {*position["assumed"]}
    for number, step in enumerate(plan, 1):
        cards = step.get("cards") if isinstance(step, dict) else None
        if not isinstance(cards, list) or len(cards) != 3 or "expects" not in step:
            return 0, f"step {number} is {shown(step)}; expected cards and expects"
        where = f"step {number}, {', '.join(map(str, cards))}"
        for card, allowed in zip(cards, kinds, strict=True):
            if card not in allowed:
                return 0, f"{where}: {shown(card)} cannot be named; expected one of {allowed}"
        cost, here = cost + step_cost(position, here, cards), cards[2]
        if step["expects"] is None:
            if cards != position["assumed"] or left or number < len(plan):
                missing = f", and {', '.join(sorted(left))} are to be found before" if left else ""
                return 0, f"{where}: nobody can show only the assumed three, in the end{missing}"
            return cost, ""
        if step["expects"] not in cards or step["expects"] not in left:
            return (
                0,
                f"{where}: {shown(step['expects'])} cannot be shown there, or was found before",
            )
        left.remove(step["expects"])
    return 0, "the plan does not end with the suggestion of the assumed three"


def best_cost(position):
    """Return the cost of the best plan: a dynamic program over rooms and cards to find."""
    kinds = kinds_of(position)
    rivals = tuple(c for cards in kinds for c in cards if c not in position["assumed"])

    @cache
    def cheapest(room, card):
        triples = (t for t in product(*kinds[:2], [room]) if card in t)
        return min((step_cost(position, room, t) for t in triples), default=None)

    @cache
    def rest(here, left):
        if not left:
            return step_cost(position, here, position["assumed"])
        return min(
            (0 if here == room else position["distances"][here][room])
            + cost
            + rest(room, tuple(other for other in left if other != card))
            for room, card in product(kinds[2], left)
            if (cost := cheapest(room, card)) is not None
        )

    return rest(position["here"], rivals)


class MissionAssumes(Case, tag="mission-assumes", kw_only=True):
    """The assumed case file, in drawn situations; all right or no points.

    The same seed draws the same cards, and many seeds draw each case file about equally often.
    """

    checks: str = "the assumption is kept while it is possible, and then changed to a possible one"
    seed: Whole
    tries: Whole = 30

    def trial(self, submission):
        worker = open_worker(mission_alone(submission), MISSION, "TableHost", seconds=SECONDS)
        rng = Random(self.seed)
        kinds = [list(map(str, kind)) for kind in (SUSPECTS, WEAPONS, load_board("huji").rooms)]

        def assumed_by(possible, before, seed):
            found = worker.ask(
                "use", MISSION, "assume", None, [possible, before, seed], what="assume"
            )
            fault = f"assume({possible}, {before}, {seed}) returned {shown(found)}"
            is_list = isinstance(found, list | tuple) and len(found) == 3
            if not is_list or any(c not in of for c, of in zip(found, possible, strict=True)):
                raise SubmissionError(f"{fault}; expected three possible cards", _ASSUME)
            if before and not _refuted(before, possible) and list(found) != before:
                raise SubmissionError(f"{fault}; the old assumption is still possible", _ASSUME)
            return tuple(found)

        for number in range(self.tries):
            possible = [rng.sample(cards, rng.randint(2, 5)) for cards in kinds]
            before = self.refuted_in(rng, kinds, possible) if number % 3 else None
            before = before if number % 5 else [rng.choice(cards) for cards in possible]
            asked = possible, before, rng.getrandbits(32)
            if assumed_by(*asked) != assumed_by(*asked):
                what = f"assume{asked} returns other cards when it is called again"
                return no_points(what, _ASSUME)
        possible = [rng.sample(cards, size) for cards, size in zip(kinds, (3, 3, 4), strict=True)]
        before, every = self.refuted_in(rng, kinds, possible), [*product(*possible)]
        seeds = [len(every) * rng.getrandbits(32) for _ in range(SEEDS)]  # all of remainder 0
        drawn = Counter(
            assumed_by(possible, before if number % 2 else None, seed)
            for number, seed in enumerate(seeds)
        )
        off = chi_squared(drawn, dict.fromkeys(every, SEEDS / len(every)))
        if off > (free := len(every) - 1) + 7 * sqrt(2 * free):
            cards = Counter(card for file in drawn.elements() for card in file)
            counts = "; ".join(f"{n} times {card}" for card, n in cards.most_common())
            what = f"assume({possible}, {before} or None, seed) with {SEEDS} seeds: {counts}"
            return no_points(f"{what}; expected every case file about as often", _ASSUME)
        return Score(says=f"right in {self.tries} situations and with {SEEDS} seeds")

    def refuted_in(self, rng, kinds, possible):
        """Return an assumption of which one card has become impossible."""
        before, at = [rng.choice(cards) for cards in possible], rng.randrange(3)
        before[at] = rng.choice([card for card in kinds[at] if card not in possible[at]])
        return before


def _refuted(before, possible):
    return any(card not in cards for card, cards in zip(before, possible, strict=True))
