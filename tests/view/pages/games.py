"""Games whose pages the tests look at, their pages as files, and pages of a local server."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from planner_clue.game.record import read_record
from planner_clue.match import MatchConfig
from planner_clue.people.serving.server import LocalServer
from planner_clue.view.pages.frames import ALL, Viewpoint
from planner_clue.view.pages.replay_page import replay_page
from tests.people.serving.helpers import serving
from tests.shared import line_of, once

PLANNED = MatchConfig(("planner", "bn1", "bn2"), seed=1)
"""A match with a planner and both networks, on the classic board."""


def game(number: int = 2, config: MatchConfig = PLANNED) -> dict[str, Any]:
    return read_record(line_of(config, number))


def _text(number: int, config: MatchConfig, view: Viewpoint) -> str:
    return replay_page(game(number, config), view)


def page_text(number: int = 2, config: MatchConfig = PLANNED, view: Viewpoint = ALL) -> str:
    return once(_text, number, config, view)


def page_file(
    folder: Path, number: int = 2, config: MatchConfig = PLANNED, view: Viewpoint = ALL
) -> str:
    file = folder / f"game-{number}.html"
    file.write_text(page_text(number, config, view), encoding="utf-8")
    return file.as_uri()


class ServedPage:
    """A page of a local server, open in a browser."""

    def __init__(self, page: Page, server: LocalServer) -> None:
        self.page = page
        self._serving = ExitStack()
        self._serving.enter_context(serving(server))
        page.goto(server.address)

    def stop(self) -> None:
        self._serving.close()

    def close(self) -> None:
        self.page.goto("about:blank")
        self.stop()
