"""Figures of the documentation are what their commands print."""

import sys
from pathlib import Path

import pytest

from benchmarks import figures
from planner_clue import __version__

PAGE = """\
# A page

<!-- figures: planner-clue boards classic -->
old
<!-- end of figures -->

Between them.

<!-- figures: python -c "print('|---|')" -->
<!-- end of figures -->
"""
END = "<!-- end of figures -->\n"


def test_the_output_of_each_command_stands_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert figures.main([str(page)]) == 0
    text = page.read_text()
    assert "old" not in text
    assert f"`planner-clue boards classic`, version {__version__}:\n\n```\n" in text
    assert "\n\n|---|\n<!-- end" in text, "a table of Markdown stands as it is"
    assert figures.main([str(page)]) == 0
    assert page.read_text() == text, "again, it is the same"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (PAGE.replace("classic", "nowhere"), 1, "its figures are left as they were"),
        (PAGE.removesuffix(END), 2, "without '<!-- end of figures -->'"),
        (f"<!-- figures: planner-clue match FOLDER -->\n{END}", 2, "--folder"),
    ],
)
def test_what_fails_leaves_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, said: str
) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(SystemExit, match=str(code)):
        sys.exit(figures.main([str(page)]))
    assert page.read_text() == text
    assert said in capsys.readouterr().err


def test_the_figures_of_our_pages_name_commands_that_can_run() -> None:
    for page in ("performance", "strength"):
        found = figures.marked(Path("docs", f"{page}.md").read_text(encoding="utf-8"))
        programs = {one["command"].split()[0] for one in found}
        assert set() < programs <= {"planner-clue", "python"}, page
