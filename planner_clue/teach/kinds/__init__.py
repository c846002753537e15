"""What a case can check, by the name that its file gives as ``check``.

To add a check, write a function that reads a case and returns how to try a submission, and enter
it in :data:`KINDS` with the fields that its cases have.
"""

from planner_clue.teach.kinds.domain_checks import DOMAIN_CHECKS
from planner_clue.teach.kinds.kind import Kind, Trial

__all__ = ["KINDS", "Kind", "Trial"]

KINDS: dict[str, Kind] = {**DOMAIN_CHECKS}
