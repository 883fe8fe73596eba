"""The tests of the chapters in the reader's browser run only on request: ``make lite-test``."""

import subprocess
from pathlib import Path

import pytest
from headless import LAUNCH

SCREEN = {"viewport": {"width": 1280, "height": 720}}


def pytest_ignore_collect(collection_path, config):
    return None if any("lite" in Path(argument).parts for argument in config.args) else True


@pytest.fixture(scope="session")
def python():
    """Return the folder of the reader's interpreter."""
    import interpreter
    from reader import SITE

    if not (SITE / "run.html").exists():
        pytest.fail("there is no book yet: make book")
    try:
        return interpreter.fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"npm and PyPI do not give the interpreter here: {error}")


@pytest.fixture(scope="session")
def server(python):
    from reader import SITE
    from web import serving

    with serving(SITE, python) as server:
        yield server


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture
def visit(chromium, server):
    """Yield the window of a reader who has never been here."""
    from reader import Visitor

    browser = chromium.launch(**LAUNCH)
    yield Visitor(browser.new_context(**SCREEN), server)
    browser.close()


@pytest.fixture
def settled(chromium, server, tmp_path):
    """Yield the window of a reader whose browser keeps what it has loaded."""
    from reader import Visitor

    context = chromium.launch_persistent_context(tmp_path / "profile", **SCREEN, **LAUNCH)
    yield Visitor(context, server)
    context.close()
