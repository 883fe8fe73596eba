"""Tests in a browser are collected only on request: ``pytest -m browser tests/browser``."""

import pytest


def pytest_ignore_collect(collection_path, config):
    """Leave this folder out unless the marker expression names it."""
    return None if "browser" in config.getoption("markexpr") else True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep a picture of the page of a test that failed."""
    report = yield
    page, folder = item.funcargs.get("page"), item.funcargs.get("tmp_path")
    if report.when == "call" and report.failed and page and folder:
        page.screenshot(path=folder / "page.png")
        report.sections.append(("screenshot", str(folder / "page.png")))
    return report
