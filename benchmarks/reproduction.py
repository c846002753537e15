"""``python -m benchmarks.reproduction FOLDER``: a run of ``planner-clue reproduce`` as a document.

Takes the report and the charts from the folder that the run left, and puts them into
``docs/reproduction.md`` and beside it. What is written there by hand stays.
"""

import sys
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
BEGIN = "<!-- report: written by planner-clue reproduce and python -m benchmarks.reproduction -->\n"
END = "<!-- end of report -->\n"


def replaced(document: str, report: str) -> str:
    """Return ``document`` with ``report`` between its marks."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"no mark {BEGIN}"
    assert end, f"no mark {END}"
    return before + begin + report + end + after


def main(folder: Path, docs: Path = DOCS) -> None:
    """Write the document and its charts."""
    document = docs / "reproduction.md"
    report = (folder / "reproduction.md").read_text(encoding="utf-8")
    text = replaced(document.read_text(encoding="utf-8"), report)
    document.write_text(text, encoding="utf-8")
    for kind in ("png", "svg"):
        (docs / f"reproduction.{kind}").write_bytes((folder / f"reproduction.{kind}").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
