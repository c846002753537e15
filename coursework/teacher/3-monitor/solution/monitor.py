"""Exercise 3, solved."""

from typing import Any

CASE_FILE = "case file"


def trigger(situation: dict[str, Any]) -> str | None:
    """Return the name of the first reason to plan again, or None if there is none."""
    rules = {
        "assumption-refuted": assumption_refuted,
        "unexpected-answer": unexpected_answer,
        "new-fact": new_fact,
        "moved": moved,
        "plan-finished": plan_finished,
    }
    for name, fires in rules.items():
        if fires(situation):
            return name
    return None


def is_mine(situation: dict[str, Any]) -> bool:
    """Return whether the suggestion is this seat's own."""
    return bool(situation["asked"]["by"] == situation["me"])


def assumption_refuted(situation: dict[str, Any]) -> bool:
    """Return whether one of the assumed cards can no longer be in the case file."""
    possible = situation["after"]["possible"]
    return any(card not in possible for card in situation["assumed"])


def unexpected_answer(situation: dict[str, Any]) -> bool:
    """Return whether the own suggestion got another answer than the plan expects."""
    expected = situation["plan"][0].get("expects")
    return is_mine(situation) and situation["asked"]["card"] != expected


def new_fact(situation: dict[str, Any]) -> bool:
    """Return whether something became certain beside the card that was shown to this seat."""
    before, after = situation["before"], situation["after"]
    shown = {situation["asked"]["card"]} if is_mine(situation) else set()
    located = set(after["located"]) - set(before["located"]) - shown
    cleared = set(before["possible"]) - set(after["possible"]) - set(after["located"])
    return bool(located or cleared)


def moved(situation: dict[str, Any]) -> bool:
    """Return whether somebody else's suggestion brought the token into another room."""
    suspect, _, room = situation["asked"]["cards"]
    named = suspect == situation["token"] and not is_mine(situation)
    return named and situation["before"]["place"] != room


def plan_finished(situation: dict[str, Any]) -> bool:
    """Return whether the last suggestion of the plan was made."""
    left = situation["plan"][1:]
    return is_mine(situation) and all(step["do"] == "accuse" for step in left)


def broken(situation: dict[str, Any]) -> int | None:
    """Return the number of the first step that cannot go as planned, or None."""
    for number, step in enumerate(situation["plan"]):
        if number == 0 and step["do"] == "ask" and is_mine(situation):
            fails = unexpected_answer(situation)
        elif step["do"] == "go":
            fails = number == 0 and situation["before"]["place"] != situation["after"]["place"]
        else:
            fails = cannot_be_answered(step, situation)
        if fails:
            return number
    return None


def cannot_be_answered(step: dict[str, Any], situation: dict[str, Any]) -> bool:
    """Return whether a suggestion or an accusation cannot end as the plan expects."""
    located = situation["after"]["located"]
    holders = [located.get(card, CASE_FILE) for card in step["cards"]]
    if step["do"] == "accuse":
        return any(holder != CASE_FILE for holder in holders)
    if step["expects"] is None:
        return any(holder not in (CASE_FILE, situation["me"]) for holder in holders)
    return located.get(step["expects"]) in (CASE_FILE, situation["me"])
