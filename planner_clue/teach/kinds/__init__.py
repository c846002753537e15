"""What a case can check, by the name that its file gives as ``check``.

To add a check, write a function that reads a case and returns how to try a submission, and enter
it in :data:`KINDS` with the fields that its cases have.
"""

from planner_clue.teach.kinds.cost_checks import COST_CHECKS
from planner_clue.teach.kinds.domain_checks import DOMAIN_CHECKS
from planner_clue.teach.kinds.heuristic_checks import HEURISTIC_CHECKS
from planner_clue.teach.kinds.kind import Kind, Trial
from planner_clue.teach.kinds.ladder_checks import LADDER_CHECKS
from planner_clue.teach.kinds.monitor_checks import MONITOR_CHECKS
from planner_clue.teach.kinds.study_checks import STUDY_CHECKS

__all__ = ["KINDS", "Kind", "Trial"]

KINDS: dict[str, Kind] = {
    **DOMAIN_CHECKS,
    **HEURISTIC_CHECKS,
    **MONITOR_CHECKS,
    **COST_CHECKS,
    **LADDER_CHECKS,
    **STUDY_CHECKS,
}
