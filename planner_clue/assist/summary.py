"""Everything that follows from notes at one moment, as text."""

from collections.abc import Iterable

from planner_clue.assist import in_words
from planner_clue.assist.advice import has_to_ask
from planner_clue.assist.insight import Insight
from planner_clue.assist.next_plan import plan_at
from planner_clue.belief.reasons import Why
from planner_clue.show.trace import why_these_steps

_ROOMS = 4
"""How many rooms the report gives a question for."""


def summary(insight: Insight, asking: int, news: Iterable[Why] = ()) -> list[str]:
    """Return the notebook, what is newly certain, the best questions and the plan, in short."""
    return [
        *in_words.notebook(insight),
        "",
        *in_words.paragraphs(f"* {insight.sentence(why)}." for why in news),
        *in_words.paragraphs([in_words.case_files(insight), in_words.accusing(insight)]),
        *in_words.best_next(insight, _ROOMS),
        *planned(insight, asking),
    ]


def planned(insight: Insight, asking: int, *, at_length: bool = False) -> list[str]:
    """Return what the planner would do; nothing where there is nothing to ask.

    ``at_length`` says also what each answer would rule out, and what else was considered.
    """
    if not has_to_ask(insight):
        return []
    decision = plan_at(insight, asking)
    why = list(why_these_steps(decision)) if at_length and decision.steps else []
    return in_words.paragraphs([*in_words.plan_in_words(decision), *why])
