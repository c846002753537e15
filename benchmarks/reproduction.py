"""``python -m benchmarks.reproduction FOLDER``: a run of ``planner-clue reproduce`` as a document.

Takes the report and the charts from the folder that the run left, and puts them into
``docs/reproduction.md`` and beside it. What is written there by hand stays.
"""

import sys
from pathlib import Path

from benchmarks.figures import replaced

DOCS = Path(__file__).parent.parent / "docs"
BEGIN = "<!-- report: written by planner-clue reproduce and python -m benchmarks.reproduction -->\n"
END = "<!-- end of report -->\n"


def main(folder: Path, docs: Path = DOCS) -> None:
    """Write the document and its charts."""
    document = docs / "reproduction.md"
    report = (folder / "reproduction.md").read_text(encoding="utf-8")
    text = replaced(document.read_text(encoding="utf-8"), BEGIN, END, report)
    document.write_text(text, encoding="utf-8")
    for kind in ("png", "svg"):
        (docs / f"reproduction.{kind}").write_bytes((folder / f"reproduction.{kind}").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
