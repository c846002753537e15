"""List the submissions that are more alike than unrelated ones.

    python coursework/teacher/copies.py EXERCISE SUBMISSIONS UNRELATED

Both folders are such as ``grade --csv`` takes. The authors in UNRELATED cannot have copied from
those in SUBMISSIONS, nor these from them: a class of another year or another university. The most
alike of these unrelated pairs sets the threshold. Pairs within SUBMISSIONS above it are printed,
also with the solution that ships.

Two submissions share fingerprints, without the ones of the starting point: hashes of token
sequences, chosen by winnowing (Schleimer, Wilkerson and Aiken 2003). Names, layout and comments do
not count.
"""

import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from keyword import iskeyword
from pathlib import Path
from zlib import crc32

from planner_clue.support.errors import PlannerClueError
from planner_clue.teaching.class_grading import collected, find_assignments
from planner_clue.teaching.exercise import find_exercise, read_exercise
from planner_clue.teaching.submission import collect

HERE = Path(__file__).parent
LENGTH, WINDOW = 12, 8
"""Tokens of a sequence; sequences of which the one with the least hash is kept."""
FEWEST = 10
"""Fingerprints of a submission that can be compared."""
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER}


def tokens(name: str, content: bytes) -> Iterator[str]:
    """Yield the tokens of a file; names and numbers of Python are all alike."""
    if not name.endswith(".py"):
        yield from re.findall(r"[\w?-]+|[^\w\s]", content.decode("utf-8", "replace").lower())
        return
    try:
        for one in tokenize.tokenize(io.BytesIO(content).readline):
            if one.type not in LAYOUT:
                is_name = one.type == tokenize.NAME and not iskeyword(one.string)
                kind = {tokenize.NUMBER: "0", tokenize.STRING: "s"}.get(one.type, one.string)
                yield "n" if is_name else kind.strip() or tokenize.tok_name[one.type]
    except (tokenize.TokenError, SyntaxError):
        return


def fingerprints(files: Mapping[str, bytes]) -> frozenset[int]:
    """Return the fingerprints of the files of a submission."""
    found = set[int]()
    for name, content in files.items():
        words = [*tokens(name, content)]
        hashes = [crc32("\0".join(words[n : n + LENGTH]).encode()) for n in range(len(words))]
        hashes = hashes[: max(0, len(words) - LENGTH + 1)]
        starts = range(max(1, len(hashes) - WINDOW + 1) if hashes else 0)
        found |= {min(hashes[start : start + WINDOW]) for start in starts}
    return frozenset(found)


def likeness(one: frozenset[int], other: frozenset[int]) -> float:
    """Return the share of the smaller submission's fingerprints that the other one has, too."""
    return len(one & other) / max(1, min(len(one), len(other)))


def main() -> None:
    """Print the threshold, and the pairs above it."""
    if len(sys.argv) != 4:
        sys.exit("expected EXERCISE SUBMISSIONS UNRELATED; the head of this file explains them")
    try:
        folder = find_exercise(sys.argv[1])
        asked = read_exercise(folder)
        classes = [read(Path(place), folder) for place in sys.argv[2:]]
    except PlannerClueError as error:
        sys.exit(str(error))
    solution = collect(HERE / folder.resolve().name / "solution", asked.files, asked.largest_file)
    start = fingerprints(collect(folder, asked.files, asked.largest_file).files)
    ours, others = (
        {name: prints - start for name, prints in found.items() if len(prints - start) >= FEWEST}
        for found in classes
    )
    unrelated = [likeness(a, b) for a, b in product(ours.values(), others.values())]
    if not unrelated:
        sys.exit(f"{sys.argv[3]}: no pair to compare; expected submissions that are not empty")
    threshold = max(unrelated)
    print(f"{len(unrelated)} unrelated pairs; the most alike share {threshold:.0%}")
    print(f"of {len(classes[0])} submissions, {len(ours)} are long enough to compare")
    with_solution = {**ours, "(the solution)": fingerprints(solution.files) - start}
    pairs = [
        (likeness(with_solution[a], with_solution[b]), a, b)
        for a, b in combinations(with_solution, 2)
    ]
    for share, a, b in sorted(pairs, reverse=True):
        if share > threshold:
            print(f"{share:5.0%}  {a}  {b}")


def read(place: Path, folder: Path) -> dict[str, frozenset[int]]:
    """Return the fingerprints of each submission in a folder."""
    (assignment,) = find_assignments(place, [str(folder)], None)
    asked = read_exercise(folder)
    return {
        name: fingerprints(collected(files, asked).files) for name, files in assignment.students
    }


if __name__ == "__main__":
    main()
