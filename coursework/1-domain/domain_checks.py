"""Checks of a PDDL domain: valid plans, invalid plans, and costs of optimal plans.

No plan is compared with another: plans are executed step by step, and their costs are compared.
"""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec import Struct

from planner_clue.planning.domain import Domain, Text, read_domain
from planner_clue.planning.domain_checks import check_strictly
from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Limits, Plan, Status, read_plan
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import atom_texts, read_problem
from planner_clue.planning.syntax_tree import Group, fail
from planner_clue.planning.task import read_task
from planner_clue.planning.validation import Verdict, validate_texts
from planner_clue.support import errors
from planner_clue.teaching.checks import (
    Case,
    Feedback,
    File,
    Score,
    Sketch,
    Whole,
    no_points,
    with_goal,
)
from planner_clue.teaching.submission import Submission

DOMAIN = "domain.pddl"
_ENGINE = "fast-downward"
_SECONDS = 20.0
_NOT_TAKEN = (":constants", ":derived", "either")
_OUT = (Status.TIME_OUT, Status.MEMORY_OUT, Status.TOO_LARGE)
_FAULTS = (Status.UNSOLVABLE, Status.UNSUPPORTED, *_OUT)
"""Results for which the submitted domain is the cause, and not the engine."""

_NO_PLAN = "The actions do not reach the goal: an effect is missing, or a precondition too strict."
_TOO_MUCH = "A precondition of this action is too strict, or an action before it lacks an effect."
_TOO_LITTLE = "A precondition of this action is missing, or an action before it deletes too little."
_TOO_DEAR = "A precondition is too strict, an effect is missing, or a cost is too high."
_TOO_CHEAP = "The rules forbid a step or charge more: a precondition or a delete effect is missing."


def _domain(submission: Submission) -> Domain:
    """Return the submitted domain: of the PDDL that all tools take, with declared names."""
    try:
        domain = read_domain(submission.text(DOMAIN), DOMAIN)
        for name, where in _not_taken(domain.tree):
            fail(DOMAIN, where, f"'{name}' is not accepted here; coursework/1-domain lists what is")
        check_strictly(domain)
    except errors.DomainError as error:
        means = "The domain cannot be read; the numbers are line and column."
        raise errors.SubmissionError(str(error), means) from error
    return domain


def _not_taken(tree: Group) -> Iterator[tuple[str, Group]]:
    """Yield the parts of a domain that only some tools take, by name."""
    for part in tree.items:
        if isinstance(part, Group):
            if part.head in _NOT_TAKEN:
                yield part.head, part
            yield from _not_taken(part)


def _carried_out(domain: str, problem: str, plan: str) -> Verdict:
    """Return the verdict on a plan, of whose actions one of the two domains may lack some."""
    try:
        return validate_texts(Text(domain, DOMAIN), Text(problem, "problem"), Text(plan, "plan"))
    except errors.DomainError as error:
        means = "Are the actions those that the exercise names, no others, with their arguments?"
        raise errors.SubmissionError(str(error), means) from error


def _planned(domain: str, problem: str) -> Plan:
    """Return an optimal plan; :class:`SubmissionError` if the domain allows none within limits."""
    try:
        read_task(Text(domain, DOMAIN), Text(problem, "problem"))
    except errors.DomainError as error:
        raise errors.SubmissionError(f"no plan was found: {error}", _NO_PLAN) from error
    result = load_engine(_ENGINE).solve(domain, problem, Limits(seconds=_SECONDS))
    if result.status in _FAULTS:
        why = f"{result.status}: {result.detail}" if result.detail else result.status
        raise errors.SubmissionError(f"no plan was found: {why}", _NO_PLAN)
    return result.checked()


def _planned_by_reference(reference: str, problem: str) -> Plan:
    """Return an optimal plan of the teacher's domain; :class:`GradingError` if there is none."""
    try:
        return _planned(reference, problem)
    except (errors.SubmissionError, errors.PlanningFailure) as error:
        raise errors.GradingError(f"the reference domain: {error}") from error


def _costs_of(plan: Plan) -> str:
    return f"a plan of {errors.many(len(plan.steps), 'step')} and cost {plan.cost}"


class _DomainDeclares(Case, tag="domain-declares", kw_only=True):
    checks: str = "the domain has the actions of the exercise"
    actions: tuple[str, ...] = ()
    """Each as ``name: type type``."""

    def __post_init__(self) -> None:
        split = (action.partition(":") for action in self.actions)
        self.wanted = {name: types.split() for name, _, types in split}

    def story(self) -> str:
        return "\n".join(f"({' '.join([name, *types])})" for name, types in self.wanted.items())

    def trial(self, submission: Submission) -> Score:
        domain, feedback = _domain(submission), list[Feedback]()
        for name, types in self.wanted.items():
            given = [*domain.actions[name].types] if name in domain.actions else None
            if given != types:
                found = "there is none" if given is None else f"it has ({' '.join(given)})"
                feedback.append(Feedback(f"action {name} ({' '.join(types)}): {found}"))
        return Score(0.0 if feedback else 1.0, tuple(feedback))


class _JudgedPlan(Struct, kw_only=True, dict=True, forbid_unknown_fields=True):
    """A plan for a problem; valid, at this cost if one is given, or failing at a step."""

    problem: File
    goal: str | None = None
    """Another goal than that of the problem."""
    plan: str
    cost: Whole | None = None
    at_step: Whole | None = None

    def __post_init__(self) -> None:
        self.plan = self.plan.strip()
        self.posed: str = self.problem
        if self.goal is not None:
            self.posed = with_goal(self.problem, self.goal)
        try:
            self.steps = [one.step for one in read_plan(self.plan, "plan")]
        except errors.DomainError as error:
            raise errors.CourseworkError(str(error)) from error
        if self.at_step is not None and not 1 <= self.at_step <= len(self.steps):
            what = f"expected a step of the plan, 1 to {len(self.steps)}"
            raise errors.CourseworkError(f"at_step = {self.at_step}; {what}")

    def story(self) -> str:
        return f"plan:\n{self.plan}\n{_in_short(self.posed)}"

    def fault(self, domain: str) -> Feedback | None:
        """Return the difference between the verdict in a domain and the one by the rules."""
        verdict = _carried_out(domain, self.posed, self.plan)
        if self.at_step is None:
            if not verdict.valid:
                return Feedback(f"the plan is not valid: {verdict.message}", _TOO_MUCH)
            if self.cost is None or verdict.message == f"cost {self.cost}":
                return None
            what = f"the plan has {verdict.message}; by the rules it has cost {self.cost}"
            return Feedback(what, "The costs of an action differ from the rules.")
        if verdict.step == self.at_step:
            return None
        broken = f"step {self.at_step} {self.steps[self.at_step - 1]} breaks a rule"
        if verdict.step is None or verdict.step > self.at_step:
            return Feedback(f"{broken}, but it can be taken", _TOO_LITTLE)
        return Feedback(f"{broken}, but the plan fails before: {verdict.message}", _TOO_MUCH)

    def result(self, domain: str, more: str = "") -> Score:
        """Return the result of a domain; ``more`` is added to its fault."""
        if (failure := self.fault(domain)) is None:
            return Score()
        drawn = _sketch(domain, self.posed, self.plan, self.at_step)
        return no_points(failure.what + more, failure.means, drawn)


class _DomainAllows(Case, tag="domain-allows", kw_only=True):
    checks: str = "a plan that the rules allow is valid"
    problem: File
    goal: str | None = None
    plan: str
    cost: Whole | None = None

    def __post_init__(self) -> None:
        names = _JudgedPlan.__struct_fields__
        given: dict[str, Any] = {name: getattr(self, name, None) for name in names}
        self.judged = _JudgedPlan(**given)

    def story(self) -> str:
        return self.judged.story()

    def trial(self, submission: Submission) -> Score:
        return self.judged.result(_domain(submission).text)


class _DomainRefuses(_DomainAllows, tag="domain-refuses", kw_only=True):
    checks: str = "a plan that breaks a rule fails at that step"
    at_step: Whole


class _DomainRules(Case, tag="domain-rules", kw_only=True):
    """Several plans: all of them have to be judged as the rules do, or there are no points.

    A mistake in a precondition or an effect of an action counts, even if few plans detect it.
    """

    checks: str = "all plans that follow the rules are valid; all others fail where they break one"
    plans: tuple[_JudgedPlan, ...] = ()

    def trial(self, submission: Submission) -> Score:
        domain = _domain(submission).text
        results = (one.result(domain, f"\n{one.story()}") for one in self.plans)
        return next((result for result in results if result.feedback), Score())


class _Posed(Case, kw_only=True):
    problem: File

    def story(self) -> str:
        return _in_short(self.problem)


class _DomainFinds(_Posed, tag="domain-finds", kw_only=True):
    checks: str = "the best plan costs neither more nor less than it should"
    cost: Whole

    def trial(self, submission: Submission) -> Score:
        plan = _planned(_domain(submission).text, self.problem)
        found = f"found {_costs_of(plan)}; the best plan costs {self.cost}"
        if plan.cost == self.cost:
            return Score(says=found)
        means = _TOO_DEAR if plan.cost > self.cost else _TOO_CHEAP
        drawn = _sketch(submission.text(DOMAIN), self.problem, plan.to_text())
        return no_points(found + _steps(plan), means, drawn)


class _DomainFindsValid(_Posed, tag="domain-finds-valid", kw_only=True):
    checks: str = "the best plan is valid under all rules and costs no more than it has to"
    reference: File

    def trial(self, submission: Submission) -> Score:
        problem, reference = self.problem, self.reference
        plan = _planned(_domain(submission).text, problem)
        best = _planned_by_reference(reference, problem)
        verdict = _carried_out(reference, problem, plan.to_text())
        if not verdict.valid:
            what = f"your best plan breaks the rules: {verdict.message}{_steps(plan)}"
            drawn = _sketch(reference, problem, plan.to_text(), verdict.step)
            return no_points(what, _TOO_LITTLE, drawn)
        found = f"found {_costs_of(plan)}; the best plan costs {best.cost}"
        if plan.cost > best.cost:
            return Score(0.5, (Feedback(found + _steps(plan), _TOO_DEAR),))
        return Score(says=found)


class _DomainAllowsReference(_DomainFindsValid, tag="domain-allows-reference", kw_only=True):
    checks: str = "the best plan that the rules allow is valid"

    def trial(self, submission: Submission) -> Score:
        domain, problem = _domain(submission).text, self.problem
        best = _planned_by_reference(self.reference, problem)
        verdict = _carried_out(domain, problem, best.to_text())
        if verdict.valid:
            return Score()
        what = f"a plan that the rules allow is not valid: {verdict.message}{_steps(best)}"
        return no_points(what, _TOO_MUCH, _sketch(domain, problem, best.to_text(), verdict.step))


def _sketch(domain: str, problem: str, plan: str, at: int | None = None) -> Sketch:
    """Return a plan with the state before its last step, or before the one that fails in a domain.

    ``at`` is the step that breaks a rule, where it is not the one that fails.
    """
    steps = [one.step for one in read_plan(plan, "plan")]
    lines = tuple(map(str, steps))
    try:
        check = PlanCheck.of(domain, problem)
        flaw = check.first_flaw(steps)
    except errors.DomainError:
        return Sketch(lines, at=at)
    failing, lacks = (flaw.number, flaw.lacks) if flaw and flaw.step else (None, ())
    shown = min(number for number in (at, failing, len(steps)) if number)
    states = [{*check.start}]
    for step in steps[: shown - 1]:
        states.append(check.successor(step, states[-1]))
    rooms = (sorted(atom[1] for atom in state if atom[0] == "at") for state in states)
    last = steps[shown - 1]
    holds = [atom for atom in states[-1] if not atom[1:] or {*atom[1:]} & {*last.arguments}]
    return Sketch(
        lines,
        at=at or failing,
        way=tuple(room for found in rooms for room in found[:1]),
        lacks=lacks if shown == failing else (),
        holds=tuple(atom_texts(holds)),
        action=_action(domain, last.action),
    )


def _action(domain: str, name: str) -> str:
    start = domain.lower().find(f"(:action {name}\n")
    if start < 0:
        return ""
    return domain[domain.rfind("\n", 0, start) + 1 :].partition("\n\n")[0].rstrip()


def _steps(plan: Plan) -> str:
    return "".join(f"\n  {step}" for step in plan.steps)


def _in_short(problem: str) -> str:
    """Return a problem as a short text without the values of functions."""
    read = read_problem(problem)
    story = [line for line in problem.splitlines() if line.startswith(";")]
    init = [" ".join(atom_texts(same)) for _, same in groupby(sorted(read.init), key=itemgetter(0))]
    numbers = f"{len(read.values)} numbers, such as the squares from room to room"
    return "\n".join([*story, *init, numbers, f"goal: {' '.join(atom_texts(read.goal))}"])
