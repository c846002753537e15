"""Plans and their steps."""

from dataclasses import dataclass
from typing import NamedTuple


class Step(NamedTuple):
    """One action of a plan."""

    action: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join([self.action, *self.arguments])})"

    @classmethod
    def parse(cls, line: str) -> "Step":
        """Return the step of a line of an IPC plan file.

        >>> Step.parse("(travel hall study)").arguments
        ('hall', 'study')
        """
        action, *arguments = line.strip().strip("()").split()
        return cls(action, tuple(arguments))


@dataclass(frozen=True)
class Plan:
    """A valid plan.

    >>> print(Plan((Step("travel", ("hall", "study")),), 143).to_text(), end="")
    (travel hall study)
    ; cost = 143 (general cost)
    """

    steps: tuple[Step, ...]
    cost: int
    """The sum of the costs of its steps; without action costs, their number."""

    def to_text(self) -> str:
        """Return the plan as an IPC plan file: one action a line, then the cost."""
        lines = [str(step) for step in self.steps]
        return "\n".join([*lines, f"; cost = {self.cost} (general cost)"]) + "\n"
