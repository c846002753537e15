"""What a set of problems says of itself, and its licence."""

from planner_clue.data import data_folder
from planner_clue.problem_set.contingent import MOST_CLAUSES, MOST_QUESTIONS
from planner_clue.problem_set.instances import EXPANSIONS, PROCESSOR_SECONDS, SCOPES, SEARCHES

LICENCE = """MIT License

Copyright (c) 2026 The planner-clue authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
"""The licence of planner-clue, and of what it writes."""


def readme(count: int, seed: int, sensing: int, version: str) -> str:
    """Return the README of a set of ``count`` positions, ``sensing`` of them with sensing."""
    scopes = (f"{scope.deals}, {scope.rivals}, {scope.questions}" for scope in SCOPES)
    first, *_, last = scopes
    text = (data_folder("pddl") / "benchmark.md").read_text(encoding="utf-8")
    return text.format(
        count=count,
        seed=seed,
        sensing=sensing,
        version=version,
        proof=SEARCHES[0],
        first=first,
        last=last,
        searches="\n".join(f"- `{search}`" for search in SEARCHES),
        expansions=f"{EXPANSIONS:,}",
        seconds=PROCESSOR_SECONDS,
        questions=MOST_QUESTIONS,
        clauses=f"{MOST_CLAUSES:,}",
    )
