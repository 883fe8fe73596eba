"""The tests of the built book run only on request: ``make book-test``."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path, config):
    return None if any("book" in Path(argument).parts for argument in config.args) else True


@pytest.fixture(scope="session")
def browser():
    from headless import LAUNCH
    from playwright.sync_api import sync_playwright
    from shelf import SITE

    if not (SITE / "index.html").exists():
        pytest.fail("there is no book yet: make book")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        yield browser
        browser.close()


@pytest.fixture
def read(browser):
    """Yield a function that opens windows on the book, and close them afterwards."""
    from shelf import Reader

    opened = []

    def open_window(screen="desk", **options):
        opened.append(Reader(browser, screen, **options))
        return opened[-1]

    yield open_window
    for reader in opened:
        reader.context.close()


@pytest.fixture(scope="session")
def address():
    """Serve the book from a web server on this machine, and yield its address."""
    from shelf import SITE

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *message):
            pass

    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()
