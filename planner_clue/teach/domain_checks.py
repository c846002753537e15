"""Checks of a PDDL domain: valid plans, invalid plans, and costs of optimal plans.

No plan is compared with another: plans are executed in a domain, step by step, and costs are
compared.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Self

from planner_clue.errors import DomainError, GradingError, PlanningFailure, SubmissionError
from planner_clue.planning.domain import Domain, Text, read_domain
from planner_clue.planning.domain_checks import check_actions
from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Limits, Plan, Status, Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import Atom, read_problem
from planner_clue.planning.validation import Verdict, load_validator, validate_texts
from planner_clue.teach.checks import CaseData, Trial, case_check
from planner_clue.teach.marks import Earned, Figure, Shortfall
from planner_clue.teach.submission import Submission

DOMAIN = "domain.pddl"
_PLAN_FIELDS = "problem goal plan cost at_step"
_ENGINE = "fast-downward"
_SECONDS = 20.0
_HALF = 0.5
_OF_THE_DOMAIN = (
    Status.UNSOLVABLE,
    Status.TIME_OUT,
    Status.MEMORY_OUT,
    Status.TOO_LARGE,
    Status.UNSUPPORTED,
)
"""Results for which the submitted domain is the cause, and not the engine."""
_REFUSED = "Error in domain specification"
"""The translator's message about a text that is not a domain."""

_NO_PLAN = (
    "From the start of this problem your actions do not lead to the goal: an effect is missing, "
    "or a precondition asks for more than the rules do."
)
_TOO_MUCH = (
    "Your domain does not allow what the rules allow: a precondition of this action asks for too "
    "much, or an action before it lacks an effect."
)
_TOO_LITTLE = (
    "Your domain allows what the rules forbid: a precondition of this action is missing, or an "
    "action before it does not delete what it should."
)


def _domain(submission: Submission) -> Domain:
    """Return the submitted domain; all names in it are declared."""
    try:
        domain = read_domain(submission.text(DOMAIN), DOMAIN)
        domain.check_types()
        check_actions(domain)
    except DomainError as error:
        means = "The domain cannot be read; the numbers are line and column."
        raise SubmissionError(str(error), means) from error
    return domain


def _carried_out(domain: str, problem: str, plan: str) -> Verdict:
    """Return the verdict on a plan in the submitted domain."""
    try:
        return _verdict(domain, problem, plan)
    except DomainError as error:
        means = "Are all actions there that exercise.toml and the cases name, with their arguments?"
        raise SubmissionError(str(error), means) from error


def _verdict(domain: str, problem: str, plan: str) -> Verdict:
    texts = Text(domain, DOMAIN), Text(problem, "problem"), Text(plan, "plan")
    return validate_texts(*texts)


def _planned(domain: str, problem: str) -> Plan:
    """Return an optimal plan.

    Raises :class:`SubmissionError` where the domain allows none within the limits, and
    :class:`PlanningFailure` where the engine fails.
    """
    result = load_engine(_ENGINE).solve(domain, problem, Limits(seconds=_SECONDS))
    if result.status in _OF_THE_DOMAIN or _REFUSED in result.detail:
        what = f"no plan was found: {result.status}"
        raise SubmissionError(f"{what}: {result.detail}" if result.detail else what, _NO_PLAN)
    return result.checked()


def _planned_by_reference(reference: str, problem: str) -> Plan:
    """Return an optimal plan of the teacher's domain; :class:`GradingError` if there is none."""
    try:
        return _planned(reference, problem)
    except (SubmissionError, PlanningFailure) as error:
        raise GradingError(f"the reference domain: {error}") from error


def _costs_of(plan: Plan) -> str:
    steps = "1 step" if len(plan.steps) == 1 else f"{len(plan.steps)} steps"
    return f"a plan of {steps} and cost {plan.cost}"


# -- the checks ----------------------------------------------------------------------------


@case_check("domain-declares", "the domain has the actions of the exercise", "actions")
def _declares(data: CaseData) -> tuple[Trial, str]:
    """Check that the domain declares the actions of the exercise, with these parameters."""
    wanted = {
        name: tuple(types.split())
        for name, _, types in (a.partition(":") for a in data.texts("actions"))
    }

    def trial(submission: Submission) -> Earned:
        domain, falls = _domain(submission), list[Shortfall]()
        for name, types in wanted.items():
            given = domain.actions[name].types if name in domain.actions else None
            if given != types:
                found = "there is none" if given is None else f"it has ({' '.join(given)})"
                falls.append(Shortfall(f"action {name} ({' '.join(types)}): {found}"))
        return Earned(0.0 if falls else 1.0, tuple(falls))

    shows = "\n".join(f"({' '.join([name, *types])})" for name, types in wanted.items())
    return trial, shows


@dataclass(frozen=True)
class _PlanCase:
    """A plan for a problem; valid, at this cost if one is given, or failing at a step."""

    problem: str
    plan: str
    cost: int | None
    step: int | None

    @classmethod
    def read(cls, data: CaseData) -> Self:
        problem, plan = data.file("problem"), data.text("plan").strip()
        if "goal" in data.table:
            start, metric = problem.partition("(:goal")[0], problem[problem.rindex("(:metric") :]
            problem = f"{start}(:goal {data.text('goal')})\n\n  {metric}"
        cost, step = (data.whole(n) if n in data.table else None for n in ("cost", "at_step"))
        if step is not None and not 1 <= step <= len(plan.splitlines()):
            data.fail("at_step", f"a step of the plan, 1 to {len(plan.splitlines())}")
        return cls(problem, plan, cost, step)

    def fault(self, domain: str) -> Shortfall | None:
        """Return the difference between the verdict in a domain and the one by the rules."""
        verdict = _carried_out(domain, self.problem, self.plan)
        if self.step is None:
            if not verdict.valid:
                return Shortfall(f"the plan is not valid: {verdict.message}", _TOO_MUCH)
            if self.cost is None or verdict.message == f"cost {self.cost}":
                return None
            what = f"the plan has {verdict.message}; by the rules it has cost {self.cost}"
            return Shortfall(what, "The costs of an action are not those of the rules.")
        if verdict.step == self.step:
            return None
        broken = f"step {self.step} {self.plan.splitlines()[self.step - 1]} breaks a rule"
        if verdict.step is None or verdict.step > self.step:
            return Shortfall(f"{broken}, but it can be taken", _TOO_LITTLE)
        return Shortfall(f"{broken}, but the plan fails before: {verdict.message}", _TOO_MUCH)


@case_check("domain-allows", "a plan that the rules allow is valid", "problem goal plan cost")
def _plan(data: CaseData) -> tuple[Trial, str]:
    """Check that a plan is valid."""
    return _trial_of([one := _PlanCase.read(data)]), _case(one.problem, one.plan)


@case_check("domain-refuses", "a plan that breaks a rule fails at that step", _PLAN_FIELDS)
def _refuses(data: CaseData) -> tuple[Trial, str]:
    """Check that a plan fails at the step that breaks a rule."""
    data.whole("at_step")
    return _plan(data)


@case_check(
    "domain-rules",
    "all plans that keep the rules are valid, all others fail where they break one",
    "plans",
)
def _plans(data: CaseData) -> tuple[Trial, str]:
    """Check several plans: all of them have to be judged as the rules do, or there are no points.

    A mistake in a precondition or an effect of an action counts, however few plans tell it.
    """
    listed = data.tables("plans")
    for one in listed:
        one.refuse_others(_PLAN_FIELDS.split())
    return _trial_of([_PlanCase.read(one) for one in listed]), ""


def _trial_of(cases: Sequence[_PlanCase]) -> Trial:
    load_validator()

    def trial(submission: Submission) -> Earned:
        domain = _domain(submission).text
        for case in cases:
            if fall := case.fault(domain):
                shown = f"\n{_case(case.problem, case.plan)}" if len(cases) > 1 else ""
                drawn = _figure(domain, case.problem, case.plan, case.step)
                return Earned(0.0, (replace(fall, what=fall.what + shown, figure=drawn),))
        return Earned(1.0)

    return trial


@case_check(
    "domain-finds", "the best plan costs neither more nor less than it should", "problem cost"
)
def _finds(data: CaseData) -> tuple[Trial, str]:
    """Check the cost of an optimal plan in the domain."""
    problem, cost = data.file("problem"), data.whole("cost")

    def trial(submission: Submission) -> Earned:
        plan = _planned(_domain(submission).text, problem)
        found = f"found {_costs_of(plan)}; the best plan costs {cost}"
        if plan.cost == cost:
            return Earned(1.0, (), found)
        means = _TOO_MUCH if plan.cost > cost else _TOO_LITTLE
        drawn = _figure(submission.text(DOMAIN), problem, plan.to_text())
        return Earned(0.0, (Shortfall(found + _steps(plan), means, drawn),))

    return trial, _case(problem)


@case_check(
    "domain-finds-valid",
    "the best plan is valid under all rules and costs no more than it has to",
    "problem reference",
)
def _finds_valid(data: CaseData) -> tuple[Trial, str]:
    """Check that an optimal plan in the domain is valid in the reference, and optimal there."""
    problem, reference = data.file("problem"), data.file("reference")
    load_validator()

    def trial(submission: Submission) -> Earned:
        plan = _planned(_domain(submission).text, problem)
        best = _planned_by_reference(reference, problem)
        verdict = _verdict(reference, problem, plan.to_text())
        if not verdict.valid:
            what = f"your best plan breaks the rules: {verdict.message}{_steps(plan)}"
            drawn = _figure(reference, problem, plan.to_text(), verdict.step)
            return Earned(0.0, (Shortfall(what, _TOO_LITTLE, drawn),))
        found = f"found {_costs_of(plan)}; the best plan costs {best.cost}"
        if plan.cost > best.cost:
            return Earned(_HALF, (Shortfall(found + _steps(plan), _TOO_MUCH),))
        return Earned(1.0, (), found)

    return trial, _case(problem)


@case_check(
    "domain-allows-reference", "the best plan that the rules allow is valid", "problem reference"
)
def _allows_reference(data: CaseData) -> tuple[Trial, str]:
    """Check that an optimal plan of the reference is valid in the domain."""
    problem, reference = data.file("problem"), data.file("reference")
    load_validator()

    def trial(submission: Submission) -> Earned:
        domain, best = _domain(submission).text, _planned_by_reference(reference, problem)
        verdict = _carried_out(domain, problem, best.to_text())
        if verdict.valid:
            return Earned(1.0)
        what = f"a plan that the rules allow is not valid: {verdict.message}{_steps(best)}"
        drawn = _figure(domain, problem, best.to_text(), verdict.step)
        return Earned(0.0, (Shortfall(what, _TOO_MUCH, drawn),))

    return trial, _case(problem)


def _figure(domain: str, problem: str, plan: str, at: int | None = None) -> Figure:
    """Return a plan with the state before its last step, or before the one that fails in a domain.

    ``at`` is the step that breaks a rule, where it is not the one that fails.
    """
    lines = [line for line in map(str.strip, plan.splitlines()) if line and line[0] != ";"]
    steps = [Step.parse(line.lower()) for line in lines]
    try:
        check = PlanCheck.of(domain, problem)
        flaw = check.first_flaw(steps)
    except DomainError:
        return Figure(tuple(lines), at=at)
    failing, lacks = (flaw.number, flaw.lacks) if flaw and flaw.step else (None, ())
    shown = min(number for number in (at, failing, len(steps)) if number)
    state, way = set(check.start), list[str]()
    for step in steps[: shown - 1]:
        way += sorted(atom[1] for atom in state if atom[0] == "at")[:1]
        state = check.successor(step, state)
    way += sorted(atom[1] for atom in state if atom[0] == "at")[:1]
    last = steps[shown - 1]
    holds = sorted(atom for atom in state if not atom[1:] or {*atom[1:]} & {*last.arguments})
    return Figure(
        tuple(lines),
        at=at or failing,
        way=tuple(way),
        lacks=lacks if shown == failing else (),
        holds=tuple(f"({' '.join(atom)})" for atom in holds),
        action=_action(domain, last.action),
    )


def _action(domain: str, name: str) -> str:
    """Return the text of an action of a domain; empty if there is none."""
    start = domain.lower().find(f"(:action {name}\n")
    if start < 0:
        return ""
    whole = domain[domain.rfind("\n", 0, start) + 1 :]
    return whole.partition("\n\n")[0].rstrip()


def _steps(plan: Plan) -> str:
    return "".join(f"\n  {step}" for step in plan.steps)


def _case(problem: str, plan: str = "") -> str:
    """Return problem and plan as a short text without the values of functions."""
    read = read_problem(problem)
    story = [line for line in problem.splitlines() if line.startswith(";")]
    init = [_atoms(same) for _, same in groupby(sorted(read.init), key=itemgetter(0))]
    numbers = [f"{len(read.values)} numbers, such as the squares from room to room"]
    goal = [f"goal: {_atoms(sorted(read.goal))}"]
    return "\n".join([*(["plan:", plan] if plan else []), *story, *init, *numbers, *goal])


def _atoms(atoms: Iterable[Atom]) -> str:
    return " ".join(f"({' '.join(atom)})" for atom in atoms)
