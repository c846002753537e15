"""Similarity of submissions: what hides nothing, and what is not alike."""

from planner_clue.teach.similarity import likenesses
from tests.teach.grading_help import COURSEWORK, TEACHER

MONITOR = (TEACHER / "3-monitor" / "solution" / "monitor.py").read_text()
DOMAIN = (TEACHER / "1-domain" / "solution" / "domain.pddl").read_text()
OTHER = (TEACHER / "4-costs" / "solution" / "costs.py").read_text()


def share(file: str, one: str, other: str, base: str = "") -> float:
    """Return the share of two texts, 0 if they are not listed."""
    handed_in = {"one": {file: one.encode()}, "other": {file: other.encode()}}
    found = likenesses(handed_in, {}, {file: base.encode()}, least=0.01)
    return found[0].share if found else 0.0


def disguised(text: str) -> str:
    """Return code with other names, comments and layout, and its functions in another order."""
    for number, name in enumerate(("is_mine", "expected", "located", "holders", "situation")):
        text = text.replace(name, f"x{number}")
    head, *functions = text.replace("    ", "  # mine\n  ").split("\n\n\n")
    return "\n\n".join([head, *reversed(functions)])


def test_other_names_comments_and_orders_hide_nothing() -> None:
    assert share("monitor.py", MONITOR, disguised(MONITOR)) > 0.8
    head, *actions = DOMAIN.split("  (:action")
    actions[-1] = actions[-1].rstrip().removesuffix(")")
    moved = "  (:action".join([head, *reversed(actions)]) + ")"
    assert share("domain.pddl", DOMAIN, moved.upper().replace("?R", "?ROOM")) > 0.8


def test_the_starting_point_makes_nobody_alike() -> None:
    start = (COURSEWORK / "1-domain" / "domain.pddl").read_text()
    assert share("domain.pddl", start, start) == 1
    assert share("domain.pddl", start, start, base=start) == 0


def test_a_copy_of_the_published_solution_is_listed_beside_it() -> None:
    mine, theirs = {"a": {"costs.py": OTHER.encode()}}, {"solution": {"costs.py": OTHER.encode()}}
    (found,) = likenesses(mine, theirs, {}, least=1)
    assert (found.one, found.other, found.share) == ("a", "solution", 1)
