"""A real browser for tests of pages; it has no screen and reaches this machine only."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.cli.helpers import HANG
from tests.shared import share_processes

_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-software-rasterizer"]
_QUIET += ["--disable-quic", "--disable-sync"]


@pytest.fixture(autouse=True)
def _shared_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    share_processes(monkeypatch)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return Chromium; skip where there is none, but not where all tests have to run."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        reason = "no Chromium on this machine; make browser installs it"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return an empty page, 1280 pixels wide; the test fails if the page reports an error."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(1000 * HANG)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda entry: errors.append(entry.text) if entry.type == "error" else None)
    yield page
    context.close()
    assert errors == []
