"""``python -m benchmarks.picture``: the picture of a replay in README.md, made anew.

It plays a game of one seed, and photographs its page in Chromium (``make browser``) at an answer
that its plan has a branch for.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.pages.frames import ALL
from planner_clue.pages.replay_page import replay_page
from planner_clue.table.record import read_record

FILE = Path(__file__).parent.parent / "docs" / "replay.png"
GAME, MOMENT = 2, 33


def main() -> None:
    """Write the picture."""
    record = read_record(play_one(MatchConfig(("planner", "bn1", "bn2"), seed=1), GAME).line)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "game.html"
        file.write_text(replay_page(record, ALL), encoding="utf-8")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        page.goto(f"{file.as_uri()}#e={MOMENT}")
        page.screenshot(path=FILE)


if __name__ == "__main__":
    main()
