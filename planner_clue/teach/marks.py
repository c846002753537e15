"""What a submission earned, case by case, and why not more."""

from dataclasses import dataclass

_DECIMALS = 2


@dataclass(frozen=True)
class Shortfall:
    """Something that a submission does not do."""

    what: str
    """What failed, as it was seen."""
    means: str = ""
    """What that means, and where to look."""


@dataclass(frozen=True)
class Earned:
    """What a submission earned in one case."""

    share: float
    """Of the points, from 0 to 1."""
    shortfalls: tuple[Shortfall, ...] = ()
    says: str = ""
    """What was measured, for those who pass too."""


@dataclass(frozen=True)
class Mark:
    """The points for one case."""

    title: str
    source: str
    """The case's file."""
    checks: str
    """What the case checks, in a sentence."""
    shows: str
    """The case itself, as a text."""
    points: float
    """Earned; never more than ``out_of``."""
    out_of: float
    earned: Earned
    visibility: str = "visible"
    """When students may see it on Gradescope, in its words."""

    @property
    def is_full(self) -> bool:
        """Whether all points were earned."""
        return self.points >= self.out_of


@dataclass(frozen=True)
class Grade:
    """All marks of a submission."""

    exercise: str
    """The exercise's number and title."""
    marks: tuple[Mark, ...]
    seconds: float
    """Wall-clock time of the grading."""
    warnings: tuple[str, ...] = ()
    """What the system could not hold a submission to."""

    @property
    def points(self) -> float:
        """The points of all cases."""
        return round(sum(mark.points for mark in self.marks), _DECIMALS)

    @property
    def out_of(self) -> float:
        """The points that there are."""
        return round(sum(mark.out_of for mark in self.marks), _DECIMALS)


def points_for(share: float, out_of: float) -> float:
    """Return the points for a share of a case.

    >>> points_for(0.5, 3), points_for(2, 3)
    (1.5, 3.0)
    """
    return round(min(1.0, max(0.0, share)) * out_of, _DECIMALS)
