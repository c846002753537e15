"""Drawers of the cases of exercise 1: problems of the small game, and plans in them.

Plans are random walks in the solution. The plans of a case are chosen so that they detect its
mistakes: in each mistaken domain at least one of them is judged differently.
"""

from itertools import product

from planner_clue.game.board import load_board
from planner_clue.game.cards import Deck
from planner_clue.planning.domain import read_domain
from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Limits, Step, read_plan
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import PddlProblem
from planner_clue.teaching.case_making import Drawn, Unsuitable

DOMAIN = "domain.pddl"
WALKS = 400
"""Random walks of which the plans of a case are chosen."""
MOST_PLANS = 40
LEFT, SELF = 2, 2
SUGGESTIONS = tuple(f"suggest-{what}-shown" for what in ("suspect", "weapon", "room", "none"))
NOBODY = "suggest-none-shown"
SHORTEST, LONGEST = 12, 20
"""Steps of the best plan for the whole board."""


# -- problems -------------------------------------------------------------------------------


def small(rng, counts=(3, 3, 3), held=3, passages=1, known=False):
    """Return a problem of a few cards: some held, a passage or two, perhaps a known case file."""
    deck = Deck()
    cards = [rng.sample(group, n) for (_, group), n in zip(deck.by_category(), counts, strict=True)]
    assumed = [rng.choice(group) for group in cards]
    rooms = cards[2]
    pairs = [pair for pair in product(rooms, rooms) if pair[0] != pair[1]]
    joined = rng.sample(pairs, min(passages, len(pairs)))
    walks = {}
    for start, end in product(rooms, rooms):
        other = walks.get(("walk", end, start))
        walks["walk", start, end] = SELF if start == end else other or rng.randint(3, 20)
    ways = walks, joined
    return written(rng, cards, assumed, ways, held=held, known=known)


def whole_board(rng):
    """Return a problem of all cards on the classic board."""
    board, cards = load_board("classic"), [list(group) for group in Deck().categories]
    assumed = [rng.choice(group) for group in cards]
    walks = {
        ("walk", a, b): SELF if a == b else board.pips[a][b] for a, b in product(cards[2], cards[2])
    }
    ways = walks, [*board.passages.items()]
    return written(rng, cards, assumed, ways, held=10, sought=6)


def written(rng, cards, assumed, ways, *, held, known=False, sought=3):
    """Return a problem; ``sought`` cards have to be found beside the case file."""
    walks, passages = ways
    others = [card for group in cards for card in group if card not in assumed]
    held = set(rng.sample(others, min(held, len(others))))
    at = rng.choice([room for room in cards[2] if room != assumed[2]])
    init = {("at", at), *(("PASSAGE", a, b) for a, b in passages)}
    init |= {("held", card) for card in (others if known else held)}
    goal = {("case-closed",)}
    if known:
        init |= {("murder", card) for card in assumed}
    else:
        init |= {("ASSUMED", card) for card in assumed} | {("open", card) for card in assumed}
        init |= {("open", card) for card in others if card not in held}
        # Of the held cards, some are rivals: who holds them was learned before.
        rivals = {card for card in others if card not in held or rng.random() < 0.5}
        init |= {("RIVAL", card) for card in rivals}
        left = [card for card in others if card not in held]
        goal |= {("held", card) for card in rng.sample(left, min(sought, len(left)))}
    kinds = dict(zip(("suspect", "weapon", "room"), map(tuple, cards), strict=True))
    story = f"Assumed: {', '.join(assumed)}." if not known else "The case file is known."
    problem = PddlProblem("drawn", "clue-lesson", kinds, frozenset(init), walks, frozenset(goal))
    return problem, problem.to_text([story])


def best_plan(draw, problem):
    """Return the best plan by the solution."""
    result = load_engine("fast-downward").solve(draw.solution[DOMAIN], problem, Limits(seconds=20))
    if not result.plan:
        raise Unsuitable
    return result.plan


# -- plans ----------------------------------------------------------------------------------


class Walks:
    """Random plans of one problem, by the solution."""

    def __init__(self, draw, problem):
        self.rng, self.problem, self.text = draw.rng, *problem
        self.check = PlanCheck.of(draw.solution[DOMAIN], self.text)
        objects = self.problem.objects
        self.steps = [
            Step(name, arguments)
            for name, action in read_domain(draw.solution[DOMAIN]).actions.items()
            for arguments in product(*(objects[kind] for kind in action.types))
        ]

    def walk(self, about, length):
        """Return a random valid plan and its last state; ``about`` names actions to prefer."""
        plan, state = [], set(self.check.start)
        while len(plan) < length:
            steps = [step for step in self.steps if self.may_follow(plan, step, state)]
            if not steps:
                break
            favoured = [step for step in steps if step.action in about]
            favoured = favoured or [step for step in steps if step.action == "travel"]
            one = self.rng.choice(favoured if favoured and self.rng.random() < 0.7 else steps)
            plan.append(one)
            state = self.check.successor(one, state)
        return plan, state

    def may_follow(self, plan, step, state):
        """Return whether a step can be taken, and the rules say beyond doubt what it changes."""
        if any(one.action == "accuse" for one in plan) or self.check.unmet(step, state):
            return False
        after_all = any(one.action == NOBODY for one in plan)
        return not (after_all and step.action in SUGGESTIONS)

    def valid(self, about):
        """Return a plan that keeps the rules, with its goal, or None."""
        plan, state = self.walk(about, self.rng.randint(1, 4))
        if not any(step.action in about for step in plan):
            return None
        named = {name for step in plan for name in step.arguments}
        sure = {"at", "may-suggest", "held", "murder", "case-closed"}
        sure |= set() if any(step.action == NOBODY for step in plan) else {"open"}
        goal = sorted(atom for atom in state if atom[0] in sure and named >= {*atom[1:]})
        cost = sum(self.check.cost(step) for step in plan)
        return {"plan": lines(plan), "goal": conjunction(goal), "cost": cost}

    def invalid(self, about, wanted=lambda plan, step, lacks: True, length=3):
        """Return a plan whose last step breaks one rule, or None."""
        plan, state = self.walk(about, self.rng.randint(0, length))
        if any(step.action == "accuse" for step in plan):
            return None
        in_plan = any(step.action in about for step in plan)
        after_all = any(step.action == NOBODY for step in plan)
        options = []
        for step in self.steps:
            lacks = self.check.unmet(step, state)
            fits = len(lacks) == 1 and (in_plan or step.action in about)
            if after_all and step.action in SUGGESTIONS:
                fits = fits and lacks == ("(may-suggest)",)
            if fits and wanted(plan, step, lacks[0]):
                options.append(step)
        if not options:
            return None
        favoured = [step for step in options if step.action in about]
        last = self.rng.choice(favoured or options)
        return {"plan": lines([*plan, last]), "at_step": len(plan) + 1}

    def rule(self, plan):
        """Return the condition that the last step of a plan lacks, with the role of its cards."""
        *steps, last = parsed(plan)
        state = set(self.check.start)
        for step in steps:
            state = self.check.successor(step, state)
        (lacks,) = self.check.unmet(last, state) or ["()"]
        predicate, *cards = lacks.strip("()").split() or [""]
        return last.action, predicate, *(last.arguments.index(card) for card in cards)


def lines(plan):
    return "\n" + "\n".join(map(str, plan))


def conjunction(atoms):
    return f"(and {' '.join(f'({chr(32).join(atom)})' for atom in atoms)})"


def parsed(plan):
    return [one.step for one in read_plan(plan["plan"], "plan")]


def is_judged_differently(plan, problem, domain):
    """Return whether a domain judges a plan differently."""
    steps = parsed(plan)
    if "goal" in plan:
        text = (
            problem.partition("(:goal")[0]
            + f"(:goal {plan['goal']})\n(:metric minimize (total-cost)))"
        )
        check = PlanCheck.of(domain, text)
        flaw = check.first_flaw(steps)
        return flaw is not None or sum(map(check.cost, steps)) != plan["cost"]
    flaw = PlanCheck.of(domain, problem).first_flaw(steps)
    return flaw is None or flaw.number != plan["at_step"]


# -- drawers --------------------------------------------------------------------------------


def rules(*about, given=(), **kinds):
    """Return the drawer of a case about an action: a plan per rule, and others for the mistakes.

    Plans of the template about ``given`` actions, which students need not change, are kept.
    """

    def drawer(draw):
        problems = {f"{draw.stem}.pddl": small(draw.rng, **kinds)}
        if kinds.get("known"):  # where nothing is known, nobody may accuse
            problems[f"{draw.stem}-open.pddl"] = small(draw.rng)
        found, kinds_of = [], {}
        for name, problem in problems.items():
            walks = Walks(draw, problem)
            for number in range(WALKS):
                plan = walks.valid(about) if number % 3 == 0 else walks.invalid(about)
                if plan is None or {"problem": name, **plan} in found:
                    continue
                found.append({"problem": name, **plan})
                rule = walks.rule(plan)
                if rule[0] in about:
                    kinds_of.setdefault(rule, found[-1])
        texts = {name: text for name, (_, text) in problems.items()}
        kept = [plan for plan in draw.fields["plans"] if any(one in plan["plan"] for one in given)]
        texts |= {plan["problem"]: draw.files[plan["problem"]] for plan in kept}
        plans = telling([*kinds_of.values(), *kept], found, texts, draw)
        steps = sum(plan["plan"].count("\n") for plan in plans)
        summary = f"{len(plans)} plans, {steps} steps"
        return Drawn({"plans": plans}, texts, summary)

    return drawer


def telling(chosen, found, texts, draw):
    """Return chosen plans and others, which together detect all mistakes."""
    plans, left = [], dict(draw.mistakes)
    for plan in [*chosen, *found]:
        found_here = [
            name
            for name, files in left.items()
            if is_judged_differently(plan, texts[plan["problem"]], files[DOMAIN])
        ]
        if found_here or plan in chosen:
            plans.append(plan)
        for name in found_here:
            del left[name]
    if left or len(plans) > MOST_PLANS:
        raise Unsuitable
    return plans


def refuses(wanted, **kinds):
    """Return the drawer of a case with one plan whose last step breaks a rule."""

    def drawer(draw):
        problem = small(draw.rng, **kinds)
        walks = Walks(draw, problem)
        for _ in range(WALKS):
            if plan := walks.invalid({step.action for step in walks.steps}, wanted):
                name = f"problems/{draw.stem}.pddl"
                return Drawn({"problem": name, **plan}, {name: problem[1]}, "1 rule broken")
        raise Unsuitable

    return drawer


def guesses(draw):
    """Draw an accusation without a proof, and the best plan with one."""
    (_, text), name = small(draw.rng), f"problems/{draw.stem}.pddl"
    guess = f"\n(accuse {text.splitlines()[0].partition(': ')[2].rstrip('.').replace(',', '')})"
    plans = [guess, lines(best_plan(draw, text).steps)]
    judged = [{"problem": name, "plan": plan} for plan in plans]
    judged[0]["at_step"] = 1
    return Drawn({"plans": judged}, {name: text}, "3 cards unknown")


def proof(draw):
    """Draw a whole proof: the best plan of a problem with a passage worth taking."""
    (_, text), name = small(draw.rng, (3, 3, 4), held=2, passages=2), f"problems/{draw.stem}.pddl"
    plan = best_plan(draw, text)
    actions = {step.action for step in plan.steps}
    if "take-passage" not in actions or not 6 <= len(plan.steps) <= LONGEST:
        raise Unsuitable
    fields = {"problem": name, "plan": lines(plan.steps)}
    return Drawn(fields, {name: text}, f"{len(plan.steps)} steps, cost {plan.cost}")


def finds(shortest, longest, **kinds):
    """Return the drawer of a problem whose best plan has the given number of steps."""

    def drawer(draw):
        (_, text), name = small(draw.rng, **kinds), f"problems/{draw.stem}.pddl"
        plan = best_plan(draw, text)
        if not shortest <= len(plan.steps) <= longest:
            raise Unsuitable
        summary = f"{len(plan.steps)} steps, cost {plan.cost}"
        return Drawn({"problem": name, "cost": plan.cost}, {name: text}, summary)

    return drawer


def everything(draw):
    """Draw a problem of the whole board; the solution is the reference beside it."""
    (_, text), name = whole_board(draw.rng), f"{draw.stem}.pddl"
    plan = best_plan(draw, text)
    if not SHORTEST <= len(plan.steps) <= LONGEST:
        raise Unsuitable
    files = {name: text, "reference.pddl": draw.solution[DOMAIN]}
    summary = f"{len(plan.steps)} steps, cost {plan.cost}"
    return Drawn({"problem": name, "reference": "reference.pddl"}, files, summary)


def in_the_way(action, lacks, before=None):
    """Return the condition that a step of an action lacks just this, perhaps after another one."""

    def wanted(plan, step, lacking):
        after = before is None or (plan and plan[-1].action.startswith(before))
        return step.action == action and lacking.startswith(lacks) and after

    return wanted


def left_behind(plan, step, lacking):
    """Return whether the token leaves a room that it has left by a passage."""
    left = plan[-1].arguments[0] if plan and plan[-1].action == "take-passage" else None
    return step.action == "travel" and step.arguments[0] == left and lacking.startswith("(at ")


DRAWERS = {
    # hidden
    "01-passage.toml": rules("take-passage", counts=(1, 1, 4), held=0, passages=3),
    "02-weapon-shown.toml": rules(
        "suggest-weapon-shown",
        given=("suggest-suspect-shown", "(travel lounge study)", "study)\n(travel hall lounge)"),
    ),
    "03-room-shown.toml": rules("suggest-room-shown", counts=(3, 3, 4), held=4),
    "04-nobody-shows.toml": rules(NOBODY),
    "05-accuse.toml": rules("accuse", counts=(2, 2, 3), known=True),
    "06-everything.toml": everything,
    "07-allows-everything.toml": everything,
    # visible
    "02-accuse.toml": finds(3, 3, counts=(1, 1, 2), held=1),
    "03-no-guessing.toml": guesses,
    "04-ask-there.toml": refuses(in_the_way(NOBODY, "(at ", "travel")),
    "05-passage.toml": refuses(in_the_way("take-passage", "(passage ", "travel"), passages=2),
    "06-one-token.toml": refuses(left_behind, passages=4),
    "07-once.toml": refuses(in_the_way("suggest-weapon-shown", "(may-suggest", "suggest-")),
    "08-a-proof.toml": proof,
    "09-three-rooms.toml": finds(6, 9, held=2),
    "10-many-cards.toml": finds(10, 16, counts=(4, 4, 6), held=5),
}
