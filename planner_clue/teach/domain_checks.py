"""Checks of a PDDL domain: valid plans, invalid plans, and costs of optimal plans.

No plan is compared with another: plans are executed in a domain, step by step, and costs are
compared.
"""

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from planner_clue.errors import DomainError, GradingError, PlanningFailure, SubmissionError
from planner_clue.planning.domain import Domain, Text, read_domain
from planner_clue.planning.domain_checks import check_actions
from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Plan
from planner_clue.planning.problem import Atom, read_problem
from planner_clue.planning.result import Limits, Status
from planner_clue.planning.validation import Verdict, load_validator, validate_texts
from planner_clue.teach.checks import CaseData, Check, Trial
from planner_clue.teach.marks import Earned, Shortfall
from planner_clue.teach.submission import Submission

DOMAIN = "domain.pddl"
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


def _allows(data: CaseData) -> tuple[Trial, str]:
    """Check that a plan by the rules is valid in the domain."""
    problem, plan = data.file("problem"), data.text("plan").strip()
    load_validator()

    def trial(submission: Submission) -> Earned:
        verdict = _carried_out(_domain(submission).text, problem, plan)
        if verdict.valid:
            return Earned(1.0)
        return Earned(0.0, (Shortfall(f"the plan is not valid: {verdict.message}", _TOO_MUCH),))

    return trial, _case(problem, plan)


def _refuses(data: CaseData) -> tuple[Trial, str]:
    """Check that a plan against the rules fails at the step that breaks one."""
    problem, plan, step = data.file("problem"), data.text("plan").strip(), data.whole("at_step")
    lines = plan.splitlines()
    if not 1 <= step <= len(lines):
        data.fail("at_step", f"a step of the plan, 1 to {len(lines)}")
    load_validator()

    def trial(submission: Submission) -> Earned:
        verdict = _carried_out(_domain(submission).text, problem, plan)
        broken = f"step {step} {lines[step - 1]} breaks a rule"
        if verdict.step == step:
            return Earned(1.0, (), verdict.message)
        if verdict.step is None or verdict.step > step:
            return Earned(0.0, (Shortfall(f"{broken}, but it can be taken", _TOO_LITTLE),))
        what = f"{broken}, but the plan fails before: {verdict.message}"
        return Earned(0.0, (Shortfall(what, _TOO_MUCH),))

    return trial, _case(problem, plan)


def _rules(data: CaseData) -> tuple[Trial, str]:
    """Check several plans: valid at this cost, or failing at this step; all of them, or no points.

    An incomplete or wrong precondition or effect of one action is a mistake however it shows.
    """
    plans = [CaseData(table, data.source, data.folder) for table in data.tables("plans")]
    texts = [_plan_case(data, one) for one in plans]
    if not texts:
        data.fail("plans", "tables with problem, plan, and cost or at_step")
    load_validator()

    def trial(submission: Submission) -> Earned:
        domain = _domain(submission).text
        for problem, plan, cost, step in texts:
            verdict = _carried_out(domain, problem, plan)
            if cost is not None and not (verdict.valid and verdict.message == f"cost {cost}"):
                found = verdict.message
                means = _TOO_LITTLE if verdict.valid else _TOO_MUCH
                what = f"a plan by the rules costs {cost}; with your domain: {found}"
            elif step is not None and verdict.step != step:
                is_early = verdict.step is not None and verdict.step < step
                found = f"the plan fails before: {verdict.message}" if is_early else "it is allowed"
                means = _TOO_MUCH if is_early else _TOO_LITTLE
                what = f"step {step} {plan.splitlines()[step - 1]} breaks a rule, but {found}"
            else:
                continue
            return Earned(0.0, (Shortfall(f"{what}\n{_case(problem, plan)}", means),))
        return Earned(1.0, (), f"{len(texts)} plans")

    return trial, ""


def _plan_case(data: CaseData, one: CaseData) -> tuple[str, str, int | None, int | None]:
    """Return problem, plan, and the cost or the failing step of one of several plans."""
    one.refuse_others(("problem", "goal", "plan", "cost", "at_step"))
    plan, problem = one.text("plan").strip(), one.file("problem")
    if "goal" in one.table:
        start, metric = problem.partition("(:goal")[0], problem[problem.rindex("(:metric") :]
        problem = f"{start}(:goal {one.text('goal')})\n\n  {metric}"
    cost, step = (one.whole(n) if n in one.table else None for n in ("cost", "at_step"))
    if (cost is None) == (step is None):
        data.fail("plans", "tables with either cost or at_step")
    if step is not None and not 1 <= step <= len(plan.splitlines()):
        one.fail("at_step", f"a step of the plan, 1 to {len(plan.splitlines())}")
    return problem, plan, cost, step


def _finds(data: CaseData) -> tuple[Trial, str]:
    """Check the cost of an optimal plan in the domain."""
    problem, cost = data.file("problem"), data.whole("cost")

    def trial(submission: Submission) -> Earned:
        plan = _planned(_domain(submission).text, problem)
        found = f"found {_costs_of(plan)}; the best plan costs {cost}"
        if plan.cost == cost:
            return Earned(1.0, (), found)
        means = _TOO_MUCH if plan.cost > cost else _TOO_LITTLE
        return Earned(0.0, (Shortfall(found + _steps(plan), means),))

    return trial, _case(problem)


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
            return Earned(0.0, (Shortfall(what, _TOO_LITTLE),))
        found = f"found {_costs_of(plan)}; the best plan costs {best.cost}"
        if plan.cost > best.cost:
            return Earned(_HALF, (Shortfall(found + _steps(plan), _TOO_MUCH),))
        return Earned(1.0, (), found)

    return trial, _case(problem)


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
        return Earned(0.0, (Shortfall(what, _TOO_MUCH),))

    return trial, _case(problem)


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


DOMAIN_CHECKS: dict[str, Check] = {
    "domain-declares": Check("the domain has the actions of the exercise", ("actions",), _declares),
    "domain-allows": Check("a plan that the rules allow is valid", ("problem", "plan"), _allows),
    "domain-refuses": Check(
        "a plan that breaks a rule fails at that step", ("problem", "plan", "at_step"), _refuses
    ),
    "domain-rules": Check(
        "all plans that keep the rules are valid, all others fail where they break one",
        ("plans",),
        _rules,
    ),
    "domain-finds": Check(
        "the best plan costs neither more nor less than it should", ("problem", "cost"), _finds
    ),
    "domain-finds-valid": Check(
        "the best plan is valid under all rules and costs no more than it has to",
        ("problem", "reference"),
        _finds_valid,
    ),
    "domain-allows-reference": Check(
        "the best plan that the rules allow is valid", ("problem", "reference"), _allows_reference
    ),
}
"""The checks of a domain, by name."""
