"""Figures of the documentation are what their commands print."""

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


def test_what_fails_leaves_its_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, text = tmp_path / "page.md", PAGE.replace("boards classic", "boards nowhere")
    page.write_text(text)
    assert figures.main([str(page)]) == 1
    assert page.read_text() == text
    assert "its figures are left as they were" in capsys.readouterr().err


def test_a_page_that_cannot_be_filled_is_refused_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, end = tmp_path / "page.md", "<!-- end of figures -->\n"
    for text, said in (
        (PAGE.removesuffix(end), "without '<!-- end of figures -->'"),
        (f"<!-- figures: planner-clue match FOLDER -->\n{end}", "--folder"),
    ):
        page.write_text(text)
        with pytest.raises(SystemExit, match="2"):
            figures.main([str(page)])
        assert said in capsys.readouterr().err
        assert page.read_text() == text


def test_the_figures_of_our_pages_name_commands_that_can_run() -> None:
    for page in ("performance", "strength"):
        found = figures.marked(Path("docs", f"{page}.md").read_text(encoding="utf-8"))
        programs = {one["command"].split()[0] for one in found}
        assert set() < programs <= {"planner-clue", "python"}, page
