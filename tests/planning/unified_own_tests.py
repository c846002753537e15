"""``python -m tests.planning.unified_own_tests ENGINE``: unified-planning's tests of engines.

It has ours for its only one-shot planners, and tells as JSON how often the tests asked one of them,
and which failed. A process of its own, because the tests choose engines when they are imported.
"""

import json
import sys
import unittest
import warnings
from io import StringIO
from typing import Any

from unified_planning.environment import get_environment

from planner_clue.planning.engines.registry import UNIFIED_ENGINES, register_engines
from planner_clue.planning.engines.unified_planners import UnifiedOneshot

MODULES = (
    *("planner", "pyperplan", "replanner", "grounder", "compilers_pipeline", "quantifier_remover"),
    *("disjunctive_conditions_remover", "negative_conditions_remover"),
    "conditional_effects_remover",
)
NOT_OURS = ("with_timeout", "grounder")
"""Tests of what pyperplan cannot do, and of its grounder."""


def only_ours(name: str) -> None:
    """Have one-shot planning done by our engines, ``name`` first, and pyperplan played by it."""
    register_engines()
    factory = get_environment().factory
    get_environment().credits_stream = None
    factory.add_engine("pyperplan", UnifiedOneshot.__module__, UNIFIED_ENGINES[name])
    ours = [name, *(other for other in UNIFIED_ENGINES if other != name)]
    metas = [f"{meta}[{one}]" for one in ours for meta in ("oversubscription", "replanner")]
    others = [
        engine
        for engine in factory.engines
        if "[" not in engine and not factory.engine(engine).is_oneshot_planner()
    ]
    factory.preference_list = [*ours, *metas, *others]


def flat(suite: unittest.TestSuite) -> list[unittest.TestCase]:
    """Return the tests of a suite, but for those that are about pyperplan alone."""
    found: list[unittest.TestCase] = []
    for item in suite:
        found += flat(item) if isinstance(item, unittest.TestSuite) else [item]
    return [
        test
        for test in found
        if not ("pyperplan" in test.id() and test.id().endswith(NOT_OURS))
        and "pyperplan_grounder" not in test.id()
    ]


def run(name: str) -> dict[str, Any]:
    """Run the tests; say how often they asked an engine of ours, and which failed."""
    only_ours(name)
    asked = 0
    solve = UnifiedOneshot._solve

    def counted(self: Any, *arguments: Any, **named: Any) -> Any:
        nonlocal asked
        asked += 1
        return solve(self, *arguments, **named)

    UnifiedOneshot._solve = counted  # type: ignore[method-assign]
    modules = [f"unified_planning.test.test_{module}" for module in MODULES]
    result = unittest.TestResult()
    unittest.TestSuite(flat(unittest.defaultTestLoader.loadTestsFromNames(modules))).run(result)
    failed = [f"{test.id()}: {text}" for test, text in result.failures + result.errors]
    return {"asked": asked, "failed": failed}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.stdout, out = StringIO(), sys.stdout
    told = run(sys.argv[1])
    sys.stdout = out
    sys.stdout.write(json.dumps(told))
