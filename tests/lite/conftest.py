"""The tests of the chapters in the reader's browser wait to be asked for: ``make lite-test``."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SITE = Path(os.environ.get("EVALCORE_SITE", ROOT / "build" / "book"))


def pytest_ignore_collect(collection_path, config):
    return None if any("lite" in Path(argument).parts for argument in config.args) else True


@pytest.fixture(scope="session")
def server():
    import interpreter
    from web import serving

    if not (SITE / "run.html").exists():
        pytest.fail("there is no book yet: make book")
    with serving(SITE, interpreter.fetch()) as server:
        yield server


@pytest.fixture(scope="session")
def browser():
    import shutil

    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, server):
    """A reader who has never been here."""
    from reader import Visitor

    visitor = Visitor(browser, server)
    yield visitor
    visitor.context.close()
