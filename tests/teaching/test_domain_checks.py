"""Exercise 1: what a domain lacks is found, and named by step and atom."""

import re

import pytest

from planner_clue.planning.plan import PlanningResult, Status
from tests.teaching.grading_help import TEACHER, checks_of, fault_of, graded, score_of

SOLUTION = (TEACHER / "1-domain" / "solution" / "domain.pddl").read_text()
PASSAGE = "cases/05-passage.toml"
CHEAPEST = "cases/10-many-cards.toml"
PROOF = "cases/08-a-proof.toml"
FOUND = "hidden/06-everything.toml"
REFERENCE = "hidden/07-allows-everything.toml"


def changed(old: str, new: str) -> dict[str, str]:
    assert old in SOLUTION
    return {"domain.pddl": SOLUTION.replace(old, new, 1)}


TELEPORT = changed("      (at ?from)\n      (PASSAGE ?from ?to))", "      (at ?from))")
"""Passages lead from anywhere to anywhere."""


COSTS = "(increase (total-cost) 1)"


@pytest.mark.parametrize(
    ("files", "place", "what", "means"),
    [
        (TELEPORT, FOUND,
         r"best plan breaks the rules: step \d+ \(take-passage .*\): \(passage .*not hold",
         "A precondition of this action is missing"),
        (changed("(:action accuse", "(:action win :effect (case-closed))\n  (:action accuse"),
         FOUND, "unknown action 'win'", "Are the actions those that the exercise names"),
        (TELEPORT, CHEAPEST, "the best plan costs", "The rules forbid a step or charge more"),
        (TELEPORT, PASSAGE,
         r"^step 2 \(take-passage lounge kitchen\) breaks a rule, but it can be taken$",
         "A precondition of this action is missing"),
        (changed(f"(may-suggest)\n      {COSTS}", COSTS), PROOF,
         r"4 \(suggest-none-shown green knife kitchen\): \(may-suggest\) does not hold",
         "an action before it lacks an effect"),
        (changed("(murder ?r))\n    :effect", "(murder ?r)\n(may-suggest))\n    :effect"),
         REFERENCE, r"\(accuse [\w -]+\): \(may-suggest\) does not hold",
         "A precondition of this action is too strict"),
    ],
    ids=["plan", "action", "cost", "rule", "effect", "reference"],
)  # fmt: skip
def test_a_fault_has_its_step(files: dict[str, str], place: str, what: str, means: str) -> None:
    (failure,) = score_of("1-domain", files, place).feedback
    assert re.search(what, failure.what)
    assert means in failure.means


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("(PASSAGE ?from ?to))", "(PASAGE ?from ?to))", "unknown predicate 'pasage'; did you mean"),
        ("(PASSAGE ?from ?to))", "(PASSAGE ?from ?too))", "unknown variable ?too"),
        (":precondition (at ?from)", ":preconditon (at ?from)", "unexpected ':preconditon'"),
    ],
)
def test_a_typing_mistake_is_named_with_line_and_column(old: str, new: str, says: str) -> None:
    for source in ("cases/01-actions.toml", PASSAGE):
        (failure,) = score_of("1-domain", changed(old, new), source).feedback
        assert says in failure.what
        assert failure.what.startswith("domain.pddl:")


@pytest.mark.parametrize(
    "domain",
    [
        "(" * 100_000,
        "(define (domain d) " + "(:predicates (p)) " * 10_000 + ")",
        SOLUTION.replace(
            "(?s - suspect ?w - weapon ?r - room)\n    :precondition (and\n      (murder ?s)",
            "(?s - suspect ?w - weapon ?r - room ?a ?b ?c ?d ?e ?f ?g - card)\n"
            "    :precondition (and\n      (murder ?s)",
        ),
    ],
    ids=["deep", "long", "large"],
)
def test_a_domain_that_is_much_work_is_given_up(domain: str) -> None:
    assert fault_of(score_of("1-domain", {"domain.pddl": domain}, "cases/10-many-cards.toml"))


def test_an_effect_for_all_rooms_is_as_good_as_one_for_the_room_left() -> None:
    anywhere = SOLUTION.replace("(not (at ?from))", "(forall (?x - room) (not (at ?x)))")
    assert anywhere.count("forall") == 2
    for case in ("cases/09-three-rooms.toml", PROOF, FOUND):
        assert score_of("1-domain", {"domain.pddl": anywhere}, case).share == 1


def test_a_fault_of_the_engine_is_not_the_students(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def solve(self, *_: object) -> PlanningResult:
            return PlanningResult(Status.FAILED, None, "Bad file descriptor")

    monkeypatch.setattr(checks_of("1-domain"), "load_engine", lambda _: Broken())
    marks = graded("1-domain", {"domain.pddl": SOLUTION}, PROOF, "cases/02-accuse.toml", FOUND)
    message = "engine-error: Bad file descriptor"
    assert [mark.score.ungraded for mark in marks.marks] == [message, "", message]
    assert (marks.points, marks.out_of) == (2, 2)
    results = marks.results()
    assert [test["max_score"] for test in results["tests"]] == [0, 2, 0]
    assert "Not graded: 2 cases, 2 points." in results["output"]


@pytest.mark.parametrize(
    "part", ["(:derived (open ?c - card) (held ?c))", "(:constants spare - room)", "either"]
)
def test_pddl_that_only_some_tools_take_is_refused_by_name_and_line(part: str) -> None:
    if part == "either":
        files = changed("(held ?c - card)", "(held ?c - (either suspect weapon room))")
    else:
        files = changed("  (:functions", f"  {part}\n  (:functions")
    text = files["domain.pddl"]
    line = text[: text.index(part)].count("\n") + 1
    for place in (PASSAGE, PROOF, FOUND, REFERENCE):
        (failure,) = score_of("1-domain", files, place).feedback
        name = part.strip("(").split()[0]
        assert re.match(rf"domain\.pddl:{line}:\d+: '{name}' is not accepted here", failure.what)


ALL = "(forall (?c - suspect) (or (open ?c) (not (open ?c))))"


@pytest.mark.parametrize(
    "condition",
    [
        "(not (PASSAGE ?from ?from))",
        "(or (at ?from) (= ?from ?to))",
        "(exists (?r - room) (at ?r))",
        ALL,
    ],
)
def test_other_pddl_that_the_page_names_is_taken(condition: str) -> None:
    files = changed(":precondition (at ?from)", f":precondition (and (at ?from) {condition})")
    for place in (PROOF, CHEAPEST):
        assert score_of("1-domain", files, place).share == 1
