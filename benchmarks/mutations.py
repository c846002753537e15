"""Mutation tests: one-line changes of the program, and which of them the tests find.

Each entry of ``mutations.toml`` replaces one text in one file and names the tests that should fail
then. They run in a copy of the project, before the change (where all have to pass) and after it.
Results are kept in ``build/mutations.jsonl`` and used again while file, change and tests are the
same::

    python -m benchmarks.mutations --list
    python -m benchmarks.mutations --jobs 2
    python -m benchmarks.mutations --only showing-order

Exit codes: 0 if at least 95 % are found, 1 if not, 2 for wrong input, such as a mutation whose text
is no longer in its file.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
COPIED = ("planner_clue", "tests", "benchmarks", "board", "pddl", "docs", "coursework")
NEEDED = 0.95
"""Share of the mutations that has to be found."""
SECONDS = 60.0
"""Least time limit of a test run; ten times the run before the change if that is more."""


@dataclass(frozen=True)
class Mutation:
    """A change, and the tests that should find it."""

    name: str
    file: str
    text: str
    replacement: str
    tests: tuple[str, ...]

    def mutated(self, root: Path) -> str:
        """Return the file's content after the change; ``ValueError`` if the text is not there."""
        content = (root / self.file).read_text(encoding="utf-8")
        if (times := content.count(self.text)) != 1:
            raise ValueError(f"{self.name}: {self.text!r} occurs {times} times in {self.file}")
        return content.replace(self.text, self.replacement)

    def digest(self, root: Path) -> str:
        """Return a checksum of the change, of its file and of its tests."""
        paths = [self.file, *(test.split("::")[0] for test in self.tests)]
        contents = [(root / path).read_text(encoding="utf-8") for path in paths]
        return sha256(repr((self, contents)).encode()).hexdigest()


@dataclass(frozen=True)
class Result:
    """Outcome of one mutation."""

    name: str
    digest: str
    found: bool
    seconds: float


def read_mutations(path: Path) -> list[Mutation]:
    """Return the mutations of a TOML file, one table per mutation."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Mutation(name, one["file"], one["text"], one["replacement"], tuple(one["tests"].split()))
        for name, one in data.items()
    ]


def stale_ones(mutations: Sequence[Mutation]) -> Iterator[str]:
    """Yield the fault of each mutation that can no longer be made."""
    for mutation in mutations:
        try:
            mutation.mutated(ROOT)
        except ValueError as error:
            yield str(error)


class Copy:
    """A copy of the project in which tests run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
        for name in COPIED:
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        for file in ROOT.glob("*.*"):
            if file.is_file():
                shutil.copy(file, folder)

    def passes(self, tests: Sequence[str], seconds: float | None) -> bool:
        """Run quick tests up to the first failure; a run that takes too long is one."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        try:
            done = subprocess.run(
                [*command, "-p", "no:randomly", "--hypothesis-profile", "unshrunk", *tests],
                cwd=self.folder,
                env=os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        if done.returncode not in (0, 1, 2):
            raise RuntimeError(done.stdout.decode()[-2000:] + done.stderr.decode()[-2000:])
        return done.returncode == 0

    def find(self, mutation: Mutation, seconds: float) -> bool:
        """Return whether the tests fail after the change, and take it back."""
        file = self.folder / mutation.file
        before, after = file.read_text(encoding="utf-8"), mutation.mutated(self.folder)
        file.write_text(after, encoding="utf-8")
        try:
            return not self.passes(mutation.tests, seconds)
        finally:
            file.write_text(before, encoding="utf-8")


def try_all(mutations: Sequence[Mutation], jobs: int, report: Callable[[Result], None]) -> None:
    """Try mutations in ``jobs`` copies of the project at once."""
    copies = SimpleQueue[Copy]()
    seconds: dict[tuple[str, ...], float] = {}

    def attempt(mutation: Mutation) -> None:
        copy = copies.get()
        try:
            started = time.monotonic()
            if mutation.tests not in seconds:
                if not copy.passes(mutation.tests, None):
                    raise RuntimeError(f"{mutation.name}: its tests fail without the change")
                seconds[mutation.tests] = time.monotonic() - started
            found = copy.find(mutation, max(SECONDS, 10 * seconds[mutation.tests]))
            took = round(time.monotonic() - started, 1)
            report(Result(mutation.name, mutation.digest(copy.folder), found, took))
        finally:
            copies.put(copy)

    with TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        for number in range(jobs):
            copies.put(Copy(Path(folder) / str(number)))
        for done in [pool.submit(attempt, mutation) for mutation in mutations]:
            done.result()


def known_results(file: Path, mutations: Sequence[Mutation]) -> Iterator[Result]:
    """Yield the results in a file that still hold."""
    digests = {(mutation.name, mutation.digest(ROOT)) for mutation in mutations}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        result = Result(**json.loads(line))
        if (result.name, result.digest) in digests:
            yield result


def main() -> int:
    """Try the mutations that were asked for; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="list the mutations and end")
    parser.add_argument("--only", metavar="NAME", nargs="+", help="try these, known or not")
    parser.add_argument("--jobs", type=int, default=1, help="test runs at once")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutations.jsonl")
    asked = parser.parse_args()
    try:
        mutations = read_mutations(Path(__file__).with_suffix(".toml"))
        stale = list(stale_ones(mutations))
    except (OSError, ValueError) as error:
        stale = [str(error)]
    if stale:
        print(*(f"mutations: {fault}" for fault in stale), sep="\n", file=sys.stderr)
        return 2
    if unknown := {*(asked.only or ())} - {mutation.name for mutation in mutations}:
        print(f"mutations: no mutation {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    if asked.list:
        for mutation in mutations:
            print(f"{mutation.name:32} {mutation.file}")
        return 0
    if asked.only:
        mutations = [mutation for mutation in mutations if mutation.name in asked.only]
    results = {} if asked.only else {r.name: r for r in known_results(asked.out, mutations)}
    asked.out.parent.mkdir(parents=True, exist_ok=True)

    def report(result: Result) -> None:
        results[result.name] = result
        with asked.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(vars(result)) + "\n")
        found = "found" if result.found else "NOT FOUND"
        print(f"{len(results)}/{len(mutations)} {result.name}: {found}, {result.seconds} s")

    try_all([m for m in mutations if m.name not in results], asked.jobs, report)
    survivors = sorted(result.name for result in results.values() if not result.found)
    share = 1 - len(survivors) / len(mutations)
    print(f"{len(mutations) - len(survivors)} of {len(mutations)} mutations found: {share:.0%}")
    by_folder = Counter(mutation.file.split("/")[1] for mutation in mutations)
    print(", ".join(f"{folder} {count}" for folder, count in sorted(by_folder.items())))
    for name in survivors:
        print(f"not found: {name}")
    return 0 if share >= NEEDED else 1


if __name__ == "__main__":
    sys.exit(main())
