"""Drawers of the cases of exercise 10: positions, situations and matches."""

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from planner_clue.support.errors import CourseworkError
from planner_clue.support.plugins import run_file
from planner_clue.teaching.case_making import Drawn, Unsuitable

MONITOR = Path(__file__).parents[1] / "3-monitor" / "make_cases.py"
PER_ANSWER, PER_MISTAKE = 4, 3


def seeded(draw):
    """Draw other positions."""
    unlocated = draw.fields.get("unlocated", "")
    return Drawn({"seed": draw.rng.randrange(10**9)}, {}, f"positions {unlocated}".strip())


def match(draw):
    """Draw the seed of a match."""
    opponents = ", ".join(draw.fields["opponents"])
    return Drawn({"seed": 1 << 63 | draw.rng.getrandbits(63)}, {}, f"a match against {opponents}")


def at_its_end(situation):
    """Let an own suggestion be the last of its plan, answered as expected."""
    if situation["asked"]["by"] != situation["me"]:
        return False
    first = situation["plan"][0]
    first["expects"] = situation["asked"]["card"]
    situation["plan"] = [first, {"do": "accuse", "cards": situation["assumed"]}]
    situation["after"] = {**situation["before"], "place": situation["after"]["place"]}
    return True


def ends_unexpectedly(situation):
    """Let an own suggestion be the last of its plan, answered in another way."""
    return at_its_end(situation) and _expect_another(situation)


def locates_another(situation):
    """Let somebody else's suggestion locate a card that the plan does not name."""
    before = situation["before"]
    named = {card for step in situation["plan"] for card in step.get("cards", ())}
    others = {*before["possible"]} - {*before["located"], *situation["assumed"], *named}
    if situation["asked"]["by"] == situation["me"] or not others:
        return False
    _learn(situation, min(others))
    return True


def ends_with_news(situation):
    """Let an own suggestion be the last of its plan, and locate another card, too."""
    before = situation["before"]
    others = {*before["possible"]} - {*before["located"], *situation["assumed"]}
    others -= {*situation["asked"]["cards"]}
    if not others or not at_its_end(situation):
        return False
    _learn(situation, min(others))
    return True


def unexpected_with_news(situation):
    """Let an own suggestion be answered in another way, and locate another card, too."""
    return ends_with_news(situation) and _expect_another(situation)


def ends_without_accusation(situation):
    """Let an own suggestion be the only step of its plan, answered as expected."""
    if not at_its_end(situation):
        return False
    del situation["plan"][1]
    return True


def refutes_itself(situation):
    """Let an own suggestion be answered with an assumed card, and locate no other one."""
    asked, before = situation["asked"], situation["before"]
    assumed = [card for card in asked["cards"] if card in situation["assumed"]]
    if asked["by"] != situation["me"] or asked["shown_by"] is None or not assumed:
        return False
    asked["card"] = assumed[0]
    situation["after"] |= {
        "located": {**before["located"], assumed[0]: asked["shown_by"]},
        "possible": sorted({*before["possible"]} - {assumed[0]}),
    }
    return True


def asked_by_another(situation):
    """Let somebody else make the next suggestion of the plan, without news."""
    plan = [step for step in situation["plan"] if step["do"] != "go"]
    others = {0, 1, 2} - {situation["me"], situation["asked"]["by"]}
    if situation["asked"]["by"] == situation["me"] or plan[0]["do"] != "ask":
        return False
    shown = {"cards": plan[0]["cards"], "shown_by": min(others), "card": None, "passed": []}
    situation["asked"] |= shown
    situation["plan"] = plan
    situation["after"] = {**situation["before"], "place": situation["after"]["place"]}
    return True


def _expect_another(situation):
    """Let the plan expect another answer than the one that comes."""
    answer, others = situation["asked"]["card"], situation["asked"]["cards"]
    situation["plan"][0]["expects"] = next(card for card in others if card != answer)
    return True


def _learn(situation, card):
    """Let a card be located, and nothing else."""
    before, holder = situation["before"], next(n for n in range(3) if n != situation["me"])
    situation["after"] |= {
        "located": {**before["located"], card: holder},
        "possible": sorted({*before["possible"]} - {card}),
    }


ALTERATIONS = (
    *(at_its_end, ends_unexpectedly, locates_another, ends_with_news, asked_by_another),
    *(unexpected_with_news, ends_without_accusation, refutes_itself),
)


@cache
def played(secret, text):
    """Return situations of games of the published formulation, and altered ones."""
    other = run_file(MONITOR, "planner_clue_3_monitor_cases", str(MONITOR), CourseworkError)
    replan = other.functions(text)["replan"]
    found = [*other.situations(Random(secret).randrange(10**9), ("huji",))]
    for one in [*found]:
        for alter in (*other.ALTERATIONS, *ALTERATIONS):
            situation = json.loads(json.dumps(one["situation"]))
            with suppress(LookupError):
                if alter(situation):
                    found.append({"situation": situation})
    return [
        {"situation": one["situation"], "accepted": {"replan": replan(one["situation"])}}
        for one in found
    ]


def situations(draw):
    """Draw situations of each answer, and for each mistake some that it gets wrong."""
    pool = played(draw.secret, draw.solution["mission.py"])
    by_answer = {}
    for one in draw.rng.sample(pool, len(pool)):
        by_answer.setdefault(str(one["accepted"]["replan"]), []).append(one)
    if len(by_answer) < 5:
        raise Unsuitable
    chosen = [one for found in by_answer.values() for one in found[:PER_ANSWER]]
    chosen += by_answer["None"][PER_ANSWER : 3 * PER_ANSWER]
    for number, files in enumerate(draw.mistakes.values(), 1):
        defined = {}
        exec(files["mission.py"], defined)
        wrong = [one for one in pool if answer_of(defined, one) != one["accepted"]["replan"]]
        if not wrong:
            raise Unsuitable
        picked = draw.rng.sample(wrong, min(PER_MISTAKE, len(wrong)))
        chosen += [{**one, "group": f"mistake {number}"} for one in picked]
    name = f"{draw.stem}.json"
    lines = ",\n".join(map(json.dumps, chosen))
    return Drawn({"situations": name}, {name: f"[\n{lines}\n]\n"}, f"{len(chosen)} situations")


def answer_of(defined, one):
    """Return the answer of a solution with a mistake, which may fail."""
    with suppress(LookupError, TypeError):
        return defined["replan"](one["situation"])
    return "failed"


POSITIONS = ("02-many.toml", "03-repeated.toml", "04-hallway.toml", "05-murder.toml")
DRAWERS = {
    # hidden
    **dict.fromkeys(POSITIONS, seeded),
    "06-replan.toml": situations,
    "07-bn1.toml": match,
    # visible, and the first also hidden
    "01-assume.toml": seeded,
    "02-plans.toml": seeded,
    "03-replan.toml": situations,
}
