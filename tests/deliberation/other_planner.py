"""pyperplan, which shares no code with Fast Downward, on any of our problems.

It takes positive STRIPS. What it lacks is taken out before, and the plan is a plan of the
full problem all the same: costs are left out, and unified-planning's compilers turn
conditional effects into actions of their own and negations into predicates.
"""

import re
from typing import Any

import unified_planning as up
from unified_planning.engines import CompilationKind
from unified_planning.io import PDDLReader

_COMPILERS = {
    "has_conditional_effects": CompilationKind.CONDITIONAL_EFFECTS_REMOVING,
    "has_negative_conditions": CompilationKind.NEGATIVE_CONDITIONS_REMOVING,
}


def without_costs(text: str) -> str:
    """Return a domain or a problem without functions, costs and metric."""
    text = re.sub(r"  \(:functions\n.*?\n\n", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*\(increase \(total-cost\) (\([^)]*\)|\d+)\)", "", text)
    text = re.sub(r"\n *\(= \([^)]*\) \d+\)", "", text)
    return text.replace(" :action-costs", "").replace("  (:metric minimize (total-cost))", "")


def solve_by_pyperplan(domain: str, problem: str) -> str:
    """Return a plan of the full problem, one action a line; the cost is not minimized."""
    environment = up.environment.get_environment()
    environment.credits_stream = None
    task = PDDLReader().parse_problem_string(without_costs(domain), without_costs(problem))
    ways_back = []
    for feature, kind in _COMPILERS.items():
        if getattr(task.kind, feature)():
            compiler = environment.factory.Compiler(problem_kind=task.kind, compilation_kind=kind)
            compiled = compiler.compile(task, kind)
            task = compiled.problem
            ways_back.append(compiled.map_back_action_instance)
    plan: Any = environment.factory.OneshotPlanner(name="pyperplan").solve(task).plan
    for way_back in reversed(ways_back):
        plan = plan.replace_action_instances(way_back)
    return "".join(
        f"({' '.join([action.action.name, *map(str, action.actual_parameters)])})\n"
        for action in plan.actions
    )
