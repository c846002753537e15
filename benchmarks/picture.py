"""``python -m benchmarks.picture``: the picture of a replay in README.md, made anew.

It plays a game of one seed, and photographs its page in Chromium (``make browser``) at an answer
that its plan has a branch for. ``--record``, ``--size``, ``--moment`` and ``--out`` show other
moments: ``--record results --moment 25 --out docs/replan.png`` for ``docs/replanning.md``.
"""

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

import planner_clue
from planner_clue.game.record import read_record
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.view.pages.frames import ALL
from planner_clue.view.pages.replay_page import replay_page

FILE = Path(__file__).parent.parent / "docs" / "replay.png"
GAME, MOMENT = 3, 17
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.picture")
    parser.add_argument("--record", help="take the first game of this folder or file")
    parser.add_argument("--size", default="1280x800", metavar="WxH", help="pixels")
    parser.add_argument("--moment", type=int, default=MOMENT, help="number of an event")
    parser.add_argument("--out", type=Path, default=FILE)
    chosen = parser.parse_args()
    width, height = map(int, chosen.size.split("x"))
    record = (
        planner_clue.read_record(chosen.record).data
        if chosen.record
        else read_record(play_one(MatchConfig(("planner", "bn1", "bn2"), seed=1), GAME).line)
    )
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "game.html"
        file.write_text(replay_page(record, ALL), encoding="utf-8")
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, PROGRAMS)), None),
            args=["--no-sandbox"],
        )
        page = browser.new_page(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        page.goto(f"{file.as_uri()}#e={chosen.moment}")
        page.screenshot(path=chosen.out)


if __name__ == "__main__":
    main()
