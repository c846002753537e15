"""Tasks as problems of unified-planning, in which every name is unique and every cost an integer.

They are built from our own syntax trees, because unified-planning's reader refuses shared names
that Fast Downward accepts, and reads every number as a real one.
"""

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from unified_planning.environment import get_environment
from unified_planning.exceptions import UPTypeError
from unified_planning.model import Fluent, InstantaneousAction, Object, Parameter, Problem, Variable
from unified_planning.model.metrics import MinimizeActionCosts
from unified_planning.plans import ActionInstance

from planner_clue.planning import syntax_tree
from planner_clue.planning.domain import Domain, read_domain
from planner_clue.planning.plan import Status, Step
from planner_clue.planning.problem import Atom, PddlProblem, data_of
from planner_clue.planning.syntax_tree import Expression, Group, Word
from planner_clue.support.errors import PlanningFailure

_NOT_IN_NAMES = re.compile(r"[^a-z0-9-]")


@dataclass
class UnifiedTask:
    """A problem of unified-planning, and what its names stand for."""

    problem: Any
    own: dict[tuple[str, str], str] = field(default_factory=dict)  # by kind and name in the PDDL
    given: dict[str, str] = field(default_factory=dict)  # the names in the PDDL, by its names

    def name(self, kind: str, given: str) -> str:
        """Return the name that stands for another."""
        if (kind, given) not in self.own:
            new = f"{kind[0]}-{_NOT_IN_NAMES.sub('-', given)}"
            if new in self.given:
                new += f"-{len(self.given)}"
            self.own[kind, given], self.given[new] = new, given
        return self.own[kind, given]

    def step(self, instance: Any) -> Step:
        """Return a step of a plan in the names of the PDDL."""
        arguments = tuple(self.given[str(one)] for one in instance.actual_parameters)
        return Step(self.given[instance.action.name], arguments)

    def instance(self, step: Step) -> Any:
        """Return a step of a plan for unified-planning."""
        exp = self.problem.environment.expression_manager.ObjectExp
        named = (self.name("object", argument) for argument in step.arguments)
        objects = tuple(exp(self.problem.object(name)) for name in named)
        return ActionInstance(self.problem.action(self.name("action", step.action)), objects)


def to_unified(domain: str, problem: str | PddlProblem) -> UnifiedTask:
    """Return a fresh problem in the global environment; raises :class:`PlanningFailure`."""
    read, data = read_domain(domain), data_of(problem).in_lower_case
    try:
        return _Builder(read, data, typed=True).task
    except (UPTypeError, AssertionError):  # an argument of a type that the predicate does not have
        return _Builder(read, data, typed=False).task


class _Builder:
    """Builds one problem; unless ``typed``, predicates and functions take all objects."""

    def __init__(self, domain: Domain, data: PddlProblem, *, typed: bool) -> None:
        self._domain, self._data, self._typed = domain, data, typed
        self._environment: Any = get_environment()
        self._exp: Any = self._environment.expression_manager
        self._fluents: dict[tuple[str, str], Any] = {}
        self._problem: Any = Problem(data.name, self._environment)
        self.task = UnifiedTask(self._problem)
        for axiom in domain.tree.groups(":derived"):
            raise self._unsupported("derived predicates", axiom)
        self._kinds = {name: kind for kind, names in data.objects.items() for name in names}
        self._kinds |= domain.constants
        self._has_root = not typed or "object" in self._named_types()
        for name, kind in self._kinds.items():
            own = self.task.name("object", name)
            self._problem.add_object(Object(own, self._type(kind), self._environment))
        costs = dict(map(self._action, domain.tree.groups(":action")))
        if data.has_costs:
            self._problem.add_quality_metric(MinimizeActionCosts(costs))
        for atom in sorted(data.init):
            self._problem.set_initial_value(self._atom(atom), True)
        for condition in (*map(self._atom, sorted(data.goal)), *self._all(data.more_goals, {})):
            self._problem.add_goal(condition)

    def _unsupported(self, what: str, at: Expression) -> PlanningFailure:
        place = f"{self._domain.source}:{at.line}:{at.column}"
        return PlanningFailure(Status.UNSUPPORTED, f"{place}: unified-planning has no {what}")

    def _named_types(self) -> Iterator[str]:
        yield from self._kinds.values()
        for declared in (self._domain.predicates, self._domain.functions, self._domain.actions):
            for one in declared.values():
                yield from ("object" if " " in kind else kind for kind in one.types)
        for group in self._domain.tree.all_groups():
            if group.head in ("forall", "exists"):
                yield from (kind for _, kind in self._variables(group.items[1]))

    def _variables(self, given: Expression) -> list[tuple[Word, str]]:
        assert isinstance(given, Group)
        return syntax_tree.typed_names(self._domain.source, given.items)

    def _type(self, kind: str) -> Any:
        """Return a type; types in a cycle are one."""
        is_a, types = self._domain.is_a, self._domain.types
        same = sorted({kind, *(one for one in types if is_a(one, kind) and is_a(kind, one))})
        above = {parent for one in same if one in types for parent in types[one].types} - {*same}
        above = above - {"object"} or above
        if len(above) > 1:
            raise self._unsupported(f"types with two supertypes, as {kind}", types[kind].place)
        father = min(above, default="object")
        is_top = kind == "object" or (father == "object" and not self._has_root)
        own = self.task.name("type", same[0])
        return self._environment.type_manager.UserType(own, None if is_top else self._type(father))

    def _fluent(self, kind: str, name: str, arguments: int) -> Any:
        """Return a predicate, the function of a cost, or the predicate that it has a value."""
        if (kind, name) not in self._fluents:
            of = self._domain.predicates if kind == "predicate" else self._domain.functions
            declared = of[name].types if name in of else ()
            typed = self._typed and len(declared) == arguments
            kinds = declared if typed else ["object"] * arguments
            types = [self._type("object" if " " in one else one) for one in kinds]
            signature = [Parameter(f"p{n}", one, self._environment) for n, one in enumerate(types)]
            manager = self._environment.type_manager
            value = manager.IntType() if kind == "function" else manager.BoolType()
            own = self.task.name(kind, name)
            fluent = Fluent(own, value, signature, self._environment)
            default = 0 if kind == "function" else False
            self._problem.add_fluent(fluent, default_initial_value=default)
            self._fluents[kind, name] = fluent
            for atom, number in self._valued(name, kinds) if kind != "predicate" else ():
                given = number if kind == "function" else True
                self._problem.set_initial_value(self._atom(atom, kind=kind), given)
        return self._fluents[kind, name]

    def _valued(self, name: str, kinds: Sequence[str]) -> Iterator[tuple[Atom, int]]:
        """Yield the values of a function for objects of some types."""
        is_a, known = self._domain.is_a, self._kinds
        for atom, number in self._data.values.items():
            if atom[0] == name and len(atom) == 1 + len(kinds) and known.keys() >= set(atom[1:]):
                pairs = zip(atom[1:], kinds, strict=True)
                if not self._typed or all(is_a(known[one], kind) for one, kind in pairs):
                    yield atom, number

    def _atom(
        self, atom: Atom, bound: Mapping[str, Any] | None = None, kind: str = "predicate"
    ) -> Any:
        known = bound or {}
        terms = [known[term] if term in known else self._object(term) for term in atom[1:]]
        return self._exp.FluentExp(self._fluent(kind, atom[0], len(terms)), terms)

    def _object(self, name: str) -> Any:
        return self._exp.ObjectExp(self._problem.object(self.task.name("object", name)))

    def _all(self, conditions: Any, bound: Mapping[str, Any]) -> list[Any]:
        return [self._condition(one, bound) for one in conditions]

    def _condition(self, given: Expression, bound: Mapping[str, Any]) -> Any:
        assert isinstance(given, Group)
        exp, parts = self._exp, given.items[1:]
        match given.head:
            case "and" | "":
                return exp.And(*self._all(parts, bound))
            case "or":
                return exp.Or(*self._all(parts, bound))
            case "not":
                return exp.Not(self._condition(parts[0], bound))
            case "imply":
                return exp.Implies(*self._all(parts, bound))
            case "=":
                names = [str(part) for part in parts]
                terms = [bound[name] if name in bound else self._object(name) for name in names]
                return exp.Equals(*terms)
            case "forall" | "exists":
                inside, variables = self._quantified(parts[0], bound)
                quantified = exp.Forall if given.head == "forall" else exp.Exists
                return quantified(self._condition(parts[1], inside), *variables)
        return self._atom(tuple(map(str, given.items)), bound)

    def _quantified(
        self, declared: Expression, bound: Mapping[str, Any]
    ) -> tuple[dict[str, Any], list[Any]]:
        variables = {
            word.text: Variable(f"v{len(bound)}-{word.text[1:]}", self._type(kind))
            for word, kind in self._variables(declared)
        }
        inside = {name: self._exp.VariableExp(one) for name, one in variables.items()}
        return {**bound, **inside}, list(variables.values())

    def _action(self, group: Group) -> tuple[Any, Any]:
        name, parts = str(group.items[1]), syntax_tree.keyword_parts(group)
        declared = self._domain.actions[name]
        types = zip(declared.arguments, map(self._type, declared.types), strict=True)
        own = OrderedDict((f"p-{word.text[1:]}", one) for word, one in types)
        action = InstantaneousAction(self.task.name("action", name), own, self._environment)
        pairs = zip(declared.arguments, action.parameters, strict=True)
        bound = {word.text: self._exp.ParameterExp(one) for word, one in pairs}
        for condition in self._all(syntax_tree.conjuncts(parts.get(":precondition")), bound):
            action.add_precondition(condition)
        cost: Any = self._exp.Int(0)
        changes: dict[Any, bool] = {}
        for effect in syntax_tree.conjuncts(parts[":effect"]):
            if isinstance(effect, Group) and effect.head == "increase":
                cost = self._cost(action, effect.items[2], bound)
            else:
                self._effect(effect, bound, self._exp.TRUE(), (), changes)
        for (fluent, condition, variables), added in changes.items():
            action.add_effect(fluent, added, condition, variables)
        if not changes:
            action.add_effect(self._atom(("idle",), kind="without effects"), True)
        self._problem.add_action(action)
        return action, cost

    def _effect(
        self,
        given: Expression,
        bound: Mapping[str, Any],
        condition: Any,
        variables: tuple[Any, ...],
        changes: dict[Any, bool],
    ) -> None:
        """Collect what an effect adds (true) and deletes (false); what is added stays."""
        for part in syntax_tree.conjuncts(given):
            assert isinstance(part, Group)
            if part.head == "when":
                also = self._exp.And(condition, self._condition(part.items[1], bound))
                self._effect(part.items[2], bound, also, variables, changes)
            elif part.head == "forall":
                inside, more = self._quantified(part.items[1], bound)
                self._effect(part.items[2], inside, condition, (*variables, *more), changes)
            elif part.items:
                adds = part.head != "not"
                atom = part if adds else part.items[1]
                assert isinstance(atom, Group)
                key = self._atom(tuple(map(str, atom.items)), bound), condition, variables
                changes[key] = adds or changes.get(key, False)

    def _cost(self, action: Any, by: Expression, bound: Mapping[str, Any]) -> Any:
        """Return the cost of an action, which needs a value where a function gives it."""
        if isinstance(by, Word) and by.text.isdecimal():
            return self._exp.Int(int(by.text))
        atom = (by.text,) if isinstance(by, Word) else tuple(map(str, by.items))
        if not self._is_total(atom):
            action.add_precondition(self._atom(atom, bound, "valued"))
        return self._atom(atom, bound, "function") if self._data.has_costs else self._exp.Int(0)

    def _is_total(self, atom: Atom) -> bool:
        """Return whether a function has a value for all arguments of its types."""
        if atom[0] not in self._domain.functions:
            return False
        is_a, kinds = self._domain.is_a, self._domain.functions[atom[0]].types
        counts = [sum(is_a(one, kind) for one in self._kinds.values()) for kind in kinds]
        return self._typed and prod(counts) == sum(1 for _ in self._valued(atom[0], kinds))
